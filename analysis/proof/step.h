// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/subject.h"
#include "models/fabric/fabric.h"

#include <compare>
#include <cstdint>
#include <string>
#include <string_view>

namespace rocelint::proof {

/// What of a packet's way is judged at one step.
enum class Aspect : std::uint8_t {
    collected, ///< the device at the other end is not among the inputs
    route, ///< where the packet goes next
    marking, ///< the code point that host or job put on it
    classification, ///< the traffic class and priority that a port reads from it
    pause, ///< the receiver sends PFC for that priority
    obedience, ///< the sender's port obeys it
    queue, ///< it stops the queue that the packet leaves by
    headroom, ///< there is room for what still arrives
    headroom_size, ///< and enough of it for the speed and the cable; pause works in any case
    ecn, ///< the queue marks packets under congestion
    rewrite, ///< the code point survives the way out
    mtu, ///< the largest packet fits
    notification, ///< a CNP is in a class of its own
};

/// How sure a step is, from the best to the worst.
enum class Grade : std::uint8_t {
    proven,
    assumed, ///< the platform does not show it and takes care of it by itself
    unproven, ///< not collected or not read: neither good nor broken
    broken,
    unreachable, ///< the packet cannot get there at all
};

[[nodiscard]] const char* name_of(Aspect aspect);
[[nodiscard]] const char* name_of(Grade outcome);

/// Losslessness breaks with a step of this aspect.
[[nodiscard]] constexpr bool keeps_packets(Aspect aspect)
{
    return aspect == Aspect::classification || aspect == Aspect::pause || aspect == Aspect::obedience
        || aspect == Aspect::queue || aspect == Aspect::headroom;
}

/// One thing that a port does with a packet, and where that is written.
struct Step {
    Aspect aspect = Aspect::route;
    Grade outcome = Grade::proven;
    std::uint8_t kind = 0; ///< of the packet: index of its class, or Packet::notification
    PortId port; ///< that decides
    Span at; ///< evidence; nowhere for what no configuration says
    std::string_view by_default; ///< source of the platform's default, where that is the evidence
    std::string text; ///< without the names of device and port, so that equal ports read alike
    /// What would have to change; the per-port rules name the same.
    Subject subject;
};

/// A packet inside a device: what it carries and how the device that it entered has classified it.
struct Packet {
    static constexpr std::uint8_t notification = 0xff; ///< kind of a CNP
    static constexpr std::uint8_t unknown_tc = 0xff;

    std::uint8_t kind = 0; ///< index of its class in the ClassModel, or `notification`
    Dscp dscp = 0;
    /// Traffic class; unknown where it is unread, or wrong: then the device's own view of the class counts, so that
    /// one fault is not told again at every later step.
    std::uint8_t tc = unknown_tc;
    [[nodiscard]] bool is_notification() const { return kind == notification; }
    friend constexpr auto operator<=>(const Packet&, const Packet&) = default;
};

/// The largest frame that RDMA hosts send: what every port on the way must carry.
struct Frame {
    Bytes size{};
    PortId from; ///< invalid: assumed from the largest RDMA path MTU
    Span at;
};

/// The largest frame of one host port, or nothing where its MTU is unread. The RDMA path MTU and its headers, but no
/// more than the interface takes.
[[nodiscard]] std::optional<Frame> frame_of(const Fabric& fabric, PortId host);

}
