// SPDX-License-Identifier: Apache-2.0
#include "models/change/changes_between.h"

#include <doctest/doctest.h>

#include <algorithm>

namespace rocelint {
namespace {

// A switch with ports of these names on which everything that is compared is known.
Device known_switch(const std::vector<std::string>& names)
{
    Device device;
    device.name = "leaf1";
    const OriginId here = device.origins.default_of("this test");
    for (const std::string& name : names) {
        Port port;
        port.name = device.arena->keep(name);
        port.pfc_rx = port.pfc_tx = {PrioritySet::of(3), here};
        port.max_frame = {Bytes{9214}, here};
        port.trust = {Trust::dscp, here};
        port.watchdog.enabled = {true, here};
        port.watchdog.detection = {Milliseconds(200), here};
        device.ports.push_back(port);
    }
    return device;
}

}

TEST_CASE("a device in its wanted state needs no change, in whatever order its ports are")
{
    const ChangesBetween between = changes_between(known_switch({"a", "b"}), known_switch({"b", "a"}));
    CHECK(between.changes.empty());
    CHECK(between.left.empty());
}

TEST_CASE("ports are matched by name, and differences become changes of the live port")
{
    const Device live = known_switch({"a", "b"});
    Device wanted = known_switch({"b", "a"});
    wanted.ports[0].pfc_rx.value = wanted.ports[0].pfc_tx.value = PrioritySet::of(4);
    wanted.ports[1].max_frame.value = Bytes{9014};
    const ChangesBetween between = changes_between(live, wanted, 7);
    REQUIRE(between.changes.size() == 2);
    CHECK(between.left.empty());
    CHECK(between.changes[0].port == PortId{7, 0});
    CHECK(between.changes[0].value == ChangeValue(Bytes{9014}));
    CHECK(between.changes[1].port == PortId{7, 1});
    CHECK(between.changes[1].value == ChangeValue(PriorityDelta{PrioritySet::of(4), PrioritySet::of(3)}));
}

TEST_CASE("differences that no change can make are reported with their port")
{
    const Device live = known_switch({"a", "gone"});
    Device wanted = known_switch({"a", "new"});
    wanted.ports[0].watchdog.enabled.value = false;
    wanted.ports[0].pfc_rx.value = {};
    wanted.ports[0].trust = {};
    const ChangesBetween between = changes_between(live, wanted);
    CHECK(between.changes.empty());
    std::vector<std::string> said;
    for (const LeftDifference& left : between.left)
        said.push_back(left.sentence);
    CHECK(said
        == std::vector<std::string>{"a: PFC should be on in one direction, and a change sets both",
            "a: trust is configured, and nothing says what it should be",
            "a: the watchdog is on, and no change switches it off",
            "gone: the device has this port, and nothing says what it should be",
            "new: the device has no such port"});
}

TEST_CASE("every kind of difference is either made or left, and in the list of differences")
{
    const Device live = known_switch({"a"});
    Device wanted = known_switch({"a"});
    wanted.ports[0].autoneg = {true, wanted.ports[0].trust.origin};
    wanted.ports[0].pause_rx = wanted.ports[0].pause_tx = {false, wanted.ports[0].trust.origin};
    wanted.ports[0].watchdog.detection.value = Milliseconds(400);
    const ChangesBetween between = changes_between(live, wanted);
    for (const Difference& difference : differences(live, wanted)) {
        const bool made = std::ranges::find(between.changes, difference.property, &Change::property)
            != between.changes.end();
        const bool left = std::ranges::any_of(
            between.left, [&](const LeftDifference& one) { return one.difference == difference; });
        CHECK((made || left));
    }
    REQUIRE(between.changes.size() == 2);
    CHECK(between.changes[0].value == ChangeValue(false));
    CHECK(between.changes[1].property == Property::watchdog_timers);
    REQUIRE(between.left.size() == 1);
    CHECK(between.left[0].sentence == "a: autonegotiation differs, and no change sets it");
}

}
