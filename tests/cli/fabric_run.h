// SPDX-License-Identifier: Apache-2.0
// What tests need that change a fabric of the fixtures and ask what became of it.
#pragma once

#include "tests/cli/rocelint_run.h"

#include <nlohmann/json_fwd.hpp>

#include <string>
#include <string_view>

namespace rocelint {

/// Copies a fabric of the fixtures.
void copy_fabric(const std::string& name, const std::string& to);

/// Replaces the first `from` in a file, which has to be there.
void replace(
    const TemporaryFolder& folder, const std::string& file, std::string_view from, std::string_view to);

/// Commits all that is in the folder to a git repository of its own.
void commit_all(const TemporaryFolder& folder);

/// The codes of the findings of a JSON report, in its order.
[[nodiscard]] nlohmann::json codes_of(const nlohmann::json& rows);

}
