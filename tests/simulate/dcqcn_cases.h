// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace rocelint::testing {

/// A quantity of DCQCN by a closed form, and as the senders of the simulation give it.
struct DcqcnCase {
    std::string_view quantity;
    std::string_view form;
    std::string_view unit;
    double expected = 0;
    double measured = 0;
    double tolerance = 0; ///< as a share of the expected value
};

/// The cases, each computed once.
[[nodiscard]] std::span<const DcqcnCase> dcqcn_cases();

/// The section of docs/simulate.md about them.
[[nodiscard]] std::string dcqcn_section();

}
