// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/line_cli/live/timer_scripts.h"
#include "drivers/transport/dead_man.h"

#include <string>
#include <string_view>

/// Parts shared by the scripts for the timer of a switch's Linux.
namespace rocelint::line_cli {

/// Defines where the files of a transaction are: $T for all transactions, $D for this one, $U the unit for
/// the next boot.
[[nodiscard]] std::string places(std::string_view id, const LinuxStyle& style);
/// Wraps a script so that it is read completely before it runs: no command in it can read the rest as input,
/// and a hangup does not stop it halfway.
[[nodiscard]] std::string whole_script(std::string_view id, const LinuxStyle& style, std::string_view body);
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

/// Cleans up after a push that was killed before its timer was armed, and so changed nothing. A running push
/// holds the lock.
inline constexpr std::string_view forget_unarmed = R"sh(
now=$(cat "$T/current" 2>/dev/null)
if [ -n "$locked" ] && [ -n "$now" ] && case $now in rl-*) true ;; *) false ;; esac && [ ! -e "$T/$now/job" ] && [ ! -e "$T/$now/taken" ]; then
  rm -rf "$T/$now"
  rm -f "$T/current"
fi
)sh";

}
