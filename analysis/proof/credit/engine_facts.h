// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/fabric/fabric.h"
#include "models/lid_routing/engine_turns.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace rocelint::proof {

/// How routes are computed, according to the files of a subnet's managers.
struct EngineFacts {
    /// In the order in which they are tried; minhop last unless the files rule it out. Empty if no manager's
    /// files were read, or if they disagree.
    std::vector<RoutingEngine> engines;
    std::vector<Guid> roots; ///< from root_guid_file
    bool roots_listed = false; ///< a root_guid_file was read
    bool roots_unread = false; ///< an option names a root_guid_file that was not read
    /// connect_roots is set, or max_reverse_hops is above 0: packets may go down and up again.
    bool connects_roots = false;
    /// port_search_ordering_file is set: dor's dimensions are not the port numbers.
    bool own_port_order = false;
    bool own_ids = false; ///< ids_guid_file is set: updn does not order equal ranks by GUID
    std::uint8_t lmc = 0;
    std::string unknown; ///< if there are no engines: why, as a clause
};
[[nodiscard]] EngineFacts engine_facts(const Fabric& fabric, std::uint32_t subnet);

/// Whether paths of this engine are free of credit loops only if packets use the service level of their path
/// record.
[[nodiscard]] bool assigns_service_levels(RoutingEngine engine);

/// The outcome of running one engine on a subnet.
struct EngineOutcome {
    enum class Runs : std::uint8_t { yes, no, maybe };
    Runs runs = Runs::maybe;
    std::optional<lid_routing::EngineTurns> turns; ///< nullopt if its rules are not known well enough
    std::string reason; ///< why it does not run, or why its behavior is unknown: a clause
};
[[nodiscard]] EngineOutcome ask_engine(
    const lid_routing::SubnetGraph& graph, RoutingEngine engine, const EngineFacts& facts);

}
