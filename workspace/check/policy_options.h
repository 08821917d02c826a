// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/policy/policy.h"
#include "rules/engine/engine.h"

#include <string>
#include <string_view>

namespace rocelint::workspace {

/// The selection of a run: what the command line states, and otherwise `select` and `ignore` of the policy.
[[nodiscard]] Selection with_policy(Selection selection, const Policy& policy);

/// Succeeds if a path that the policy's `key` names stays below the folder of the file that states it, symbolic links
/// resolved. Otherwise fails with `usage` at its place.
[[nodiscard]] Result<void> check_policy_path(
    const Policy& policy, std::string_view key, const std::string& path);

/// "rocelint.yaml:3:11", where the policy states a key.
[[nodiscard]] std::string place_of_key(const Policy& policy, std::string_view key);

}
