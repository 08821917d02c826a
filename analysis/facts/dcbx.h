// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/fabric/fabric.h"

namespace rocelint {

/// Whether a host's port adopts the PFC of its peer (willing): the setting of the NIC's firmware if that speaks DCBX,
/// otherwise the host's. Null if no capture shows it, and for switches.
[[nodiscard]] const Setting<bool>* willing_of(const Device& device, const Port& port);

/// Whether the PFC of the port is known to depend on what DCBX negotiates.
[[nodiscard]] bool leaves_pfc_to_dcbx(const Device& device, const Port& port);

/// Whether a capture shows that the port's link is up: its state, or a neighbour that was heard on it.
[[nodiscard]] bool is_seen_up(const Device& device, std::uint32_t port);

}
