// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/routing/alike.h"

#include <cstdint>
#include <vector>

namespace rocelint::routing {

/// Which port packets leave a device by, for each port they enter by: a bit for each pair of ports (see
/// TurnRows).
class TurnTable {
public:
    TurnTable() = default;
    explicit TurnTable(const Graph& graph);

    void insert(PortId in, std::uint32_t out_port);
    /// Always false from a port that does not lead to a switch back to itself, because no host sends to
    /// itself.
    [[nodiscard]] bool has(PortId in, std::uint32_t out_port) const;
    /// Whether the ingress port shares its row with all other ports of the device that do not lead to a
    /// switch.
    [[nodiscard]] bool is_shared(PortId in) const
    {
        return rows_->row[rows_->first_port[in.device] + in.port] == 0;
    }
    /// Row of one ingress port: bit N stands for port N. A shared row may include the port itself, which
    /// has() ignores.
    [[nodiscard]] std::span<const std::uint64_t> row(PortId in) const;
    [[nodiscard]] std::span<std::uint64_t> row(PortId in);
    /// Adds every turn of another table of the same graph.
    void merge(const TurnTable& other);
    /// Number of bits set; shared rows count once.
    [[nodiscard]] std::size_t count() const;
    /// The switch-to-switch turns by egress port: row N has the ports by which packets that leave by port N
    /// enter.
    [[nodiscard]] TurnTable transposed() const;

private:
    std::shared_ptr<const TurnRows> rows_;
    std::vector<std::uint64_t> bits_;
};

/// Every turn that packets between the endpoints take, over all equal-cost paths to all destination classes.
[[nodiscard]] TurnTable turns_in_use(const Graph& graph, const Destinations& destinations);

/// The same for given groups of similar classes.
[[nodiscard]] TurnTable turns_in_use(
    const Graph& graph, const Destinations& destinations, const AlikeClasses& alike);

/// Every turn that goes up, then down: all that any set of failures can bring into use as long as no switch
/// takes a detour.
[[nodiscard]] TurnTable up_down_turns(const Graph& graph);

}
