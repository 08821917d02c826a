// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/fabric/class_model.h"

#include <string>

namespace rocelint {

/// Classes and CNP marking as the text of a rocelint.yaml, with the evidence of each class as a comment.
[[nodiscard]] std::string policy_yaml(const ClassModel& model);

}
