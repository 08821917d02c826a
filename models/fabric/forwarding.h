// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/fabric/qos.h"
#include "models/fabric/value/setting.h"

#include <array>
#include <chrono>
#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace rocelint {

/// An IPv6 address, or an IPv4 address in its IPv4-mapped form (RFC 4291 section 2.5.5.2).
struct IpAddress {
    std::array<std::uint8_t, 16> bytes{};
    friend constexpr auto operator<=>(const IpAddress&, const IpAddress&) = default;
};

/// A range of addresses. The `length` of an IPv4 prefix counts from 96, so that prefixes of both families
/// compare.
struct IpPrefix {
    IpAddress address; ///< as written, including host bits
    std::uint8_t length = 0; ///< 0 to 128
    [[nodiscard]] bool contains(const IpAddress& other) const;
    [[nodiscard]] bool is_v4() const;
    [[nodiscard]] bool is_default() const; ///< matches every address of its family
    friend constexpr auto operator<=>(const IpPrefix&, const IpPrefix&) = default;
};

/// "10.0.0.1", "2001:db8::1"; nothing for other text.
[[nodiscard]] std::optional<IpAddress> parse_address(std::string_view text);
/// "10.0.0.0/24", "2001:db8::/64"; a bare address becomes a prefix of full length.
[[nodiscard]] std::optional<IpPrefix> parse_prefix(std::string_view text);
[[nodiscard]] std::string to_string(const IpAddress& address);
[[nodiscard]] std::string to_string(const IpPrefix& prefix);

/// An address of one of the device's interfaces.
struct InterfaceAddress {
    std::uint32_t port = 0; ///< Port index; an SVI or LAG has its own
    IpPrefix prefix; ///< the address with its subnet's prefix length
    OriginId at;
};

/// A configured route. Routes with the same prefix are equal-cost unless their distances differ.
struct StaticRoute {
    IpPrefix to;
    std::optional<IpAddress> via;
    std::uint32_t port = 0xffffffffU; ///< index of the outgoing interface, if the route names one
    bool discards = false;
    std::uint8_t distance = 1;
    Span at;
};

/// How a device decides where packets go, according to its configuration. Learned routes are not included.
struct Forwarding {
    std::vector<InterfaceAddress> addresses;
    std::vector<StaticRoute> routes;
    Setting<std::uint32_t> bgp_asn; ///< unread where no BGP is configured
    /// How often the device's own AS number may appear in an accepted path (`allowas-in`); 0: a path that
    /// returns to the device is refused (RFC 4271 section 9.1.2). The largest value over all neighbors.
    Setting<std::uint8_t> allow_own_as;
    /// OSPF or IS-IS is configured: packets take all shortest paths over the links that are left. Unread if
    /// the configuration mentions neither.
    Setting<bool> link_state;
    /// The port (a LAG or a physical one) that connects the two switches of an MLAG pair; Port::no_index:
    /// none.
    Setting<std::uint32_t> mlag_peer_link;
    /// The other switch of a dual-ToR pair. This switch tunnels packets to it for hosts that it cannot reach
    /// itself.
    Setting<std::string_view> tunnel_peer;
    /// The DSCP map that classifies packets from that tunnel, by their inner header. Unset without a tunnel.
    Setting<Ref> tunnel_map;
    /// The maps by which this switch chooses, by traffic class, the DSCP of the outer header of packets that it sends into
    /// the tunnel, and the queue that they wait in. Unset where it treats them as other packets.
    Setting<Ref> tunnel_dscps;
    Setting<Ref> tunnel_queues;
    /// How long an ARP entry lives, and how long a switch remembers the port of a MAC address. If ARP entries
    /// outlive MAC entries, packets are flooded.
    Setting<std::chrono::seconds> arp_timeout;
    Setting<std::chrono::seconds> mac_timeout;
};

}
