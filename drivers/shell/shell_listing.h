// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/shell/shell.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace rocelint {

class ShellWords;

/// The words, with a blank between them, that `written` stands for where it asks about the RDMA devices of the
/// host: `$(ls /sys/class/infiniband | grep mlx5)`, `/sys/class/infiniband/mlx5_*`. Nothing if it asks about
/// something else, or in a way that is not followed.
[[nodiscard]] std::optional<std::string> listing_of(
    std::string_view written, std::span<const ShellRdmaDevice> devices, const ShellWords& words);

}
