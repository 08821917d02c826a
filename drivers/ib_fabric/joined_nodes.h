// SPDX-License-Identifier: Apache-2.0
// One file tells nodes by their GUID, another by the GUID of a port, a third by LID alone. The first kind is laid down before
// the others are looked up in it.
#pragma once

#include "drivers/ib_fabric/draft.h"

#include <map>
#include <optional>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

namespace rocelint::ib_fabric {

/// The nodes and links of several drafts, each node once.
class JoinedNodes {
public:
    /// Takes the nodes out of the drafts. `arena` owns names of nodes that no file names.
    JoinedNodes(std::vector<Draft>& drafts, Arena& arena) : drafts_(drafts), arena_(arena) { }

    /// Joins nodes by GUID, by the GUID of a port, by LID or by name, and the links between them.
    void join();

    /// What a port of a draft is here; its node is Subnet::none where the draft's node is unknown.
    [[nodiscard]] PortKey key_of(std::size_t draft, PortKey key) const;
    /// The node that a node of a draft is here.
    [[nodiscard]] std::uint32_t node_of(std::size_t draft, std::uint32_t node) const
    {
        return node_of_[draft][node];
    }
    /// The port of this key; made where no file lists it.
    DraftPort& port_at(PortKey key);
    /// Remembers that this draft tells something otherwise than what is believed. `what` is a literal.
    void conflict(std::size_t draft, std::string_view what, Span believed, Span other);
    /// Differences of one kind between two files are one conflict.
    [[nodiscard]] std::vector<IbConflict> conflicts() const;

    /// By node; ports in the order in which files tell them, their peers by keys of this class.
    [[nodiscard]] std::vector<DraftNode>& nodes() { return nodes_; }

private:
    struct Conflict {
        std::size_t count = 0;
        Span believed;
        Span other;
        std::string_view what;
    };
    /// A peer that a draft tells by its own nodes, until all are joined.
    struct Pending {
        std::size_t draft;
        PortKey own; ///< of this class
        PortKey peer; ///< of the draft
        Lid peer_lid;
        OriginId at;
        bool no_link;
        Span line;
    };

    [[nodiscard]] std::string_view name_of(SourceId file) const;
    void lay_down(std::size_t draft);
    std::uint32_t lay_down(std::size_t draft, DraftNode& node);
    [[nodiscard]] std::uint32_t find_unrecorded(std::size_t draft, const IbNode& node) const;
    void note_record(std::size_t draft, std::uint32_t index, bool has_record);
    [[nodiscard]] std::uint32_t find_planned(std::size_t draft, const IbNode& node) const;
    void remember(std::uint32_t index);
    void wait(std::size_t draft, std::uint32_t node, std::uint8_t number, const DraftPort& port);
    void merge(std::size_t draft, std::uint32_t index, const DraftNode& from);
    void merge_port(std::size_t draft, std::uint32_t index, const DraftPort& from);
    void index_lids();
    void look_up_lids(std::size_t draft);
    void look_up_lid(std::size_t draft, std::uint32_t index);
    [[nodiscard]] std::uint8_t number_of(PortKey addressed, std::uint8_t number) const;

    [[nodiscard]] std::optional<PortKey> resolve(const Pending& pending) const;
    void settle_peers();
    void settle(const Pending& pending);
    void tell_far_ends();

    std::vector<Draft>& drafts_;
    Arena& arena_;
    std::vector<DraftNode> nodes_;
    std::vector<std::size_t> made_by_; ///< by node: the file that told it first
    std::vector<std::vector<std::uint32_t>> node_of_; ///< by file, by its node
    std::map<std::pair<std::size_t, std::uint32_t>, std::uint8_t>
        lid_port_; ///< of nodes that are told by LID
    std::unordered_map<Guid, std::uint32_t> by_guid_;
    std::unordered_map<Guid, std::vector<std::uint32_t>> twins_; ///< further nodes of a GUID
    std::vector<std::size_t> recorded_by_; ///< by node: the last file with a record of it; `no_file` for none
    std::unordered_map<Guid, std::uint32_t> by_port_guid_;
    std::unordered_map<std::string_view, std::uint32_t> by_name_;
    std::unordered_map<Lid, PortKey> by_lid_;
    bool has_plan_ = false; ///< some file tells nodes by name only
    bool has_lids_ = false; ///< some file tells nodes by LID only
    std::vector<Pending> pending_;
    std::map<std::tuple<SourceId, SourceId, std::string_view>, Conflict> conflicts_;
};

}
