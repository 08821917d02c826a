// SPDX-License-Identifier: Apache-2.0
#include "drivers/ib_fabric/joined_nodes.h"

#include "models/fabric/fields/fields.h"

#include <fmt/format.h>

#include <algorithm>

namespace rocelint::ib_fabric {
namespace {

std::uint32_t find(const std::unordered_map<Guid, std::uint32_t>& table, Guid guid)
{
    const auto found = table.find(guid);
    return found == table.end() ? Subnet::none : found->second;
}

constexpr auto no_file = static_cast<std::size_t>(-1);

// Whether a file has nodes with names and no GUIDs.
bool is_plan(const Draft& draft)
{
    return std::ranges::any_of(
        draft.nodes, [](const DraftNode& node) { return node.node.guid == 0 && !node.node.id.empty(); });
}

template <class Record>
void take_unread(Record& into, const Record& from)
{
    for_each_field(fields_of<Record>, [&](const auto& row) {
        auto& setting = into.*row.member;
        if (!setting.peek_known())
            setting = from.*row.member;
    });
}

// Number 0 of an adapter identified by its LID stands for the port that has the LID.
std::uint8_t addressed_port(const DraftNode& node, const DraftPort& port)
{
    if (port.port.number != 0 || node.node.kind == IbNodeKind::network_switch)
        return port.port.number;
    for (const DraftPort& own : node.ports) {
        if (port.port.guid != 0 && own.port.guid == port.port.guid)
            return own.port.number;
    }
    return node.ports.size() == 1 ? node.ports.front().port.number : port.port.number;
}

}

void JoinedNodes::join()
{
    for (const Draft& draft : drafts_) {
        has_plan_ = has_plan_ || (drafts_.size() > 1 && is_plan(draft));
        has_lids_ = has_lids_
            || std::ranges::any_of(draft.nodes, [](const DraftNode& node) { return node.lid != 0; });
    }
    node_of_.resize(drafts_.size());
    for (std::size_t draft = 0; draft < drafts_.size(); ++draft)
        node_of_[draft].assign(drafts_[draft].nodes.size(), Subnet::none);
    for (std::size_t draft = 0; draft < drafts_.size(); ++draft)
        lay_down(draft);
    index_lids();
    for (std::size_t draft = 0; draft < drafts_.size(); ++draft)
        look_up_lids(draft);
    if (has_lids_)
        index_lids();
    settle_peers();
}

std::string_view JoinedNodes::name_of(SourceId file) const
{
    for (const Draft& draft : drafts_) {
        if (draft.tree().source->id() == file)
            return draft.tree().source->file_name();
    }
    return {};
}

std::vector<IbConflict> JoinedNodes::conflicts() const
{
    std::vector<IbConflict> told;
    for (const auto& [key, made] : conflicts_)
        told.push_back({made.believed,
            made.other,
            fmt::format("{} {} in {} and otherwise in {}",
                made.count,
                made.what,
                name_of(std::get<0>(key)),
                name_of(std::get<1>(key)))});
    return told;
}

// Adds nodes that are identified by GUID or by name.
void JoinedNodes::lay_down(std::size_t draft)
{
    std::vector<DraftNode>& from = drafts_[draft].nodes;
    for (std::size_t index = 0; index < from.size(); ++index) {
        if (from[index].lid == 0)
            node_of_[draft][index] = lay_down(draft, from[index]);
    }
}

std::uint32_t JoinedNodes::lay_down(std::size_t draft, DraftNode& node)
{
    std::uint32_t found = Subnet::none;
    if (node.node.guid != 0)
        found = find(by_guid_, node.node.guid);
    for (const DraftPort& port : node.ports) {
        if (found == Subnet::none && port.port.guid != 0)
            found = find(by_port_guid_, port.port.guid);
    }
    // If a file has a GUID twice, it means two nodes, whatever an earlier file said.
    if (found != Subnet::none && node.has_record && node.node.guid != 0
        && nodes_[found].node.guid == node.node.guid && recorded_by_[found] == draft)
        found = find_unrecorded(draft, node.node);
    const bool has_record = node.has_record;
    if (found == Subnet::none)
        found = find_planned(draft, node.node);
    if (found == Subnet::none) {
        found = static_cast<std::uint32_t>(nodes_.size());
        nodes_.push_back(std::move(node));
        made_by_.push_back(draft);
        for (const DraftPort& port : nodes_.back().ports)
            wait(draft, found, port.port.number, port);
        remember(found);
        note_record(draft, found, has_record);
        return found;
    }
    merge(draft, found, node);
    remember(found);
    note_record(draft, found, has_record);
    return found;
}

// Returns a further node with the same GUID that another file named and this file has not named yet.
std::uint32_t JoinedNodes::find_unrecorded(std::size_t draft, const IbNode& node) const
{
    const auto twins = twins_.find(node.guid);
    if (twins == twins_.end())
        return Subnet::none;
    const auto free = std::ranges::find_if(
        twins->second, [&](std::uint32_t twin) { return recorded_by_[twin] != draft; });
    return free == twins->second.end() ? Subnet::none : *free;
}

void JoinedNodes::note_record(std::size_t draft, std::uint32_t index, bool has_record)
{
    recorded_by_.resize(nodes_.size(), no_file);
    if (has_record)
        recorded_by_[index] = draft;
}

// A net file has no GUIDs: its nodes are matched by their descriptions.
std::uint32_t JoinedNodes::find_planned(std::size_t draft, const IbNode& node) const
{
    const auto found = by_name_.find(node.description);
    if (node.description.empty() || found == by_name_.end() || made_by_[found->second] == draft)
        return Subnet::none;
    const IbNode& known = nodes_[found->second].node;
    const bool is_plan = known.guid == 0 && !known.id.empty();
    return is_plan != (node.guid == 0 && !node.id.empty()) ? found->second : Subnet::none;
}

void JoinedNodes::remember(std::uint32_t index)
{
    const DraftNode& node = nodes_[index];
    if (node.node.guid != 0) {
        const std::uint32_t first = by_guid_.try_emplace(node.node.guid, index).first->second;
        std::vector<std::uint32_t>* twins = first == index ? nullptr : &twins_[node.node.guid];
        if (twins != nullptr && std::ranges::find(*twins, index) == twins->end())
            twins->push_back(index);
    }
    for (const DraftPort& port : node.ports) {
        if (port.port.guid != 0)
            by_port_guid_.try_emplace(port.port.guid, index);
    }
    if (has_plan_ && !node.node.description.empty())
        by_name_.try_emplace(node.node.description, index);
}

void JoinedNodes::wait(std::size_t draft, std::uint32_t node, std::uint8_t number, const DraftPort& port)
{
    if (port.peer_at != OriginId{})
        pending_.push_back(
            {draft, {node, number}, port.peer, port.peer_lid, port.peer_at, port.no_link, port.port.at});
}

void JoinedNodes::merge(std::size_t draft, std::uint32_t index, const DraftNode& from)
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

void JoinedNodes::merge_port(std::size_t draft, std::uint32_t index, const DraftPort& from)
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
        if (found->port.lid.peek_known() && from.port.lid.peek_known()
            && found->port.lid.value != from.port.lid.value)
            conflict(draft, "LIDs differ: they are one way", found->port.at, from.port.at);
        found->port.guid = found->port.guid != 0 ? found->port.guid : from.port.guid;
        take_unread(found->port, from.port);
    }
    wait(draft, index, number, from);
}

