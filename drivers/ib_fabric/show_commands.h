// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/driver.h"

namespace rocelint::ib_fabric {

/// Commands that show on the device what the rules judge (linux-rdma/rdma-core, infiniband-diags manual pages,
/// version 44).
inline constexpr ShowCommand show_commands[]{
    {"IB", "iblinkinfo", "width, speed and state of each link, and what both ends support"},
    {"IB", "ibqueryerrors", "the ports whose error counters are not zero"},
    {"IB", "ibnetdiscover", "nodes, ports, LIDs and links"},
    {"IB", "smpquery sl2vl 11", "the virtual lane of each service level at the node with LID 11"},
    {"IB", "smpquery vlarb 11", "the arbitration of the virtual lanes"},
    {"IB", "smpquery pkeys 11", "the partitions of a port"},
    {"IB SM", "sminfo", "the master subnet manager and its priority"},
};

}
