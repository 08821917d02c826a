// SPDX-License-Identifier: Apache-2.0
// Examples of the rules about InfiniBand subnets: each states only how it differs from the clean capture.
#pragma once

#include "rules/rule.h"

#include <string_view>

namespace rocelint::ib {

/// A change of the clean capture. Without a flagged text, the example is accepted.
[[nodiscard]] constexpr Example example(
    std::string_view title, std::string_view capture = {}, std::string_view flagged = {})
{
    return {.title = title, .files = {{{"ib-fabric", "fabric", capture}}}, .flagged = flagged};
}

}
