// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/driver.h"
#include "drivers/line_cli/terminal.h"
#include "drivers/live.h"

namespace rocelint::eos {

extern const Driver driver;

// The parts of the driver record.

/// Returns the smallest edits of the running-config that make the changes; see Driver::edit.
[[nodiscard]] Editing edit(
    std::span<const Tree> trees, const Device& device, std::span<const Change> changes);
/// Returns the same as lines for `configure`; see Driver::commands.
[[nodiscard]] Commands commands(
    std::span<const Tree> trees, const Device& device, std::span<const Change> changes);
/// Returns the commands that turn the running-config `after` back into `before`. Nothing is refused.
[[nodiscard]] Commands undo(std::span<const Tree> before,
    std::span<const Tree> after,
    const Device& device_before,
    std::span<const Change> changes);
/// Returns the configuration of a designed switch in the form of `show running-config`, for `configure
/// replace` or to paste: maps, one qos profile for each kind of port, watchdog, interfaces. Ports are routed
/// ports, since `mtu` applies only to those. EOS sets headroom by itself, so it is listed in left_out.
[[nodiscard]] Rendering render(const DeviceDesign& design);
/// Logs in and enters privileged mode. Uses only the command line (a terminal over SSH).
[[nodiscard]] Result<std::unique_ptr<LiveDevice>> open(const LiveTarget& target);
/// Reads links from `show interfaces status`, drops from `show interfaces counters discards`, and pause
/// frames from `show priority-flow-control counters`.
[[nodiscard]] Result<Health> read_health(line_cli::Terminal& terminal, const std::vector<std::string>& ports);
/// A leaf with one host port and one uplink, both lossless for priority 3. Rule examples are based on it.
extern const std::string_view base_example;

}
