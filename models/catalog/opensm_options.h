// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace rocelint::catalog {

/// The type of value that an option takes in opensm's option file.
enum class OpensmType : std::uint8_t {
    boolean,
    uint8,
    uint16,
    uint32,
    int32,
    uint64,
    word, ///< one of OpensmOption::words
    text,
    port_mask, ///< 256 bits in hexadecimal
    table_entry, ///< shift:multiplier
    table, ///< comma-separated table entries
    per_sl, ///< a service level and a number
};

/// One row of opensm_options.yaml. All text lives as long as the program.
struct OpensmOption {
    std::string_view name;
    OpensmType type = OpensmType::text;
    bool nvidia_only = false;
    std::optional<std::int64_t> low; ///< lowest meaningful value; absent: the type's own limit
    std::optional<std::int64_t> high;
    std::vector<std::string_view> words;
    std::vector<std::string_view> rare_words; ///< the subset of `words` that not every build has
    /// The value that upstream opensm uses if no line states the option, as `opensm -c` writes it; empty:
    /// unknown.
    std::string_view fallback;
    std::string_view nvidia_fallback; ///< the same for NVIDIA's opensm; empty: unknown
    std::string_view nvidia_source;
    /// The value in force if the text cannot be read as the type: a value, or "before" for the value before
    /// the line.
    std::string_view wrong;
    /// The value in force if the number is outside low..high: a value, "written", an option's name, or empty.
    std::string_view beyond;
    std::string_view same_as; ///< the option that this name is an alias of
    bool restart = false; ///< read only at start
    bool secret = false; ///< a key
    bool only_with_qos = false; ///< has an effect only if qos is TRUE
    std::string_view source;
};

/// All options: upstream's in opensm's own order, then NVIDIA's.
[[nodiscard]] const std::vector<OpensmOption>& opensm_options();
/// The option of this name, or null.
[[nodiscard]] const OpensmOption* find_opensm_option(std::string_view name);
/// The values that a type accepts, for messages: "a number up to 255; 010 is octal".
[[nodiscard]] std::string_view takes_of(OpensmType type);
/// The largest number that a numeric type holds; 0 for other types.
[[nodiscard]] std::uint64_t largest_of(OpensmType type);

}
