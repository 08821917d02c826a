// SPDX-License-Identifier: Apache-2.0
// Compares two checks of one network: how its devices behave differently, which findings are new and which
// are gone.
#pragma once

#include "analysis/policy/severity.h"
#include "workspace/check/outcome.h"
#include "workspace/compare/path_changes.h"
#include "workspace/compare/policy_differences.h"
#include "workspace/compare/uncompared.h"
#include "workspace/compare/value_differences.h"

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace rocelint::workspace {

/// A finding that only one of the two checks has, or that both have with different severities.
struct FindingDifference {
    const Finding* finding = nullptr;
    const Outcome* outcome = nullptr; ///< the check that has the finding
    std::optional<Severity> was; ///< the severity in the earlier check, if both have the finding
    bool other_is_waived = false; ///< the other check also has the finding, but a waiver accepts it there
};

/// One fabric, before and after.
struct FabricComparison {
    std::string folder; ///< relative to the given paths; empty if there is only one fabric
    const Outcome* before = nullptr; ///< null: the fabric did not exist
    const Outcome* after = nullptr; ///< null: the fabric is gone
    std::string old_root; ///< The path given for each side; file names are shown relative to it.
    std::string new_root;
    std::vector<std::string> new_devices;
    std::vector<std::string> gone_devices;
    std::vector<std::string> new_links; ///< "leaf1 Ethernet4 to spine1 Ethernet0"
    std::vector<std::string> gone_links;
    /// Of devices in both checks; sorted by property, sentence and device.
    std::vector<ValueDifference> values;
    std::vector<FindingDifference> new_findings; ///< as in the later report
    std::vector<FindingDifference> solved_findings; ///< as in the earlier report
    /// Findings whose severity changed, as in the later report.
    std::vector<FindingDifference> reweighed_findings;
    std::vector<PolicyDifference> policy; ///< how the two policies differ
    std::optional<proof::AllPairs> paths_before; ///< no value if no RDMA endpoint is known
    std::optional<proof::AllPairs> paths_after;
    /// Changes of endpoint pairs in both checks, and of new pairs that are not proven.
    std::vector<PathChange> path_changes;
    std::vector<UncomparedLines> uncompared; ///< changed lines that nothing above reports
    std::vector<const FileReport*> unread_files; ///< files of no known platform that only the later check has

    /// Whether nothing that is compared differs. There may still be `uncompared` lines and `unread_files`.
    [[nodiscard]] bool is_equal() const;
    /// Whether a finding of at least this severity is new or was less severe before, or the paths of an
    /// endpoint pair became broken. Without a severity: always false.
    [[nodiscard]] bool is_worse(std::optional<Severity> from) const;
};

/// Compares fabrics in equal folders. `old_root` and `new_root` are the given paths in front of those
/// folders.
[[nodiscard]] std::vector<FabricComparison> compare_fabrics(std::span<const std::unique_ptr<Outcome>> before,
    std::span<const std::unique_ptr<Outcome>> after,
    std::string_view old_root,
    std::string_view new_root);

}
