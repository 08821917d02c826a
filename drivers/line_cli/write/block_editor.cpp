// SPDX-License-Identifier: Apache-2.0
#include "drivers/line_cli/write/block_editor.h"

#include <fmt/format.h>

#include <algorithm>

namespace rocelint::line_cli {

BlockEditor::BlockEditor(
    LineEditor& editor, const Device& device, std::span<const std::uint8_t> kinds, std::uint8_t of_all)
    : editor_(editor), device_(device)
{
    const Lines& lines = editor.stanzas().lines();
    for (const Stanza& stanza : lines.stanzas) {
        const Fact& header = lines.header(stanza);
        if (std::ranges::find(kinds, header.kind) != kinds.end() && header.sense == Sense::set) {
            blocks_.add(lines, stanza);
            last_ = &stanza;
        } else if (header.kind == of_all) {
            for (const Fact& fact : lines.inside(stanza))
                of_all_.push_back(&fact);
        }
    }
}

std::string_view BlockEditor::bound_by_all(std::uint8_t binding) const
{
    std::string_view name;
    for (const Fact* fact : of_all_) {
        if (fact->kind == binding)
            name = fact->sense == Sense::set ? fact->text : std::string_view{};
    }
    return name;
}

std::string_view BlockEditor::bound_by(std::uint32_t port, const LineName& line) const
{
    FoundLine own = editor_.find(port, line);
    const std::uint32_t lag = device_.ports[port].lag;
    if (!own.states() && lag != Port::no_index)
        own = editor_.find(lag, line);
    return own.states() ? own.fact->text : bound_by_all(line.fact);
}

std::string BlockEditor::refuse_for_users(
    const Change& change, std::uint8_t binding, std::string_view name, std::string_view what) const
{
    const Port* other = editor_.bystander(change, [&](std::uint32_t index, const Port& port) {
        return port.kind == PortKind::physical && bound(index, binding) == name;
    });
    return other == nullptr
        ? std::string{}
        : fmt::format("{} {} is that of {} too, which must not change", what, name, other->name);
}

BlockEditor::BoundPolicy BlockEditor::find_policy(
    const Change& change, std::uint8_t binding, std::uint8_t kind, std::string_view absent) const
{
    const std::string_view name = bound(change.port.port, binding);
    const Block* policy = blocks_.find(kind, name);
    if (policy == nullptr)
        return {nullptr,
            name.empty() ? "no policy-map of this type is bound to the port"
                         : fmt::format("policy-map {} {}", name, absent)};
    return {policy, refuse_for_users(change, binding, name, "policy-map")};
}

std::vector<std::string> BlockEditor::texts_of(const std::vector<Fact>& wanted, std::string& reason) const
{
    std::vector<std::string> texts;
    for (const Fact& fact : wanted) {
        if (reason.empty())
            reason = line_cli::out_of_range(*editor_.grammar().row(fact.kind), fact);
        texts.push_back(editor_.text_of(fact));
        if (reason.empty() && texts.back().empty())
            reason = inexact_line;
    }
    return texts;
}

std::string BlockEditor::put_line(const Block& block, const Node& into, const Fact& wanted, const Fact* old)
{
    if (std::string reason = line_cli::out_of_range(*editor_.grammar().row(wanted.kind), wanted);
        !reason.empty())
        return reason;
    const std::string text = editor_.text_of(wanted, old);
    if (text.empty())
        return std::string(inexact_line);
    if (old == nullptr)
        editor_.writer().insert_into(tree_of(block), into, text);
    else if (!editor_.writer().replace(tree_of(block), *old->node, text))
        return std::string(conflicting_line);
    return {};
}

std::string BlockEditor::remove(const Block& block, const Fact* line)
{
    const bool done = line == nullptr || editor_.writer().remove(tree_of(block), *line->node);
    return done ? std::string{} : std::string(conflicting_line);
}

std::string BlockEditor::keep_members(
    const Block& block, const Fact& line, std::size_t slot, std::uint64_t members)
{
    if (members == 0)
        return remove(block, &line);
    Fact kept = line;
    kept.values.at(slot).number = members;
    const bool done = editor_.writer().replace(tree_of(block), *line.node, editor_.text_of(kept, &line));
    return done ? std::string{} : std::string(conflicting_line);
}

std::string BlockEditor::put_inner(
    const Block& around, std::string_view header, std::uint8_t number, const std::vector<Fact>& wanted)
{
    std::string reason;
    const std::vector<std::string> lines = texts_of(wanted, reason);
    if (reason.empty())
        editor_.writer().insert_block(tree_of(around), *around.last_header->node, header, number, lines);
    return reason;
}

void BlockEditor::make(const Stanza& after, const Fact& header, const std::vector<Fact>& wanted)
{
    const Node& node = *editor_.stanzas().lines().header(after).node;
    for (const Fact& fact : wanted)
        editor_.writer().insert_stanza(*after.tree, node, editor_.text_of(header), editor_.text_of(fact));
}

}
