// SPDX-License-Identifier: Apache-2.0
#include "models/change/difference.h"

#include "models/fabric/target.h"

#include <algorithm>
#include <array>
#include <utility>

namespace rocelint {
namespace {

template <class T>
bool same(const Setting<T>& a, const Setting<T>& b)
{
    return a.known() == b.known() && (!a.known() || a.value == b.value);
}

bool same_map(const Device& before, const Setting<Ref>& a, const Device& after, const Setting<Ref>& b)
{
    if (a.known() != b.known())
        return false;
    const ClassMap* one = before.map(a);
    const ClassMap* other = after.map(b);
    return (one == nullptr) == (other == nullptr) && (one == nullptr || one->to == other->to);
}

bool same_watchdog(const PfcWatchdog& a, const PfcWatchdog& b)
{
    return same(a.enabled, b.enabled) && same(a.priorities, b.priorities) && same(a.action, b.action);
}

// Of a watchdog that is switched on or off with its times, the switch is the difference.
bool same_timers(const PfcWatchdog& a, const PfcWatchdog& b)
{
    if (a.enabled.known() && b.enabled.known() && a.enabled.value != b.enabled.value)
        return true;
    return same(a.detection, b.detection) && same(a.restoration, b.restoration) && same(a.poll, b.poll);
}

// What pause stops: of priorities that the port obeys before and after. Without PFC nobody may know it.
bool same_stops(const Device& before, const Port& a, const Device& after, const Port& b)
{
    const PrioritySet obeyed = a.pfc_rx.value_or({}) & b.pfc_rx.value_or({});
    const bool no_pfc = a.pfc_rx.known() && b.pfc_rx.known() && obeyed.empty();
    if (no_pfc && a.priority_to_queue.known() != b.priority_to_queue.known())
        return true;
    const ClassMap* one = before.map(a.priority_to_queue);
    const ClassMap* other = after.map(b.priority_to_queue);
    if (a.pfc_rx.value_or({}) == b.pfc_rx.value_or({}) || one == nullptr || other == nullptr)
        return same_map(before, a.priority_to_queue, after, b.priority_to_queue);
    for (const Priority priority : obeyed) {
        if (one->to[priority] != other->to[priority])
            return false;
    }
    return true;
}

bool same_curves(const EcnProfile& a, const EcnProfile& b)
{
    return std::ranges::equal(a.curves, b.curves, [](const EcnCurve& one, const EcnCurve& other) {
        return one.colour == other.colour && same(one.marks, other.marks) && same(one.drops, other.drops)
            && same(one.min_threshold, other.min_threshold) && same(one.max_threshold, other.max_threshold)
            && same(one.max_probability, other.max_probability);
    });
}

bool same_scheduler(const Scheduler& a, const Scheduler& b)
{
    return same(a.kind, b.kind) && same(a.weight, b.weight) && same(a.bandwidth, b.bandwidth)
        && same(a.limit, b.limit);
}

bool same_profile(const BufferProfile& a, const BufferProfile& b)
{
    return same(a.reserved, b.reserved) && same(a.xon, b.xon) && same(a.xoff, b.xoff)
        && same(a.dynamic_threshold, b.dynamic_threshold) && same(a.fixed_threshold, b.fixed_threshold);
}

// Two settings that refer to nothing, or to things that `equal` finds alike.
template <class T, class Equal>
bool same_target(const std::vector<T>& before,
    const Setting<Ref>& a,
    const std::vector<T>& after,
    const Setting<Ref>& b,
    Equal&& equal)
{
    const T* one = target_of(before, a);
    const T* other = target_of(after, b);
    return a.known() == b.known() && (one == nullptr) == (other == nullptr)
        && (one == nullptr || equal(*one, *other));
}

class Comparison {
public:
    Comparison(const Device& before, const Device& after) : before_(before), after_(after) { }

