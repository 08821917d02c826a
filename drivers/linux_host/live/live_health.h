// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/live.h"

#include <string>
#include <string_view>
#include <vector>

namespace rocelint::linux_host {

/// A script that prints links, RDMA ports and counters of these
/// interfaces; if `ports` is empty, of all with an RDMA device.
[[nodiscard]] std::string health_script(const std::vector<std::string>& ports);
/// Parses what the script printed.
[[nodiscard]] Health read_health(const std::vector<std::string>& ports, std::string_view printed);

}
