// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/linux_host/config/config_file.h"
#include "drivers/linux_host/output/host_builder.h"

#include <set>
#include <tuple>

namespace rocelint::linux_host {

/// Returns the configuration among the files of one host, in the order in which it takes effect: network
/// configuration, udev rules, scripts and units; each kind in path order.
[[nodiscard]] std::vector<ConfigFile> read_configuration(
    std::span<const Tree> trees, const KnownHost& host, Arena& arena);

/// The facts known of a host that was read.
[[nodiscard]] KnownHost known_host(const Device& device);

/// Replaces the adapters in the subjects of settings by the interfaces that captures show; drops the settings of
/// adapters that none shows, with a warning.
void name_adapters(HostBuilder& host, std::span<ConfigFile> files);

/// Warns about cable lengths that mlnx_qos sets after PFC and without it: some versions then turn PFC off.
void warn_of_lost_pfc(HostBuilder& host, std::span<const ConfigFile> files);

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
