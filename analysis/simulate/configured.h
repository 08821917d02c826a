// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/simulate/port_values.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace rocelint::simulate {

/// An incast to one of several identically configured ports of a switch, from several identically configured
/// ones.
struct ConfiguredIncast {
    std::uint32_t device = 0;
    std::size_t rdma_class = 0; ///< index in the analysis
    std::vector<std::uint32_t> egress; ///< ports with the same speed and marking
    std::vector<std::uint32_t> senders; ///< ports with the same speed and threshold
    std::uint32_t most = 0; ///< senders that can feed one egress port at once
    PauseFill fill; ///< of the senders' groups
    std::string_view marking_name; ///< of the ECN profile
    std::string no_marking; ///< why the time to a mark is unknown; empty if it is known
    /// The value of the sender with the least to spare; nullopt if that of any sender is unknown.
    std::optional<SenderHeadroom> headroom;
    std::string no_headroom; ///< why it is unknown
    Incast values; ///< for two senders, without `feedback`
};

/// Ports of a switch for which no incast can be computed.
struct NotSimulated {
    std::uint32_t device = 0;
    std::size_t rdma_class = 0;
    std::vector<std::uint32_t> ports;
    std::string reason;
};

/// All incasts of one switch.
struct ConfiguredIncasts {
    std::vector<ConfiguredIncast> incasts;
    std::vector<NotSimulated> refused;
};

/// The incasts of the lossless classes of a switch, in order of classes and ports; of one egress port if
/// `only` is given. Nothing for other devices. Values that are unknown are not assumed.
[[nodiscard]] ConfiguredIncasts find_incasts(
    const Analysis& analysis, std::uint32_t device, std::optional<std::uint32_t> only = std::nullopt);

}
