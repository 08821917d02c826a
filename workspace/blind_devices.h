// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "workspace/outcome.h"

#include <string>
#include <vector>

namespace rocelint::workspace {

/// Why a clean report of single devices would mean nothing, a sentence for each: one without any port, though its files are
/// more than a fragment, or one most of whose lines were not understood. Jobs have no ports.
[[nodiscard]] std::vector<std::string> find_blind_devices(const Outcome& outcome);

}
