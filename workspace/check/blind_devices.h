// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "workspace/check/outcome.h"

#include <cstdint>
#include <string>
#include <vector>

namespace rocelint::workspace {

/// A device, by its index in the fabric, and why a report without findings would mean nothing for it.
struct BlindDevice {
    std::uint32_t device = 0;
    std::string sentence;
};

/// Finds devices for which a report without findings would mean nothing: a device without any port, unless
/// its files are a fragment that lost no line; a device most of whose lines were not understood; a host with
/// lines about PFC, ECN or RoCE that were not understood and no port that was judged. Jobs have no ports and
/// are skipped, and so are devices with malformed files.
[[nodiscard]] std::vector<BlindDevice> find_blind_devices(const Outcome& outcome);

}
