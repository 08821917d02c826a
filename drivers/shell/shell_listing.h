// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/shell/shell.h"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace rocelint {

/// What a pipeline prints that asks about the RDMA devices of the host, with a blank between its lines:
/// `ls /sys/class/infiniband | grep mlx5`. Each command has its words. Nothing if it asks about something else, or in
/// a way that is not followed.
[[nodiscard]] std::optional<std::string> shell_output(
    std::span<const std::vector<std::string>> commands, std::span<const ShellRdmaDevice> devices);

}
