// SPDX-License-Identifier: Apache-2.0
// Edits lines of policies, which stand two blocks deep and are shared by all ports that name the policy.
#include "drivers/nxos/policy_editor.h"

#include <fmt/format.h>

#include <algorithm>
#include <ranges>

namespace rocelint::nxos {
namespace {

using line_cli::Fact;
using line_cli::fact_of;
using line_cli::Sense;
using line_cli::Value;

std::uint64_t bit(std::uint8_t point) { return std::uint64_t{1} << point; }

}

PolicyEditor::PolicyEditor(const line_cli::Lines& lines, const Device& device, line_cli::LineEditor& editor)
    : lines_(lines), device_(device), editor_(editor)
{
    for (const line_cli::Stanza& stanza : lines.stanzas) {
        policies_.add(lines, stanza);
        if (says(lines.header(stanza)) != Says::system_qos)
            continue;
        for (const Fact& fact : lines.inside(stanza))
            system_.push_back(&fact);
    }
}

std::string_view PolicyEditor::bound(std::uint32_t port, Says binding) const
{
    line_cli::FoundLine own = editor_.find(port, {kind_of(binding)});
    const std::uint32_t lag = device_.ports[port].lag;
    if (!own.states() && lag != Port::no_index)
        own = editor_.find(lag, {kind_of(binding)});
    if (own.states())
        return own.fact->text;
    std::string_view name;
    for (const Fact* fact : system_) {
        if (says(*fact) == binding)
            name = fact->sense == Sense::set ? fact->text : std::string_view{};
    }
    return name;
}

const Policy* PolicyEditor::network() const
{
    std::string_view name;
    for (const Fact* fact : system_) {
        if (says(*fact) == Says::service_network)
            name = fact->sense == Sense::set ? fact->text : std::string_view{};
    }
    return policies_.network(name);
}

std::string PolicyEditor::refuse_for_others(const Change& change, Says binding, const Policy& policy) const
{
    const Port* other = editor_.bystander(change, [&](std::uint32_t index, const Port& port) {
        return port.kind == PortKind::physical && bound(index, binding) == policy.name;
    });
    return other == nullptr
        ? std::string{}
        : fmt::format("policy-map {} is that of {} too, which must not change", policy.name, other->name);
}

std::string PolicyEditor::put(const Policy& policy, const ClassLines& lines, const Fact& wanted)
{
    if (std::string reason = line_cli::out_of_range(*grammar().row(wanted.kind), wanted); !reason.empty())
        return reason;
    const Fact* old = lines.find(static_cast<Says>(wanted.kind));
    const std::string text = editor_.text_of(wanted, old);
    if (text.empty())
        return std::string(line_cli::inexact_line);
    const Tree& tree = tree_of(policy);
    if (old == nullptr)
        editor_.writer().insert_into(tree, *lines.header->node, text);
    else if (!editor_.writer().replace(tree, *old->node, text))
        return std::string(line_cli::conflicting_line);
    return {};
}

std::string PolicyEditor::put_class(
    const Policy& policy, const std::string& header, std::uint8_t number, const Fact& wanted)
{
    if (std::string reason = line_cli::out_of_range(*grammar().row(wanted.kind), wanted); !reason.empty())
        return reason;
    const std::string text = editor_.text_of(wanted);
    const Fact& stanza = lines_.header(*policy.stanza);
    editor_.writer().insert_block(tree_of(policy), *stanza.node, header, number, text);
    return {};
}

std::string PolicyEditor::take_away(const Policy& policy, const ClassLines& lines, Says what)
{
    const Fact* old = lines.find(what);
    if (old == nullptr)
        return {};
    if (!editor_.writer().remove(tree_of(policy), *old->node))
        return std::string(line_cli::conflicting_line);
    return {};
}

std::string PolicyEditor::refuse_for_other_policies(const Policy& policy, std::string_view class_name) const
{
    for (const std::string_view name : policies_.classifier_names()) {
        const Policy* other = policies_.classifier(name);
        if (other != &policy && other->find(class_name) != nullptr)
            return fmt::format("class-map {} is one of policy-map {} too", class_name, name);
    }
    return {};
}

std::string PolicyEditor::take_out(const Policy& policy, Says match, std::uint8_t point)
{
    for (const ClassLines& lines : policy.classes) {
        const ClassMapLines* map = policies_.class_map(lines.name);
        if (map == nullptr)
            continue;
        for (const Fact* line : map->matches) {
            if (says(*line) == Says::match_list || says(*line) == Says::match_other
                || (says(*line) == Says::match_precedence && match == Says::match_dscp))
                return fmt::format("class-map {} looks at more than single points", lines.name);
            if (says(*line) != match || (line->value() & bit(point)) == 0)
                continue;
            if (std::string reason = refuse_for_other_policies(policy, lines.name); !reason.empty())
                return reason;
            const std::uint64_t left = line->value() & ~bit(point);
            const Tree& tree = *map->stanza->tree;
            const bool done = left == 0
                ? editor_.writer().remove(tree, *line->node)
                : editor_.writer().replace(tree, *line->node, editor_.text_of(fact_of(match, {left}), line));
            if (!done)
                return std::string(line_cli::conflicting_line);
        }
    }
    return {};
}

std::string PolicyEditor::put_in(const ClassMapLines& map, Says match, std::uint8_t point)
{
    const Tree& tree = *map.stanza->tree;
    const std::string text = editor_.text_of(fact_of(match, {bit(point)}));
    const auto line = std::ranges::find(map.matches, match, [](const Fact* fact) { return says(*fact); });
    if (line == map.matches.end()) {
        if (map.all && !map.matches.empty())
            return "the class-map is match-all: a packet would have to be of both";
        editor_.writer().insert_into(tree, *map.header->node, text);
    } else if (!editor_.writer().replace(tree,
                   *(*line)->node,
                   editor_.text_of(fact_of(match, {(*line)->value() | bit(point)}), *line))) {
        return std::string(line_cli::conflicting_line);
    }
    return {};
}

std::string PolicyEditor::move_point(const Policy& policy, Says match, std::uint8_t point, std::uint8_t group)
{
    if (std::string reason = take_out(policy, match, point); !reason.empty())
        return reason;
    const auto sets_group = [&](const ClassLines& lines) {
        const Fact* line = lines.find(Says::set_group);
        return (line == nullptr ? 0 : line->value()) == group;
    };
    const ClassLines* rest = policy.find("class-default");
    if (rest == nullptr ? group == 0 : sets_group(*rest))
        return {};
    for (const ClassLines& lines : policy.classes) {
        const ClassMapLines* map = policies_.class_map(lines.name);
        if (map == nullptr || !sets_group(lines))
            continue;
        std::string reason = refuse_for_other_policies(policy, lines.name);
        return reason.empty() ? put_in(*map, match, point) : reason;
    }
    const std::string name = fmt::format("QOS-GROUP-{}", group);
    if (policies_.class_map(name) != nullptr)
        return fmt::format("class-map {} is there already, and not of this policy", name);
    const ClassMapLines* beside = nullptr;
    for (const ClassLines& lines : policy.classes) {
        const ClassMapLines* map = policies_.class_map(lines.name);
        beside = map == nullptr ? beside : map;
    }
    if (beside == nullptr)
        return "the policy has no class-map beside which one could stand";
    const std::string header = fmt::format("class-map type qos match-any {}", name);
    const std::string text = editor_.text_of(fact_of(match, {bit(point)}));
    editor_.writer().insert_stanza(*beside->stanza->tree, *lines_.header(*beside->stanza).node, header, text);
    return put_class(policy, fmt::format("class {}", name), group, fact_of(Says::set_group, {group}));
}

}
