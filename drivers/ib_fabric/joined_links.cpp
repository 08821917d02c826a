// SPDX-License-Identifier: Apache-2.0
// Links refer to the nodes of the file that shows them, and some appear at only one end.
#include "drivers/ib_fabric/joined_nodes.h"

namespace rocelint::ib_fabric {

// Returns the joined port to which a pending peer refers.
std::optional<PortKey> JoinedNodes::resolve(const Pending& pending) const
{
    if (pending.peer.node != Subnet::none) {
        const std::uint32_t node = node_of_[pending.draft][pending.peer.node];
        return node == Subnet::none ? std::nullopt : std::optional(PortKey{node, pending.peer.number});
    }
    const auto found = by_lid_.find(pending.peer_lid);
    if (pending.peer_lid == 0 || found == by_lid_.end())
        return std::nullopt;
    return PortKey{found->second.node, pending.peer.number};
}

void JoinedNodes::settle_peers()
{
    for (DraftNode& node : nodes_) {
        for (DraftPort& port : node.ports)
            port.peer_at = {};
    }
    for (const Pending& pending : pending_)
        settle(pending);
    tell_far_ends();
}

void JoinedNodes::settle(const Pending& pending)
{
    if (pending.no_link) {
        DraftPort& own = port_at(pending.own);
        if (own.peer_at == OriginId{}) {
            own.no_link = true;
            own.peer = {};
            own.peer_at = pending.at;
        }
        return;
    }
    const auto peer = resolve(pending);
    if (!peer)
        return;
    port_at(*peer);
    DraftPort& own = port_at(pending.own);
    if (own.peer_at != OriginId{} && !own.no_link
        && (own.peer.node != peer->node || own.peer.number != peer->number)) {
        conflict(pending.draft, "links differ: they are one way", own.port.at, pending.line);
        return;
    }
    if (own.peer_at != OriginId{} && own.no_link)
        conflict(pending.draft, "links differ: they are one way", own.port.at, pending.line);
    own.no_link = false;
    own.peer = *peer;
    own.peer_at = pending.at;
}

// Copies a link that only one end states to the other end.
void JoinedNodes::tell_far_ends()
{
    std::vector<std::tuple<PortKey, PortKey, OriginId>> far;
    far.reserve(pending_.size());
    for (std::uint32_t node = 0; node < nodes_.size(); ++node) {
        for (const DraftPort& port : nodes_[node].ports) {
            if (port.peer_at != OriginId{} && !port.no_link)
                far.emplace_back(port.peer, PortKey{node, port.port.number}, port.peer_at);
        }
    }
    for (const auto& [key, peer, at] : far) {
        DraftPort& own = port_at(key);
        if (own.peer_at != OriginId{})
            continue;
        own.peer = peer;
        own.peer_at = at;
    }
}

}
