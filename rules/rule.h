// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/analysis.h"
#include "analysis/facts/device_facts.h"
#include "analysis/facts/fabric_facts.h"
#include "analysis/facts/shared_facts.h"
#include "rules/finding.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace rocelint {

/// One file of an example: a change to the complete, clean base device of its platform
/// (Driver::base_example).
///
/// JSON platforms: an RFC 7396 merge patch. Text platforms: a line `-text` removes the first equal line
/// (ignoring indentation), and the `+text` lines after it take its place; `@ header` limits the following
/// lines to that header's block, where `+text` without a preceding `-text` is appended. Empty: the base
/// device itself. A patch that starts with "#!" is not a change but a script, stored as `setup.sh` next to
/// the base device's file.
struct ExampleFile {
    std::string_view platform;
    std::string_view device; ///< the device's name
    std::string_view patch;
    /// The name of an additional file of the device, whose whole text is `patch`, for platforms with more
    /// than one file.
    std::string_view file{};
};

/// A configuration that the rule flags or accepts. Used for the rule's tests and its page.
struct Example {
    std::string_view title; ///< a sentence
    std::array<ExampleFile, 6> files{};
    std::string_view topology; ///< content of topology.yaml, or empty
    std::string_view policy; ///< content of rocelint.yaml; empty: the profile `lossless`
    std::string_view flagged; ///< text on the flagged line; empty: nothing is flagged
    std::string_view flagged_device; ///< the device with the flagged line; empty: that of the first file
    bool all_collected = false; ///< a device that is named in the topology but has no file counts as missing
};

namespace proof {
class FabricProof;
class Proofs;
struct CreditProof;
struct DeadlockOptions;
struct DeadlockProof;
}

class RuleContext;
struct PortContext;
struct LinkContext;
struct DeviceContext;
struct FabricContext;

/// A severity that follows from what a rule found, whatever the finding rests on.
struct OtherSeverity {
    Severity severity = Severity::info;
    /// Completes "warning ...", for the rule's page: "where the device picks another interval".
    std::string_view when{};
};

/// Which counters can prove or disprove the findings of a rule.
enum class Witness : std::uint8_t {
    none,
    pause, ///< that a port has no PFC for a priority: pause frames, and drops of that priority
    headroom, ///< that a lossless priority drops packets: drops
    congestion_control, ///< that a NIC does not answer marks or CNPs
    marking, ///< that a queue never marks: packets that it marked, and pause that the switch sent
    storm, ///< that nothing limits uninterrupted pause
    link_pause, ///< that link pause is on: link pause frames
    unheeded_pause, ///< that pause of a priority stops no queue, or a wrong one: pause frames, drops at the peer
    reordering, ///< that packets arrive out of order at a NIC that does not accept it: packets out of sequence
};

/// One rule: a plain record. A new rule needs no change in any other file.
struct Rule {
    std::string_view code; ///< "PFC001": never reused, prefix equals the folder
    std::string_view name; ///< reads after "allow": "roce-port-without-pfc"
    /// With a policy: error where RoCE surely loses its lossless or marked path, a device is gone or a statement
    /// contradicts itself; warning for likely harm; info for a choice.
    Severity severity = Severity::error;
    /// Where the classes are inferred from explicit lines. If not set, as with a policy.
    std::optional<Severity> without_policy{};
    /// Where the class or the judged value is an assumed default. If not set, as without a policy.
    std::optional<Severity> by_assumed_default{};
    /// The severities that do not depend on the basis, and when. Entries without `when` do not count.
    std::array<OtherSeverity, 2> other_severities{};
    Scope scope = Scope::port;
    std::string_view summary; ///< one sentence that does not begin with "This rule"
    std::string_view why; ///< the physics, in a few sentences
    std::string_view source; ///< clause, manual chapter, paper, upstream file
    std::span<const Parameter> parameters{};
    std::span<const Example> examples{};
    FixClass fix_class = FixClass::none;
    std::string_view fix; ///< how to fix it, for the rule's page
    /// The rule sums up what other rules report for single ports, or reports a consequence of it: its finding
    /// is dropped if one of them reports the same subject.
    bool yields = false;
    /// The rule reports the common cause of what other rules report for single ports, and takes precedence over
    /// them.
    bool leads = false;
    Witness witness = Witness::none;
    /// Exactly one of these is set. check_port runs for every physical port and LAG of a switch or host,
    /// whatever its verdict.
    void (*check_port)(PortContext&) = nullptr;
    void (*check_link)(LinkContext&) = nullptr;
    void (*check_device)(DeviceContext&) = nullptr;
    void (*check_fabric)(FabricContext&) = nullptr;

