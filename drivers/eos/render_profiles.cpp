// SPDX-License-Identifier: Apache-2.0
// The qos profiles of a rendered switch.
#include "drivers/eos/render_parts.h"
#include "models/catalog/asic.h"

#include <fmt/format.h>

#include <algorithm>

namespace rocelint::eos {
namespace {

using line_cli::Fact;
using line_cli::fact_of;
using line_cli::LineText;

constexpr std::uint32_t hundredths_per_percent = 100;

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
bool has_unicast_queues(const DeviceDesign& design, LineText& out)
{
    const catalog::Asic* asic = catalog::find_asic(design.asic);
    if (asic == nullptr)
        asic = catalog::find_asic(design.model);
    if (asic == nullptr)
        out.leave_out(
            "which of tx-queue and uc-tx-queue this switch has: its ASIC is not known; a switch with "
            "queues for unicast alone takes uc-tx-queue in place of tx-queue");
    return asic != nullptr && !(asic->deep_buffer.known() && asic->deep_buffer.value);
}

// `bandwidth percent` takes whole percent, and more than 100 in sum is refused: shares are rounded down, and
// what is left goes to the first lossless class.
std::vector<std::uint32_t> whole_shares(const DeviceDesign& design, LineText& out)
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
            out.leave_out(fmt::format("the share of class {} is {} %, not {} %: EOS takes whole percent",
                each.name,
                shares[index],
                each.bandwidth.value()));
    }
    return shares;
}

// A probability that is no whole percent is brought to the next above, which marks earlier.
Fact marking(const EcnTarget& wanted, Priority queue, bool averages, LineText& out)
{
    const std::uint32_t percent
        = (wanted.max_probability.hundredths + hundredths_per_percent - 1) / hundredths_per_percent;
    if (wanted.max_probability.hundredths % hundredths_per_percent != 0)
        out.leave_out(fmt::format("the marking probability is {} %, not {} %: EOS takes whole percent",
            percent,
            wanted.max_probability.value()));
    Fact fact = fact_of(Says::ecn, {wanted.min_threshold.count, wanted.max_threshold.count, percent}, queue);
    // Only separate unicast queues average their length; 0 is the length of the moment.
    if (averages)
        fact.values[3] = line_cli::Value::of(0);
    return fact;
}

void write_profile(LineText& out,
    const DeviceDesign& design,
    const RenderedProfile& profile,
    bool unicast,
    const std::vector<std::uint32_t>& shares)
{
    const PortDesign& port = *profile.example;
    const Trust trust = design.trust == Trust::dscp_else_pcp ? Trust::dscp : design.trust;
    out.enter(named(Says::qos_profile, profile.name));
    out.say(
        trust == Trust::none ? off(Says::trust) : fact_of(Says::trust, {static_cast<std::uint64_t>(trust)}));
    if (port.rdma && !port.lossless.empty()) {
        out.say(fact_of(Says::pfc));
        for (const LosslessDesign& each : port.lossless)
            out.say(fact_of(Says::pfc_priority, {PrioritySet::of(each.priority).bits}));
        if (!design.watchdog.priorities.empty())
            out.say(fact_of(Says::watchdog));
    }
    for (std::size_t index = 0; index < design.classes.size(); ++index) {
        const ClassDesign& each = design.classes[index];
        Fact queue = fact_of(Says::tx_queue, {}, each.priority);
        queue.statement = grammar().row_like(queue.kind, queue.sense, unicast ? "uc-tx-queue" : "tx-queue");
        out.enter(queue);
        if (each.scheduler == SchedulerKind::strict) {
            out.say(fact_of(Says::priority));
        } else {
            out.say(off(Says::priority));
            out.say(fact_of(Says::bandwidth, {shares[index]}));
        }
        if (const EcnTarget* wanted = port.rdma ? target_of(port, each) : nullptr)
            out.say(marking(*wanted, each.priority, unicast, out));
        out.leave();
    }
    out.leave();
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

void write_profiles(LineText& out, const DeviceDesign& design, const RenderedProfiles& profiles)
{
    if (profiles.profiles.empty())
        return;
    const bool unicast = has_unicast_queues(design, out);
    const std::vector<std::uint32_t> shares = whole_shares(design, out);
    for (const RenderedProfile& profile : profiles.profiles)
        write_profile(out, design, profile, unicast, shares);
}

}
