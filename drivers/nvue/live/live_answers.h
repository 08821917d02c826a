// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/text/objection.h"

#include <chrono>
#include <cstdint>
#include <string_view>
#include <vector>

namespace rocelint::nvue {

/// What `nv config diff` says. The guide shows it for two configurations that differ (NVIDIA Cumulus Linux 5.15
/// User Guide, NVUE CLI, View Differences Between Configurations), not for two that are equal.
enum class Difference : std::uint8_t {
    none, ///< nothing, or a document without statements
    some, ///< parts of the document, `- set:` or `- unset:`, or statements
    unclear, ///< something else, such as a message
};
[[nodiscard]] Difference difference_in(std::string_view printed);

/// Returns every length of time in a text: "9 minutes 58 seconds", "0:09:58", "598s". A number without a unit
/// does not count.
[[nodiscard]] std::vector<std::chrono::seconds> times_in(std::string_view printed);

/// Why the timer of an apply is not the one that was asked for. `printed`: the answer of `nv config apply
/// --confirm-status`, of which no document shows the form. `window`: what was asked for. `passed`: how long ago
/// that was.
Objection timer_objection(std::string_view printed, std::chrono::seconds window, std::chrono::seconds passed);

}
