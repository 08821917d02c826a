// SPDX-License-Identifier: Apache-2.0
// Tables name ports by a byte, and searches look up the far end of a port millions of times, so each switch
// has a row of 256.
#include "models/lid_routing/subnet_graph.h"

#include <fmt/format.h>

#include <algorithm>

namespace rocelint::lid_routing {
namespace {

constexpr Lid first_multicast = 0xc000; // IBA volume 1, 4.1.3: unicast LIDs are 0x0001 to 0xBFFF

}

SubnetGraph::SubnetGraph(const Subnet& subnet) : subnet_(&subnet)
{
    all_links_ = std::ranges::any_of(subnet.captures,
        [](const IbCapture& capture) { return capture.lists_all_links && !capture.broken.somewhere(); });
    number_switches();
    number_channels();
    for (std::uint32_t one = 0; one < switch_count(); ++one)
        look_behind(one);
    collect_targets();
}

void SubnetGraph::number_switches()
{
    switches_.assign(subnet_->nodes.size(), none);
    for (std::uint32_t node = 0; node < subnet_->nodes.size(); ++node) {
        if (subnet_->nodes[node].kind != IbNodeKind::network_switch)
            continue;
        if (switch_count() == first_multicast - 1U) {
            complete_ = false;
            return;
        }
        switches_[node] = switch_count();
        nodes_.push_back(node);
    }
}

void SubnetGraph::number_channels()
{
    std::vector<std::uint32_t> leaving(subnet_->ports.size(), none); // by port
    for (std::uint32_t one = 0; one < switch_count(); ++one) {
        first_channel_.push_back(static_cast<std::uint32_t>(channels_.size()));
        const IbNode& node = subnet_->nodes[nodes_[one]];
        for (std::uint32_t port = node.first_port; port < node.first_port + node.ports; ++port) {
            const std::uint32_t peer = subnet_->peer_of(port);
            if (peer == Subnet::none || subnet_->ports[port].number == 0)
                continue;
            const std::uint32_t far = switches_[subnet_->ports[peer].node];
            if (far == none)
                continue;
            leaving[port] = static_cast<std::uint32_t>(channels_.size());
            channels_.push_back({.from = one, .to = far, .out = port, .in = peer, .back = none});
        }
    }
    first_channel_.push_back(static_cast<std::uint32_t>(channels_.size()));
    for (SubnetChannel& channel : channels_)
        channel.back = leaving[channel.in];
}

void SubnetGraph::look_behind(std::uint32_t network_switch)
{
    by_port_.resize(
        by_port_.size() + ports_of_a_switch, Port{none, all_links_ ? Behind::nothing : Behind::unknown});
    Port* const row = by_port_.data() + std::size_t{network_switch} * ports_of_a_switch;
    row[0].behind = Behind::nothing;
    const IbNode& node = subnet_->nodes[nodes_[network_switch]];
    bool ends = false;
    for (const IbPort& port : subnet_->ports_of(node)) {
        if (port.number == 0)
            continue;
        Behind& behind = row[port.number].behind;
        if (!port.peer.peek_known()) {
            // Unread for a reason, or not mentioned by a capture that lists all links.
            if (port.peer.origin != OriginId{})
                behind = Behind::unknown;
            continue;
        }
        if (port.peer.value == Subnet::none)
            behind = Behind::nothing;
        else if (switches_[subnet_->ports[port.peer.value].node] != none)
            behind = Behind::network_switch;
        else
            behind = Behind::end_node;
        ends |= behind == Behind::end_node;
    }
    has_end_nodes_.push_back(ends ? 1 : 0);
    for (std::uint32_t at = first_channel_[network_switch]; at < first_channel_[network_switch + 1]; ++at)
        row[subnet_->ports[channels_[at].out].number].channel = at;
}

void SubnetGraph::collect_targets()
{
    for (std::uint32_t at = 0; at < subnet_->ports.size(); ++at) {
        const IbPort& port = subnet_->ports[at];
        if (!port.lid.peek_known() || port.lid.value == 0 || port.lid.value >= first_multicast)
            continue;
        Target target;
        const std::uint32_t own = switches_[port.node];
        if (own != none) {
            if (port.number != 0)
                continue;
            target.at = own;
        } else {
            target.end_node = true;
            const std::uint32_t peer = subnet_->peer_of(at);
            if (peer != Subnet::none && switches_[subnet_->ports[peer].node] != none) {
                target.at = switches_[subnet_->ports[peer].node];
                target.port = subnet_->ports[peer].number;
            }
        }
        const unsigned lmc = port.lmc.peek_known() ? port.lmc.value & 7U : 0U;
        for (unsigned more = 0; more < 1U << lmc && port.lid.value + more < first_multicast; ++more) {
            target.lid = static_cast<Lid>(port.lid.value + more);
            targets_.push_back(target);
        }
    }
    std::ranges::stable_sort(targets_, {}, &Target::lid);
    // Rules report addresses with two owners; here the first owner counts.
    targets_.erase(std::ranges::unique(targets_, {}, &Target::lid).begin(), targets_.end());
}

std::vector<std::uint8_t> SubnetGraph::end_ports(std::uint32_t network_switch) const
{
    std::vector<std::uint8_t> ports;
    for (const IbPort& port : subnet_->ports_of(subnet_->nodes[nodes_[network_switch]])) {
        if (behind(network_switch, port.number) == Behind::end_node)
            ports.push_back(port.number);
    }
    return ports;
}

std::string SubnetGraph::port_name(std::uint32_t network_switch, std::uint8_t port) const
{
    return fmt::format("{} port {}", subnet_->node_name(nodes_[network_switch]), int{port});
}

}
