// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/line_cli/timer_scripts.h"
#include "drivers/transport/dead_man.h"

#include <string>
#include <string_view>

/// What the scripts for the timer of a switch's Linux have in common.
namespace rocelint::line_cli {

/// Where the files of a transaction are: $T of all, $D its own, $U the unit of the next start.
[[nodiscard]] std::string places(std::string_view id, const LinuxStyle& style);
/// The whole script is read before it runs, so that no command in it reads the rest; a hangup does not end it halfway.
[[nodiscard]] std::string whole_script(std::string_view id, const LinuxStyle& style, std::string_view body);
/// A function `running`: the configuration, line by line with the block of each, sorted.
[[nodiscard]] std::string reading(const LinuxStyle& style);
/// Writes what the command line is asked with; `otherwise`: what is done where one cannot be written.
[[nodiscard]] std::string files(const LinuxStyle& style, std::string_view otherwise);

/// Makes $T, or ends.
inline constexpr std::string_view make_place = R"sh(
mkdir -p "$T" && chmod 711 "$T" || { echo "@refused $T cannot be written"; exit 0; }
)sh";

/// Notes in $D/left the lines in which $D/now is not as $D/before.
inline constexpr std::string_view note_left = R"sh(
note_left() { { LC_ALL=C comm -13 "$D/before" "$D/now"; LC_ALL=C comm -23 "$D/before" "$D/now"; } > "$D/left"; }
)sh";

/// Whoever was killed before his timer ran has changed nothing. Whoever is still at it holds the lock.
inline constexpr std::string_view forget_unarmed = R"sh(
now=$(cat "$T/current" 2>/dev/null)
if [ -n "$locked" ] && [ -n "$now" ] && case $now in rl-*) true ;; *) false ;; esac && [ ! -e "$T/$now/job" ] && [ ! -e "$T/$now/taken" ]; then
  rm -rf "$T/$now"
  rm -f "$T/current"
fi
)sh";

}
