// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace rocelint {

/// The rows of a file in the physics tests' data folder, without comment lines, each a list of its columns.
[[nodiscard]] std::vector<std::vector<std::string>> read_csv(const char* name);

}
