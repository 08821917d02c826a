// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/linux_host/config_file.h"
#include "drivers/linux_host/host_builder.h"

namespace rocelint::linux_host {

/// The configuration among the files of one host, in the order in which it takes effect: network configuration, rules
/// of udev, scripts and units; each kind in path order.
[[nodiscard]] std::vector<ConfigFile> read_configuration(std::span<const Tree> trees, Arena& arena);

/// Puts what the configuration sets over what the captures show. Where the two differ, a warning at the capture says so.
void apply_configuration(HostBuilder& host, std::span<const ConfigFile> files, std::span<const Tree> trees);

}
