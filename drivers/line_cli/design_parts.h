// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/line_cli/line_text.h"
#include "models/fabric/design.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

/// What is asked of a design while it is written as lines.
namespace rocelint::line_cli {

inline constexpr std::uint64_t bits_per_gigabit = 1'000'000'000;

/// The larger of the port's IP packet and what fits into its frame behind `header`, in bytes: of platforms with one limit for
/// both.
[[nodiscard]] std::uint64_t largest_packet(const PortDesign& port, std::uint64_t header);
/// The DSCPs that lead to a class. Those of no class lead to the first one.
[[nodiscard]] DscpSet dscps_of(const DeviceDesign& design, const ClassDesign& wanted);
/// The PCPs that lead to a class: its priority, and of the first class those of no class.
[[nodiscard]] PrioritySet pcps_of(const DeviceDesign& design, const ClassDesign& wanted);
/// How a port marks a class, or null where it does not.
[[nodiscard]] const EcnTarget* marking_of(const PortDesign& port, const ClassDesign& wanted);

/// A profile of a designed switch, and a port that it is made for.
struct ProfileDesign {
    std::string name; ///< "RDMA-400G", "NO-RDMA"
    const PortDesign* example = nullptr;
};
/// The profiles of a design and which one each port uses.
struct ProfileDesigns {
    std::vector<ProfileDesign> profiles;
    std::vector<std::uint32_t> of_port;
};
/// What a platform's profiles hold. What they hold must be the same for all ports of a profile.
enum class ProfileHolds : std::uint8_t { marking, marking_and_headroom };
/// Ports of the same speed and with the same marking (and headroom) share a profile; so do all that carry no RDMA.
[[nodiscard]] ProfileDesigns group_profiles(
    const DeviceDesign& design, ProfileHolds holds = ProfileHolds::marking);

/// The shares of the classes where `platform` takes whole percent, and refuses more than 100 in sum: they are rounded down,
/// and what is left goes to the first lossless class. What was changed is said.
[[nodiscard]] std::vector<std::uint32_t> whole_shares(
    const DeviceDesign& design, LineText& out, std::string_view platform);

}
