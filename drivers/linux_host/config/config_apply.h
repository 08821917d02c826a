// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/linux_host/config/config_file.h"
#include "drivers/linux_host/output/host_builder.h"

#include <set>
#include <tuple>

namespace rocelint::linux_host {

/// Returns the configuration among the files of one host, in the order in which it takes effect: network
/// configuration, udev rules, scripts and units; each kind in path order. `devices` are the host's RDMA devices:
/// scripts loop over them.
[[nodiscard]] std::vector<ConfigFile> read_configuration(
    std::span<const Tree> trees, std::span<const ShellDevice> devices, Arena& arena);

/// The RDMA devices that captures show, with their interfaces; without those of InfiniBand, whose ports no tool for
/// Ethernet sets up.
[[nodiscard]] std::vector<ShellDevice> shown_devices(const HostBuilder& host);
[[nodiscard]] std::vector<ShellDevice> shown_devices(const Device& host);

/// Identifies a setting: the place of its knob (order_of), whether by RDMA device,
/// the interface or device, its number, the device's port.
using SettingKey = std::tuple<std::uint8_t, bool, std::string_view, std::uint8_t, std::uint8_t>;

/// Applies what the configuration sets on top of what the captures show,
/// except for the settings in `in_force`, for which the captures count. Where
/// the two differ, warns at the capture. Returns the settings that differ.
std::set<SettingKey> apply_configuration(HostBuilder& host,
    std::span<const ConfigFile> files,
    std::span<const Tree> trees,
    const std::set<SettingKey>& in_force);

}
