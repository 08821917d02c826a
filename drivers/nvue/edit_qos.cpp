// SPDX-License-Identifier: Apache-2.0
// Changes of classes, queues and buffers as statements of NVUE.
#include "drivers/nvue/editor.h"
#include "drivers/nvue/nvue.h"

#include <fmt/format.h>

#include <algorithm>

namespace rocelint::nvue {
namespace {

constexpr Kind pfc = kinds_of_profiles[0];
constexpr Kind pause_of_link = kinds_of_profiles[1];
constexpr Kind ecn = kinds_of_profiles[2];
constexpr Kind mapping = kinds_of_profiles[3];
constexpr Kind scheduling = kinds_of_profiles[4];
constexpr Kind remark = kinds_of_profiles[5];

}

Objection Editor::make_pause(const Change& change)
{
    const auto* delta = std::get_if<PriorityDelta>(&change.value);
    const bool headroom = change.property == Property::headroom;
    if (delta != nullptr && headroom)
        return "a priority has headroom exactly where PFC is on for it";
    if (delta != nullptr)
        return each(pfc, change, [&](Content& content) {
            for (const Priority priority : delta->add) {
                content[fmt::format("switch-priority {}", priority)];
                content["tx"] = content["rx"] = "enable";
            }
            for (const Priority priority : delta->remove)
                content.erase(fmt::format("switch-priority {}", priority));
        });
    const auto* bytes = std::get_if<Bytes>(&change.value);
    const Content& now = draft_.of_port(pfc, change.port.port);
    const auto pause_at = now.find("xoff-threshold");
    const auto fill = pause_at == now.end() ? std::nullopt : parse_number(pause_at->second);
    if (bytes == nullptr || !fill || !now.contains("port-buffer"))
        return "the switch works headroom out from the cable length; state that instead";
    const std::uint64_t buffer = *fill + bytes->count;
    if (Objection reason = objection_unless_empty(out_of_range(row_of(LineKind::pfc_buffer), buffer)))
        return reason;
    return each(pfc, change, [&](Content& content) { content["port-buffer"] = fmt::format("{}", buffer); });
}

Objection Editor::make_length(const Change& change)
{
    const auto* length = std::get_if<Metres>(&change.value);
    if (length == nullptr || config_.device.ports[change.port.port].pfc_tx.value_or({}).empty())
        return not_supported(change);
    if (Objection reason = objection_unless_empty(out_of_range(row_of(LineKind::pfc_cable), length->count)))
        return reason;
    return each(
        pfc, change, [&](Content& content) { content["cable-length"] = fmt::format("{}", length->count); });
}

Objection Editor::make_link_pause(const Change& change)
{
    const auto* on = std::get_if<bool>(&change.value);
    const Port& port = config_.device.ports[change.port.port];
    if (on == nullptr)
        return not_supported(change);
    if (*on && !port.pfc_tx.value_or({}).empty())
        return "a port cannot have link pause and PFC (NVIDIA Cumulus Linux 5.14 User Guide, Flow Control)";
    return each(pause_of_link, change, [&](Content& content) {
        content["rx"] = content["tx"] = *on ? "enable" : "disable";
    });
}

Objection Editor::make_marking(const Change& change)
{
    const auto* target = std::get_if<EcnTarget>(&change.value);
    if (target == nullptr || change.number >= class_count)
        return not_supported(change);
    if (target->max_probability.hundredths % 100 != 0)
        return "the probability of marking is in whole percent";
    const std::uint64_t percent = target->max_probability.hundredths / 100;
    for (const auto& [says, value] : {std::pair(LineKind::ecn_min, target->min_threshold.count),
             std::pair(LineKind::ecn_max, target->max_threshold.count),
             std::pair(LineKind::ecn_probability, percent)}) {
        if (Objection reason = objection_unless_empty(out_of_range(row_of(says), value)))
            return reason;
    }
    return each(ecn, change, [&](Content& content) {
        const std::string queue = fmt::format("traffic-class {} ", change.number);
        content[queue + "ecn"] = "enable";
        content[queue + "min-threshold"] = fmt::format("{}", target->min_threshold.count);
        content[queue + "max-threshold"] = fmt::format("{}", target->max_threshold.count);
        content[queue + "probability"] = fmt::format("{}", percent);
    });
}

Objection Editor::make_trust(const Change& change)
{
    const auto* trust = std::get_if<Trust>(&change.value);
    if (trust == nullptr)
        return not_supported(change);
    return each(mapping, change, [&](Content& content) {
        content["trust"] = word_for(row_of(LineKind::trust).terms, static_cast<std::uint64_t>(*trust));
    });
}

Objection Editor::make_map(const Change& change)
{
    const auto* entry = std::get_if<MapEntry>(&change.value);
    if (entry == nullptr || (entry->to >= class_count && entry->kind != MapKind::tc_to_dscp))
        return not_supported(change);
    switch (entry->kind) {
    case MapKind::dscp_to_tc:
    case MapKind::pcp_to_tc:
        return each(mapping, change, [&](Content& content) {
            content[fmt::format(
                "{} {} switch-priority", entry->kind == MapKind::dscp_to_tc ? "dscp" : "pcp", entry->from)]
                = fmt::format("{}", entry->to);
        });
    case MapKind::tc_to_queue:
    case MapKind::priority_to_queue:
        return whole(change,
            fmt::format(
                "qos egress-queue-mapping {} switch-priority {} traffic-class", usual_profile, entry->from),
            fmt::format("{}", entry->to));
    case MapKind::tc_to_priority_group:
    case MapKind::priority_to_priority_group:
        return "a switch priority has the priority group of its own number";
    case MapKind::tc_to_dscp:
        if (config_.device.map(config_.device.ports[change.port.port].tc_to_dscp) == nullptr)
            return "packets are rewritten only where the port that they come in by says so too: write the remark profiles by hand";
        return each(remark, change, [&](Content& content) {
            content[fmt::format("switch-priority {} dscp", entry->from)] = fmt::format("{}", entry->to);
        });
    default:
        return not_supported(change);
    }
}

Objection Editor::make_service(const Change& change)
{
    const auto* target = std::get_if<SchedulerTarget>(&change.value);
    if (target == nullptr || change.number >= class_count)
        return not_supported(change);
    if (target->weight)
        return "the share of a traffic class is in percent of the port, not a weight";
    if (target->bandwidth && target->bandwidth->hundredths % 100 != 0)
        return "the share of a traffic class is in whole percent";
    const std::string queue = fmt::format("traffic-class {} ", change.number);
    std::uint64_t sum = 0;
    Objection reason = each(scheduling, change, [&](Content& content) {
        const bool strict = target->kind == SchedulerKind::strict;
        content[queue + "mode"] = strict ? "strict" : "dwrr";
        if (strict)
            content.erase(queue + "bw-percent");
        else if (target->bandwidth)
            content[queue + "bw-percent"] = fmt::format("{}", target->bandwidth->hundredths / 100);
        std::uint64_t shares = 0;
        for (const auto& [key, value] : content) {
            if (key.ends_with("bw-percent"))
                shares += parse_number(value).value_or(0);
        }
        sum = std::max(sum, shares);
    });
    constexpr std::uint64_t most = 100;
    if (sum > most)
        return Objection(fmt::format(
            "the shares of its traffic classes would come to {} percent, and may come to 100 ({})",
            sum,
            row_of(LineKind::schedule_percent).source));
    return reason;
}

Objection Editor::make_threshold(const Change& change)
{
    const auto* threshold = std::get_if<DynamicThreshold>(&change.value);
    constexpr std::int64_t one = 16;
    const std::string_view word = threshold == nullptr || threshold->value < -7 || threshold->value > 6
        ? std::string_view{}
        : word_for(
            row_of(LineKind::lossless_alpha).terms, static_cast<std::uint64_t>(threshold->value + one));
    if (word.empty() || !config_.device.ports[change.port.port].pfc_tx.value_or({}).has(change.number))
        return not_supported(change);
    return whole(change,
        fmt::format("qos advance-buffer-config {} ingress-lossless-buffer shared-alpha", usual_profile),
        std::string(word));
}

}
