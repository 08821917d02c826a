// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/catalog/opensm_options.h"
#include "models/fabric/subnet/subnet_manager.h"

#include <optional>
#include <string>
#include <string_view>

namespace rocelint::opensm {

/// The number of service levels of a path; a list of SL to VL has an entry for each.
inline constexpr std::size_t service_levels = 16;

/// How opensm evaluates the text after an option's name.
struct Evaluated {
    std::string runs;
    SmMisread misread = SmMisread::none;
};

/// `before` is the value without the line. Limits that opensm checks only with qos apply if `qos` is true.
[[nodiscard]] Evaluated evaluate(
    const catalog::OpensmOption& option, std::string_view text, std::string_view before, bool qos);

/// Parses a whole number as strtoull(…, 0) does, up to the end of the text: 0x is hexadecimal, a leading 0
/// octal. Nothing if the text is not a number or does not fit in 64 bits.
[[nodiscard]] std::optional<std::uint64_t> base_zero_number(std::string_view text);

/// Parses as strtoul(text, &end, 0): the number at the beginning, and how many characters it has; 0 if there
/// is none.
struct Taken {
    std::uint64_t value = 0;
    std::size_t length = 0;
    bool overflow = false;
};
[[nodiscard]] Taken take_number(std::string_view text);

}
