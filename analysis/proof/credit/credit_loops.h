// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/fabric/fabric.h"
#include "models/lid_routing/table_walk.h"

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace rocelint::proof {

/// One buffer of a credit loop: that of a virtual lane at the far end of a cable.
struct CreditHop {
    static constexpr std::uint8_t any_lane = 0xff;
    std::uint32_t from = Subnet::none; ///< port that packets leave by: index of Subnet::ports
    std::uint32_t to = Subnet::none; ///< port that packets arrive by
    std::uint8_t vl = any_lane; ///< any_lane: packets stay in one lane everywhere, whichever it is
    /// Addresses whose packets continue from here to the next hop; empty if no tables are known.
    std::vector<Lid> lids;
    /// A switch where packets for the first of `lids` enter: index of Subnet::nodes.
    std::uint32_t source = Subnet::none;
};

/// Buffers that form a cycle, each waiting for credits from the next.
struct CreditLoop {
    std::vector<CreditHop> hops;
    std::uint16_t sls = 0; ///< bit mask of the service levels whose packets close the loop; 0: unknown
    bool management = false; ///< only packets to or from the management ports of switches close it
    bool sure = true; ///< false: it is unknown whether path records separate packets by service level
};

/// The result of the search for credit loops in one subnet, with the basis of the search.
struct CreditProof {
    enum class Basis : std::uint8_t {
        nothing, ///< neither tables nor a routing engine are known
        tables, ///< forwarding tables, and the SL-to-VL tables if the forwarding tables alone close a ring
        rules, ///< what a routing engine allows and requires
    };
    Basis basis = Basis::nothing;
    std::string routes; ///< "the forwarding tables of 62 switches", "the rules of minhop"
    std::vector<CreditLoop> loops; ///< the shortest of each set of buffers that wait for each other
    std::vector<std::string> unproven; ///< why the absence of loops is not proven, as clauses
    std::vector<std::string> gaps; ///< the subset of `unproven` about tables that could not be followed
    std::vector<std::string> notes; ///< other observations, as clauses
    std::size_t switches = 0;
    std::size_t channels = 0; ///< directions of cables between switches
    std::size_t dependencies = 0; ///< pairs of channels
    /// From tables: their errors. RouteFault::at is an index of Subnet::nodes.
    std::vector<lid_routing::RouteFault> faults;
    /// From rules: the first pair (from, to) of switches with end nodes between which no path is allowed, as
    /// indices of Subnet::nodes. `cut_off_pairs` counts all such pairs.
    std::pair<std::uint32_t, std::uint32_t> cut_off{Subnet::none, Subnet::none};
    std::uint64_t cut_off_pairs = 0;
    std::string cut_off_by; ///< the engine's name
    [[nodiscard]] bool proven() const { return basis != Basis::nothing && loops.empty() && unproven.empty(); }
};

/// Searches a subnet for credit loops (Dally and Seitz 1987: if the channel dependencies form no cycle, no
/// deadlock can form). `subnet` is the index of a device that has a subnet.
[[nodiscard]] CreditProof prove_free_of_credit_loops(const Fabric& fabric, std::uint32_t subnet);

/// The result as lines of text.
[[nodiscard]] std::string to_text(const CreditProof& proof, const Subnet& subnet);
/// "leaf1 port 3 -> spine1 port 4, VL 0: packets for LIDs 5, 7 and 9 go on by port 6".
[[nodiscard]] std::string to_text(const CreditLoop& loop, std::size_t hop, const Subnet& subnet);
/// "leaf1: packets for LID 7 (host3) are dropped, since its forwarding table has no port for them".
[[nodiscard]] std::string to_text(const lid_routing::RouteFault& fault, const Subnet& subnet);
/// "updn allows no way from leaf1 to leaf2, nor between 3 more pairs of switches". The proof must have such
/// pairs.
[[nodiscard]] std::string cut_off_text(const CreditProof& proof, const Subnet& subnet);
/// "LID 7 (host3)": the address and its node.
[[nodiscard]] std::string lid_label(const Subnet& subnet, Lid lid);
/// "5, 7, 9 to 12 and 40 more".
[[nodiscard]] std::string lid_list(const std::vector<Lid>& lids, std::size_t all);

}
