// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace rocelint::line_cli {

/// How one platform writes its command line: what all lines have in common.
struct Dialect {
    /// Begins a comment line in a configuration.
    std::string_view comment = "!";
    /// Indentation of a block below its header.
    std::string_view step = "   ";
    /// The line between two blocks; empty if there is none.
    std::string_view separator = "!";
    /// Removes a line: "no", "undo".
    std::string_view negation = "no";
    /// Resets a line to its default, on platforms that have such a word besides the negation.
    std::string_view to_default;
    /// Leaves a block on the command line; empty if every line is complete in itself.
    std::string_view leave = "exit";
    /// Whether each line repeats the header of its block ("interface ethernet 1/1 mtu 9216"), so that there
    /// are no blocks.
    bool flat = false;
    /// On a flat platform: whether the negation follows the header ("interface ethernet 1/1 no switchport").
    bool negation_behind_header = false;
    /// Scopes whose negations end with the row's stem ("no mtu"); elsewhere they repeat the whole line.
    std::uint16_t short_negations = 0xffff;
    /// Beginnings of headers of objects that always exist and cannot be removed (physical ports).
    std::span<const std::string_view> permanent;
    /// Lines that end the block that they are in, in the words of its header: "end-policy-map". No line of the block
    /// follows them, and they are not typed.
    std::span<const std::string_view> closing{};
};

}
