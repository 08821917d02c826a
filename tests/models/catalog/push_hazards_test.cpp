// SPDX-License-Identifier: Apache-2.0
#include "models/catalog/push_hazards.h"

#include <doctest/doctest.h>

namespace rocelint {
namespace {

using catalog::find_hazard;
using catalog::PushClass;

Change change_of(Property property, ChangeValue value, FixClass fix_class = FixClass::hitless)
{
    return {.property = property, .value = value, .fix_class = fix_class};
}

const PriorityDelta on{PrioritySet::of(3), {}};
const PriorityDelta off{{}, PrioritySet::of(3)};

}

TEST_CASE("a change of PFC toggles the link of an mlx5 port, and may do so on another NIC")
{
    const Change pfc = change_of(Property::pfc, on);
    const auto known = find_hazard("linux-host", "mlx5_core", pfc);
    CHECK(known.push_class == PushClass::disruptive);
    CHECK(known.undo_class == PushClass::disruptive);
    CHECK(known.source.find("mlx5e_dcbnl_ieee_setpfc") != std::string_view::npos);
    CHECK(find_hazard("linux-host", "", pfc).push_class == PushClass::disruptive); // it may be disruptive
    const auto broadcom = find_hazard("linux-host", "bnxt_en", pfc);
    CHECK(broadcom.push_class == PushClass::disruptive);
    CHECK(broadcom.source.find("bnxt_queue_remap") != std::string_view::npos);
    const auto other = find_hazard("linux-host", "ice", pfc);
    CHECK(other.push_class == PushClass::hitless);
    CHECK(other.source == "");
}

TEST_CASE("any change of a Junos port's congestion notification profile blocks the port")
{
    for (const Change& change : {change_of(Property::pfc, on),
             change_of(Property::pfc, off),
             change_of(Property::cable_length, Metres{40}),
             change_of(Property::watchdog, WatchdogTarget{.priorities = PrioritySet::of(3)}),
             change_of(Property::queue_map, MapEntry{.kind = MapKind::priority_to_queue, .from = 3, .to = 3}),
             change_of(Property::dscp_map, MapEntry{.kind = MapKind::dscp_to_tc, .from = 26, .to = 3})}) {
        CAPTURE(name_of(change.property));
        const auto hazard = find_hazard("junos", "", change);
        CHECK(hazard.push_class == PushClass::disruptive);
        CHECK(hazard.undo_class == PushClass::disruptive);
        CHECK(hazard.source.find("blocks the entire port") != std::string_view::npos);
    }
    CHECK(find_hazard("junos", "", change_of(Property::trust, Trust::dscp)).source == "");
}

TEST_CASE("any change of an NX-OS queuing policy loses traffic for a moment")
{
    for (const Change& change : {change_of(Property::ecn, EcnTarget{}),
             change_of(Property::ecn_thresholds, EcnTarget{}),
             change_of(Property::scheduler, SchedulerTarget{}),
             change_of(Property::reserve, Bytes{1000})}) {
        CAPTURE(name_of(change.property));
        const auto hazard = find_hazard("nxos", "", change);
        CHECK(hazard.push_class == PushClass::disruptive);
        CHECK(hazard.undo_class == PushClass::disruptive);
        CHECK(hazard.source.find("Queuing and Scheduling") != std::string_view::npos);
    }
    CHECK(find_hazard("nxos", "", change_of(Property::mtu, Bytes{9216})).source == "");
}

TEST_CASE("a DSCP that moves between unpaused classes leaves the profile of a Junos port alone")
{
    Device device;
    device.platform = "junos";
    const OriginId here = device.origins.default_of("this test");
    ClassMap dscps;
    dscps.kind = MapKind::dscp_to_tc;
    dscps.set(26, 3, here);
    dscps.set(48, 0, here);
    ClassMap groups;
    groups.kind = MapKind::tc_to_priority_group;
    for (std::uint8_t tc = 0; tc < 8; ++tc)
        groups.set(tc, tc, here);
    device.maps = {dscps, groups};
    Port port;
    port.kind = PortKind::physical;
    port.dscp_to_tc = {Ref{0}, here};
    port.tc_to_priority_group = {Ref{1}, here};
    port.priority_to_priority_group = {Ref{}, here};
    port.tc_to_queue = {Ref{}, here};
    port.priority_to_queue = {Ref{}, here};
    port.pfc_tx = {PrioritySet::of(3), here};
    device.ports.push_back(port);
    const auto moved = [&](std::uint8_t from, std::uint8_t to) {
        return find_hazard(device,
            change_of(Property::dscp_map, MapEntry{.kind = MapKind::dscp_to_tc, .from = from, .to = to}))
            .push_class;
    };
    CHECK(moved(48, 6) == PushClass::hitless);
    CHECK(moved(48, 3) == PushClass::disruptive);
    CHECK(moved(26, 6) == PushClass::disruptive);
    device.ports[0].pfc_tx = {};
    CHECK(moved(48, 6) == PushClass::disruptive);
}

TEST_CASE("the NIC driver behind the port of a host decides")
{
    Device host;
    host.kind = DeviceKind::host;
    host.platform = "linux-host";
    host.nics.resize(1);
    host.nics[0].driver = {"ice", host.origins.default_of("this test")};
    host.ports.resize(1);
    host.ports[0].nic = 0;
    Change pfc = change_of(Property::pfc, on);
    pfc.port = {0, 0};
    CHECK(find_hazard(host, pfc).push_class == PushClass::hitless);
    host.nics[0].driver.value = "mlx5_core";
    CHECK(find_hazard(host, pfc).push_class == PushClass::disruptive);
}

TEST_CASE("without a catalog entry the change's own class applies, and manual changes are refused")
{
    const auto hazard = find_hazard("eos", "", change_of(Property::pfc, on, FixClass::disruptive));
    CHECK(hazard.push_class == PushClass::disruptive);
    CHECK(hazard.undo_class == PushClass::disruptive);
    CHECK(hazard.source == "");
    CHECK(hazard.reason == "how this platform behaves during the change is undocumented");
    CHECK(find_hazard("eos", "", change_of(Property::pfc, on, FixClass::manual)).push_class
        == PushClass::refused);
    // A source takes precedence over the change's own fix class.
    CHECK(find_hazard("sonic", "", change_of(Property::mtu, Bytes{9214}, FixClass::disruptive)).push_class
        == PushClass::hitless);
}

TEST_CASE("undoing a change may be worse than making it")
{
    const auto cable = find_hazard("sonic", "", change_of(Property::cable_length, Metres{40}));
    CHECK(cable.push_class == PushClass::hitless);
    CHECK(cable.undo_class == PushClass::disruptive);
    CHECK(cable.source.find("20664") != std::string_view::npos);
}

TEST_CASE("the direction of a change counts, and so does an ASIC on which the device refuses it")
{
    CHECK(find_hazard("sonic", "spectrum-4", change_of(Property::headroom, on)).undo_class
        == PushClass::disruptive);
    const Change bytes = change_of(Property::headroom, Bytes{50000});
    CHECK(find_hazard("sonic", "trident2", bytes).push_class == PushClass::refused);
    CHECK(find_hazard("sonic", "", bytes).push_class == PushClass::hitless);
    CHECK(find_hazard("sonic", "trident2", change_of(Property::headroom, off)).push_class
        == PushClass::disruptive);
}

TEST_CASE("a change for which SONiC's updater takes ports down is not hitless")
{
    for (const Property property : {Property::pfc, Property::trust, Property::ecn})
        CHECK(
            find_hazard("sonic", "spectrum-4", change_of(property, on)).push_class == PushClass::disruptive);
    CHECK(find_hazard("sonic", "spectrum-4", change_of(Property::headroom, off)).push_class
        == PushClass::disruptive);
    CHECK(find_hazard("sonic", "spectrum-4", change_of(Property::ecn_thresholds, on)).push_class
        == PushClass::hitless);
}

TEST_CASE("SONiC's updater finds no port in the row of a virtual output queue")
{
    Device card;
    card.platform = "sonic";
    card.ports.emplace_back();
    const Change ecn = change_of(Property::ecn, EcnTarget{});
    CHECK(find_hazard(card, ecn).push_class == PushClass::disruptive);
    card.virtual_queues = {true, card.origins.explicit_at({})};
    CHECK(find_hazard(card, ecn).push_class == PushClass::hitless);
    CHECK(find_hazard(card, ecn).undo_class == PushClass::hitless);
    CHECK(find_hazard(card, ecn).source != "");
    CHECK(find_hazard(card, change_of(Property::pfc, on)).push_class == PushClass::disruptive);
}

TEST_CASE("rows that a daemon would create are not a hazard if they already exist")
{
    Device device;
    device.platform = "sonic";
    const OriginId here = device.origins.explicit_at({});
    device.ports.resize(1);
    device.ports[0].speed = {BitsPerSecond{400'000'000'000}, here};
    device.ports[0].cable_length = {Metres{5}, here};
    Change cable = change_of(Property::cable_length, Metres{40});
    Change watchdog = change_of(Property::watchdog, WatchdogTarget{PrioritySet::of(3), {}, {}, {}});
    cable.port = watchdog.port = {0, 0};
    for (const Change& change : {cable, watchdog})
        CHECK(find_hazard(device, change).undo_class == PushClass::disruptive);
    BufferProfile profile;
    profile.for_speed = device.ports[0].speed;
    profile.for_cable = {Metres{40}, here};
    device.buffer_profiles.push_back(profile);
    CHECK(find_hazard(device, cable).undo_class == PushClass::disruptive); // nothing uses it
    device.groups.push_back({3, {Ref{0}, here}, {true, here}});
    CHECK(find_hazard(device, cable).undo_class == PushClass::hitless);
    device.ports[0].watchdog.poll = {Milliseconds(200), here};
    CHECK(find_hazard(device, watchdog).undo_class == PushClass::disruptive); // nothing is watched yet
    device.ports[0].watchdog.priorities = {PrioritySet::of(3), here};
    CHECK(find_hazard(device, watchdog).undo_class == PushClass::hitless);
}

}
