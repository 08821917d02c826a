// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/proof/path/proof.h"
#include "analysis/simulate/configured.h"
#include "analysis/simulate/mixed.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
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

/// The traffic of flows into a switch through one of its ports, for one egress port and class.
struct OfferedShare {
    std::uint32_t port = 0; ///< of the switch, through which they come in
    std::vector<RateStep> steps;
};

/// The load that flows offer to one egress port of a switch in one class.
struct OfferedLoad {
    PortId egress;
    std::uint8_t rdma_class = 0;
    double bits_per_second = 0; ///< of all senders, once all flows have begun
    std::vector<OfferedShare> senders; ///< ascending by port
};

/// A switch that does not forward traffic to an endpoint: no route is known, or the route is a loop.
struct LostTraffic {
    std::uint32_t to = 0; ///< endpoint of the proof
    std::uint32_t device = 0;
};

/// The loads of all egress ports of switches that any flow crosses.
struct OfferedLoads {
    std::vector<OfferedLoad> loads; ///< by port, then by class
    std::vector<LostTraffic> lost; ///< by endpoint, then by device
};

/// Follows flows by the routes of the proof. Those of one endpoint share its line rate, at each switch they are
/// divided evenly among all next hops, and what comes in through a port is at most its speed.
[[nodiscard]] OfferedLoads offered_loads(const proof::FabricProof& proof, std::span<const Flow> flows);

/// A sender of a loaded port.
struct LoadedSender {
    std::uint32_t port = 0; ///< of the switch
    MixedSender values;
    std::optional<SenderHeadroom> headroom;
    std::string no_headroom; ///< why it is unknown
    std::string_view
        shipped; ///< the shipped table that supplies the threshold where the configuration does not
};

/// An egress port with what flows offer to it, and the values that the switch is configured with.
struct LoadedPort {
    PortId egress;
    std::uint8_t rdma_class = 0;
    double bits_per_second = 0; ///< offered by all senders
    std::vector<LoadedSender> senders;
    Incast values; ///< of the egress port, without `feedback`
    std::string refused; ///< why the incast cannot be computed; empty if it can
    std::string_view marking_name;
    std::string no_marking; ///< why the time to a mark is unknown

    /// Whether more is offered than the port can send.
    [[nodiscard]] bool overfilled() const
    {
        return bits_per_second > static_cast<double>(values.egress_rate.count);
    }
    /// Whether the headroom of all senders is known.
    [[nodiscard]] bool knows_headroom() const;
    /// The senders in the form that the closed forms and the simulation of packets take.
    [[nodiscard]] std::vector<MixedSender> mixed() const;
};
[[nodiscard]] LoadedPort loaded_port(const Analysis& analysis, const OfferedLoad& load);

}
