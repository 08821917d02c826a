// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/analysis.h"

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace rocelint {

/// How the ports of all switches mark the packets of each class, counted once.
class UsualMarking {
public:
    explicit UsualMarking(const Analysis& analysis);

    /// How packets of this priority are usually marked on ports like this one: by the other colors of its
    /// profile, otherwise by other ports of the device (same speed first), otherwise by ports of the same
    /// speed on switches of its platform (same role first). Only curves that rise and start at `most` bytes
    /// or less count. nullopt if no port shows one.
    [[nodiscard]] std::optional<EcnTarget> for_port(
        PortId id, Priority priority, std::optional<Bytes> most = std::nullopt) const;

    /// The same for thresholds stated as shares of a depth that only the device knows: from other ports of
    /// the device.
    [[nodiscard]] std::optional<EcnShares> shares_for_port(PortId id, Priority priority) const;

private:
    struct Votes {
        Priority priority;
        std::string_view platform;
        std::optional<Role> role;
        BitsPerSecond speed;
        EcnTarget target;
        std::uint32_t count = 0;
    };

    void count(const Device& device, const Port& port, const RdmaClass& rdma_class);

    const Analysis& analysis_;
    std::vector<Votes> votes_;
};

}
