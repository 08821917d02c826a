// SPDX-License-Identifier: Apache-2.0
#include "models/change/change.h"

#include <doctest/doctest.h>

namespace rocelint {
namespace {

Change change_of(Property property, ChangeValue value)
{
    return {.port = {0, 1}, .property = property, .value = value};
}

}

TEST_CASE("of two minimum sizes or lengths, the larger is set")
{
    Change mtu = change_of(Property::mtu, Bytes{9014});
    CHECK_FALSE(contradict(mtu, change_of(Property::mtu, Bytes{9214})));
    CHECK(merge_into(mtu, change_of(Property::mtu, Bytes{9214})));
    CHECK(mtu.value == ChangeValue(Bytes{9214}));
    CHECK(merge_into(mtu, change_of(Property::mtu, Bytes{1500})));
    CHECK(mtu.value == ChangeValue(Bytes{9214}));
    Change cable = change_of(Property::cable_length, Metres{5});
    CHECK(merge_into(cable, change_of(Property::cable_length, Metres{40})));
    CHECK(cable.value == ChangeValue(Metres{40}));
}

TEST_CASE("different speeds, schedulers or targets for one map entry contradict each other")
{
    CHECK(contradict(
        change_of(Property::speed, BitsPerSecond{1}), change_of(Property::speed, BitsPerSecond{2})));
    CHECK_FALSE(contradict(
        change_of(Property::speed, BitsPerSecond{1}), change_of(Property::speed, BitsPerSecond{1})));
    const SchedulerTarget strict{SchedulerKind::strict, std::nullopt, std::nullopt};
    const SchedulerTarget half{SchedulerKind::weighted, Percent::whole(50), std::nullopt};
    CHECK(contradict(change_of(Property::scheduler, strict), change_of(Property::scheduler, half)));
    const MapEntry three{MapKind::dscp_to_tc, 26, 3};
    const MapEntry four{MapKind::dscp_to_tc, 26, 4};
    const MapEntry other{MapKind::dscp_to_tc, 27, 4};
    CHECK(contradict(change_of(Property::dscp_map, three), change_of(Property::dscp_map, four)));
    CHECK_FALSE(contradict(change_of(Property::dscp_map, three), change_of(Property::dscp_map, other)));
}

TEST_CASE("a change says in words what it sets")
{
    Change queue
        = change_of(Property::scheduler, SchedulerTarget{SchedulerKind::weighted, Percent::whole(50), {}});
    queue.number = 3;
    CHECK(describe(queue) == "queue 3 weighted, 50 %");
    CHECK(describe(change_of(Property::speed, BitsPerSecond{400'000'000'000})) == "speed 400000 Mb/s");
    CHECK(describe(change_of(Property::cable_length, Metres{40})) == "cable of 40 m");
    CHECK(describe(change_of(Property::fec, Fec::rs)) == "FEC rs");
    CHECK(describe(change_of(Property::power_saving, false)) == "Energy-Efficient Ethernet off");
    CHECK(describe(change_of(Property::roce_version, RoceVersion::v2)) == "RoCE v2");
    Change headroom = change_of(Property::headroom, Bytes{5000});
    headroom.number = 3;
    CHECK(describe(headroom) == "headroom of 5000 bytes for priority 3");
    WatchdogTarget target;
    target.poll = Milliseconds(100);
    CHECK(describe(change_of(Property::watchdog_timers, target)) == "PFC watchdog on, poll 100 ms");
}

}
