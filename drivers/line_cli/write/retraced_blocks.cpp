// SPDX-License-Identifier: Apache-2.0
// Merges the blocks of two configurations by their headers. Lines are divided only where a block differs.
#include "drivers/line_cli/write/retraced_blocks.h"

#include "drivers/line_cli/grammar/port_ranges.h"

#include <fmt/format.h>

#include <algorithm>

namespace rocelint::line_cli {

const SaidLine::Part* RetracedSide::find(std::string_view about) const
{
    const auto found = last.find(about);
    if (found == last.end())
        return nullptr;
    return &*std::ranges::find(lines[found->second].parts(), about, &SaidLine::Part::about);
}

RetracedBlocks::RetracedBlocks(
    const RetraceStyle& style, std::span<const Tree> from, std::span<const Tree> to)
    : style_(style), blocks_(1), inside_(1)
{
    blocks_[root].scope = style.top;
    blocks_[root].permanent = true;
    for (const Tree& tree : from)
        add(tree, &RetracedBlock::before);
    for (const Tree& tree : to)
        add(tree, &RetracedBlock::after);
    blocks_[root].before.exists = blocks_[root].after.exists = true;
    for (std::uint32_t block = 0; block < blocks_.size(); ++block) {
        RetracedBlock& own = blocks_[block];
        own.is_in_removed = blocks_[own.parent].is_in_removed || is_removed(block);
        order_.push_back(block);
    }
    std::ranges::stable_sort(order_, [&](std::uint32_t one, std::uint32_t other) {
        const auto place = [&](std::uint32_t block) {
            const RetracedBlock& own = blocks_[block];
            return std::pair(!own.after.exists, own.after.exists ? own.after.rank : own.before.rank);
        };
        return place(one) < place(other);
    });
}

// On a flat platform, any line creates the block that its header names, and no line removes the block.
bool RetracedBlocks::is_permanent(std::string_view header) const
{
    return style_.grammar.dialect().flat
        || std::ranges::any_of(style_.grammar.dialect().permanent,
            [&](std::string_view beginning) { return header.starts_with(beginning); });
}

bool RetracedBlocks::is_removed(std::uint32_t block) const
{
    const RetracedBlock& own = blocks_[block];
    return own.before.exists && !own.after.exists && !own.permanent && !blocks_[own.parent].is_in_removed;
}

std::uint32_t RetracedBlocks::outermost(std::uint32_t block) const
{
    while (blocks_[block].parent != root)
        block = blocks_[block].parent;
    return block;
}

Path RetracedBlocks::path_of(std::uint32_t block) const
{
    Path path;
    for (; block != root; block = blocks_[block].parent)
        path.push_back(blocks_[block].header);
    std::ranges::reverse(path);
    return path;
}

std::uint32_t RetracedBlocks::add_block(
    std::uint32_t parent, std::string header, Scopes scope, RetracedSide RetracedBlock::*side)
{
    const auto [known, is_new] = by_header_.try_emplace(
        fmt::format("{} {}", parent, header), static_cast<std::uint32_t>(blocks_.size()));
    if (is_new) {
        RetracedBlock& made = blocks_.emplace_back();
        made.parent = parent;
        made.permanent = is_permanent(header);
        made.header = std::move(header);
        made.scope = scope;
        inside_.emplace_back();
        inside_[parent].push_back(known->second);
    }
    RetracedSide& own = blocks_[known->second].*side;
    if (!own.exists)
        own.rank = ++ranks_;
    own.exists = true;
    return known->second;
}

void RetracedBlocks::add(const Tree& tree, RetracedSide RetracedBlock::*side)
{
    if (tree.root == nullptr)
        return;
    open_.push_back({tree.root->first, root});
    while (!open_.empty()) {
        if (open_.back().next == nullptr) {
            open_.pop_back();
            continue;
        }
        const Node& node = *open_.back().next;
        open_.back().next = node.next;
        add_line(node, open_.back().block, side);
    }
}

void RetracedBlocks::add_line(const Node& node, std::uint32_t block, RetracedSide RetracedBlock::*side)
{
    const Dialect& dialect = style_.grammar.dialect();
    const bool closes = std::ranges::find(dialect.closing, node.key) != dialect.closing.end();
    if (node.key.empty() || node.key == dialect.separator || node.key == "end" || node.key == dialect.leave
        || closes)
        return;
    const Match match = style_.grammar.match(blocks_[block].scope, node.key);
    const bool opens = match.statement != nullptr && match.statement->opens != 0 && !match.rejected;
    if (dialect.flat && opens && (!match.rest.empty() || (!match.negated && node.first != nullptr))) {
        Fact header = match.fact;
        header.sense = Sense::set;
        const std::uint32_t inner
            = add_block(block, write(dialect, *match.statement, header), match.statement->opens, side);
        if (!match.rest.empty())
            (blocks_[inner].*side).raw.push_back({match.rest, match.negated});
        // Indentation below a header that includes a line means nothing.
        open_.push_back({node.first, match.rest.empty() ? inner : block});
        return;
    }
    if (!dialect.flat && ((opens && !match.negated) || node.first != nullptr)) {
        const Scopes scope = opens ? match.statement->opens : Scopes{0};
        open_.push_back({node.first, add_block(block, std::string(node.key), scope, side)});
        return;
    }
    (blocks_[block].*side).raw.push_back({node.key, false});
    if (dialect.flat)
        open_.push_back({node.first, block});
}

void RetracedBlocks::read(std::uint32_t block)
{
    RetracedBlock& own = blocks_[block];
    if (std::exchange(own.is_read, true))
        return;
    for (RetracedSide* side : {&own.before, &own.after}) {
        side->lines.reserve(side->raw.size());
        for (const RetracedSide::RawLine& line : side->raw) {
            SaidLine said(style_.grammar, own.scope, line.text, line.negated);
            // Without blocks, settings of the whole system are among these lines, some with their secrets
            // redacted. No row reads them, and no change of ours touches them.
            if (said.is_read() || !style_.grammar.dialect().flat)
                side->lines.push_back(std::move(said));
        }
        for (std::size_t at = 0; at < side->lines.size(); ++at) {
            for (const SaidLine::Part& part : side->lines[at].parts())
                side->last[part.about] = at;
        }
    }
}

bool RetracedBlocks::is_of_ports(std::uint32_t block) const
{
    const std::span<const std::string_view> permanent = style_.grammar.dialect().permanent;
    return !permanent.empty() && Words(blocks_[block].header).peek() == Words(permanent.front()).peek();
}

bool RetracedBlocks::has_port_ranges() const
{
    return std::ranges::any_of(inside_[root], [&](std::uint32_t block) {
        const std::string_view header = blocks_[block].header;
        const std::size_t digit = header.find_first_of("0123456789");
        return is_of_ports(block) && digit != std::string_view::npos
            && header.find_first_of("-,", digit) != std::string_view::npos;
    });
}

const std::vector<std::string>& RetracedBlocks::ports_of(std::uint32_t block)
{
    const auto [known, is_new] = ports_.try_emplace(block);
    if (is_new && is_of_ports(block)) {
        constexpr std::string_view range = " range";
        std::string header = blocks_[block].header;
        if (const std::size_t at = header.find(range); at != std::string::npos)
            header.erase(at, range.size());
        known->second = expand_ports(header).value_or(std::vector<std::string>{});
        std::ranges::sort(known->second);
    }
    return known->second;
}

std::vector<std::uint32_t> RetracedBlocks::sharing_ports(std::uint32_t block)
{
    std::vector<std::uint32_t> found;
    const std::uint32_t around = outermost(block);
    if (block == root || ports_of(around).empty())
        return found;
    const auto inner_path = [&](std::uint32_t index) {
        Path path = path_of(index);
        path.erase(path.begin());
        return path;
    };
    const Path path = inner_path(block);
    const std::vector<std::string> ports = ports_of(around);
    for (const std::uint32_t other : order_) {
        if (other == root || outermost(other) == around || !blocks_[other].after.exists)
            continue;
        std::vector<std::string> shared;
        std::ranges::set_intersection(ports, ports_of(outermost(other)), std::back_inserter(shared));
        if (!shared.empty() && inner_path(other) == path)
            found.push_back(other);
    }
    return found;
}

}
