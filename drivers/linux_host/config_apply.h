// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/linux_host/config_file.h"
#include "drivers/linux_host/host_builder.h"

#include <set>
#include <tuple>

namespace rocelint::linux_host {

/// The configuration among the files of one host, in the order in which it takes effect: network configuration, rules
/// of udev, scripts and units; each kind in path order.
[[nodiscard]] std::vector<ConfigFile> read_configuration(std::span<const Tree> trees, Arena& arena);

/// What tells settings apart: what is set, whether by RDMA device, of which interface or device, its number, the device's port.
using SettingKey = std::tuple<Sets, bool, std::string_view, std::uint8_t, std::uint8_t>;

/// Puts what the configuration sets over what the captures show, but for `in_force`: of these the captures count. Where the two
/// differ, a warning at the capture says so. Returns the settings that differ.
std::set<SettingKey> apply_configuration(HostBuilder& host,
    std::span<const ConfigFile> files,
    std::span<const Tree> trees,
    const std::set<SettingKey>& in_force);

}
