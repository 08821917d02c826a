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

/// One direction of a cable: packets leave by `from` and arrive at `to`. Channel 2 * L is direction a to b of link L.
struct Channel {
    PortId from;
    PortId to;
};
[[nodiscard]] constexpr std::uint32_t reverse_of(std::uint32_t channel) { return channel ^ 1U; }
[[nodiscard]] constexpr std::uint32_t link_of(std::uint32_t channel) { return channel >> 1U; }

/// How a channel runs with respect to the tiers of the fabric.
enum class Direction : std::uint8_t { up, down, lateral };

/// A channel from one switch to another that is up, with what every walk over a fabric asks of it.
struct Way {
    std::uint32_t channel;
    std::uint32_t to; ///< the device that it leads to
    Direction direction;
};

class Graph;

/// What is broken: links and devices that carry nothing.
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

/// The channels of a fabric and the tier of each device. Ports that are down have no channels in use.
class Graph {
public:
    explicit Graph(const Fabric& fabric);
    /// Goes on as if these were broken and every switch knew. Tiers stay as they are.
    void fail(const Failures& failures);
    /// The graph of a fabric in which these are broken from the beginning.
    [[nodiscard]] static Graph with_failures(const Fabric& fabric, const Failures& failures);

    [[nodiscard]] const Fabric& fabric() const { return *fabric_; }
    [[nodiscard]] std::uint32_t channel_count() const { return static_cast<std::uint32_t>(channels_.size()); }
    [[nodiscard]] const Channel& channel(std::uint32_t index) const { return channels_[index]; }
    /// Channels that leave a device by ports that are up, ascending by port.
    [[nodiscard]] std::span<const std::uint32_t> out_of(std::uint32_t device) const;
    /// Those of them that lead to other switches; none out of a host.
    [[nodiscard]] std::span<const Way> ways_out_of(std::uint32_t device) const
    {
        return {ways_.data() + first_way_[device], first_way_[device + 1] - first_way_[device]};
    }
    /// Which part of the fabric a switch belongs to: switches with equal numbers are joined by such ways.
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
    /// Tiers count from the hosts: host 0, leaf 1, spine 2. By role where it is known, else by distance to a host.
    [[nodiscard]] std::uint32_t tier(std::uint32_t device) const { return tiers_[device]; }
    [[nodiscard]] Direction direction(std::uint32_t channel) const;
    /// The port at either end is down, so that nothing passes.
    [[nodiscard]] bool is_down(std::uint32_t channel) const { return down_[link_of(channel)]; }
    /// The configured next hops of a route as channels; empty where the next hop is no direct neighbour.
    [[nodiscard]] std::span<const std::uint32_t> next_hops(std::uint32_t device, std::uint32_t route) const;
    /// Goes on as if a configured route were not written: to see what a correction would bring.
    void forget_route(std::uint32_t device, std::uint32_t route);
    /// Channels over the MLAG peer link of a device; empty where it has none.
    [[nodiscard]] std::vector<std::uint32_t> peer_link(std::uint32_t device) const;
    /// The rows of its tables of turns.
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
    std::vector<std::uint8_t> is_switch_; ///< by device
    std::vector<std::uint32_t> first_way_; ///< by device, into ways_
    std::vector<Way> ways_;
    std::vector<std::uint32_t> islands_; ///< by device; `none` for what is no switch
    std::vector<std::uint32_t> first_of_island_; ///< into by_island_
    std::vector<std::uint32_t> by_island_;
};

}
