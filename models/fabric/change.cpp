// SPDX-License-Identifier: Apache-2.0
#include "models/fabric/change.h"

#include "models/fabric/classify.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace rocelint {
namespace {

template <class Value>
const Value* value_of(const Change& change)
{
    return std::get_if<Value>(&change.value);
}

bool has(const Setting<PrioritySet>& setting, const PriorityDelta& delta)
{
    return setting.known() && setting.value.contains(delta.add) && (setting.value & delta.remove).empty();
}

const Setting<Ref>* binding_of(const Port& port, MapKind kind)
{
    switch (kind) {
    case MapKind::dscp_to_tc:
        return &port.dscp_to_tc;
    case MapKind::pcp_to_tc:
        return &port.pcp_to_tc;
    case MapKind::tc_to_queue:
        return &port.tc_to_queue;
    case MapKind::tc_to_priority_group:
        return &port.tc_to_priority_group;
    case MapKind::priority_to_queue:
        return &port.priority_to_queue;
    case MapKind::priority_to_priority_group:
        return &port.priority_to_priority_group;
    case MapKind::tc_to_dscp:
        return &port.tc_to_dscp;
    case MapKind::tc_to_pcp:
        break;
    }
    return nullptr;
}

bool maps(const Device& device, const Port& port, const MapEntry& entry)
{
    const Setting<Ref>* binding = binding_of(port, entry.kind);
    if (binding == nullptr || !binding->known())
        return false;
    const ClassMap* map = device.map(*binding);
    // Without a map the numbers stay as they are (see classify.cpp).
    return map == nullptr ? entry.from == entry.to : map->at_point(entry.from) == entry.to;
}

bool marks(const Device& device, const Port& port, std::uint8_t queue, const EcnTarget& target)
{
    const Setting<Ref> ecn = ecn_of_queue(device, port, queue);
    if (!ecn.known() || ecn.value.none() || ecn.value.index >= device.ecn_profiles.size())
        return false;
    const EcnProfile& profile = device.ecn_profiles[ecn.value.index];
    return profile.marks() && std::ranges::any_of(profile.curves, [&](const EcnCurve& curve) {
        return curve.colour == Colour::green && curve.marks.is(true)
            && curve.min_threshold.is(target.min_threshold) && curve.max_threshold.is(target.max_threshold)
            && curve.max_probability.is(target.max_probability);
    });
}

bool watches(const Port& port, const WatchdogTarget& target)
{
    const PfcWatchdog& watchdog = port.watchdog;
    const auto meets = [](const Setting<Milliseconds>& setting, std::optional<Milliseconds> wanted) {
        return !wanted || setting.is(*wanted);
    };
    return watchdog.enabled.is(true)
        && (!watchdog.priorities.known() || watchdog.priorities.value.contains(target.priorities))
        && meets(watchdog.detection, target.detection) && meets(watchdog.restoration, target.restoration)
        && meets(watchdog.poll, target.poll);
}

bool has_headroom(const Device& device, const Port& port, const PriorityDelta& delta)
{
    for (Priority priority = 0; priority < 8; ++priority) {
        if (!delta.add.has(priority) && !delta.remove.has(priority))
            continue;
        const Setting<std::uint8_t> number = group_of_priority(device, port, priority);
        const PriorityGroup* group = number.known() ? device.group(port, number.value) : nullptr;
        if (group == nullptr || !group->lossless.is(delta.add.has(priority)))
            return false;
    }
    return true;
}

bool marks_rdma(const Device& device, const Port* port, std::uint8_t tos)
{
    if (device.kind == DeviceKind::job)
        return std::ranges::all_of(device.jobs, [tos](const Job& job) { return job.traffic_class.is(tos); });
    if (port == nullptr || port->nic >= device.nics.size())
        return false;
    const Nic& nic = device.nics[port->nic];
    return nic.traffic_class.is(tos) || nic.cm_tos.is(tos);
}

bool is_made_on(const Device& device, const Port& port, const Change& change)
{
    const Nic* nic = port.nic < device.nics.size() ? &device.nics[port.nic] : nullptr;
    const auto* delta = value_of<PriorityDelta>(change);
    switch (change.property) {
    case Property::pfc:
        return delta != nullptr && has(port.pfc_rx, *delta) && has(port.pfc_tx, *delta);
    case Property::headroom:
        return delta != nullptr && has_headroom(device, port, *delta);
    case Property::congestion_control:
        return delta != nullptr && nic != nullptr && has(nic->ecn_notification, *delta)
            && has(nic->ecn_reaction, *delta);
    case Property::link_pause: {
        const bool on = *value_of<bool>(change);
        return port.pause_rx.is(on) && port.pause_tx.is(on);
    }
    case Property::trust:
        return port.trust.is(*value_of<Trust>(change));
    case Property::dscp_map:
    case Property::pcp_map:
    case Property::queue_map:
    case Property::priority_group_map:
        return maps(device, port, *value_of<MapEntry>(change));
    case Property::ecn:
    case Property::ecn_thresholds:
        return marks(device, port, change.number, *value_of<EcnTarget>(change));
    case Property::watchdog:
    case Property::watchdog_timers:
        return watches(port, *value_of<WatchdogTarget>(change));
    case Property::mtu: {
        const Bytes wanted = *value_of<Bytes>(change);
        return device.kind == DeviceKind::host ? port.ip_mtu.is(wanted) : port.max_frame.is(wanted);
    }
    case Property::cnp_marking:
        return nic != nullptr && nic->cnp_dscp.is(*value_of<std::uint8_t>(change));
    default:
        return false;
    }
}

}

