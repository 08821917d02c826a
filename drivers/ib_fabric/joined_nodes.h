// SPDX-License-Identifier: Apache-2.0
// One file identifies nodes by their GUID, another by the GUID of a port, a third by LID alone. Nodes of the
// first kind are added before the others are looked up among them.
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
    /// Takes the nodes out of the drafts. `arena` owns the names that are made for nodes which the files leave without one.
    JoinedNodes(std::vector<Draft>& drafts, Arena& arena) : drafts_(drafts), arena_(arena) { }

    /// Joins nodes by GUID, by the GUID of a port, by LID or by name, and the links between them.
    void join();

    /// Returns the joined port of a draft's port; its node is Subnet::none if the draft's node is unknown.
    [[nodiscard]] PortKey key_of(std::size_t draft, PortKey key) const;
    /// Returns the joined node of a draft's node.
    [[nodiscard]] std::uint32_t node_of(std::size_t draft, std::uint32_t node) const
    {
        return node_of_[draft][node];
    }
    /// Returns the port with this key, creating it if no file lists it.
    DraftPort& port_at(PortKey key);
    /// Records that this draft contradicts the accepted value. `what` is a literal.
    void conflict(std::size_t draft, std::string_view what, Span believed, Span other);
    /// Returns the conflicts; differences of one kind between two files are one conflict.
    [[nodiscard]] std::vector<IbConflict> conflicts() const;

    /// Nodes by index; ports in the order of the files, with peers as keys of this class.
    [[nodiscard]] std::vector<DraftNode>& nodes() { return nodes_; }

private:
    struct Conflict {
        std::size_t count = 0;
        Span believed;
        Span other;
        std::string_view what;
    };
    /// A peer that refers to a draft's own nodes, until all nodes are joined.
    struct Pending {
        std::size_t draft;
        PortKey own; ///< key of this class
        PortKey peer; ///< key of the draft
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
    std::vector<std::size_t> made_by_; ///< by node: the file that named it first
    std::vector<std::vector<std::uint32_t>> node_of_; ///< by file, by the file's node
    /// For nodes identified by LID.
    std::map<std::pair<std::size_t, std::uint32_t>, std::uint8_t> lid_port_;
    std::unordered_map<Guid, std::uint32_t> by_guid_;
    std::unordered_map<Guid, std::vector<std::uint32_t>> twins_; ///< further nodes with the same GUID
    /// By node: the last file with a record of it; `no_file` if there is none.
    std::vector<std::size_t> recorded_by_;
    std::unordered_map<Guid, std::uint32_t> by_port_guid_;
    std::unordered_map<std::string_view, std::uint32_t> by_name_;
    std::unordered_map<Lid, PortKey> by_lid_;
    bool has_plan_ = false; ///< some file identifies nodes by name only
    bool has_lids_ = false; ///< some file identifies nodes by LID only
    std::vector<Pending> pending_;
    std::map<std::tuple<SourceId, SourceId, std::string_view>, Conflict> conflicts_;
};

}
