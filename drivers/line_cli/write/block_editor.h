// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/line_cli/read/blocks.h"
#include "drivers/line_cli/write/line_editor.h"

#include <algorithm>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace rocelint::line_cli {

/// Edits lines of the blocks that ports bind by name. The platform checks first that all ports that use a
/// block want the change. Functions that return text return an empty string, or why they cannot make the
/// edit.
class BlockEditor {
public:
    /// Takes the blocks whose headers are of one of `kinds`. `of_all`: the kind of header below which lines
    /// bind a block for all ports; no_setting if there is none.
    BlockEditor(LineEditor& editor,
        const Device& device,
        std::span<const std::uint8_t> kinds,
        std::uint8_t of_all = no_setting);

    /// The blocks in the files.
    [[nodiscard]] const Blocks& blocks() const { return blocks_; }
    /// The last stanza that holds a block, or null.
    [[nodiscard]] const Stanza* last() const { return last_; }

    /// Returns the name that a line of this kind binds to a port: the port's own line, its port channel's, or
    /// the one for all ports. Empty if there is none.
    template <class Kind>
    [[nodiscard]] std::string_view bound(
        std::uint32_t port, Kind binding, std::uint8_t number = Fact::no_number) const
    {
        return bound_by(port, {static_cast<std::uint8_t>(binding), number});
    }
    /// Returns the name that is bound for all ports, or empty.
    template <class Kind>
    [[nodiscard]] std::string_view bound_to_all(Kind binding) const
    {
        return bound_by_all(static_cast<std::uint8_t>(binding));
    }
    /// Returns the name that a line of this kind binds to some physical port which trusts these fields; empty if there is none.
    /// For platforms on which a port trusts what its policy looks at.
    template <class Kind>
    [[nodiscard]] std::string_view bound_by_trust(Kind binding, Trust trust) const
    {
        for (std::uint32_t index = 0; index < device_.ports.size(); ++index) {
            const Port& port = device_.ports[index];
            const std::string_view name = bound(index, binding);
            if (port.kind == PortKind::physical && port.trust.is(trust) && !name.empty())
                return name;
        }
        return {};
    }
    /// Returns an empty string, or that another physical port binds `name`, a `what`, and must not change.
    template <class Kind>
    [[nodiscard]] std::string refuse_for_others(
        const Change& change, Kind binding, std::string_view name, std::string_view what) const
    {
        return refuse_for_users(change, static_cast<std::uint8_t>(binding), name, what);
    }

    /// A policy that a port binds, or why it cannot be edited.
    struct BoundPolicy {
        const Block* policy = nullptr;
        std::string reason;
    };
    /// Returns the policy that the port of a change binds, whose header is of this kind. It cannot be edited
    /// if another port that binds it must not change, or if it is not in the files; `absent` says so.
    template <class Kind>
    [[nodiscard]] BoundPolicy policy_of(
        const Change& change, Kind binding, Kind kind, std::string_view absent = "is not in the files") const
    {
        return find_policy(
            change, static_cast<std::uint8_t>(binding), static_cast<std::uint8_t>(kind), absent);
    }
    /// Makes a class serve its queue by a priority or by a share in whole percent, of which it has only one.
    /// `lines`: the class, or null if the policy has none for the queue; `put(fact)` writes a line of it.
    template <class Put>
    [[nodiscard]] std::string serve(const Block* lines,
        const SchedulerTarget& target,
        const Fact& priority,
        std::uint8_t share,
        Put&& put)
    {
        const bool strict = target.kind == SchedulerKind::strict;
        const auto has = [&](std::uint8_t kind) { return lines != nullptr && lines->find(kind) != nullptr; };
        const std::uint8_t other = strict ? share : priority.kind;
        if (std::string reason = has(other) ? take_away(*lines, other) : std::string{}; !reason.empty())
            return reason;
        if (strict)
            return has(priority.kind) ? std::string{} : put(priority);
        if (target.bandwidth)
            return put(fact_of(share, {target.bandwidth->hundredths / 100}));
        return has(share) ? "" : "a queue that is not strict needs a share";
    }

    /// Returns the first priority level, from 1, that no class of the policy has in its line of this kind.
    template <class Kind>
    [[nodiscard]] static std::uint64_t free_level(const Block& policy, Kind priority)
    {
        std::uint64_t level = 1;
        while (std::ranges::any_of(policy.inner, [&](const Block& lines) {
            const Fact* line = lines.find(priority);
            return line != nullptr && line->value() == level;
        }))
            ++level;
        return level;
    }

    /// Writes a line of a block: replaces the line of its kind, else adds one.
    [[nodiscard]] std::string put(const Block& block, const Fact& wanted)
    {
        return put_line(block, *block.last_header->node, wanted, block.find(wanted.kind));
    }
    /// The same for a line below `into`; `old` is the line that it replaces, or null.
    [[nodiscard]] std::string put_line(
        const Block& block, const Node& into, const Fact& wanted, const Fact* old);
    /// Removes the line of a kind, if there is one.
    template <class Kind>
    [[nodiscard]] std::string take_away(const Block& block, Kind what)
    {
        return remove(block, block.find(what));
    }
    /// Removes a line; does nothing if `line` is null.
    [[nodiscard]] std::string remove(const Block& block, const Fact* line);
    /// Changes the set in a line's slot to `members`; a line without members is removed.
    [[nodiscard]] std::string keep_members(
        const Block& block, const Fact& line, std::size_t slot, std::uint64_t members);
    /// Adds a block with these lines inside another one, ordered by `number`.
    [[nodiscard]] std::string put_inner(
        const Block& around, std::string_view header, std::uint8_t number, const std::vector<Fact>& wanted);
    /// Adds a new block with these lines, which must be in range, after another one.
    void make(const Stanza& after, const Fact& header, const std::vector<Fact>& wanted);

protected:
    [[nodiscard]] LineEditor& editor() { return editor_; }
    [[nodiscard]] const LineEditor& editor() const { return editor_; }
    [[nodiscard]] const Device& device() const { return device_; }
    [[nodiscard]] static const Tree& tree_of(const Block& block) { return *block.stanza->tree; }

private:
    [[nodiscard]] std::string_view bound_by(std::uint32_t port, const LineName& line) const;
    [[nodiscard]] std::string_view bound_by_all(std::uint8_t binding) const;
    [[nodiscard]] std::string refuse_for_users(
        const Change& change, std::uint8_t binding, std::string_view name, std::string_view what) const;
    [[nodiscard]] BoundPolicy find_policy(
        const Change& change, std::uint8_t binding, std::uint8_t kind, std::string_view absent) const;
    /// Returns the facts as lines; nothing, with the reason, if one cannot be written.
    [[nodiscard]] std::vector<std::string> texts_of(
        const std::vector<Fact>& wanted, std::string& reason) const;

    LineEditor& editor_;
    const Device& device_;
    Blocks blocks_;
    std::vector<const Fact*> of_all_; ///< lines that bind a block for all ports
    const Stanza* last_ = nullptr;
};

}
