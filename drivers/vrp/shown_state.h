// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/vrp/config.h"

#include <span>

namespace rocelint::vrp {

/// Reads PFC after negotiation, and counters, from the output of display commands in the files, once all ports are known.
void read_shown_state(Config& config, std::span<const Tree> trees);
/// Switches off the PFC of a port that the output showed as failed to negotiate.
void apply_shown_pfc(Config& config, std::uint32_t port);

}
