// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/line_cli/stanza_index.h"
#include "models/change/change.h"

#include <cstdint>
#include <span>
#include <string_view>

namespace rocelint::line_cli {

/// Whether a change is of what profiles of ports say: PFC, trust, ECN, schedulers, the watchdog.
[[nodiscard]] bool is_of_profile(const Change& change);

/// The profile by which everything is made that `changes` want of a port with no such lines of its own, and nothing besides, as it
/// is on another port of the device that has the profile: what the site would write. Empty where there is none.
[[nodiscard]] std::string_view find_adopted_profile(std::uint32_t port,
    std::span<const Change> changes,
    const Device& device,
    const StanzaIndex& stanzas,
    const Grammar& grammar);

}
