// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string_view>

namespace rocelint::stored {

/// Whether any of these texts, which stand in no file and would be kept as they are, looks as if it held a secret.
[[nodiscard]] bool hold_secret(std::span<const std::string_view> texts);

}
