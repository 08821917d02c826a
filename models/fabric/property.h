// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace rocelint {

/// What would have to change to mend a finding. Shared by Finding, Change, diff and drift.
enum class Property : std::uint8_t {
    pfc,
    link_pause,
    ecn,
    ecn_thresholds,
    trust,
    dscp_map,
    pcp_map,
    queue_map,
    priority_group_map,
    scheduler,
    bandwidth,
    mtu,
    headroom,
    buffer_threshold,
    buffer_pool,
    watchdog,
    watchdog_timers,
    speed,
    cabling,
    capacity, ///< bandwidth that a device has upwards, downwards or for each GPU
    fec,
    bit_errors,
    media, ///< the cable or optic in a port
    power_saving, ///< Energy-Efficient Ethernet
    hashing, ///< how flows are spread over equal paths
    software, ///< the version of the operating system
    rdma_marking, ///< DSCP that the host or job puts on RDMA packets
    roce_version,
    cnp_marking,
    dscp_rewrite, ///< DSCP that a port writes over the one of packets that leave by it
    congestion_control, ///< DCQCN on the NIC
    forwarding, ///< which way packets go
    headroom_table, ///< the table that headroom is taken from by speed and cable length
    headroom_pool, ///< the pool that ports share for headroom
    cable_length, ///< as configured for headroom
    reserve, ///< bytes that a priority group has for itself
    lossless_packet, ///< the largest packet that a device counts on when it works headroom out
    ingress_policy, ///< a multi-field policy that classifies what comes in
    lag, ///< which LAG a port is a member of
    dcbx, ///< who controls DCBX: the host or the firmware
    pci, ///< how a host's PCI bridges and devices reach each other
    trimming, ///< what becomes of packets that a queue does not take
    lids, ///< addresses of InfiniBand ports
    guids, ///< names of InfiniBand nodes and ports, and what they call themselves
    virtual_lanes, ///< service levels, their virtual lanes and how those are served
    partitions, ///< who may talk to whom on InfiniBand, and at what rate groups are made
    manager, ///< an option of a subnet manager
    transport, ///< how a NIC sends again and what order it takes packets in
    site_rule, ///< what an own rule of the site asks for
    syntax,
};

[[nodiscard]] const char* name_of(Property property);

}
