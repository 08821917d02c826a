// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace rocelint::testing {

/// Counts the running test case as skipped, because this machine lacks something that the test needs. The case should return
/// at once. The reason ends up in the list of skipped tests that closes a run; it is a sentence without a full stop. A check
/// that fails in the same case is a failure all the same.
void skip(std::string_view reason);

}
