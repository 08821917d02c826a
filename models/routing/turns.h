// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/routing/alike.h"

#include <cstdint>
#include <vector>

namespace rocelint::routing {

/// Which packets that come in by one port of a device leave by which other: a bit for each pair of ports (see TurnRows).
class TurnTable {
public:
    TurnTable() = default;
    explicit TurnTable(const Graph& graph);

    void insert(PortId in, std::uint32_t out_port);
    /// Nobody sends to itself: never from a port that leads to no switch to that port.
    [[nodiscard]] bool has(PortId in, std::uint32_t out_port) const;
    /// The in-port shares its row with all others of the device that lead to no switch.
    [[nodiscard]] bool is_shared(PortId in) const
    {
        return rows_->row[rows_->first_port[in.device] + in.port] == 0;
    }
    /// Row of one in-port: bit N stands for port N. A shared one may have the port itself, which has() leaves out.
    [[nodiscard]] std::span<const std::uint64_t> row(PortId in) const;
    [[nodiscard]] std::span<std::uint64_t> row(PortId in);
    /// Adds every turn of another table of the same graph.
    void merge(const TurnTable& other);
    /// How many bits are set; shared rows count once.
    [[nodiscard]] std::size_t count() const;
    /// All rows, one behind the other: as many for each table of one fabric.
    [[nodiscard]] std::span<const std::uint64_t> words() const { return bits_; }
    [[nodiscard]] std::span<std::uint64_t> words() { return bits_; }
    /// The turns from switch to switch by out-port: row N has the ports that packets which leave by port N come in by.
    [[nodiscard]] TurnTable transposed() const;

private:
    std::shared_ptr<const TurnRows> rows_;
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
