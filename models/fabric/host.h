// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/fabric/priority.h"
#include "models/fabric/quantity.h"
#include "models/fabric/setting.h"

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

namespace rocelint {

enum class RoceVersion : std::uint8_t { v1, v2 };
enum class DcbxMode : std::uint8_t { os_controlled, firmware_controlled, off };

/// One entry of a NIC's table of addresses (GIDs), from which a queue pair chooses its source by the index.
struct Gid {
    std::uint8_t index = 0;
    RoceVersion version = RoceVersion::v1;
    bool link_local = false; ///< fe80::/64: no router forwards its packets
    OriginId at;
};

/// One number of DCQCN that the NIC's firmware starts with.
struct DcqcnParameter {
    std::string_view name; ///< as the firmware calls it, without the port
    std::uint32_t value = 0;
    OriginId at;
};

/// The RDMA side of one host port.
struct Nic {
    std::string_view rdma_device; ///< mlx5_0
    std::uint32_t port
        = 0; ///< Port index in the host; Port::no_index where no capture tells its network device
    Setting<std::string_view> driver; ///< kernel driver of the port, "mlx5_core"
    Setting<std::string_view> driver_version;
    Setting<std::string_view> firmware;
    Setting<PrioritySet>
        ecn_notification; ///< priorities on which the NIC answers CE marks with CNPs (DCQCN NP)
    Setting<PrioritySet> ecn_reaction; ///< priorities on which it slows down on CNPs (DCQCN RP)
    /// Priorities for which each of the two was captured.
    PrioritySet notification_seen;
    PrioritySet reaction_seen;
    /// Where each of them is stated, by priority.
    std::array<OriginId, 8> notification_at{};
    std::array<OriginId, 8> reaction_at{};
    Setting<std::uint8_t> cnp_dscp;
    Setting<std::uint8_t> cnp_priority;
    Setting<std::uint8_t> traffic_class; ///< forced on every QP, 0 as well: DSCP << 2 | ECN
    /// Whether it is known that no traffic class is forced. MLNX_OFED keeps -1 then and its file is empty.
    Setting<bool> class_unset;
    Setting<std::uint8_t> cm_tos; ///< type of service of connections made by the RDMA connection manager
    Setting<RoceVersion> cm_version;
    Setting<DcbxMode> dcbx;
    Setting<Bytes> rdma_mtu; ///< active path MTU
    Setting<bool> has_v2_gid;
    std::vector<Gid> gids; ///< in the order of the capture; empty where none was captured
    Setting<std::string_view> board; ///< the vendor's name of the board: NICs of one board take one firmware
    /// How long the NIC may pause without a break before it stops; 0: for ever.
    Setting<Milliseconds> storm_prevention;

    // What the firmware starts with at the next boot.
    Setting<PrioritySet> cc_priorities; ///< on which congestion control is allowed at all
    Setting<std::uint8_t> stored_cnp_dscp;
    Setting<std::uint8_t> stored_cnp_priority;
    Setting<bool> firmware_dcbx; ///< the firmware itself speaks DCBX
    Setting<bool> dcbx_willing; ///< and takes over what its neighbour says
    Setting<bool> ats; ///< PCI address translation by the NIC
    std::vector<DcqcnParameter> dcqcn; ///< by name

    Setting<bool> out_of_order; ///< takes packets that a switch has spread over paths
    Setting<bool> adaptive_retransmission; ///< times of its own for sending again, beside those of the job
    Setting<bool> slow_restart; ///< begins slowly after a loss

    /// Whether `traffic_class` is known and takes the place of what jobs and the connection manager ask for.
    [[nodiscard]] bool forces_class() const
    {
        return !class_unset.known_by_the_way() && traffic_class.known();
    }
};

/// A port of a host's RDMA device that runs InfiniBand: not a NIC, since no rule for Ethernet concerns it.
struct HostIbPort {
    std::string_view rdma_device; ///< mlx5_0
    std::uint32_t number = 1; ///< of the port, from 1
    std::uint64_t node_guid = 0; ///< 0 where no capture shows it
};

/// One job's environment: what the application asks of the NICs.
struct Job {
    std::string_view name;
    Span at;
    Setting<std::uint8_t> traffic_class; ///< NCCL_IB_TC
    Setting<std::uint8_t> service_level; ///< NCCL_IB_SL
    Setting<std::uint8_t> ucx_service_level; ///< UCX_IB_SL
    Setting<std::uint8_t> nvshmem_service_level; ///< NVSHMEM_IB_SL
    Setting<std::int64_t> gid_index;
    Setting<std::uint8_t> roce_version; ///< NCCL_IB_ROCE_VERSION_NUM: of the GID that NCCL looks for itself
    Setting<bool> adaptive_routing; ///< NCCL_IB_ADAPTIVE_ROUTING
    Setting<std::uint8_t> cts_class; ///< NCCL_IB_FIFO_TC: the traffic class of clear-to-send messages
    Setting<std::uint32_t> queue_pairs; ///< per connection: NCCL_IB_QPS_PER_CONNECTION
    Setting<std::uint8_t> timeout; ///< NCCL_IB_TIMEOUT: 4.096 us * 2^timeout, InfiniBand's Local Ack Timeout
    Setting<std::uint8_t> retries; ///< NCCL_IB_RETRY_CNT
    /// Traffic classes of queue pairs that a library builds by itself, past what the kernel forces.
    Setting<std::uint8_t> gin_class; ///< NCCL_GIN_IB_TC
    Setting<std::uint8_t> nvshmem_class; ///< NVSHMEM_IB_TRAFFIC_CLASS
    Setting<std::uint8_t> ucx_class; ///< UCX_IB_TRAFFIC_CLASS
    Setting<std::string_view> devices; ///< NCCL_IB_HCA, as written
};

}
