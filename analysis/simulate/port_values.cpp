// SPDX-License-Identifier: Apache-2.0
// What the model says of one port: thresholds from priority groups, headroom from their profiles, its need from
// the cable and the peer's response time.
#include "analysis/simulate/port_values.h"

#include "analysis/facts/memory/group_memory.h"
#include "analysis/facts/memory/headroom_limits.h"
#include "analysis/facts/memory/headroom_need.h"
#include "analysis/facts/memory/memory_sum.h"
#include "analysis/rdma_queue.h"
#include "models/fabric/classify.h"
#include "models/fabric/fields/value_text.h"
#include "models/physics/wire.h"

#include <fmt/format.h>

namespace rocelint::simulate {

PortMarking marking_of_port(const Device& device, const Port& port, const RdmaClass& rdma_class)
{
    const RdmaQueue queue = rdma_queue(device, port, rdma_class);
    if (!queue.number.known() || queue.disputed)
        return {.missing = "the queue of the class is not known"};
    const Setting<Ref>& ecn = ecn_of_queue(device, port, queue.number.value);
    if (!ecn.known())
        return {.missing = fmt::format("the marking of queue {} is not known", queue.number.value)};
    const EcnProfile* profile = profile_of(device, ecn);
    const EcnCurve* curve = profile == nullptr ? nullptr : green_curve(*profile);
    if (curve == nullptr || curve->marks.is(false))
        return {profile, std::nullopt, fmt::format("queue {} marks nothing", queue.number.value)};
    if (!curve->marks.known() || !curve->min_threshold.known() || !curve->max_threshold.known()
        || !curve->max_probability.known())
        return {
            profile, std::nullopt, fmt::format("not all values of ECN profile {} are known", profile->name)};
    return {profile,
        Marking{curve->min_threshold.value,
            curve->max_threshold.value,
            curve->max_probability.value.value() / 100},
        {}};
}

std::optional<PauseFill> known_fill(
    const Device& device, const Port& port, Priority priority, std::string& reason)
{
    if (!port.pfc_tx.known()) {
        reason = "the priorities that the port pauses are not known";
        return std::nullopt;
    }
    if (!port.pfc_tx.value.has(priority)) {
        reason = fmt::format("the port sends no pause for priority {}", priority);
        return std::nullopt;
    }
    auto fill = pause_fill_of_port(device, port, priority, reason);
    if (fill && fill->at_most) {
        reason = fmt::format("the size of the pool of its priority groups is not known; it is at most the "
                             "packet memory of {} bytes",
            fill->shared.count);
        return std::nullopt;
    }
    return fill;
}

GroupHeadroom group_headroom(const SenderHeadroom& headroom, BitsPerSecond speed)
{
    const double quantum = physics::quantum_bits * 1e9 / static_cast<double>(speed.count);
    return {.size = headroom.size,
        .propagation
        = Nanoseconds(headroom.cable.length.exact() * static_cast<double>(physics::fibre_ns_per_metre)),
        .response = Nanoseconds(headroom.response_quanta * quantum)};
}

std::optional<SenderHeadroom> headroom_of_sender(
    const Analysis& analysis, PortId id, Priority priority, std::string& reason)
{
    const Fabric& fabric = *analysis.fabric;
    const Device& device = fabric.device(id);
    const Port& port = fabric.port(id);
    const Setting<std::uint8_t> group_number = group_of_priority(device, port, priority);
    const PriorityGroup* group = group_number.known() ? device.group(port, group_number.value) : nullptr;
    if (group == nullptr) {
        reason = "the priority group is not visible";
        return std::nullopt;
    }
    const BufferProfile* profile = buffer_profile_of(device, group->buffer);
    std::string_view unknown;
    const auto memory = profile != nullptr && profile->xoff.known()
        ? GroupMemory{.size = {}, .xoff = profile->xoff.value, .source = {}}
        : memory_of_group(device, port, *group, unknown);
    if (!memory) {
        reason = unknown;
        return std::nullopt;
    }
    const CableLength cable = cable_for_headroom(fabric, id, profile);
    if (!cable.known()) {
        reason = "the length of the cable is unknown";
        return std::nullopt;
    }
    const physics::HeadroomInput input = headroom_input(port.speed.value, cable.length);
    if (!input.response_quanta) {
        reason = fmt::format(
            "the time that a peer of {} takes to stop is not in the catalog", value_text(port.speed.value));
        return std::nullopt;
    }
    return SenderHeadroom{
        id.port, memory->xoff, memory->source, cable, *input.response_quanta, input.response_source};
}

bool find_headroom_pool(const Device& device, std::optional<Bytes>& pool, std::string& reason)
{
    for (const MemoryView& view : memory_views(device)) {
        if (view.direction != PoolDirection::ingress || !view.shared_headroom)
            continue;
        if (view.sum.headroom.count == 0) {
            reason = view.missing;
            return false;
        }
        pool = view.sum.headroom;
    }
    return true;
}

Bytes packet_of(const Analysis& analysis, std::uint32_t device)
{
    const auto limits = headroom_limits(analysis.policy_of(device));
    return analysis.fabric->devices[device].headroom.lossless_mtu.value_or(
        limits ? limits->lossless_mtu : Bytes{static_cast<std::uint64_t>(usual_lossless_mtus[0])});
}

}
