// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/lid_routing/turn_matrix.h"

#include <cstdint>
#include <span>
#include <vector>

namespace rocelint::lid_routing {

/// What becomes of a packet at a switch.
enum class Fate : std::uint8_t {
    goes_on, ///< to another switch
    arrives, ///< where its address is
    no_table, ///< the switch's forwarding table was not captured
    no_entry, ///< the table has no port for the address: it is dropped
    no_link, ///< the port has no link: it is dropped
    unknown_link, ///< nobody captured what is behind the port
    other_end, ///< it leaves to an end node that does not have the address
    other_switch, ///< the switch takes it for its own, whose address it is not
    circles, ///< it comes back to a switch where it was before
};

/// One step of a packet.
struct Step {
    Fate fate = Fate::no_table;
    std::uint8_t port = 0; ///< by which it leaves the switch
    std::uint32_t channel = none; ///< where it goes on
};
/// Never Fate::circles, which is a matter of more than one step.
[[nodiscard]] Step step_at(const SubnetGraph& graph, std::uint32_t network_switch, const Target& target);

/// The same fate of the packets for several addresses at one port of one switch.
struct RouteFault {
    Fate fate = Fate::no_entry;
    std::uint32_t at = none; ///< the switch; of a circle the first of its switches
    std::uint8_t port = 0; ///< 0 where there is none
    std::uint32_t lids = 0; ///< how many addresses
    std::uint32_t data_lids = 0; ///< those among them that packets between end nodes meet it with
    std::vector<Lid> first; ///< the lowest of them, at most `most_first`, those of data first
    static constexpr std::size_t most_first = 8;
};

/// All packets of a subnet, followed through its forwarding tables.
struct TableTurns {
    TurnMatrix data; ///< of packets between end nodes
    /// The same, and those between an end node and the management port of a switch. Management ports answer; they do not
    /// talk to each other.
    TurnMatrix all;
    /// By switch, port and fate; neither of packets that arrive nor of those that go on.
    std::vector<RouteFault> faults;
    std::uint32_t without_table = 0; ///< switches
};
[[nodiscard]] TableTurns follow_tables(const SubnetGraph& graph);

/// Through which switches the packets for one address go, and where from.
class Carriers {
public:
    explicit Carriers(const SubnetGraph& graph);
    /// Follows packets to the target from the switches of end nodes, or from all.
    void follow(const Target& target, bool from_all_switches);
    /// A switch where packets enter that pass this one, itself if it may; or none if no packets pass.
    [[nodiscard]] std::uint32_t source_of(std::uint32_t network_switch) const
    {
        return source_[network_switch];
    }

private:
    const SubnetGraph* graph_;
    std::vector<std::uint32_t> source_;
};

/// The addresses whose packets go on by `out` after `in`, and one switch where they enter.
struct TurnCause {
    std::vector<Lid> lids; ///< ascending
    std::uint32_t source = none; ///< of the packets for the first of them
};
[[nodiscard]] TurnCause cause_of_turn(
    const SubnetGraph& graph, std::uint32_t in, std::uint32_t out, bool management);

}