    std::vector<Difference> run()
    {
        const std::size_t ports = std::max(before_.ports.size(), after_.ports.size());
        for (std::uint32_t index = 0; index < ports; ++index) {
            port_ = index;
            if (index >= before_.ports.size() || index >= after_.ports.size()
                || before_.ports[index].name != after_.ports[index].name)
                note(Property::syntax, false);
            else
                compare(before_.ports[index], after_.ports[index]);
        }
        port_ = Port::no_index;
        note(Property::rdma_marking, same_jobs());
        note(Property::hashing,
            same(before_.load_balancing.ecmp, after_.load_balancing.ecmp)
                && same(before_.load_balancing.lag, after_.load_balancing.lag));
        note(Property::lossless_packet, same(before_.headroom.lossless_mtu, after_.headroom.lossless_mtu));
        note(Property::syntax, before_.name == after_.name && same(before_.role, after_.role));
        std::ranges::sort(found_);
        found_.erase(std::ranges::unique(found_).begin(), found_.end());
        return std::move(found_);
    }

private:
    void note(Property property, bool equal)
    {
        if (!equal)
            found_.push_back({port_, property});
    }

    // Where PFC comes or goes as a whole, what its profile says besides comes or goes with it.
    static bool is_bound_anew(const Port& a, const Port& b)
    {
        return a.pfc_tx.known() && b.pfc_tx.known() && a.pfc_tx.value.empty() != b.pfc_tx.value.empty()
            && a.cable_length.known() != b.cable_length.known();
    }

    [[nodiscard]] bool same_jobs() const
    {
        return std::ranges::equal(before_.jobs, after_.jobs, [](const Job& a, const Job& b) {
            return same(a.traffic_class, b.traffic_class) && same(a.service_level, b.service_level)
                && same(a.gid_index, b.gid_index) && same(a.queue_pairs, b.queue_pairs);
        });
    }

    void compare(const Port& a, const Port& b)
    {
        note(Property::pfc,
            same(a.pfc_rx, b.pfc_rx) && same(a.pfc_tx, b.pfc_tx) && same(a.pfc_asymmetric, b.pfc_asymmetric));
        note(Property::link_pause, same(a.pause_rx, b.pause_rx) && same(a.pause_tx, b.pause_tx));
        note(Property::trust, same(a.trust, b.trust) && same(a.default_tc, b.default_tc));
        note(Property::mtu, same(a.ip_mtu, b.ip_mtu) && same(a.max_frame, b.max_frame));
        note(Property::speed,
            same(a.speed, b.speed) && same(a.autoneg, b.autoneg) && same(a.admin_up, b.admin_up));
        note(Property::fec, same(a.fec, b.fec));
        note(Property::power_saving, same(a.energy_efficient, b.energy_efficient));
        note(Property::cable_length, same(a.cable_length, b.cable_length) || is_bound_anew(a, b));
        note(Property::watchdog, same_watchdog(a.watchdog, b.watchdog));
        note(Property::watchdog_timers, same_timers(a.watchdog, b.watchdog));
        note(Property::dscp_map, same_map(before_, a.dscp_to_tc, after_, b.dscp_to_tc));
        note(Property::dscp_rewrite, same_map(before_, a.tc_to_dscp, after_, b.tc_to_dscp));
        note(Property::pcp_map, same_map(before_, a.pcp_to_tc, after_, b.pcp_to_tc));
        note(Property::queue_map,
            same_map(before_, a.tc_to_queue, after_, b.tc_to_queue) && same_stops(before_, a, after_, b));
        note(Property::priority_group_map,
            same_map(before_, a.tc_to_priority_group, after_, b.tc_to_priority_group)
                && same_map(before_, a.priority_to_priority_group, after_, b.priority_to_priority_group));
        compare_queues(a, b);
        compare_groups(a, b);
        if (a.nic < before_.nics.size() && b.nic < after_.nics.size())
            compare_nics(before_.nics[a.nic], after_.nics[b.nic]);
    }

