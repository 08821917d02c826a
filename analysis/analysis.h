// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/policy.h"
#include "models/fabric/fabric.h"

#include <memory>
#include <string>
#include <vector>

namespace rocelint {

/// Whether a port carries RDMA traffic.
enum class Verdict : std::uint8_t {
    unknown, ///< no evidence: counted, shown, judged only for contradictions within itself
    roce,
    not_roce,
};

/// What the verdict rests on, in the order in which evidence is believed.
enum class EvidenceKind : std::uint8_t {
    none,
    policy,
    kind_of_port, ///< management, loopback, SVI, sub-interface, internal, admin-down, never linked
    topology,
    rdma_host, ///< a host behind the port (or the port itself) marks RDMA traffic
    path, ///< an inter-switch link between such ports
    own_configuration, ///< the port's own lossless configuration
    own_marking, ///< ECN on the port's queue of an RDMA class
    far_end, ///< RDMA is meant at the other end of the link
    port_sign, ///< something about RDMA is set up on the port and is not in force
    stated_classes, ///< a policy states classes, and nothing says that the port is for something else
};

/// The verdict on one port with its evidence.
struct Judgement {
    Verdict verdict = Verdict::unknown;
    EvidenceKind evidence = EvidenceKind::none;
    Span at; ///< the evidence
    PortId other; ///< the port that the evidence lies on, where it is another one
    /// Priorities on which RDMA was seen to be used here; empty where only the fact is known.
    PrioritySet priorities;
    /// Set up for RDMA as far as configuration and topology tell, but shut or without carrier for now.
    bool idle = false;
};

/// The evidence in words: "its own configuration makes priority 3 lossless".
[[nodiscard]] std::string describe(const Judgement& judgement, const Fabric& fabric);

class DevicePolicies;

/// Everything that the rules share about one fabric. Const while rules run.
struct Analysis {
    const Fabric* fabric = nullptr;
    const Policy* policy = nullptr;
    ClassModel classes;
    /// By device, by port.
    ByDevice<std::vector<Judgement>, Sight::Seen::What::judgements> judgements;
    /// Lines for the head of the report: the assumed policy with its evidence.
    std::vector<std::string> assumptions;
    /// By device: the policy with the overrides that cover it. Empty where there are no overrides.
    std::vector<const Policy*> policies;
    std::shared_ptr<DevicePolicies> made_policies; ///< owns those
    std::uint32_t roce_ports = 0;
    std::uint32_t unknown_ports = 0;
    std::uint32_t judged_ports = 0; ///< physical ports for which was_judged() holds

    [[nodiscard]] const Judgement& judgement(PortId id) const
    {
        Sight::note(Sight::Seen::What::judgement, id.device, id.port);
        return judgements.unseen()[id.device][id.port];
    }
    /// The policy as it holds for this device; beyond the devices as it holds for all.
    [[nodiscard]] const Policy& policy_of(std::uint32_t device) const
    {
        return device < policies.size() ? *policies[device] : *policy;
    }
    [[nodiscard]] bool is_roce(PortId id) const { return judgement(id).verdict == Verdict::roce; }
    /// The classes that this port must carry, with PFC or without, by their numbers: those that apply to its device's
    /// role; at a host link only those that the host uses.
    [[nodiscard]] PrioritySet carried_classes(PortId id) const;
    /// Those of them that PFC must keep from loss at this port.
    [[nodiscard]] PrioritySet required_priorities(PortId id) const;
    /// Whether the check of this port means something: RDMA is meant on it, what it must carry is known, and so is its PFC
    /// where a class needs that. Link pause in both directions is a design of its own and needs no class.
    [[nodiscard]] bool was_judged(PortId id) const;
    /// Whether PFC must keep the class from loss at this port.
    [[nodiscard]] bool is_lossless_at(const RdmaClass& rdma_class, PortId id) const;
};

/// Decides verdicts and classes. `policy` and `fabric` must outlive the result.
[[nodiscard]] Analysis analyse(const Fabric& fabric, const Policy& policy);

/// The classes that hosts, jobs and switches agree on.
[[nodiscard]] ClassModel infer_classes(const Fabric& fabric);

}
