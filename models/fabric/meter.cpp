// SPDX-License-Identifier: Apache-2.0
#include "models/fabric/meter.h"

#include "models/fabric/device.h"

#include <algorithm>
#include <optional>
#include <tuple>

namespace rocelint {
namespace {

constexpr std::string_view other_conditions
    = "its class or an earlier one matches by more than the DSCP, so it is not known which packets it meters";

constexpr std::string_view of_vlan
    = "it is bound to a VLAN, and whether packets of this port are in that VLAN and are routed is not known";
constexpr std::string_view whole_lag
    = "its rate is that of one port of the LAG or more, so that it depends on the platform whether the LAG can exceed it: "
      "some police each member by itself, others all of them together";

// NICs with RoCE run at 1 Gb/s and more (NVIDIA, MLNX_EN documentation 4.9-5.1.0.0 LTS, Introduction: ConnectX-4 Lx), so that
// every RoCE port exceeds a lower rate, also where its speed is not known.
constexpr BitsPerSecond slowest_roce_port{1'000'000'000};

bool can_exceed(const Port& port, BitsPerSecond rate)
{
    return rate.count == 0 || rate < (port.speed.peek_known() ? port.speed.value : slowest_roce_port);
}

// Whether all members of a LAG together can exceed the rate; nothing if that depends on a speed that is not known.
std::optional<bool> lag_can_exceed(const Device& device, std::uint32_t lag, BitsPerSecond rate)
{
    std::uint64_t sum = 0;
    bool known = true;
    for (const Port& port : device.ports) {
        if (port.lag != lag)
            continue;
        known = known && port.speed.peek_known();
        sum += port.speed.peek_known() ? port.speed.value.count : slowest_roce_port.count;
    }
    if (rate.count < sum)
        return true;
    return known ? std::optional(false) : std::nullopt;
}

bool is_vlan(const Device& device, std::uint32_t port)
{
    return port < device.ports.size() && device.ports[port].kind == PortKind::vlan;
}

bool is_outside(const Device& device, std::uint32_t vlan, std::uint32_t port)
{
    return std::ranges::binary_search(device.outside_vlans, OutsideVlan{vlan, port});
}

// How a meter of the port, or of the LAG that it is a member of, affects packets of the port.
std::optional<PortMeter> affecting(const Device& device, const Port& port, const Meter& meter)
{
    if (can_exceed(port, meter.above))
        return PortMeter{&meter};
    const bool of_lag = port.lag != Port::no_index && meter.port == port.lag;
    const auto together = of_lag ? lag_can_exceed(device, port.lag, meter.above) : std::optional(false);
    if (!port.speed.peek_known())
        return PortMeter{&meter, true};
    if (!together || *together)
        return PortMeter{&meter, false, whole_lag};
    return std::nullopt;
}

using MeterKey = std::tuple<std::string_view, std::uint64_t, MeterEffect, std::uint64_t>;

std::vector<MeterKey> keys_of(const Device& device)
{
    std::vector<MeterKey> keys;
    for (const Meter& meter : device.meters)
        keys.emplace_back(
            meter.port < device.ports.size() ? device.ports[meter.port].name : std::string_view(),
            meter.dscps.bits,
            meter.effect,
            meter.above.count);
    std::ranges::sort(keys);
    return keys;
}

}

std::vector<Meter> meters_of_classes(std::span<const MeterClass> classes)
{
    std::vector<Meter> meters;
    const auto add = [&meters](const Meter& effect, DscpSet dscps) -> Meter& {
        // If a packet passes several classes, the color of the last one counts.
        for (Meter& earlier : meters) {
            if (effect.sets_colour && earlier.sets_colour)
                earlier.dscps = earlier.dscps - dscps;
        }
        Meter& added = meters.emplace_back(effect);
        added.dscps = dscps;
        return added;
    };
    DscpSet left = DscpSet::all();
    DscpSet doubtful; // an earlier class may take them
    for (const MeterClass& entry : classes) {
        const DscpSet matched = entry.matches_everything ? left : entry.dscps & left;
        const DscpSet by_others = entry.matches_other ? (left - matched) & entry.possible : DscpSet{};
        const DscpSet sure = matched - doubtful;
        const DscpSet unsure = (matched & doubtful) | by_others;
        for (const Meter& effect : entry.effects) {
            if (!sure.empty())
                add(effect, sure);
            if (!unsure.empty()) {
                const bool was_coloured = std::ranges::any_of(meters, [&](const Meter& earlier) {
                    return earlier.sets_colour && earlier.effect != MeterEffect::green
                        && !(earlier.dscps & unsure).empty();
                });
                Meter& added = add(effect, unsure);
                // Green packets are green with this class and without it.
                if (effect.effect != MeterEffect::green || was_coloured)
                    added.effect = MeterEffect::unknown;
                added.why_unknown = other_conditions;
            }
        }
        if (entry.continues)
            continue;
        left = left - matched;
        doubtful = doubtful | by_others;
    }
    std::erase_if(meters, [](const Meter& meter) { return meter.dscps.empty(); });
    return meters;
}

void bind_meters(Device& device, std::uint32_t port, std::span<const Meter> meters)
{
    for (const Meter& meter : meters) {
        device.meters.push_back(meter);
        device.meters.back().port = port;
    }
}

void bind_map_colours(Device& device, std::uint32_t port, std::span<const Meter> meters)
{
    const std::uint32_t lag = device.ports[port].lag;
    DscpSet set;
    DscpSet perhaps_green;
    for (const Meter& meter : device.meters) {
        if (!meter.sets_colour || (meter.port != port && (lag == Port::no_index || meter.port != lag)))
            continue;
        set = set | meter.dscps;
        if (meter.effect == MeterEffect::green && !meter.why_unknown.empty())
            perhaps_green = perhaps_green | meter.dscps;
    }
    for (Meter meter : meters) {
        const DscpSet all = meter.dscps;
        meter.port = port;
        meter.dscps = all - set;
        if (!meter.dscps.empty())
            device.meters.push_back(meter);
        meter.dscps = all & perhaps_green;
        meter.effect = MeterEffect::unknown;
        meter.why_unknown = other_conditions;
        meter.sets_colour = true;
        if (!meter.dscps.empty())
            device.meters.push_back(meter);
    }
}

std::vector<PortMeter> meters_of_port(const Device& device, std::uint32_t port, DscpSet dscps)
{
    std::vector<PortMeter> found;
    std::vector<PortMeter> of_vlans;
    std::vector<Span> lines; // of the port, and of VLANs
    const Port& own = device.ports[port];
    const bool in_lag = own.lag != Port::no_index;
    const bool is_switched = own.routed.is(false) || (in_lag && device.ports[own.lag].routed.is(false));
    for (const Meter& meter : device.meters) {
        if ((meter.dscps & dscps).empty())
            continue;
        if (meter.port != port && (!in_lag || meter.port != own.lag)) {
            if (is_switched && is_vlan(device, meter.port) && !is_outside(device, meter.port, port))
                of_vlans.push_back({&meter, false, of_vlan});
            continue;
        }
        lines.push_back(meter.at);
        if (const auto affects = affecting(device, own, meter))
            found.push_back(*affects);
    }
    // A line for all ports is bound to the port as well as to each VLAN.
    for (const PortMeter& of_any : of_vlans) {
        if (std::ranges::find(lines, of_any.meter->at) != lines.end())
            continue;
        lines.push_back(of_any.meter->at);
        found.push_back(of_any);
    }
    return found;
}

bool same_meters(const Device& before, const Device& after) { return keys_of(before) == keys_of(after); }

}
