// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rules/rule.h"

#include <vector>

namespace rocelint {

/// Code points of a class without PFC that one line of a switch puts into the queue of unmarked packets.
struct UnpausedShare {
    Span at;
    DscpSet dscps;
    const RdmaClass* rdma_class = nullptr;
    std::uint8_t queue = 0;
};

/// Adds what this port of the device shows to `shares`; reports nothing.
void find_unpaused_shares(DeviceContext& context, std::uint32_t port, std::vector<UnpausedShare>& shares);

/// Reports that RDMA packets are lost together with best-effort traffic.
void report_unpaused_share(DeviceContext& context, const UnpausedShare& share);

}
