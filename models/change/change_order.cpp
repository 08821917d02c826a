// SPDX-License-Identifier: Apache-2.0
// When each change of a device is made: by the row of its property; for changes that move traffic, by where
// the traffic goes.
#include "models/change/change_order.h"

#include "models/change/properties.h"
#include "models/fabric/classify.h"
#include "models/fabric/target.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>

namespace rocelint {
namespace {

constexpr unsigned dscp_shift = 2; // a type of service is a DSCP and two bits of ECN

// Where the traffic that a change moves was and will be.
struct Move {
    bool out = false; // it leaves a lossless class
    bool in = false; // it enters a lossless class
};

Phase phase_of(Move move) { return move.in ? Phase::map_in : move.out ? Phase::map_out : Phase::any; }

class Judge {
public:
    Judge(const Device& device, const Port& port, std::uint32_t index, std::span<const Change> all)
        : device_(device), port_(port)
    {
        lossless_ = port.pfc_rx.value_or({}) | port.pfc_tx.value_or({});
        for (const PriorityGroup& group : device.groups_of(port)) {
            if (!group.lossless.is(true))
                continue;
            for (const Priority priority : PrioritySet::all()) {
                if (group_of_priority(device, port, priority).is(group.number))
                    lossless_.insert(priority);
            }
        }
        for (const Change& change : all) {
            const auto* delta = std::get_if<PriorityDelta>(&change.value);
            const bool here = change.port.port == index || change.shared;
            if (!here)
                continue;
            if (delta != nullptr
                && (change.property == Property::pfc || change.property == Property::headroom))
                lossless_ = lossless_ | delta->add;
            if (delta != nullptr && change.property == Property::pfc)
                goes_ = goes_ | delta->remove;
        }
        for (const Change& change : all) {
            const auto* entry = std::get_if<MapEntry>(&change.value);
            const bool here = change.port.port == index || change.shared;
            if (here && entry != nullptr && entry->kind == MapKind::dscp_to_tc
                && is_lossless_class(entry->to))
                mapped_in_ = true;
        }
    }

    [[nodiscard]] Phase of(const MapEntry& entry) const
    {
        switch (entry.kind) {
        case MapKind::dscp_to_tc:
            return phase_of(
                {is_lossless(classify_dscp(device_, port_, entry.from)), is_lossless_class(entry.to)});
        case MapKind::pcp_to_tc:
            return phase_of(
                {is_lossless(classify_pcp(device_, port_, entry.from)), is_lossless_class(entry.to)});
        case MapKind::tc_to_queue:
            return phase_of({is_lossless_class(entry.from), is_reached(queue_of_priority, entry.to)});
        case MapKind::tc_to_priority_group:
            return phase_of({is_lossless_class(entry.from), is_reached(group_of_priority, entry.to)});
        case MapKind::priority_to_queue:
        case MapKind::priority_to_priority_group:
            // Which queue or group the pause of a priority affects helps decide whether the priority is
            // lossless.
            return !lossless_.has(entry.from) ? Phase::any
                : goes_.has(entry.from)       ? Phase::room_away
                                              : Phase::room;
        case MapKind::tc_to_dscp:
            return phase_of(
                {is_lossless_class(entry.from), is_lossless(classify_dscp(device_, port_, entry.to))});
        case MapKind::tc_to_pcp:
            return phase_of(
                {is_lossless_class(entry.from), is_lossless(classify_pcp(device_, port_, entry.to))});
        }
        return Phase::any;
    }

    [[nodiscard]] Phase of(Trust trust) const
    {
        Port trusting = port_;
        trusting.trust.value = trust;
        if (!trusting.trust.known())
            return Phase::map_in;
        Move move;
        move.in = mapped_in_ && (trust == Trust::dscp || trust == Trust::dscp_else_pcp);
        for (const Dscp dscp : DscpSet::all()) {
            const Treatment treatment = classify_dscp(device_, trusting, dscp);
            add(move, classify_dscp(device_, port_, dscp), treatment);
            // An unread map may lead anywhere, such as the map of a NIC that begins to trust it.
            move.in
                = move.in || (trust != Trust::pcp && trust != Trust::none && !priority_of(treatment).known());
        }
        for (const Priority pcp : PrioritySet::all())
            add(move, classify_pcp(device_, port_, pcp), classify_pcp(device_, trusting, pcp));
        return phase_of(move);
    }

