// SPDX-License-Identifier: Apache-2.0
// What lies between two checks of one network: what its devices do otherwise, which findings came and which went.
#pragma once

#include "analysis/severity.h"
#include "workspace/outcome.h"
#include "workspace/path_changes.h"
#include "workspace/value_differences.h"

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace rocelint::workspace {

/// A finding of one of the two checks alone.
struct FindingDifference {
    const Finding* finding = nullptr;
    const Outcome* outcome = nullptr; ///< that the finding is of
};

/// One fabric, before and after.
struct FabricComparison {
    std::string folder; ///< below the paths that were given; empty where there is one fabric
    const Outcome* before = nullptr; ///< null: the fabric was not there
    const Outcome* after = nullptr; ///< null: it is gone
    std::vector<std::string> new_devices;
    std::vector<std::string> gone_devices;
    std::vector<std::string> new_links; ///< "leaf1 Ethernet4 to spine1 Ethernet0"
    std::vector<std::string> gone_links;
    std::vector<ValueDifference> values; ///< of devices that both have, by property, sentence and device
    std::vector<FindingDifference> new_findings; ///< as the later report has them
    std::vector<FindingDifference> solved_findings; ///< as the earlier one had them
    std::optional<proof::AllPairs> paths_before; ///< nothing where no RDMA endpoint is known
    std::optional<proof::AllPairs> paths_after;
    std::vector<PathChange>
        path_changes; ///< of pairs of endpoints that both have, and of new ones that are not proven

    [[nodiscard]] bool is_equal() const;
    /// A new finding of this severity or more, or a pair of endpoints that loses packets and did not. Nothing: never.
    [[nodiscard]] bool is_worse(std::optional<Severity> from) const;
};

/// Compares fabrics of equal folders; `old_root` and `new_root` are what was given, in front of the folders.
[[nodiscard]] std::vector<FabricComparison> compare_fabrics(std::span<const std::unique_ptr<Outcome>> before,
    std::span<const std::unique_ptr<Outcome>> after,
    std::string_view old_root,
    std::string_view new_root);

}