bool contradict(const Change& a, const Change& b)
{
    if (a.port != b.port || a.property != b.property || a.number != b.number)
        return false;
    const auto* first = value_of<PriorityDelta>(a);
    const auto* second = value_of<PriorityDelta>(b);
    if (first != nullptr && second != nullptr)
        return !(first->add & second->remove).empty() || !(first->remove & second->add).empty();
    const auto* one = value_of<MapEntry>(a);
    const auto* other = value_of<MapEntry>(b);
    if (one != nullptr && other != nullptr)
        return one->kind == other->kind && one->from == other->from && one->to != other->to;
    return a.value != b.value;
}

bool merge_into(Change& kept, const Change& other)
{
    if (kept.port != other.port || kept.property != other.property || kept.number != other.number
        || contradict(kept, other))
        return false;
    auto* delta = std::get_if<PriorityDelta>(&kept.value);
    const auto* more = value_of<PriorityDelta>(other);
    if (delta != nullptr && more != nullptr) {
        delta->add = delta->add | more->add;
        delta->remove = delta->remove | more->remove;
    } else if (kept.value != other.value) {
        return false;
    }
    kept.fix_class = std::max(kept.fix_class, other.fix_class);
    return true;
}

bool is_made(const Device& device, const Change& change)
{
    const bool on_port = change.port.port < device.ports.size();
    const Port* port = on_port ? &device.ports[change.port.port] : nullptr;
    if (change.property == Property::rdma_marking)
        return marks_rdma(device, port, *value_of<std::uint8_t>(change));
    return port != nullptr && is_made_on(device, *port, change);
}

namespace {

std::string describe_delta(std::string_view what, const PriorityDelta& delta)
{
    std::string text;
    if (!delta.add.empty())
        text = fmt::format("{} on for priority {}", what, to_string(delta.add));
    if (!delta.remove.empty())
        text += fmt::format(
            "{}{} off for priority {}", text.empty() ? "" : ", ", what, to_string(delta.remove));
    return text;
}

std::string describe_entry(const MapEntry& entry)
{
    switch (entry.kind) {
    case MapKind::dscp_to_tc:
        return fmt::format("DSCP {} to traffic class {}", entry.from, entry.to);
    case MapKind::pcp_to_tc:
        return fmt::format("PCP {} to traffic class {}", entry.from, entry.to);
    case MapKind::tc_to_queue:
        return fmt::format("traffic class {} to queue {}", entry.from, entry.to);
    case MapKind::tc_to_priority_group:
        return fmt::format("traffic class {} to priority group {}", entry.from, entry.to);
    case MapKind::priority_to_queue:
        return fmt::format("priority {} to queue {}", entry.from, entry.to);
    case MapKind::priority_to_priority_group:
        return fmt::format("priority {} to priority group {}", entry.from, entry.to);
    case MapKind::tc_to_dscp:
        return fmt::format("traffic class {} rewritten to DSCP {}", entry.from, entry.to);
    case MapKind::tc_to_pcp:
        return fmt::format("traffic class {} rewritten to PCP {}", entry.from, entry.to);
    }
    return {};
}

struct Describer {
    const Change& change;
    std::string operator()(const PriorityDelta& delta) const
    {
        const bool dcqcn = change.property == Property::congestion_control;
        const bool room = change.property == Property::headroom;
        return describe_delta(dcqcn ? "DCQCN" : room ? "headroom" : "PFC", delta);
    }
    std::string operator()(bool on) const { return on ? "link pause on" : "link pause off"; }
    std::string operator()(Trust trust) const { return fmt::format("trust {}", name_of(trust)); }
    std::string operator()(const MapEntry& entry) const { return describe_entry(entry); }
    std::string operator()(const EcnTarget& target) const
    {
        return fmt::format("queue {} marks ECN from {} to {} bytes with up to {} %",
            change.number,
            target.min_threshold.count,
            target.max_threshold.count,
            target.max_probability.value());
    }
    std::string operator()(const WatchdogTarget& target) const
    {
        return target.detection ? fmt::format("PFC watchdog on, detection {} ms", target.detection->count())
                                : std::string("PFC watchdog on");
    }
    std::string operator()(Bytes mtu) const { return fmt::format("MTU {}", mtu.count); }
    std::string operator()(std::uint8_t number) const
    {
        return change.property == Property::cnp_marking ? fmt::format("CNP with DSCP {}", number)
                                                        : fmt::format("RDMA with type of service {}", number);
    }
};

}

std::string describe(const Change& change) { return std::visit(Describer{change}, change.value); }

const char* name_of(FixClass fix_class)
{
    constexpr std::array names{"none", "hitless", "disruptive", "manual"};
    return names[static_cast<std::size_t>(fix_class)];
}

const char* name_of(Property property)
{
    constexpr std::array names{"pfc",
        "link-pause",
        "ecn",
        "ecn-thresholds",
        "trust",
        "dscp-map",
        "pcp-map",
        "queue-map",
        "priority-group-map",
        "scheduler",
        "bandwidth",
        "mtu",
        "headroom",
        "buffer-threshold",
        "buffer-pool",
        "watchdog",
        "watchdog-timers",
        "speed",
        "cabling",
        "capacity",
        "fec",
        "bit-errors",
        "media",
        "power-saving",
        "hashing",
        "software",
        "rdma-marking",
        "roce-version",
        "cnp-marking",
        "dscp-rewrite",
        "congestion-control",
        "forwarding",
        "headroom-table",
        "headroom-pool",
        "syntax"};
    return names[static_cast<std::size_t>(property)];
}

}
