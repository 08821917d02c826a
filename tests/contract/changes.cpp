// SPDX-License-Identifier: Apache-2.0
#include "tests/contract/changes.h"

#include <algorithm>

namespace rocelint::contract {
namespace {

constexpr Priority rdma = 3; // in every base example
constexpr Priority other = 4;
constexpr std::uint8_t cnp = 6;

PriorityDelta add(Priority priority) { return {.add = PrioritySet::of(priority), .remove = {}}; }
PriorityDelta take(Priority priority) { return {.add = {}, .remove = PrioritySet::of(priority)}; }

class Collector {
public:
    explicit Collector(std::vector<Change>& out) : out_(out) { }

    void of(std::uint32_t port) { port_ = port; }
    void ask(Property property, ChangeValue value, std::uint8_t number = 0xff)
    {
        for (const bool shared : {false, true})
            out_.push_back({.port = {0, port_},
                .property = property,
                .number = number,
                .value = value,
                .shared = shared});
    }

private:
    std::vector<Change>& out_;
    std::uint32_t port_ = Port::no_index;
};

void ask_pause(Collector& changes)
{
    changes.ask(Property::pfc, add(other));
    changes.ask(Property::pfc, take(rdma));
    changes.ask(Property::pfc, PriorityDelta{PrioritySet::of(other), PrioritySet::of(rdma)});
    changes.ask(Property::link_pause, true);
    changes.ask(Property::link_pause, false);
    changes.ask(Property::headroom, add(other));
    changes.ask(Property::headroom, take(rdma));
    changes.ask(Property::headroom, Bytes{200'000}, rdma);
    changes.ask(Property::watchdog,
        WatchdogTarget{.priorities = PrioritySet::of(rdma),
            .detection = Milliseconds{200},
            .restoration = Milliseconds{600},
            .poll = Milliseconds{100}});
    changes.ask(Property::watchdog_timers,
        WatchdogTarget{.priorities = PrioritySet::of(rdma),
            .detection = Milliseconds{300},
            .restoration = Milliseconds{900},
            .poll = Milliseconds{100}});
}

void ask_classes(Collector& changes)
{
    for (const Trust trust : {Trust::none, Trust::dscp, Trust::pcp, Trust::dscp_else_pcp})
        changes.ask(Property::trust, trust);
    changes.ask(Property::dscp_map, MapEntry{MapKind::dscp_to_tc, 26, other});
    changes.ask(Property::dscp_map, MapEntry{MapKind::dscp_to_tc, 30, rdma});
    changes.ask(Property::pcp_map, MapEntry{MapKind::pcp_to_tc, 5, rdma});
    changes.ask(Property::queue_map, MapEntry{MapKind::tc_to_queue, rdma, other});
    changes.ask(Property::queue_map, MapEntry{MapKind::priority_to_queue, rdma, other});
    changes.ask(Property::priority_group_map, MapEntry{MapKind::tc_to_priority_group, rdma, other});
    changes.ask(Property::priority_group_map, MapEntry{MapKind::priority_to_priority_group, rdma, other});
    changes.ask(Property::dscp_rewrite, MapEntry{MapKind::tc_to_dscp, rdma, 26});
}

void ask_queues(Collector& changes)
{
    const EcnTarget marking{Bytes{100'000}, Bytes{400'000}, Percent::whole(25)};
    for (const std::uint8_t queue : {rdma, other}) {
        changes.ask(Property::ecn, marking, queue);
        changes.ask(Property::ecn_thresholds, marking, queue);
        for (const Property property : {Property::ecn, Property::ecn_thresholds})
            changes.ask(
                property, EcnShares{Percent::whole(55), Percent::whole(90), Percent::whole(10)}, queue);
        changes.ask(Property::scheduler,
            SchedulerTarget{.kind = SchedulerKind::weighted, .bandwidth = Percent::whole(45), .weight = {}},
            queue);
        changes.ask(Property::scheduler,
            SchedulerTarget{.kind = SchedulerKind::weighted, .bandwidth = {}, .weight = 45},
            queue);
    }
    changes.ask(Property::scheduler,
        SchedulerTarget{.kind = SchedulerKind::strict, .bandwidth = {}, .weight = {}},
        other);
    for (const std::int64_t threshold : {-1, 1, 3})
        changes.ask(Property::buffer_threshold, DynamicThreshold{threshold}, rdma);
    changes.ask(Property::reserve, Bytes{250'000}, rdma);
}

void ask_link(Collector& changes)
{
    for (const std::uint64_t bytes : {1500U, 4200U, 9000U, 9200U})
        changes.ask(Property::mtu, Bytes{bytes});
    for (const std::uint64_t gigabits : {100U, 200U, 400U})
        changes.ask(Property::speed, BitsPerSecond{gigabits * 1'000'000'000});
    for (const Fec fec : {Fec::none, Fec::base_r, Fec::rs, Fec::rs544})
        changes.ask(Property::fec, fec);
    changes.ask(Property::cable_length, Metres{40});
    changes.ask(Property::power_saving, true);
    changes.ask(Property::power_saving, false);
}

void ask_host(Collector& changes)
{
    changes.ask(Property::rdma_marking, std::uint8_t{106});
    changes.ask(Property::rdma_marking, std::uint8_t{138});
    changes.ask(Property::cnp_marking, std::uint8_t{46});
    changes.ask(Property::roce_version, RoceVersion::v2);
    changes.ask(Property::congestion_control, add(other));
    changes.ask(Property::congestion_control, take(rdma));
}

}

std::vector<Change> every_change(const Device& device)
{
    std::vector<Change> out;
    Collector changes(out);
    const auto port = std::ranges::find(device.ports, PortKind::physical, &Port::kind);
    if (port != device.ports.end()) {
        changes.of(static_cast<std::uint32_t>(port - device.ports.begin()));
        ask_pause(changes);
        ask_classes(changes);
        ask_queues(changes);
        ask_link(changes);
        if (device.kind == DeviceKind::host)
            ask_host(changes);
    }
    changes.of(Port::no_index);
    changes.ask(Property::lossless_packet, Bytes{2048});
    HashFields fields;
    fields.insert(HashField::source_port);
    changes.ask(Property::hashing, fields);
    if (device.kind == DeviceKind::job)
        ask_host(changes);
    if (device.manager) {
        changes.ask(Property::manager, ManagerText{"reassign_lids", "TRUE"});
        changes.ask(Property::manager, ManagerText{"sweep_interval", "7"});
        changes.ask(Property::manager, ManagerText{"packet_life_time", "17"});
        // No configuration line states it.
        changes.ask(Property::manager, ManagerText{"babbling_port_policy", "TRUE"});
    }
    return out;
}

}
