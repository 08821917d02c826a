// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rules/rule.h"

#include <string>
#include <vector>

namespace rocelint {

/// Which rules run and how loud they are.
struct Selection {
    std::vector<std::string> select; ///< codes or prefixes; empty for all
    std::vector<std::string> ignore;
};

/// Whether one of the codes, prefixes or names means this rule.
[[nodiscard]] bool names_rule(const std::vector<std::string>& codes, const Rule& rule);

/// Everything that a reporter shows.
struct Report {
    std::vector<Finding> findings; ///< sorted by file, offset, code
    std::vector<NotChecked> not_checked; ///< sorted by device, code, reason
    [[nodiscard]] std::size_t count(Severity severity) const; ///< without the waived
    [[nodiscard]] std::size_t waived() const;
};

/// Runs every selected rule over the fabric in parallel, folds findings of one cause into one, applies waivers and
/// sorts. `extra` are findings made before the rules ran (syntax). The result does not depend on the thread count.
/// `today` is an ISO date for waivers that expire.
[[nodiscard]] Report check(
    const Analysis& analysis, const Selection& selection, std::vector<Finding> extra, std::string_view today);

/// Makes one finding of each cause: see the file for the order of precedence.
[[nodiscard]] std::vector<Finding> fold(std::vector<Finding> findings, const Fabric& fabric);

/// Code, device, port, property and normalised text; never line numbers.
[[nodiscard]] std::string fingerprint(const Finding& finding, const Fabric& fabric);

}
