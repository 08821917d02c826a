// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/policy/severity.h"
#include "analysis/subject.h"
#include "models/change/change.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace rocelint {

/// The scope of a rule, from the most to the least specific. If two findings have one subject, the more
/// specific one stays and the other is listed under it.
enum class Scope : std::uint8_t { host, link, port, device, fabric };

/// A further place that belongs to a finding.
struct Related {
    Span at;
    std::string message;
    std::string_view code{}; ///< of a folded finding; empty for evidence
};

struct Rule;

/// What a finding rests on. Together with the rule's record it decides the severity.
enum class Basis : std::uint8_t {
    policy, ///< a policy states the classes
    explicit_lines, ///< no policy does; the classes are inferred from lines of switches, hosts and jobs
    assumed_default, ///< no line states the class or the judged value: a default is assumed
};

/// The evidence of counters for a finding. `silent` does not change its severity.
enum class Evidence : std::uint8_t {
    silent, ///< the counters neither confirm nor contradict it
    confirmed, ///< counters show the harm that it predicts
    contradicted, ///< counters show that the device does not run the configuration that was read
};

/// A rule's report: one fault with its evidence and its correction, stated at once. The engine makes a
/// Finding of it (RuleContext::report).
struct Diagnosis {
    /// If not set, the severity that the rule's record states for the basis. The policy has precedence over both.
    std::optional<Severity> severity{};
    /// If not set, whether a policy states the classes. An assumed default never makes an error.
    std::optional<Basis> basis{};
    Span at;
    std::string message; ///< one sentence: what is wrong and what follows from it
    /// The first one names the device and port in the report. A finding without a subject, such as one about a
    /// device that was not read, is folded with no other.
    std::vector<Subject> subjects{};
    /// Further ports, beyond the first, with the same fault because of one shared line (a profile, a range).
    std::vector<PortId> also_on{};
    /// Other faults of the same port that have the same cause: findings about these subjects are listed under
    /// this one.
    std::vector<Subject> covers{};
    std::vector<Related> related{};
    std::string fix{}; ///< one sentence in the imperative, or empty
    /// If not set, that of the rule's record.
    std::optional<FixClass> fix_class{};
    /// The changes that fix the fault; empty if only people can. All get the finding's fix class.
    std::vector<Change> changes{};

    /// Adds a subject. For the whole device, pass the port {device, Port::no_index}.
    void blame(PortId port, Property property, Part part = Subject::whole)
    {
        subjects.push_back({port, property, part});
    }
    /// Adds a place as evidence.
    void show(Span place, std::string what) { related.push_back({place, std::move(what), {}}); }
};

/// One fault with its evidence.
struct Finding {
    const Rule* rule = nullptr;
    Severity severity = Severity::error;
    std::string message; ///< one sentence: what is wrong and what follows from it
    Span at;
    std::vector<Subject> subjects; ///< the device and port of the first one are named in the report
    std::vector<Related> related;
    std::string fix; ///< one sentence in the imperative, or empty
    FixClass fix_class = FixClass::none;
    std::vector<Change> changes; ///< the changes that fix it; empty if only people can
    /// Other faults of the same port that have the same cause: findings about these subjects are listed under
    /// this one.
    std::vector<Subject> covers;
    /// Further ports, beyond the first, with the same fault because of one shared line (a profile, a range).
    std::vector<PortId> also_on;
    /// The reason given in the waiver that covers the finding; empty: not waived.
    std::string waived;
    /// No value where no counters were read.
    std::optional<Evidence> evidence;
};

/// A check that was not possible, and why.
struct NotChecked {
    const Rule* rule = nullptr;
    PortId port;
    std::string reason;
    /// How many ports of the device share this row; 0: the row is about the device as a whole.
    std::uint32_t ports = 1;
    bool met_nothing = false; ///< for an own rule: it applies to no subject of this run
    /// The unread setting as its row in fields.h describes it, or the device's reason why it is missing; empty if a
    /// setting of another device is missing. A driver may name the capture that shows it (Driver::captures).
    std::string unread{};
    /// What would settle the check, in the imperative: "capture `ethtool -i`", "state `cnp:` in rocelint.yaml";
    /// empty: not known.
    std::string settle{};
    std::vector<bool> counted{}; ///< by index of the port: whether it is one of `ports`

    /// Counts this port of the device, once however many unread settings it has. Has no effect for the device as a
    /// whole.
    void count(PortId one);
};

[[nodiscard]] const char* name_of(Scope scope);
[[nodiscard]] const char* name_of(Evidence evidence);

}
