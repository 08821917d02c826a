// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/line_cli/read/lines.h"

#include <cstdint>
#include <map>
#include <string_view>
#include <tuple>
#include <vector>

namespace rocelint::line_cli {

/// A block that is bound by name: a policy-map, a class of one, a map, a profile. Merges everything below
/// headers of the same name, as a device does.
struct Block {
    std::string_view name;
    const Stanza* stanza = nullptr; ///< the last one that contains it
    const Fact* header = nullptr; ///< the first one; for an inner block, the last one
    const Fact* last_header = nullptr; ///< lines are added below this
    std::vector<const Fact*> facts; ///< in order, including those below numbered headers ("queue 3")
    std::vector<Block> inner; ///< the named blocks inside, in order

    /// Returns the last line of this kind and number; null if there is none or it restores the default.
    template <class Kind>
    [[nodiscard]] const Fact* find(Kind what, std::uint8_t number = Fact::no_number) const
    {
        return find_line(static_cast<std::uint8_t>(what), number);
    }
    /// Returns the block inside with this name, or null.
    [[nodiscard]] const Block* find_inner(std::string_view inner_name) const;

private:
    [[nodiscard]] const Fact* find_line(std::uint8_t what, std::uint8_t number) const;
};

/// The named blocks of a device. Each kind of header has its own namespace; if the header also has a number,
/// each number has one.
class Blocks {
public:
    /// Adds the block of a stanza, unless its header is negated.
    void add(const Lines& lines, const Stanza& stanza);
    /// Returns the block with a header of this kind, name and number, or null.
    template <class Kind>
    [[nodiscard]] const Block* find(
        Kind kind, std::string_view name, std::uint8_t number = Fact::no_number) const
    {
        const auto found = all_.find({static_cast<std::uint8_t>(kind), number, name});
        return found == all_.end() ? nullptr : &found->second;
    }
    /// Returns the first block of a kind, in order of names, for which `is_meant(block)` holds, or null.
    template <class Kind, class IsMeant>
    [[nodiscard]] const Block* find_if(Kind kind, IsMeant&& is_meant) const
    {
        const auto wanted = static_cast<std::uint8_t>(kind);
        for (auto at = all_.lower_bound({wanted, 0, {}}); at != all_.end(); ++at) {
            if (std::get<0>(at->first) != wanted)
                return nullptr;
            if (is_meant(at->second))
                return &at->second;
        }
        return nullptr;
    }

private:
    std::map<std::tuple<std::uint8_t, std::uint8_t, std::string_view>, Block> all_;
};

}

// The names of this header for platforms: see statement.h.
namespace rocelint::line_cli::vocabulary {

using line_cli::Block;
using line_cli::Blocks;

}
