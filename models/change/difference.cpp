// SPDX-License-Identifier: Apache-2.0
// The differences between two readings: all rows of fields.h, and the lists, which have no rows. Fixing,
// planning, reading back and drift all depend on it, so a gap here is a gap in all of them.
#include "models/change/difference.h"

#include "models/change/same_fields.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <tuple>
#include <utility>

namespace rocelint {
namespace {

// Link-local addresses, which a kernel assigns to each interface itself, come and go with the link (RFC 4291
// section 2.5.6).
bool is_link_local(const IpPrefix& prefix)
{
    const auto& bytes = prefix.address.bytes;
    return bytes[0] == 0xfe && (bytes[1] & 0xc0U) == 0x80;
}

using NamedAddress = std::pair<std::string_view, IpPrefix>;

std::vector<NamedAddress> addresses_of(const Device& device)
{
    std::vector<NamedAddress> out;
    for (const InterfaceAddress& address : device.forwarding.addresses) {
        if (!is_link_local(address.prefix))
            out.emplace_back(port_name(device, address.port), address.prefix);
    }
    std::ranges::sort(out);
    return out;
}

using NamedRoute = std::tuple<IpPrefix, std::optional<IpAddress>, std::string_view, bool, std::uint8_t>;

std::vector<NamedRoute> routes_of(const Device& device)
{
    std::vector<NamedRoute> out;
    for (const StaticRoute& route : device.forwarding.routes)
        out.emplace_back(route.to, route.via, port_name(device, route.port), route.discards, route.distance);
    std::ranges::sort(out);
    return out;
}

// The lines of each option. An unknown name counts as the option with the most similar spelling.
using LinesByOption = std::map<std::string_view, std::vector<std::pair<std::string_view, std::string_view>>>;

LinesByOption lines_of(const SubnetManager& manager)
{
    LinesByOption lines;
    for (const SmOption& option : manager.options)
        lines[option.meant.empty() ? option.name : option.meant].emplace_back(option.name, option.given);
    return lines;
}

bool same_member(const SmMember& a, const SmMember& b)
{
    return a.kind == b.kind && a.guid == b.guid && a.membership == b.membership
        && (a.kind != SmMember::Kind::group || a.text == b.text);
}

bool same_partition(const SmPartition& a, const SmPartition& b)
{
    return a.name == b.name && a.pkey == b.pkey && a.indx0 == b.indx0 && a.ipoib == b.ipoib
        && a.rate_code == b.rate_code && a.mtu_code == b.mtu_code && a.sl == b.sl
        && a.default_membership == b.default_membership
        && std::ranges::equal(a.members, b.members, same_member);
}

bool same_partitions(const SubnetManager& a, const SubnetManager& b)
{
    return a.has_partitions == b.has_partitions && a.partitions_dropped == b.partitions_dropped
        && std::ranges::equal(a.partitions, b.partitions, same_partition);
}

bool same_policy(const SmQosPolicy& a, const SmQosPolicy& b)
{
    const auto same_group = [](const SmPortGroup& one, const SmPortGroup& other) {
        return one.name == other.name && one.guids == other.guids && one.selectors == other.selectors;
    };
    const auto same = [](const Setting<std::uint8_t>& one, const Setting<std::uint8_t>& other) {
        return one.peek_known() == other.peek_known() && (!one.peek_known() || one.value == other.value);
    };
    const auto same_level = [&same](const SmQosLevel& one, const SmQosLevel& other) {
        return one.name == other.name && same(one.sl, other.sl) && same(one.mtu_limit, other.mtu_limit)
            && same(one.rate_limit, other.rate_limit) && same(one.packet_life, other.packet_life)
            && one.pkeys == other.pkeys;
    };
    const auto same_rule = [&same](const SmQosRule& one, const SmQosRule& other) {
        return one.level == other.level && same(one.sl, other.sl) && one.source == other.source
            && one.destination == other.destination && one.service_ids == other.service_ids
            && one.qos_classes == other.qos_classes && one.pkeys == other.pkeys && one.ulp == other.ulp;
    };
    return std::ranges::equal(a.groups, b.groups, same_group)
        && std::ranges::equal(a.levels, b.levels, same_level)
        && std::ranges::equal(a.rules, b.rules, same_rule);
}

class Comparison {
public:
    Comparison(const Device& before, const Device& after)
        : both_{before, after}, before_(before), after_(after)
    {
    }

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
        compare_device();
        compare_managers();
        std::ranges::sort(found_);
        found_.erase(std::ranges::unique(found_).begin(), found_.end());
        return std::move(found_);
    }

private:
    void note(Property property, bool equal)
    {
        if (!equal)
            found_.push_back({port_, property, {}});
    }

