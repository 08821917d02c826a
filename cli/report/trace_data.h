// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/proof/credit_loops.h"
#include "analysis/proof/deadlock.h"
#include "analysis/proof/lid_walk.h"
#include "analysis/proof/pairs.h"
#include "analysis/proof/walk.h"
#include "cli/report/locate.h"
#include "models/syntax/json_writer.h"

#include <optional>
#include <string>
#include <vector>

namespace rocelint::cli {

/// All walks between two endpoints: RDMA packets of each class, then the CNPs back.
struct TracedPair {
    std::uint32_t from = 0;
    std::uint32_t to = 0;
    std::vector<proof::Walk> walks;
    /// Ends none of whose cables is up, so that there is nothing to walk.
    std::vector<std::uint32_t> cut_off;
};

/// The search of one InfiniBand subnet for credit loops, and for what its forwarding tables do wrong.
struct TracedSubnet {
    std::uint32_t device = 0;
    proof::CreditProof credits;
};

/// What the reporters of `trace` get: either pairs or the proof of all pairs.
struct TraceData {
    const proof::FabricProof& proof;
    Places& places;
    std::vector<TracedPair> pairs;
    std::optional<proof::AllPairs> all;
    const proof::DeadlockProof* deadlock = nullptr; ///< with `all`
    std::vector<proof::LidWalk> lid_walks; ///< through InfiniBand, there and back
    std::vector<TracedSubnet> subnets; ///< with `all`
    std::vector<std::string> notes; ///< what was assumed, in sentences
    bool colour = false;
    [[nodiscard]] const Fabric& fabric() const { return proof.graph().fabric(); }
    [[nodiscard]] proof::Grade verdict() const;
};

/// The hop of a walk at which it is first broken or, failing that, unproven; and the step. Null for a proven one.
struct FirstFault {
    const proof::WalkHop* hop = nullptr; ///< null: at the source itself
    const proof::Step* step = nullptr;
};
[[nodiscard]] FirstFault first_fault(const proof::Walk& walk);

/// "leaf1 Ethernet4"; the device alone where there is no port.
[[nodiscard]] std::string port_label(const Fabric& fabric, PortId id);
/// "host1 ens1f0np0", or the name of a host that was not collected with the switch port that leads to it.
[[nodiscard]] std::string endpoint_label(const proof::FabricProof& proof, std::uint32_t endpoint);
/// A path as its ports of departure and its last port of arrival: "host1 ens1, leaf1 Ethernet8, ...".
[[nodiscard]] std::vector<std::string> path_labels(
    const proof::FabricProof& proof, const proof::Walk& walk, const std::vector<std::uint32_t>& hops);
/// "RDMA class gpu (priority 3, DSCP 26)", "CNPs (DSCP 48)".
[[nodiscard]] std::string packet_label(const proof::FabricProof& proof, const proof::Walk& walk);

/// A walk that meets the cause of an affected pair, and the hop where it does.
struct Counterexample {
    proof::Walk walk;
    std::vector<std::uint32_t> path; ///< hops; empty where the fault is at the source
};
[[nodiscard]] std::optional<Counterexample> counterexample(
    const proof::FabricProof& proof, const proof::AffectedPairs& affected);

/// The deadlock proof of `data` as one object.
void write_deadlock(JsonWriter& out, const TraceData& data);
/// The InfiniBand walks and subnets of `data` as one object.
void write_infiniband(JsonWriter& out, const TraceData& data);
[[nodiscard]] std::string trace_text(const TraceData& data);
[[nodiscard]] std::string trace_json(const TraceData& data);

}
