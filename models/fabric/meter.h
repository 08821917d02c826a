// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/fabric/value/priority.h"
#include "models/fabric/value/quantity.h"
#include "models/text/span.h"

#include <compare>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace rocelint {

struct Device;

/// What a classifier or policer does to packets besides choosing their class.
enum class MeterEffect : std::uint8_t {
    green, ///< they become green, also where the port's map gives them another colour
    yellow,
    red,
    drop,
    unknown, ///< a line meters them that is not read
};

/// One effect on the packets of some code points that enter by one port. Packets that no Meter colours are green.
struct Meter {
    /// Port index. That of a LAG counts for its members; that of a VLAN interface may count for every switched port.
    std::uint32_t port = 0;
    DscpSet dscps;
    MeterEffect effect = MeterEffect::unknown;
    /// Only packets above this rate; 0: all packets, or a rate that is not stated in bits per second.
    BitsPerSecond above{};
    std::string_view why_unknown; ///< why the effect is not known; outlives the device
    Span at; ///< the line that states it
    /// It states the colour of all its packets and drops none. That of a policy replaces that of the port's map.
    bool sets_colour = false;
    friend bool operator==(const Meter&, const Meter&) = default;
};

/// A port or LAG that is known not to be in the VLAN of an interface.
struct OutsideVlan {
    std::uint32_t vlan = 0; ///< port index of the VLAN interface
    std::uint32_t port = 0;
    friend auto operator<=>(const OutsideVlan&, const OutsideVlan&) = default;
};

/// What one class of a policy matches, and the effects of its lines, whose ports and code points are not set.
struct MeterClass {
    DscpSet dscps;
    bool matches_everything = false;
    bool matches_other = false; ///< other conditions than the DSCP decide as well
    std::vector<Meter> effects;
    DscpSet possible
        = DscpSet::all(); ///< where other conditions decide: it matches no packet of another DSCP
    bool continues = false; ///< its packets go on to the classes behind it
};

/// The effects of a policy by code point. The first class that matches a packet counts. Behind a class that may take
/// packets of a code point by other conditions, the effects on that code point are unknown.
[[nodiscard]] std::vector<Meter> meters_of_classes(std::span<const MeterClass> classes);

/// Adds the meters to the device, for this port.
void bind_meters(Device& device, std::uint32_t port, std::span<const Meter> meters);

/// The same for the colours that a map of the port gives to code points. Code points whose colour a policy sets, once
/// its meters are bound, keep that one.
void bind_map_colours(Device& device, std::uint32_t port, std::span<const Meter> meters);

/// A Meter of packets that enter by a port.
struct PortMeter {
    const Meter* meter = nullptr;
    /// Whether the port can exceed the policer's rate depends on its speed, which is not known.
    bool depends_on_speed = false;
    std::string_view
        why_open{}; ///< why it is not known whether it affects packets of the port; empty if it does
};

/// The meters of packets of these code points that enter by this port, or by the LAG that it is a member of, without
/// the policers whose rate neither can exceed.
[[nodiscard]] std::vector<PortMeter> meters_of_port(const Device& device, std::uint32_t port, DscpSet dscps);

/// Whether both devices meter alike, by the names of their ports.
[[nodiscard]] bool same_meters(const Device& before, const Device& after);

}
