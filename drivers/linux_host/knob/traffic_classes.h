// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/fabric/qos.h"

#include <array>
#include <cstdint>

namespace rocelint::linux_host {

/// How one traffic class is served.
struct ServedClass {
    bool present = false;
    Setting<SchedulerKind> kind;
    Setting<Percent> bandwidth;
    Setting<BitsPerSecond> limit;
    Span at;
};
/// The traffic classes of a port and the priorities mapped to them.
struct TrafficClasses {
    static constexpr std::uint8_t nothing = 0xff;
    std::array<std::uint8_t, 8> of_priority{
        nothing, nothing, nothing, nothing, nothing, nothing, nothing, nothing};
    std::array<OriginId, 8> of_priority_origin{};
    std::array<ServedClass, 8> classes;
};

/// The receive buffers of a port and the priorities mapped to them.
struct ReceiveBuffers {
    static constexpr std::uint8_t nothing = 0xff;
    std::array<std::uint8_t, 8> of_priority{
        nothing, nothing, nothing, nothing, nothing, nothing, nothing, nothing};
    std::array<std::uint64_t, 8> size{};
    OriginId of_priority_origin;
    OriginId size_origin;
};

}
