// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/live.h"
#include "drivers/transport/ssh_session.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace rocelint::nvue {

/// The statements of what `nv config show -o commands` prints, without anything else.
[[nodiscard]] std::string statements_of(std::string_view shown);
/// Why an apply would survive a reboot before it is confirmed; empty where it would not. Since Cumulus Linux 5.9 every apply is saved unless
/// the configuration says otherwise (NVIDIA NVUE reference, Config Commands).
[[nodiscard]] std::string saves_by_itself(std::string_view shown);
/// What a command says of itself: the first line of its errors, else of its output.
[[nodiscard]] std::string first_line(const Execution& execution);

/// Whether `nv config apply --confirm-status` tells of a timer.
enum class Waiting : std::uint8_t { no, yes, unknown };
[[nodiscard]] Waiting waiting_of(std::string_view told, int status);

/// `nv show platform -o json`: what it tells of the box.
[[nodiscard]] Hardware hardware_of(std::string_view json);
/// `nv show interface -o json`: links, dropped packets and lost carriers of the ports; of all where `ports` is empty.
[[nodiscard]] Health health_of(std::string_view json, const std::vector<std::string>& ports);

/// Shell scripts: types statements and stops at the first that is refused, having left a mark; whether there is one; takes it away.
[[nodiscard]] std::string stage_script(std::string_view id, std::string_view commands);
[[nodiscard]] std::string marked_script(std::string_view id);
[[nodiscard]] std::string unmark_script(std::string_view id);

}
