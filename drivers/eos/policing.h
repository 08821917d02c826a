// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/line_cli/read/class_policy.h"

#include <optional>

namespace rocelint::eos {

/// Reads `police …` and `set drop-precedence N` of a class; nothing for any other line.
[[nodiscard]] std::optional<line_cli::ClassEffects> read_policing(Words line, Span at);

/// The color that a drop precedence gives to packets: 0 is green.
[[nodiscard]] std::optional<Meter> meter_of_precedence(std::uint64_t precedence, Span at);

}
