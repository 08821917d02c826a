// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/eos/grammar.h"
#include "drivers/line_cli/line_text.h"
#include "models/fabric/design.h"

#include <string>
#include <vector>

namespace rocelint::eos {

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
void write_profiles(line_cli::LineText& out, const DeviceDesign& design, const RenderedProfiles& profiles);

}
