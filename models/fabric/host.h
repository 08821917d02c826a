// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/fabric/value/priority.h"
#include "models/fabric/value/quantity.h"
#include "models/fabric/value/setting.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace rocelint {

enum class RoceVersion : std::uint8_t { v1, v2 };
/// Whether vSAN may send its data by a NIC's RDMA device.
enum class VsanUse : std::uint8_t {
    unseen, ///< nothing shows the interfaces of vSAN
    none, ///< its data does not pass the device's interface
    possible, ///< its data passes the device's interface, by RDMA or by TCP
};
enum class DcbxMode : std::uint8_t { os_controlled, firmware_controlled, off };

/// One entry of a NIC's GID (address) table. A queue pair chooses its source address by the index.
struct Gid {
    std::uint8_t index = 0;
    RoceVersion version = RoceVersion::v1;
    bool link_local = false; ///< fe80::/64: routers do not forward its packets
    bool ipv4 = false; ///< an IPv4 address, in its IPv4-mapped form
    OriginId at;
};

/// One DCQCN number that the NIC's firmware starts with.
struct DcqcnParameter {
    std::string_view name; ///< the firmware's name for it, without the port
    std::uint32_t value = 0;
    OriginId at;
    std::optional<std::uint32_t>
        usual{}; ///< what this firmware has where nobody changed it, if a capture shows it
};

/// The RDMA side of one host port.
struct Nic {
    std::string_view rdma_device; ///< mlx5_0
    /// The vendor tool's name for the port, such as a UUID; empty if no capture shows it.
    std::string_view port_id;
    std::uint32_t port = 0; ///< index in the host; Port::no_index if no capture shows its network device
    Setting<std::string_view> driver; ///< kernel driver of the port, "mlx5_core"
    Setting<std::string_view> driver_version;
    Setting<std::string_view> firmware;
    /// priorities on which the NIC answers CE marks with CNPs (DCQCN NP)
    Setting<PrioritySet> ecn_notification;
    Setting<PrioritySet> ecn_reaction; ///< priorities on which the NIC slows down on CNPs (DCQCN RP)
    /// The priorities for which a capture shows whether notification and reaction are enabled.
    PrioritySet notification_seen;
    PrioritySet reaction_seen;
    /// Where each is stated, by priority.
    std::array<OriginId, 8> notification_at{};
    std::array<OriginId, 8> reaction_at{};
    Setting<std::uint8_t> cnp_dscp;
    Setting<std::uint8_t> cnp_priority;
    Setting<std::uint8_t> traffic_class; ///< forced on every QP, even if 0: DSCP << 2 | ECN
    /// Known to force no traffic class. MLNX_OFED then keeps -1 and its file is empty.
    Setting<bool> class_unset;
    Setting<std::uint8_t> cm_tos; ///< type of service of connections made by the RDMA connection manager
    Setting<RoceVersion> cm_version;
    /// The priority that the host gives its RDMA packets, in their VLAN tag.
    Setting<std::uint8_t> rdma_priority;
    /// The priority that the NIC's application table (DCB) gives RoCE as a whole: UDP port 4791 or EtherType 0x8915.
    Setting<std::uint8_t> roce_priority;
    // How the NIC's congestion control expects RDMA packets to be marked.
    Setting<std::uint8_t> congestion_dscp;
    Setting<std::uint8_t> congestion_priority;
    Setting<bool> ecn_capable; ///< RDMA packets leave with an ECN field that lets switches mark them
    /// The priority that the host gives the heartbeat of its cluster, in its VLAN tag.
    Setting<std::uint8_t> heartbeat_priority;
    Setting<DcbxMode> dcbx;
    /// The operating system is willing: it adopts PFC and shares from the neighbour by DCBX instead of its own.
    Setting<bool> host_willing;
    Setting<Bytes> rdma_mtu; ///< active path MTU
    Setting<bool> has_v2_gid;
    std::vector<Gid> gids; ///< in the order of the capture; empty where none was captured
    /// the vendor's name of the board: NICs of one board use the same firmware
    Setting<std::string_view> board;
    /// How long the NIC may pause without interruption before it stops pausing; 0: forever.
    Setting<Milliseconds> storm_prevention;
    /// The priorities that the NIC treats as no-drop, where this is a setting separate from PFC.
    Setting<PrioritySet> no_drop;
    /// The NIC sends and obeys PFC rather than link pause, where it has a setting for the type of pause frames.
    Setting<bool> pauses_priorities;
    /// The DSCP of RDMA acknowledgements, if it differs from that of other RDMA packets.
    Setting<std::uint8_t> ack_dscp;

