// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/driver.h"
#include "drivers/line_cli/live/terminal.h"
#include "drivers/line_cli/write/translator.h"
#include "drivers/live.h"

#include <memory>

namespace rocelint::eos {

/// Arista EOS.
extern const Driver driver;

// The parts of its record, see line_cli::Platform.

[[nodiscard]] std::unique_ptr<line_cli::Translator> translator(const line_cli::Task& task);
/// Driver::render: the configuration of a designed switch in the form of `show running-config`, for `configure
/// replace` or to paste: maps, one qos profile for each kind of port, watchdog, interfaces. Ports are routed
/// ports, since `mtu` applies only to those. EOS sets headroom by itself, so it is listed in left_out.
[[nodiscard]] Rendering render(const DeviceDesign& design);
/// Driver::open.
[[nodiscard]] Result<std::unique_ptr<LiveDevice>> open(const LiveTarget& target);
/// Reads links from `show interfaces status`, drops from `show interfaces counters discards`, and pause
/// frames from `show priority-flow-control counters`.
[[nodiscard]] Result<Health> read_health(line_cli::Terminal& terminal, const std::vector<std::string>& ports);

}
