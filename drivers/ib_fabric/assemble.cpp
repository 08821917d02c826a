// SPDX-License-Identifier: Apache-2.0
#include "drivers/ib_fabric/assemble.h"

#include "drivers/ib_fabric/joined_nodes.h"
#include "drivers/ib_fabric/kinship.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <string_view>
#include <utility>

namespace rocelint::ib_fabric {
namespace {

// How the SHARP part of every NVIDIA switch describes itself (NVIDIA SHARP README, Terminology: Aggregation Node;
// ibnetdiscover of Quantum switches).
constexpr std::string_view aggregation_node = "Aggregation Node";

class Assembler {
public:
    Assembler(std::vector<Draft>& drafts, std::vector<SyntaxProblem>& problems, Arena& arena)
        : drafts_(drafts), problems_(problems), arena_(arena), joined_(drafts, arena)
    {
    }

    Subnet run()
    {
        if (drafts_.size() > 1)
            leave_out_strangers();
        joined_.join();
        for (std::size_t draft = 0; draft < drafts_.size(); ++draft) {
            make_ports(draft, drafts_[draft].sl2vl);
            make_ports(draft, drafts_[draft].arbitration);
            make_ports(draft, drafts_[draft].pkeys);
        }
        flatten();
        for (std::size_t draft = 0; draft < drafts_.size(); ++draft)
            take_facts(draft);
        subnet_.conflicts = joined_.conflicts();
        subnet_.seal();
        return std::move(subnet_);
    }

private:
    void leave_out_strangers()
    {
        const Kinship kinship(drafts_);
        std::map<std::uint32_t, std::size_t> sizes;
        for (std::uint32_t index = 0; index < drafts_.size(); ++index) {
            if (has_guids(drafts_[index]))
                sizes[kinship.root(index)] += drafts_[index].nodes.size();
        }
        if (sizes.size() < 2)
            return;
        const std::uint32_t kept
            = std::ranges::max_element(sizes, {}, [](const auto& size) { return size.second; })->first;
        std::string_view shown;
        for (std::uint32_t index = 0; index < drafts_.size(); ++index) {
            if (shown.empty() && has_guids(drafts_[index]) && kinship.root(index) == kept)
                shown = drafts_[index].tree().source->file_name();
        }
        for (std::uint32_t index = 0; index < drafts_.size(); ++index) {
            Draft& draft = drafts_[index];
            if (!has_guids(draft) || kinship.root(index) == kept)
                continue;
            const Tree& tree = draft.tree();
            problems_.push_back({.severity = SyntaxProblem::Severity::warning,
                .at = tree.span(*tree.root->first),
                .message = fmt::format(
                    "this capture shows a different subnet from {}: no node is in both, and it is not "
                    "read; keep the captures of each subnet in a folder of its own",
                    shown)});
            for (const Node& line : *tree.root)
                line.mark(CoverageState::unsupported);
            strangers_.push_back(std::move(draft));
            draft = Draft(tree, unused_origins_, arena_);
        }
    }

    void flatten()
    {
        std::size_t count = 0;
        for (const DraftNode& node : joined_.nodes())
            count += node.ports.size();
        subnet_.nodes.reserve(joined_.nodes().size());
        subnet_.ports.reserve(count);
        for (DraftNode& node : joined_.nodes()) {
            std::ranges::sort(node.ports, {}, [](const DraftPort& port) { return port.port.number; });
            node.node.first_port = static_cast<std::uint32_t>(subnet_.ports.size());
            node.node.ports = static_cast<std::uint32_t>(node.ports.size());
            node.node.aggregation_node = node.node.kind == IbNodeKind::channel_adapter
                && node.node.description.ends_with(aggregation_node);
            for (const DraftPort& port : node.ports) {
                IbPort& made = subnet_.ports.emplace_back(port.port);
                made.node = static_cast<std::uint32_t>(subnet_.nodes.size());
            }
            subnet_.nodes.push_back(node.node);
        }
        std::uint32_t index = 0;
        for (const DraftNode& node : joined_.nodes()) {
            for (const DraftPort& port : node.ports) {
                if (port.peer_at != OriginId{})
                    subnet_.ports[index].peer
                        = {port.no_link ? Subnet::none : subnet_.port_of(port.peer.node, port.peer.number),
                            port.peer_at};
                ++index;
            }
        }
    }

    // Creates the ports of facts whose port no file lists.
    template <class Fact>
    void make_ports(std::size_t draft, const std::vector<OfPort<Fact>>& facts)
    {
        for (const OfPort<Fact>& of : facts) {
            const PortKey key = joined_.key_of(draft, of.key);
            if (key.node != Subnet::none)
                joined_.port_at(key);
        }
    }

    template <class Fact>
    void take_facts(std::size_t draft, const std::vector<OfPort<Fact>>& from, std::vector<Fact>& into)
    {
        for (const OfPort<Fact>& of : from) {
            const PortKey key = joined_.key_of(draft, of.key);
            const std::uint32_t port = subnet_.port_of(key.node, key.number);
            if (port == Subnet::none)
                continue;
            into.push_back(of.fact);
            into.back().port = port;
        }
    }

    void take_facts(std::size_t index)
    {
        Draft& draft = drafts_[index];
        if (!draft.nodes.empty() || !draft.managers.empty() || !draft.groups.empty() || !draft.paths.empty())
            subnet_.captures.push_back(draft.capture);
        take_facts(index, draft.sl2vl, subnet_.sl2vl);
        take_facts(index, draft.arbitration, subnet_.arbitration);
        take_facts(index, draft.pkeys, subnet_.pkeys);
        take_facts(index, draft.counters, subnet_.counters);
        for (IbForwarding& table : draft.tables) {
            table.node = joined_.node_of(index, table.node);
            const auto known = std::ranges::find(subnet_.tables, table.node, &IbForwarding::node);
            if (known == subnet_.tables.end())
                subnet_.tables.push_back(std::move(table));
            else if (known->out != table.out)
                joined_.conflict(index, "forwarding tables differ: they are one way", known->at, table.at);
        }
        std::ranges::copy(draft.paths, std::back_inserter(subnet_.paths));
        std::ranges::copy(draft.groups, std::back_inserter(subnet_.groups));
        std::ranges::copy(draft.managers, std::back_inserter(subnet_.managers));
        if (!subnet_.prefix.peek_known())
            subnet_.prefix = draft.prefix;
    }

    std::vector<Draft>& drafts_;
    std::vector<SyntaxProblem>& problems_;
    Arena& arena_;
    JoinedNodes joined_;
    std::vector<Draft> strangers_;
    Origins unused_origins_;
    Subnet subnet_;
};

}

Subnet assemble(std::vector<Draft>& drafts, std::vector<SyntaxProblem>& problems, Arena& arena)
{
    return Assembler(drafts, problems, arena).run();
}

}
