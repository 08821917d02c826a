// SPDX-License-Identifier: Apache-2.0
// Edits lines of maps and policies, which all ports that name them share.
#include "drivers/sonic_cli/block_editor.h"

#include <fmt/format.h>

namespace rocelint::sonic_cli {

const Port* BlockEditor::unwilling(const Change& change, LineKind what, std::string_view name) const
{
    const bool of_queue = what == LineKind::queue_marking;
    const auto uses = [&](std::uint32_t port, auto&& need) {
        for (std::uint8_t queue = 0; of_queue && queue < queue_count; ++queue) {
            if (bound(port, what, queue) == name)
                need(queue);
        }
        if (!of_queue && bound(port, what) == name)
            need(change.number);
    };
    return first_unwilling(change, uses);
}

std::string BlockEditor::move_point(const Block& block, const MapEntry& entry)
{
    const LineKind what = entry_of(entry.kind);
    const Fact single = fact_of(what, {bit(entry.from), entry.to});
    if (std::string reason = line_cli::out_of_range(*grammar().row(single.kind), single); !reason.empty())
        return reason;
    bool clean = true;
    const Fact* target = nullptr;
    for (const Fact* line : block.facts) {
        if (says(*line) != what || line->sense != Sense::set)
            continue;
        if (line->value(1) == entry.to)
            target = line;
        else if ((line->value() & bit(entry.from)) != 0)
            clean = take_point(block, *line, entry.from) && clean;
    }
    const std::string text = editor().text_of(single);
    if (target != nullptr && clean && (target->value() & bit(entry.from)) == 0) {
        Fact more = *target;
        more.values[0].number |= bit(entry.from);
        clean = editor().writer().replace(tree_of(block), *target->node, editor().text_of(more, target));
    } else if (target == nullptr || (target->value() & bit(entry.from)) == 0) {
        clean = false;
    }
    if (!clean)
        editor().writer().insert_into(tree_of(block), *block.last_header->node, text);
    return {};
}

bool BlockEditor::take_point(const Block& block, const Fact& line, std::uint8_t point)
{
    return keep_members(block, line, 0, line.value() & ~bit(point)).empty();
}

bool is_marking(const Block& block, const Fact& wanted)
{
    const Fact* green = block.find(LineKind::green);
    const Fact* ecn = block.find(LineKind::ecn);
    return green != nullptr && ecn != nullptr && (ecn->value() & 1U) != 0
        && green->value(0) == wanted.value(0) && green->value(1) == wanted.value(1)
        && green->value(2) == wanted.value(2);
}

std::string BlockEditor::mark(const Block& block, const Fact& wanted)
{
    const Fact* ecn = block.find(LineKind::ecn);
    std::string reason = put(block, wanted);
    if (reason.empty() && (ecn == nullptr || (ecn->value() & 1U) == 0))
        reason = put(block, fact_of(LineKind::ecn, {ecn == nullptr ? 1 : ecn->value() | 1U}));
    return reason;
}

std::string BlockEditor::add_marking(const Fact& wanted, std::string& name)
{
    if (last() == nullptr)
        return "the files have no map or policy beside which a wred-policy could stand";
    name = fmt::format("ECN-{}-{}-{}", wanted.value(0) / 1000, wanted.value(1) / 1000, wanted.value(2));
    if (blocks().find(LineKind::marking_policy, name) != nullptr)
        return fmt::format("there is a wred-policy {} already, which marks otherwise", name);
    make(*last(), named(LineKind::marking_policy, name), {wanted, fact_of(LineKind::ecn, {1})});
    return {};
}

std::string BlockEditor::add_queue(
    const Block& block, std::uint8_t number, const Fact& type, const Fact* weight)
{
    std::vector<Fact> inside{type};
    if (weight != nullptr)
        inside.push_back(*weight);
    return put_inner(block, fmt::format("queue {}", number), number, inside);
}

std::string BlockEditor::serve(
    const Block& block, const Fact& queue, const Fact& type, const SchedulerTarget& target)
{
    const Node& into = *queue.node;
    const Fact* now = block.find(LineKind::type, queue.number);
    const Fact* weight = block.find(LineKind::weight, queue.number);
    const bool strict = target.kind == SchedulerKind::strict;
    // A strict queue has no weight (Ansible dellemc.enterprise_sonic,
    // sonic_qos_scheduler), so remove the weight first.
    std::string reason = strict ? remove(block, weight) : std::string{};
    if (reason.empty() && (now == nullptr || now->value() != type.value()))
        reason = put_line(block, into, type, now);
    if (reason.empty() && !strict && target.weight)
        reason = put_line(block, into, fact_of(LineKind::weight, {*target.weight}), weight);
    return reason;
}

}
