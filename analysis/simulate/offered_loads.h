// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/proof/path/proof.h"
#include "analysis/simulate/mixed.h"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace rocelint::simulate {

/// Traffic of one class from one endpoint of a fabric to another.
struct Flow {
    std::uint32_t from = 0; ///< endpoints of the proof
    std::uint32_t to = 0;
    std::uint8_t rdma_class = 0; ///< index in the analysis
    double bits_per_second = 0;
    Nanoseconds start{0};
};

/// The speed at which an endpoint can send; nullopt if that of one of its ports is unknown.
[[nodiscard]] std::optional<BitsPerSecond> speed_of_endpoint(
    const proof::FabricProof& proof, std::uint32_t endpoint);

/// What flows bring to a switch through one of its ports, for one egress port and class.
struct OfferedShare {
    std::uint32_t port = 0; ///< of the switch, through which they come in
    std::vector<RateStep> steps;
};

/// What flows offer to one egress port of a switch in one class.
struct OfferedLoad {
    PortId egress;
    std::uint8_t rdma_class = 0;
    double bits_per_second = 0; ///< the most that all senders together offer at any time
    std::vector<OfferedShare> senders; ///< ascending by port
};

/// A switch from which what is sent to an endpoint does not go on: no route is known, or it leads in a circle.
struct LostTraffic {
    std::uint32_t to = 0; ///< endpoint of the proof
    std::uint32_t device = 0;
};

/// The loads of all egress ports of switches that any flow crosses.
struct OfferedLoads {
    std::vector<OfferedLoad> loads; ///< by port, then by class
    std::vector<LostTraffic> lost; ///< by endpoint, then by device
    /// False if the paths of flows form a circle in which the shares of their cables do not settle: the rates are
    /// then those of the last attempt.
    bool settled = true;
};

/// The times at which another flow begins, which are those at which rates change; ascending.
[[nodiscard]] std::vector<Nanoseconds> start_times(std::span<const Flow> flows);

/// The rates of flows on every hop of their paths, as functions of time that change when a flow begins. At each
/// switch a flow is divided evenly among all next hops of the routes of the proof. A cable that is offered more
/// than its speed, which is the lower of those of its two ports, carries the same share of every flow, and what it
/// does not carry is not offered to the hops after it. That share holds for all flows on the cable at once, however
/// long packets wait before it.
[[nodiscard]] OfferedLoads offered_loads(const proof::FabricProof& proof, std::span<const Flow> flows);

}