    /// The severity of a finding that rests on this.
    [[nodiscard]] constexpr Severity severity_by(Basis basis) const
    {
        const Severity inferred = without_policy.value_or(severity);
        switch (basis) {
        case Basis::policy:
            return severity;
        case Basis::explicit_lines:
            return inferred;
        case Basis::assumed_default:
            return by_assumed_default.value_or(inferred);
        }
        return severity;
    }

    /// Whether the record states that findings of the rule can have this severity.
    [[nodiscard]] constexpr bool states(Severity one) const
    {
        const auto by = [this, one](Basis basis) { return severity_by(basis) == one; };
        return by(Basis::policy) || by(Basis::explicit_lines) || by(Basis::assumed_default)
            || std::ranges::any_of(other_severities,
                [one](const OtherSeverity& other) { return other.severity == one && !other.when.empty(); });
    }
};

/// The results of one run of one rule. Each thread has its own.
struct RuleOutput {
    std::vector<Finding> findings;
    std::vector<NotChecked> not_checked;
    /// The ports of the current subject for which not_checked has a row.
    std::vector<PortId> explained;
};

/// "the MTU is unknown: a switched port has no IP MTU": includes the device's reason for the missing value,
/// if there is one.
[[nodiscard]] std::string reason_of_unread(std::string_view what, const Device& device, OriginId origin);

/// A rule's view of the input, and its only way to report.
class RuleContext {
public:
    RuleContext(const Analysis& all,
        proof::Proofs& proofs,
        SharedFacts& shared,
        const Rule& rule,
        const RuleSetting* setting,
        RuleOutput& output)
        : analysis(all)
        , fabric(*all.fabric)
        , classes(all.classes)
        , proofs_(&proofs)
        , shared_(&shared)
        , rule_(&rule)
        , setting_(setting)
        , output_(&output)
    {
    }

    const Analysis& analysis;
    const Fabric& fabric;
    const ClassModel& classes;

    /// Adds a finding. Its severity must be one that the rule's record states.
    void report(Diagnosis diagnosis);
    /// Reports that this rule could not be checked on `port`, and what would settle it, if that is known
    /// (NotChecked::settle).
    void not_checked(PortId port, std::string reason, std::string settle = {});

    /// The value of a rule's parameter: from the policy, otherwise its default.
    [[nodiscard]] std::span<const double> parameter(std::string_view name) const;
    [[nodiscard]] double number(std::string_view name) const;

    /// The value, or null after reporting "not checked: `what` is unknown: reason".
    template <class T>
    [[nodiscard]] const T* need(PortId port, const Setting<T>& setting, std::string_view what)
    {
        if (setting.peek_known())
            return &setting.value;
        explain_unread(port, setting.origin, what);
        return nullptr;
    }

    /// Usual values of the whole fabric, and similar facts (analysis/facts/shared_facts.h).
    [[nodiscard]] SharedFacts& shared() const { return *shared_; }
    /// The proof of all paths between RDMA endpoints, computed when a rule first requests it
    /// (analysis/proof/path/proof.h).
    [[nodiscard]] const proof::FabricProof& paths() const;
    /// The search for rings of lossless buffers, run once for equal options (analysis/proof/deadlock/deadlock.h).
    [[nodiscard]] const proof::DeadlockProof& deadlocks(const proof::DeadlockOptions& options) const;

