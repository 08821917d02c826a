// SPDX-License-Identifier: Apache-2.0
// The qos profiles of a rendered switch.
#include "drivers/eos/line_texts.h"
#include "drivers/eos/render_parts.h"
#include "models/catalog/asic.h"

#include <fmt/format.h>

#include <algorithm>

namespace rocelint::eos {
namespace {

const EcnTarget* target_of(const PortDesign& port, const ClassDesign& wanted)
{
    const auto found = std::ranges::find(port.lossless, wanted.priority, &LosslessDesign::priority);
    return wanted.ecn && found != port.lossless.end() && found->ecn ? &*found->ecn : nullptr;
}

bool same_treatment(const DeviceDesign& design, const PortDesign& a, const PortDesign& b)
{
    if (a.rdma != b.rdma)
        return false;
    if (!a.rdma)
        return true;
    return a.speed == b.speed && std::ranges::all_of(design.classes, [&](const ClassDesign& each) {
        const EcnTarget* left = target_of(a, each);
        const EcnTarget* right = target_of(b, each);
        return left == nullptr || right == nullptr ? left == right : *left == *right;
    });
}

std::string profile_name(const PortDesign& port, const std::vector<RenderedProfile>& others)
{
    const std::string base
        = port.rdma ? fmt::format("RDMA-{}G", port.speed.count / bits_per_gigabit) : "NO-RDMA";
    std::string name = base;
    for (int number = 2; std::ranges::count(others, name, &RenderedProfile::name) != 0; ++number)
        name = fmt::format("{}-{}", base, number);
    return name;
}

// Chips with virtual output queues have one set of queues, tx-queue; the others have unicast queues of their
// own, uc-tx-queue (Arista EOS User Manual, Quality of Service, commands tx-queue and uc-tx-queue; Arista AVD
// schema qos_profiles).
std::string_view queue_mode(const DeviceDesign& design, std::vector<std::string>& left_out)
{
    const catalog::Asic* asic = catalog::find_asic(design.asic);
    if (asic == nullptr)
        asic = catalog::find_asic(design.model);
    if (asic == nullptr) {
        left_out.emplace_back(
            "which of tx-queue and uc-tx-queue this switch has: its ASIC is not known; a switch with "
            "queues for unicast alone takes uc-tx-queue in place of tx-queue");
        return "tx-queue";
    }
    return asic->deep_buffer.known() && asic->deep_buffer.value ? "tx-queue" : "uc-tx-queue";
}

// `bandwidth percent` takes whole percent, and more than 100 in sum is refused: shares are rounded down, and
// what is left goes to the first lossless class.
std::vector<std::uint32_t> whole_shares(const DeviceDesign& design, std::vector<std::string>& left_out)
{
    constexpr std::uint32_t hundredths_per_percent = 100;
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
            left_out.push_back(fmt::format("the share of class {} is {} %, not {} %: EOS takes whole percent",
                each.name,
                shares[index],
                each.bandwidth.value()));
    }
    return shares;
}

// Thresholds that EOS cannot say are brought to the nearest that mark earlier.
EcnTarget sayable(const EcnTarget& wanted, std::vector<std::string>& left_out)
{
    constexpr std::uint32_t hundredths_per_percent = 100;
    EcnTarget taken = wanted;
    taken.min_threshold.count
        = std::clamp<std::uint64_t>(wanted.min_threshold.count, 1, limits::largest_threshold);
    taken.max_threshold.count
        = std::clamp<std::uint64_t>(wanted.max_threshold.count, 1, limits::largest_threshold);
    const std::uint32_t percent
        = (wanted.max_probability.hundredths + hundredths_per_percent - 1) / hundredths_per_percent;
    taken.max_probability = Percent::whole(std::clamp(percent, 1U, 100U));
    if (taken != wanted)
        left_out.push_back(
            fmt::format("marking from {} to {} bytes with {} % is written as {} to {} bytes with {} %: EOS "
                        "takes 1 to {} bytes and whole percent",
                wanted.min_threshold.count,
                wanted.max_threshold.count,
                wanted.max_probability.value(),
                taken.min_threshold.count,
                taken.max_threshold.count,
                taken.max_probability.value(),
                limits::largest_threshold));
    return taken;
}

void write_profile(std::string& text,
    const DeviceDesign& design,
    const RenderedProfile& profile,
    std::string_view mode,
    const std::vector<std::uint32_t>& shares,
    std::vector<std::string>& left_out)
{
    const PortDesign& port = *profile.example;
    text += fmt::format("qos profile {}\n", profile.name);
    switch (design.trust) {
    case Trust::dscp:
    case Trust::dscp_else_pcp:
        text += "   qos trust dscp\n";
        break;
    case Trust::pcp:
        text += "   qos trust cos\n";
        break;
    case Trust::none:
        text += "   no qos trust\n";
        break;
    }
    if (port.rdma && !port.lossless.empty()) {
        text += "   priority-flow-control on\n";
        for (const LosslessDesign& each : port.lossless)
            text += fmt::format("   priority-flow-control priority {} no-drop\n", each.priority);
        if (!design.watchdog.priorities.empty())
            text += "   priority-flow-control pause watchdog\n";
    }
    for (std::size_t index = 0; index < design.classes.size(); ++index) {
        const ClassDesign& each = design.classes[index];
        text += fmt::format("   !\n   {} {}\n", mode, each.priority);
        if (each.scheduler == SchedulerKind::strict)
            text += "      priority strict\n";
        else
            text += fmt::format("      no priority\n      bandwidth percent {}\n", shares[index]);
        if (const EcnTarget* wanted = port.rdma ? target_of(port, each) : nullptr) {
            // Only separate unicast queues average their length; 0 is the length of the moment (AVD: weight 0
            // to 15).
            const std::string_view weight = mode == "uc-tx-queue" ? " weight 0" : "";
            text += fmt::format("      {}{}\n", ecn_text(sayable(*wanted, left_out)).value_or(""), weight);
        }
    }
    text += "!\n";
}

}

RenderedProfiles group_profiles(const DeviceDesign& design)
{
    RenderedProfiles grouped;
    for (const PortDesign& port : design.ports) {
        const auto same = std::ranges::find_if(grouped.profiles,
            [&](const RenderedProfile& known) { return same_treatment(design, *known.example, port); });
        grouped.of_port.push_back(static_cast<std::uint32_t>(same - grouped.profiles.begin()));
        if (same == grouped.profiles.end())
            grouped.profiles.push_back({profile_name(port, grouped.profiles), &port});
    }
    return grouped;
}

void write_profiles(std::string& text,
    const DeviceDesign& design,
    const RenderedProfiles& profiles,
    std::vector<std::string>& left_out)
{
    if (profiles.profiles.empty())
        return;
    const std::string_view mode = queue_mode(design, left_out);
    const std::vector<std::uint32_t> shares = whole_shares(design, left_out);
    for (const RenderedProfile& profile : profiles.profiles)
        write_profile(text, design, profile, mode, shares, left_out);
}

}
