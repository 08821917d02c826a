// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/analysis.h"

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace rocelint {

/// How many RDMA ports carry how large a frame, by what they are for. Counted once: in a fabric that forgot its MTU every
/// port asks.
class UsualFrames {
public:
    explicit UsualFrames(const Analysis& analysis);

    /// The largest frame that most RoCE ports doing the same job carry: of switches of its platform (and role first), or
    /// of hosts, where it is at least `least`; else `least` itself.
    [[nodiscard]] Bytes for_port(PortId id, Bytes least) const;

private:
    /// What ports have in common that vote together.
    struct Job {
        DeviceKind kind;
        std::string_view platform;
        std::optional<Role> role;
        bool to_host; ///< they look at hosts, not at other switches
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
