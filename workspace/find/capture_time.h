// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace rocelint::workspace {

/// The file in a folder of counters that holds the time at which they were fetched, as `collect --counters` writes it.
inline constexpr const char* capture_time_file = ".rocelint-captured";

/// The time at which the counters of a folder were fetched: "2026-03-02T09:00:00.000Z". Empty if the folder does not say it.
[[nodiscard]] std::string capture_time_of(const std::string& folder);

}
