// SPDX-License-Identifier: Apache-2.0
// Switches whose way back is a timer of their Linux, planned for, pushed and taken back by the program as a user runs it.
#include "drivers/driver.h"
#include "tests/cli/rocelint_run.h"
#include "tests/e2e/fleet.h"

#include <doctest/doctest.h>

namespace rocelint::e2e::push_timer {
namespace {

std::string replaced(std::string text, const std::string& what, const std::string& with)
{
    for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + with.size()))
        text.replace(at, what.size(), with);
    return text;
}

// Its ports are too small for packets of RDMA.
struct One {
    One(Device::Kind kind, const char* platform)
    {
        fleet.add("leaf1",
            kind,
            replaced(replaced(std::string(find_driver(platform)->base_example), "@NAME@", "leaf1"),
                "mtu 9216",
                "mtu 1500"));
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

void check_push(const One& one, const std::string& save)
{
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
    const std::size_t armed = typed.find("systemd-run --unit=rocelint-deadman ");
    const std::size_t changed = typed.find(" mtu ");
    const std::size_t confirmed = typed.find("systemctl stop rocelint-deadman.timer");
    CHECK(armed < changed);
    CHECK(changed < confirmed);
    CHECK(confirmed < typed.find(save));
    CHECK(typed.find(save) != std::string::npos);
    const Run back = one.run({"rollback", "plan.json.journal", "--observe", "0"});
    INFO(back.out);
    INFO(back.err);
    REQUIRE(back.code == 0);
    CHECK(one.configuration("back") == before);
}

TEST_CASE("OS10 is planned for, pushed under a timer of its Linux, saved, and rolled back to what it was")
{
    check_push(One(Device::Kind::os10, "os10"), "copy running-configuration startup-configuration");
}

TEST_CASE(
    "Enterprise SONiC is planned for, pushed under a timer of its Linux, saved, and rolled back to what it was")
{
    check_push(One(Device::Kind::sonic_cli, "sonic-cli"), "write memory");
}

TEST_CASE("OS10 without a Linux shell is left out of a plan, and the plan says how to get one")
{
    const One one(Device::Kind::os10, "os10");
    one.fleet.device("leaf1").set_control(R"({"no_bash": true})");
    const Run planned = one.run({"plan", "inventory.yaml", "--allow-disruptive"});
    INFO(planned.out);
    CHECK(planned.says("gives no Linux shell: give the login the role sysadmin"));
    CHECK(planned.says("there is nothing to push"));
}

}
}
