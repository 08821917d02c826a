// SPDX-License-Identifier: Apache-2.0
// The part of a subnet that one file shows, before it is joined with those of other files.
#pragma once

#include "models/fabric/subnet/subnet.h"
#include "models/fabric/value/setting.h"
#include "models/syntax/tree.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace rocelint::ib_fabric {

/// A port of a Draft, by node and number. Facts about ports are stored under it until the nodes of all files
/// are joined.
struct PortKey {
    std::uint32_t node = Subnet::none;
    std::uint8_t number = 0;
};

/// A fact of the model that belongs to one port. Its own `port` is set when the files are joined.
template <class Fact>
struct OfPort {
    PortKey key;
    Fact fact;
};

struct DraftPort {
    IbPort port;
    PortKey peer; ///< set if the file names the node
    Lid peer_lid = 0; ///< set if the file gives only the LID of the other end, in addition to `peer.number`
    OriginId peer_at; ///< unread: no file says what is at the other end
    bool no_link = false; ///< the file says that there is no link
};

struct DraftNode {
    IbNode node;
    Lid lid = 0; ///< set if only the LID is known
    bool has_record = false; ///< the file describes the node, and does not only name it as a neighbor
    std::vector<DraftPort> ports; ///< in the order of the file
};

/// Returns the position of the port with this number, or the end. Ports mostly have no gaps, so the number
/// gives the position.
template <class Ports>
[[nodiscard]] auto find_port(Ports& ports, std::uint8_t number)
{
    if (!ports.empty() && number >= ports.front().port.number) {
        const auto guess = static_cast<std::size_t>(number - ports.front().port.number);
        if (guess < ports.size() && ports[guess].port.number == number)
            return ports.begin() + static_cast<std::ptrdiff_t>(guess);
    }
    return std::find_if(
        ports.begin(), ports.end(), [number](const DraftPort& port) { return port.port.number == number; });
}

class Draft {
public:
    /// `arena` owns text that is not in the file.
    Draft(const Tree& tree, Origins& origins, Arena& arena) : tree_(&tree), origins_(&origins), arena_(&arena)
    {
        capture.file = tree.source->id();
        // A node takes some hundred bytes in every format.
        constexpr std::size_t bytes_of_node = 400;
        by_guid_.reserve(tree.source->size() / bytes_of_node);
        by_port_guid_.reserve(tree.source->size() / bytes_of_node);
    }

    IbCapture capture;
    std::vector<DraftNode> nodes;
    std::vector<OfPort<IbSl2vl>> sl2vl;
    std::vector<OfPort<IbArbitration>> arbitration;
    std::vector<OfPort<IbPkeys>> pkeys;
    std::vector<OfPort<IbCounter>> counters;
    std::vector<IbForwarding> tables; ///< `node` is a node of this draft
    std::vector<IbPath> paths;
    std::vector<IbMulticastGroup> groups;
    std::vector<IbManager> managers;
    Setting<std::uint64_t> prefix;
    std::vector<SyntaxProblem> problems;
    std::string_view command; ///< the command typed before the current output, or empty

    [[nodiscard]] const Tree& tree() const { return *tree_; }
    [[nodiscard]] Arena& arena() { return *arena_; }
    [[nodiscard]] Span span(const Node& line) const { return tree_->span(line); }
    [[nodiscard]] Span span(std::string_view part) const { return tree_->source->span_of(part); }
    [[nodiscard]] OriginId origin(const Node& line)
    {
        if (line.offset != last_offset_ || last_ == OriginId{}) {
            last_ = origins_->explicit_at(span(line));
            last_offset_ = line.offset;
        }
        return last_;
    }
    [[nodiscard]] OriginId unread(std::string_view reason) { return origins_->unread(reason); }

    /// Returns the node with this name in the file, creating it at its first mention. `line` is where it is
    /// mentioned.
    std::uint32_t node_of_guid(Guid guid, const Node& line);
    std::uint32_t node_of_id(std::string_view id, const Node& line);
    /// Returns the node that has a port with this GUID.
    std::uint32_t node_of_port_guid(Guid guid, const Node& line);
    /// Returns the node of which only a LID is known.
    std::uint32_t node_of_lid(Lid lid, const Node& line);
    /// Creates a node distinct from all others: the second record of one GUID.
    std::uint32_t another_node(const Node& line);
    /// Records that a port with this GUID belongs to the node.
    void know_port_guid(Guid guid, std::uint32_t node) { by_port_guid_.try_emplace(guid, node); }

    /// Returns the port with this number, creating it at its first mention. Valid until the next port is
    /// created.
    DraftPort& port(PortKey key, const Node& line);

    /// Adds a warning at `at`.
    void warn(Span at, std::string message);

private:
    const Tree* tree_;
    Origins* origins_;
    Arena* arena_;
    std::unordered_map<Guid, std::uint32_t> by_guid_;
    std::unordered_map<Guid, std::uint32_t> by_port_guid_;
    std::unordered_map<std::string_view, std::uint32_t> by_id_;
    std::unordered_map<Lid, std::uint32_t> by_lid_;
    OriginId last_{};
    std::uint32_t last_offset_ = 0;
};

/// Sets a value unless it is set already.
template <class T>
void tell(Setting<T>& setting, T value, OriginId at)
{
    if (!setting.peek_known())
        setting = {value, at};
}

}
