// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/lid_routing/turn_matrix.h"

#include <cstdint>
#include <span>
#include <vector>

namespace rocelint::lid_routing {

/// What happens to a packet at a switch.
enum class Fate : std::uint8_t {
    goes_on, ///< to another switch
    arrives, ///< at its destination
    no_table, ///< the switch's forwarding table was not captured
    no_entry, ///< the table has no port for the address: the packet is dropped
    no_link, ///< the port has no link: the packet is dropped
    unknown_link, ///< the other end of the port was not captured
    other_end, ///< the packet leaves to an end node that does not have the address
    other_switch, ///< the switch delivers the packet to itself, but does not have the address
    circles, ///< the packet returns to a switch that it has already passed
};

/// One step of a packet.
struct Step {
    Fate fate = Fate::no_table;
    std::uint8_t port = 0; ///< egress port
    std::uint32_t channel = none; ///< the next channel, if the packet is forwarded
};
/// Never returns Fate::circles, which takes more than one step to detect.
[[nodiscard]] Step step_at(const SubnetGraph& graph, std::uint32_t network_switch, const Target& target);

/// Packets for several addresses meet the same fate at one port of one switch.
struct RouteFault {
    Fate fate = Fate::no_entry;
    std::uint32_t at = none; ///< the switch; for a circle, its first switch
    std::uint8_t port = 0; ///< 0 if no port is known
    std::uint32_t lids = 0; ///< number of addresses
    std::uint32_t data_lids = 0; ///< how many of these addresses are affected for packets between end nodes
    std::vector<Lid> first; ///< the lowest addresses, at most `most_first`, addresses of data first
    static constexpr std::size_t most_first = 8;
};

/// The result of following all packets of a subnet through its forwarding tables.
struct TableTurns {
    TurnMatrix data; ///< turns of packets between end nodes
    /// The same, plus packets between an end node and the management port of a switch. Management ports only
    /// answer; they do not talk to each other.
    TurnMatrix all;
    /// By switch, port and fate; without packets that arrive or go on.
    std::vector<RouteFault> faults;
    std::uint32_t without_table = 0; ///< switches
};
[[nodiscard]] TableTurns follow_tables(const SubnetGraph& graph);

/// The switches that packets for one address pass, and where those packets enter.
class Carriers {
public:
    explicit Carriers(const SubnetGraph& graph);
    /// Follows packets to the target from the switches with end nodes, or from all switches.
    void follow(const Target& target, bool from_all_switches);
    /// A switch where packets enter that pass this one, possibly this one itself; none if no packets pass.
    [[nodiscard]] std::uint32_t source_of(std::uint32_t network_switch) const
    {
        return source_[network_switch];
    }

private:
    const SubnetGraph* graph_;
    std::vector<std::uint32_t> source_;
};

/// The addresses whose packets leave by `out` after arriving by `in`, and one switch where they enter.
struct TurnCause {
    std::vector<Lid> lids; ///< ascending
    std::uint32_t source = none; ///< where packets for the first LID enter
};
[[nodiscard]] TurnCause cause_of_turn(
    const SubnetGraph& graph, std::uint32_t in, std::uint32_t out, bool management);

}
