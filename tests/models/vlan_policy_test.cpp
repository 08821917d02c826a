// SPDX-License-Identifier: Apache-2.0
#include "models/fabric/device.h"
#include "models/fabric/vlan_policy.h"

#include <doctest/doctest.h>

namespace rocelint {
namespace {

TEST_SUITE_BEGIN("policies of VLANs");

TEST_CASE("a list of VLANs has numbers and ascending ranges")
{
    const auto ids = parse_vlan_ids("10,20-22 4094");
    REQUIRE(ids);
    CHECK(ids->count() == 5);
    CHECK(ids->test(21));
    for (const char* wrong : {"", "0", "4095", "22-20", "10-", "10;20", "v10", "99999999999999999999"}) {
        CAPTURE(wrong);
        CHECK_FALSE(parse_vlan_ids(wrong));
    }
    CHECK(vlan_of_interface("Vlan10").test(10));
    CHECK(vlan_of_interface("irb.10").none());
    CHECK(vlan_of_interface("Vlan10.1").none());
}

TEST_CASE("a policy of a VLAN concerns ports in it and ports whose VLANs are not read")
{
    Device device;
    device.ports.resize(4);
    const OriginId here = device.origins.explicit_at({});
    device.ports[1].routed = {true, here};
    device.ports[2].lag = 3;
    device.ports[3].kind = PortKind::lag;
    VlanIds ten;
    ten.set(10);
    const VlanPolicyScope unread;
    CHECK(unread.may_concern(device, 0, ten));
    CHECK_FALSE(unread.may_concern(device, 1, ten));
    CHECK(unread.why_class_open(device, 0) == vlan_may_classify);
    VlanIds twenty;
    twenty.set(20);
    const VlanPolicyScope read({{ten, true}, {ten, true}, {ten, true}, {twenty, true}});
    CHECK(read.may_concern(device, 0, ten));
    CHECK_FALSE(read.may_concern(device, 2, ten)); // its LAG counts
    CHECK(read.why_class_open(device, 0) == vlan_of_port_may_classify);
    CHECK_FALSE(read.covers(device, 0, ten)); // it may be routed
    device.ports[0].routed = {false, here};
    CHECK(read.covers(device, 0, ten));
    CHECK_FALSE(read.covers(device, 0, twenty));
}

TEST_SUITE_END();

}
}
