// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/driver.h"
#include "models/syntax/tree.h"

#include <string_view>

namespace rocelint::app_env {

/// Whether a text is JSON in which variables of a library are members: {"env": {"NCCL_IB_TC": "106"}}.
[[nodiscard]] bool is_json_with_variables(std::string_view text);

/// Reads each object with such members as a job. Marks the lines of `tree`, whose source is the file.
void read_json_file(const Tree& tree, Reading& reading);

}
