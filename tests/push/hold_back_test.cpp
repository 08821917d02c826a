// SPDX-License-Identifier: Apache-2.0
#include "models/fabric/topology.h"
#include "workspace/fleet/hold_back.h"

#include <doctest/doctest.h>

namespace rocelint::workspace {
namespace {

// Two switches with a cable between their Ethernet0 ports.
Fabric two_switches()
{
    std::vector<Device> devices(2);
    const char* names[]{"leaf1", "spine1"};
    for (std::size_t index = 0; index < devices.size(); ++index) {
        devices[index].name = names[index];
        devices[index].ports.resize(2);
        devices[index].ports[0].name = "Ethernet0";
        devices[index].ports[1].name = "Ethernet4";
    }
    Topology topology;
    topology.links.push_back({"leaf1", "Ethernet0", "spine1", "Ethernet0", {}, {}, {}});
    return link(std::move(devices), {}, topology);
}

Change pfc_on(std::uint32_t port)
{
    return {.port = {0, port}, .property = Property::pfc, .value = PriorityDelta{PrioritySet::of(3), {}}};
}

TEST_CASE("no traffic is moved to a receiver whose PFC is left out")
{
    const Fabric fabric = two_switches();
    const auto held = [&](std::uint32_t receiver, std::uint32_t port) {
        const DeviceSteps devices[]{{0, {{0, Phase::map_in, {0}}}, {}}, {receiver, {}, {pfc_on(port)}}};
        return senders_to_hold_back(fabric, devices);
    };
    REQUIRE(held(1, 0).size() == 1);
    CHECK(held(1, 0)[0].sender == 0);
    CHECK(held(1, 0)[0].receiver == 1);
    CHECK(held(1, 1).empty()); // a port that leads nowhere
    // A port whose own PFC is left out brings no traffic to itself either.
    CHECK(held(0, 0).size() == 1);
    CHECK(held(0, 1).empty());
}

TEST_CASE("changes that do not move traffic into a lossless class wait for nothing")
{
    const Fabric fabric = two_switches();
    const DeviceSteps devices[]{
        {0, {{0, Phase::map_out, {0}}, {0, Phase::any, {0}}}, {}}, {1, {}, {pfc_on(0)}}};
    CHECK(senders_to_hold_back(fabric, devices).empty());
    const DeviceSteps other[]{{0, {{0, Phase::map_in, {0}}}, {}},
        {1, {}, {{.port = {0, 0}, .property = Property::mtu, .value = Bytes{9100}}}}};
    CHECK(senders_to_hold_back(fabric, other).empty());
}

}
}
