// SPDX-License-Identifier: Apache-2.0
// Plans, pushes and rolls back switches whose dead-man is a timer of their Linux by running the program as a user would.
#include "tests/e2e/push/one_device.h"

namespace rocelint::e2e::push_timer {
namespace {

TEST_CASE(
    "OS10 is planned for, pushed under a timer of its Linux, saved, and rolled back to its old configuration")
{
    check_push(OneDevice(Device::Kind::os10, "os10", {{"mtu 9216", "mtu 1500"}}),
        {"systemd-run --unit=rocelint-deadman ",
            " mtu ",
            "systemctl stop rocelint-deadman.timer",
            "copy running-configuration startup-configuration"});
}

TEST_CASE(
    "Enterprise SONiC is planned for, pushed under a timer of its Linux, saved, and rolled back to its old configuration")
{
    check_push(OneDevice(Device::Kind::sonic_cli, "sonic-cli", {{"mtu 9216", "mtu 1500"}}),
        {"systemd-run --unit=rocelint-deadman ",
            " mtu ",
            "systemctl stop rocelint-deadman.timer",
            "write memory"});
}

TEST_CASE("OS10 without a Linux shell is left out of a plan, and the plan says how to get one")
{
    const OneDevice one(Device::Kind::os10, "os10", {{"mtu 9216", "mtu 1500"}});
    one.fleet.device("leaf1").set_control(R"({"no_bash": true})");
    const Run planned = one.run({"plan", "inventory.yaml", "--allow-disruptive"});
    INFO(planned.out);
    CHECK(planned.says("gives no Linux shell: give the login the role sysadmin"));
    CHECK(planned.says("there is nothing to push"));
}

TEST_CASE("push reports what a switch's timer could not roll back, without secrets")
{
    const OneDevice one(Device::Kind::os10, "os10", {{"mtu 9216", "mtu 1500"}});
    REQUIRE(one.run({"plan", "inventory.yaml", "--allow-disruptive"}).code == 0);
    one.fleet.device("leaf1").set_control(R"({"adds": true})");
    const Run pushed = one.run({"push", "plan.json", "--yes", "--observe", "0"});
    INFO(pushed.out);
    INFO(pushed.err);
    CHECK(pushed.code == 4);
    CHECK(pushed.says("one line is not as it was: `username <redacted"));
    CHECK(pushed.says("it is no longer tried: its lines are /run/rocelint/rl-"));
    CHECK(pushed.says("/undo on the switch: inspect it"));
    CHECK(!pushed.says("$6$salt"));
}

}
}
