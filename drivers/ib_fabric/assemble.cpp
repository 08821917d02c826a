// SPDX-License-Identifier: Apache-2.0
// One file tells nodes by their GUID, another by the GUID of a port, a third by LID alone. The first kind is laid down before
// the others are looked up in it.
#include "drivers/ib_fabric/assemble.h"

#include "drivers/ib_fabric/kinship.h"
#include "models/fabric/fields.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <tuple>

namespace rocelint::ib_fabric {
namespace {

constexpr std::uint32_t none = Subnet::none;

class Assembler {
public:
    Assembler(std::vector<Draft>& drafts, std::vector<SyntaxProblem>& problems, Arena& arena)
        : drafts_(drafts), problems_(problems), arena_(arena)
    {
    }

    Subnet run()
    {
        if (drafts_.size() > 1)
            leave_out_strangers();
        for (const Draft& draft : drafts_) {
            has_plan_ = has_plan_ || (drafts_.size() > 1 && is_plan(draft));
            has_lids_ = has_lids_
                || std::ranges::any_of(draft.nodes, [](const DraftNode& node) { return node.lid != 0; });
        }
        node_of_.resize(drafts_.size());
        for (std::size_t draft = 0; draft < drafts_.size(); ++draft)
            node_of_[draft].assign(drafts_[draft].nodes.size(), none);
        for (std::size_t draft = 0; draft < drafts_.size(); ++draft)
            lay_down(draft);
        index_lids();
        for (std::size_t draft = 0; draft < drafts_.size(); ++draft)
            look_up_lids(draft);
        if (has_lids_)
            index_lids();
        settle_peers();
        for (std::size_t draft = 0; draft < drafts_.size(); ++draft) {
            make_ports(draft, drafts_[draft].sl2vl);
            make_ports(draft, drafts_[draft].arbitration);
            make_ports(draft, drafts_[draft].pkeys);
        }
        flatten();
        for (std::size_t draft = 0; draft < drafts_.size(); ++draft)
            take_facts(draft);
        for (const auto& [files, conflict] : conflicts_)
            subnet_.conflicts.push_back(conflict.record(sources_of(files)));
        subnet_.seal();
        return std::move(subnet_);
    }

private:
    // Differences of one kind between two files: told once.
    struct Conflict {
        std::size_t count = 0;
        Span believed;
        Span other;
        std::string_view what;
        [[nodiscard]] IbConflict record(std::pair<std::string_view, std::string_view> files) const
        {
            return {believed,
                other,
                fmt::format("{} {} in {} and otherwise in {}", count, what, files.first, files.second)};
        }
    };
    using ConflictKey = std::tuple<SourceId, SourceId, std::string_view>;

