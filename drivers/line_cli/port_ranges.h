// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/fabric/port.h"

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace rocelint::line_cli {

/// The most ports that one header may stand for.
inline constexpr std::size_t most_ports_of_range = 4096;

/// The names that an interface header stands for: "Ethernet1-3,7/1-2" is five, "1/1-1/32" is 32. Nothing when the range is
/// malformed or has more than `limit` members.
[[nodiscard]] std::optional<std::vector<std::string>> expand_ports(
    std::string_view header, std::size_t limit = most_ports_of_range);
/// Whether the header needs expand_ports(): it has a range, a list or a blank.
[[nodiscard]] bool is_port_range(std::string_view header);

/// A word that names of ports begin with.
struct KindWord {
    std::string_view word;
    PortKind kind;
};
/// The kind of the first word that the letters of the name are, or abbreviate to no less than two of them ("Et1", "Po5").
[[nodiscard]] PortKind kind_by_word(std::string_view name, std::span<const KindWord> words);
/// The first word that the letters are, or abbreviate likewise, as it is spelt there; empty where they are none.
[[nodiscard]] std::string_view word_of_letters(std::string_view letters, std::span<const KindWord> words);

}
