// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace rocelint {

/// For a path that does not exist, returns the path of the file or folder in the same place with the nearest name;
/// empty if no name there is similar.
[[nodiscard]] std::string similar_path(const std::string& path);

/// What follows a message about a path from the command line: "; did you mean 'site/leaf1.json'?". Empty for a path
/// that exists. Never for a path that a file names: it would show what else lies on the machine.
[[nodiscard]] std::string meant_path(const std::string& path);

}
