// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string_view>

namespace rocelint::document {

/// All keys that objects of the document can have (docs/model.md), sorted. The names of the
/// congestion-control parameters in `dcqcn` come from the firmware and are not included.
[[nodiscard]] std::span<const std::string_view> keys();

}
