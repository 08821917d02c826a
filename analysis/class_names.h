// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/fabric/class_model.h"
#include "models/fabric/fabric.h"

#include <string>
#include <vector>

namespace rocelint {

/// A proposed name of a class, and the evidence for it as a sentence.
struct ClassName {
    std::string name;
    std::string why; ///< empty: nothing names the class, and `name` is its number
};

/// For each class of the model, what the devices' own names, jobs and hosts show of its use, the first of them
/// that shows any. Classes with the same use keep apart by their numbers.
[[nodiscard]] std::vector<ClassName> propose_class_names(const Fabric& fabric, const ClassModel& model);

}
