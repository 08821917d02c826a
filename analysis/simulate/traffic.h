// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/simulate/configured.h"
#include "analysis/simulate/mixed.h"
#include "analysis/simulate/offered_loads.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace rocelint::simulate {

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
    double bits_per_second = 0; ///< the most that all senders together offer at any time
    std::vector<LoadedSender> senders;
    Incast values; ///< of the egress port, without `feedback`
    std::string refused; ///< why the incast cannot be computed; empty if it can
    std::string_view marking_name;
    std::string no_marking; ///< why the time to a mark is unknown

    /// Whether more is offered at some time than the port can send.
    [[nodiscard]] bool overfilled() const
    {
        return bits_per_second > static_cast<double>(values.egress_rate.count) * rounding;
    }
    /// Whether the headroom of all senders is known.
    [[nodiscard]] bool knows_headroom() const;
    /// The senders in the form that the closed forms and the simulation of packets take.
    [[nodiscard]] std::vector<MixedSender> mixed() const;
};
[[nodiscard]] LoadedPort loaded_port(const Analysis& analysis, const OfferedLoad& load);

}
