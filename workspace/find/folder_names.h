// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace rocelint::workspace {

/// Of files whose paths differ in the name of one folder alone, such as esx1/out.txt and esx2/out.txt: the name of that
/// folder for each, in their order. Empty for a file that has no such counterpart.
[[nodiscard]] std::vector<std::string> distinguishing_folders(const std::vector<std::string>& paths);

}
