// SPDX-License-Identifier: Apache-2.0
// Changes in words.
#include "models/change/change.h"

#include <fmt/format.h>

#include <array>

namespace rocelint {
namespace {

std::string describe_delta(std::string_view what, const PriorityDelta& delta)
{
    std::string text;
    if (!delta.add.empty())
        text = fmt::format("{} on for priority {}", what, to_string(delta.add));
    if (!delta.remove.empty())
        text += fmt::format(
            "{}{} off for priority {}", text.empty() ? "" : ", ", what, to_string(delta.remove));
    return text;
}

std::string describe_entry(const MapEntry& entry)
{
    switch (entry.kind) {
    case MapKind::dscp_to_tc:
        return fmt::format("DSCP {} to traffic class {}", entry.from, entry.to);
    case MapKind::pcp_to_tc:
        return fmt::format("PCP {} to traffic class {}", entry.from, entry.to);
    case MapKind::tc_to_queue:
        return fmt::format("traffic class {} to queue {}", entry.from, entry.to);
    case MapKind::tc_to_priority_group:
        return fmt::format("traffic class {} to priority group {}", entry.from, entry.to);
    case MapKind::priority_to_queue:
        return fmt::format("priority {} to queue {}", entry.from, entry.to);
    case MapKind::priority_to_priority_group:
        return fmt::format("priority {} to priority group {}", entry.from, entry.to);
    case MapKind::tc_to_dscp:
        return fmt::format("traffic class {} rewritten to DSCP {}", entry.from, entry.to);
    case MapKind::tc_to_pcp:
        return fmt::format("traffic class {} rewritten to PCP {}", entry.from, entry.to);
    }
    return {};
}

const char* name_of(Fec fec)
{
    constexpr std::array names{"none", "base-r", "rs528", "rs544", "rs", "auto"};
    return names[static_cast<std::size_t>(fec)];
}

struct Describer {
    const Change& change;
    std::string operator()(const PriorityDelta& delta) const
    {
        const bool dcqcn = change.property == Property::congestion_control;
        const bool room = change.property == Property::headroom;
        return describe_delta(dcqcn ? "DCQCN" : room ? "headroom" : "PFC", delta);
    }
    std::string operator()(bool on) const
    {
        return fmt::format("{} {}",
            change.property == Property::power_saving ? "Energy-Efficient Ethernet" : "link pause",
            on ? "on" : "off");
    }
    std::string operator()(Trust trust) const { return fmt::format("trust {}", name_of(trust)); }
    std::string operator()(const MapEntry& entry) const { return describe_entry(entry); }
    std::string operator()(const EcnTarget& target) const
    {
        return fmt::format("queue {} marks ECN from {} to {} bytes with up to {} %",
            change.number,
            target.min_threshold.count,
            target.max_threshold.count,
            target.max_probability.value());
    }
    std::string operator()(const WatchdogTarget& target) const
    {
        std::string text = "PFC watchdog on";
        if (!target.priorities.empty())
            text += fmt::format(" for priority {}", to_string(target.priorities));
        if (target.detection)
            text += fmt::format(", detection {} ms", target.detection->count());
        if (target.restoration)
            text += fmt::format(", restoration {} ms", target.restoration->count());
        return target.poll ? fmt::format("{}, poll {} ms", text, target.poll->count()) : text;
    }
    std::string operator()(Bytes size) const
    {
        switch (change.property) {
        case Property::headroom:
            return fmt::format("headroom of {} bytes for priority {}", size.count, change.number);
        case Property::reserve:
            return fmt::format("priority group {} reserves {} bytes", change.number, size.count);
        case Property::lossless_packet:
            return fmt::format("lossless packets of up to {} bytes", size.count);
        default:
            return fmt::format("MTU {}", size.count);
        }
    }
    std::string operator()(RoceVersion version) const
    {
        return version == RoceVersion::v2 ? "RoCE v2" : "RoCE v1";
    }
    std::string operator()(BitsPerSecond speed) const
    {
        return fmt::format("speed {} Mb/s", speed.count / 1'000'000);
    }
    std::string operator()(Fec fec) const { return fmt::format("FEC {}", name_of(fec)); }
    std::string operator()(Metres length) const { return fmt::format("cable of {} m", length.count); }
    std::string operator()(const SchedulerTarget& target) const
    {
        std::string text = fmt::format(
            "queue {} {}", change.number, target.kind == SchedulerKind::strict ? "strict" : "weighted");
        if (target.bandwidth)
            text += fmt::format(", {} %", target.bandwidth->value());
        return target.weight ? fmt::format("{}, weight {}", text, *target.weight) : text;
    }
    std::string operator()(DynamicThreshold threshold) const
    {
        return fmt::format("dynamic threshold {} of priority group {}", threshold.value, change.number);
    }
    std::string operator()(HashFields) const { return "hash by addresses and the UDP source port"; }
    std::string operator()(std::uint8_t number) const
    {
        return change.property == Property::cnp_marking ? fmt::format("CNP with DSCP {}", number)
                                                        : fmt::format("RDMA with type of service {}", number);
    }
};

}

std::string describe(const Change& change) { return std::visit(Describer{change}, change.value); }

const char* name_of(FixClass fix_class)
{
    constexpr std::array names{"none", "hitless", "disruptive", "manual"};
    return names[static_cast<std::size_t>(fix_class)];
}

}
