// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/text/result.h"

#include <string>
#include <string_view>

namespace rocelint::cli {

/// The environment variable with the key for state_hash(), for plans that one user or machine makes and
/// another pushes.
inline constexpr std::string_view state_key_variable = "ROCELINT_STATE_KEY";

/// The folder of this user's key and of other data kept between runs: rocelint below $XDG_STATE_HOME
/// (~/.local/state). Empty if the user's home directory is unknown.
[[nodiscard]] std::string state_folder();

/// The key of this user: the value of ROCELINT_STATE_KEY, otherwise the content of rocelint/key below
/// $XDG_STATE_HOME (~/.local/state), which the first use creates from 32 random bytes (0600). Fails with
/// `usage` if the variable is too short, if the file cannot be created or read, or if others may read it.
[[nodiscard]] Result<std::string> read_state_key();

}
