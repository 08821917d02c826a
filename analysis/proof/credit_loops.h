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
    std::uint32_t to = Subnet::none; ///< port that they arrive by
    std::uint8_t vl = any_lane; ///< any_lane: the one that they have everywhere, whichever it is
    std::vector<Lid>
        lids; ///< addresses whose packets go on from here to the next hop; empty where no tables tell
    std::uint32_t source
        = Subnet::none; ///< a switch where packets for the first of them enter: index of Subnet::nodes
};

/// Buffers each of which waits for credits of the next, and the last for those of the first.
struct CreditLoop {
    std::vector<CreditHop> hops;
    std::uint16_t sls = 0; ///< service levels whose packets close it, a bit for each; 0: not known which
    bool management = false; ///< only packets to or from the management ports of switches close it
    bool sure
        = true; ///< else: it is not known whether path records keep packets apart by their service level
};

/// What was asked of a subnet and what was found.
struct CreditProof {
    enum class Basis : std::uint8_t {
        nothing, ///< neither tables nor a routing engine are known
        tables, ///< forwarding tables, with SL to VL where they alone close a ring
        rules, ///< what a routing engine allows and demands
    };
    Basis basis = Basis::nothing;
    std::string routes; ///< "the forwarding tables of 62 switches", "the rules of minhop"
    std::vector<CreditLoop> loops; ///< the shortest of each set of buffers that wait for each other
    std::vector<std::string> unproven; ///< why freedom from loops is not proved: clauses
    std::vector<std::string> gaps; ///< those among them that tell what of the tables could not be followed
    std::vector<std::string> notes; ///< what was found out on the way: clauses
    std::size_t switches = 0;
    std::size_t channels = 0; ///< directions of cables between switches
    std::size_t dependencies = 0; ///< pairs of channels
    /// From tables: what they do wrong. RouteFault::at is an index of Subnet::nodes.
    std::vector<lid_routing::RouteFault> faults;
    /// From rules: switches with end nodes between which no way is allowed, as indices of Subnet::nodes: the first from and to,
    /// and how many pairs.
    std::pair<std::uint32_t, std::uint32_t> cut_off{Subnet::none, Subnet::none};
    std::uint64_t cut_off_pairs = 0;
    std::string cut_off_by; ///< the engine
    [[nodiscard]] bool proven() const { return basis != Basis::nothing && loops.empty() && unproven.empty(); }
};

/// Looks for credit loops in a subnet (Dally and Seitz 1987: where the channels' dependencies close no ring, no deadlock can
/// form). `subnet` is a device that has one.
[[nodiscard]] CreditProof prove_free_of_credit_loops(const Fabric& fabric, std::uint32_t subnet);

/// The result as lines of text.
[[nodiscard]] std::string to_text(const CreditProof& proof, const Subnet& subnet);
/// "leaf1 port 3 -> spine1 port 4, VL 0: packets for LIDs 5, 7 and 9 go on by port 6".
[[nodiscard]] std::string to_text(const CreditLoop& loop, std::size_t hop, const Subnet& subnet);
/// "leaf1: packets for LID 7 (host3) are dropped, since its forwarding table has no port for them".
[[nodiscard]] std::string to_text(const lid_routing::RouteFault& fault, const Subnet& subnet);
/// "updn allows no way from leaf1 to leaf2, nor between 3 more pairs of switches": of a proof with such pairs.
[[nodiscard]] std::string cut_off_text(const CreditProof& proof, const Subnet& subnet);
/// "LID 7 (host3)": the address with the node that has it.
[[nodiscard]] std::string lid_label(const Subnet& subnet, Lid lid);
/// "5, 7, 9 to 12 and 40 more".
[[nodiscard]] std::string lid_list(const std::vector<Lid>& lids, std::size_t all);

}
