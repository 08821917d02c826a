// SPDX-License-Identifier: Apache-2.0
#include "rules/unconfigured_port.h"

#include "analysis/facts/paused_priorities.h"
#include "models/change/changes_between.h"
#include "rules/blame.h"

#include <algorithm>
#include <array>

namespace rocelint {
namespace {

constexpr std::array effects{Property::trust,
    Property::ecn,
    Property::ecn_thresholds,
    Property::headroom,
    Property::buffer_threshold,
    Property::reserve,
    Property::scheduler,
    Property::watchdog};

// The first port of the device that has the settings this port lacks.
const Port* find_model(const PortContext& context, PrioritySet required)
{
    const Device& device = context.device();
    const Port& port = context.port();
    const auto fits = [&](const Port& other) {
        const bool same_speed
            = !port.speed.known() || !other.speed.known() || port.speed.value == other.speed.value;
        return &other != &port && other.kind == PortKind::physical && same_speed && other.pfc_tx.configured()
            && (required - paused_priorities(other)).empty();
    };
    const auto found = std::ranges::find_if(device.ports, fits);
    return found == device.ports.end() ? nullptr : &*found;
}

}

bool is_unconfigured(const Device& device, const Port& port)
{
    const auto states_queue = [](const Queue& queue) {
        return queue.ecn.configured() || queue.scheduler.configured() || queue.buffer.configured();
    };
    // A map that all ports share was not configured for this port in particular.
    const auto has_same_map = [&](const Port& other) {
        return other.kind != PortKind::physical
            || (other.dscp_to_tc.configured() && other.dscp_to_tc.value.index == port.dscp_to_tc.value.index);
    };
    const bool has_own_map = port.dscp_to_tc.configured() && !std::ranges::all_of(device.ports, has_same_map);
    return !port.pfc_tx.configured() && !port.trust.configured() && !has_own_map
        && !port.ingress_policy.configured() && std::ranges::none_of(device.queues_of(port), states_queue);
}

void blame_unconfigured_port(const PortContext& context, PrioritySet required, Diagnosis& diagnosis)
{
    const Device& device = context.device();
    for (const Property property : effects)
        diagnosis.covers.push_back({context.id, property, Subject::whole});
    const Port* model = find_model(context, required);
    if (model == nullptr)
        return;
    const auto index = static_cast<std::uint32_t>(model - device.ports.data());
    for (const Change& change : changes_to_be_like(device, context.id, index, port_idiom)) {
        if (change.property != Property::pfc)
            diagnosis.changes.push_back(change);
    }
}

}
