// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace rocelint::catalog {

/// What a line of opensm's option file takes behind the option's name.
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
    table, ///< of such entries
    per_sl, ///< a service level and a number
};

/// One row of opensm_options.yaml. All text lives as long as the program.
struct OpensmOption {
    std::string_view name;
    OpensmType type = OpensmType::text;
    bool nvidia_only = false;
    std::optional<std::int64_t> low; ///< of the range that means something; none: what the type holds
    std::optional<std::int64_t> high;
    std::vector<std::string_view> words;
    std::vector<std::string_view> rare_words; ///< of `words`: not in every build
    /// What upstream's runs with where no line states the option, as `opensm -c` writes it; empty: not known.
    std::string_view fallback;
    std::string_view nvidia_fallback; ///< of NVIDIA's; empty: not known
    std::string_view nvidia_source;
    /// What runs when the text is no value of the type: a value, or "before": what stood before the line.
    std::string_view wrong;
    /// What runs when the number is outside of low and high: a value, "written", the name of an option, or empty.
    std::string_view beyond;
    std::string_view same_as; ///< the option that this is another name of
    bool restart = false; ///< read at start only
    bool secret = false; ///< a key
    bool only_with_qos = false; ///< looked at only where qos is TRUE
    std::string_view source;
};

/// All options, upstream's in opensm's own order and then NVIDIA's.
[[nodiscard]] const std::vector<OpensmOption>& opensm_options();
/// The option of this name, or null.
[[nodiscard]] const OpensmOption* find_opensm_option(std::string_view name);
/// "a number up to 255; 010 is octal", for people.
[[nodiscard]] std::string_view takes_of(OpensmType type);
/// The largest number that a type of numbers holds; 0 of other types.
[[nodiscard]] std::uint64_t largest_of(OpensmType type);

}
