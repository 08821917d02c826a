// SPDX-License-Identifier: Apache-2.0
// Every hop that any RDMA packet takes, judged once and shared by PFC007, ECN008 and the DLK rules. Computed
// when the first of them needs it, because most runs of a single rule do not.
#include "analysis/proof/path/proof.h"

#include "models/text/nearest.h"

#include <algorithm>
#include <bit>
#include <deque>
#include <set>
#include <unordered_map>
#include <unordered_set>

namespace rocelint::proof {

std::vector<std::vector<bool>> endpoint_ports(const Analysis& analysis)
{
    const Fabric& fabric = *analysis.fabric;
    std::vector<std::vector<bool>> include;
    for (std::uint32_t device = 0; device < fabric.devices.size(); ++device) {
        const Device& owner = fabric.devices[device];
        std::vector<bool>& ports = include.emplace_back(owner.ports.size(), false);
        for (std::uint32_t port = 0; port < owner.ports.size(); ++port) {
            const Judgement& judgement = analysis.judgement({device, port});
            const bool planned = judgement.evidence == EvidenceKind::topology
                && fabric.link_of_port[device][port] == Port::no_index;
            ports[port] = judgement.verdict == Verdict::roce && owner.ports[port].kind == PortKind::physical
                && (owner.kind == DeviceKind::host || planned);
        }
    }
    return include;
}

namespace {

// The classes that the policy allows for a host about which nothing else is known.
PrioritySet of_any_host(const ClassModel& classes)
{
    PrioritySet priorities;
    for (const RdmaClass& rdma_class : classes.classes) {
        if (ClassModel::applies_to(rdma_class, Role::host))
            priorities.insert(rdma_class.priority);
    }
    return priorities;
}

}

// Used to follow packets over all turns in use. A node is a packet in a device, with the ports that it leaves
// by.
struct FabricProof::Node {
    std::uint32_t device = 0;
    Packet packet;
    std::vector<std::uint64_t> out;
    std::vector<std::uint64_t> done;
};

class FabricProof::Spread {
public:
    explicit Spread(FabricProof& proof) : proof_(proof), nodes_of_(proof.graph_.fabric().devices.size()) { }

    void from(std::uint32_t channel, const Packet& packet)
    {
        add_hop(channel, packet);
        while (!waiting_.empty()) {
            const std::size_t node = waiting_.front();
            waiting_.pop_front();
            expand(node);
        }
    }

private:
    void add_hop(std::uint32_t channel, const Packet& packet)
    {
        const Channel taken = proof_.channel(channel);
        const JudgedHop* known = proof_.find(channel, packet);
        if (known == nullptr) {
            Hop hop = proof_.judge_.judge(taken.from, taken.to, packet, Detail::faults, taken.name);
            JudgedHop judged{.in = packet, .out = hop.out, .lossless = hop.lossless};
            proof_.add_faults(std::move(hop.steps), judged.first_fault, judged.fault_count);
            proof_.hops_[channel].push_back(judged);
            known = &proof_.hops_[channel].back();
        }
        if (taken.to.valid() && proof_.graph_.is_switch(taken.to.device))
            enter(taken.to, known->out);
    }

    void enter(PortId port, const Packet& packet)
    {
        std::vector<std::size_t>& here = nodes_of_[port.device];
        auto found
            = std::ranges::find_if(here, [&](std::size_t index) { return nodes_[index].packet == packet; });
        const std::span<const std::uint64_t> row = std::as_const(proof_.turns_).row(port);
        if (found == here.end()) {
            here.push_back(nodes_.size());
            nodes_.push_back({port.device, packet, {}, {}});
            nodes_.back().out.resize(row.size());
            nodes_.back().done.resize(row.size());
            found = std::prev(here.end());
        }
        Node& node = nodes_[*found];
        bool news = false;
        for (std::size_t word = 0; word < row.size(); ++word) {
            const bool itself = word == port.port / 64 && proof_.turns_.is_shared(port);
            const std::uint64_t out = row[word] & ~(std::uint64_t{itself} << (port.port % 64));
            news = news || (out & ~node.out[word]) != 0;
            node.out[word] |= out;
        }
        if (news)
            waiting_.push_back(*found);
    }

