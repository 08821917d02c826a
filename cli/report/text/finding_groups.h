// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/fabric/fabric.h"
#include "rules/finding.h"
#include "workspace/check/outcome.h"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace rocelint::cli {

/// Findings that differ only in the port or device that they are about: one cause to a reader.
struct FindingGroup {
    std::vector<const Finding*> findings; ///< at least one; the first one is shown
    /// The ports and devices of the group besides that of the first finding, in the fabric's order.
    std::vector<PortId> more;

    [[nodiscard]] const Finding& first() const { return *findings.front(); }
};

/// Groups the findings that are not waived, and sorts the groups by severity, then by family (PFC first, since it drops
/// packets first), then by place.
[[nodiscard]] std::vector<FindingGroup> group_findings(const workspace::Outcome& outcome);

/// "(+3 ports)": the size of the group without its first finding; empty if it has one port only.
[[nodiscard]] std::string count_more(const FindingGroup& group, const Fabric& fabric);

/// Finds a name as a whole word: "Ethernet1" is not found in "Ethernet1/1". Returns npos if the text lacks it.
[[nodiscard]] std::size_t find_name(std::string_view text, std::string_view name, std::size_t from = 0);

}
