// SPDX-License-Identifier: Apache-2.0
// Helpers for tests that change a fixture fabric and check the result.
#pragma once

#include "tests/cli/rocelint_run.h"

#include <nlohmann/json_fwd.hpp>

#include <string>
#include <string_view>

namespace rocelint {

/// Copies a fixture fabric.
void copy_fabric(const std::string& name, const std::string& to);

/// Writes what `render` makes of the intent of a fixture fabric; the test fails if it refuses.
void render_fabric(const std::string& name, const std::string& to);

/// Replaces the first `from` in a file; the test fails if there is none.
void replace(
    const TemporaryFolder& folder, const std::string& file, std::string_view from, std::string_view to);

/// Commits everything in the folder to a new git repository there.
void commit_all(const TemporaryFolder& folder);

/// The codes of the findings in a JSON report, in its order.
[[nodiscard]] nlohmann::json codes_of(const nlohmann::json& rows);

}
