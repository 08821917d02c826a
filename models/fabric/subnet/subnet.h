// SPDX-License-Identifier: Apache-2.0
// An InfiniBand subnet as captured by tools or described by a net file. Several captures of one subnet form
// one Subnet.
#pragma once

#include "models/fabric/value/quantity.h"
#include "models/fabric/value/setting.h"

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace rocelint {

/// A local identifier: the address of a port within its subnet.
using Lid = std::uint16_t;
/// A globally unique identifier (EUI-64) of a node or port; 0 if unknown.
using Guid = std::uint64_t;

/// `unknown` is for nodes of which only LIDs were seen.
enum class IbNodeKind : std::uint8_t { channel_adapter, network_switch, router, unknown };
/// PortInfo:PortState (IBA 14.2.5.6).
enum class IbPortState : std::uint8_t { down, init, armed, active };
/// PortInfo:PortPhysicalState.
enum class IbPhysicalState : std::uint8_t {
    sleep,
    polling,
    disabled,
    training,
    link_up,
    error_recovery,
    phy_test
};
/// Lanes of a link.
enum class IbWidth : std::uint8_t { x1, x2, x4, x8, x12 };
/// Signaling rate of one lane, slowest first.
enum class IbSpeed : std::uint8_t { sdr, ddr, qdr, fdr10, fdr, edr, hdr, ndr, xdr };

/// A set of IbWidth.
struct IbWidths {
    std::uint8_t bits = 0;
    void insert(IbWidth width)
    {
        bits = static_cast<std::uint8_t>(bits | 1U << static_cast<unsigned>(width));
    }
    [[nodiscard]] bool has(IbWidth width) const { return (bits >> static_cast<unsigned>(width) & 1U) != 0; }
    friend constexpr auto operator<=>(const IbWidths&, const IbWidths&) = default;
};

/// A set of IbSpeed.
struct IbSpeeds {
    std::uint16_t bits = 0;
    void insert(IbSpeed speed)
    {
        bits = static_cast<std::uint16_t>(bits | 1U << static_cast<unsigned>(speed));
    }
    [[nodiscard]] bool has(IbSpeed speed) const { return (bits >> static_cast<unsigned>(speed) & 1U) != 0; }
    friend constexpr auto operator<=>(const IbSpeeds&, const IbSpeeds&) = default;
};

/// The virtual lane of each service level; 15 means that packets are dropped.
struct SlToVl {
    std::array<std::uint8_t, 16> vl{};
    friend constexpr auto operator<=>(const SlToVl&, const SlToVl&) = default;
};

/// A channel adapter, switch or router.
struct IbNode {
    IbNodeKind kind = IbNodeKind::channel_adapter;
    Guid guid = 0; ///< GUID of the node; 0 if the file names the node differently (a net file's "Switch1")
    Guid system_guid = 0; ///< GUID of the system image, shared by the parts of one board or chassis
    std::string_view id; ///< the file's name for a node without GUID
    std::string_view description; ///< "host1 mlx5_0", "leaf3"
    /// The chassis or group that the capture assigns the node to ("Chassis 1 Leaf 4"), or empty.
    std::string_view chassis;
    Span at; ///< the line that first shows it
    Setting<std::uint32_t> vendor; ///< IEEE company id
    Setting<std::uint32_t> device; ///< the vendor's device id
    Setting<std::string_view> firmware;
    Setting<std::string_view> psid; ///< the vendor's board id, which determines the firmware
    std::uint8_t port_count = 0; ///< external ports, as stated; 0 if not stated
    bool enhanced_port_zero = false;
    /// A part of a switch that reduces data for collectives. It shows as a channel adapter but is not a host.
    bool aggregation_node = false;
    /// Its ports are Subnet::ports [first_port, first_port + ports): port 0 of a switch first, then by
    /// number.
    std::uint32_t first_port = 0;
    std::uint32_t ports = 0;
    std::uint32_t forwarding = 0xffffffffU; ///< index of Subnet::tables, or Subnet::none
};

/// A port of a node. Both ends state a link: the `peer` of each is the other.
struct IbPort {
    std::uint32_t node = 0;
    std::uint8_t number = 0; ///< of a switch: 0 is its management port
    Guid guid = 0; ///< GUID of the port; the ports of a switch share one GUID, stored at port 0
    Span at; ///< the line that first shows it
    Setting<Lid> lid; ///< base LID; for a switch only at port 0. 0 and 65535 (unassigned) are kept as shown
    Setting<std::uint8_t> lmc;
    Setting<std::uint32_t> peer; ///< index of Subnet::ports; Subnet::none: known to have no link
    Setting<IbPortState> state;
    Setting<IbPhysicalState> physical_state;
    Setting<IbWidth> width; ///< active
    Setting<IbSpeed> speed; ///< active
    Setting<IbWidths> widths_enabled;
    Setting<IbWidths> widths_supported;
    Setting<IbSpeeds> speeds_enabled;
    Setting<IbSpeeds> speeds_supported;
    /// The best that both ends of the link support, as computed by a tool.
    Setting<IbWidth> width_possible;
    Setting<IbSpeed> speed_possible;
    Setting<Bytes> mtu; ///< NeighborMTU: of data packets on the link
    Setting<Bytes> mtu_supported;
    Setting<std::uint8_t> operational_vls; ///< number of data VLs in use: 1, 2, 4, 8 or 15
    Setting<Lid> manager_lid; ///< of the master subnet manager, as the port knows it
};

/// SL to VL mapping for packets that enter by one port and leave by another.
struct IbSl2vl {
    std::uint32_t port = 0; ///< egress port: index of Subnet::ports
    std::uint8_t in = 0; ///< number of the ingress port; 0: from the node itself
    SlToVl table;
    Span at;
};

/// One turn in a port's arbitration: the virtual lane may send `weight` times 64 bytes.
struct IbArbEntry {
    std::uint8_t vl = 0;
    std::uint8_t weight = 0;
};

/// VL arbitration of one port.
struct IbArbitration {
    std::uint32_t port = 0;
    std::vector<IbArbEntry> high;
    std::vector<IbArbEntry> low;
    Span high_at;
    Span low_at;
    /// multiples of 4 KB sent from the high table before the low table gets a turn; 255: no limit
    std::optional<std::uint8_t> high_limit;
};

/// The partitions of one port, in the order of its table. Bit 15 of a key is full membership.
struct IbPkeys {
    std::uint32_t port = 0;
    std::vector<std::uint16_t> keys; ///< without empty entries
    Span at;
    std::vector<std::uint16_t> indices; ///< of each key: its index in the table, by which queue pairs name it
    std::uint16_t entries = 0; ///< entries of the table that the capture shows, empty ones included

    /// Appends an entry of the table; 0 is an empty one.
    void add(std::uint16_t key);
    /// The key at this index, or 0.
    [[nodiscard]] std::uint16_t key_at(std::uint16_t index) const;
};

enum class IbCounterKind : std::uint8_t {
    symbol_errors,
    link_recoveries,
    link_downs,
    receive_errors,
    remote_physical_errors,
    switch_relay_errors,
    transmit_discards,
    transmit_constraint_errors,
    receive_constraint_errors,
    local_integrity_errors,
    buffer_overruns,
    vl15_dropped,
    transmit_wait,
    transmit_data, ///< words of 4 bytes
    receive_data, ///< words of 4 bytes
    transmit_packets,
    receive_packets,
};

/// One counter of one port.
struct IbCounter {
    std::uint32_t port = 0;
    IbCounterKind kind = IbCounterKind::symbol_errors;
    bool saturated = false; ///< at its maximum, so the true value may be higher
    std::uint64_t value = 0;
    Span at;
};

/// The linear forwarding table of one switch.
struct IbForwarding {
    static constexpr std::uint8_t unreachable = 0xff;
    std::uint32_t node = 0;
    /// By LID: number of the egress port, or `unreachable`. LIDs past the end are unreachable.
    std::vector<std::uint8_t> out;
    Span at; ///< the line that names the switch
    Span rows; ///< all rows, one per line, each starting with its LID
    bool complete = true; ///< the capture does not end in the middle of the table

    [[nodiscard]] std::uint8_t port_of(Lid lid) const { return lid < out.size() ? out[lid] : unreachable; }
};

/// A path that the subnet administrator returned (PathRecord).
struct IbPath {
    Lid from = 0;
    Lid to = 0;
    std::uint8_t sl = 0;
    std::uint8_t mtu_code = 0; ///< 1: 256 … 5: 4096 bytes
    std::uint8_t rate_code = 0;
    std::uint16_t pkey = 0;
    Span at;
};

/// A multicast group (MCMemberRecord).
struct IbMulticastGroup {
    std::string_view gid;
    Lid lid = 0;
    std::uint16_t pkey = 0;
    std::uint8_t sl = 0;
    std::uint8_t mtu_code = 0;
    std::uint8_t rate_code = 0;
    Span at;
};

enum class IbManagerState : std::uint8_t { not_active, discovering, standby, master };

/// A subnet manager that a capture shows.
struct IbManager {
    Lid lid = 0;
    Guid guid = 0; ///< GUID of its port
    std::uint8_t priority = 0;
    IbManagerState state = IbManagerState::not_active;
    Span at;
};

/// Two captures that cannot both be true of one subnet at the same time.
struct IbConflict {
    Span believed;
    Span other;
    std::string message; ///< a sentence
};

/// One file that the Subnet was read from.
struct IbCapture {
    SourceId file = no_source;
    std::string_view kind; ///< the tool that wrote the file ("ibnetdiscover"); a literal
    std::string_view time; ///< as the file states it, or empty
    Guid from = 0; ///< the node or port that the capture was taken on, or 0
    Span broken; ///< where the file ends in the middle of a record, or nowhere
    bool lists_all_nodes = false; ///< a node that it does not show does not exist
    bool lists_all_links = false;
};

/// Lookup tables of Subnet, built by Subnet::seal().
struct SubnetIndex {
    std::vector<std::pair<Guid, std::uint32_t>> node_by_guid; ///< ascending
    std::vector<std::pair<Guid, std::uint32_t>> port_by_guid; ///< ascending
    std::vector<std::uint32_t> port_by_lid; ///< by LID
};

/// What was captured of one subnet. All indices refer to its own tables.
struct Subnet {
    static constexpr std::uint32_t none = 0xffffffffU;

    std::vector<IbCapture> captures; ///< by file
    /// in the order of the captures; a GUID that one capture states twice becomes two nodes
    std::vector<IbNode> nodes;
    std::vector<IbPort> ports; ///< those of one node together
    std::vector<IbForwarding> tables; ///< by node
    std::vector<IbSl2vl> sl2vl; ///< by port, then `in`
    std::vector<IbArbitration> arbitration; ///< by port
    std::vector<IbPkeys> pkeys; ///< by port
    std::vector<IbCounter> counters; ///< by port, then kind
    std::vector<IbPath> paths; ///< by `from`, then `to`
    std::vector<IbMulticastGroup> groups;
    std::vector<IbManager> managers;
    std::vector<IbConflict> conflicts;
    Setting<std::uint64_t> prefix; ///< upper half of its GIDs

    [[nodiscard]] std::span<const IbPort> ports_of(const IbNode& node) const
    {
        return {ports.data() + node.first_port, node.ports};
    }
    /// Index of a node's port with this number, or none.
    [[nodiscard]] std::uint32_t port_of(std::uint32_t node, std::uint8_t number) const;
    /// The port at the other end of the link, or none if there is no link or it is unknown.
    [[nodiscard]] std::uint32_t peer_of(std::uint32_t port) const;
    /// The port with this LID, considering its LMC, or none. For a switch it is port 0.
    [[nodiscard]] std::uint32_t port_of_lid(Lid lid) const;
    /// Index of the first node with this GUID, or none.
    [[nodiscard]] std::uint32_t node_of_guid(Guid guid) const;
    /// Index of the port with this GUID (for a switch, port 0), or none.
    [[nodiscard]] std::uint32_t port_of_guid(Guid guid) const;
    /// SL to VL mapping for packets that enter by `in` and leave by `port`; null if not captured.
    [[nodiscard]] const IbSl2vl* sl2vl_of(std::uint32_t port, std::uint8_t in) const;
    [[nodiscard]] const IbArbitration* arbitration_of(std::uint32_t port) const;
    [[nodiscard]] const IbPkeys* pkeys_of(std::uint32_t port) const;
    [[nodiscard]] std::span<const IbCounter> counters_of(std::uint32_t port) const;
    [[nodiscard]] const IbForwarding* forwarding_of(std::uint32_t node) const;
    /// "leaf3", else the GUID in hexadecimal, else its id.
    [[nodiscard]] std::string node_name(std::uint32_t node) const;
    /// "leaf3 port 4"; only the name for a channel adapter with one port.
    [[nodiscard]] std::string port_name(std::uint32_t port) const;

    /// Whether every index is within its table. Must be checked before any other call, except on a reader's
    /// own result.
    [[nodiscard]] bool is_sound() const;
    /// Sorts the tables and builds the index for the lookups above. Call once, after reading everything.
    void seal();

    SubnetIndex index;
};

/// "0x0002c90109fb0000"
[[nodiscard]] std::string guid_text(Guid guid);
/// The data rate of a link, by its common name: 4x HDR is 200 Gbit/s.
[[nodiscard]] BitsPerSecond rate_of(IbWidth width, IbSpeed speed);
/// 1, 2, 4, 8 or 12.
[[nodiscard]] unsigned lanes_of(IbWidth width);
/// The largest member of a set; nothing for an empty set.
[[nodiscard]] std::optional<IbWidth> widest(IbWidths widths);
[[nodiscard]] std::optional<IbSpeed> fastest(IbSpeeds speeds);
/// The host that a channel adapter's description names ("host1" of "host1 mlx5_0", "host1 HCA-2"), or empty.
[[nodiscard]] std::string_view host_of_description(std::string_view description);
/// The RDMA device that a channel adapter's description names ("mlx5_0" of "host1 mlx5_0"), or empty.
[[nodiscard]] std::string_view device_of_description(std::string_view description);

}
