// SPDX-License-Identifier: Apache-2.0
// The rows of properties.h. Most changes are made if the property's rows in fields.h have the value. Changes
// that involve several settings at once have a function here.
#include "models/change/properties.h"

#include "models/fabric/classify.h"
#include "models/fabric/fec.h"
#include "models/fabric/fields/fields.h"
#include "models/fabric/target.h"
#include "models/fabric/words.h"

#include <algorithm>
#include <optional>
#include <type_traits>

namespace rocelint {
namespace {

bool has(const Setting<PrioritySet>& setting, const PriorityDelta& delta)
{
    return setting.known() && setting.value.contains(delta.add) && (setting.value & delta.remove).empty();
}

// Whether a setting is as the change wants it; nothing if the change does not concern the setting.
template <class V>
std::optional<bool> meets(const Setting<V>& setting, const Change& change)
{
    if constexpr (std::is_same_v<V, PrioritySet>) {
        const auto* delta = value_of<PriorityDelta>(change);
        return delta != nullptr ? std::optional(has(setting, *delta)) : std::nullopt;
    } else if constexpr (std::is_constructible_v<ChangeValue, std::in_place_type_t<V>>) {
        const auto* wanted = value_of<V>(change);
        return wanted != nullptr ? std::optional(setting.is(*wanted)) : std::nullopt;
    } else {
        return std::nullopt;
    }
}

// Whether every setting of the change's property has the wanted value, and at least one exists.
bool by_rows(const Device& device, const Port* port, const Change& change)
{
    bool found = false;
    bool made = true;
    const auto look = [&]<class T>(const T& record) {
        for_each_field(fields_of<T>, [&](const auto& row) {
            if (row.property != change.property || row.compare != Compare::value)
                return;
            const std::optional<bool> met = meets(record.*row.member, change);
            found = found || met.has_value();
            made = made && met.value_or(true);
        });
    };
    if (port == nullptr) {
        look(device.headroom);
        look(device.trimming);
    } else {
        look(*port);
        if (port->nic < device.nics.size())
            look(device.nics[port->nic]);
    }
    return found && made;
}

bool maps(const Device& device, const Port& port, const MapEntry& entry)
{
    const Setting<Ref>* binding = map_binding(port, entry.kind);
    if (binding == nullptr || !binding->known())
        return false;
    const ClassMap* map = device.map(*binding);
    // Without a map, numbers stay the same (see classify.cpp).
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

bool marks(const Device& device, const Port& port, std::uint8_t queue, const EcnShares& target)
{
    const EcnProfile* profile = target_of(device.ecn_profiles, ecn_of_queue(device, port, queue));
    return profile != nullptr && profile->marks()
        && std::ranges::any_of(profile->curves, [&](const EcnCurve& curve) {
               return curve.colour == Colour::green && curve.marks.is(true)
                   && curve.min_fill.is(target.min_fill) && curve.max_fill.is(target.max_fill)
                   && curve.max_probability.is(target.max_probability);
           });
}

bool watches(const Port& port, const WatchdogTarget& target)
{
    const PfcWatchdog& watchdog = port.watchdog;
    const auto meets = [](const Setting<Milliseconds>& setting, std::optional<Milliseconds> wanted) {
        return !wanted || setting.is(*wanted);
    };
    // Polling more often than necessary does no harm, and the whole device has one interval.
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
    return nic.forces_class() ? nic.traffic_class.value == tos : nic.cm_tos.is(tos);
}

bool has_buffer(const Device& device, const Port& port, const Change& change)
{
    const BufferProfile* profile = profile_of(device, device.group(port, change.number));
    if (profile == nullptr)
        return false;
    if (const auto* threshold = value_of<DynamicThreshold>(change))
        return profile->dynamic_threshold.is(threshold->value);
    const auto* size = value_of<Bytes>(change);
    return size != nullptr && profile->reserved.is(*size);
}

// A check in the table: false if the change has no port or sets a value that its property does not take.
template <auto Check>
bool on_port(const Device& device, const Port* port, const Change& change)
{
    return port != nullptr && Check(device, *port, change);
}

bool is_mapped(const Device& device, const Port& port, const Change& change)
{
    const auto* entry = value_of<MapEntry>(change);
    return entry != nullptr && maps(device, port, *entry);
}

bool is_marked(const Device& device, const Port& port, const Change& change)
{
    if (const auto* shares = value_of<EcnShares>(change))
        return marks(device, port, change.number, *shares);
    const auto* target = value_of<EcnTarget>(change);
    return target != nullptr && marks(device, port, change.number, *target);
}

bool is_watched(const Device&, const Port& port, const Change& change)
{
    const auto* target = value_of<WatchdogTarget>(change);
    return target != nullptr && watches(port, *target);
}

bool is_scheduled(const Device& device, const Port& port, const Change& change)
{
    const auto* target = value_of<SchedulerTarget>(change);
    return target != nullptr && is_served(device, port, change.number, *target);
}

bool has_room(const Device& device, const Port& port, const Change& change)
{
    if (const auto* delta = value_of<PriorityDelta>(change))
        return has_headroom(device, port, *delta);
    const auto* size = value_of<Bytes>(change);
    return size != nullptr && absorbs(device, port, change.number, *size);
}

bool has_mtu(const Device& device, const Port& port, const Change& change)
{
    const auto* wanted = value_of<Bytes>(change);
    return wanted != nullptr && (device.kind == DeviceKind::host ? port.ip_mtu : port.max_frame).is(*wanted);
}

bool has_fec(const Device&, const Port& port, const Change& change)
{
    const auto* wanted = value_of<Fec>(change);
    return wanted != nullptr
        && (port.fec.is(*wanted)
            // The Reed-Solomon code of the speed, whichever name the platform has for it.
            || (*wanted == Fec::rs && (port.fec.is(Fec::rs528) || port.fec.is(Fec::rs544)))
            || (port.fec.is(Fec::rs) && rs_is(port, *wanted)));
}

bool is_rdma_marked(const Device& device, const Port* port, const Change& change)
{
    const auto* tos = value_of<std::uint8_t>(change);
    return tos != nullptr && marks_rdma(device, port, *tos);
}

bool is_willing(const Device& device, const Port& port, const Change& change)
{
    const auto* wanted = value_of<bool>(change);
    return wanted != nullptr && port.nic < device.nics.size()
        && device.nics[port.nic].host_willing.is(*wanted);
}

bool is_option_set(const Device& device, const Port*, const Change& change)
{
    const auto* wanted = value_of<ManagerText>(change);
    if (!device.manager || wanted == nullptr)
        return false;
    const SmOption* option = device.manager->option(wanted->what);
    return option != nullptr && option->known && option->misread == SmMisread::none
        && (option->runs == wanted->text || option->given == wanted->text);
}

// Whether the fault that the text fixes is gone, and no partition still has the old text.
bool is_text_mended(const Device& device, const Port*, const Change& change)
{
    const auto* wanted = value_of<ManagerText>(change);
    if (!device.manager || wanted == nullptr)
        return false;
    const SubnetManager& manager = *device.manager;
    return std::ranges::none_of(manager.faults,
               [&](const SmFault& fault) { return !fault.right.empty() && fault.wrong == wanted->what; })
        && std::ranges::none_of(
            manager.partitions, [&](const SmPartition& made) { return made.text == wanted->what; });
}

bool is_hashed(const Device& device, const Port*, const Change& change)
{
    const auto* fields = value_of<HashFields>(change);
    const Setting<HashFields>& hashed = device.load_balancing.ecmp;
    return fields != nullptr && hashed.known() && (hashed.value.bits & fields->bits) == fields->bits;
}

constexpr auto make_rows()
{
    using enum Property;
    constexpr Phase any = Phase::any;
    // clang-format off
    return std::to_array<PropertyRow>({
        {pfc, takes<PriorityDelta>, "", "PFC", Phase::pfc, Phase::pfc_off, by_rows},
        {headroom, takes<PriorityDelta, Bytes>, "headroom of {value} bytes for priority {number}", "headroom", Phase::room, Phase::room_away, on_port<has_room>},
        {congestion_control, takes<PriorityDelta>, "", "DCQCN", any, any, by_rows},
        // A port has either link pause or PFC: link pause comes after PFC is gone, and goes before PFC comes.
        {link_pause, takes<bool>, "link pause {value}", "", Phase::room_away, any, by_rows},
        {dcbx, takes<bool>, "taking over the settings of the neighbour {value}", "", any, any, on_port<is_willing>},
        {power_saving, takes<bool>, "Energy-Efficient Ethernet {value}", "", any, any, by_rows},
        {trust, takes<Trust>, "trust {value}", "", any, any, by_rows},
        {dscp_map, takes<MapEntry>, "{value}", "", any, any, on_port<is_mapped>},
        {pcp_map, takes<MapEntry>, "{value}", "", any, any, on_port<is_mapped>},
        {queue_map, takes<MapEntry>, "{value}", "", any, any, on_port<is_mapped>},
        {priority_group_map, takes<MapEntry>, "{value}", "", any, any, on_port<is_mapped>},
        {dscp_rewrite, takes<MapEntry>, "{value}", "", any, any, on_port<is_mapped>},
        {ecn, takes<EcnTarget, EcnShares>, "queue {number} marks ECN {value}", "", any, any, on_port<is_marked>},
        {ecn_thresholds, takes<EcnTarget, EcnShares>, "queue {number} marks ECN {value}", "", any, any, on_port<is_marked>},
        {watchdog, takes<WatchdogTarget>, "PFC watchdog on{value}", "", Phase::watch, Phase::watch, on_port<is_watched>},
        {watchdog_timers, takes<WatchdogTarget>, "PFC watchdog on{value}", "", Phase::watch, Phase::watch, on_port<is_watched>},
        // Larger packets need more headroom.
        {mtu, takes<Bytes>, "MTU {value}", "", Phase::map_in, any, on_port<has_mtu>},
        {rdma_marking, takes<std::uint8_t>, "RDMA with type of service {value}", "", Phase::map_in, Phase::map_in, is_rdma_marked},
        {cnp_marking, takes<std::uint8_t>, "CNP with DSCP {value}", "", any, any, by_rows},
        {roce_version, takes<RoceVersion>, "RoCE {value}", "", any, any, by_rows},
        {speed, takes<BitsPerSecond>, "speed {value} Mb/s", "", any, any, by_rows},
        {fec, takes<Fec>, "FEC {value}", "", any, any, on_port<has_fec>},
        {cable_length, takes<Metres>, "cable of {value} m", "", Phase::room, Phase::room_away, by_rows},
        {scheduler, takes<SchedulerTarget>, "queue {number} {value}", "", any, any, on_port<is_scheduled>},
        {buffer_threshold, takes<DynamicThreshold>, "dynamic threshold {value} of priority group {number}", "", any, any, on_port<has_buffer>},
        {reserve, takes<Bytes>, "priority group {number} reserves {value} bytes", "", Phase::room, Phase::room_away, on_port<has_buffer>},
        {lossless_packet, takes<Bytes>, "lossless packets of up to {value} bytes", "", Phase::room, Phase::room_away, by_rows},
        {manager, takes<ManagerText>, "", "", any, any, is_option_set},
        {partitions, takes<ManagerText>, "", "", any, any, is_text_mended},
        {virtual_lanes, takes<ManagerText>, "", "", any, any, is_text_mended},
        {hashing, takes<HashFields>, "hash by addresses and the UDP source port", "", any, any, is_hashed},
    });
    // clang-format on
}

constexpr auto rows = make_rows();

}

std::span<const PropertyRow> property_rows() { return rows; }

const PropertyRow* find_row(Property property)
{
    const auto row = std::ranges::find(rows, property, &PropertyRow::property);
    return row != rows.end() ? &*row : nullptr;
}

const Setting<Ref>* map_binding(const Port& port, MapKind kind)
{
    const Setting<Ref>* binding = nullptr;
    for_each_field(port_fields, [&](const auto& row) {
        if constexpr (std::is_same_v<std::decay_t<decltype(row)>, Reference<Port, ClassMap>>) {
            if (row.name == word_of(kind))
                binding = &(port.*row.member);
        }
    });
    return binding;
}

bool is_made(const Device& device, const Change& change)
{
    const bool on_port = change.port.port < device.ports.size();
    const PropertyRow* row = find_row(change.property);
    return row != nullptr
        && row->is_made(device, on_port ? &device.ports[change.port.port] : nullptr, change);
}

}
