// SPDX-License-Identifier: Apache-2.0
// Edits lines of blocks that all ports which name them share.
#include "drivers/os10/block_editor.h"

#include <fmt/format.h>

#include <algorithm>

namespace rocelint::os10 {
namespace {

std::uint64_t bit(std::uint8_t point) { return std::uint64_t{1} << point; }

}

std::string BlockEditor::refuse_for_marked(const Change& change, const Block& profile) const
{
    const auto is_of = [&](const Block& lines) {
        const Fact* line = lines.find(LineKind::detect);
        return line != nullptr && line->text == profile.name;
    };
    std::string reason;
    const Port* other = editor().bystander(change, [&](std::uint32_t index, const Port& port) {
        const Block* policy = port.kind == PortKind::physical
            ? blocks().find(LineKind::queuing_policy, bound(index, LineKind::service_queuing))
            : nullptr;
        return policy != nullptr && std::ranges::any_of(policy->inner, is_of);
    });
    if (other != nullptr)
        return fmt::format(
            "wred profile {} is that of {} too, which must not change", profile.name, other->name);
    for (std::uint32_t index = 0; index < device().ports.size(); ++index) {
        const Block* policy
            = blocks().find(LineKind::queuing_policy, bound(index, LineKind::service_queuing));
        for (std::size_t at = 0; policy != nullptr && at < policy->inner.size(); ++at) {
            if (is_of(policy->inner[at]) && queue_of(blocks(), policy->inner[at].name) != change.number)
                return fmt::format("wred profile {} is that of another queue too", profile.name);
        }
    }
    return {};
}

std::string BlockEditor::put_class(
    const Block& policy, std::string_view class_name, const std::vector<Fact>& wanted)
{
    return put_inner(policy, fmt::format("class {}", class_name), Fact::no_number - 1, wanted);
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
    const Tree& tree = tree_of(map);
    struct Line {
        const Fact* old;
        std::uint8_t to;
        std::uint64_t points;
    };
    std::vector<Line> lines;
    for (const Fact* fact : map.facts) {
        if (fact->sense == Sense::set
            && (says(*fact) == LineKind::points || says(*fact) == LineKind::queue_groups))
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
    const LineKind kind
        = says(*map.header) == LineKind::traffic_map ? LineKind::queue_groups : LineKind::points;
    for (const Line& line : lines) {
        if (!changed(line))
            continue;
        Fact fact = line_cli::fact_of(kind, {line.to, line.points});
        // There are two kinds of trust maps; use the row for the kind of this block.
        fact.statement = grammar().row(fact.kind,
            says(*map.header) == LineKind::dscp_map      ? scope::dscp_map
                : says(*map.header) == LineKind::pcp_map ? scope::pcp_map
                                                         : scope::queues_of_groups);
        const std::string text
            = line.points == 0 ? std::string{} : with_ranges(editor().text_of(fact, line.old));
        // Nothing else edits these lines, so no edit can be refused.
        if (line.old == nullptr)
            editor().writer().insert_into(tree, *map.last_header->node, text);
        else if (text.empty())
            static_cast<void>(editor().writer().remove(tree, *line.old->node));
        else
            static_cast<void>(editor().writer().replace(tree, *line.old->node, text));
    }
}

void BlockEditor::finish()
{
    for (const Moves& moves : moves_)
        write_moves(moves);
    moves_.clear();
}

}
