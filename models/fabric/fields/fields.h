// SPDX-License-Identifier: Apache-2.0
// Every setting of the model, stated once. `debug model`, the comparison of two readings and the changes all
// use these rows. A Setting without a row fails tests/models/fields_test.cpp.
#pragma once

#include "models/fabric/fields/field.h"

#include <string_view>

namespace rocelint {

// clang-format off
inline constexpr FieldRows device_fields{
    optional(Field{"role", &Device::role, Property::syntax, Compare::read_only, "the role of the device"}),
    optional(Field{"pfc-all-off", &Device::pfc_all_off, Property::pfc, Compare::read_only, "whether PFC is off for the whole device"}),
    optional(Field{"virtual-output-queues", &Device::virtual_queues, Property::syntax, Compare::read_only, "whether queues are virtual output queues"}),
    optional(Field{"forced-drop", &Device::forced_drop, Property::watchdog, Compare::read_only, "whether all lossless packets are dropped"}),
    optional(Field{"gpus", &Device::gpus, Property::capacity, Compare::read_only, "the number of GPUs"}),
    optional(Field{"gpu-model", &Device::gpu_model, Property::capacity, Compare::read_only, "the model of the GPUs"}),
    optional(Field{"redirecting-bridges", &Device::redirecting_bridges, Property::pci, Compare::derived, "how many PCI bridges redirect requests"}),
};

inline constexpr FieldRows load_balancing_fields{
    Field{"ecmp-hash", &LoadBalancing::ecmp, Property::hashing, Compare::value, "how flows are spread over equal paths"},
    optional(Field{"lag-hash", &LoadBalancing::lag, Property::hashing, Compare::read_only, "how flows are spread over a LAG"}),
    optional(Field{"roce-payload-hash", &LoadBalancing::roce_payload, Property::hashing, Compare::read_only, "hashing behind UDP port 4791"}),
    optional(Field{"multipath", &LoadBalancing::multipath, Property::hashing, Compare::read_only, "whether all equal paths are used"}),
    optional(Field{"most-paths", &LoadBalancing::most_paths, Property::hashing, Compare::read_only, "the most next hops of a BGP route"}),
    optional(Field{"relaxed-paths", &LoadBalancing::relaxed_paths, Property::hashing, Compare::read_only, "whether BGP paths through different autonomous systems are equal"}),
    optional(Field{"reports-load", &LoadBalancing::reports_load, Property::hashing, Compare::read_only, "whether neighbours are sent the load of paths"}),
    optional(Field{"uses-reported-load", &LoadBalancing::uses_reported_load, Property::hashing, Compare::read_only, "whether paths are chosen by the load that neighbours send"}),
    optional(Field{"per-packet", &LoadBalancing::per_packet, Property::hashing, Compare::read_only, "whether packets of one flow are spread"}),
    Field{"ecmp-seed", &LoadBalancing::ecmp_seed, Property::hashing, Compare::read_only, "the seed of the ECMP hash"},
};

inline constexpr FieldRows forwarding_fields{
    Field{"bgp-asn", &Forwarding::bgp_asn, Property::forwarding, Compare::read_only, "the AS number"},
    optional(Field{"link-state-routing", &Forwarding::link_state, Property::forwarding, Compare::read_only, "whether OSPF or IS-IS runs"}),
    optional(Field{"allow-own-as", &Forwarding::allow_own_as, Property::forwarding, Compare::read_only, "how often a BGP path may hold the device's own AS number"}),
    optional(PortField{"mlag-peer-link", &Forwarding::mlag_peer_link, Property::forwarding, "the peer link of the MLAG pair"}),
    optional(Field{"tunnel-peer", &Forwarding::tunnel_peer, Property::forwarding, Compare::read_only, "the other switch of the dual-ToR pair"}),
    optional(Reference{"tunnel-map", &Forwarding::tunnel_map, Property::dscp_map, &Device::maps, Compare::target, "the DSCP map of packets from the tunnel of a dual-ToR pair"}),
    optional(Reference{"tunnel-dscps", &Forwarding::tunnel_dscps, Property::dscp_rewrite, &Device::maps, Compare::target, "the DSCP map of packets into the tunnel of a dual-ToR pair"}),
    optional(Reference{"tunnel-queues", &Forwarding::tunnel_queues, Property::queue_map, &Device::maps, Compare::target, "the queue map of packets into the tunnel of a dual-ToR pair"}),
    optional(Field{"arp-timeout", &Forwarding::arp_timeout, Property::forwarding, Compare::read_only, "the time that ARP entries live"}),
    optional(Field{"mac-timeout", &Forwarding::mac_timeout, Property::forwarding, Compare::read_only, "the time that MAC addresses live"}),
};

inline constexpr FieldRows headroom_fields{
    optional(Field{"headroom-dynamic", &HeadroomParameters::dynamic, Property::headroom, Compare::read_only, "whether the device works headroom out by itself"}),
    optional(Field{"headroom-dynamic-threshold", &HeadroomParameters::default_dynamic_threshold, Property::buffer_threshold, Compare::read_only, "the default dynamic threshold of lossless groups"}),
    optional(Field{"headroom-oversubscription", &HeadroomParameters::oversubscription, Property::headroom_pool, Compare::read_only, "the oversubscription of the shared headroom pool"}),
    optional(Field{"headroom-lossless-mtu", &HeadroomParameters::lossless_mtu, Property::lossless_packet, Compare::value, "the size of lossless packets"}),
    optional(Field{"headroom-small-packets", &HeadroomParameters::small_packets, Property::lossless_packet, Compare::read_only, "the share of small lossless packets"}),
    optional(Field{"headroom-table-collected", &HeadroomParameters::table_collected, Property::headroom_table, Compare::derived, "whether the table of headroom was collected"}),
};

inline constexpr FieldRows trimming_fields{
    optional(Field{"trimmed-dscp", &Trimming::dscp, Property::trimming, Compare::read_only, "the DSCP of trimmed packets"}),
    optional(Field{"trimmed-tc", &Trimming::tc, Property::trimming, Compare::read_only, "the class that the DSCP of trimmed packets is worked out from"}),
    optional(Field{"trimmed-queue", &Trimming::queue, Property::trimming, Compare::read_only, "the queue of trimmed packets"}),
    optional(Field{"trimming-spares-tunnels", &Trimming::spares_tunnels, Property::trimming, Compare::read_only, "whether packets of VXLAN tunnels are dropped instead"}),
};

inline constexpr FieldRows policy_class_fields{
    optional(Field{"set-tc", &PolicyClass::set_tc, Property::ingress_policy, Compare::read_only, "the class that the policy sets"}),
    optional(Field{"set-dscp", &PolicyClass::set_dscp, Property::ingress_policy, Compare::read_only, "the DSCP that the policy sets"}),
};

inline constexpr FieldRows ecn_curve_fields{
    Field{"marks", &EcnCurve::marks, Property::ecn, Compare::value, "whether a queue marks"},
    Field{"drops", &EcnCurve::drops, Property::ecn, Compare::read_only, "whether a queue drops early"},
    Field{"min", &EcnCurve::min_threshold, Property::ecn_thresholds, Compare::value, "the lower ECN threshold"},
    Field{"max", &EcnCurve::max_threshold, Property::ecn_thresholds, Compare::value, "the upper ECN threshold"},
    optional(Field{"min-fill", &EcnCurve::min_fill, Property::ecn_thresholds, Compare::read_only, "the lower ECN threshold"}),
    optional(Field{"max-fill", &EcnCurve::max_fill, Property::ecn_thresholds, Compare::read_only, "the upper ECN threshold"}),
    optional(Field{"min-programmed", &EcnCurve::min_programmed, Property::ecn_thresholds, Compare::derived, "the lower ECN threshold of the chip"}),
    optional(Field{"max-programmed", &EcnCurve::max_programmed, Property::ecn_thresholds, Compare::derived, "the upper ECN threshold of the chip"}),
    Field{"probability", &EcnCurve::max_probability, Property::ecn_thresholds, Compare::value, "the marking probability"},
    optional(Field{"weight", &EcnCurve::weight, Property::ecn_thresholds, Compare::read_only, "the weight of the average queue length"}),
};

inline constexpr FieldRows scheduler_fields{
    Field{"kind", &Scheduler::kind, Property::scheduler, Compare::value, "how a queue is served"},
    optional(Field{"weight", &Scheduler::weight, Property::scheduler, Compare::value, "the weight of a queue"}),
    optional(Field{"bandwidth", &Scheduler::bandwidth, Property::scheduler, Compare::value, "the share of a queue"}),
    optional(Field{"limit", &Scheduler::limit, Property::scheduler, Compare::read_only, "the shaper of a queue"}),
    optional(Field{"level", &Scheduler::level, Property::scheduler, Compare::read_only, "the priority level of a strict queue"}),
};

inline constexpr FieldRows buffer_pool_fields{
    Field{"direction", &BufferPool::direction, Property::buffer_pool, Compare::read_only, "the direction"},
    optional(Field{"mode", &BufferPool::mode, Property::buffer_pool, Compare::read_only, "the kind of threshold"}),
    Field{"size", &BufferPool::size, Property::buffer_pool, Compare::read_only, "the size"},
    optional(Field{"shared-headroom", &BufferPool::shared_headroom, Property::buffer_pool, Compare::read_only, "the shared headroom"}),
    optional(Field{"percentage", &BufferPool::percentage, Property::buffer_pool, Compare::read_only, "the share of what is left"}),
    optional(Field{"partition", &BufferPool::partition, Property::buffer_pool, Compare::read_only, "the share of the memory"}),
};

inline constexpr FieldRows buffer_profile_fields{
    optional(Reference{"pool", &BufferProfile::pool, Property::buffer_pool, &Device::pools, Compare::read_only, "the pool of a buffer profile"}),
    Field{"reserved", &BufferProfile::reserved, Property::reserve, Compare::value, "what a buffer profile reserves"},
    optional(Field{"xon", &BufferProfile::xon, Property::headroom, Compare::read_only, "xon"}),
    optional(Field{"xon-offset", &BufferProfile::xon_offset, Property::headroom, Compare::read_only, "the offset of xon"}),
    optional(Field{"xoff", &BufferProfile::xoff, Property::headroom, Compare::value, "the headroom of a buffer profile"}),
    optional(Field{"dynamic-threshold", &BufferProfile::dynamic_threshold, Property::buffer_threshold, Compare::value, "the dynamic threshold of a buffer profile"}),
    optional(Field{"fixed-threshold", &BufferProfile::fixed_threshold, Property::buffer_threshold, Compare::read_only, "the fixed threshold of a buffer profile"}),
    optional(Field{"trims", &BufferProfile::trims, Property::trimming, Compare::read_only, "whether a queue cuts packets that it does not admit"}),
    optional(Field{"for-speed", &BufferProfile::for_speed, Property::headroom, Compare::derived, "the speed that a buffer profile is for"}),
    optional(Field{"for-cable", &BufferProfile::for_cable, Property::headroom, Compare::derived, "the cable length that a buffer profile is for"}),
};

inline constexpr FieldRows queue_fields{
    Reference{"ecn", &Queue::ecn, Property::ecn, &Device::ecn_profiles, Compare::target, "ECN of a queue"},
    Reference{"scheduler", &Queue::scheduler, Property::scheduler, &Device::schedulers, Compare::target, "the scheduler of a queue"},
    Reference{"buffer", &Queue::buffer, Property::buffer_threshold, &Device::buffer_profiles, Compare::target, "the buffer profile of a queue"},
};

inline constexpr FieldRows priority_group_fields{
    Reference{"buffer", &PriorityGroup::buffer, Property::headroom, &Device::buffer_profiles, Compare::target, "the buffer profile of a priority group"},
    Field{"lossless", &PriorityGroup::lossless, Property::headroom, Compare::value, "whether a priority group is lossless"},
};

inline constexpr FieldRows watchdog_fields{
    Field{"watchdog", &PfcWatchdog::enabled, Property::watchdog, Compare::value, "the PFC watchdog"},
    optional(Field{"watchdog-priorities", &PfcWatchdog::priorities, Property::watchdog, Compare::value, "the priorities that the PFC watchdog guards"}),
    Field{"watchdog-detection", &PfcWatchdog::detection, Property::watchdog_timers, Compare::value, "the detection time of the PFC watchdog"},
    Field{"watchdog-restoration", &PfcWatchdog::restoration, Property::watchdog_timers, Compare::value, "the restoration time of the PFC watchdog"},
    optional(Field{"watchdog-poll", &PfcWatchdog::poll, Property::watchdog_timers, Compare::value, "the polling interval of the PFC watchdog"}),
    optional(Field{"watchdog-action", &PfcWatchdog::action, Property::watchdog, Compare::read_only, "what the watchdog does"}),
    optional(Field{"watchdog-restores", &PfcWatchdog::restores, Property::watchdog_timers, Compare::derived, "whether the PFC watchdog ever lets a queue go"}),
};

inline constexpr FieldRows port_fields{
    optional(Field{"admin-up", &Port::admin_up, Property::speed, Compare::read_only, "whether the port is enabled"}),
    optional(Field{"link-up", &Port::link_up, Property::cabling, Compare::observed, "whether the link is up"}),
    optional(Field{"routed", &Port::routed, Property::forwarding, Compare::read_only, "whether the port is routed"}),
    Field{"speed", &Port::speed, Property::speed, Compare::value, "the speed"},
    optional(Field{"autoneg", &Port::autoneg, Property::speed, Compare::read_only, "autonegotiation"}),
    optional(Field{"link-training", &Port::link_training, Property::speed, Compare::read_only, "link training"}),
    Field{"fec", &Port::fec, Property::fec, Compare::value, "FEC"},
    optional(Field{"lanes", &Port::lanes, Property::speed, Compare::derived, "the number of lanes"}),
    optional(Field{"energy-efficient", &Port::energy_efficient, Property::power_saving, Compare::value, "Energy-Efficient Ethernet"}),
    optional(Field{"bit-error-rate", &Port::bit_error_rate, Property::bit_errors, Compare::observed, "the bit error rate"}),
    optional(Field{"passive-copper", &Port::passive_copper, Property::media, Compare::derived, "whether the cable is passive copper"}),
    optional(Field{"media-length", &Port::media_length, Property::media, Compare::derived, "the length of the cable in the port"}),
    optional(Field{"media-is-reach", &Port::media_is_reach, Property::media, Compare::derived, "whether an optic is in the port"}),
    optional(Field{"cable", &Port::cable_length, Property::cable_length, Compare::value, "the cable length"}),
    optional(Field{"headroom-packet", &Port::headroom_packet, Property::headroom, Compare::observed, "the largest packet that headroom is worked out for"}),
    optional(Field{"adaptive-routing", &Port::adaptive_routing, Property::hashing, Compare::read_only, "whether the port takes part in adaptive routing"}),
    optional(Field{"limit", &Port::limit, Property::scheduler, Compare::read_only, "the shaper of the port"}),
    optional(Field{"member-hash", &Port::member_hash, Property::hashing, Compare::read_only, "how flows are spread over the members of the LAG"}),
    optional(Field{"max-headroom", &Port::max_headroom, Property::headroom, Compare::read_only, "the most headroom of the port"}),
    Field{"ip-mtu", &Port::ip_mtu, Property::mtu, Compare::value, "the largest IP packet"},
    Field{"max-frame", &Port::max_frame, Property::mtu, Compare::value, "the largest frame"},
    Field{"pfc-rx", &Port::pfc_rx, Property::pfc, Compare::value, "the PFC that the port obeys"},
    Field{"pfc-tx", &Port::pfc_tx, Property::pfc, Compare::value, "the PFC that the port sends"},
    optional(Field{"pfc-asymmetric", &Port::pfc_asymmetric, Property::pfc, Compare::read_only, "asymmetric PFC"}),
    optional(Field{"pfc-negotiated", &Port::pfc_negotiated, Property::pfc, Compare::derived, "whether DCBX decides on PFC"}),
    optional(Field{"dcbx-version", &Port::dcbx_version, Property::dcbx, Compare::read_only, "the version of DCBX"}),
    optional(Field{"peer-dcbx-version", &Port::peer_dcbx_version, Property::dcbx, Compare::observed, "the version of DCBX that the peer speaks"}),
    optional(Field{"peer-willing", &Port::peer_willing, Property::dcbx, Compare::observed, "whether the peer takes over the port's PFC"}),
    optional(Field{"peer-pfc", &Port::peer_pfc, Property::dcbx, Compare::observed, "the PFC that the peer announces"}),
    optional(Field{"peer-roce-priority", &Port::peer_roce_priority, Property::dcbx, Compare::observed, "the priority that the peer announces for RoCE"}),
    optional(Field{"several-dcbx-peers", &Port::several_dcbx_peers, Property::dcbx, Compare::observed, "whether the port hears several DCBX agents"}),
    Field{ "pause-rx", &Port::pause_rx, Property::link_pause, Compare::value, "link pause that the port obeys"},
    Field{ "pause-tx", &Port::pause_tx, Property::link_pause, Compare::value, "link pause that the port sends"},
    optional(Field{"tagged", &Port::tagged, Property::trust, Compare::derived, "whether frames carry a VLAN tag"}),
    Field{"trust", &Port::trust, Property::trust, Compare::value, "trust"},
    optional(Field{"default-tc", &Port::default_tc, Property::trust, Compare::read_only, "the class of packets that nothing classifies"}),
    Reference{"dscp-to-tc", &Port::dscp_to_tc, Property::dscp_map, &Device::maps, Compare::target, "the DSCP map"},
    Reference{"pcp-to-tc", &Port::pcp_to_tc, Property::pcp_map, &Device::maps, Compare::target, "the PCP map"},
    Reference{"tc-to-queue", &Port::tc_to_queue, Property::queue_map, &Device::maps, Compare::target, "the map of classes to queues"},
    Reference{ "tc-to-priority-group", &Port::tc_to_priority_group, Property::priority_group_map, &Device::maps, Compare::target, "the map of classes to priority groups"},
    Reference{"priority-to-queue", &Port::priority_to_queue, Property::queue_map, &Device::maps, Compare::target, "the map of priorities to queues"},
    Reference{"priority-to-priority-group", &Port::priority_to_priority_group, Property::priority_group_map, &Device::maps, Compare::target, "the map of priorities to priority groups"},
    optional(Reference{"tc-to-dscp", &Port::tc_to_dscp, Property::dscp_rewrite, &Device::maps, Compare::target, "the rewrite map"}),
    optional(Field{"macsec", &Port::macsec, Property::headroom, Compare::read_only, "MACsec"}),
    optional(Field{"carries-ecn", &Port::carries_ecn, Property::ecn, Compare::read_only, "whether ECN marks pass through the tunnel"}),
    Reference{"ingress-policy", &Port::ingress_policy, Property::ingress_policy, &Device::policies, Compare::read_only, "the policy that classifies what comes in"},
    unjudged("the limits of what comes in are judged by the priority groups", optional(Reference{"ingress-buffers", &Port::ingress_buffers, Property::buffer_pool, &Device::buffer_profile_lists, Compare::read_only, "the list of buffer profiles of what comes in"})),
    optional(Reference{"egress-buffers", &Port::egress_buffers, Property::buffer_pool, &Device::buffer_profile_lists, Compare::read_only, "the list of buffer profiles of what goes out"}),
};

inline constexpr FieldRows nic_fields{
    Field{"driver", &Nic::driver, Property::software, Compare::derived, "the kernel driver"},
    unjudged("no source was found for which versions of a kernel driver are unfit", optional(Field{"driver-version", &Nic::driver_version, Property::software, Compare::derived, "the version of the kernel driver"})),
    optional(Field{"firmware", &Nic::firmware, Property::software, Compare::derived, "the firmware"}),
    Field{"ecn-notification", &Nic::ecn_notification, Property::congestion_control, Compare::value, "answering marks with CNPs"},
    Field{"ecn-reaction", &Nic::ecn_reaction, Property::congestion_control, Compare::value, "slowing down on CNPs"},
    Field{"cnp-dscp", &Nic::cnp_dscp, Property::cnp_marking, Compare::value, "the DSCP of CNPs"},
    optional(Field{"cnp-priority", &Nic::cnp_priority, Property::cnp_marking, Compare::read_only, "the priority of CNPs"}),
    Field{"traffic-class", &Nic::traffic_class, Property::rdma_marking, Compare::value, "a forced traffic class"},
    optional(Field{"class-unset", &Nic::class_unset, Property::rdma_marking, Compare::read_only, "that no traffic class is forced"}),
    Field{ "cm-tos", &Nic::cm_tos, Property::rdma_marking, Compare::value, "the type of service of connections"},
    Field{"cm-version", &Nic::cm_version, Property::roce_version, Compare::value, "the RoCE version"},
    optional(Field{"rdma-priority", &Nic::rdma_priority, Property::rdma_marking, Compare::read_only, "the priority of RDMA packets"}),
    optional(Field{"roce-priority", &Nic::roce_priority, Property::rdma_marking, Compare::read_only, "the priority of RoCE in the NIC's application table"}),
    unjudged("no source was found for the value that the firmware has unless it is set", optional(Field{"congestion-dscp", &Nic::congestion_dscp, Property::rdma_marking, Compare::read_only, "the DSCP of RDMA packets in the NIC's congestion control"})),
    unjudged("no source was found for the value that the firmware has unless it is set", optional(Field{"congestion-priority", &Nic::congestion_priority, Property::rdma_marking, Compare::read_only, "the priority of RDMA packets in the NIC's congestion control"})),
    optional(Field{"ecn-capable", &Nic::ecn_capable, Property::congestion_control, Compare::read_only, "whether RDMA packets say that they can be marked"}),
    optional(Field{"heartbeat-priority", &Nic::heartbeat_priority, Property::scheduler, Compare::read_only, "the priority of the cluster's heartbeat"}),
    optional(Field{"host-willing", &Nic::host_willing, Property::dcbx, Compare::read_only, "whether the host takes over the PFC of its neighbour"}),
    optional(Field{"host-lldp", &Nic::host_lldp, Property::dcbx, Compare::read_only, "whether the LLDP agent of the operating system runs"}),
    optional(Field{"dcbx", &Nic::dcbx, Property::dcbx, Compare::read_only, "who controls DCBX"}),
    Field{"rdma-mtu", &Nic::rdma_mtu, Property::mtu, Compare::derived, "the MTU of RDMA"},
    optional(Field{"has-v2-gid", &Nic::has_v2_gid, Property::roce_version, Compare::derived, "whether there is a GID of RoCE v2"}),
    optional(Field{"board", &Nic::board, Property::software, Compare::derived, "the NIC's board"}),
    optional(Field{"storm-prevention", &Nic::storm_prevention, Property::watchdog, Compare::read_only, "how long the NIC may pause"}),
    optional(Field{"no-drop", &Nic::no_drop, Property::pfc, Compare::derived, "the priorities that the NIC does not drop"}),
    optional(Field{"pauses-priorities", &Nic::pauses_priorities, Property::link_pause, Compare::derived, "whether the NIC's pause frames are PFC"}),
    optional(Field{"ack-dscp", &Nic::ack_dscp, Property::rdma_marking, Compare::read_only, "the DSCP of RDMA acknowledgements"}),
    optional(Field{"cc-priorities", &Nic::cc_priorities, Property::congestion_control, Compare::read_only, "the priorities that congestion control is allowed on"}),
    optional(Field{"stored-cnp-dscp", &Nic::stored_cnp_dscp, Property::cnp_marking, Compare::read_only, "the DSCP of CNPs after a boot"}),
    optional(Field{"stored-cnp-priority", &Nic::stored_cnp_priority, Property::cnp_marking, Compare::read_only, "the priority of CNPs after a boot"}),
    optional(Field{"stored-out-of-order", &Nic::stored_out_of_order, Property::transport, Compare::read_only, "whether the NIC accepts packets out of order after a boot"}),
    optional(Field{"stored-selective-repeat", &Nic::stored_selective_repeat, Property::transport, Compare::read_only, "selective repeat after a boot"}),
    optional(Field{"firmware-dcbx", &Nic::firmware_dcbx, Property::dcbx, Compare::read_only, "whether the firmware speaks DCBX"}),
    optional(Field{"dcbx-willing", &Nic::dcbx_willing, Property::dcbx, Compare::read_only, "whether DCBX takes over what the neighbour says"}),
    optional(Field{"iwarp", &Nic::iwarp, Property::transport, Compare::read_only, "whether RDMA runs over TCP"}),
    optional(Field{"ats", &Nic::ats, Property::pci, Compare::read_only, "PCI address translation by the NIC"}),
    optional(Field{"out-of-order", &Nic::out_of_order, Property::transport, Compare::read_only, "whether the NIC accepts packets out of order"}),
    optional(Field{"adaptive-retransmission", &Nic::adaptive_retransmission, Property::transport, Compare::read_only, "adaptive retransmission"}),
    optional(Field{"slow-restart", &Nic::slow_restart, Property::transport, Compare::read_only, "slow restart"}),
    optional(Field{"slow-restart-idle", &Nic::slow_restart_idle, Property::transport, Compare::read_only, "slow restart after idle times"}),
    optional(Field{"send-window", &Nic::send_window, Property::transport, Compare::read_only, "the send window"}),
    optional(Field{"selective-repeat", &Nic::selective_repeat, Property::transport, Compare::read_only, "selective repeat"}),
    optional(Field{"programmable-cc", &Nic::programmable_cc, Property::congestion_control, Compare::read_only, "whether the firmware takes a program for congestion control"}),
    optional(Field{"infiniband", &Nic::infiniband, Property::transport, Compare::read_only, "whether the firmware makes the port InfiniBand"}),
    optional(Field{"reacts-to-qcn", &Nic::reacts_to_qcn, Property::congestion_control, Compare::read_only, "whether congestion control reacts to the messages of 802.1Qau"}),
    optional(Field{"pcie-lane-rate", &Nic::pcie_lane_rate, Property::pci, Compare::derived, "the rate of a lane of the NIC's PCIe link"}),
    optional(Field{"pcie-lanes", &Nic::pcie_lanes, Property::pci, Compare::derived, "the number of lanes of the NIC's PCIe link"}),
    optional(Field{"pcie-slow", &Nic::pcie_slow, Property::pci, Compare::derived, "whether the NIC's PCIe link is slower than the NIC is capable of"}),
    optional(Field{"pcie-narrow", &Nic::pcie_narrow, Property::pci, Compare::derived, "whether the NIC's PCIe link has fewer lanes than the NIC"}),
    optional(Field{"read-request", &Nic::read_request, Property::pci, Compare::derived, "the largest PCIe read request"}),
    optional(Field{"arp-ignore", &Nic::arp_ignore, Property::forwarding, Compare::derived, "which ARP requests the interface answers"}),
    optional(Field{"arp-announce", &Nic::arp_announce, Property::forwarding, Compare::derived, "which address the interface's ARP requests name"}),
    optional(Field{"reverse-path", &Nic::reverse_path, Property::forwarding, Compare::derived, "whether the interface drops what came in by another path"}),
};

inline constexpr FieldRows job_fields{
    Field{"traffic-class", &Job::traffic_class, Property::rdma_marking, Compare::value, "the traffic class of the job"},
    optional(Field{"service-level", &Job::service_level, Property::rdma_marking, Compare::read_only, "the service level"}),
    optional(Field{"ucx-service-level", &Job::ucx_service_level, Property::rdma_marking, Compare::read_only, "the service level of UCX"}),
    optional(Field{"nvshmem-service-level", &Job::nvshmem_service_level, Property::rdma_marking, Compare::read_only, "the service level of NVSHMEM"}),
    optional(Field{"pkey-index", &Job::pkey_index, Property::rdma_marking, Compare::read_only, "the index of the P_Key"}),
    optional(Field{"ucx-pkey", &Job::ucx_pkey, Property::rdma_marking, Compare::read_only, "the P_Key of UCX"}),
    optional(Field{"gid-index", &Job::gid_index, Property::roce_version, Compare::read_only, "the GID index"}),
    optional(Field{"roce-version", &Job::roce_version, Property::roce_version, Compare::read_only, "the RoCE version that NCCL looks for"}),
    optional(Field{"adaptive-routing", &Job::adaptive_routing, Property::transport, Compare::read_only, "whether NCCL counts on adaptive routing"}),
    optional(Field{"cts-class", &Job::cts_class, Property::rdma_marking, Compare::read_only, "the traffic class of clear-to-send messages"}),
    optional(Field{"queue-pairs", &Job::queue_pairs, Property::rdma_marking, Compare::read_only, "the number of queue pairs"}),
    optional(Field{"timeout", &Job::timeout, Property::rdma_marking, Compare::read_only, "the exponent of the time until a packet is sent again"}),
    optional(Field{"retries", &Job::retries, Property::rdma_marking, Compare::read_only, "how often a packet is sent again"}),
    optional(Field{"gin-class", &Job::gin_class, Property::rdma_marking, Compare::read_only, "the traffic class of NCCL's GPU-initiated transfers"}),
    optional(Field{"nvshmem-class", &Job::nvshmem_class, Property::rdma_marking, Compare::read_only, "the traffic class of NVSHMEM"}),
    optional(Field{"ucx-class", &Job::ucx_class, Property::rdma_marking, Compare::read_only, "the traffic class of UCX"}),
    optional(Field{"mori-class", &Job::mori_class, Property::rdma_marking, Compare::read_only, "the traffic class of MORI"}),
    optional(Field{"mooncake-class", &Job::mooncake_class, Property::rdma_marking, Compare::read_only, "the traffic class of Mooncake"}),
    optional(Field{"nvme-class", &Job::nvme_class, Property::rdma_marking, Compare::read_only, "the type of service of NVMe over RDMA"}),
    optional(Field{"ceph-class", &Job::ceph_class, Property::rdma_marking, Compare::read_only, "the traffic class of Ceph"}),
    optional(Field{"devices", &Job::devices, Property::rdma_marking, Compare::read_only, "the list of RDMA devices"}),
    optional(Field{"verbs-off", &Job::verbs_off, Property::transport, Compare::read_only, "whether NCCL leaves RDMA devices alone"}),
    optional(Field{"network", &Job::network, Property::transport, Compare::read_only, "the network module of NCCL"}),
    optional(Field{"ran-over", &Job::ran_over, Property::transport, Compare::read_only, "the network that NCCL took"}),
    optional(Field{"sends-by-sockets", &Job::sends_by_sockets, Property::transport, Compare::read_only, "whether a channel of NCCL sends by sockets"}),
    optional(Field{"gpu-direct", &Job::gpu_direct, Property::transport, Compare::read_only, "how near a NIC must be to a GPU whose memory it reads"}),
    optional(Field{"gin-type", &Job::gin_type, Property::transport, Compare::read_only, "how GPUs start transfers themselves"}),
};

inline constexpr FieldRows ib_node_fields{
    unjudged("the device id says more", optional(Field{"vendor", &IbNode::vendor, Property::software, Compare::derived, "the vendor of the node"})),
    optional(Field{"device-id", &IbNode::device, Property::software, Compare::derived, "the kind of the node"}),
    optional(Field{"firmware", &IbNode::firmware, Property::software, Compare::derived, "the firmware of the node"}),
    optional(Field{"psid", &IbNode::psid, Property::software, Compare::derived, "the board of the node"}),
};

inline constexpr FieldRows ib_port_fields{
    optional(Field{"lid", &IbPort::lid, Property::lids, Compare::observed, "the LID"}),
    optional(Field{"lmc", &IbPort::lmc, Property::lids, Compare::observed, "the LMC"}),
    optional(Field{"peer", &IbPort::peer, Property::cabling, Compare::observed, "the port at the other end"}),
    optional(Field{"state", &IbPort::state, Property::cabling, Compare::observed, "the state of the port"}),
    optional(Field{"physical-state", &IbPort::physical_state, Property::cabling, Compare::observed, "the physical state of the port"}),
    optional(Field{"width", &IbPort::width, Property::speed, Compare::observed, "the width of the link"}),
    optional(Field{"speed", &IbPort::speed, Property::speed, Compare::observed, "the speed of the link"}),
    optional(Field{"widths-enabled", &IbPort::widths_enabled, Property::speed, Compare::observed, "the widths that are enabled"}),
    optional(Field{"widths-supported", &IbPort::widths_supported, Property::speed, Compare::observed, "the widths that the port has"}),
    optional(Field{"speeds-enabled", &IbPort::speeds_enabled, Property::speed, Compare::observed, "the speeds that are enabled"}),
    optional(Field{"speeds-supported", &IbPort::speeds_supported, Property::speed, Compare::observed, "the speeds that the port has"}),
    optional(Field{"width-possible", &IbPort::width_possible, Property::speed, Compare::observed, "the best width of both ends"}),
    optional(Field{"speed-possible", &IbPort::speed_possible, Property::speed, Compare::observed, "the best speed of both ends"}),
    optional(Field{"mtu", &IbPort::mtu, Property::mtu, Compare::observed, "the MTU of the link"}),
    optional(Field{"mtu-supported", &IbPort::mtu_supported, Property::mtu, Compare::observed, "the largest MTU of the port"}),
    optional(Field{"operational-vls", &IbPort::operational_vls, Property::virtual_lanes, Compare::observed, "the number of virtual lanes in use"}),
    optional(Field{"manager-lid", &IbPort::manager_lid, Property::manager, Compare::observed, "the LID of the subnet manager"}),
};

inline constexpr FieldRows subnet_fields{
    optional(Field{"prefix", &Subnet::prefix, Property::lids, Compare::observed, "the prefix of the subnet"}),
};

inline constexpr FieldRows sm_qos_class_fields{
    unjudged("opensm reads it and uses it nowhere", optional(Field{"max-vls", &SmQosClass::max_vls, Property::virtual_lanes, Compare::read_only, "the number of virtual lanes"})),
    optional(Field{"high-limit", &SmQosClass::high_limit, Property::virtual_lanes, Compare::read_only, "the limit of the high table"}),
    optional(Field{"sl2vl", &SmQosClass::sl2vl, Property::virtual_lanes, Compare::read_only, "the virtual lanes of service levels"}),
};

inline constexpr FieldRows sm_qos_level_fields{
    optional(Field{"sl", &SmQosLevel::sl, Property::virtual_lanes, Compare::read_only, "the service level of a qos-level"}),
    unjudged("a limit is the choice of the site", optional(Field{"mtu-limit", &SmQosLevel::mtu_limit, Property::virtual_lanes, Compare::read_only, "the MTU limit of a qos-level"})),
    unjudged("a limit is the choice of the site", optional(Field{"rate-limit", &SmQosLevel::rate_limit, Property::virtual_lanes, Compare::read_only, "the rate limit of a qos-level"})),
    unjudged("a limit is the choice of the site", optional(Field{"packet-life", &SmQosLevel::packet_life, Property::virtual_lanes, Compare::read_only, "the packet life of a qos-level"})),
};

inline constexpr FieldRows sm_qos_rule_fields{
    optional(Field{"sl", &SmQosRule::sl, Property::virtual_lanes, Compare::read_only, "the service level of a rule"}),
};

inline constexpr FieldRows subnet_manager_fields{
    optional(Field{"no-fallback", &SubnetManager::no_fallback, Property::manager, Compare::read_only, "whether min-hop is ruled out"}),
    optional(Field{"guid", &SubnetManager::guid, Property::manager, Compare::read_only, "the port of the subnet manager"}),
    optional(Field{"subnet-prefix", &SubnetManager::subnet_prefix, Property::manager, Compare::read_only, "the prefix of the subnet"}),
    optional(Field{"lmc", &SubnetManager::lmc, Property::manager, Compare::read_only, "lmc"}),
    optional(Field{"max-op-vls", &SubnetManager::max_op_vls, Property::manager, Compare::read_only, "max_op_vls"}),
    optional(Field{"qos", &SubnetManager::qos, Property::manager, Compare::read_only, "qos"}),
    optional(Field{"sm-priority", &SubnetManager::sm_priority, Property::manager, Compare::read_only, "sm_priority"}),
    optional(Field{"sm-key-changed", &SubnetManager::sm_key_changed, Property::manager, Compare::read_only, "sm_key_changed"}),
    optional(Field{"sa-key-changed", &SubnetManager::sa_key_changed, Property::manager, Compare::read_only, "sa_key_changed"}),
    optional(Field{"m-key-set", &SubnetManager::m_key_set, Property::manager, Compare::read_only, "m_key_set"}),
    optional(Field{"sm-key-digest", &SubnetManager::sm_key_digest, Property::manager, Compare::read_only, "sm_key_digest"}),
    optional(Field{"m-key-digest", &SubnetManager::m_key_digest, Property::manager, Compare::read_only, "m_key_digest"}),
    optional(Field{"m-key-per-port", &SubnetManager::m_key_per_port, Property::manager, Compare::read_only, "m_key_per_port"}),
    optional(Field{"m-key-protection-level", &SubnetManager::m_key_protection_level, Property::manager, Compare::read_only, "m_key_protection_level"}),
    optional(Field{"m-key-lease-period", &SubnetManager::m_key_lease_period, Property::manager, Compare::read_only, "m_key_lease_period"}),
    optional(Field{"sweep-interval", &SubnetManager::sweep_interval, Property::manager, Compare::read_only, "sweep_interval"}),
    optional(Field{"reassign-lids", &SubnetManager::reassign_lids, Property::manager, Compare::read_only, "reassign_lids"}),
    optional(Field{"honor-guid2lid-file", &SubnetManager::honor_guid2lid_file, Property::manager, Compare::read_only, "honor_guid2lid_file"}),
    optional(Field{"sm-inactive", &SubnetManager::sm_inactive, Property::manager, Compare::read_only, "sm_inactive"}),
    optional(Field{"ignore-other-sm", &SubnetManager::ignore_other_sm, Property::manager, Compare::read_only, "ignore_other_sm"}),
    optional(Field{"disable-multicast", &SubnetManager::disable_multicast, Property::manager, Compare::read_only, "disable_multicast"}),
    optional(Field{"connect-roots", &SubnetManager::connect_roots, Property::manager, Compare::read_only, "connect_roots"}),
    optional(Field{"max-reverse-hops", &SubnetManager::max_reverse_hops, Property::manager, Compare::read_only, "max_reverse_hops"}),
    optional(Field{"packet-life-time", &SubnetManager::packet_life_time, Property::manager, Compare::read_only, "packet_life_time"}),
    optional(Field{"head-of-queue-lifetime", &SubnetManager::head_of_queue_lifetime, Property::manager, Compare::read_only, "head_of_queue_lifetime"}),
    optional(Field{"leaf-head-of-queue-lifetime", &SubnetManager::leaf_head_of_queue_lifetime, Property::manager, Compare::read_only, "leaf_head_of_queue_lifetime"}),
    optional(Field{"subnet-timeout", &SubnetManager::subnet_timeout, Property::manager, Compare::read_only, "subnet_timeout"}),
    optional(Field{"transaction-timeout", &SubnetManager::transaction_timeout, Property::manager, Compare::read_only, "transaction_timeout"}),
    optional(Field{"long-transaction-timeout", &SubnetManager::long_transaction_timeout, Property::manager, Compare::read_only, "long_transaction_timeout"}),
    optional(Field{"max-wire-smps", &SubnetManager::max_wire_smps, Property::manager, Compare::read_only, "max_wire_smps"}),
    optional(Field{"console", &SubnetManager::console, Property::manager, Compare::read_only, "console"}),
    optional(Field{"part-enforce", &SubnetManager::part_enforce, Property::manager, Compare::read_only, "part_enforce"}),
    optional(Field{"adaptive-routing", &SubnetManager::adaptive_routing, Property::manager, Compare::read_only, "adaptive_routing"}),
    optional(Field{"ar-sl-mask", &SubnetManager::ar_sl_mask, Property::manager, Compare::read_only, "ar_sl_mask"}),
    optional(Field{"sharp-enabled", &SubnetManager::sharp_enabled, Property::manager, Compare::read_only, "sharp_enabled"}),
    optional(Field{"sharp-manager", &SubnetManager::sharp_manager, Property::manager, Compare::read_only, "whether the aggregation manager runs"}),
    optional(Field{"sharp-level", &SubnetManager::sharp_level, Property::manager, Compare::read_only, "the service level of SHARP"}),
    optional(Field{"sharp-stream-level", &SubnetManager::sharp_stream_level, Property::manager, Compare::read_only, "the service level of SHARP's streamed messages"}),
};

/// The rows of one part of the model.
template <class Fields>
struct FieldTable {
    std::string_view record; ///< the C++ name of the struct
    const Fields* fields;
    constexpr FieldTable(std::string_view name, const Fields* rows) : record(name), fields(rows) { }
};

/// All tables. Every struct of the model that holds a Setting has one.
inline constexpr FieldRows field_tables{
    FieldTable{"Device", &device_fields},
    FieldTable{"LoadBalancing", &load_balancing_fields},
    FieldTable{"Forwarding", &forwarding_fields},
    FieldTable{"HeadroomParameters", &headroom_fields},
    FieldTable{"Trimming", &trimming_fields},
    FieldTable{"PolicyClass", &policy_class_fields},
    FieldTable{"EcnCurve", &ecn_curve_fields},
    FieldTable{"Scheduler", &scheduler_fields},
    FieldTable{"BufferPool", &buffer_pool_fields},
    FieldTable{"BufferProfile", &buffer_profile_fields},
    FieldTable{"Queue", &queue_fields},
    FieldTable{"PriorityGroup", &priority_group_fields},
    FieldTable{"PfcWatchdog", &watchdog_fields},
    FieldTable{"Port", &port_fields},
    FieldTable{"Nic", &nic_fields},
    FieldTable{"Job", &job_fields},
    FieldTable{"Subnet", &subnet_fields},
    FieldTable{"IbNode", &ib_node_fields},
    FieldTable{"IbPort", &ib_port_fields},
    FieldTable{"SubnetManager", &subnet_manager_fields},
    FieldTable{"SmQosClass", &sm_qos_class_fields},
    FieldTable{"SmQosLevel", &sm_qos_level_fields},
    FieldTable{"SmQosRule", &sm_qos_rule_fields},
};

// clang-format on

/// Calls `visit(record, row)` for each row of the model; `record` is the name of the row's struct.
template <class Visit>
constexpr void for_each_field(Visit&& visit)
{
    const auto walk = [&visit](const auto& table) {
        for_each_field(*table.fields, [&](const auto& row) { visit(table.record, row); });
    };
    field_tables.visit_each(walk);
}

template <class T>
inline constexpr auto fields_of = nullptr;
template <>
inline constexpr const auto& fields_of<Device> = device_fields;
template <>
inline constexpr const auto& fields_of<LoadBalancing> = load_balancing_fields;
template <>
inline constexpr const auto& fields_of<Forwarding> = forwarding_fields;
template <>
inline constexpr const auto& fields_of<HeadroomParameters> = headroom_fields;
template <>
inline constexpr const auto& fields_of<Trimming> = trimming_fields;
template <>
inline constexpr const auto& fields_of<PolicyClass> = policy_class_fields;
template <>
inline constexpr const auto& fields_of<EcnCurve> = ecn_curve_fields;
template <>
inline constexpr const auto& fields_of<Scheduler> = scheduler_fields;
template <>
inline constexpr const auto& fields_of<BufferPool> = buffer_pool_fields;
template <>
inline constexpr const auto& fields_of<BufferProfile> = buffer_profile_fields;
template <>
inline constexpr const auto& fields_of<Queue> = queue_fields;
template <>
inline constexpr const auto& fields_of<PriorityGroup> = priority_group_fields;
template <>
inline constexpr const auto& fields_of<PfcWatchdog> = watchdog_fields;
template <>
inline constexpr const auto& fields_of<Port> = port_fields;
template <>
inline constexpr const auto& fields_of<Nic> = nic_fields;
template <>
inline constexpr const auto& fields_of<Job> = job_fields;
template <>
inline constexpr const auto& fields_of<Subnet> = subnet_fields;
template <>
inline constexpr const auto& fields_of<IbNode> = ib_node_fields;
template <>
inline constexpr const auto& fields_of<IbPort> = ib_port_fields;
template <>
inline constexpr const auto& fields_of<SubnetManager> = subnet_manager_fields;
template <>
inline constexpr const auto& fields_of<SmQosClass> = sm_qos_class_fields;
template <>
inline constexpr const auto& fields_of<SmQosLevel> = sm_qos_level_fields;
template <>
inline constexpr const auto& fields_of<SmQosRule> = sm_qos_rule_fields;

}
