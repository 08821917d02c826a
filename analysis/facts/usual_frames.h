// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/analysis.h"

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace rocelint {

/// How many RDMA ports of each purpose carry each maximum frame size. Counted only once, because every port
/// of a fabric without configured MTUs needs the answer.
class UsualFrames {
public:
    explicit UsualFrames(const Analysis& analysis);

    /// The largest frame that most RoCE ports with the same purpose carry, if it is at least `least`; else
    /// `least`. The ports compared are those of switches of the same platform (same role first), or of hosts.
    [[nodiscard]] Bytes for_port(PortId id, Bytes least) const;

private:
    /// The properties that ports must share to be compared.
    struct Job {
        DeviceKind kind;
        std::string_view platform;
        std::optional<Role> role;
        bool to_host; ///< the ports are connected to hosts, not to other switches
        friend bool operator==(const Job&, const Job&) = default;
    };
    struct Votes {
        Job job;
        Bytes frame;
        std::uint32_t count = 0;
    };

    [[nodiscard]] Job job_of(PortId id) const;
    [[nodiscard]] std::optional<Bytes> frame_of(PortId id) const;

    const Analysis& analysis_;
    std::vector<Votes> votes_;
};

}
