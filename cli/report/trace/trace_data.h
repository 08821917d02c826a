// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/proof/credit/credit_loops.h"
#include "analysis/proof/deadlock/deadlock.h"
#include "analysis/proof/path/lid_walk.h"
#include "analysis/proof/path/pairs.h"
#include "analysis/proof/path/walk.h"
#include "cli/report/data/locate.h"
#include "models/syntax/json/json_writer.h"

#include <optional>
#include <string>
#include <vector>

namespace rocelint::cli {

/// All walks between two endpoints: RDMA packets of each class, then the CNPs back.
struct TracedPair {
    std::uint32_t from = 0;
    std::uint32_t to = 0;
    std::vector<proof::Walk> walks;
    /// Endpoints without any cable that is up, so that there is nothing to walk.
    std::vector<std::uint32_t> cut_off;
};

/// The search of one InfiniBand subnet for credit loops and for faults in its forwarding tables.
struct TracedSubnet {
    std::uint32_t device = 0;
    proof::CreditProof credits;
};

/// The input of the reporters of `trace`: either pairs or the proof of all pairs.
struct TraceData {
    const proof::FabricProof& proof;
    Places& places;
    std::vector<TracedPair> pairs;
    std::optional<proof::AllPairs> all;
    const proof::DeadlockProof* deadlock = nullptr; ///< set together with `all`
    std::vector<proof::LidWalk> lid_walks; ///< through InfiniBand, both directions
    std::vector<TracedSubnet> subnets; ///< set together with `all`
    std::vector<std::string> notes; ///< what was assumed, as sentences
    bool colour = false;
    [[nodiscard]] const Fabric& fabric() const { return proof.graph().fabric(); }
    [[nodiscard]] proof::Grade verdict() const;
};

/// The hop at which a walk is first broken or, if it is nowhere broken, first unproven; and the step. Null
/// for a proven walk.
struct FirstFault {
    const proof::WalkHop* hop = nullptr; ///< null: at the source itself
    const proof::Step* step = nullptr;
};
[[nodiscard]] FirstFault first_fault(const proof::Walk& walk);

/// "leaf1 Ethernet4"; only the device if there is no port.
[[nodiscard]] std::string port_label(const Fabric& fabric, PortId id);
/// "host1 ens1f0np0"; for a host that was not collected, its name with the switch port that leads to it.
[[nodiscard]] std::string endpoint_label(const proof::FabricProof& proof, std::uint32_t endpoint);
/// A path as its sending ports and its last receiving port: "host1 ens1, leaf1 Ethernet8, ...".
[[nodiscard]] std::vector<std::string> path_labels(
    const proof::FabricProof& proof, const proof::Walk& walk, const std::vector<std::uint32_t>& hops);
/// "RDMA class gpu (priority 3, DSCP 26)", "CNPs (DSCP 48)".
[[nodiscard]] std::string packet_label(const proof::FabricProof& proof, const proof::Walk& walk);

/// A walk of an affected pair that meets the cause, and a path to the hop with the cause.
struct Counterexample {
    proof::Walk walk;
    std::vector<std::uint32_t> path; ///< hops; empty if the fault is at the source
};
[[nodiscard]] std::optional<Counterexample> counterexample(
    const proof::FabricProof& proof, const proof::AffectedPairs& affected);

/// Writes the deadlock proof of `data` as one object.
void write_deadlock(JsonWriter& out, const TraceData& data);
/// Writes the InfiniBand walks and subnets of `data` as one object.
void write_infiniband(JsonWriter& out, const TraceData& data);
[[nodiscard]] std::string trace_text(const TraceData& data);
[[nodiscard]] std::string trace_json(const TraceData& data);

}
