// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/facts/bound_profiles.h"
#include "analysis/facts/dscp_uses.h"
#include "analysis/facts/noted.h"
#include "analysis/rdma_queue.h"

#include <array>
#include <cstdint>
#include <deque>
#include <optional>
#include <vector>

namespace rocelint {

/// What several rules, or a rule for several ports, ask of one device: worked out when it is first asked for. What that was
/// lacking is told to the UnreadWatch of everyone who asks, as if each worked it out alone. For one thread.
class DeviceFacts {
public:
    /// The analysis must outlive it.
    DeviceFacts(const Analysis& analysis, std::uint32_t device) : analysis_(analysis), device_(device) { }

    /// See find_bound_profiles(). Lives as long as the facts.
    [[nodiscard]] const std::vector<BoundProfile>& bound_profiles();
    /// See find_dscp_uses(), for a port of the device. Lives until the next call.
    [[nodiscard]] const DscpUses& dscp_uses(const Port& port);
    /// See rdma_queue() of analysis/rdma_queue.h, for a port of the device and a class of the analysis.
    [[nodiscard]] RdmaQueue rdma_queue(const Port& port, const RdmaClass& rdma_class);

private:
    /// The bindings of a port that say where its code points lead.
    using Bindings = std::array<std::uint32_t, 6>;
    struct SharedUses {
        Bindings bindings;
        Noted<DscpUses> uses;
    };

    [[nodiscard]] static std::optional<Bindings> bindings_of(const Port& port);

    const Analysis& analysis_;
    std::uint32_t device_;
    std::optional<Noted<std::vector<BoundProfile>>> bound_profiles_;
    std::deque<SharedUses> shared_uses_;
    std::vector<std::optional<Noted<RdmaQueue>>> queues_; ///< by port, and of each by class
    DscpUses own_uses_; ///< of a port that shares them with none
};

}
