// SPDX-License-Identifier: Apache-2.0
// A switch with a scheduler and checkpoints, planned for, pushed and taken back by the program as a user runs it.
#include "drivers/driver.h"
#include "tests/cli/rocelint_run.h"
#include "tests/e2e/fleet.h"

#include <doctest/doctest.h>

namespace rocelint::e2e::push_nxos {
namespace {

std::string replaced(std::string text, const std::string& what, const std::string& with)
{
    for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + with.size()))
        text.replace(at, what.size(), with);
    return text;
}

// Its ports are too small for packets of RDMA.
std::string broken(bool scheduler)
{
    std::string text = replaced(std::string(find_driver("nxos")->base_example), "@NAME@", "leaf1");
    text = replaced(text, "no switchport\n  mtu 9216", "no switchport\n  mtu 1500");
    return scheduler ? replaced(text, "feature lldp", "feature lldp\nfeature scheduler") : text;
}

struct One {
    explicit One(bool scheduler)
    {
        fleet.add("leaf1", Device::Kind::nxos, broken(scheduler));
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

TEST_CASE("NX-OS is planned for, pushed under a scheduled rollback, saved, and rolled back to what it was")
{
    const One one(true);
    const std::string before = one.configuration("before");
    const Run planned = one.run({"plan", "inventory.yaml", "--allow-disruptive"});
    INFO(planned.out);
    REQUIRE(planned.code == 0);
    const Run pushed = one.run({"push", "plan.json", "--observe", "0"});
    INFO(pushed.out);
    INFO(pushed.err);
    REQUIRE(pushed.code == 0);
    const std::string after = one.configuration("after");
    CHECK(after != before);
    CHECK(holds(before, "mtu 1500"));
    CHECK(!holds(after, "mtu 1500"));
    const std::string typed = one.fleet.device("leaf1").commands();
    CHECK(typed.find("schedule rocelint time start") < typed.find(" mtu "));
    CHECK(typed.find("no scheduler schedule name rocelint", typed.find(" mtu "))
        < typed.find("copy running-config startup-config"));
    const Run back = one.run({"rollback", "plan.json.journal", "--observe", "0"});
    INFO(back.out);
    INFO(back.err);
    REQUIRE(back.code == 0);
    CHECK(one.configuration("back") == before);
}

TEST_CASE("NX-OS without its scheduler is left out of a plan, and the plan says how to switch it on")
{
    const One one(false);
    const Run planned = one.run({"plan", "inventory.yaml", "--allow-disruptive"});
    INFO(planned.out);
    CHECK(planned.says("`feature scheduler` is off, so that the switch has no timer"));
    CHECK(planned.says("there is nothing to push"));
}

}
}
