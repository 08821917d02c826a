// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/text/result.h"
#include "workspace/outcome.h"

#include <cstddef>
#include <map>
#include <string>

namespace rocelint::workspace {

/// Known findings by fingerprint, each as often as it was seen: two equal lines in two files share a fingerprint.
using Baseline = std::map<std::string, std::size_t, std::less<>>;

/// Reads what write_baseline() wrote. Anything else is an Error at its place.
[[nodiscard]] Result<Baseline> read_baseline(const std::string& path);
/// The findings that are not waived, as a file.
[[nodiscard]] std::string write_baseline(const Report& report, const Fabric& fabric);
/// Takes the known findings out of the report and returns how many there were.
std::size_t take_known(Report& report, const Fabric& fabric, Baseline baseline);

}
