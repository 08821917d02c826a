// SPDX-License-Identifier: Apache-2.0
#include "models/change/change.h"

#include "models/fabric/classify.h"
#include "models/fabric/target.h"

#include <algorithm>

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
    const EcnProfile* profile = target_of(device.ecn_profiles, ecn_of_queue(device, port, queue));
    return profile != nullptr && profile->marks()
        && std::ranges::any_of(profile->curves, [&](const EcnCurve& curve) {
               return curve.colour == Colour::green && curve.marks.is(true)
                   && curve.min_threshold.is(target.min_threshold)
                   && curve.max_threshold.is(target.max_threshold)
                   && curve.max_probability.is(target.max_probability);
           });
}

bool watches(const Port& port, const WatchdogTarget& target)
{
    const PfcWatchdog& watchdog = port.watchdog;
    const auto meets = [](const Setting<Milliseconds>& setting, std::optional<Milliseconds> wanted) {
        return !wanted || setting.is(*wanted);
    };
    // Polling more often than is needed does no harm, and the interval is one for the whole device.
    const bool polls = !target.poll || (watchdog.poll.known() && watchdog.poll.value <= *target.poll);
    return watchdog.enabled.is(true)
        && (!watchdog.priorities.known() || watchdog.priorities.value.contains(target.priorities))
        && meets(watchdog.detection, target.detection) && meets(watchdog.restoration, target.restoration)
        && polls;
}

const BufferProfile* profile_of(const Device& device, const PriorityGroup* group)
{
    return group == nullptr ? nullptr : target_of(device.buffer_profiles, group->buffer);
}

bool has_headroom(const Device& device, const Port& port, const PriorityDelta& delta)
{
    for (const Priority priority : delta.add | delta.remove) {
        const Setting<std::uint8_t> number = group_of_priority(device, port, priority);
        const PriorityGroup* group = number.known() ? device.group(port, number.value) : nullptr;
        if (group == nullptr || !group->lossless.is(delta.add.has(priority)))
            return false;
        const BufferProfile* profile = profile_of(device, group);
        if (profile != nullptr && profile->for_speed.known() && port.speed.known()
            && profile->for_speed.value != port.speed.value)
            return false;
    }
    return true;
}

bool absorbs(const Device& device, const Port& port, Priority priority, Bytes wanted)
{
    const Setting<std::uint8_t> number = group_of_priority(device, port, priority);
    const BufferProfile* profile
        = number.known() ? profile_of(device, device.group(port, number.value)) : nullptr;
    return profile != nullptr && profile->xoff.is(wanted);
}

bool is_served(const Device& device, const Port& port, std::uint8_t number, const SchedulerTarget& target)
{
    const Queue* queue = device.queue(port, number);
    const Scheduler* scheduler = queue == nullptr ? nullptr : target_of(device.schedulers, queue->scheduler);
    return scheduler != nullptr && scheduler->kind.is(target.kind)
        && (!target.bandwidth || scheduler->bandwidth.is(*target.bandwidth))
        && (!target.weight || scheduler->weight.is(*target.weight));
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

bool has_buffer(const Device& device, const Port& port, const Change& change)
{
    const BufferProfile* profile = profile_of(device, device.group(port, change.number));
    if (profile == nullptr)
        return false;
    const auto* threshold = value_of<DynamicThreshold>(change);
    return threshold != nullptr ? profile->dynamic_threshold.is(threshold->value)
                                : profile->reserved.is(*value_of<Bytes>(change));
}

bool is_made_on_device(const Device& device, const Change& change)
{
    if (change.property == Property::lossless_packet)
        return device.headroom.lossless_mtu.is(*value_of<Bytes>(change));
    const Setting<HashFields>& hashed = device.load_balancing.ecmp;
    return change.property == Property::hashing && hashed.known()
        && (hashed.value.bits & value_of<HashFields>(change)->bits) == value_of<HashFields>(change)->bits;
}

bool is_made_on(const Device& device, const Port& port, const Change& change)
{
    const Nic* nic = port.nic < device.nics.size() ? &device.nics[port.nic] : nullptr;
    const auto* delta = value_of<PriorityDelta>(change);
    switch (change.property) {
    case Property::pfc:
        return delta != nullptr && has(port.pfc_rx, *delta) && has(port.pfc_tx, *delta);
    case Property::headroom:
        return delta != nullptr ? has_headroom(device, port, *delta)
                                : absorbs(device, port, change.number, *value_of<Bytes>(change));
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
    case Property::dscp_rewrite:
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
    case Property::roce_version:
        return nic != nullptr && nic->cm_version.is(*value_of<RoceVersion>(change));
    case Property::speed:
        return port.speed.is(*value_of<BitsPerSecond>(change));
    case Property::fec:
        return port.fec.is(*value_of<Fec>(change))
            // The code that belongs to the speed, whichever name the platform has for it.
            || (*value_of<Fec>(change) == Fec::rs && (port.fec.is(Fec::rs528) || port.fec.is(Fec::rs544)));
    case Property::power_saving:
        return port.energy_efficient.is(*value_of<bool>(change));
    case Property::cable_length:
        return port.cable_length.is(*value_of<Metres>(change));
    case Property::scheduler:
        return is_served(device, port, change.number, *value_of<SchedulerTarget>(change));
    case Property::buffer_threshold:
    case Property::reserve:
        return has_buffer(device, port, change);
    default:
        return false;
    }
}

}

namespace {

// Of two sizes or lengths that are each the least that will do, the larger does for both.
bool larger_wins(const Change& change)
{
    return value_of<Bytes>(change) != nullptr || value_of<Metres>(change) != nullptr;
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
    return a.value != b.value && !larger_wins(a);
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
    } else if (larger_wins(kept) && kept.value.index() == other.value.index()) {
        kept.value = std::max(kept.value, other.value, [](const ChangeValue& a, const ChangeValue& b) {
            const auto* size = std::get_if<Bytes>(&a);
            return size != nullptr ? *size < std::get<Bytes>(b) : std::get<Metres>(a) < std::get<Metres>(b);
        });
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
    return port != nullptr ? is_made_on(device, *port, change) : is_made_on_device(device, change);
}

}
