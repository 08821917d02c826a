// SPDX-License-Identifier: Apache-2.0
// Plans, pushes and rolls back a switch with a scheduler and checkpoints by running the program as a user would.
#include "tests/e2e/push/one_device.h"

namespace rocelint::e2e::push_nxos {
namespace {

constexpr OneDevice::Change small_ports{"no switchport\n  mtu 9216", "no switchport\n  mtu 1500"};

TEST_CASE(
    "NX-OS is planned for, pushed under a scheduled rollback, saved, and rolled back to its old configuration")
{
    check_push(
        OneDevice(
            Device::Kind::nxos, "nxos", {small_ports, {"feature lldp", "feature lldp\nfeature scheduler"}}),
        {"schedule rocelint time start",
            " mtu ",
            "no scheduler schedule name rocelint",
            "copy running-config startup-config"});
}

TEST_CASE("NX-OS without its scheduler is left out of a plan, and the plan says how to switch it on")
{
    const OneDevice one(Device::Kind::nxos, "nxos", {small_ports});
    const Run planned = one.run({"plan", "inventory.yaml", "--allow-disruptive"});
    INFO(planned.out);
    CHECK(planned.says("`feature scheduler` is off, so that the switch has no timer"));
    CHECK(planned.says("there is nothing to push"));
}

}
}
