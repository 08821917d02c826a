// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/fabric/class_model.h"
#include "models/fabric/device.h"
#include "models/fabric/qos.h"
#include "models/fabric/subnet/manager_design.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace rocelint {

/// One class of traffic as every port of a designed device treats it. Its traffic class, queue and priority
/// group have the number of its priority.
struct ClassDesign {
    std::string name; ///< "rdma", "cnp", "best-effort": letters, digits and dashes
    Priority priority = 0;
    DscpSet dscps; ///< every DSCP is in exactly one class of a device
    bool lossless = false;
    bool ecn = false;
    SchedulerKind scheduler = SchedulerKind::weighted;
    /// of the port, if weighted; the shares of a device's weighted classes add up to 100 %
    Percent bandwidth;
};

/// The buffer settings and marking of one lossless class on one port.
struct LosslessDesign {
    Priority priority = 0;
    /// Headroom on the receiving side; absent if no model covers the switch, so that the platform decides.
    std::optional<Bytes> xoff; ///< bytes still absorbed after pause was sent
    Bytes xon; ///< fill below which the sender may resume; meaningless without xoff
    /// Memory reserved for this group alone: xon and xoff or, if ports share a headroom pool, what the chip's
    /// shipped profiles reserve in addition to the pool. Meaningless without xoff.
    Bytes reserved;
    std::string headroom_basis; ///< the model or table that the headroom comes from, for a comment
    std::optional<std::int64_t> dynamic_threshold; ///< as the ASIC's shipped profiles write it
    std::optional<EcnTarget> ecn; ///< marking of its queue
    std::string ecn_basis;
};

/// One port of a designed device, with its cable.
struct PortDesign {
    std::string name; ///< as the platform writes it
    std::string alias; ///< second name, or empty
    std::string peer_device; ///< empty: not cabled
    std::string peer_port;
    Role peer_role = Role::unknown;
    BitsPerSecond speed;
    std::uint32_t lanes = 0; ///< serial lanes; 0 if unknown
    std::vector<std::uint32_t> lane_numbers; ///< the ASIC's lane numbers, if the platform's file needs them
    std::uint32_t index = 0; ///< front panel port, from 1, if the platform needs it; 0: unknown
    Metres cable;
    Bytes max_frame; ///< largest Ethernet frame: header (14 bytes) included, VLAN tags and FCS not
    Bytes ip_mtu; ///< largest IP packet
    Fec fec = Fec::automatic;
    bool rdma = false; ///< carries RDMA; a port without RDMA has neither PFC nor headroom
    std::vector<LosslessDesign> lossless; ///< by priority; empty without RDMA
    std::string rdma_device; ///< of a host's port: "mlx5_0"
    /// The NIC's receive buffer for its lossless classes; absent if unknown.
    std::optional<Bytes> receive_buffer;

    /// Whether the port carries RDMA in a lossless class.
    [[nodiscard]] bool is_lossless() const { return rdma && !lossless.empty(); }
    /// The other end of the cable, for messages: "spine1:Ethernet4"; "spine1" if the port is unknown; empty
    /// if not cabled.
    [[nodiscard]] std::string peer() const;
};

/// Sizes of a switch's shared packet memory after reservations. Absent members are left to the platform.
struct MemoryDesign {
    std::optional<Bytes> total;
    std::optional<Bytes> ingress_lossless; ///< shared pool that lossless groups draw from
    std::optional<Bytes> ingress_lossy;
    std::optional<Bytes> egress_lossless;
    std::optional<Bytes> egress_lossy;
    std::optional<Bytes> shared_headroom;
};

/// A device as an intent describes it: everything needed to write its lossless configuration in any
/// platform's syntax. All numbers are already computed; a renderer adds only syntax.
struct DeviceDesign {
    std::string name;
    std::string platform; ///< driver name
    std::string asic; ///< catalog name, or empty
    std::string model; ///< hardware SKU or model, or empty
    std::string version; ///< of the operating system, or empty
    std::string nic; ///< of a host: catalog name of its NICs, "mlx5"
    Role role = Role::unknown;
    Trust trust = Trust::dscp;
    /// by priority; the first is the default class, for all traffic without another class
    std::vector<ClassDesign> classes;
    std::optional<Priority> cnp_priority;
    std::optional<Dscp> cnp_dscp;
    /// Type of service that hosts set on RDMA packets: DSCP << 2 | ECN-capable.
    std::uint8_t rdma_tos = 0;
    WatchdogTarget watchdog; ///< the watchdog of every RDMA port; its priorities are the lossless ones
    MemoryDesign memory;
    std::vector<PortDesign> ports; ///< in the platform's own order
    /// of a subnet manager; of the members above, only name and role then have a meaning
    std::optional<ManagerDesign> manager;
    Span at; ///< the entry of the intent that this design comes from
    /// What could not be computed and is left to the platform, one sentence each.
    std::vector<std::string> open;

    [[nodiscard]] PrioritySet lossless() const;
    [[nodiscard]] const ClassDesign* of_priority(Priority priority) const;
};

}
