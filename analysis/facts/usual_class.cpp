// SPDX-License-Identifier: Apache-2.0
// A correction may need numbers that no policy states. They are taken from the majority of comparable ports,
// the nearest first; without a majority, no number is proposed.
#include "analysis/facts/usual_class.h"

#include "analysis/majority.h"
#include "models/fabric/classify.h"
#include "models/fabric/target.h"

namespace rocelint {
namespace {

// The maximum number of other devices examined: more would not change the majority, but cost time in a large
// fabric.
constexpr std::uint32_t most_asked = 256;

bool is_best_effort(const Device& device, const Port& port, std::uint8_t tc)
{
    const Treatment ordinary = classify_dscp(device, port, 0);
    const Setting<std::uint8_t> queue = queue_of_tc(device, port, tc);
    return ordinary.queue.known() && queue.known() ? ordinary.queue.value == queue.value : ordinary.tc.is(tc);
}

// The class of a code point on other switches of the platform, counting only classes that `wanted` accepts on
// both devices.
template <class Wanted>
std::optional<std::uint8_t> class_elsewhere(SharedFacts& facts, PortId id, Dscp dscp, const Wanted& wanted)
{
    const Fabric& fabric = *facts.analysis().fabric;
    const std::vector<std::uint32_t>& samples = facts.samples();
    Majority<std::uint8_t> votes;
    std::uint32_t asked = 0;
    for (std::uint32_t index = 0; index < fabric.devices.size() && asked < most_asked; ++index) {
        const Device& device = fabric.devices[index];
        if (index == id.device || device.platform != fabric.device(id).platform)
            continue;
        if (samples[index] == Port::no_index)
            continue;
        ++asked;
        const Port& port = device.ports[samples[index]];
        const Setting<std::uint8_t> tc = classify_dscp(device, port, dscp).tc;
        if (tc.known() && wanted(device, port, tc.value)
            && wanted(fabric.device(id), fabric.port(id), tc.value))
            votes.add(tc.value);
    }
    return votes.winner();
}

bool is_strict(const Device& device, const Port& port, std::uint8_t tc)
{
    const Setting<std::uint8_t> number = queue_of_tc(device, port, tc);
    const Queue* queue = number.known() ? device.queue(port, number.value) : nullptr;
    const Scheduler* scheduler = queue == nullptr ? nullptr : target_of(device.schedulers, queue->scheduler);
    return scheduler != nullptr && scheduler->kind.is(SchedulerKind::strict);
}

}

bool is_paused_class(const Device& device, const Port& port, std::uint8_t tc)
{
    const Setting<std::uint8_t> group = group_of_tc(device, port, tc);
    const Setting<std::uint8_t> queue = queue_of_tc(device, port, tc);
    for (const Priority priority : port.pfc_tx.value_or({})) {
        if ((group.known() && group_of_priority(device, port, priority).is(group.value))
            || (queue.known() && queue_of_priority(device, port, priority).is(queue.value)))
            return true;
    }
    return false;
}

std::optional<std::uint8_t> majority_lossy_class(SharedFacts& facts, PortId id, Dscp dscp)
{
    const Analysis& analysis = facts.analysis();
    const auto lossy = [](const Device& device, const Port& port, std::uint8_t tc) {
        return !is_paused_class(device, port, tc);
    };
    if (const auto tc = class_elsewhere(facts, id, dscp, lossy))
        return tc;
    const Device& device = analysis.fabric->device(id);
    const Port& port = analysis.fabric->port(id);
    Majority<std::uint8_t> votes;
    for (const Dscp other : DscpSet::all()) {
        const Setting<std::uint8_t> tc = classify_dscp(device, port, other).tc;
        if (other != dscp && tc.known() && lossy(device, port, tc.value))
            votes.add(tc.value);
    }
    return votes.winner();
}

std::optional<std::uint8_t> cnp_class_for(SharedFacts& facts, PortId id, Dscp dscp)
{
    const Analysis& analysis = facts.analysis();
    const auto fit = [](const Device& device, const Port& port, std::uint8_t tc) {
        return !is_paused_class(device, port, tc) && !is_best_effort(device, port, tc);
    };
    const Device& device = analysis.fabric->device(id);
    const Port& port = analysis.fabric->port(id);
    if (analysis.classes.cnp.priority) {
        const Setting<std::uint8_t> tc = tc_of_priority(device, port, *analysis.classes.cnp.priority);
        if (tc.known() && fit(device, port, tc.value))
            return tc.value;
    }
    if (const auto tc = class_elsewhere(facts, id, dscp, fit))
        return tc;
    std::optional<std::uint8_t> only;
    std::uint32_t strict = 0;
    for (const std::uint8_t tc : PrioritySet::all()) {
        if (fit(device, port, tc) && is_strict(device, port, tc)) {
            only = tc;
            ++strict;
        }
    }
    if (strict == 1)
        return only;
    const auto selector = static_cast<std::uint8_t>(dscp >> 3U);
    return selector != 0 && fit(device, port, selector) ? std::optional(selector) : std::nullopt;
}

}
