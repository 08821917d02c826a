// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/routing/alike.h"

#include <cstdint>
#include <vector>

namespace rocelint::routing {

/// Which packets that come in by one port of a device leave by which other: a bit for each pair of ports.
class TurnTable {
public:
    TurnTable() = default;
    explicit TurnTable(const Graph& graph);

    void insert(PortId in, std::uint32_t out_port);
    void erase(PortId in, std::uint32_t out_port);
    [[nodiscard]] bool has(PortId in, std::uint32_t out_port) const;
    /// Row of one in-port: bit N stands for port N.
    [[nodiscard]] std::span<const std::uint64_t> row(PortId in) const;
    [[nodiscard]] std::span<std::uint64_t> row(PortId in);
    /// Adds every turn of another table of the same graph.
    void merge(const TurnTable& other);
    [[nodiscard]] std::size_t count() const;
    /// The same by out-port: row N has the ports that packets which leave by port N come in by.
    [[nodiscard]] TurnTable transposed() const;

private:
    std::vector<std::size_t> first_word_; ///< by device
    std::vector<std::uint32_t> words_a_row_; ///< by device
    std::vector<std::uint64_t> bits_;
};

/// Every turn that packets between the endpoints take, over all equal-cost ways to all destination classes.
[[nodiscard]] TurnTable turns_in_use(const Graph& graph, const Destinations& destinations);

/// Likewise, with the classes that are taken to be alike.
[[nodiscard]] TurnTable turns_in_use(
    const Graph& graph, const Destinations& destinations, const AlikeClasses& alike);

/// Every turn that goes up, then down: what any set of failures may bring into use as long as no switch takes a
/// detour.
[[nodiscard]] TurnTable up_down_turns(const Graph& graph);

}
