// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/proof/hop.h"
#include "models/routing/turns.h"
#include "models/stored/store.h"

#include <map>
#include <span>
#include <string_view>
#include <vector>

namespace rocelint::proof {

/// One direction of a cable: a channel of the Graph, or the first or last metre of an endpoint
/// that was not collected.
struct Channel {
    PortId from; ///< invalid: an endpoint that was not collected
    PortId to; ///< likewise
    std::string_view name; ///< of the device that was not collected, if anything tells it
};

/// What one channel does to one packet. Faults are steps that are not proven.
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
    std::uint32_t channel = 0; ///< that they leave by
    std::uint32_t first_fault = 0;
    std::uint32_t fault_count = 0;
};

/// Every hop that any packet between RDMA endpoints takes, each judged once: all turns in use are followed from all
/// endpoints, so that the cost grows with the ports and not with the paths.
class FabricProof {
public:
    /// `failed`: links and switches that are taken to be broken.
    /// `store` keeps what was worked out; it may be null.
    explicit FabricProof(
        const Analysis& analysis, const routing::Failures& failed = {}, stored::Store* store = nullptr);

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
    /// Null for a packet that never comes by this channel.
    [[nodiscard]] const JudgedHop* find(std::uint32_t channel, const Packet& packet) const;
    [[nodiscard]] std::span<const JudgedHop> hops(std::uint32_t channel) const { return hops_[channel]; }
    [[nodiscard]] std::span<const Step> faults(std::uint32_t first, std::uint32_t count) const
    {
        return {faults_.data() + first, count};
    }
    /// What each endpoint sends: one entry for each kind and attachment.
    [[nodiscard]] std::span<const JudgedStart> starts(std::uint32_t endpoint) const
    {
        return starts_[endpoint];
    }
    [[nodiscard]] bool uses(std::uint32_t endpoint, std::uint8_t kind) const
    {
        return kind == Packet::notification || kinds_[endpoint].has(kind);
    }
    /// Cables between switches lead from one to the other, whether they are up or not, and no switch of which nothing was
    /// read may join them besides.
    [[nodiscard]] bool are_cabled(std::uint32_t device, std::uint32_t other) const
    {
        return island_[device] == island_[other] && !any_open_end_;
    }
    /// The switches that cables join to this one form a tree, so that there is one way to each.
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
    std::vector<std::uint32_t>
        uncollected_; ///< endpoints with channels of their own, in the order of the channels
    std::map<PortId, std::uint32_t> uncollected_at_; ///< the channel in, by attachment
    std::vector<std::vector<JudgedHop>> hops_; ///< by channel
    std::vector<std::vector<JudgedStart>> starts_; ///< by endpoint
    std::vector<PrioritySet> kinds_; ///< by endpoint: indices of the classes that it uses
    std::map<PortId, std::uint32_t> endpoint_at_; ///< by attachment
    std::vector<std::vector<const OpenEnd*>> open_ends_; ///< by device
    bool any_open_end_ = false;
    std::vector<std::uint32_t>
        island_; ///< by device: the lowest device that cables between switches join it to
    std::vector<bool> island_is_tree_; ///< by that device
    std::vector<Step> faults_;
};

/// The ports whose traffic the proof answers for, by device and port: RoCE ports of hosts, and switch ports whose other
/// end the topology names as a host that was not collected. Fewer than `rdma_endpoints` (lossless_hops.h): a pair that
/// is called proven or broken must be one of hosts that somebody has named, whereas a ring is only ruled out if traffic
/// may enter wherever a host can be.
[[nodiscard]] std::vector<std::vector<bool>> endpoint_ports(const Analysis& analysis);

}
