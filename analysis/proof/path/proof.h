// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/proof/hop/hop.h"
#include "models/routing/turns.h"

#include <map>
#include <span>
#include <string_view>
#include <vector>

namespace rocelint::proof {

/// One direction of a cable: a channel of the Graph, or the first or last section to an endpoint that was not
/// collected.
struct Channel {
    PortId from; ///< invalid: an endpoint that was not collected
    PortId to; ///< invalid: an endpoint that was not collected
    std::string_view name; ///< of the device that was not collected, if known
};

/// The effect of one channel on one packet. Faults are steps that are not proven.
struct JudgedHop {
    Packet in;
    Packet out;
    std::uint32_t first_fault = 0;
    std::uint32_t fault_count = 0;
    bool lossless = true;
};

/// A host's first packets of one kind.
struct JudgedStart {
    Packet packet;
    std::uint32_t channel = 0; ///< the channel they leave by
    std::uint32_t first_fault = 0;
    std::uint32_t fault_count = 0;
};

/// Every hop that any packet between RDMA endpoints takes, each judged once: all turns in use are followed
/// from all endpoints, so the cost grows with the number of ports rather than paths.
class FabricProof {
public:
    /// `failed`: links and switches that are assumed to be broken.
    explicit FabricProof(const Analysis& analysis, const routing::Failures& failed = {});

    [[nodiscard]] const Analysis& analysis() const { return *analysis_; }
    [[nodiscard]] const routing::Graph& graph() const { return graph_; }
    [[nodiscard]] const routing::Destinations& destinations() const { return destinations_; }
    [[nodiscard]] const HopJudge& judge() const { return judge_; }

    [[nodiscard]] std::uint32_t channel_count() const { return static_cast<std::uint32_t>(hops_.size()); }
    [[nodiscard]] Channel channel(std::uint32_t index) const;
    /// The channel out of a switch by this port, or routing::none.
    [[nodiscard]] std::uint32_t channel_out(PortId port) const;
    /// The channel into a switch by this port, or routing::none.
    [[nodiscard]] std::uint32_t channel_in(PortId port) const;
    /// The judged hop, or null for a packet that never uses this channel.
    [[nodiscard]] const JudgedHop* find(std::uint32_t channel, const Packet& packet) const;
    [[nodiscard]] std::span<const JudgedHop> hops(std::uint32_t channel) const { return hops_[channel]; }
    [[nodiscard]] std::span<const Step> faults(std::uint32_t first, std::uint32_t count) const
    {
        return {faults_.data() + first, count};
    }
    /// The packets that each endpoint sends: one entry per kind and attachment.
    [[nodiscard]] std::span<const JudgedStart> starts(std::uint32_t endpoint) const
    {
        return starts_[endpoint];
    }
    [[nodiscard]] bool uses(std::uint32_t endpoint, std::uint8_t kind) const
    {
        return kind == Packet::notification || kinds_[endpoint].has(kind);
    }
    /// Whether the two switches are connected by cables between switches, up or down, and by nothing else: no
    /// switch that was not read can connect them too.
    [[nodiscard]] bool are_cabled(std::uint32_t device, std::uint32_t other) const
    {
        return island_[device] == island_[other] && !any_open_end_;
    }
    /// Whether the switches connected to this one by cables form a tree, so that there is one path to each.
    [[nodiscard]] bool has_one_way(std::uint32_t device) const { return island_is_tree_[island_[device]]; }
    /// Ports of a switch that lead to switches that were not collected.
    [[nodiscard]] std::span<const OpenEnd* const> open_ends(std::uint32_t device) const
    {
        return open_ends_[device];
    }

private:
    struct Node;
    class Spread;
    void add_endpoint(std::uint32_t index);
    void add_faults(std::vector<Step>&& steps, std::uint32_t& first, std::uint32_t& count);
    void find_open_ends();
    void find_islands();

    const Analysis* analysis_;
    routing::Graph graph_;
    routing::Destinations destinations_;
    routing::TurnTable turns_;
    HopJudge judge_;
    /// Endpoints with channels of their own, in the order of the channels.
    std::vector<std::uint32_t> uncollected_;
    std::map<PortId, std::uint32_t> uncollected_at_; ///< the incoming channel, by attachment
    std::vector<std::vector<JudgedHop>> hops_; ///< by channel
    std::vector<std::vector<JudgedStart>> starts_; ///< by endpoint
    std::vector<PrioritySet> kinds_; ///< by endpoint: indices of the classes that it uses
    std::map<PortId, std::uint32_t> endpoint_at_; ///< by attachment
    std::vector<std::vector<const OpenEnd*>> open_ends_; ///< by device
    bool any_open_end_ = false;
    /// By device: the lowest device connected to it by cables between switches.
    std::vector<std::uint32_t> island_;
    std::vector<bool> island_is_tree_; ///< indexed by the device in island_
    std::vector<Step> faults_;
};

/// The ports whose traffic the proof covers, by device and port: RoCE ports of hosts, and switch ports whose
/// other end the topology names as a host that was not collected. A subset of `rdma_endpoints`
/// (lossless_hops.h): a pair may only be called proven or broken if its hosts are named, whereas a ring is
/// ruled out only if traffic may enter wherever a host can be.
[[nodiscard]] std::vector<std::vector<bool>> endpoint_ports(const Analysis& analysis);

}
