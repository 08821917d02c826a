// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/fabric/fabric.h"
#include "models/routing/turn_rows.h"

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace rocelint::routing {

inline constexpr std::uint32_t none = 0xffffffffU;

/// One direction of a cable: packets leave by `from` and arrive at `to`. Channel 2 * L runs from a to b of
/// link L.
struct Channel {
    PortId from;
    PortId to;
};
[[nodiscard]] constexpr std::uint32_t reverse_of(std::uint32_t channel) { return channel ^ 1U; }
[[nodiscard]] constexpr std::uint32_t link_of(std::uint32_t channel) { return channel >> 1U; }

/// The direction of a channel relative to the tiers of the fabric.
enum class Direction : std::uint8_t { up, down, lateral };

/// A channel between two switches that is up, with the data that every search of a fabric needs.
struct Way {
    std::uint32_t channel;
    std::uint32_t to; ///< the device at its far end
    Direction direction;
};

class Graph;

/// Broken links and devices, which carry no packets.
struct Failures {
    std::vector<std::uint32_t> links; ///< ascending
    std::vector<std::uint32_t> devices; ///< ascending
    [[nodiscard]] bool empty() const { return links.empty() && devices.empty(); }
    /// Whether the channel still carries packets.
    [[nodiscard]] bool spare(const Graph& graph, std::uint32_t channel) const
    {
        return empty() || leaves_alone(graph, channel);
    }
    friend bool operator==(const Failures&, const Failures&) = default;

private:
    [[nodiscard]] bool leaves_alone(const Graph& graph, std::uint32_t channel) const;
};

/// The channels of a fabric and the tier of each device. Channels of ports that are down are not in use.
class Graph {
public:
    explicit Graph(const Fabric& fabric);
    /// Continues as if these were broken and every switch knew. Tiers stay unchanged.
    void fail(const Failures& failures);
    /// The graph of a fabric in which these were broken from the start.
    [[nodiscard]] static Graph with_failures(const Fabric& fabric, const Failures& failures);

    [[nodiscard]] const Fabric& fabric() const { return *fabric_; }
    [[nodiscard]] std::uint32_t channel_count() const { return static_cast<std::uint32_t>(channels_.size()); }
    [[nodiscard]] const Channel& channel(std::uint32_t index) const { return channels_[index]; }
    /// Channels that leave a device by ports that are up, ascending by port.
    [[nodiscard]] std::span<const std::uint32_t> out_of(std::uint32_t device) const;
    /// Those of them that lead from switch to switch; none for a host.
    [[nodiscard]] std::span<const Way> ways_out_of(std::uint32_t device) const
    {
        return {ways_.data() + first_way_[device], first_way_[device + 1] - first_way_[device]};
    }
    /// The part of the fabric that a switch belongs to: Ways connect switches with equal numbers.
    [[nodiscard]] std::uint32_t island(std::uint32_t device) const { return islands_[device]; }
    /// The switches of one part, ascending.
    [[nodiscard]] std::span<const std::uint32_t> switches_of(std::uint32_t island) const
    {
        return {by_island_.data() + first_of_island_[island],
            first_of_island_[island + 1] - first_of_island_[island]};
    }
    [[nodiscard]] std::uint32_t island_count() const
    {
        return static_cast<std::uint32_t>(first_of_island_.size() - 1);
    }
    /// The channel that leaves by this port, or `none`.
    [[nodiscard]] std::uint32_t out_of(PortId port) const;
    /// Tiers count from the hosts: host 0, leaf 1, spine 2. Taken from the role if known, else from the
    /// distance to a host.
    [[nodiscard]] std::uint32_t tier(std::uint32_t device) const { return tiers_[device]; }
    [[nodiscard]] Direction direction(std::uint32_t channel) const;
    /// Whether the port at either end is down, so that no packet passes.
    [[nodiscard]] bool is_down(std::uint32_t channel) const { return down_[link_of(channel)]; }
    /// The configured next hops of a route as channels; empty if the next hop is not a direct neighbor.
    [[nodiscard]] std::span<const std::uint32_t> next_hops(std::uint32_t device, std::uint32_t route) const;
    /// Continues as if a configured route did not exist, to find the effect of a correction.
    void forget_route(std::uint32_t device, std::uint32_t route);
    /// Channels over the MLAG peer link of a device; empty if it has none.
    [[nodiscard]] std::vector<std::uint32_t> peer_link(std::uint32_t device) const;
    /// The switch at the other end of a dual-ToR tunnel of this device (Forwarding::tunnel_peer), or `none`.
    [[nodiscard]] std::uint32_t tunnel_end(std::uint32_t device) const
    {
        return tunnel_ends_.empty() ? none : tunnel_ends_[device];
    }
    /// The row layout of this graph's turn tables.
    [[nodiscard]] const std::shared_ptr<const TurnRows>& turn_rows() const { return turn_rows_; }
    [[nodiscard]] bool is_switch(std::uint32_t device) const { return is_switch_[device] != 0; }
    [[nodiscard]] std::uint32_t from_device(std::uint32_t channel) const
    {
        return channels_[channel].from.device;
    }
    [[nodiscard]] std::uint32_t to_device(std::uint32_t channel) const
    {
        return channels_[channel].to.device;
    }

private:
    void collect_out();
    void collect_ways();
    void find_islands();
    void find_tiers();
    void resolve_routes();
    void find_tunnels();
    const Fabric* fabric_;
    std::shared_ptr<const TurnRows> turn_rows_;
    std::vector<Channel> channels_;
    std::vector<bool> down_; ///< by link
    std::vector<std::uint32_t> first_route_; ///< by device, into first_hop_
    std::vector<std::uint32_t> first_hop_; ///< by route, into route_hops_
    std::vector<std::uint32_t> route_hops_;
    std::vector<std::uint32_t> first_out_; ///< by device, into out_
    std::vector<std::uint32_t> out_;
    std::vector<std::uint32_t> tiers_;
    std::vector<std::uint32_t> tunnel_ends_; ///< by device; empty if the fabric has no tunnels
    std::vector<std::uint8_t> is_switch_; ///< by device
    std::vector<std::uint32_t> first_way_; ///< by device, into ways_
    std::vector<Way> ways_;
    std::vector<std::uint32_t> islands_; ///< by device; `none` for devices that are not switches
    std::vector<std::uint32_t> first_of_island_; ///< into by_island_
    std::vector<std::uint32_t> by_island_;
};

}