    // Compares only the lines of each option, because effective values follow from them.
    void compare_managers()
    {
        if (!before_.manager || !after_.manager)
            return;
        const LinesByOption a = lines_of(*before_.manager);
        const LinesByOption b = lines_of(*after_.manager);
        for (const auto& [name, lines] : a) {
            const auto other = b.find(name);
            if (other == b.end() || other->second != lines)
                found_.push_back({port_, Property::manager, std::string(name)});
        }
        for (const auto& [name, lines] : b) {
            if (!a.contains(name))
                found_.push_back({port_, Property::manager, std::string(name)});
        }
        note(Property::partitions, same_partitions(*before_.manager, *after_.manager));
        note(Property::virtual_lanes, same_policy(before_.manager->qos_policy, after_.manager->qos_policy));
    }

    /// Each row that differs is a difference of its property.
    template <class T>
    void compare_rows(const T& a, const T& b)
    {
        for_each_field(fields_of<T>, [&](const auto& row) {
            if (!same_field(both_, row, a, b))
                note(row.property, is_excused(row, a, b));
        });
    }

    template <class Row, class T>
    bool is_excused(const Row&, const T&, const T&) const
    {
        return false;
    }

    // If PFC appears or disappears as a whole, other statements of its profile appear or disappear with it.
    bool is_excused(const Field<Port, Metres>& row, const Port& a, const Port& b) const
    {
        return row.property == Property::cable_length && a.pfc_tx.known() && b.pfc_tx.known()
            && a.pfc_tx.value.empty() != b.pfc_tx.value.empty()
            && a.cable_length.known() != b.cable_length.known();
    }

    // The queue that pause stops only matters for priorities that the port obeys before and after. Without
    // PFC it may be unknown.
    bool is_excused(const Reference<Port, ClassMap>& row, const Port& a, const Port& b) const
    {
        if (row.member != &Port::priority_to_queue)
            return false;
        const PrioritySet obeyed = a.pfc_rx.value_or({}) & b.pfc_rx.value_or({});
        const bool no_pfc = a.pfc_rx.known() && b.pfc_rx.known() && obeyed.empty();
        if (no_pfc && a.priority_to_queue.known() != b.priority_to_queue.known())
            return true;
        const ClassMap* one = before_.map(a.priority_to_queue);
        const ClassMap* other = after_.map(b.priority_to_queue);
        if (a.pfc_rx.value_or({}) == b.pfc_rx.value_or({}) || one == nullptr || other == nullptr)
            return false;
        return std::ranges::all_of(
            obeyed, [&](Priority priority) { return one->to[priority] == other->to[priority]; });
    }

    // If a watchdog is turned on or off along with its timers, only the on/off state counts as the
    // difference.
    bool is_excused(const Field<PfcWatchdog, Milliseconds>&, const PfcWatchdog& a, const PfcWatchdog& b) const
    {
        return a.enabled.known() && b.enabled.known() && a.enabled.value != b.enabled.value;
    }

    void compare_device()
    {
        note(Property::syntax, before_.name == after_.name);
        note(Property::pfc, before_.tunnel_remap == after_.tunnel_remap);
        compare_rows(before_, after_);
        compare_rows(before_.load_balancing, after_.load_balancing);
        compare_rows(before_.headroom, after_.headroom);
        compare_rows(before_.trimming, after_.trimming);
        compare_rows(before_.forwarding, after_.forwarding);
        note(Property::forwarding, same_addresses(before_, after_) && same_routes(before_, after_));
        note(Property::ingress_policy, same_meters(before_, after_));
        note(Property::rdma_marking, before_.jobs.size() == after_.jobs.size());
        for (std::size_t job = 0; job < std::min(before_.jobs.size(), after_.jobs.size()); ++job)
            compare_rows(before_.jobs[job], after_.jobs[job]);
        compare_pools();
    }

    void compare_pools()
    {
        note(Property::buffer_pool, before_.pools.size() == after_.pools.size());
        for (const BufferPool& pool : before_.pools) {
            const auto other = std::ranges::find(after_.pools, pool.name, &BufferPool::name);
            if (other == after_.pools.end())
                note(Property::buffer_pool, false);
            else
                compare_rows(pool, *other);
        }
    }

