// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/policy/policy.h"
#include "models/fabric/fabric.h"

#include <memory>
#include <string>
#include <vector>

namespace rocelint {

/// Whether a port carries RDMA traffic.
enum class Verdict : std::uint8_t {
    unknown, ///< no evidence: counted, shown, checked only for internal contradictions
    roce,
    not_roce,
};

/// The evidence for a verdict, in order of precedence.
enum class EvidenceKind : std::uint8_t {
    none,
    policy,
    kind_of_port, ///< management, loopback, SVI, sub-interface, internal, admin-down, never linked
    topology,
    rdma_host, ///< a host connected to the port (or the port itself) marks RDMA traffic
    path, ///< a link between switches that lies on a path between RDMA hosts
    own_configuration, ///< the port's own lossless configuration
    own_marking, ///< ECN on the port's queue of an RDMA class
    far_end, ///< the far end of the link is set up for RDMA
    port_sign, ///< something RDMA-related is configured on the port but is not in force
    stated_classes, ///< a policy states classes, and nothing says that the port has another use
};

/// The verdict on one port with its evidence.
struct Judgement {
    Verdict verdict = Verdict::unknown;
    EvidenceKind evidence = EvidenceKind::none;
    Span at; ///< where the evidence is written
    PortId other; ///< the port that the evidence is about, if it is another one
    /// Priorities seen in use for RDMA here; empty if only the fact is known.
    PrioritySet priorities;
    /// Set up for RDMA according to configuration and topology, but currently shut down or without carrier.
    bool idle = false;
};

/// The evidence in words, for example "its own configuration makes priority 3 lossless".
[[nodiscard]] std::string describe(const Judgement& judgement, const Fabric& fabric);

class DevicePolicies;

/// Everything that rules share about one fabric. Const while rules run.
struct Analysis {
    const Fabric* fabric = nullptr;
    const Policy* policy = nullptr;
    ClassModel classes;
    /// Indexed by device, then by port.
    std::vector<std::vector<Judgement>> judgements;
    /// Lines for the top of the report: the assumed policy with its evidence.
    std::vector<std::string> assumptions;
    /// By device: the policy with the overrides that cover the device. Empty if there are no overrides.
    std::vector<const Policy*> policies;
    std::shared_ptr<DevicePolicies> made_policies; ///< owns the policies in `policies`
    std::uint32_t roce_ports = 0;
    std::uint32_t unknown_ports = 0;
    std::uint32_t judged_ports = 0; ///< physical ports for which was_judged() holds

    [[nodiscard]] const Judgement& judgement(PortId id) const { return judgements[id.device][id.port]; }
    /// The policy for this device. For an index beyond `policies`, the fabric-wide policy.
    [[nodiscard]] const Policy& policy_of(std::uint32_t device) const
    {
        return device < policies.size() ? *policies[device] : *policy;
    }
    [[nodiscard]] bool is_roce(PortId id) const { return judgement(id).verdict == Verdict::roce; }
    /// The classes that this port must carry, with or without PFC, as class indices: those that apply to its
    /// device's role, and at a host link only those that the host uses.
    [[nodiscard]] PrioritySet carried_classes(PortId id) const;
    /// The subset of carried_classes() that PFC must protect from loss at this port.
    [[nodiscard]] PrioritySet required_priorities(PortId id) const;
    /// Whether checking this port is meaningful: RDMA is intended on it, the classes it must carry are known,
    /// and so is its PFC state if a class needs PFC. Link pause in both directions is a valid design by
    /// itself and needs no class.
    [[nodiscard]] bool was_judged(PortId id) const;
    /// Whether PFC must protect the class from loss at this port.
    [[nodiscard]] bool is_lossless_at(const RdmaClass& rdma_class, PortId id) const;
};

/// Determines verdicts and classes. `policy` and `fabric` must outlive the result.
[[nodiscard]] Analysis analyse(const Fabric& fabric, const Policy& policy);

/// Infers the classes that hosts, jobs and switches agree on.
[[nodiscard]] ClassModel infer_classes(const Fabric& fabric);

}
