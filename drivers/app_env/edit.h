// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/driver.h"

#include <span>

namespace rocelint::app_env {

/// Sets NCCL_IB_TC where a change asks for a different marking; see Driver::edit.
[[nodiscard]] Editing edit(
    std::span<const Tree> trees, const Device& device, std::span<const Change> changes);
/// Returns the same as a line for the shell that starts the job; see Driver::commands.
[[nodiscard]] Commands commands(
    std::span<const Tree> trees, const Device& device, std::span<const Change> changes);

}
