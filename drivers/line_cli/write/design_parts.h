// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/line_cli/write/line_text.h"
#include "models/fabric/design.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

/// Helpers for drivers that write a design as lines.
namespace rocelint::line_cli {

inline constexpr std::uint64_t bits_per_gigabit = 1'000'000'000;

/// Returns the larger of the port's IP packet and the packet that fits into its frame after `header`, in
/// bytes. For platforms with one limit for both.
[[nodiscard]] std::uint64_t largest_packet(const PortDesign& port, std::uint64_t header);
/// Returns the DSCPs that map to a class. DSCPs of no class map to the first class.
[[nodiscard]] DscpSet dscps_of(const DeviceDesign& design, const ClassDesign& wanted);
/// Returns the PCPs that map to a class: its priority, and for the first class also the PCPs of no class.
[[nodiscard]] PrioritySet pcps_of(const DeviceDesign& design, const ClassDesign& wanted);
/// Returns how a port marks a class, or null if it does not mark it.
[[nodiscard]] const EcnTarget* marking_of(const PortDesign& port, const ClassDesign& wanted);

/// A profile of a designed switch, and one of the ports that it is made for.
struct ProfileDesign {
    std::string name; ///< "RDMA-400G", "NO-RDMA"
    const PortDesign* example = nullptr;
};
/// The profiles of a design and which one each port uses.
struct ProfileDesigns {
    std::vector<ProfileDesign> profiles;
    std::vector<std::uint32_t> of_port;
};
/// The contents of a platform's profiles: they must be the same for all ports of a profile.
enum class ProfileHolds : std::uint8_t { marking, marking_and_headroom };
/// Groups the ports into profiles. Ports of the same speed and with the same marking (and headroom) share a
/// profile; so do all ports that carry no RDMA.
[[nodiscard]] ProfileDesigns group_profiles(
    const DeviceDesign& design, ProfileHolds holds = ProfileHolds::marking);

/// Returns the shares of the classes for `platform`, which takes whole percent and refuses a sum above 100.
/// Shares are rounded down, and the remainder goes to the first lossless class. `out` reports what was
/// changed.
[[nodiscard]] std::vector<std::uint32_t> whole_shares(
    const DeviceDesign& design, LineText& out, std::string_view platform);

}
