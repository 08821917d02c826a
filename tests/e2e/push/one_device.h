// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/driver.h"
#include "tests/cli/rocelint_run.h"
#include "tests/e2e/server/fleet.h"

#include <doctest/doctest.h>

#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

/// Plans, pushes and rolls back single switches with a command line by running the program as a user would.
namespace rocelint::e2e {

/// `text` with every occurrence of `what` replaced.
inline std::string replaced(std::string text, std::string_view what, std::string_view with)
{
    for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + with.size()))
        text.replace(at, what.size(), with);
    return text;
}

/// One switch "leaf1" that runs its driver's example with some texts replaced.
struct OneDevice {
    struct Change {
        std::string_view what;
        std::string_view with;
    };
    OneDevice(Device::Kind kind, std::string_view platform, std::initializer_list<Change> changes)
    {
        std::string text = replaced(std::string(find_driver(platform)->base_example), "@NAME@", "leaf1");
        for (const Change& change : changes)
            text = replaced(std::move(text), change.what, change.with);
        fleet.add("leaf1", kind, text);
        fleet.work().write("rocelint.yaml",
            "version: 1\nrdma: {priority: 3, dscp: [26]}\ncnp: {priority: 6, dscp: 48}\nprofile: lossless\n");
        (void)fleet.inventory();
    }
    [[nodiscard]] Run run(const std::vector<std::string>& arguments) const
    {
        RunOptions options;
        options.folder = fleet.work().path();
        options.environment = fleet.environment();
        return rocelint(arguments, options);
    }
    [[nodiscard]] std::string configuration(const std::string& folder) const
    {
        CHECK(run({"collect", "inventory.yaml", "-o", folder}).code == 0);
        return file_text(fleet.work().path(folder + "/leaf1.cfg"));
    }
    Fleet fleet;
};

/// Pushes a larger MTU to a switch whose ports cannot carry full RDMA packets, and rolls that back. `words` are parts of the
/// commands typed meanwhile, in this order.
inline void check_push(const OneDevice& one, std::initializer_list<std::string_view> words)
{
    const std::string before = one.configuration("before");
    const Run planned = one.run({"plan", "inventory.yaml", "--allow-disruptive"});
    INFO(planned.out);
    REQUIRE(planned.code == 0);
    const Run pushed = one.run({"push", "plan.json", "--yes", "--observe", "0"});
    INFO(pushed.out);
    INFO(pushed.err);
    REQUIRE(pushed.code == 0);
    const std::string after = one.configuration("after");
    CHECK(after != before);
    CHECK(holds(before, "mtu 1500"));
    CHECK(!holds(after, "mtu 1500"));
    const std::string typed = one.fleet.device("leaf1").commands();
    std::size_t at = 0;
    for (const std::string_view word : words) {
        CAPTURE(word);
        at = typed.find(word, at);
        REQUIRE(at != std::string::npos);
        at += word.size();
    }
    const Run back = one.run({"rollback", "plan.json.journal", "--yes", "--observe", "0"});
    INFO(back.out);
    INFO(back.err);
    REQUIRE(back.code == 0);
    CHECK(one.configuration("back") == before);
}

}
