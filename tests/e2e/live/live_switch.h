// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/driver.h"
#include "drivers/live.h"
#include "tests/e2e/server/device.h"
#include "tests/support/reason.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

/// Shared code of the tests of switches with a command line.
namespace rocelint::e2e {

/// An emulated switch with one planned change and an open connection.
struct LiveSwitch {
    LiveSwitch(Device::Kind kind,
        std::string_view platform,
        const char* configuration,
        const std::string& control,
        Transaction on_its_way)
        : device(kind, control)
        , driver(*find_driver(platform))
        , before(configuration)
        , change(std::move(on_its_way))
    {
        device.folder().write("startup-config", configuration);
        change.id = "rl-test-0";
        live = open();
        if (auto now = live->read())
            change.before = now->hash;
    }

    [[nodiscard]] std::unique_ptr<LiveDevice> open() const
    {
        LiveTarget target;
        target.endpoint = device.endpoint();
        target.device = "leaf1";
        auto opened = driver.open(target);
        REQUIRE_MESSAGE(opened.has_value(), testing::reason(opened));
        return *std::move(opened);
    }

    [[nodiscard]] std::string hash() const
    {
        auto snapshot = open()->read();
        REQUIRE_MESSAGE(snapshot.has_value(), testing::reason(snapshot));
        return snapshot->hash;
    }

    void put_in_force()
    {
        auto staged = live->stage(change);
        REQUIRE_MESSAGE(staged.has_value(), testing::reason(staged));
        auto committed = live->commit(change, std::chrono::seconds(600));
        REQUIRE_MESSAGE(committed.has_value(), testing::reason(committed));
    }

    /// The text of a configuration without its user lines.
    [[nodiscard]] static std::string without_users(std::string_view text)
    {
        std::string out;
        while (!text.empty()) {
            const std::string_view line = text.substr(0, text.find('\n'));
            text.remove_prefix(std::min(text.size(), line.size() + 1));
            if (!line.starts_with("username"))
                out += std::string(line) + '\n';
        }
        return out;
    }
    [[nodiscard]] std::string undo_commands() const
    {
        auto now = live->read();
        REQUIRE(now.has_value());
        // The secret of a user is redacted in one of the two texts, and its placeholder must not be typed.
        const Source old_text(0, "before.cfg", without_users(before));
        const Source new_text(1, "after.cfg", without_users(now->files.front().text));
        std::vector<Tree> old_trees;
        std::vector<Tree> new_trees;
        old_trees.push_back(driver.parse(old_text));
        new_trees.push_back(driver.parse(new_text));
        return driver.undo(old_trees, new_trees, {}, {}).text;
    }

    Device device;
    const Driver& driver;
    std::string before; ///< the initial configuration
    Transaction change;
    std::unique_ptr<LiveDevice> live;
};

/// Commits, and makes the timer fire while the switch is held at the line of the change that contains `line`: its clock jumps ten
/// minutes ahead. Afterwards the line continues.
inline Result<void> commit_and_strike(LiveSwitch& one, std::string_view line)
{
    const std::string held = fmt::format(R"("faults": [{{"match": "{}", "do": "wait", "count": 1}}])", line);
    const std::string ahead = R"("clock_off": -660)";
    one.device.set_control(fmt::format("{{{}}}", held));
    Result<void> committed;
    std::thread push([&] { committed = one.live->commit(one.change, std::chrono::seconds(600)); });
    const bool holds = wait_for([&] { return std::filesystem::exists(one.device.folder().path("hanging")); });
    one.device.set_control(fmt::format(R"({{"hurry": true, {}, {}}})", ahead, held));
    const bool struck = holds && wait_for([&] { return one.open()->pending(one.change) == Pending::none; });
    one.device.set_control(fmt::format("{{{}}}", ahead));
    push.join();
    CHECK(holds);
    CHECK(struck);
    return committed;
}

template <class T>
bool is_refused(const Result<T>& result, std::string_view why)
{
    return !result && result.error().kind == ErrorKind::refused && holds(result.error().message, why);
}

}
