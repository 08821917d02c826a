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

/// Facts about one device that several rules, or one rule for several ports, need. Each is computed on first
/// use. Every caller's UnreadWatch receives the settings that were unread, as if that caller had computed the
/// fact itself. Not thread-safe.
class DeviceFacts {
public:
    /// The analysis must outlive this object.
    DeviceFacts(const Analysis& analysis, std::uint32_t device) : analysis_(analysis), device_(device) { }

    /// See find_bound_profiles(). Valid as long as this object.
    [[nodiscard]] const std::vector<BoundProfile>& bound_profiles();
    /// See find_dscp_uses(), for a port of the device. Valid until the next call.
    [[nodiscard]] const DscpUses& dscp_uses(const Port& port);
    /// See rdma_queue() of analysis/rdma_queue.h, for a port of the device and a class of the analysis.
    [[nodiscard]] RdmaQueue rdma_queue(const Port& port, const RdmaClass& rdma_class);

private:
    /// The bindings of a port that decide which groups and queues its code points lead to.
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
    std::vector<std::optional<Noted<RdmaQueue>>> queues_; ///< by port, then by class
    DscpUses own_uses_; ///< for a port that shares its bindings with no other port
};

}
