// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/line_cli/write/line_writer.h"
#include "drivers/line_cli/write/said_line.h"
#include "models/syntax/tree.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace rocelint::line_cli {

/// One block in one of the two configurations that retrace() compares.
struct RetracedSide {
    struct RawLine {
        std::string_view text;
        bool negated = false; ///< a negation preceded the header of the block
        bool operator==(const RawLine&) const = default;
    };
    bool exists = false;
    std::size_t rank = 0; ///< order of the blocks in the configuration
    std::vector<RawLine> raw;
    std::vector<SaidLine> lines; ///< once RetracedBlocks::read() was called
    std::unordered_map<std::string_view, std::size_t> last; ///< the last line about each property

    /// Whether no later line is about the same property.
    [[nodiscard]] bool counts(std::string_view about, std::size_t line) const
    {
        return last.at(about) == line;
    }
    /// Returns the part of the last line that states the property `about`, or null.
    [[nodiscard]] const SaidLine::Part* find(std::string_view about) const;
};

/// A block in both configurations: everything below headers of the same text.
struct RetracedBlock {
    std::uint32_t parent = 0;
    std::string header; ///< empty: the lines outside all blocks
    Scopes scope = 0; ///< of the lines inside
    bool permanent = false; ///< it exists even without its header
    bool is_in_removed = false; ///< it, or a block around it, is only in the first configuration
    bool is_read = false;
    RetracedSide before;
    RetracedSide after;

    [[nodiscard]] bool is_same() const { return before.raw == after.raw; }
};

/// The blocks of two configurations. The texts must outlive this.
class RetracedBlocks {
public:
    static constexpr std::uint32_t root = 0;

    RetracedBlocks(const RetraceStyle& style, std::span<const Tree> from, std::span<const Tree> to);

    [[nodiscard]] RetracedBlock& operator[](std::uint32_t block) { return blocks_[block]; }
    [[nodiscard]] const RetracedBlock& operator[](std::uint32_t block) const { return blocks_[block]; }
    /// The blocks of the second configuration in its order, then those that are only in the first.
    [[nodiscard]] const std::vector<std::uint32_t>& order() const { return order_; }
    /// Returns the blocks directly inside a block.
    [[nodiscard]] const std::vector<std::uint32_t>& inside(std::uint32_t block) const
    {
        return inside_[block];
    }
    /// Returns the outermost block around a block; the block itself if no other contains it.
    [[nodiscard]] std::uint32_t outermost(std::uint32_t block) const;
    /// Whether the block, but not the one around it, is only in the first configuration and can be removed.
    [[nodiscard]] bool is_removed(std::uint32_t block) const;
    [[nodiscard]] Path path_of(std::uint32_t block) const;
    /// Divides the lines of a block into what they say.
    void read(std::uint32_t block);
    /// Whether the header of some block names several ports.
    [[nodiscard]] bool has_port_ranges() const;
    /// Returns the blocks of the second configuration that apply to some of the same ports, or that are the
    /// same inner block of such blocks.
    [[nodiscard]] std::vector<std::uint32_t> sharing_ports(std::uint32_t block);

private:
    void add(const Tree& tree, RetracedSide RetracedBlock::*side);
    void add_line(const Node& node, std::uint32_t block, RetracedSide RetracedBlock::*side);
    std::uint32_t add_block(
        std::uint32_t parent, std::string header, Scopes scope, RetracedSide RetracedBlock::*side);
    [[nodiscard]] bool is_permanent(std::string_view header) const;
    [[nodiscard]] bool is_of_ports(std::uint32_t block) const;
    const std::vector<std::string>& ports_of(std::uint32_t block);

    struct Open {
        const Node* next;
        std::uint32_t block;
    };
    const RetraceStyle& style_;
    std::vector<RetracedBlock> blocks_;
    std::vector<std::vector<std::uint32_t>> inside_;
    std::unordered_map<std::string, std::uint32_t> by_header_; ///< parent and header
    std::unordered_map<std::uint32_t, std::vector<std::string>> ports_;
    std::vector<std::uint32_t> order_;
    std::vector<Open> open_;
    std::size_t ranks_ = 0;
};

}
