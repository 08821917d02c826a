// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/parallel/work_count.h"
#include "rules/own/own_rules.h"
#include "rules/rule.h"

#include <chrono>
#include <memory>
#include <string>
#include <vector>

namespace rocelint {

/// Which rules run, and how.
struct Selection {
    std::vector<std::string> select; ///< codes or prefixes; empty: all
    std::vector<std::string> ignore;
    bool measure = false; ///< measure how long each rule takes
    /// Only part of the fabric was read: anything missing may be elsewhere.
    bool of_a_part = false;
    /// The policy is also used for other fabrics, which may contain the devices and ports that it names.
    bool shares_policy = false;
    WorkCount* progress = nullptr; ///< counts devices whose rules have run; may be null
    bool keep_proofs = false; ///< for a report that shows the proofs
    bool fold = true; ///< merge findings with one cause
};

/// Whether one of the codes, prefixes or names matches this rule.
[[nodiscard]] bool names_rule(const std::vector<std::string>& codes, const Rule& rule);

/// Whether a rule checks links or the fabric as a whole, and so more than one device.
[[nodiscard]] bool is_of_fabric(const Rule& rule);

/// Whether a run includes this rule: it is selected, not ignored, and not off on all devices.
[[nodiscard]] bool is_asked(const Rule& rule, const Analysis& analysis, const Selection& selection);

/// The cost of one rule, if measured. Work that several rules share (a proof, a fact about the whole fabric)
/// counts for the rule that ran first.
struct RuleEffort {
    const Rule* rule = nullptr;
    /// Total of all threads, including time spent waiting for another thread's result.
    std::chrono::nanoseconds time{};
    std::size_t findings = 0; ///< before folding
    std::size_t not_checked = 0;
};

/// Everything that reporters show.
struct Report {
    std::vector<Finding> findings; ///< sorted by file, offset, code
    std::vector<Finding> known; ///< findings removed by a baseline
    std::vector<NotChecked> not_checked; ///< sorted by device, code, reason
    std::shared_ptr<const OwnRules> own_rules; ///< the policy's rules; never null after check()
    /// Own rules that could not be evaluated, which are mistakes in the policy.
    std::vector<Error> own_errors;
    std::vector<RuleEffort> efforts; ///< in descending order of time; empty unless measured
    /// The proofs that rules requested; null unless kept.
    std::shared_ptr<proof::Proofs> proofs;
    [[nodiscard]] std::size_t count(Severity severity) const; ///< without waived findings
    [[nodiscard]] std::size_t waived() const;
};

/// Runs every selected rule over the fabric in parallel, merges findings with one cause, applies waivers and
/// sorts. `extra` are findings made before the rules ran (syntax). The result does not depend on the thread
/// count. `today` is the ISO date for the expiry of waivers.
[[nodiscard]] Report check(
    const Analysis& analysis, const Selection& selection, std::vector<Finding> extra, std::string_view today);

/// Merges the findings of each cause into one; fold.cpp describes the order of precedence.
[[nodiscard]] std::vector<Finding> fold(std::vector<Finding> findings, const Fabric& fabric);

/// A fingerprint of code, device, port, property and normalized text, without line numbers or file names. For
/// a finding about several ports no port is included, so the fingerprint survives reordered rows and fixes of
/// some ports.
[[nodiscard]] std::string fingerprint(const Finding& finding, const Fabric& fabric);
/// A fingerprint of code, device, property and message without the port: one mistake has the same fingerprint
/// whether it is reported once for many ports or for each port.
[[nodiscard]] std::string mistake_fingerprint(const Finding& finding, const Fabric& fabric);

}
