// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/line_cli/terminal.h"
#include "drivers/live.h"

namespace rocelint::eos {

using line_cli::DeviceJson;
using line_cli::Terminal;
using line_cli::TerminalStyle;

/// Links from `show interfaces status`, drops from `show interfaces counters discards`. Pause frames are not counted: no
/// source tells how `show priority-flow-control counters` writes them.
[[nodiscard]] Result<Health> read_health(Terminal& terminal, const std::vector<std::string>& ports);

}
