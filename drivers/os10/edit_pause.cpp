// SPDX-License-Identifier: Apache-2.0
// PFC, and the buffers of classes that pause, as lines of OS10.
#include "drivers/os10/os10_translator.h"

#include <fmt/format.h>

namespace rocelint::os10 {
namespace {

}

const Block* Os10Translator::network_of(const Change& change) const
{
    return blocks_.blocks().find(
        LineKind::network_policy, blocks_.bound(change.port.port, LineKind::service_network));
}

PrioritySet Os10Translator::paused_by(const Block& lines)
{
    const Fact* line = lines.find(LineKind::pause) == nullptr ? nullptr : lines.find(LineKind::pause_cos);
    return PrioritySet{static_cast<std::uint8_t>(line == nullptr ? 0 : line->value())};
}

const Block* Os10Translator::class_that_pauses(const Change& change, Priority priority) const
{
    const Block* policy = network_of(change);
    for (std::size_t at = 0; policy != nullptr && at < policy->inner.size(); ++at) {
        if (paused_by(policy->inner[at]).has(priority))
            return &policy->inner[at];
    }
    return nullptr;
}

const Block* Os10Translator::class_of_group(const Change& change, std::uint8_t group) const
{
    const Block* policy = network_of(change);
    for (std::size_t at = 0; policy != nullptr && at < policy->inner.size(); ++at) {
        if (groups_of(blocks_.blocks(), policy->inner[at].name) == PrioritySet::of(group))
            return &policy->inner[at];
    }
    return nullptr;
}

std::string Os10Translator::pause(const Change& change, const Port& port, Priority priority, bool add)
{
    const Block* pausing = class_that_pauses(change, priority);
    if ((pausing != nullptr) == add)
        return {};
    const Found found = find(change, LineKind::service_network);
    if (!found.reason.empty())
        return found.reason;
    if (!add) {
        const PrioritySet left = paused_by(*pausing) - PrioritySet::of(priority);
        if (!left.empty())
            return blocks_.put(*pausing, fact_of(LineKind::pause_cos, {left.bits}));
        std::string reason = blocks_.take_away(*pausing, LineKind::pause_cos);
        return reason.empty() ? blocks_.take_away(*pausing, LineKind::pause) : reason;
    }
    // The qos-group of the priority's packets; by default the one with the same number.
    std::uint8_t group = priority;
    if (port.pcp_to_tc.known() && !port.pcp_to_tc.value.none())
        group = device().maps.at(port.pcp_to_tc.value.index).at_point(priority);
    if (group >= groups)
        return "the trust map of the port does not state which qos-group the priority is in";
    const Fact cos = fact_of(LineKind::pause_cos, {PrioritySet::of(priority).bits});
    const Block* lines = class_of_group(change, group);
    if (lines == nullptr)
        return blocks_.put_class(*found.policy,
            class_map_for(*found.policy, LineKind::group_map, group),
            {fact_of(LineKind::pause), cos});
    if (!paused_by(*lines).empty())
        return fmt::format("class {} pauses another priority", lines->name);
    std::string reason = lines->find(LineKind::pause) == nullptr
        ? blocks_.put(*lines, fact_of(LineKind::pause))
        : std::string{};
    return reason.empty() ? blocks_.put(*lines, cos) : reason;
}

std::string Os10Translator::set_pfc(const Change& change, const Port& port, const PriorityDelta& delta)
{
    if (port.kind != PortKind::physical)
        return "PFC belongs to the physical ports";
    const PrioritySet now = port.pfc_tx.value_or({});
    if (((now | delta.add) - delta.remove).empty())
        return take_away(change, fact_of(LineKind::pfc_mode, {1}));
    const Block* policy = network_of(change);
    PrioritySet paused;
    for (std::size_t at = 0; policy != nullptr && at < policy->inner.size(); ++at)
        paused = paused | paused_by(policy->inner[at]);
    if (const PrioritySet unasked = now.empty() ? paused - delta.add - delta.remove : PrioritySet{};
        !unasked.empty())
        return fmt::format("PFC is off, and switching it on would pause priority {} too", to_string(unasked));
    const std::string_view usual = policy == nullptr ? policy_that_pauses(delta.add) : std::string_view{};
    std::string reason;
    if (!usual.empty())
        reason = put(change, named(LineKind::service_network, usual));
    for (const Priority priority : delta.add | delta.remove) {
        if (reason.empty() && usual.empty())
            reason = pause(change, port, priority, delta.add.has(priority));
    }
    return reason.empty() ? put(change, fact_of(LineKind::pfc_mode, {1})) : reason;
}

// Returns the policy with which another port pauses exactly these priorities; empty if there is none.
std::string_view Os10Translator::policy_that_pauses(PrioritySet wanted) const
{
    for (std::uint32_t index = 0; index < device().ports.size(); ++index) {
        if (device().ports[index].pfc_tx.is(wanted))
            return blocks_.bound(index, LineKind::service_network);
    }
    return {};
}

std::string Os10Translator::set_share_of_buffer(const Change& change, DynamicThreshold threshold)
{
    const Found found = find(change, LineKind::service_network);
    if (!found.reason.empty())
        return found.reason;
    const Block* lines = class_of_group(change, change.number);
    if (lines == nullptr || paused_by(*lines).empty())
        return "on OS10 the share of the buffer is one of a class that pauses";
    if (threshold.value < 0)
        return "OS10 has exponents from 0 to 10";
    std::string reason = blocks_.take_away(*lines, LineKind::fixed_limit);
    return reason.empty()
        ? blocks_.put(*lines, fact_of(LineKind::alpha, {static_cast<std::uint64_t>(threshold.value)}))
        : reason;
}

}
