// SPDX-License-Identifier: Apache-2.0
// Edits lines of maps and policies, which all ports that name them share.
#include "drivers/sonic_cli/block_editor.h"

#include <fmt/format.h>

namespace rocelint::sonic_cli {

using line_cli::fact_of;

BlockEditor::BlockEditor(const line_cli::Lines& lines, const Device& device, line_cli::LineEditor& editor)
    : lines_(lines), device_(device), editor_(editor)
{
    for (const line_cli::Stanza& stanza : lines.stanzas) {
        const Fact& header = lines.header(stanza);
        const Says what = says(header);
        if ((what == Says::map || what == Says::marking_policy || what == Says::scheduler_policy)
            && header.sense == Sense::set) {
            blocks_.add(lines, stanza);
            last_block_ = &stanza;
        }
    }
}

std::string_view BlockEditor::bound(std::uint32_t port, Says what, std::uint8_t number) const
{
    line_cli::FoundLine line = editor_.find(port, {kind_of(what), number});
    const std::uint32_t lag = device_.ports[port].lag;
    if (!line.states() && lag != Port::no_index)
        line = editor_.find(lag, {kind_of(what), number});
    return line.states() ? line.fact->text : std::string_view{};
}

const Port* BlockEditor::unwilling(const Change& change, Says what, std::string_view name) const
{
    const bool of_queue = what == Says::queue_marking;
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

std::string BlockEditor::put_line(const Block& block, const Fact& wanted, const Fact* old, const Fact* queue)
{
    if (std::string reason = line_cli::out_of_range(*grammar().row(wanted.kind), wanted); !reason.empty())
        return reason;
    const std::string text = editor_.text_of(wanted, old);
    if (text.empty())
        return std::string(line_cli::inexact_line);
    const Node& into = queue == nullptr ? header_of(block) : *queue->node;
    if (old == nullptr)
        editor_.writer().insert_into(tree_of(block), into, text);
    else if (!editor_.writer().replace(tree_of(block), *old->node, text))
        return std::string(line_cli::conflicting_line);
    return {};
}

std::string BlockEditor::move_point(const Block& block, const MapEntry& entry)
{
    const Says what = entry_of(entry.kind);
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
    const std::string text = editor_.text_of(single);
    if (target != nullptr && clean && (target->value() & bit(entry.from)) == 0) {
        Fact more = *target;
        more.values[0].number |= bit(entry.from);
        clean = editor_.writer().replace(tree_of(block), *target->node, editor_.text_of(more, target));
    } else if (target == nullptr || (target->value() & bit(entry.from)) == 0) {
        clean = false;
    }
    if (!clean)
        editor_.writer().insert_into(tree_of(block), header_of(block), text);
    return {};
}

bool BlockEditor::take_point(const Block& block, const Fact& line, std::uint8_t point)
{
    Fact rest = line;
    rest.values[0].number &= ~bit(point);
    return rest.value() == 0
        ? editor_.writer().remove(tree_of(block), *line.node)
        : editor_.writer().replace(tree_of(block), *line.node, editor_.text_of(rest, &line));
}

bool is_marking(const Block& block, const Fact& wanted)
{
    const Fact* green = block.find(Says::green);
    const Fact* ecn = block.find(Says::ecn);
    return green != nullptr && ecn != nullptr && (ecn->value() & 1U) != 0
        && green->value(0) == wanted.value(0) && green->value(1) == wanted.value(1)
        && green->value(2) == wanted.value(2);
}

std::string BlockEditor::mark(const Block& block, const Fact& wanted)
{
    const Fact* ecn = block.find(Says::ecn);
    std::string reason = put_line(block, wanted, block.find(Says::green));
    if (reason.empty() && (ecn == nullptr || (ecn->value() & 1U) == 0))
        reason = put_line(block, fact_of(Says::ecn, {ecn == nullptr ? 1 : ecn->value() | 1U}), ecn);
    return reason;
}

std::string BlockEditor::add_marking(const Fact& wanted, std::string& name)
{
    if (last_block_ == nullptr)
        return "the files have no map or policy beside which a wred-policy could stand";
    name = fmt::format("ECN-{}-{}-{}", wanted.value(0) / 1000, wanted.value(1) / 1000, wanted.value(2));
    if (blocks_.find(Says::marking_policy, name) != nullptr)
        return fmt::format("there is a wred-policy {} already, which marks otherwise", name);
    const std::string header = editor_.text_of(named(Says::marking_policy, name));
    for (const std::string& line : {editor_.text_of(wanted), editor_.text_of(fact_of(Says::ecn, {1}))})
        editor_.writer().insert_stanza(*last_block_->tree, *lines_.header(*last_block_).node, header, line);
    return {};
}

std::string BlockEditor::add_queue(
    const Block& block, std::uint8_t number, const Fact& type, const Fact* weight)
{
    const std::string header = fmt::format("queue {}", number);
    std::vector<std::string> inside{editor_.text_of(type)};
    if (weight != nullptr)
        inside.push_back(editor_.text_of(*weight));
    editor_.writer().insert_block(
        tree_of(block), header_of(block), header, number, fmt::format("{}", fmt::join(inside, "\n  ")));
    return {};
}

std::string BlockEditor::serve(
    const Block& block, const Fact& queue, const Fact& type, const SchedulerTarget& target)
{
    const Fact* now = block.find(Says::type, queue.number);
    const Fact* weight = block.find(Says::weight, queue.number);
    const bool strict = target.kind == SchedulerKind::strict;
    // A strict queue has no weight (Ansible dellemc.enterprise_sonic,
    // sonic_qos_scheduler), so remove the weight first.
    if (strict && weight != nullptr && !editor_.writer().remove(tree_of(block), *weight->node))
        return std::string(line_cli::conflicting_line);
    std::string reason;
    if (now == nullptr || now->value() != type.value())
        reason = put_line(block, type, now, &queue);
    if (reason.empty() && !strict && target.weight)
        reason = put_line(block, fact_of(Says::weight, {*target.weight}), weight, &queue);
    return reason;
}

}
