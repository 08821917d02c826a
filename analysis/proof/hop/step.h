// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/subject.h"
#include "models/fabric/fabric.h"

#include <compare>
#include <cstdint>
#include <string>
#include <string_view>

namespace rocelint::proof {

/// The aspect of a packet's path that one step judges.
enum class Aspect : std::uint8_t {
    collected, ///< the device at the other end is not among the inputs
    route, ///< where the packet goes next
    marking, ///< the code point that the host or job sets
    classification, ///< the traffic class and priority that a port reads from it
    pause, ///< the receiver sends PFC for that priority
    obedience, ///< the sender's port obeys the pause
    queue, ///< the pause stops the queue that the packet leaves by
    headroom, ///< there is room for packets that still arrive after a pause
    headroom_size, ///< the room is enough for the speed and the cable; pause itself works either way
    ecn, ///< the queue marks packets under congestion
    rewrite, ///< the code point is unchanged on leaving
    mtu, ///< the largest packet fits
    notification, ///< a CNP is in a class of its own
};

/// How certain a step is, from best to worst.
enum class Grade : std::uint8_t {
    proven,
    assumed, ///< the platform handles it without showing it
    unproven, ///< not collected or not read: neither good nor broken
    broken,
    unreachable, ///< the packet cannot get there at all
};

[[nodiscard]] const char* name_of(Aspect aspect);
[[nodiscard]] const char* name_of(Grade outcome);

/// Whether a fault in this aspect loses packets.
[[nodiscard]] constexpr bool keeps_packets(Aspect aspect)
{
    return aspect == Aspect::classification || aspect == Aspect::pause || aspect == Aspect::obedience
        || aspect == Aspect::queue || aspect == Aspect::headroom;
}

/// One thing that a port does with a packet, and where that is written.
struct Step {
    Aspect aspect = Aspect::route;
    Grade outcome = Grade::proven;
    std::uint8_t kind = 0; ///< kind of the packet: index of its class, or Packet::notification
    PortId port; ///< the port that decides
    Span at; ///< evidence; empty if no configuration says it
    std::string_view by_default; ///< source of the platform's default, if that is the evidence
    std::string text; ///< without the names of device and port, so that equal ports have equal texts
    /// The subject that would have to change; the per-port rules use the same.
    Subject subject;
};

/// A packet inside a device: what it carries, and how the device that it entered has classified it.
struct Packet {
    static constexpr std::uint8_t notification = 0xff; ///< `kind` of a CNP
    static constexpr std::uint8_t unknown_tc = 0xff;

    std::uint8_t kind = 0; ///< index of its class in the ClassModel, or `notification`
    Dscp dscp = 0;
    /// Traffic class; unknown if it is unread or wrong. The device's own view of the class then counts, so
    /// that one fault is not reported again at every later step.
    std::uint8_t tc = unknown_tc;
    [[nodiscard]] bool is_notification() const { return kind == notification; }
    friend constexpr auto operator<=>(const Packet&, const Packet&) = default;
};

/// The largest frame that RDMA hosts send, which every port on the path must carry.
struct Frame {
    Bytes size{};
    PortId from; ///< invalid: assumed from the largest RDMA path MTU
    Span at;
};

/// The largest frame of one host port: the RDMA path MTU plus its headers, limited by the interface's MTU.
/// nullopt if its MTU is unread.
[[nodiscard]] std::optional<Frame> frame_of(const Fabric& fabric, PortId host);

}
