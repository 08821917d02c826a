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

/// Returns the names that an interface header stands for: "Ethernet1-3,7/1-2" is five, "1/1-1/32" is 32.
/// Nothing if the range is malformed or has more than `limit` members.
[[nodiscard]] std::optional<std::vector<std::string>> expand_ports(
    std::string_view header, std::size_t limit = most_ports_of_range);
/// Whether the header needs expand_ports(): it has a range, a list or a blank.
[[nodiscard]] bool is_port_range(std::string_view header);

/// A word that port names begin with.
struct KindWord {
    std::string_view word;
    PortKind kind;
    std::uint32_t gigabits = 0; ///< speed of a port of this type in Gbit/s; 0: the word does not say it
};
/// Returns the kind of a port whose type is of this kind: a physical port or a LAG with a dot in its name is a subinterface.
[[nodiscard]] PortKind kind_of_name(std::string_view name, PortKind type);
/// Returns the kind of the first word that the letters of the name equal or abbreviate to at least two
/// letters ("Et1", "Po5"), see kind_of_name().
[[nodiscard]] PortKind kind_by_word(std::string_view name, std::span<const KindWord> words);
/// Returns the speed that the same word stands for, 0 if none.
[[nodiscard]] BitsPerSecond speed_by_word(std::string_view name, std::span<const KindWord> words);
/// Returns the first word that the letters equal or abbreviate in the same way, in its full spelling; empty
/// if there is none.
[[nodiscard]] std::string_view word_of_letters(std::string_view letters, std::span<const KindWord> words);

}
