// SPDX-License-Identifier: Apache-2.0
#include "models/change/change_order.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <random>
#include <ranges>

namespace rocelint {
namespace {

// A switch whose ports have their own DSCP map, one class and one group for each priority.
Device a_switch(std::uint32_t ports)
{
    Device device;
    device.name = "leaf1";
    const OriginId here = device.origins.default_of("this test");
    for (std::uint32_t index = 0; index < ports; ++index) {
        ClassMap map;
        for (Dscp dscp = 0; dscp < 64; ++dscp)
            map.set(dscp, 0, here);
        device.maps.push_back(map);
        Port port;
        port.name = device.arena->keep("Ethernet" + std::to_string(index));
        port.trust = {Trust::dscp, here};
        port.dscp_to_tc = {Ref{index}, here};
        for (Setting<Ref>* identity : {&port.tc_to_queue,
                 &port.tc_to_priority_group,
                 &port.priority_to_queue,
                 &port.priority_to_priority_group,
                 &port.pcp_to_tc})
            *identity = {Ref{}, here};
        port.pfc_rx = port.pfc_tx = {PrioritySet{}, here};
        port.groups_visible = true;
        port.first_group = static_cast<std::uint32_t>(device.groups.size());
        port.group_count = 8;
        for (const Priority number : PrioritySet::all())
            device.groups.push_back({number, {Ref{}, here}, {false, here}});
        device.ports.push_back(port);
    }
    return device;
}

void set_lossless(Device& device, std::uint32_t port, PrioritySet room, PrioritySet pfc)
{
    device.ports[port].pfc_rx.value = device.ports[port].pfc_tx.value = pfc;
    for (const Priority number : PrioritySet::all())
        device.groups[device.ports[port].first_group + number].lossless.value = room.has(number);
}

void make(Device& device, const Change& change)
{
    Port& port = device.ports[change.port.port];
    if (const auto* entry = std::get_if<MapEntry>(&change.value))
        device.maps[port.dscp_to_tc.value.index].to[entry->from] = entry->to;
    if (const auto* trust = std::get_if<Trust>(&change.value))
        port.trust.value = *trust;
    const auto* delta = std::get_if<PriorityDelta>(&change.value);
    if (delta == nullptr)
        return;
    if (change.property == Property::pfc) {
        port.pfc_rx.value = port.pfc_tx.value = (port.pfc_rx.value | delta->add) - delta->remove;
        return;
    }
    for (const std::uint8_t number : delta->add | delta->remove)
        device.groups[port.first_group + number].lossless.value = delta->add.has(number);
}

Change change_of(std::uint32_t port, Property property, ChangeValue value)
{
    return {.port = {0, port}, .property = property, .value = value};
}

Change maps(Dscp dscp, std::uint8_t tc)
{
    return change_of(0, Property::dscp_map, MapEntry{MapKind::dscp_to_tc, dscp, tc});
}

Change pfc(PrioritySet add, PrioritySet remove)
{
    return change_of(0, Property::pfc, PriorityDelta{add, remove});
}

Change room(PrioritySet add, PrioritySet remove)
{
    return change_of(0, Property::headroom, PriorityDelta{add, remove});
}

constexpr PrioritySet none{};
constexpr PrioritySet three = PrioritySet::of(3);
constexpr PrioritySet four = PrioritySet::of(4);

// The states of a device that makes the changes step by step.
std::vector<Device> states_of(const Device& device, const std::vector<Change>& changes, bool backwards)
{
    auto steps = split(device, changes);
    if (backwards)
        std::ranges::reverse(steps);
    std::vector<Device> states{device};
    for (const auto& [phase, indices] : steps) {
        Device next = states.back();
        for (const std::uint32_t index : indices)
            make(next, changes[index]);
        states.push_back(std::move(next));
    }
    return states;
}

std::optional<std::string> fault_in(const std::vector<Device>& states)
{
    std::vector<const Device*> pointers;
    for (const Device& state : states)
        pointers.push_back(&state);
    return unsafe_step(pointers);
}

struct Wanted {
    PrioritySet lossless;
    std::array<std::uint8_t, 64> classes{};
};

Wanted any_configuration(std::mt19937& random)
{
    Wanted wanted{{static_cast<std::uint8_t>(random() & 0b0011'1000U)}, {}};
    for (const Dscp dscp : {Dscp{10}, Dscp{26}, Dscp{34}, Dscp{48}})
        wanted.classes[dscp] = static_cast<std::uint8_t>(random() % 8);
    return wanted;
}

void configure(Device& device, std::uint32_t port, const Wanted& wanted)
{
    set_lossless(device, port, wanted.lossless, wanted.lossless);
    std::ranges::copy(wanted.classes, device.maps[port].to.begin());
}

std::vector<Change> between(std::uint32_t port, const Wanted& before, const Wanted& after)
{
    std::vector<Change> changes;
    const PriorityDelta delta{after.lossless - before.lossless, before.lossless - after.lossless};
    if (before.lossless != after.lossless) {
        changes.push_back(change_of(port, Property::pfc, delta));
        changes.push_back(change_of(port, Property::headroom, delta));
    }
    for (Dscp dscp = 0; dscp < 64; ++dscp) {
        if (before.classes[dscp] != after.classes[dscp])
            changes.push_back(change_of(
                port, Property::dscp_map, MapEntry{MapKind::dscp_to_tc, dscp, after.classes[dscp]}));
    }
    return changes;
}

}

TEST_CASE("enabling a lossless class follows the order headroom, PFC, watchdog, traffic")
{
    const Device device = a_switch(1);
    const std::vector<Change> changes{maps(26, 3),
        change_of(0, Property::watchdog, WatchdogTarget{three, {}, {}, {}}),
        pfc(three, none),
        room(three, none)};
    const auto steps = split(device, changes);
    REQUIRE(steps.size() == 4);
    CHECK(steps[0] == std::pair{Phase::room, std::vector<std::uint32_t>{3}});
    CHECK(steps[1] == std::pair{Phase::pfc, std::vector<std::uint32_t>{2}});
    CHECK(steps[2] == std::pair{Phase::watch, std::vector<std::uint32_t>{1}});
    CHECK(steps[3] == std::pair{Phase::map_in, std::vector<std::uint32_t>{0}});
}

TEST_CASE("disabling a lossless class follows the order traffic, PFC, headroom")
{
    Device device = a_switch(1);
    set_lossless(device, 0, three, three);
    device.maps[0].to[26] = 3;
    const std::vector<Change> changes{room(none, three), pfc(none, three), maps(26, 0)};
    const auto steps = split(device, changes);
    REQUIRE(steps.size() == 3);
    CHECK(steps[0] == std::pair{Phase::map_out, std::vector<std::uint32_t>{2}});
    CHECK(steps[1] == std::pair{Phase::pfc_off, std::vector<std::uint32_t>{1}});
    CHECK(steps[2] == std::pair{Phase::room_away, std::vector<std::uint32_t>{0}});
}

TEST_CASE("traffic moves between lossless classes when the new one is complete and the old one still is")
{
    Device device = a_switch(1);
    set_lossless(device, 0, four, four);
    device.maps[0].to[26] = 4;
    const std::vector<Change> changes
        = one_way(std::vector<Change>{pfc(three, four), room(three, four), maps(26, 3)});
    REQUIRE(changes.size() == 5);
    std::vector<Phase> phases;
    for (const auto& [phase, indices] : split(device, changes))
        phases.push_back(phase);
    CHECK(phases
        == std::vector<Phase>{Phase::room, Phase::pfc, Phase::map_in, Phase::pfc_off, Phase::room_away});
    CHECK_FALSE(fault_in(states_of(device, changes, false)));
}

TEST_CASE("changes on which no lossless class depends go with the first step")
{
    const Device device = a_switch(1);
    const Change ecn = change_of(0, Property::ecn, EcnTarget{});
    CHECK(split(device, std::vector<Change>{ecn}).front().first == Phase::any);
    const auto steps = split(device, std::vector<Change>{ecn, pfc(three, none), maps(26, 3)});
    REQUIRE(steps.size() == 2);
    CHECK(steps[0] == std::pair{Phase::pfc, std::vector<std::uint32_t>{0, 1}});
}

TEST_CASE(
    "trust is in the map-in phase if it opens a lossless class to marked packets, and map-out if it closes it")
{
    Device device = a_switch(1);
    set_lossless(device, 0, three, three);
    device.maps[0].to[26] = 3;
    CHECK(phase_of(device, change_of(0, Property::trust, Trust::none)) == Phase::map_out);
    device.ports[0].trust.value = Trust::none;
    device.ports[0].default_tc = {0, device.ports[0].trust.origin};
    CHECK(phase_of(device, change_of(0, Property::trust, Trust::dscp)) == Phase::map_in);
    device.maps[0].to[26] = 0;
    const Change trust = change_of(0, Property::trust, Trust::dscp);
    CHECK(phase_of(device, trust) == Phase::any);
    CHECK(phase_of(device, trust, std::vector<Change>{trust, maps(26, 3)}) == Phase::map_in);
}

TEST_CASE("larger packets wait for headroom, and smaller ones wait for nothing")
{
    Device device = a_switch(1);
    device.ports[0].max_frame = {Bytes{1514}, device.ports[0].trust.origin};
    CHECK(phase_of(device, change_of(0, Property::mtu, Bytes{9014})) == Phase::map_in);
    CHECK(phase_of(device, change_of(0, Property::mtu, Bytes{1400})) == Phase::any);
    device.ports[0].cable_length = {Metres{40}, device.ports[0].trust.origin};
    CHECK(phase_of(device, change_of(0, Property::cable_length, Metres{300})) == Phase::room);
    CHECK(phase_of(device, change_of(0, Property::cable_length, Metres{5})) == Phase::room_away);
}

TEST_CASE("a host marks last, even if the meaning of its mark is unknown")
{
    Device job;
    job.kind = DeviceKind::job;
    const Change mark{
        .port = {0, Port::no_index}, .property = Property::rdma_marking, .value = std::uint8_t{106}};
    CHECK(phase_of(job, mark) == Phase::map_in);
    Device host = a_switch(1);
    host.nics.resize(1);
    host.ports[0].nic = 0;
    host.maps[0].to[26] = 3;
    const Change on_port = change_of(0, Property::rdma_marking, std::uint8_t{106});
    CHECK(phase_of(host, on_port) == Phase::any); // priority 3 is not lossless here
    set_lossless(host, 0, three, three);
    CHECK(phase_of(host, on_port) == Phase::map_in);
}

TEST_CASE("in phase order no step leaves traffic in an incomplete lossless class")
{
    std::mt19937 random(1);
    int unsafe_backwards = 0;
    for (int run = 0; run < 2000; ++run) {
        Device device = a_switch(2);
        std::vector<Change> changes;
        for (const std::uint32_t port : {0U, 1U}) {
            const Wanted before = any_configuration(random);
            const Wanted after = any_configuration(random);
            configure(device, port, before);
            std::ranges::copy(between(port, before, after), std::back_inserter(changes));
        }
        std::ranges::shuffle(changes, random);
        changes = one_way(changes);
        const auto states = states_of(device, changes, false);
        const auto fault = fault_in(states);
        CHECK_MESSAGE(!fault, "run ", run, ": ", fault.value_or(""));
        unsafe_backwards += fault_in(states_of(device, changes, true)) ? 1 : 0;
    }
    CHECK(unsafe_backwards > 500);
}

TEST_CASE("an unsafe step is reported with its port, its traffic and what is missing")
{
    Device old = a_switch(1);
    Device mapped = old;
    mapped.maps[0].to[26] = 3;
    Device wanted = mapped;
    set_lossless(wanted, 0, three, three);
    CHECK(fault_in({old, mapped, wanted})
        == "after step 1, Ethernet0 has DSCP 26 in priority 3 without PFC and headroom");
    Device paused = mapped;
    set_lossless(paused, 0, none, three);
    CHECK(fault_in({mapped, paused, wanted}) == std::nullopt); // it lacked headroom before, too
    CHECK(fault_in({wanted, paused, wanted})
        == "after step 1, Ethernet0 has DSCP 26 in priority 3 without headroom");
    // A class that becomes lossy loses PFC first and then its headroom.
    Device lossy = wanted;
    set_lossless(lossy, 0, three, none);
    CHECK(fault_in({wanted, lossy, mapped}) == std::nullopt);
    CHECK(fault_in({wanted, paused, mapped}).has_value());
}

TEST_CASE(
    "across a cable the receiver is complete before its sender maps, and the sender stops before it is dismantled")
{
    std::vector<Device> devices{a_switch(2), a_switch(2), a_switch(1)};
    Topology topology;
    topology.path = "topology.yaml";
    const char* names[]{"leaf1", "spine1", "far1"};
    for (std::size_t index = 0; index < devices.size(); ++index)
        devices[index].name = names[index];
    topology.links.push_back({"leaf1", "Ethernet0", "spine1", "Ethernet0", {}, {}, {}});
    const Fabric fabric = link(std::move(devices), {}, topology);
    const std::vector<FabricStep> steps{{0, Phase::map_in, {1}},
        {1, Phase::room, {0}},
        {1, Phase::room, {1}}, // a port that leads nowhere
        {2, Phase::room, {}}, // no neighbour
        {1, Phase::pfc_off, {0}},
        {0, Phase::map_out, {1}},
        {1, Phase::pfc, {}}};
    const auto pairs = must_precede(fabric, steps);
    const auto before = [&](std::uint32_t first, std::uint32_t then) {
        return std::ranges::find(pairs, std::pair{first, then}) != pairs.end();
    };
    CHECK(before(1, 0));
    CHECK_FALSE(before(2, 0));
    CHECK_FALSE(before(3, 0));
    CHECK(before(6, 0));
    CHECK(before(5, 4));
    CHECK(before(0, 4));
    CHECK(before(1, 6)); // on the same device
    for (const auto& [first, then] : pairs)
        CHECK(steps[first].phase < steps[then].phase);
}

}
