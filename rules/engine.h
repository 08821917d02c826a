// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/parallel/work_count.h"
#include "rules/kept_findings.h"
#include "rules/own_rules.h"
#include "rules/rule.h"

#include <chrono>
#include <memory>
#include <string>
#include <vector>

namespace rocelint {

/// Which rules run and how loud they are.
struct Selection {
    std::vector<std::string> select; ///< codes or prefixes; empty for all
    std::vector<std::string> ignore;
    bool measure = false; ///< how long each rule takes
    /// Only a part of the fabric was read: what is not there may be elsewhere.
    bool of_a_part = false;
    /// The policy holds for other fabrics too: what it speaks of may be there.
    bool shares_policy = false;
    WorkCount* progress = nullptr; ///< counts the devices whose rules have run; may be null
    bool keep_proofs = false; ///< for a report that shows what they hold
    bool fold = true; ///< whether findings of one cause become one
};

/// Whether one of the codes, prefixes or names means this rule.
[[nodiscard]] bool names_rule(const std::vector<std::string>& codes, const Rule& rule);

/// Whether a rule looks at links or at the fabric as a whole, and so at more than one device.
[[nodiscard]] bool is_of_fabric(const Rule& rule);

/// Whether a run asks this rule: it is selected, not ignored, and not off on all devices.
[[nodiscard]] bool is_asked(const Rule& rule, const Analysis& analysis, const Selection& selection);

/// What one rule cost, where that was asked for. What several rules share (a proof, a fact of the whole fabric) counts for the
/// one that came first.
struct RuleEffort {
    const Rule* rule = nullptr;
    std::chrono::nanoseconds
        time{}; ///< over all threads; waiting for what another thread works out counts too
    std::size_t findings = 0; ///< before any were folded into others
    std::size_t not_checked = 0;
};

/// Everything that a reporter shows.
struct Report {
    std::vector<Finding> findings; ///< sorted by file, offset, code
    std::vector<Finding> known; ///< those that a baseline took out
    std::vector<NotChecked> not_checked; ///< sorted by device, code, reason
    std::shared_ptr<const OwnRules> own_rules; ///< the policy's; never null after check()
    std::vector<Error> own_errors; ///< of own rules that could not be evaluated: the policy is wrong
    std::vector<RuleEffort> efforts; ///< by falling time; empty unless it was asked for
    std::shared_ptr<proof::Proofs>
        proofs; ///< those that the rules asked for; null unless they were to be kept, or with a store
    [[nodiscard]] std::size_t count(Severity severity) const; ///< without the waived
    [[nodiscard]] std::size_t waived() const;
};

/// Runs every selected rule over the fabric in parallel, folds findings of one cause into one, applies waivers and
/// sorts. `extra` are findings made before the rules ran (syntax). The result does not depend on the thread count.
/// `today` is an ISO date for waivers that expire.
/// `kept` tells what of proofs and findings is kept for later runs.
[[nodiscard]] Report check(const Analysis& analysis,
    const Selection& selection,
    std::vector<Finding> extra,
    std::string_view today,
    const KeptInputs& kept = {});

/// Makes one finding of each cause: see the file for the order of precedence.
[[nodiscard]] std::vector<Finding> fold(std::vector<Finding> findings, const Fabric& fabric);

/// Code, device, port, property and normalised text; never line numbers, nor names of files. Of a finding of several ports
/// none is named, so that it stays the same when rows change places or some of the ports are mended.
[[nodiscard]] std::string fingerprint(const Finding& finding, const Fabric& fabric);
/// Code, device, property and message without the port: equal for one mistake, told once of many ports or of each alone.
[[nodiscard]] std::string mistake_fingerprint(const Finding& finding, const Fabric& fabric);

}
