// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string_view>

namespace rocelint::document {

/// Every key that some object of the document has (docs/model.md), sorted. The names of congestion control's numbers in `dcqcn`
/// are the firmware's and are not among them.
[[nodiscard]] std::span<const std::string_view> keys();

}
