// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/fabric/subnet/subnet_manager.h"

#include <string>
#include <vector>

namespace rocelint::opensm {

/// An option that does not run as intended.
struct RunsOtherwise {
    std::string option;
    std::string meant; ///< empty for a key
    std::string runs; ///< empty for a key, and if opensm wrote no such option
    [[nodiscard]] std::string sentence() const;
};

/// Compares how opensm understood a file with what the file was intended to say. `dumped` is read from the
/// output of `opensm -F meant -c dumped`. Options that `meant` states must run with that value, all others
/// with the default of opensm 3.3.23. Keys are compared by digest and never shown. Empty if all agree;
/// ordered as in opensm's own file.
[[nodiscard]] std::vector<RunsOtherwise> runs_otherwise(
    const SubnetManager& meant, const SubnetManager& dumped);

}
