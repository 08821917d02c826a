// SPDX-License-Identifier: Apache-2.0
// Classes, marking and scheduling as lines of policies, class-maps and locations.
#include "drivers/iosxr/iosxr_translator.h"
#include "drivers/line_cli/read/policy_entries.h"

#include <fmt/format.h>

#include <algorithm>

namespace rocelint::iosxr {
namespace {

constexpr std::string_view one_number
    = "a traffic class, its virtual output queues and its PFC priority have one number on IOS XR";

std::uint64_t bit(std::uint8_t point) { return std::uint64_t{1} << point; }

// Whether a class of the policy has a line of this kind.
bool any_class_has(const Block& policy, LineKind kind)
{
    return std::ranges::any_of(
        policy.inner, [kind](const Block& lines) { return lines.find(kind) != nullptr; });
}

}

IosxrTranslator::FoundPolicy IosxrTranslator::policy_of(const Change& change, LineKind binding) const
{
    const auto found
        = [&](std::uint32_t port) { return find_policy(blocks_.blocks(), blocks_.bound(port, binding)); };
    const Block* policy = found(change.port.port);
    if (policy == nullptr)
        return {nullptr, "no policy-map of the files is bound to the port in this direction"};
    const Port* other = editor().bystander(change, [&](std::uint32_t index, const Port& port) {
        return port.kind == PortKind::physical && found(index) == policy;
    });
    return {policy,
        other == nullptr
            ? std::string{}
            : fmt::format(
                "policy-map {} is that of {} too, which must not change", policy->name, other->name)};
}

// A port trusts what its policy looks at, so the policy of another port that trusts the same is bound.
std::string IosxrTranslator::set_trust(const Change& change, const Port& port, Trust trust)
{
    if (port.trust.is(trust))
        return {};
    if (trust == Trust::none)
        return take_away(change, fact_of(LineKind::service_in));
    if (const std::string_view name = blocks_.bound_by_trust(LineKind::service_in, trust); !name.empty())
        return put(change, named(LineKind::service_in, name));
    return "IOS XR classifies by a policy, and no other port has one that looks there";
}

std::string IosxrTranslator::set_map(const Change& change, const Port& port, const MapEntry& entry)
{
    const bool dscp = entry.kind == MapKind::dscp_to_tc;
    if (!dscp && entry.kind != MapKind::pcp_to_tc && entry.kind != MapKind::tc_to_dscp)
        return std::string(one_number);
    if (entry.to >= class_count && entry.kind != MapKind::tc_to_dscp)
        return "IOS XR has traffic classes from 0 to 7";
    const FoundPolicy found = policy_of(change, LineKind::service_in);
    if (!found.reason.empty())
        return found.reason;
    if (entry.kind == MapKind::tc_to_dscp)
        return class_maps_.put_in_class(
            *found.policy, entry.from, fact_of(LineKind::set_dscp, {bit(entry.to)}), "traffic class");
    const ClassMap* now = device().map(dscp ? port.dscp_to_tc : port.pcp_to_tc);
    if (now != nullptr && now->at_point(entry.from) == entry.to)
        return {};
    if (now == nullptr)
        return fmt::format("the policy of the port does not classify by {}", dscp ? "DSCP" : "CoS");
    return move_point(*found.policy, dscp ? LineKind::match_dscp : LineKind::match_cos, entry.from, entry.to);
}

const Block* IosxrTranslator::class_of_point(const Block& policy, LineKind match, std::uint8_t point) const
{
    for (const Block& lines : policy.inner) {
        const Block* map = class_maps_.class_map(lines.name);
        const std::vector<const Fact*> matches
            = map == nullptr ? std::vector<const Fact*>{} : line_cli::conditions_of(*map);
        const auto has_point
            = [&](const Fact* line) { return says(*line) == match && (line->value() & bit(point)) != 0; };
        if (std::ranges::any_of(matches, has_point))
            return matches.size() == 1 && matches.front()->value() == bit(point) ? &lines : nullptr;
    }
    return nullptr;
}

std::string IosxrTranslator::move_point(
    const Block& policy, LineKind match, std::uint8_t point, std::uint8_t number)
{
    if (const Block* own = class_of_point(policy, match, point))
        return blocks_.put(*own, fact_of(LineKind::set_class, {number}));
    return class_maps_.move_point(policy, kind_of(match), point, number);
}

std::vector<const Block*> IosxrTranslator::internal_profiles(std::uint8_t number) const
{
    std::vector<const Block*> found;
    static_cast<void>(blocks_.blocks().find_if(LineKind::profile, [&](const Block& each) {
        if (each.find(LineKind::internal, number) != nullptr)
            found.push_back(&each);
        return false;
    }));
    return found;
}

// Packets for any port may come in by any location.
std::string IosxrTranslator::set_internal_marking(
    const Change& change, const std::vector<const Block*>& profiles, const EcnTarget& target)
{
    std::string reason = refuse_for_others(change,
        "the marking of a traffic class with internal buffers is that of the whole router",
        [](std::uint32_t, const Port& other) { return other.kind == PortKind::physical; });
    for (const Block* profile : profiles) {
        const Fact* line = profile->find(LineKind::internal, change.number);
        if (!reason.empty())
            return reason;
        if (line->sense != Sense::set || !has_values(*line))
            return fmt::format(
                "traffic class {} of {} has the chip's own values", change.number, profile->name);
        Fact wanted = *line;
        wanted.values[3] = Value::of(target.min_threshold.count);
        wanted.values[4] = Value::of(target.max_threshold.count);
        wanted.values[5] = Value::of(target.max_probability.hundredths / 100);
        reason = blocks_.put_line(*profile, *profile->last_header->node, wanted, line);
    }
    return reason;
}

std::string IosxrTranslator::set_ecn(const Change& change, const Port& port, const EcnTarget& target)
{
    if (change.number >= class_count)
        return "IOS XR has traffic classes from 0 to 7";
    if (port.kind != PortKind::physical)
        return "marking belongs to the physical ports";
    if (target.max_probability.hundredths % 100 != 0)
        return "IOS XR takes a marking probability in whole percent";
    if (const auto profiles = internal_profiles(change.number); !profiles.empty())
        return set_internal_marking(change, profiles, target);
    const FoundPolicy found = policy_of(change, LineKind::service_out);
    if (!found.reason.empty())
        return found.reason;
    const Block* lines = class_of_queue(blocks_.blocks(), *found.policy, change.number);
    if (lines == nullptr)
        return fmt::format(
            "policy-map {} has no class for traffic class {}", found.policy->name, change.number);
    const Fact* old = lines->find(LineKind::curve);
    if (old != nullptr && (old->sense != Sense::set || !is_in_bytes(*old, 0) || !is_in_bytes(*old, 1)))
        return std::string(line_cli::inexact_line);
    std::string reason = lines->find(LineKind::marks) != nullptr
        ? std::string{}
        : blocks_.put(*lines, fact_of(LineKind::marks));
    return reason.empty() ? blocks_.put(*lines,
               fact_of(LineKind::curve,
                   {target.min_threshold.count,
                       target.max_threshold.count,
                       target.max_probability.hundredths / 100}))
                          : reason;
}

std::string IosxrTranslator::set_scheduler(
    const Change& change, const Port& port, const SchedulerTarget& target)
{
    if (port.kind != PortKind::physical || change.number >= class_count)
        return "queues 0 to 7 belong to the physical ports";
    if (target.bandwidth && target.bandwidth->hundredths % 100 != 0)
        return "IOS XR takes a share in whole percent";
    const FoundPolicy found = policy_of(change, LineKind::service_out);
    if (!found.reason.empty())
        return found.reason;
    const Block* lines = class_of_queue(blocks_.blocks(), *found.policy, change.number);
    if (lines == nullptr)
        return fmt::format(
            "policy-map {} has no class for traffic class {}", found.policy->name, change.number);
    const bool in_percent = any_class_has(*found.policy, LineKind::share);
    if ((target.weight && in_percent) || (target.bandwidth && any_class_has(*found.policy, LineKind::ratio)))
        return fmt::format("policy-map {} serves its classes by {}",
            found.policy->name,
            in_percent ? "shares in percent" : "ratios");
    const auto drop = [&](std::initializer_list<LineKind> kinds) {
        std::string reason;
        for (const LineKind kind : kinds) {
            if (reason.empty())
                reason = blocks_.remove(*lines, lines->find(kind));
        }
        return reason;
    };
    if (target.kind == SchedulerKind::strict) {
        std::string reason = drop({LineKind::share, LineKind::ratio});
        return !reason.empty() || lines->find(LineKind::priority) != nullptr
            ? reason
            : blocks_.put(
                *lines, fact_of(LineKind::priority, {blocks_.free_level(*found.policy, LineKind::priority)}));
    }
    if (!target.weight && !target.bandwidth)
        return lines->find(LineKind::priority) == nullptr ? std::string{}
                                                          : "a queue that is not strict needs a weight";
    std::string reason = drop({LineKind::priority});
    return !reason.empty() ? reason
        : target.weight    ? blocks_.put(*lines, fact_of(LineKind::ratio, {*target.weight}))
                        : blocks_.put(*lines, fact_of(LineKind::share, {target.bandwidth->hundredths / 100}));
}

}
