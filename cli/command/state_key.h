// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/text/result.h"

#include <string>
#include <string_view>

namespace rocelint::cli {

/// The variable that holds the key of state_hash() where plans are made by one user or machine and pushed by another.
inline constexpr std::string_view state_key_variable = "ROCELINT_STATE_KEY";

/// Where this user's key lies, and what else is kept from run to run: rocelint below $XDG_STATE_HOME (~/.local/state). Empty where
/// nobody says where the user is at home.
[[nodiscard]] std::string state_folder();

/// The key of this user: what ROCELINT_STATE_KEY says, else what stands in rocelint/key below $XDG_STATE_HOME
/// (~/.local/state), which the first use makes of 32 random bytes (0600). `usage` where the variable is short, and where
/// the file cannot be made or read, or others may read it.
[[nodiscard]] Result<std::string> read_state_key();

}
