// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string_view>

namespace rocelint::stored {

/// Whether any of these texts looks like a secret. They come from no file and would be stored as they are.
[[nodiscard]] bool hold_secret(std::span<const std::string_view> texts);

}
