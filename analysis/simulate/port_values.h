// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/facts/memory/lossless_headroom.h"
#include "analysis/facts/memory/pause_fill.h"
#include "analysis/simulate/incast.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace rocelint::simulate {

/// The marking of a class on one port.
struct PortMarking {
    const EcnProfile* profile = nullptr;
    std::optional<Marking> marking;
    std::string missing; ///< why the marking is unknown; empty if it is known
};
[[nodiscard]] PortMarking marking_of_port(
    const Device& device, const Port& port, const RdmaClass& rdma_class);

/// When the group of a priority sends pause; nullopt with the reason where the port sends none, or where it is
/// not known.
[[nodiscard]] std::optional<PauseFill> known_fill(
    const Device& device, const Port& port, Priority priority, std::string& reason);

/// The headroom of one sender's port.
struct SenderHeadroom {
    std::uint32_t port = 0; ///< of the device
    Bytes size;
    std::string_view shipped; ///< the shipped table that supplies the size where the configuration does not
    CableLength cable;
    std::uint32_t response_quanta = 0;
    std::string_view response_source;
};

/// Nullopt with the reason where it is unknown.
[[nodiscard]] std::optional<SenderHeadroom> headroom_of_sender(
    const Analysis& analysis, PortId id, Priority priority, std::string& reason);
/// The same as bytes and times, for a port of this speed.
[[nodiscard]] GroupHeadroom group_headroom(const SenderHeadroom& headroom, BitsPerSecond speed);

/// Finds the headroom pool that the groups of a switch share, if there is one. False with the reason if its size
/// is unknown.
[[nodiscard]] bool find_headroom_pool(const Device& device, std::optional<Bytes>& pool, std::string& reason);

/// The largest packet of a lossless class.
[[nodiscard]] Bytes packet_of(const Analysis& analysis, std::uint32_t device);

}
