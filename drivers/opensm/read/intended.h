// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/catalog/opensm_options.h"

#include <string_view>

namespace rocelint::opensm {

/// Returns the value most likely meant by a text that the option does not allow: `true` is TRUE, `Both` both,
/// `08` 8 and `= 5` 5. A literal or a part of the text; empty if the text is ambiguous.
[[nodiscard]] std::string_view intended(const catalog::OpensmOption& option, std::string_view text);

}
