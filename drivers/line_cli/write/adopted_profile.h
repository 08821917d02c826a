// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/line_cli/read/stanza_index.h"
#include "models/change/change.h"

#include <cstdint>
#include <span>
#include <string_view>

namespace rocelint::line_cli {

/// Whether the change sets something that a port profile can state: PFC, trust, ECN, schedulers or the
/// watchdog.
[[nodiscard]] bool is_of_profile(const Change& change);

/// Returns the name of a profile that another port of the device binds and that makes exactly the `changes`
/// requested for this port, which must not have such lines of its own. Empty if there is no such profile.
[[nodiscard]] std::string_view find_adopted_profile(std::uint32_t port,
    std::span<const Change> changes,
    const Device& device,
    const StanzaIndex& stanzas,
    const Grammar& grammar);

}