void JoinedNodes::conflict(std::size_t draft, std::string_view what, Span believed, Span other)
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

void JoinedNodes::index_lids()
{
    by_lid_.clear();
    by_lid_.reserve(nodes_.size());
    for (std::uint32_t node = 0; node < nodes_.size(); ++node) {
        for (const DraftPort& port : nodes_[node].ports) {
            if (port.port.lid.peek_known() && port.port.lid.value != 0)
                by_lid_.try_emplace(port.port.lid.value, PortKey{node, port.port.number});
        }
    }
}

void JoinedNodes::look_up_lids(std::size_t draft)
{
    for (std::uint32_t index = 0; index < drafts_[draft].nodes.size(); ++index) {
        if (drafts_[draft].nodes[index].lid != 0)
            look_up_lid(draft, index);
    }
}

void JoinedNodes::look_up_lid(std::size_t draft, std::uint32_t index)
{
    const DraftNode& node = drafts_[draft].nodes[index];
    const auto found = by_lid_.find(node.lid);
    if (found == by_lid_.end()) {
        const auto made = static_cast<std::uint32_t>(nodes_.size());
        node_of_[draft][index] = made;
        by_lid_.try_emplace(node.lid, PortKey{made, 0});
        nodes_.push_back(node);
        nodes_.back().node.id = arena_.keep(fmt::format("LID {}", node.lid));
        nodes_.back().ports.clear();
        made_by_.push_back(draft);
        for (const DraftPort& port : node.ports)
            merge_port(draft, made, port);
        return;
    }
    node_of_[draft][index] = found->second.node;
    lid_port_[{draft, index}] = found->second.number;
    DraftNode moved = node;
    for (DraftPort& port : moved.ports)
        port.port.number = number_of(found->second, port.port.number);
    merge(draft, found->second.node, moved);
}

// An attribute of an adapter, queried by LID, belongs to the port with that LID, unless a port number was
// given.
std::uint8_t JoinedNodes::number_of(PortKey addressed, std::uint8_t number) const
{
    return number == 0 && nodes_[addressed.node].node.kind != IbNodeKind::network_switch ? addressed.number
                                                                                         : number;
}

PortKey JoinedNodes::key_of(std::size_t draft, PortKey key) const
{
    const std::uint32_t node = node_of_[draft][key.node];
    const auto addressed = lid_port_.find({draft, key.node});
    return {
        node, addressed == lid_port_.end() ? key.number : number_of({node, addressed->second}, key.number)};
}

DraftPort& JoinedNodes::port_at(PortKey key)
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

}
