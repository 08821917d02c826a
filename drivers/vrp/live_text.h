// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/line_cli/live/port_health.h"
#include "drivers/live.h"

#include <optional>
#include <string>
#include <string_view>

namespace rocelint::vrp {

/// The trial run of a configuration, as `display configuration trial status` shows it.
struct Trial {
    bool runs = false; ///< it is active, or being rolled back
    bool ends = false; ///< it is being rolled back (CANCELING, WAITCANCEL)
    std::string persist_id; ///< empty if it belongs to a session
};

/// Reads the answer of `display configuration trial status`; nothing if it names no state that is known.
[[nodiscard]] std::optional<Trial> parse_trial(std::string_view text);

/// Reads who has locked the configuration from the answer of `display configuration exclusive user`, which is blank if nobody
/// has: "root (VTY 0)"; nothing if it names no user.
[[nodiscard]] std::optional<std::string> lock_holder_in(std::string_view text);

/// Reads the serial numbers of `display device esn`, joined by blanks.
[[nodiscard]] std::string serial_in(std::string_view text);

/// Reads links and lost packets from `display interface`.
void read_interfaces(std::string_view text, line_cli::PortHealth& reader);

}