    // Packets that were marked `before` (if known) are marked `after` from now on.
    [[nodiscard]] Phase of_mark(std::optional<Dscp> before, Dscp after) const
    {
        const Treatment wanted = classify_dscp(device_, port_, after);
        return phase_of({before && is_lossless(classify_dscp(device_, port_, *before)),
            !priority_of(wanted).known() || is_lossless(wanted)});
    }

private:
    [[nodiscard]] bool is_lossless(const Treatment& treatment) const
    {
        return (treatment.tx_priority.known() && lossless_.has(treatment.tx_priority.value))
            || (treatment.rx_priority.known() && lossless_.has(treatment.rx_priority.value));
    }

    // Whether a class of traffic is lossless by its group or by its queue.
    [[nodiscard]] bool is_lossless_class(std::uint8_t tc) const
    {
        const Setting<std::uint8_t> group = group_of_tc(device_, port_, tc);
        const Setting<std::uint8_t> queue = queue_of_tc(device_, port_, tc);
        return (group.known() && is_reached(group_of_priority, group.value))
            || (queue.known() && is_reached(queue_of_priority, queue.value));
    }

    template <class Way>
    [[nodiscard]] bool is_reached(Way way, std::uint8_t number) const
    {
        for (const Priority priority : lossless_) {
            if (way(device_, port_, priority).is(number))
                return true;
        }
        return false;
    }

    void add(Move& move, const Treatment& before, const Treatment& after) const
    {
        const bool was = is_lossless(before);
        const bool will = is_lossless(after);
        move.out = move.out || (was && !will);
        move.in = move.in || (will && !was);
    }

