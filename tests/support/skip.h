// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace rocelint::testing {

/// Counts the running test case as skipped, because this machine lacks something the test needs. The case should return at once.
/// The reason, a sentence without a full stop, appears in the list of skipped tests at the end of a run. A failed check in the
/// same case is still a failure.
void skip(std::string_view reason);

}