    [[nodiscard]] std::string_view name_of(SourceId file) const
    {
        for (const Draft& draft : drafts_) {
            if (draft.tree().source->id() == file)
                return draft.tree().source->file_name();
        }
        return {};
    }
    [[nodiscard]] std::pair<std::string_view, std::string_view> sources_of(const ConflictKey& key) const
    {
        return {name_of(std::get<0>(key)), name_of(std::get<1>(key))};
    }

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
                .message
                = fmt::format("this capture shows another subnet than {}: no node is in both, and it is not "
                              "read; keep the captures of each subnet in a folder of its own",
                    shown)});
            for (const Node& line : *tree.root)
                line.mark(CoverageState::unsupported);
            strangers_.push_back(std::move(draft));
            draft = Draft(tree, unused_origins_, arena_);
        }
    }

    // Nodes that are told by GUID or by name.
    void lay_down(std::size_t draft)
    {
        std::vector<DraftNode>& from = drafts_[draft].nodes;
        for (std::size_t index = 0; index < from.size(); ++index) {
            if (from[index].lid == 0)
                node_of_[draft][index] = lay_down(draft, from[index]);
        }
    }

    std::uint32_t lay_down(std::size_t draft, DraftNode& node)
    {
        std::uint32_t found = none;
        if (node.node.guid != 0)
            found = find(by_guid_, node.node.guid);
        for (const DraftPort& port : node.ports) {
            if (found == none && port.port.guid != 0)
                found = find(by_port_guid_, port.port.guid);
        }
        // A file that has a GUID twice means two nodes by it.
        if (found != none && made_by_[found] == draft && nodes_[found].node.guid == node.node.guid
            && nodes_[found].has_record && node.has_record && node.node.guid != 0)
            found = none;
        if (found == none)
            found = find_planned(draft, node.node);
        if (found == none) {
            found = static_cast<std::uint32_t>(nodes_.size());
            nodes_.push_back(std::move(node));
            made_by_.push_back(draft);
            for (const DraftPort& port : nodes_.back().ports)
                wait(draft, found, port.port.number, port);
            remember(found);
            return found;
        }
        merge(draft, found, node);
        remember(found);
        return found;
    }

    static std::uint32_t find(const std::unordered_map<Guid, std::uint32_t>& table, Guid guid)
    {
        const auto found = table.find(guid);
        return found == table.end() ? none : found->second;
    }
    // A file whose nodes have names and no GUIDs.
    static bool is_plan(const Draft& draft)
    {
        return std::ranges::any_of(
            draft.nodes, [](const DraftNode& node) { return node.node.guid == 0 && !node.node.id.empty(); });
    }

    // A net file tells no GUIDs: its nodes are those that call themselves so.
    [[nodiscard]] std::uint32_t find_planned(std::size_t draft, const IbNode& node) const
    {
        const auto found = by_name_.find(node.description);
        if (node.description.empty() || found == by_name_.end() || made_by_[found->second] == draft)
            return none;
        const IbNode& known = nodes_[found->second].node;
        const bool is_plan = known.guid == 0 && !known.id.empty();
        return is_plan != (node.guid == 0 && !node.id.empty()) ? found->second : none;
    }

    void remember(std::uint32_t index)
    {
        const DraftNode& node = nodes_[index];
        if (node.node.guid != 0)
            by_guid_.try_emplace(node.node.guid, index);
        for (const DraftPort& port : node.ports) {
            if (port.port.guid != 0)
                by_port_guid_.try_emplace(port.port.guid, index);
        }
        if (has_plan_ && !node.node.description.empty())
            by_name_.try_emplace(node.node.description, index);
    }

    // Peers of a draft's ports are told by its own nodes until all are joined.
    void wait(std::size_t draft, std::uint32_t node, std::uint8_t number, const DraftPort& port)
    {
        if (port.peer_at != OriginId{})
            pending_.push_back(
                {draft, {node, number}, port.peer, port.peer_lid, port.peer_at, port.no_link, port.port.at});
    }

    void merge(std::size_t draft, std::uint32_t index, const DraftNode& from)
    {
        DraftNode& into = nodes_[index];
        into.has_record = into.has_record || from.has_record;
        IbNode& node = into.node;
        const IbNode& other = from.node;
        if (node.kind == IbNodeKind::unknown)
            node.kind = other.kind;
        node.guid = node.guid != 0 ? node.guid : other.guid;
        node.system_guid = node.system_guid != 0 ? node.system_guid : other.system_guid;
        node.id = node.id.empty() ? other.id : node.id;
        node.description = node.description.empty() ? other.description : node.description;
        node.chassis = node.chassis.empty() ? other.chassis : node.chassis;
        node.port_count = std::max(node.port_count, other.port_count);
        node.enhanced_port_zero = node.enhanced_port_zero || other.enhanced_port_zero;
        take_unread(node, other);
        for (const DraftPort& port : from.ports)
            merge_port(draft, index, port);
    }

    template <class Record>
    static void take_unread(Record& into, const Record& from)
    {
        for_each_field(fields_of<Record>, [&](const auto& row) {
            auto& setting = into.*row.member;
            if (!setting.known_by_the_way())
                setting = from.*row.member;
        });
    }

    void merge_port(std::size_t draft, std::uint32_t index, const DraftPort& from)
    {
        std::vector<DraftPort>& ports = nodes_[index].ports;
        const std::uint8_t number = addressed_port(nodes_[index], from);
        auto found = find_port(ports, number);
        if (found == ports.end()) {
            ports.push_back(from);
            ports.back().port.number = number;
            ports.back().peer_at = {};
            found = ports.end() - 1;
        } else {
            if (found->port.lid.known_by_the_way() && from.port.lid.known_by_the_way()
                && found->port.lid.value != from.port.lid.value)
                conflict(draft, "LIDs differ: they are one way", found->port.at, from.port.at);
            found->port.guid = found->port.guid != 0 ? found->port.guid : from.port.guid;
            take_unread(found->port, from.port);
        }
        wait(draft, index, number, from);
    }

    // Number 0 of an adapter that is told by its LID is the port that has it.
    static std::uint8_t addressed_port(const DraftNode& node, const DraftPort& port)
    {
        if (port.port.number != 0 || node.node.kind == IbNodeKind::network_switch)
            return port.port.number;
        for (const DraftPort& own : node.ports) {
            if (port.port.guid != 0 && own.port.guid == port.port.guid)
                return own.port.number;
        }
        return node.ports.size() == 1 ? node.ports.front().port.number : port.port.number;
    }

    void conflict(std::size_t draft, std::string_view what, Span believed, Span other)
    {
        const SourceId here = drafts_[draft].tree().source->id();
        if (believed.source == here || !believed.somewhere())
            return;
        Conflict& made = conflicts_[{believed.source, here, what}];
        if (made.count++ == 0) {
            made.believed = believed;
            made.other = other;
            made.what = what;
        }
    }

    void index_lids()
    {
        by_lid_.clear();
        by_lid_.reserve(nodes_.size());
        for (std::uint32_t node = 0; node < nodes_.size(); ++node) {
            for (const DraftPort& port : nodes_[node].ports) {
                if (port.port.lid.known_by_the_way() && port.port.lid.value != 0)
                    by_lid_.try_emplace(port.port.lid.value, PortKey{node, port.port.number});
            }
        }
    }

    void look_up_lids(std::size_t draft)
    {
        std::vector<DraftNode>& from = drafts_[draft].nodes;
        for (std::size_t index = 0; index < from.size(); ++index) {
            DraftNode& node = from[index];
            if (node.lid == 0)
                continue;
            const auto found = by_lid_.find(node.lid);
            if (found == by_lid_.end()) {
                node_of_[draft][index] = static_cast<std::uint32_t>(nodes_.size());
                by_lid_.try_emplace(node.lid, PortKey{node_of_[draft][index], 0});
                nodes_.push_back(node);
                nodes_.back().node.id = arena_.keep(fmt::format("LID {}", node.lid));
                nodes_.back().ports.clear();
                made_by_.push_back(draft);
                for (const DraftPort& port : node.ports)
                    merge_port(draft, node_of_[draft][index], port);
                continue;
            }
            node_of_[draft][index] = found->second.node;
            lid_port_[{draft, static_cast<std::uint32_t>(index)}] = found->second.number;
            DraftNode moved = node;
            for (DraftPort& port : moved.ports)
                port.port.number = number_of(found->second, port.port.number);
            merge(draft, found->second.node, moved);
        }
    }

    // Of an adapter every attribute that is asked for by LID is of the port with that LID, or of the number that was given.
    [[nodiscard]] std::uint8_t number_of(PortKey addressed, std::uint8_t number) const
    {
        return number == 0 && nodes_[addressed.node].node.kind != IbNodeKind::network_switch
            ? addressed.number
            : number;
    }

    struct Pending {
        std::size_t draft;
        PortKey own; ///< of this assembly
        PortKey peer; ///< of the draft
        Lid peer_lid;
        OriginId at;
        bool no_link;
        Span line;
    };

    // The node of this assembly that a key of a draft means.
    [[nodiscard]] std::optional<PortKey> resolve(const Pending& pending) const
    {
        if (pending.peer.node != none) {
            const std::uint32_t node = node_of_[pending.draft][pending.peer.node];
            return node == none ? std::nullopt : std::optional(PortKey{node, pending.peer.number});
        }
        const auto found = by_lid_.find(pending.peer_lid);
        if (pending.peer_lid == 0 || found == by_lid_.end())
            return std::nullopt;
        return PortKey{found->second.node, pending.peer.number};
    }

    DraftPort& port_at(PortKey key)
    {
        std::vector<DraftPort>& ports = nodes_[key.node].ports;
        const auto found = find_port(ports, key.number);
        if (found != ports.end())
            return *found;
        DraftPort& made = ports.emplace_back();
        made.port.number = key.number;
        made.port.at = nodes_[key.node].node.at;
        return made;
    }

    void settle_peers()
    {
        for (DraftNode& node : nodes_) {
            for (DraftPort& port : node.ports)
                port.peer_at = {};
        }
        for (const Pending& pending : pending_) {
            if (pending.no_link) {
                DraftPort& own = port_at(pending.own);
                if (own.peer_at == OriginId{}) {
                    own.no_link = true;
                    own.peer = {};
                    own.peer_at = pending.at;
                }
                continue;
            }
            const auto peer = resolve(pending);
            if (!peer)
                continue;
            port_at(*peer);
            DraftPort& own = port_at(pending.own);
            if (own.peer_at != OriginId{} && !own.no_link
                && (own.peer.node != peer->node || own.peer.number != peer->number)) {
                conflict(pending.draft, "links differ: they are one way", own.port.at, pending.line);
                continue;
            }
            if (own.peer_at != OriginId{} && own.no_link)
                conflict(pending.draft, "links differ: they are one way", own.port.at, pending.line);
            own.no_link = false;
            own.peer = *peer;
            own.peer_at = pending.at;
        }
        // What one end alone tells is told of both.
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

    void flatten()
    {
        std::size_t count = 0;
        for (const DraftNode& node : nodes_)
            count += node.ports.size();
        subnet_.nodes.reserve(nodes_.size());
        subnet_.ports.reserve(count);
        for (DraftNode& node : nodes_) {
            std::ranges::sort(node.ports, {}, [](const DraftPort& port) { return port.port.number; });
            node.node.first_port = static_cast<std::uint32_t>(subnet_.ports.size());
            node.node.ports = static_cast<std::uint32_t>(node.ports.size());
            for (const DraftPort& port : node.ports) {
                IbPort& made = subnet_.ports.emplace_back(port.port);
                made.node = static_cast<std::uint32_t>(subnet_.nodes.size());
            }
            subnet_.nodes.push_back(node.node);
        }
        std::uint32_t index = 0;
        for (const DraftNode& node : nodes_) {
            for (const DraftPort& port : node.ports) {
                if (port.peer_at != OriginId{})
                    subnet_.ports[index].peer
                        = {port.no_link ? none : subnet_.port_of(port.peer.node, port.peer.number),
                            port.peer_at};
                ++index;
            }
        }
    }

    // What a key of a draft means here.
    [[nodiscard]] PortKey final_key(std::size_t draft, PortKey key) const
    {
        const std::uint32_t node = node_of_[draft][key.node];
        const auto addressed = lid_port_.find({draft, key.node});
        return {node,
            addressed == lid_port_.end() ? key.number : number_of({node, addressed->second}, key.number)};
    }

    // Facts of ports that no file lists.
    template <class Fact>
    void make_ports(std::size_t draft, const std::vector<OfPort<Fact>>& facts)
    {
        for (const OfPort<Fact>& of : facts) {
            const PortKey key = final_key(draft, of.key);
            if (key.node != none)
                port_at(key);
        }
    }

    template <class Fact>
    void take_facts(std::size_t draft, const std::vector<OfPort<Fact>>& from, std::vector<Fact>& into)
    {
        for (const OfPort<Fact>& of : from) {
            const PortKey key = final_key(draft, of.key);
            const std::uint32_t port = subnet_.port_of(key.node, key.number);
            if (port == none)
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
            table.node = node_of_[index][table.node];
            const auto known = std::ranges::find(subnet_.tables, table.node, &IbForwarding::node);
            if (known == subnet_.tables.end())
                subnet_.tables.push_back(std::move(table));
            else if (known->out != table.out)
                conflict(index, "forwarding tables differ: they are one way", known->at, table.at);
        }
        std::ranges::copy(draft.paths, std::back_inserter(subnet_.paths));
        std::ranges::copy(draft.groups, std::back_inserter(subnet_.groups));
        std::ranges::copy(draft.managers, std::back_inserter(subnet_.managers));
        if (!subnet_.prefix.known_by_the_way())
            subnet_.prefix = draft.prefix;
    }

    std::vector<Draft>& drafts_;
    std::vector<SyntaxProblem>& problems_;
    Arena& arena_;
    std::vector<Draft> strangers_;
    Origins unused_origins_;
    std::vector<DraftNode> nodes_;
    std::vector<std::size_t> made_by_; ///< by node: the file that told it first
    std::vector<std::vector<std::uint32_t>> node_of_; ///< by file, by its node
    std::map<std::pair<std::size_t, std::uint32_t>, std::uint8_t>
        lid_port_; ///< of nodes that are told by LID
    std::unordered_map<Guid, std::uint32_t> by_guid_;
    std::unordered_map<Guid, std::uint32_t> by_port_guid_;
    std::unordered_map<std::string_view, std::uint32_t> by_name_;
    std::unordered_map<Lid, PortKey> by_lid_;
    bool has_plan_ = false; ///< some file tells nodes by name only
    bool has_lids_ = false; ///< some file tells nodes by LID only
    std::vector<Pending> pending_;
    std::map<ConflictKey, Conflict> conflicts_;
    Subnet subnet_;
};

}

Subnet assemble(std::vector<Draft>& drafts, std::vector<SyntaxProblem>& problems, Arena& arena)
{
    return Assembler(drafts, problems, arena).run();
}

}
