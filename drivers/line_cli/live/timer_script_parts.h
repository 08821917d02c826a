// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/line_cli/live/timer_scripts.h"
#include "drivers/transport/dead_man.h"

#include <string>
#include <string_view>

/// Parts shared by the scripts for the timer of a switch's Linux.
namespace rocelint::line_cli {

/// The switch's dead-man. Nothing has to survive a restart of a switch that then loads what was saved.
[[nodiscard]] dead_man::Style dead_man_of(const LinuxStyle& style);
/// A script for the switch (dead_man::script).
[[nodiscard]] std::string switch_script(std::string_view id, const LinuxStyle& style, std::string_view body);
/// Defines a function `running`: prints the configuration, each line with its block, sorted.
[[nodiscard]] std::string reading(const LinuxStyle& style);
/// Writes the files that are fed to the command line; `otherwise`: what to do if one cannot be written.
[[nodiscard]] std::string files(const LinuxStyle& style, std::string_view otherwise);

/// Creates $T, or exits.
inline constexpr std::string_view make_place = R"sh(
mkdir -p "$T" && chmod 711 "$T" || { echo "@refused $T cannot be written"; exit 0; }
)sh";

/// Writes the lines in which $D/now and $D/before differ to $D/left.
inline constexpr std::string_view note_left = R"sh(
note_left() { { LC_ALL=C comm -13 "$D/before" "$D/now"; LC_ALL=C comm -23 "$D/before" "$D/now"; } > "$D/left"; }
)sh";

}
