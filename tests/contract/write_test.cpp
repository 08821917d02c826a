// SPDX-License-Identifier: Apache-2.0
// What every driver promises when it writes, checked with every kind of change on its base example. A driver may refuse any
// change, with a reason; a change it makes must be exactly the requested one: in the files, as commands for the device, and when
// undone.
#include "models/change/difference.h"
#include "tests/contract/changes.h"
#include "tests/contract/driver_case.h"
#include "tests/replay/replay.h"
#include "tests/support/reason.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

namespace rocelint {
namespace {

using contract::Files;
using contract::for_each_example;
using contract::Read;

Files base_files(const Driver& driver, const std::string& text)
{
    return {{std::string(driver.base_file_name), text}};
}

Files edited_files(Files files, const SourceSet& sources, const Editing& editing)
{
    for (std::size_t at = 0; at < files.size(); ++at) {
        std::vector<Edit> own;
        for (const Edit& edit : editing.edits) {
            if (edit.at.source == static_cast<SourceId>(at))
                own.push_back(edit);
        }
        const auto text = apply_edits(*sources.find(static_cast<SourceId>(at)), own);
        REQUIRE_MESSAGE(text.has_value(), testing::reason(text));
        files[at].second = *text;
    }
    for (const RenderedFile& file : editing.created)
        files.emplace_back(file.name, file.text);
    return files;
}

// The files of the device after it ran the commands; empty if the platform is not replayed.
std::optional<Files> replayed(Files files, const Driver& driver, const std::string& commands)
{
    const auto replayed
        = files.size() == 1 ? replay::apply(driver.name, files.front().second, commands) : std::nullopt;
    if (replayed) {
        CHECK(replayed->refusal == "");
        return Files{{files.front().first, replayed->text}};
    }
    // A host keeps the commands in a script of their own.
    if (driver.protocol == Protocol::shell && driver.folder_is_one_device) {
        files.emplace_back(fmt::format("{}.{}.commands.sh", files.front().first, files.size()), commands);
        return files;
    }
    return std::nullopt;
}

std::string told(const std::vector<Difference>& found, const Device& device)
{
    std::string out;
    for (const Difference& each : found)
        out += fmt::format("{}: {}\n",
            each.port >= device.ports.size() ? device.name : device.ports[each.port].name,
            name_of(each.property));
    return out;
}

std::string all_text(const Files& files)
{
    std::string out;
    for (const auto& [path, text] : files)
        out += "== " + path + "\n" + text;
    return out;
}

void check_refusals(const std::vector<Refusal>& refused, std::size_t asked)
{
    for (const Refusal& refusal : refused) {
        CHECK(refusal.change < asked);
        CHECK_FALSE(refusal.reason.empty());
    }
}

// One change on its way through a driver.
struct Trial {
    const Driver& driver;
    const Files before_files;
    Read before;
    std::vector<Change> changes;

    Trial(const Driver& its, Files files, const Change& change)
        : driver(its), before_files(std::move(files)), before(its, before_files), changes{change}
    {
    }

    // Returns whether the driver made the change.
    bool run()
    {
        const Editing editing = driver.edit(before.trees, before.device(), changes);
        check_refusals(editing.refused, changes.size());
        if (!editing.refused.empty()) {
            CHECK(editing.edits.empty());
            CHECK(editing.created.empty());
            return false;
        }
        const Files after_files = edited_files(before_files, before.sources, editing);
        const Read after(driver, after_files);
        const std::string text = all_text(after_files);
        CAPTURE(text);
        for (const SyntaxProblem& problem : after.reading.problems) {
            // A script that was just written had not run yet when the captures next to it were made.
            if (problem.message.find("not run yet, or undone") == std::string::npos)
                CHECK_MESSAGE(before.has(problem), problem.message);
        }
        const std::string more
            = told(unexplained(differences(before.device(), after.device()), before.device(), changes),
                before.device());
        // Otherwise drivers/amend would refuse it in its own words, where the driver should have said why.
        CHECK(is_made(after.device(), changes.front()));
        CHECK(more == "");
        check_again(after);
        check_commands(after);
        return true;
    }

    void check_again(const Read& after)
    {
        const Editing again = driver.edit(after.trees, after.device(), changes);
        // The state in force stays until the boot files have run; another edit of them does not change that.
        for (const Refusal& refusal : again.refused) {
            if (!refusal.reason.starts_with("the boot files of the host set this already"))
                FAIL_CHECK("a change that was made is refused: " << refusal.reason);
        }
    }

    void check_commands(const Read& after)
    {
        if (driver.commands == nullptr)
            return;
        const Commands commands = driver.commands(before.trees, before.device(), changes);
        check_refusals(commands.refused, changes.size());
        if (commands.refused.empty() && !commands.text.empty()) {
            CAPTURE(commands.text);
            const auto files = replayed(before_files, driver, commands.text);
            if (files) {
                const Read device(driver, *files);
                CHECK(told(differences(device.device(), after.device()), after.device()) == "");
                check_undo(after, commands.text, *files);
            }
        }
    }

    void check_undo(const Read& after, const std::string& commands, const Files& device_files)
    {
        if (driver.undo == nullptr)
            return;
        const Commands back = driver.undo(before.trees, after.trees, before.device(), changes);
        check_refusals(back.refused, changes.size());
        if (!back.refused.empty() || back.text.empty())
            return;
        CAPTURE(back.text);
        // A patch applies to the patched files; lines are replayed one after the other from the start, since a device does not
        // print back what it was given.
        const bool patch = commands.starts_with('[');
        const auto files = patch ? replayed(device_files, driver, back.text)
                                 : replayed(before_files, driver, commands + back.text);
        REQUIRE(files.has_value());
        const Read undone(driver, *files);
        CHECK(told(differences(before.device(), undone.device()), before.device()) == "");
    }
};

TEST_SUITE_BEGIN("driver contract");

TEST_CASE(
    "every change is refused with a reason, or made exactly: in the files, by the commands, and when undone")
{
    for_each_example([](const Driver& driver, const std::string& text) {
        if (driver.edit == nullptr)
            return;
        const Files files = base_files(driver, text);
        const Read base(driver, files);
        std::size_t made = 0;
        const std::vector<Change> changes = contract::every_change(base.device());
        for (const Change& change : changes) {
            const std::string what = describe(change);
            CAPTURE(what);
            CAPTURE(change.shared);
            Trial trial(driver, files, change);
            made += trial.run() ? 1U : 0U;
        }
        MESSAGE(fmt::format("{}: {} of {} changes made", driver.name, made, changes.size()));
        // A subnet manager has only options, which the changes that all platforms are asked for do not cover.
        CHECK((made > 0 || Read(driver, files).device().manager));
    });
}

TEST_SUITE_END();

}
}
