// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace rocelint::line_cli {

/// How the command line of one platform is written: what is the same in all of its lines.
struct Dialect {
    /// What begins a comment line in a configuration.
    std::string_view comment = "!";
    /// Indentation of a block below its header.
    std::string_view step = "   ";
    /// The line between two blocks; empty where there is none.
    std::string_view separator = "!";
    /// What takes a line away: "no", "undo".
    std::string_view negation = "no";
    /// What brings a line back to its default, where the platform has such a word besides its negation.
    std::string_view to_default;
    /// What leaves a block on the command line; empty where a line stands alone.
    std::string_view leave = "exit";
    /// Whether a line repeats the header of its block ("interface ethernet 1/1 mtu 9216"): there are no blocks then.
    bool flat = false;
    /// Of a flat platform: whether the negation stands behind the header ("interface ethernet 1/1 no switchport").
    bool negation_behind_header = false;
    /// Beginnings of headers of things that are there without them and cannot be taken away (a physical port).
    std::span<const std::string_view> permanent;
};

}
