// SPDX-License-Identifier: Apache-2.0
// Edits lines of blocks that all ports which name them share.
#include "drivers/os10/block_editor.h"

#include <fmt/format.h>

#include <algorithm>

namespace rocelint::os10 {
namespace {

using line_cli::Fact;
using line_cli::Sense;

std::uint64_t bit(std::uint8_t point) { return std::uint64_t{1} << point; }

}

BlockEditor::BlockEditor(const line_cli::Lines& lines, const Device& device, line_cli::LineEditor& editor)
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

std::string_view BlockEditor::bound(std::uint32_t port, Says binding) const
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

std::string BlockEditor::refuse_for_others(
    const Change& change, Says binding, std::string_view name, std::string_view what) const
{
    const Port* other = editor_.bystander(change, [&](std::uint32_t index, const Port& port) {
        return port.kind == PortKind::physical && bound(index, binding) == name;
    });
    return other == nullptr
        ? std::string{}
        : fmt::format("{} {} is that of {} too, which must not change", what, name, other->name);
}

std::string BlockEditor::refuse_for_marked(const Change& change, const Block& profile) const
{
    const auto is_of = [&](const Block& lines) {
        const Fact* line = lines.find(Says::detect);
        return line != nullptr && line->text == profile.name;
    };
    std::string reason;
    const Port* other = editor_.bystander(change, [&](std::uint32_t index, const Port& port) {
        const Policy* policy = port.kind == PortKind::physical
            ? policies_.queuing(bound(index, Says::service_queuing))
            : nullptr;
        return policy != nullptr && std::ranges::any_of(policy->classes, is_of);
    });
    if (other != nullptr)
        return fmt::format(
            "wred profile {} is that of {} too, which must not change", profile.name, other->name);
    for (std::uint32_t index = 0; index < device_.ports.size(); ++index) {
        const Policy* policy = policies_.queuing(bound(index, Says::service_queuing));
        for (std::size_t at = 0; policy != nullptr && at < policy->classes.size(); ++at) {
            if (is_of(policy->classes[at]) && policies_.queue_of(policy->classes[at].name) != change.number)
                return fmt::format("wred profile {} is that of another queue too", profile.name);
        }
    }
    return {};
}

std::string BlockEditor::put(const Block& block, const Fact& wanted)
{
    if (std::string reason = line_cli::out_of_range(*grammar().row(wanted.kind), wanted); !reason.empty())
        return reason;
    const Fact* old = block.find(static_cast<Says>(wanted.kind));
    const std::string text = editor_.text_of(wanted, old);
    if (text.empty())
        return std::string(line_cli::inexact_line);
    const Tree& tree = *block.stanza->tree;
    if (old == nullptr)
        editor_.writer().insert_into(tree, *block.header->node, text);
    else if (!editor_.writer().replace(tree, *old->node, text))
        return std::string(line_cli::conflicting_line);
    return {};
}

std::string BlockEditor::take_away(const Block& block, Says what)
{
    const Fact* old = block.find(what);
    if (old == nullptr)
        return {};
    if (!editor_.writer().remove(*block.stanza->tree, *old->node))
        return std::string(line_cli::conflicting_line);
    return {};
}

std::string BlockEditor::put_lines(
    const Policy& policy, std::string_view class_name, const std::vector<std::string>& lines)
{
    if (std::ranges::any_of(lines, &std::string::empty))
        return std::string(line_cli::inexact_line);
    const Fact& stanza = lines_.header(*policy.stanza);
    const std::string header = fmt::format("class {}", class_name);
    editor_.writer().insert_block(*policy.stanza->tree, *stanza.node, header, Fact::no_number - 1, lines);
    return {};
}

std::string BlockEditor::put_class(const Policy& policy, std::string_view class_name, const Fact& wanted)
{
    if (std::string reason = line_cli::out_of_range(*grammar().row(wanted.kind), wanted); !reason.empty())
        return reason;
    return put_lines(policy, class_name, {editor_.text_of(wanted)});
}

std::string BlockEditor::put_class(
    const Policy& policy, std::string_view class_name, const Fact& wanted, const Fact& second)
{
    return put_lines(policy, class_name, {editor_.text_of(wanted), editor_.text_of(second)});
}

void BlockEditor::make(const line_cli::Stanza& behind, const Fact& header, const Fact& line)
{
    const std::string words = editor_.text_of(header);
    const std::string text = editor_.text_of(line);
    editor_.writer().insert_stanza(*behind.tree, *lines_.header(behind).node, words, text);
}

void BlockEditor::move_point(const Block& map, std::uint8_t point, std::uint8_t to)
{
    auto moves = std::ranges::find(moves_, &map, &Moves::map);
    if (moves == moves_.end())
        moves = moves_.insert(moves_.end(), Moves{&map, {}});
    moves->points.emplace_back(point, to);
}

void BlockEditor::write_moves(const Moves& moves)
{
    const Block& map = *moves.map;
    const Tree& tree = *map.stanza->tree;
    struct Line {
        const Fact* old;
        std::uint8_t to;
        std::uint64_t points;
    };
    std::vector<Line> lines;
    for (const Fact* fact : map.facts) {
        if (fact->sense == Sense::set && (says(*fact) == Says::points || says(*fact) == Says::queue_groups))
            lines.push_back({fact, static_cast<std::uint8_t>(fact->value(0)), fact->value(1)});
    }
    for (const auto& [point, to] : moves.points) {
        for (Line& line : lines)
            line.points &= ~bit(point);
        const auto own = std::ranges::find(lines, to, &Line::to);
        if (own == lines.end())
            lines.push_back({nullptr, to, bit(point)});
        else
            own->points |= bit(point);
    }
    const auto changed
        = [](const Line& line) { return line.old == nullptr || line.points != line.old->value(1); };
    const Says kind = says(*map.header) == Says::traffic_map ? Says::queue_groups : Says::points;
    for (const Line& line : lines) {
        if (!changed(line))
            continue;
        Fact fact = line_cli::fact_of(kind, {line.to, line.points});
        // Of the two kinds of trust maps, use the row for this map's block.
        fact.statement = grammar().row(fact.kind,
            says(*map.header) == Says::dscp_map      ? scope::dscp_map
                : says(*map.header) == Says::pcp_map ? scope::pcp_map
                                                     : scope::queues_of_groups);
        const std::string text
            = line.points == 0 ? std::string{} : with_ranges(editor_.text_of(fact, line.old));
        // Nothing else edits these lines, so no edit can be refused.
        if (line.old == nullptr)
            editor_.writer().insert_into(tree, *map.header->node, text);
        else if (text.empty())
            static_cast<void>(editor_.writer().remove(tree, *line.old->node));
        else
            static_cast<void>(editor_.writer().replace(tree, *line.old->node, text));
    }
}

void BlockEditor::finish()
{
    for (const Moves& moves : moves_)
        write_moves(moves);
    moves_.clear();
}

}