    // What the firmware starts with at the next boot.
    Setting<PrioritySet> cc_priorities; ///< on which congestion control is allowed at all
    Setting<std::uint8_t> stored_cnp_dscp;
    Setting<std::uint8_t> stored_cnp_priority;
    Setting<bool> stored_out_of_order;
    Setting<bool> stored_selective_repeat;
    Setting<bool> firmware_dcbx; ///< the firmware itself speaks DCBX
    /// The command that turns that off on this NIC; empty where it is undocumented.
    std::string_view firmware_dcbx_off;
    Setting<bool> dcbx_willing; ///< the NIC accepts its neighbor's DCBX settings
    VsanUse vsan_use = VsanUse::unseen;
    OriginId vsan; ///< where vSAN is seen to use the interface of its RDMA device; unset if nowhere
    OriginId nvme; ///< where an adapter of NVMe over RDMA is seen to use it; unset if nowhere
    Setting<bool> host_lldp; ///< the operating system's own LLDP agent, which speaks DCBX, runs on the port
    OriginId host_agent; ///< where a program of the host is seen to speak DCBX on the port; unset if nowhere
    Setting<bool> iwarp; ///< its RDMA runs over TCP, so that the rules of RoCE do not apply
    /// The driver slows RoCE down where the port has neither PFC nor link pause.
    bool slows_unpaused = false;
    /// The maximum rate of one queue pair, if the vendor documents one; otherwise 0.
    BitsPerSecond queue_pair_rate;
    Setting<bool> ats; ///< PCI address translation by the NIC
    /// The firmware takes a congestion-control program of the site instead of its own algorithm.
    Setting<bool> programmable_cc;
    /// The firmware makes the port InfiniBand instead of Ethernet.
    Setting<bool> infiniband;
    /// The firmware's congestion control reacts to the messages of 802.1Qau (QCN) instead of ECN marks.
    Setting<bool> reacts_to_qcn;
    std::vector<DcqcnParameter> dcqcn; ///< by name

    Setting<bool> out_of_order; ///< accepts packets that a switch has spread over several paths
    Setting<bool> adaptive_retransmission; ///< retransmission times of its own, in addition to the job's
    Setting<bool> slow_restart; ///< starts slowly after a loss
    Setting<bool> slow_restart_idle; ///< starts slowly after a queue pair was idle
    Setting<bool> send_window; ///< limits how much is sent without an acknowledgement
    Setting<bool> selective_repeat; ///< resends only lost packets, not all that followed them

    // The NIC's PCIe link, as the host brought it up.
    Setting<BitsPerSecond> pcie_lane_rate; ///< transfers per second and lane
    Setting<std::uint8_t> pcie_lanes;
    Setting<bool> pcie_slow; ///< the lanes are slower than the NIC is capable of
    Setting<bool> pcie_narrow; ///< there are fewer lanes than the NIC has
    Setting<Bytes> read_request; ///< the most that one PCIe read may ask for (MaxReadReq)

    // How the kernel answers for the interface's IPv4 addresses: the value in force, which is the larger of
    // the interface's own and that for all interfaces.
    Setting<std::uint8_t> arp_ignore;
    Setting<std::uint8_t> arp_announce;
    Setting<std::uint8_t> reverse_path; ///< rp_filter

    /// Whether its RDMA is known to run over TCP.
    [[nodiscard]] bool is_iwarp() const { return iwarp.peek_known() && iwarp.value; }
    /// Whether `traffic_class` is known and overrides what jobs and the connection manager request.
    [[nodiscard]] bool forces_class() const { return !class_unset.peek_known() && traffic_class.known(); }
};

/// An InfiniBand port of a host's RDMA device. Not a Nic, because no Ethernet rule applies to it.
struct HostIbPort {
    std::string_view rdma_device; ///< mlx5_0
    std::uint32_t number = 1; ///< number of the port, from 1
    std::uint64_t node_guid = 0; ///< 0 if no capture shows it
    std::vector<std::uint16_t> pkeys; ///< its P_Key table, by index; 0: an empty entry. Empty if not captured
    Span pkeys_at; ///< the first line that shows an entry
};

