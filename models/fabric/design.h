// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/fabric/class_model.h"
#include "models/fabric/device.h"
#include "models/fabric/manager_design.h"
#include "models/fabric/qos.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace rocelint {

/// One class of traffic as every port of a designed device treats it. Its traffic class, queue and priority group have
/// the number of its priority.
struct ClassDesign {
    std::string name; ///< "rdma", "cnp", "best-effort": letters, digits and dashes
    Priority priority = 0;
    DscpSet dscps; ///< every DSCP is in exactly one class of a device
    bool lossless = false;
    bool ecn = false;
    SchedulerKind scheduler = SchedulerKind::weighted;
    Percent
        bandwidth; ///< of the port, where weighted; the shares of a device's weighted classes add up to 100 %
};

/// What one lossless class gets on one port.
struct LosslessDesign {
    Priority priority = 0;
    /// Headroom of the receiving side; absent where no model knows the switch, so that the platform decides it.
    std::optional<Bytes> xoff; ///< bytes still absorbed after pause was sent
    Bytes xon; ///< fill below which the sender is let go again; of no meaning without xoff
    /// What is set aside for the group alone: xon and xoff, or, where ports share a pool of headroom, what the chip's
    /// shipped profiles reserve beside it. Of no meaning without xoff.
    Bytes reserved;
    std::string headroom_basis; ///< which model or table says so, for a comment
    std::optional<std::int64_t> dynamic_threshold; ///< as the ASIC's shipped profiles write it
    std::optional<EcnTarget> ecn; ///< marking of its queue
    std::string ecn_basis;
};

/// One port of a designed device, with the cable in it.
struct PortDesign {
    std::string name; ///< as the platform writes it
    std::string alias; ///< second name, or empty
    std::string peer_device; ///< empty: not cabled
    std::string peer_port;
    Role peer_role = Role::unknown;
    BitsPerSecond speed;
    std::uint32_t lanes = 0; ///< serial lanes; 0 where it cannot be told
    std::vector<std::uint32_t> lane_numbers; ///< of the ASIC, where the platform's own file needs them
    std::uint32_t index = 0; ///< from 1: the front panel port, where the platform needs it; 0 unknown
    Metres cable;
    Bytes max_frame; ///< largest Ethernet frame with its header (14 bytes), VLAN tags and FCS not counted
    Bytes ip_mtu; ///< largest IP packet
    Fec fec = Fec::automatic;
    bool rdma = false; ///< carries RDMA; else the port gets neither PFC nor headroom
    std::vector<LosslessDesign> lossless; ///< by priority; empty without RDMA
    std::string rdma_device; ///< of a host's port: "mlx5_0"
    /// Receive buffer of a NIC for its lossless classes, and the cable that its driver is told; absent where unknown.
    std::optional<Bytes> receive_buffer;

    /// The other end of its cable, for people: "spine1:Ethernet4", "spine1" without a port, empty where it is not cabled.
    [[nodiscard]] std::string peer() const;
};

/// Sizes of a switch's shared packet memory after reservations; absent members are left to the platform.
struct MemoryDesign {
    std::optional<Bytes> total;
    std::optional<Bytes> ingress_lossless; ///< shared pool that lossless groups draw from
    std::optional<Bytes> ingress_lossy;
    std::optional<Bytes> egress_lossless;
    std::optional<Bytes> egress_lossy;
    std::optional<Bytes> shared_headroom;
};

/// A whole device as an intent wants it: all that is needed to write its lossless configuration in any platform's
/// language. Every number has been worked out; a renderer adds nothing but syntax.
struct DeviceDesign {
    std::string name;
    std::string platform; ///< driver name
    std::string asic; ///< catalog name, or empty
    std::string model; ///< hardware SKU or model, or empty
    std::string version; ///< of the operating system, or empty
    std::string nic; ///< of a host: catalog name of its NICs, "mlx5"
    Role role = Role::unknown;
    Trust trust = Trust::dscp;
    std::vector<ClassDesign>
        classes; ///< by priority; the first is the default class, of all that has no other
    std::optional<Priority> cnp_priority;
    std::optional<Dscp> cnp_dscp;
    /// Type of service that hosts put on RDMA packets: DSCP << 2 | ECN-capable.
    std::uint8_t rdma_tos = 0;
    WatchdogTarget watchdog; ///< of every RDMA port; its priorities are the lossless ones
    MemoryDesign memory;
    std::vector<PortDesign> ports; ///< in the order in which the platform lists them
    std::optional<ManagerDesign>
        manager; ///< of a subnet manager; then nothing of the above has a meaning but its name and role
    Span at; ///< the entry of the intent that it was made from
    /// What could not be worked out and is left to the platform, each a sentence for people.
    std::vector<std::string> open;

    [[nodiscard]] PrioritySet lossless() const;
    [[nodiscard]] const ClassDesign* of_priority(Priority priority) const;
};

}
