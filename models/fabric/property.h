// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace rocelint {

/// What would have to change to fix a finding. Shared by Finding, Change, diff and drift.
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
    capacity, ///< bandwidth that a device has upward, downward or per GPU
    fec,
    bit_errors,
    media, ///< the cable or optic in a port
    power_saving, ///< Energy-Efficient Ethernet
    hashing, ///< how flows are spread over equal paths
    software, ///< the version of the operating system
    rdma_marking, ///< DSCP that the host or job sets on RDMA packets
    roce_version,
    cnp_marking,
    dscp_rewrite, ///< DSCP that a port writes into packets that leave by it
    congestion_control, ///< DCQCN on the NIC
    forwarding, ///< which paths packets take
    headroom_table, ///< the table that gives headroom by speed and cable length
    headroom_pool, ///< the headroom pool that ports share
    cable_length, ///< as configured for headroom
    reserve, ///< bytes reserved for a priority group
    lossless_packet, ///< the largest packet that a device assumes when it computes headroom
    ingress_policy, ///< a multi-field policy that classifies incoming packets
    lag, ///< which LAG a port is a member of
    dcbx, ///< who controls DCBX: the host or the firmware
    pci, ///< how a host's PCI bridges and devices reach each other
    trimming, ///< what happens to packets that a queue does not admit
    lids, ///< addresses of InfiniBand ports
    guids, ///< GUIDs and descriptions of InfiniBand nodes and ports
    virtual_lanes, ///< service levels, their virtual lanes and how the lanes are served
    partitions, ///< InfiniBand membership, and the rates of groups
    manager, ///< an option of a subnet manager
    transport, ///< how a NIC retransmits, and which packet order it accepts
    site_rule, ///< what a site's own rule requires
    syntax,
};

[[nodiscard]] const char* name_of(Property property);

}