/// The connections of a job that leave a host by one of its RDMA devices.
struct JobConnections {
    std::string_view host;
    std::string_view rdma_device;
    std::uint32_t count = 0;
    Span at; ///< the first of them
};

/// One job's environment: what the application requests of the NICs.
struct Job {
    std::string_view name;
    Span at;
    std::vector<std::string_view> nodes; ///< the hosts that its file names; empty if it names none
    Setting<std::uint8_t> traffic_class; ///< NCCL_IB_TC
    Setting<std::uint8_t> service_level; ///< NCCL_IB_SL
    Setting<std::uint8_t> ucx_service_level; ///< UCX_IB_SL
    Setting<std::uint8_t> nvshmem_service_level; ///< NVSHMEM_IB_SL
    Setting<std::uint16_t> pkey_index; ///< NCCL_IB_PKEY: an index of the P_Key table
    Setting<std::uint16_t> ucx_pkey; ///< UCX_IB_PKEY: a P_Key; its highest bit does not matter
    Setting<std::int64_t> gid_index;
    Setting<std::uint8_t> roce_version; ///< NCCL_IB_ROCE_VERSION_NUM: of the GID that NCCL selects itself
    Setting<bool> adaptive_routing; ///< NCCL_IB_ADAPTIVE_ROUTING
    Setting<std::uint8_t> cts_class; ///< NCCL_IB_FIFO_TC: the traffic class of clear-to-send messages
    Setting<std::uint32_t> queue_pairs; ///< per connection: NCCL_IB_QPS_PER_CONNECTION
    Setting<std::uint8_t> timeout; ///< NCCL_IB_TIMEOUT: 4.096 us * 2^timeout, InfiniBand's Local Ack Timeout
    Setting<std::uint8_t> retries; ///< NCCL_IB_RETRY_CNT
    /// Traffic classes of queue pairs that a library creates itself, bypassing the class that the kernel
    /// forces.
    Setting<std::uint8_t> gin_class; ///< NCCL_GIN_IB_TC
    Setting<std::uint8_t> nvshmem_class; ///< NVSHMEM_IB_TRAFFIC_CLASS
    Setting<std::uint8_t> ucx_class; ///< UCX_IB_TRAFFIC_CLASS
    Setting<std::uint8_t> mori_class; ///< MORI_RDMA_TC
    Setting<std::uint8_t> mooncake_class; ///< MC_IB_TC
    Setting<std::uint8_t> nvme_class; ///< NVME_TRANSPORT_TOS: the type of service of SPDK's NVMe connections
    Setting<std::string_view> devices; ///< NCCL_IB_HCA, as written
    Setting<bool> verbs_off; ///< NCCL_IB_DISABLE: NCCL does not use RDMA devices
    Setting<std::string_view> network; ///< NCCL_NET: the name of the network module
    Setting<std::string_view> gpu_direct; ///< NCCL_NET_GDR_LEVEL: how far a NIC may be from the GPU it reads
    Setting<std::uint8_t> ceph_class; ///< ms_async_rdma_dscp, which is the whole traffic class
    Setting<std::string_view> ran_over; ///< the network that NCCL took when the job ran, as its log shows
    Setting<bool>
        sends_by_sockets; ///< a channel of NCCL sends by sockets; false if all of them stay within a host
    std::vector<JobConnections> connections; ///< to other hosts, where a log shows all of them
    bool connections_shown = false; ///< a log shows all connections, of which there may be none
    /// It sets variables of other libraries only, so that nothing shows that it uses NCCL.
    bool without_nccl = false;
    bool with_ucx = false; ///< it sets a variable of UCX, and lets it use RDMA
    bool with_ceph = false; ///< daemons of Ceph that exchange messages by RDMA
    bool with_spdk = false; ///< SPDK's own configuration, where `nvme_class` is called transport_tos
    bool with_nvshmem = false; ///< it sets a variable of NVSHMEM
    Setting<std::uint8_t> gin_type; ///< NCCL_GIN_TYPE: who posts the transfers that GPUs start
    static constexpr std::uint8_t gin_by_gpu = 3; ///< GDAKI: the GPU, to queue pairs that NCCL makes for it
};

}
