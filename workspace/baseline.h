// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/text/result.h"
#include "workspace/outcome.h"

#include <cstddef>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace rocelint::workspace {

/// Known findings by fingerprint, each as often as it was seen: two equal lines in two files share a fingerprint. Of one of
/// several fabrics its folder stands before the fingerprint, since two sites often have devices of equal names.
using Baseline = std::map<std::string, std::size_t, std::less<>>;

/// Reads what write_baseline() wrote. Anything else is an Error at its place.
[[nodiscard]] Result<Baseline> read_baseline(const std::string& path);
/// The findings of all fabrics that are not waived, as a file.
[[nodiscard]] std::string write_baseline(const std::vector<std::unique_ptr<Outcome>>& outcomes);
/// Takes the known findings out of the report, and their places out of the baseline. Returns how many there were.
std::size_t take_known(Outcome& outcome, Baseline& baseline);

}
