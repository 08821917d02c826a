// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/driver.h"

#include <string>
#include <string_view>
#include <vector>

namespace rocelint::eos {

/// Numbers of EOS's commands, as far as sources state them.
namespace limits {
/// Arista AVD, eos_cli_config_gen schema of random_detect: thresholds 1 to 256000000, max_probability 1 to
/// 100.
inline constexpr std::uint64_t largest_threshold = 256'000'000;
/// Arista EOS User Manual, Ethernet Ports, command mtu: 68 to 9214.
inline constexpr std::uint64_t largest_mtu = 9214;
/// Traffic class 7 and queue 7 belong to each other and cannot be mapped otherwise (Arista EOS User Manual,
/// Quality of Service, qos map traffic-class to tx-queue).
inline constexpr Priority fixed_class = 7;
}

inline constexpr std::uint64_t bits_per_gigabit = 1'000'000'000;

/// What a qos profile of the rendered switch holds, and the ports that use it.
struct RenderedProfile {
    std::string name;
    const PortDesign* example = nullptr; ///< a port that it is made for
};

/// The profiles of a design and which one each port uses.
struct RenderedProfiles {
    std::vector<RenderedProfile> profiles;
    std::vector<std::uint32_t> of_port;
};

/// Ports of the same speed and with the same marking share a profile; so do all that carry no RDMA.
[[nodiscard]] RenderedProfiles group_profiles(const DeviceDesign& design);
/// The lines of all profiles.
void write_profiles(std::string& text,
    const DeviceDesign& design,
    const RenderedProfiles& profiles,
    std::vector<std::string>& left_out);
/// The stanzas of all interfaces.
void write_interfaces(std::string& text,
    const DeviceDesign& design,
    const RenderedProfiles& profiles,
    std::vector<std::string>& left_out);
/// The watchdog's lines for the whole device.
void write_watchdog(std::string& text, const DeviceDesign& design, std::vector<std::string>& left_out);

}
