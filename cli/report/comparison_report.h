// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "workspace/comparison.h"

#include <optional>
#include <string>
#include <vector>

namespace rocelint::cli {

/// The name of a file that a finding rests on, below what was compared; as it is where it lies elsewhere (a policy above).
[[nodiscard]] std::string_view compared_file(std::string_view path, std::string_view root);

/// What lies between two checks, for a terminal: changes by what they mean, then paths, new and solved findings, and a verdict.
[[nodiscard]] std::string comparison_text(
    const std::vector<workspace::FabricComparison>& compared, std::optional<Severity> fail_on);
/// The same for a merge request; of what would be too long for a comment, how much more there is.
[[nodiscard]] std::string comparison_markdown(
    const std::vector<workspace::FabricComparison>& compared, std::optional<Severity> fail_on);
/// The same as docs/schema/diff.schema.json has it, with each port in an entry of its own.
[[nodiscard]] std::string comparison_json(
    const std::vector<workspace::FabricComparison>& compared, std::optional<Severity> fail_on);

}
