// SPDX-License-Identifier: Apache-2.0
// Memory, marking and schedulers of a rendered switch.
#include "drivers/junos/render/render_parts.h"
#include "models/catalog/catalog.h"
#include "models/text/short_name.h"

#include <fmt/format.h>

#include <algorithm>

namespace rocelint::junos {
namespace {

// Shares of the shared buffer in whole percent; the three ingress shares add up to 100.
struct Partitions {
    std::uint32_t lossless = 0;
    std::uint32_t headroom = 0;
    std::uint32_t lossy = 0;
};

std::optional<Partitions> worked_out(const DeviceDesign& design)
{
    const MemoryDesign& memory = design.memory;
    if (!memory.ingress_lossless)
        return std::nullopt;
    std::uint64_t headroom = memory.shared_headroom.value_or(Bytes{0}).count;
    if (!memory.shared_headroom) {
        for (const PortDesign& port : design.ports) {
            for (const LosslessDesign& each : port.lossless) {
                if (!each.xoff)
                    return std::nullopt;
                headroom += each.xoff->count;
            }
        }
    }
    const std::uint64_t lossless = memory.ingress_lossless->count;
    const std::uint64_t whole = lossless + headroom + memory.ingress_lossy.value_or(Bytes{0}).count;
    if (whole == 0)
        return std::nullopt;
    Partitions parts;
    parts.headroom = static_cast<std::uint32_t>((100 * headroom + whole - 1) / whole);
    parts.lossless = std::min(static_cast<std::uint32_t>(100 * lossless / whole), 100 - parts.headroom);
    parts.lossy = 100 - parts.headroom - parts.lossless;
    return parts;
}

std::vector<std::uint32_t> shares_of(RenderState& state)
{
    constexpr std::uint32_t hundredths_per_percent = 100;
    std::vector<std::uint32_t> shares;
    std::uint32_t lost = 0;
    std::optional<std::size_t> taker;
    for (const ClassDesign& each : state.design.classes) {
        const bool weighted = each.scheduler == SchedulerKind::weighted;
        shares.push_back(weighted ? std::max(each.bandwidth.hundredths / hundredths_per_percent, 1U) : 0);
        lost += weighted ? each.bandwidth.hundredths % hundredths_per_percent : 0;
        if (weighted && each.lossless && !taker)
            taker = shares.size() - 1;
    }
    // The remainder from rounding down goes to the first lossless class.
    if (taker)
        shares[*taker] += lost / hundredths_per_percent;
    for (std::size_t index = 0; index < shares.size(); ++index) {
        const ClassDesign& each = state.design.classes[index];
        if (each.scheduler == SchedulerKind::weighted
            && shares[index] * hundredths_per_percent != each.bandwidth.hundredths)
            state.say(fmt::format("the share of class {} is {} %, not {} %: Junos takes whole percent",
                each.name,
                shares[index],
                each.bandwidth.value()));
    }
    return shares;
}

// Junos OS CLI Reference, priority (Schedulers): only one queue of an interface may be strict-high. It is the
// CNPs' queue, else the highest one.
const ClassDesign* strict_class(RenderState& state)
{
    const ClassDesign* chosen = nullptr;
    for (const ClassDesign& each : state.design.classes) {
        const bool of_notifications = chosen != nullptr && state.design.cnp_priority == chosen->priority;
        if (each.scheduler == SchedulerKind::strict && !of_notifications)
            chosen = &each;
    }
    for (const ClassDesign& each : state.design.classes) {
        if (each.scheduler == SchedulerKind::strict && &each != chosen)
            state.say(fmt::format(
                "class {} is of low priority, not strict: Junos has one strict queue", each.name));
    }
    return chosen;
}

std::string marking_profile(std::uint32_t percent) { return fmt::format("ecn-{}", percent); }

std::string rendered_scheduler(const ClassDesign& each, const std::optional<std::uint32_t>& percent)
{
    return percent ? short_name(
               fmt::format("{}-{}", each.name, marking_profile(*percent)), class_of_service_name.longest)
                   : each.name;
}

// Returns every scheduler that some map uses: class and probability, without duplicates.
std::vector<std::pair<std::size_t, std::optional<std::uint32_t>>> used_schedulers(const RenderState& state)
{
    std::vector<std::pair<std::size_t, std::optional<std::uint32_t>>> used;
    for (std::size_t index = 0; index < state.design.classes.size(); ++index) {
        for (const RenderedMap& map : state.maps) {
            if (std::ranges::count(used, std::pair(index, map.percents[index])) == 0)
                used.emplace_back(index, map.percents[index]);
        }
    }
    return used;
}

}

std::uint32_t catalog_number(std::string_view name)
{
    return static_cast<std::uint32_t>(catalog::platform_default("junos", name).number());
}

// Junos OS CLI Reference, buffer-partition (Ingress) and buffer-partition (Egress): lossless,
// lossless-headroom and lossy, or lossless, lossy and multicast, must add up to exactly 100 percent. The
// egress multicast partition gets the share of the ingress headroom on Junos OS, which requires that
// partition; the validated design for Evolved has none.
void write_partitions(RenderState& state)
{
    if (state.pauses.empty())
        return;
    std::optional<Partitions> parts = worked_out(state.design);
    if (!parts) {
        parts = {catalog_number("lossless_partition"),
            catalog_number("headroom_partition"),
            catalog_number("lossy_partition")};
        state.say(
            "sizes of the buffer partitions: the packet memory or the headroom is not known, so they are those of Juniper's "
            "validated design");
    }
    BraceText& text = state.text;
    const auto write = [&text](std::string_view name, std::uint32_t percent) {
        text.open(fmt::format("buffer-partition {}", name));
        text.line(fmt::format("percent {}", percent));
        text.close();
    };
    text.open("shared-buffer");
    text.open("ingress");
    write("lossless", parts->lossless);
    write("lossless-headroom", parts->headroom);
    write("lossy", parts->lossy);
    text.close();
    text.open("egress");
    write("lossless", parts->lossless);
    write("lossy", parts->lossy);
    if (!state.evolved)
        write("multicast", 100 - parts->lossless - parts->lossy);
    text.close();
    text.close();
}

// Junos OS Traffic Management User Guide for the QFX Series, Example: Configuring ECN: a drop profile with
// fill levels in percent of the queue's depth, explicit-congestion-notification in the scheduler, priority
// low or strict-high.
void write_schedulers(RenderState& state)
{
    const DeviceDesign& design = state.design;
    BraceText& text = state.text;
    const auto used = used_schedulers(state);
    const std::vector<std::uint32_t> shares = shares_of(state);
    const ClassDesign* strict = strict_class(state);
    std::vector<std::uint32_t> written;
    for (const auto& [index, percent] : used) {
        if (!percent || std::ranges::count(written, *percent) != 0)
            continue;
        if (written.empty())
            text.open("drop-profiles");
        written.push_back(*percent);
        text.open(marking_profile(*percent));
        text.open("interpolate");
        text.line(fmt::format(
            "fill-level [ {} {} ]", catalog_number("ecn_fill_least"), catalog_number("ecn_fill_most")));
        text.line(fmt::format("drop-probability [ 0 {} ]", *percent));
        text.close();
        text.close();
    }
    if (!written.empty()) {
        text.close();
        state.say(fmt::format(
            "marking thresholds in bytes: Junos takes percent of a queue's depth, which only the device knows; {} and "
            "{} % are those of Juniper's validated design",
            catalog_number("ecn_fill_least"),
            catalog_number("ecn_fill_most")));
    }
    text.open("schedulers");
    for (const auto& [index, percent] : used) {
        const ClassDesign& each = design.classes[index];
        text.open(rendered_scheduler(each, percent));
        if (each.scheduler == SchedulerKind::weighted)
            text.line(fmt::format("transmit-rate percent {}", shares[index]));
        text.line(strict == &each ? "priority strict-high" : "priority low");
        if (percent) {
            text.line(fmt::format("drop-profile-map loss-priority any protocol any drop-profile {}",
                marking_profile(*percent)));
            text.line("explicit-congestion-notification");
        }
        text.close();
    }
    text.close();
    text.open("scheduler-maps");
    for (const RenderedMap& map : state.maps) {
        text.open(map.name);
        for (std::size_t index = 0; index < design.classes.size(); ++index)
            text.line(fmt::format("forwarding-class {} scheduler {}",
                design.classes[index].name,
                rendered_scheduler(design.classes[index], map.percents[index])));
        text.close();
    }
    text.close();
}

}
