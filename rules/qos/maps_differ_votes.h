// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rules/rule.h"

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

/// How the switches of a fabric treat the code points of RDMA and CNPs, and which treatment is usual: for QOS011.
namespace rocelint::rules::qos011 {

/// The treatment of a code point, in terms that mean the same on every device.
enum class Behaviour : std::uint8_t {
    own_class, ///< neither lossless nor in the best-effort queue
    best_effort,
    lossless, ///< in any priority: PFC014 compares which one
};

constexpr std::size_t behaviours = 3;

/// How one kind of port of one device treats a code point.
struct Sample {
    PortId port;
    Dscp dscp;
    Behaviour behaviour;
    OriginId origin;
    std::string_view plane;
};

/// Returns how the ports with RoCE of all switches treat these code points, in the order of planes, code points and ports. Leaves
/// out what is unknown, and what is the fault of something other than a map.
[[nodiscard]] std::vector<Sample> samples_of(FabricContext& context, DscpSet points);

/// How many samples treat a code point in each way.
struct Votes {
    /// By Behaviour. A lossless class of the policy has one vote more.
    std::array<std::uint32_t, behaviours> of{};
    std::uint32_t most = 0; ///< votes of the most frequent treatment, or of the one that the policy states
    std::optional<Behaviour> usual; ///< nothing if several have the most votes
};
/// Counts the samples of one code point in one plane.
[[nodiscard]] Votes count_votes(const FabricContext& context, std::span<const Sample> samples);

}
