// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "workspace/compare/comparison.h"

#include <optional>
#include <string>
#include <vector>

namespace rocelint::cli {

/// The path of a file that a finding rests on, relative to what was compared; unchanged if the file is
/// elsewhere (a policy above).
[[nodiscard]] std::string_view compared_file(std::string_view path, std::string_view root);

/// The differences between two checks, for a terminal: changes by their meaning, then paths, new and solved
/// findings, and a verdict.
[[nodiscard]] std::string comparison_text(
    const std::vector<workspace::FabricComparison>& compared, std::optional<Severity> fail_on);
/// The differences for a merge request. Sections too long for a comment end with the number of items left
/// out.
[[nodiscard]] std::string comparison_markdown(
    const std::vector<workspace::FabricComparison>& compared, std::optional<Severity> fail_on);
/// The differences in the format of docs/schema/diff.schema.json, with a separate entry for each port.
[[nodiscard]] std::string comparison_json(
    const std::vector<workspace::FabricComparison>& compared, std::optional<Severity> fail_on);

}
