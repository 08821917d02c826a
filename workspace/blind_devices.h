// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "workspace/outcome.h"

#include <cstdint>
#include <string>
#include <vector>

namespace rocelint::workspace {

/// A device, by its index in the fabric, and why a clean report of it would mean nothing.
struct BlindDevice {
    std::uint32_t device = 0;
    std::string sentence;
};

/// The devices of which a clean report would mean nothing: one without any port, though its files are
/// more than a fragment, or one most of whose lines were not understood. Jobs have no ports.
[[nodiscard]] std::vector<BlindDevice> find_blind_devices(const Outcome& outcome);

}
