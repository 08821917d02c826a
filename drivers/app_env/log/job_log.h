// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/driver.h"
#include "models/syntax/tree.h"

#include <string_view>

namespace rocelint::app_env {

/// Whether a text is the output of a job in which NCCL or RCCL says what it uses, as NCCL_DEBUG=INFO makes it do.
[[nodiscard]] bool is_job_log(std::string_view text);

/// Reads a job for each set of processes with one environment. Marks the lines of `tree`, whose source is the file.
void read_job_log(const Tree& tree, Reading& reading);

}
