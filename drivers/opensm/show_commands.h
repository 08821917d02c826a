// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/driver.h"

namespace rocelint::opensm {

/// Commands that show on the device what the rules judge (OpenSM 3.3.23 manual page; linux-rdma/rdma-core,
/// infiniband-diags manual pages, version 44).
inline constexpr ShowCommand show_commands[]{
    {"SM", "sminfo", "the master subnet manager and its priority"},
    {"SM", "saquery -s", "all subnet managers of the subnet"},
    {"SM", "saquery PKTR", "the partitions that ports got"},
    {"SM", "smpquery vlarb 11", "the arbitration of the virtual lanes at the node with LID 11"},
    {"SM", "smpquery sl2vl 11", "the virtual lane of each service level there"},
};

}
