// SPDX-License-Identifier: Apache-2.0
#include "rules/ecn/bound_profiles.h"

#include <fmt/format.h>

namespace rocelint {

Span place_in_profile(const Device& device, const EcnProfile& profile, OriginId origin)
{
    const Span written = device.origins.span(origin);
    return written.somewhere() ? written : profile.at.somewhere() ? profile.at : device.place(origin);
}

void blame_ports(
    Diagnosis& diagnosis, std::uint32_t device_index, const BoundProfile& bound, Property property)
{
    constexpr std::size_t most = 4096;
    for (const std::uint32_t port : bound.ports) {
        const PortId id{device_index, port};
        if (diagnosis.subjects.size() < most)
            diagnosis.blame(id, property, bound.priority);
        if (port != bound.ports.front())
            diagnosis.also_on.push_back(id);
    }
}

namespace {

// For devices that state thresholds as shares.
void propose_majority_shares(const DeviceContext& context, Diagnosis& diagnosis, const BoundProfile& bound)
{
    const PortId first{context.index, bound.ports.front()};
    const auto shares = context.shared().marking().shares_for_port(first, bound.priority);
    if (!shares)
        return;
    diagnosis.fix += fmt::format(" Usual here: {} to {} % of the queue's depth with up to {} %.",
        shares->min_fill.value(),
        shares->max_fill.value(),
        shares->max_probability.value());
    diagnosis.changes.push_back({.port = first,
        .property = Property::ecn_thresholds,
        .number = bound.queue,
        .value = *shares,
        .shared = true});
}

}

void propose_majority_marking(
    const DeviceContext& context, Diagnosis& diagnosis, const BoundProfile& bound, std::optional<Bytes> most)
{
    const PortId first{context.index, bound.ports.front()};
    const auto target = context.shared().marking().for_port(first, bound.priority, most);
    if (!target && !most)
        propose_majority_shares(context, diagnosis, bound);
    if (!target)
        return;
    diagnosis.fix += fmt::format(" Usual here: {} to {} bytes with up to {} %.",
        target->min_threshold.count,
        target->max_threshold.count,
        target->max_probability.value());
    diagnosis.changes.push_back({.port = first,
        .property = Property::ecn_thresholds,
        .number = bound.queue,
        .value = *target,
        .shared = true});
}

std::string in_bytes(Bytes size) { return fmt::format("{} bytes", size.count); }

}
