// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/fabric/subnet/subnet.h"

#include <cstdint>
#include <span>
#include <vector>

namespace rocelint::lid_routing {

inline constexpr std::uint32_t none = 0xffffffffU;

/// One direction of a cable between two switches.
struct SubnetChannel {
    std::uint32_t from = none; ///< switch
    std::uint32_t to = none; ///< switch
    std::uint32_t out = none; ///< egress port: index of Subnet::ports
    std::uint32_t in = none; ///< ingress port: index of Subnet::ports
    std::uint32_t back = none; ///< the channel in the other direction
};

/// What is at the other end of a switch's port.
enum class Behind : std::uint8_t {
    unknown, ///< not captured
    nothing, ///< no link
    end_node, ///< a channel adapter or router
    network_switch,
};

/// An address that packets are sent to.
struct Target {
    Lid lid = 0;
    std::uint32_t at = none; ///< the switch that delivers to it, or none if no cable to a switch is known
    std::uint8_t port = 0; ///< port by which the switch delivers; 0: the switch itself is the target
    bool end_node = false; ///< the address of a channel adapter or router, so data packets go to it
};

/// The switches of a subnet and the cables between them, numbered without gaps.
class SubnetGraph {
public:
    /// The subnet must outlive it.
    explicit SubnetGraph(const Subnet& subnet);

    [[nodiscard]] const Subnet& subnet() const { return *subnet_; }
    /// Whether all switches were numbered. At most as many are numbered as a subnet has addresses, because
    /// broken captures may show any number.
    [[nodiscard]] bool complete() const { return complete_; }
    [[nodiscard]] std::uint32_t switch_count() const { return static_cast<std::uint32_t>(nodes_.size()); }
    /// Index of Subnet::nodes.
    [[nodiscard]] std::uint32_t node_of(std::uint32_t network_switch) const { return nodes_[network_switch]; }
    /// The switch that is this node, or none.
    [[nodiscard]] std::uint32_t switch_of(std::uint32_t node) const { return switches_[node]; }
    /// Grouped by switch, in the order of its ports.
    [[nodiscard]] std::span<const SubnetChannel> channels() const { return channels_; }
    /// Channels that leave a switch: [first_channel(s), first_channel(s + 1)).
    [[nodiscard]] std::uint32_t first_channel(std::uint32_t network_switch) const
    {
        return first_channel_[network_switch];
    }
    /// The channel that starts at this port, or none if the port does not lead to a switch.
    [[nodiscard]] std::uint32_t channel_out(std::uint32_t network_switch, std::uint8_t port) const
    {
        return by_port_[std::size_t{network_switch} * ports_of_a_switch + port].channel;
    }
    [[nodiscard]] Behind behind(std::uint32_t network_switch, std::uint8_t port) const
    {
        return by_port_[std::size_t{network_switch} * ports_of_a_switch + port].behind;
    }
    /// Whether packets of channel adapters or routers enter at this switch.
    [[nodiscard]] bool has_end_nodes(std::uint32_t network_switch) const
    {
        return has_end_nodes_[network_switch];
    }
    /// Numbers of the ports connected to channel adapters and routers, ascending.
    [[nodiscard]] std::vector<std::uint8_t> end_ports(std::uint32_t network_switch) const;
    /// All addresses, ascending. Each address of an LMC range is listed.
    [[nodiscard]] std::span<const Target> targets() const { return targets_; }
    /// "leaf3 port 4" for a switch's port number.
    [[nodiscard]] std::string port_name(std::uint32_t network_switch, std::uint8_t port) const;

private:
    static constexpr std::size_t ports_of_a_switch = 256;
    struct Port {
        std::uint32_t channel = none;
        Behind behind = Behind::unknown;
    };
    void number_switches();
    void number_channels();
    void look_behind(std::uint32_t network_switch);
    void collect_targets();

    const Subnet* subnet_;
    std::vector<std::uint32_t> nodes_; ///< by switch
    std::vector<std::uint32_t> switches_; ///< by node
    std::vector<SubnetChannel> channels_;
    std::vector<std::uint32_t> first_channel_;
    std::vector<Port> by_port_;
    /// used as bool; elements of std::vector<bool> have no addresses
    std::vector<std::uint8_t> has_end_nodes_;
    std::vector<Target> targets_;
    bool complete_ = true;
    bool all_links_ = false; ///< captures list all links, so a port that none shows has no link
};

}
