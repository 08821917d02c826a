// SPDX-License-Identifier: Apache-2.0
// The parts of a design that several platforms write in the same way. This file decides which class gets
// packets that match none, and how shares are rounded to whole percent.
#include "drivers/line_cli/write/design_parts.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

namespace rocelint::line_cli {
namespace {

constexpr std::uint32_t hundredths_per_percent = 100;

// Cables of different lengths need different headroom, whatever the speed.
bool same_headroom(const PortDesign& a, const PortDesign& b)
{
    return std::ranges::equal(
        a.lossless, b.lossless, [](const LosslessDesign& left, const LosslessDesign& right) {
            return left.priority == right.priority && left.xoff == right.xoff
                && (!left.xoff || (left.xon == right.xon && left.reserved == right.reserved));
        });
}

bool same_treatment(const DeviceDesign& design, const PortDesign& a, const PortDesign& b, ProfileHolds holds)
{
    if (a.rdma != b.rdma)
        return false;
    if (!a.rdma)
        return true;
    if (holds == ProfileHolds::marking_and_headroom && !same_headroom(a, b))
        return false;
    return a.speed == b.speed && std::ranges::all_of(design.classes, [&](const ClassDesign& each) {
        const EcnTarget* left = marking_of(a, each);
        const EcnTarget* right = marking_of(b, each);
        return left == nullptr || right == nullptr ? left == right : *left == *right;
    });
}

std::string profile_name(const PortDesign& port, const std::vector<ProfileDesign>& others)
{
    const std::string base
        = port.rdma ? fmt::format("RDMA-{}G", port.speed.count / bits_per_gigabit) : "NO-RDMA";
    std::string name = base;
    for (int number = 2; std::ranges::count(others, name, &ProfileDesign::name) != 0; ++number)
        name = fmt::format("{}-{}", base, number);
    return name;
}

}

std::uint64_t largest_packet(const PortDesign& port, std::uint64_t header)
{
    return std::max(port.ip_mtu.count, std::max(port.max_frame.count, header) - header);
}

DscpSet dscps_of(const DeviceDesign& design, const ClassDesign& wanted)
{
    DscpSet mapped;
    for (const ClassDesign& each : design.classes)
        mapped = mapped | each.dscps;
    const bool first = &wanted == &design.classes.front();
    return first ? wanted.dscps | (DscpSet::all() - mapped) : wanted.dscps;
}

PrioritySet pcps_of(const DeviceDesign& design, const ClassDesign& wanted)
{
    const bool first = &wanted == &design.classes.front();
    PrioritySet found;
    for (Priority pcp = 0; pcp < 8; ++pcp) {
        if (pcp == wanted.priority || (first && design.of_priority(pcp) == nullptr))
            found.insert(pcp);
    }
    return found;
}

bool leads_to_switch(const PortDesign& port)
{
    switch (port.peer_role) {
    case Role::leaf:
    case Role::spine:
    case Role::super_spine:
    case Role::core:
    case Role::border:
        return true;
    case Role::unknown:
    case Role::host:
    case Role::management:
    case Role::storage:
        return false;
    }
    return false;
}

const EcnTarget* marking_of(const PortDesign& port, const ClassDesign& wanted)
{
    const auto found = std::ranges::find(port.lossless, wanted.priority, &LosslessDesign::priority);
    return port.rdma && wanted.ecn && found != port.lossless.end() && found->ecn ? &*found->ecn : nullptr;
}

bool trusts_dscp(const DeviceDesign& design)
{
    return design.trust == Trust::dscp || design.trust == Trust::dscp_else_pcp;
}

bool trusts_pcp(const DeviceDesign& design)
{
    return design.trust == Trust::pcp || design.trust == Trust::dscp_else_pcp;
}

std::string upper_name(const ClassDesign& each)
{
    std::string name = each.name;
    std::ranges::transform(
        name, name.begin(), [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
    return name;
}

std::uint32_t whole_percent(Percent probability, LineText& out, std::string_view platform)
{
    const std::uint32_t percent
        = (probability.hundredths + hundredths_per_percent - 1) / hundredths_per_percent;
    if (probability.hundredths % hundredths_per_percent != 0)
        out.leave_out(fmt::format("the marking probability is {} %, not {} %: {} takes whole percent",
            percent,
            probability.value(),
            platform));
    return percent;
}

ProfileDesigns group_profiles(const DeviceDesign& design, ProfileHolds holds)
{
    ProfileDesigns grouped;
    for (const PortDesign& port : design.ports) {
        const auto same = std::ranges::find_if(grouped.profiles,
            [&](const ProfileDesign& known) { return same_treatment(design, *known.example, port, holds); });
        grouped.of_port.push_back(static_cast<std::uint32_t>(same - grouped.profiles.begin()));
        if (same == grouped.profiles.end())
            grouped.profiles.push_back({profile_name(port, grouped.profiles), &port});
    }
    return grouped;
}

std::vector<std::uint32_t> whole_shares(const DeviceDesign& design, LineText& out, std::string_view platform)
{
    std::vector<std::uint32_t> shares;
    std::uint32_t lost = 0;
    std::size_t taker = design.classes.size();
    for (const ClassDesign& each : design.classes) {
        const bool weighted = each.scheduler == SchedulerKind::weighted;
        const std::uint32_t hundredths = weighted ? each.bandwidth.hundredths : 0;
        shares.push_back(std::max(hundredths / hundredths_per_percent, weighted ? 1U : 0U));
        lost += hundredths % hundredths_per_percent;
        if (weighted && each.lossless && taker == design.classes.size())
            taker = shares.size() - 1;
    }
    if (lost == 0)
        return shares;
    if (taker < shares.size())
        shares[taker] += lost / hundredths_per_percent;
    for (std::size_t index = 0; index < shares.size(); ++index) {
        const ClassDesign& each = design.classes[index];
        if (shares[index] * hundredths_per_percent != each.bandwidth.hundredths
            && each.scheduler == SchedulerKind::weighted)
            out.leave_out(fmt::format("the share of class {} is {} %, not {} %: {} takes whole percent",
                each.name,
                shares[index],
                each.bandwidth.value(),
                platform));
    }
    return shares;
}

}
