// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cli/report/data/report_data.h"

#include <array>
#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

namespace rocelint::cli {

/// Findings that are not waived, by severity.
struct SeverityCounts {
    std::array<std::size_t, 3> by_severity{}; ///< indexed by Severity

    void add(Severity severity) { ++by_severity[static_cast<std::size_t>(severity)]; }
    [[nodiscard]] std::size_t of(Severity severity) const
    {
        return by_severity[static_cast<std::size_t>(severity)];
    }
    [[nodiscard]] std::size_t sum() const { return by_severity[0] + by_severity[1] + by_severity[2]; }
};

/// The findings of one rule.
struct RuleCount : SeverityCounts {
    std::string_view code;
    std::string_view name;
};

/// The findings about one device.
struct DeviceCount : SeverityCounts {
    std::string_view fabric; ///< the folder of its fabric, if several were checked
    std::string_view device; ///< empty: the fabric as a whole
};

/// Counts findings by rule, most first, then by code.
[[nodiscard]] std::vector<RuleCount> count_by_rule(std::span<const ReportData> fabrics);
/// Counts findings by device, most first, then by fabric and name.
[[nodiscard]] std::vector<DeviceCount> count_by_device(std::span<const ReportData> fabrics);

}