    void compare_queues(const Port& a, const Port& b)
    {
        const auto one = before_.queues_of(a);
        const auto other = after_.queues_of(b);
        note(Property::syntax, one.size() == other.size());
        for (std::size_t index = 0; index < std::min(one.size(), other.size()); ++index) {
            note(Property::ecn,
                same_target(before_.ecn_profiles,
                    one[index].ecn,
                    after_.ecn_profiles,
                    other[index].ecn,
                    same_curves));
            note(Property::scheduler,
                same_target(before_.schedulers,
                    one[index].scheduler,
                    after_.schedulers,
                    other[index].scheduler,
                    same_scheduler));
            note(Property::buffer_threshold,
                same_target(before_.buffer_profiles,
                    one[index].buffer,
                    after_.buffer_profiles,
                    other[index].buffer,
                    same_profile));
        }
    }

    void compare_groups(const Port& a, const Port& b)
    {
        const auto one = before_.groups_of(a);
        const auto other = after_.groups_of(b);
        note(Property::syntax, one.size() == other.size());
        for (std::size_t index = 0; index < std::min(one.size(), other.size()); ++index)
            note(Property::headroom,
                same(one[index].lossless, other[index].lossless)
                    && same_target(before_.buffer_profiles,
                        one[index].buffer,
                        after_.buffer_profiles,
                        other[index].buffer,
                        same_profile));
    }

    void compare_nics(const Nic& a, const Nic& b)
    {
        note(Property::rdma_marking, same(a.traffic_class, b.traffic_class) && same(a.cm_tos, b.cm_tos));
        note(Property::cnp_marking, same(a.cnp_dscp, b.cnp_dscp) && same(a.cnp_priority, b.cnp_priority));
        note(Property::congestion_control,
            same(a.ecn_notification, b.ecn_notification) && same(a.ecn_reaction, b.ecn_reaction));
        note(Property::roce_version, same(a.cm_version, b.cm_version));
    }

    const Device& before_;
    const Device& after_;
    std::uint32_t port_ = 0;
    std::vector<Difference> found_;
};

// What a change of one property brings along: daemons make headroom of the PFC priorities, a watchdog watches them.
constexpr auto brought_along = std::to_array<std::pair<Property, Property>>({
    {Property::pfc, Property::headroom},
    {Property::pfc, Property::watchdog},
    {Property::pfc, Property::link_pause},
    {Property::pfc,
        Property::priority_group_map}, // of a class that only has a priority where nothing is said
    {Property::trust, Property::dscp_map},
    {Property::trust, Property::pfc}, // of DSCPs whose class nobody knew before
    {Property::trust, Property::headroom},
    {Property::trust, Property::queue_map},
    {Property::trust, Property::pcp_map},
    {Property::queue_map, Property::syntax}, // a host lists the queues that a priority leads to
    {Property::queue_map, Property::scheduler},
    {Property::queue_map, Property::ecn},
    {Property::ecn_thresholds, Property::ecn},
    {Property::speed, Property::headroom},
    {Property::speed, Property::ecn}, // thresholds that are written as a time
    {Property::cable_length, Property::headroom},
    {Property::reserve, Property::headroom},
    {Property::buffer_threshold, Property::headroom},
    {Property::watchdog, Property::watchdog_timers},
    {Property::watchdog_timers, Property::watchdog},
});

bool explains(const Change& change, Property property)
{
    return change.property == property || std::ranges::any_of(brought_along, [&](const auto& pair) {
        return pair.first == change.property && pair.second == property;
    });
}

}

std::vector<Difference> differences(const Device& before, const Device& after)
{
    return Comparison(before, after).run();
}

std::vector<Difference> unexplained(
    const std::vector<Difference>& found, const Device& device, std::span<const Change> changes)
{
    std::vector<Difference> left;
    for (const Difference& difference : found) {
        const bool meant = std::ranges::any_of(changes, [&](const Change& change) {
            const bool here = change.port.port == difference.port || change.shared
                || change.port.port >= device.ports.size();
            // A device-wide poll interval is every port's.
            const bool device_wide = difference.property == Property::watchdog_timers;
            return (here || device_wide) && explains(change, difference.property);
        });
        if (!meant)
            left.push_back(difference);
    }
    return left;
}

}
