// SPDX-License-Identifier: Apache-2.0
// Examples of the rules about jobs.
#pragma once

#include <string_view>

namespace rocelint::job_examples {

/// The rule on jobs without RDMA reports the fault of the example as well.
inline constexpr std::string_view without_app014 = "version: 1\nprofile: lossless\nrules: {APP014: off}\n";

}
