// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/driver.h"
#include "drivers/line_cli/terminal.h"
#include "drivers/live.h"

namespace rocelint::eos {

extern const Driver driver;

// What its record is made of.

/// The smallest edits of the running-config that make the changes; see Driver::edit.
[[nodiscard]] Editing edit(
    std::span<const Tree> trees, const Device& device, std::span<const Change> changes);
/// The same as lines for `configure`; see Driver::commands.
[[nodiscard]] Commands commands(
    std::span<const Tree> trees, const Device& device, std::span<const Change> changes);
/// The commands that make a running-config as `before` of one that is as `after`. Nothing is refused.
[[nodiscard]] Commands undo(std::span<const Tree> before,
    std::span<const Tree> after,
    const Device& device_before,
    std::span<const Change> changes);
/// Writes the lines of a designed switch as `show running-config` would have them, for `configure replace` or
/// to paste: maps, one qos profile for each kind of port, watchdog, interfaces. Ports are routed ports, since
/// `mtu` holds for those alone. Headroom is EOS's own business and is named in left_out.
[[nodiscard]] Rendering render(const DeviceDesign& design);
/// Logs in and enters privileged mode. Nothing but the command line (a terminal over SSH) is used.
[[nodiscard]] Result<std::unique_ptr<LiveDevice>> open(const LiveTarget& target);
/// Links from `show interfaces status`, drops from `show interfaces counters discards`. Pause frames are not counted: no
/// source tells how `show priority-flow-control counters` writes them.
[[nodiscard]] Result<Health> read_health(line_cli::Terminal& terminal, const std::vector<std::string>& ports);
/// A leaf with one host port and one uplink, both lossless for priority 3, on which rule examples stand.
extern const std::string_view base_example;

}
