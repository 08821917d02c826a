// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/analysis.h"
#include "analysis/facts/device_facts.h"
#include "analysis/facts/fabric_facts.h"
#include "analysis/facts/shared_facts.h"
#include "rules/finding.h"

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace rocelint {

/// One file of an example: a change to the complete clean base device of its platform (Driver::base_example).
///
/// JSON platforms: an RFC 7396 merge patch. Text platforms: lines `-text` removes the first equal line (without
/// regard to indentation) and following `+text` lines stand in its place; `@ header` limits what follows to that
/// header's block, where `+text` without a `-text` before it goes to the block's end. Empty: the base device itself. "#!…" is no change but a script,
/// `setup.sh`, that lies beside the base device's file.
struct ExampleFile {
    std::string_view platform;
    std::string_view device; ///< the device's name
    std::string_view patch;
    /// A further file of the device, of this name, whose whole text is `patch`: what is more than one file on its platform.
    std::string_view file{};
};

/// A configuration that the rule flags or lets pass: the rule's tests and its page.
struct Example {
    std::string_view title; ///< a sentence
    std::array<ExampleFile, 6> files{};
    std::string_view topology; ///< topology.yaml text, or empty
    std::string_view policy; ///< rocelint.yaml text, or empty: the profile `lossless`
    std::string_view flagged; ///< text that stands on the flagged line; empty: nothing is flagged
    std::string_view flagged_device; ///< where the flagged line is; empty: the first file's
    bool all_collected
        = false; ///< a device that the topology names and that is not among the files is missing
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

/// One rule: a plain record. Adding one touches its file, one line in rule_table.cpp and one in CMakeLists.txt.
struct Rule {
    std::string_view code; ///< "PFC001": never reused, prefix equals the folder
    std::string_view name; ///< reads after "allow": "roce-port-without-pfc"
    Severity severity = Severity::error;
    Scope scope = Scope::port;
    std::string_view summary; ///< one sentence that does not begin with "This rule"
    std::string_view why; ///< the physics, in a few sentences
    std::string_view source; ///< clause, manual chapter, paper, upstream file
    std::span<const Parameter> parameters{};
    std::span<const Example> examples{};
    FixClass fix_class = FixClass::none;
    std::string_view fix; ///< how it is mended, for the rule's page
    /// It sums up what other rules report of single ports, or reports a consequence of what they report: it is dropped
    /// where one of them reports the same subject.
    bool yields = false;
    /// It names the one cause of what other rules see port by port, and stands before them.
    bool leads = false;
    /// Exactly one is set. Ports: every port of a switch or host that is physical or a LAG, whatever its verdict.
    void (*check_port)(PortContext&) = nullptr;
    void (*check_link)(LinkContext&) = nullptr;
    void (*check_device)(DeviceContext&) = nullptr;
    void (*check_fabric)(FabricContext&) = nullptr;
};

/// What one run of one rule found. Private to a thread.
struct RuleOutput {
    std::vector<Finding> findings;
    std::vector<NotChecked> not_checked;
    /// Of the subject that is being checked: the ports of which not_checked tells.
    std::vector<PortId> explained;
};

/// "the MTU is unknown: a switched port has no IP MTU", with the device's reason for not knowing, if it has one.
[[nodiscard]] std::string reason_of_unread(std::string_view what, const Device& device, OriginId origin);

/// What a rule sees, and the only way in which it speaks.
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

    /// Adds a finding; the caller goes on to fill subjects, related and fix.
    Finding& report(Span at, std::string message);
    /// As report(), weaker: for a mere deviation from a number while the policy is only assumed.
    Finding& report(Severity severity, Span at, std::string message);
    /// Says that this rule could not be checked on `port`.
    void not_checked(PortId port, std::string reason);

    /// The rule's parameter: from the policy, else its default.
    [[nodiscard]] std::span<const double> parameter(std::string_view name) const;
    [[nodiscard]] double number(std::string_view name) const;

    /// The value, or null after writing "not checked: `what` is unknown: reason".
    template <class T>
    [[nodiscard]] const T* need(PortId port, const Setting<T>& setting, std::string_view what)
    {
        if (setting.known_by_the_way())
            return &setting.value;
        explain_unread(port, setting.origin, what);
        return nullptr;
    }

    /// What is usual in the whole fabric, and the like (analysis/facts/shared_facts.h).
    [[nodiscard]] SharedFacts& shared() const { return *shared_; }
    /// The proof of all paths between RDMA endpoints, made when a rule first asks for it (analysis/proof/proof.h).
    [[nodiscard]] const proof::FabricProof& paths() const;
    /// The search for rings of lossless buffers, made once for equal options (analysis/proof/deadlock.h).
    [[nodiscard]] const proof::DeadlockProof& deadlocks(const proof::DeadlockOptions& options) const;

    /// The search for credit loops in an InfiniBand subnet, which is a device (analysis/proof/credit_loops.h). Made once.
    [[nodiscard]] const proof::CreditProof& credits(std::uint32_t subnet) const;

    /// Adds a change that mends the finding, with the fix class of the rule.
    void propose(Finding& finding, Change change) const;

    [[nodiscard]] std::string port_label(PortId id) const; ///< "leaf1 Ethernet1/1"
    [[nodiscard]] bool assumed() const { return classes.assumed; }

private:
    void explain_unread(PortId port, OriginId origin, std::string_view what);
    /// Adds the port to a row of its device that gives this reason; false where there is none of late.
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
    /// Says of a port that is down, though set up for RDMA, that no rule judges it. For the rule that every RDMA port of
    /// its kind is asked by.
    void explain_idle();
    [[nodiscard]] bool is_roce() const { return judgement().verdict == Verdict::roce; }
    [[nodiscard]] bool on_host() const { return device().kind == DeviceKind::host; }
    [[nodiscard]] bool on_switch() const { return device().kind == DeviceKind::network_switch; }
    /// The NIC of a host port, or null.
    [[nodiscard]] const Nic* nic() const;
    /// The priorities that PFC must keep from loss here.
    [[nodiscard]] PrioritySet required() const { return analysis.required_priorities(id); }
    /// The classes that the port must carry, with PFC or without.
    [[nodiscard]] PrioritySet carried() const { return analysis.carried_classes(id); }
    /// The place of a setting of this port (see Device::place).
    [[nodiscard]] Span place(OriginId origin) const { return device().place(origin, &port()); }
    [[nodiscard]] Subject subject(Property property, Part part = Subject::whole) const
    {
        return {id, property, part};
    }
    /// Adds a subject of this port.
    void blame(Finding& finding, Property property, Part part = Subject::whole) const
    {
        finding.blame(id, property, part);
    }
    /// Adds a subject of this port for each of the priorities.
    void blame(Finding& finding, Property property, PrioritySet priorities) const;
    /// Adds a change of this port that mends the finding.
    void propose(Finding& finding, Property property, ChangeValue value) const
    {
        RuleContext::propose(finding, {.port = id, .property = property, .value = value});
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
    /// Adds the device itself as a subject.
    void blame(Finding& finding, Property property, Part part = Subject::whole) const
    {
        finding.blame({index, Port::no_index}, property, part);
    }
};

/// The whole fabric.
struct FabricContext : RuleContext {
    using RuleContext::RuleContext;
    FabricFacts* facts_pointer = nullptr;
    [[nodiscard]] FabricFacts& facts() const { return *facts_pointer; }
};

}
