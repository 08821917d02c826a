// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/fabric/subnet_manager.h"

#include <string>
#include <vector>

namespace rocelint::opensm {

/// An option that does not run as it was meant.
struct RunsOtherwise {
    std::string option;
    std::string meant; ///< empty of a key
    std::string runs; ///< empty of a key, and where opensm wrote no such option
    [[nodiscard]] std::string sentence() const;
};

/// Holds what opensm understood against the file that was meant for it: `dumped` is read of what `opensm -F meant -c dumped` wrote.
/// Options that `meant` states must run with that value, and of the others what opensm 3.3.23 starts with. Keys are compared by
/// their digests, and never shown. Nothing where both are of one mind; in the order of the options in opensm's own file.
[[nodiscard]] std::vector<RunsOtherwise> runs_otherwise(
    const SubnetManager& meant, const SubnetManager& dumped);

}