    void expand(std::size_t index)
    {
        const std::uint32_t device = nodes_[index].device;
        const Packet packet = nodes_[index].packet;
        for (std::uint32_t word = 0; word < nodes_[index].out.size(); ++word) {
            std::uint64_t left = nodes_[index].out[word] & ~nodes_[index].done[word];
            nodes_[index].done[word] |= left;
            for (; left != 0; left &= left - 1)
                leave({device, word * 64 + static_cast<std::uint32_t>(std::countr_zero(left))}, packet);
        }
    }

    void leave(PortId port, const Packet& packet)
    {
        const std::uint32_t channel = proof_.channel_out(port);
        const auto endpoint = proof_.endpoint_at_.find(port);
        if (channel == routing::none
            || (endpoint != proof_.endpoint_at_.end() && !proof_.uses(endpoint->second, packet.kind)))
            return;
        add_hop(channel, packet);
    }

    FabricProof& proof_;
    std::vector<Node> nodes_;
    std::vector<std::vector<std::size_t>> nodes_of_; ///< by device
    std::deque<std::size_t> waiting_;
};

FabricProof::FabricProof(const Analysis& analysis, const routing::Failures& failed)
    : analysis_(&analysis)
    , graph_(routing::Graph::with_failures(*analysis.fabric, failed))
    , destinations_(routing::find_destinations(graph_, endpoint_ports(analysis)))
    , turns_(routing::turns_in_use(graph_, destinations_))
    , judge_(analysis, largest_frame(analysis))
{
    const auto endpoints = static_cast<std::uint32_t>(destinations_.endpoints.size());
    starts_.resize(endpoints);
    kinds_.resize(endpoints);
    for (std::uint32_t endpoint = 0; endpoint < endpoints; ++endpoint) {
        for (const PortId port : destinations_.endpoints[endpoint].attachments)
            endpoint_at_.emplace(port, endpoint);
        if (destinations_.endpoints[endpoint].host.valid())
            continue;
        uncollected_at_.emplace(destinations_.endpoints[endpoint].attachments.front(),
            graph_.channel_count() + 2 * static_cast<std::uint32_t>(uncollected_.size()));
        uncollected_.push_back(endpoint);
    }
    hops_.resize(graph_.channel_count() + 2 * uncollected_.size());
    for (std::uint32_t endpoint = 0; endpoint < endpoints; ++endpoint)
        add_endpoint(endpoint);
    Spread spread(*this);
    for (const std::vector<JudgedStart>& starts : starts_) {
        for (const JudgedStart& start : starts)
            spread.from(start.channel, start.packet);
    }
    find_open_ends();
    find_islands();
}

void FabricProof::find_islands()
{
    const Fabric& fabric = graph_.fabric();
    std::set<std::pair<std::uint32_t, std::uint32_t>> joined;
    for (const Link& link : fabric.links) {
        if (graph_.is_switch(link.a.device) && graph_.is_switch(link.b.device))
            joined.insert(std::minmax(link.a.device, link.b.device));
    }
    std::vector<std::vector<std::uint32_t>> next(fabric.devices.size());
    for (const auto& [a, b] : joined) {
        next[a].push_back(b);
        next[b].push_back(a);
    }
    island_.assign(fabric.devices.size(), routing::none);
    island_is_tree_.assign(fabric.devices.size(), true);
    std::vector<std::uint32_t> waiting;
    for (std::uint32_t first = 0; first < fabric.devices.size(); ++first) {
        if (island_[first] != routing::none)
            continue;
        island_[first] = first;
        waiting.assign(1, first);
        std::size_t ends = 0;
        for (std::size_t at = 0; at < waiting.size(); ++at) {
            ends += next[waiting[at]].size();
            for (const std::uint32_t other : next[waiting[at]]) {
                if (island_[other] != routing::none)
                    continue;
                island_[other] = first;
                waiting.push_back(other);
            }
        }
        island_is_tree_[first] = ends == 2 * (waiting.size() - 1);
    }
}

void FabricProof::add_endpoint(std::uint32_t index)
{
    const ClassModel& classes = analysis_->classes;
    for (const PortId attachment : destinations_.endpoints[index].attachments) {
        const std::uint32_t channel = channel_in(attachment);
        if (channel == routing::none)
            continue;
        const PortId host = this->channel(channel).from;
        const PrioritySet required = host.valid() || classes.assumed
            ? analysis_->carried_classes(host.valid() ? host : attachment)
            : of_any_host(classes);
        const auto add = [&](Start&& start) {
            JudgedStart judged{.packet = start.packet, .channel = channel};
            add_faults(std::move(start.steps), judged.first_fault, judged.fault_count);
            starts_[index].push_back(judged);
        };
        constexpr std::size_t most_classes = 8;
        for (std::uint8_t kind = 0; kind < std::min(classes.classes.size(), most_classes); ++kind) {
            if (!required.has(classes.classes[kind].priority))
                continue;
            kinds_[index].insert(kind);
            if (auto start = judge_.start(host, kind, Detail::faults))
                add(std::move(*start));
        }
        if (auto notification = judge_.start_notification(host, Detail::faults))
            add(std::move(*notification));
    }
}

void FabricProof::add_faults(std::vector<Step>&& steps, std::uint32_t& first, std::uint32_t& count)
{
    first = static_cast<std::uint32_t>(faults_.size());
    count = static_cast<std::uint32_t>(steps.size());
    std::ranges::move(steps, std::back_inserter(faults_));
}

// A neighbor that was not collected counts as a switch if the topology says so, or if several switches see it
// and nothing says that it is a host.
void FabricProof::find_open_ends()
{
    const Fabric& fabric = graph_.fabric();
    open_ends_.resize(fabric.devices.size());
    std::unordered_map<std::string_view, bool> planned;
    for (const TopologyDevice& device : fabric.topology.devices)
        planned.emplace(device.name,
            device.role != Role::host && device.role != Role::storage && device.role != Role::management);
    std::unordered_map<std::string_view, std::unordered_set<std::uint32_t>> seen_by;
    for (const OpenEnd& end : fabric.open_ends)
        seen_by[end.neighbour].insert(end.port.device);
    for (const OpenEnd& end : fabric.open_ends) {
        const auto plan = planned.find(end.neighbour);
        const bool is_switch = plan != planned.end() ? plan->second : seen_by[end.neighbour].size() > 1;
        const bool is_endpoint = endpoint_at_.contains(end.port);
        if (graph_.is_switch(end.port.device) && is_switch && !is_endpoint && !end.neighbour.empty()
            && analysis_->judgement(end.port).verdict != Verdict::not_roce)
            open_ends_[end.port.device].push_back(&end);
        any_open_end_ = any_open_end_ || !open_ends_[end.port.device].empty();
    }
}

Channel FabricProof::channel(std::uint32_t index) const
{
    if (index < graph_.channel_count())
        return {graph_.channel(index).from, graph_.channel(index).to, {}};
    const std::uint32_t rest = index - graph_.channel_count();
    const routing::Endpoint& endpoint = destinations_.endpoints[uncollected_[rest / 2]];
    const PortId attachment = endpoint.attachments.front();
    return rest % 2 == 0 ? Channel{{}, attachment, endpoint.name} : Channel{attachment, {}, endpoint.name};
}

std::uint32_t FabricProof::channel_out(PortId port) const
{
    const std::uint32_t channel = graph_.out_of(port);
    if (channel != routing::none)
        return channel;
    const auto found = uncollected_at_.find(port);
    return found == uncollected_at_.end() ? routing::none : found->second + 1;
}

std::uint32_t FabricProof::channel_in(PortId port) const
{
    const std::uint32_t channel = graph_.out_of(port);
    if (channel != routing::none)
        return routing::reverse_of(channel);
    const auto found = uncollected_at_.find(port);
    return found == uncollected_at_.end() ? routing::none : found->second;
}

const JudgedHop* FabricProof::find(std::uint32_t channel, const Packet& packet) const
{
    const auto found = std::ranges::find(hops_[channel], packet, &JudgedHop::in);
    return found == hops_[channel].end() ? nullptr : &*found;
}

}