    void compare(const Port& a, const Port& b)
    {
        note(Property::lag, port_name(before_, a.lag) == port_name(after_, b.lag));
        compare_rows(a, b);
        compare_rows(a.watchdog, b.watchdog);
        compare_queues(a, b);
        compare_groups(a, b);
        if (a.nic < before_.nics.size() && b.nic < after_.nics.size())
            compare_rows(before_.nics[a.nic], after_.nics[b.nic]);
    }

    void compare_queues(const Port& a, const Port& b)
    {
        const auto one = before_.queues_of(a);
        const auto other = after_.queues_of(b);
        note(Property::syntax, one.size() == other.size());
        for (std::size_t index = 0; index < std::min(one.size(), other.size()); ++index) {
            compare_rows(one[index], other[index]);
            compare_pool(one[index].buffer, other[index].buffer);
        }
    }

    void compare_groups(const Port& a, const Port& b)
    {
        const auto one = before_.groups_of(a);
        const auto other = after_.groups_of(b);
        note(Property::syntax, one.size() == other.size());
        for (std::size_t index = 0; index < std::min(one.size(), other.size()); ++index) {
            compare_rows(one[index], other[index]);
            // A group that becomes or ceases to be lossless changes its pool; its headroom reports that.
            if (same(one[index].lossless, other[index].lossless))
                compare_pool(one[index].buffer, other[index].buffer);
        }
    }

    // Compares the pools of a queue's or group's profiles if it has a profile in both readings.
    void compare_pool(const Setting<Ref>& a, const Setting<Ref>& b)
    {
        const BufferProfile* one = target_of(before_.buffer_profiles, a);
        const BufferProfile* other = target_of(after_.buffer_profiles, b);
        if (one != nullptr && other != nullptr)
            note(Property::buffer_pool, same_pool(both_, *one, *other));
    }

    TwoReadings both_;
    const Device& before_;
    const Device& after_;
    std::uint32_t port_ = 0;
    std::vector<Difference> found_;
};

// Properties that change along with another: daemons derive headroom from the PFC priorities, a watchdog
// watches them.
constexpr auto brought_along = std::to_array<std::pair<Property, Property>>({
    {Property::pfc, Property::headroom},
    {Property::pfc, Property::watchdog},
    {Property::pfc, Property::watchdog_timers}, // where each paused priority has times of its own (VRP)
    {Property::pfc, Property::link_pause},
    // without a stated map, a class gets its priority group from its PFC priority (Junos)
    {Property::pfc, Property::priority_group_map},
    {Property::trust, Property::dscp_map},
    {Property::trust, Property::pfc}, // PFC of DSCPs whose class was unknown before
    {Property::trust, Property::headroom},
    {Property::trust, Property::queue_map},
    {Property::trust, Property::pcp_map},
    // the colours that maps give to packets (Device::meters)
    {Property::trust, Property::ingress_policy},
    {Property::dscp_map, Property::ingress_policy},
    {Property::pcp_map, Property::ingress_policy},
    {Property::dcbx, Property::pfc}, // a host that is no longer willing has its own settings
    {Property::dcbx, Property::queue_map},
    {Property::dcbx, Property::scheduler},
    {Property::queue_map, Property::syntax}, // a host lists the queues that priorities map to
    {Property::queue_map, Property::scheduler},
    {Property::queue_map, Property::ecn},
    {Property::ecn_thresholds, Property::ecn},
    {Property::speed, Property::headroom},
    {Property::speed, Property::ecn}, // thresholds written as a time
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

bool same_addresses(const Device& before, const Device& after)
{
    return addresses_of(before) == addresses_of(after);
}

bool same_routes(const Device& before, const Device& after) { return routes_of(before) == routes_of(after); }

std::vector<Difference> unexplained(
    const std::vector<Difference>& found, const Device& device, std::span<const Change> changes)
{
    std::vector<Difference> left;
    for (const Difference& difference : found) {
        const bool meant = std::ranges::any_of(changes, [&](const Change& change) {
            // In a device without ports, a part is one of its lines.
            const bool of_part = device.ports.empty() && difference.port != Port::no_index;
            const bool here = change.port.port == difference.port || change.shared
                || (!of_part && change.port.port >= device.ports.size());
            // A device-wide poll interval affects every port.
            const bool device_wide = difference.property == Property::watchdog_timers
                // The colours of packets are listed for the device as a whole.
                || (difference.property == Property::ingress_policy && difference.port == Port::no_index);
            const auto* option = std::get_if<ManagerText>(&change.value);
            if (!difference.part.empty() && option != nullptr && option->what != difference.part)
                return false;
            return (here || device_wide) && explains(change, difference.property);
        });
        if (!meant)
            left.push_back(difference);
    }
    return left;
}

}
