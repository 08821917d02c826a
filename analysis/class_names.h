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

/// Proposes a name for each class of the model, after its use: from the names in device configurations, otherwise
/// from jobs, otherwise from hosts. Numbers distinguish classes with the same use.
[[nodiscard]] std::vector<ClassName> propose_class_names(const Fabric& fabric, const ClassModel& model);

}
