// SPDX-License-Identifier: Apache-2.0
// What lies between two checks of one network: what its devices do otherwise, which findings came and which went.
#pragma once

#include "analysis/proof/pairs.h"
#include "analysis/severity.h"
#include "workspace/outcome.h"

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace rocelint::workspace {

/// One value that differs, on one port or on a whole device.
struct ValueDifference {
    std::string sentence; ///< what holds now: "PFC on for priority 3"
    std::string
        was; ///< what held before: "traffic class 3"; empty where the sentence tells it, or nobody knows
    std::string device;
    std::string port; ///< empty: the whole device
    friend bool operator==(const ValueDifference&, const ValueDifference&) = default;
};

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
    std::vector<ValueDifference> values; ///< of devices that both have, by sentence and device
    std::vector<FindingDifference> new_findings; ///< as the later report has them
    std::vector<FindingDifference> solved_findings; ///< as the earlier one had them
    std::optional<proof::AllPairs> paths_before; ///< nothing where no RDMA endpoint is known
    std::optional<proof::AllPairs> paths_after;

    [[nodiscard]] bool is_equal() const;
    /// A new finding of this severity or more, or more pairs of endpoints with a broken path. Nothing: never.
    [[nodiscard]] bool is_worse(std::optional<Severity> from) const;
};

/// Compares fabrics of equal folders; `old_root` and `new_root` are what was given, in front of the folders.
[[nodiscard]] std::vector<FabricComparison> compare_fabrics(std::span<const std::unique_ptr<Outcome>> before,
    std::span<const std::unique_ptr<Outcome>> after,
    std::string_view old_root,
    std::string_view new_root);

}
