// SPDX-License-Identifier: Apache-2.0
// What a host does in the scripts of a transaction: the commands of the plan, and those of its undo.
#include "drivers/linux_host/live/live_scripts.h"

#include "models/text/ascii.h"

#include <fmt/format.h>

#include <algorithm>

namespace rocelint::linux_host {
namespace {

// The undo is tried three times, then each of its commands by itself, so that a refused one does not block
// another one.
constexpr std::string_view parts = R"sh(
do_all() {
  timeout "$deadline" sh "$D/do.sh" > "$D/log" 2>&1 7<&- 9>&- && return
  said=$(tail -n 1 "$D/log")
  return 1
}
undo_all() {
  for turn in 1 2 3; do
    sh "$D/undo.sh" 9>&- < /dev/null >> "$D/log" 2>&1 && return
    sleep 0.3
  done
  sed 's/^set -eu$/set -u/' "$D/undo.sh" > "$D/rest.sh"
  sh "$D/rest.sh" 9>&- < /dev/null >> "$D/log" 2>&1
  return 1
}
)sh";

}

timed_host::HostSteps host_steps()
{
    return {.dead_man = dead_man_style,
        .parts = std::string(parts),
        .prepare = {},
        .apply = "do_all",
        .roll_back = "undo_all",
        .check = {},
        .files = "do.sh"};
}

bool is_interface_name(std::string_view name)
{
    return !name.empty() && name.size() <= 15 && name.front() != '-' && name.front() != '.'
        && std::ranges::all_of(
            name, [](char c) { return ascii::is_letter_or_digit(c) || c == '_' || c == '-' || c == '.'; });
}

std::string stage_script(const Transaction& transaction)
{
    return timed_host::stage_script(transaction.id,
        host_steps(),
        timed_host::file_script("do.sh", transaction.commands)
            + timed_host::file_script("undo.sh", transaction.undo) + R"sh(for file in do undo; do
  said=$(sh -n "$D/$file.sh" 2>&1) || { rm -rf "$D"; refuse "the shell rejects $file.sh: $said"; }
done
)sh");
}

}
