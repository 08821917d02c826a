// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/simulate/incast.h"
#include "models/fabric/value/quantity.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace rocelint::simulate {

/// The time of a simulation, in which packets of all speeds take whole numbers.
using Picoseconds = std::uint64_t;

[[nodiscard]] inline Picoseconds picoseconds(Nanoseconds time)
{
    return static_cast<Picoseconds>(std::llround(std::max(0.0, time.count()) * 1000));
}

[[nodiscard]] inline Nanoseconds nanoseconds(Picoseconds time)
{
    return Nanoseconds(static_cast<double>(time) / 1000);
}

[[nodiscard]] inline Picoseconds time_on_wire(Bytes packet, double bits_per_second)
{
    return static_cast<Picoseconds>(
        std::llround(static_cast<double>(packet.count) * 8 * 1e12 / bits_per_second));
}

/// Numbers from 0 to below 1 that are the same on every machine (SplitMix64, Steele et al. 2014).
class Chance {
public:
    explicit Chance(std::uint64_t seed) : state_(seed) { }
    double next()
    {
        state_ += 0x9e3779b97f4a7c15U;
        std::uint64_t mixed = state_;
        mixed = (mixed ^ (mixed >> 30U)) * 0xbf58476d1ce4e5b9U;
        mixed = (mixed ^ (mixed >> 27U)) * 0x94d049bb133111ebU;
        mixed ^= mixed >> 31U;
        return static_cast<double>(mixed >> 11U) * 0x1.0p-53;
    }

private:
    std::uint64_t state_;
};

/// An event at a time of the simulation.
enum class EventKind : std::uint8_t {
    send, ///< a sender begins a packet
    arrive, ///< the last bit of a packet has arrived at the switch
    leave, ///< the last bit of a packet has left the switch
    stop, ///< a pause frame takes effect
    resume,
    notify, ///< a CNP arrives at a sender
    update_alpha,
    decrease,
    increase,
};

/// One of the things that are due.
struct Event {
    Picoseconds time;
    std::uint64_t order; ///< of events at the same time
    EventKind kind;
    std::uint32_t sender;
    std::uint32_t timer; ///< for increases: the restart of the timer that they belong to
};

/// The order in which events are taken.
struct Later {
    bool operator()(const Event& a, const Event& b) const
    {
        return a.time != b.time ? a.time > b.time : a.order > b.order;
    }
};

/// An ingress group and the sender behind it.
struct Group {
    std::uint64_t shared = 0; ///< bytes in the shared pool
    std::uint64_t headroom = 0; ///< bytes in headroom
    bool paused = false; ///< as the switch sees it
    bool stopped = false; ///< as the sender sees it
    bool waits = false; ///< the sender has a packet to send but is stopped
    Picoseconds next_packet = 0; ///< the earliest start that the sender's rate allows
    std::uint32_t timer = 0;
    std::size_t step = 0; ///< the step of the sender's rate that holds now
};

/// The constants of one sender.
struct SenderTimes {
    Picoseconds packet = 0; ///< one packet at the speed of the port
    Picoseconds propagation = 0;
    Picoseconds until_stop = 0;
};

}