    const Device& device_;
    const Port& port_;
    PrioritySet lossless_; // now, or because of one of the changes
    PrioritySet goes_; // loses PFC
    bool mapped_in_ = false; // a change maps a DSCP into a lossless class
};

const BufferProfile* profile_of_group(
    const Device& device, const Port& port, const Setting<std::uint8_t>& number)
{
    const PriorityGroup* group = number.known() ? device.group(port, number.value) : nullptr;
    return group == nullptr ? nullptr : target_of(device.buffer_profiles, group->buffer);
}

// The current value of the size that a change sets; nothing if unknown.
std::optional<std::uint64_t> present_size(const Device& device, const Port* port, const Change& change)
{
    const auto known = [](const auto& setting) {
        return setting.known() ? std::optional<std::uint64_t>(setting.value.count) : std::nullopt;
    };
    if (port == nullptr)
        return known(device.headroom.lossless_mtu);
    if (change.property == Property::mtu)
        return known(device.kind == DeviceKind::host ? port->ip_mtu : port->max_frame);
    if (change.property == Property::cable_length)
        return known(port->cable_length);
    const bool of_priority = change.property == Property::headroom;
    const BufferProfile* profile = profile_of_group(device,
        *port,
        of_priority ? group_of_priority(device, *port, change.number)
                    : Setting<std::uint8_t>{change.number, port->trust.origin});
    return profile == nullptr ? std::nullopt : known(of_priority ? profile->xoff : profile->reserved);
}

// Whether a change adds, increases or enables. An unknown size counts as an increase, because that order is
// the careful one.
bool gives(const Device& device, const Port* port, const Change& change)
{
    if (const auto* delta = std::get_if<PriorityDelta>(&change.value))
        return !delta->add.empty();
    if (const auto* on = std::get_if<bool>(&change.value))
        return *on;
    const auto* size = std::get_if<Bytes>(&change.value);
    const auto* length = std::get_if<Metres>(&change.value);
    if (size == nullptr && length == nullptr)
        return true;
    const auto now = present_size(device, port, change);
    return !now || (size != nullptr ? size->count : length->count) >= *now;
}

Phase phase_by_row(const Device& device, const Port* port, const Change& change)
{
    const PropertyRow* row = find_row(change.property);
    if (row == nullptr)
        return Phase::any;
    return gives(device, port, change) ? row->gives : row->takes_away;
}

Phase phase_of_mark(const Device& device, const Port& port, const Change& change, const Judge& judge)
{
    const auto value = std::get<std::uint8_t>(change.value);
    const Nic* nic = port.nic < device.nics.size() ? &device.nics[port.nic] : nullptr;
    std::optional<Dscp> before;
    if (change.property == Property::cnp_marking) {
        if (nic != nullptr && nic->cnp_dscp.known())
            before = nic->cnp_dscp.value;
        return judge.of_mark(before, value);
    }
    if (nic != nullptr && (nic->traffic_class.known() || nic->cm_tos.known())) {
        const std::uint8_t tos = nic->traffic_class.known() ? nic->traffic_class.value : nic->cm_tos.value;
        before = static_cast<Dscp>(tos >> dscp_shift);
    }
    return judge.of_mark(before, static_cast<Dscp>(value >> dscp_shift));
}

Phase phase_on_port(const Device& device, const Port& port, const Change& change, const Judge& judge)
{
    if (const auto* entry = std::get_if<MapEntry>(&change.value))
        return judge.of(*entry);
    if (const auto* trust = std::get_if<Trust>(&change.value))
        return judge.of(*trust);
    if (std::holds_alternative<std::uint8_t>(change.value))
        return phase_of_mark(device, port, change, judge);
    return phase_by_row(device, &port, change);
}

}

std::vector<Change> one_way(std::span<const Change> changes)
{
    std::vector<Change> parts;
    for (const Change& change : changes) {
        const auto* delta = std::get_if<PriorityDelta>(&change.value);
        const bool phased = change.property == Property::pfc || change.property == Property::headroom;
        if (delta == nullptr || !phased || delta->add.empty() || delta->remove.empty()) {
            parts.push_back(change);
            continue;
        }
        parts.push_back(change);
        parts.back().value = PriorityDelta{.add = delta->add, .remove = {}};
        parts.push_back(change);
        parts.back().value = PriorityDelta{.add = {}, .remove = delta->remove};
    }
    return parts;
}

bool order_rests_on(const Difference& difference)
{
    switch (difference.property) {
    case Property::pfc:
    case Property::link_pause:
    case Property::trust:
    case Property::dscp_map:
    case Property::pcp_map:
    case Property::queue_map:
    case Property::priority_group_map:
    case Property::dscp_rewrite:
    case Property::ingress_policy:
    case Property::rdma_marking:
    case Property::cnp_marking:
    case Property::mtu:
    case Property::speed:
    case Property::cable_length:
    case Property::headroom:
    case Property::headroom_table:
    case Property::headroom_pool:
    case Property::reserve:
    case Property::lossless_packet:
    case Property::buffer_threshold:
    case Property::buffer_pool:
        return true;
    case Property::syntax:
        return difference.port != Port::no_index; // a port appeared or disappeared
    default:
        return false;
    }
}

Phase phase_of(const Device& device, const Change& change, std::span<const Change> all)
{
    const std::uint32_t index = change.port.port;
    if (index >= device.ports.size())
        return phase_by_row(device, nullptr, change);
    const Port& port = device.ports[index];
    return phase_on_port(device, port, change, Judge(device, port, index, all));
}

std::vector<std::pair<Phase, std::vector<std::uint32_t>>> split(
    const Device& device, std::span<const Change> changes)
{
    constexpr std::size_t phases = static_cast<std::size_t>(Phase::any) + 1;
    // A port is judged by its own changes and by those of shared objects.
    std::map<std::uint32_t, std::vector<Change>> by_port;
    std::vector<Change> shared;
    for (const Change& change : changes) {
        by_port[change.port.port].push_back(change);
        if (change.shared)
            shared.push_back(change);
    }
    std::map<std::uint32_t, Judge> judges;
    for (auto& [port, own] : by_port) {
        if (port >= device.ports.size())
            continue;
        own.insert(own.end(), shared.begin(), shared.end());
        judges.emplace(port, Judge(device, device.ports[port], port, own));
    }
    std::array<std::vector<std::uint32_t>, phases> by_phase;
    for (std::uint32_t index = 0; index < changes.size(); ++index) {
        const Change& change = changes[index];
        const auto judge = judges.find(change.port.port);
        const Phase phase = judge == judges.end()
            ? phase_by_row(device, nullptr, change)
            : phase_on_port(device, device.ports[change.port.port], change, judge->second);
        by_phase[static_cast<std::size_t>(phase)].push_back(index);
    }
    std::vector<std::uint32_t>& any = by_phase.back();
    const auto first = std::ranges::find_if(by_phase, [](const auto& indices) { return !indices.empty(); });
    if (first != by_phase.end() && &*first != &any) {
        first->insert(first->end(), any.begin(), any.end());
        std::ranges::sort(*first);
        any.clear();
    }
    std::vector<std::pair<Phase, std::vector<std::uint32_t>>> steps;
    for (std::size_t phase = 0; phase < phases; ++phase) {
        if (!by_phase[phase].empty())
            steps.emplace_back(static_cast<Phase>(phase), std::move(by_phase[phase]));
    }
    return steps;
}

}