    /// The search for credit loops in an InfiniBand subnet, which is a device
    /// (analysis/proof/credit/credit_loops.h). Run once.
    [[nodiscard]] const proof::CreditProof& credits(std::uint32_t subnet) const;

    [[nodiscard]] std::string port_label(PortId id) const; ///< "leaf1 Ethernet1/1"
    [[nodiscard]] bool assumed() const { return classes.assumed; }
    /// What a finding about packets of this class rests on.
    [[nodiscard]] Basis basis_of(const RdmaClass& rdma_class) const;
    /// The same for a finding about its ECN. Without a policy, a class needs ECN only if something marks its packets.
    [[nodiscard]] Basis basis_of_marking(const RdmaClass& rdma_class) const;

private:
    void explain_unread(PortId port, OriginId origin, std::string_view what);
    /// Counts the port in a recent row of its device with this reason; returns false if there is none.
    template <class Same>
    bool joins_row(PortId port, const Same& is_reason);
    proof::Proofs* proofs_;
    SharedFacts* shared_;
    const Rule* rule_;
    const RuleSetting* setting_;
    RuleOutput* output_;
};

/// One physical port or LAG.
struct PortContext : RuleContext {
    using RuleContext::RuleContext;
    PortId id;
    const Device* device_pointer = nullptr;
    const Port* port_pointer = nullptr;
    DeviceFacts* facts_pointer = nullptr;
    [[nodiscard]] DeviceFacts& facts() const { return *facts_pointer; }
    [[nodiscard]] const Device& device() const { return *device_pointer; }
    [[nodiscard]] const Port& port() const { return *port_pointer; }
    [[nodiscard]] const Judgement& judgement() const { return analysis.judgement(id); }
    /// Reports "not checked" for a port that is set up for RDMA but down, because no rule judges it. Called
    /// only by the rule that runs on every RDMA port of its kind.
    void not_checked_idle();
    [[nodiscard]] bool is_roce() const { return judgement().verdict == Verdict::roce; }
    [[nodiscard]] bool on_host() const { return device().kind == DeviceKind::host; }
    [[nodiscard]] bool on_switch() const { return device().kind == DeviceKind::network_switch; }
    /// The NIC of a host port, or null.
    [[nodiscard]] const Nic* nic() const;
    /// The classes that PFC must protect from loss here.
    [[nodiscard]] PrioritySet required() const { return analysis.required_priorities(id); }
    /// The classes that the port must carry, with PFC or without.
    [[nodiscard]] PrioritySet carried() const { return analysis.carried_classes(id); }
    /// The place of a setting of this port (see Device::place).
    [[nodiscard]] Span place(OriginId origin) const { return device().place(origin, &port()); }
    [[nodiscard]] Subject subject(Property property, Part part = Subject::whole) const
    {
        return {id, property, part};
    }
    /// A subject of this port for each of the priorities.
    [[nodiscard]] std::vector<Subject> subjects(Property property, PrioritySet priorities) const;
    /// A change of this port.
    [[nodiscard]] Change change(Property property, ChangeValue value) const
    {
        return {.port = id, .property = property, .value = std::move(value)};
    }
};

/// One cable between two ports of known devices.
struct LinkContext : RuleContext {
    using RuleContext::RuleContext;
    const Link* link_pointer = nullptr;
    [[nodiscard]] const Link& link() const { return *link_pointer; }
};

/// One device.
struct DeviceContext : RuleContext {
    using RuleContext::RuleContext;
    std::uint32_t index = 0;
    const Device* device_pointer = nullptr;
    DeviceFacts* facts_pointer = nullptr;
    [[nodiscard]] DeviceFacts& facts() const { return *facts_pointer; }
    [[nodiscard]] const Device& device() const { return *device_pointer; }
    [[nodiscard]] Subject subject(Property property, Part part = Subject::whole) const
    {
        return {{index, Port::no_index}, property, part};
    }
};

/// The whole fabric.
struct FabricContext : RuleContext {
    using RuleContext::RuleContext;
    FabricFacts* facts_pointer = nullptr;
    [[nodiscard]] FabricFacts& facts() const { return *facts_pointer; }
};

}
