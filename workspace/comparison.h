// SPDX-License-Identifier: Apache-2.0
// What lies between two checks of one network: what its devices do otherwise, which findings came and which went.
#pragma once

#include "analysis/severity.h"
#include "workspace/outcome.h"
#include "workspace/path_changes.h"
#include "workspace/policy_differences.h"
#include "workspace/uncompared.h"
#include "workspace/value_differences.h"

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace rocelint::workspace {

/// A finding of one of the two checks alone, or of both with two severities.
struct FindingDifference {
    const Finding* finding = nullptr;
    const Outcome* outcome = nullptr; ///< that the finding is of
    std::optional<Severity> was; ///< of one that both checks have: its severity in the earlier
    bool other_is_waived = false; ///< the other check has it too, and a waiver accepts it there
};

/// One fabric, before and after.
struct FabricComparison {
    std::string folder; ///< below the paths that were given; empty where there is one fabric
    const Outcome* before = nullptr; ///< null: the fabric was not there
    const Outcome* after = nullptr; ///< null: it is gone
    std::string old_root; ///< what was given of each side: names of files are told below it
    std::string new_root;
    std::vector<std::string> new_devices;
    std::vector<std::string> gone_devices;
    std::vector<std::string> new_links; ///< "leaf1 Ethernet4 to spine1 Ethernet0"
    std::vector<std::string> gone_links;
    std::vector<ValueDifference> values; ///< of devices that both have, by property, sentence and device
    std::vector<FindingDifference> new_findings; ///< as the later report has them
    std::vector<FindingDifference> solved_findings; ///< as the earlier one had them
    std::vector<FindingDifference> reweighed_findings; ///< as the later report has them
    std::vector<PolicyDifference> policy; ///< what the two were judged by
    std::optional<proof::AllPairs> paths_before; ///< nothing where no RDMA endpoint is known
    std::optional<proof::AllPairs> paths_after;
    std::vector<PathChange>
        path_changes; ///< of pairs of endpoints that both have, and of new ones that are not proven
    std::vector<UncomparedLines> uncompared; ///< changed lines of which nothing above tells
    std::vector<const FileReport*> unread_files; ///< that only the later check has, of no known platform

    /// Nothing that is compared differs. There may be `uncompared` lines and `unread_files`.
    [[nodiscard]] bool is_equal() const;
    /// A finding of this severity or more that is new or weighed less, or a pair of endpoints that loses packets and did not. Nothing: never.
    [[nodiscard]] bool is_worse(std::optional<Severity> from) const;
};

/// Compares fabrics of equal folders; `old_root` and `new_root` are what was given, in front of the folders.
[[nodiscard]] std::vector<FabricComparison> compare_fabrics(std::span<const std::unique_ptr<Outcome>> before,
    std::span<const std::unique_ptr<Outcome>> after,
    std::string_view old_root,
    std::string_view new_root);

}
