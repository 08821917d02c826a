// SPDX-License-Identifier: Apache-2.0
#include "models/fabric/meter.h"

#include "models/fabric/device.h"

#include <algorithm>
#include <tuple>

namespace rocelint {
namespace {

constexpr std::string_view other_conditions
    = "its class or an earlier one matches by more than the DSCP, so it is not known which packets it meters";

// RoCE has no NIC below 10GbE, so that every RoCE port exceeds a lower rate, also where its speed is not known.
constexpr BitsPerSecond slowest_roce_port{10'000'000'000};

bool can_exceed(const Port& port, BitsPerSecond rate)
{
    return rate.count == 0 || rate < (port.speed.peek_known() ? port.speed.value : slowest_roce_port);
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
    DscpSet left = DscpSet::all();
    DscpSet doubtful; // an earlier class may take them
    for (const MeterClass& entry : classes) {
        const DscpSet matched = entry.matches_everything ? left : entry.dscps & left;
        const DscpSet by_others = entry.matches_other ? (left - matched) & entry.possible : DscpSet{};
        const DscpSet sure = matched - doubtful;
        const DscpSet unsure = (matched & doubtful) | by_others;
        for (const Meter& effect : entry.effects) {
            if (!sure.empty()) {
                meters.push_back(effect);
                meters.back().dscps = sure;
            }
            if (!unsure.empty()) {
                meters.push_back(effect);
                meters.back().dscps = unsure;
                meters.back().effect = MeterEffect::unknown;
                meters.back().why_unknown = other_conditions;
            }
        }
        if (entry.continues)
            continue;
        left = left - matched;
        doubtful = doubtful | by_others;
    }
    return meters;
}

void bind_meters(Device& device, std::uint32_t port, std::span<const Meter> meters)
{
    for (const Meter& meter : meters) {
        device.meters.push_back(meter);
        device.meters.back().port = port;
    }
}

std::vector<PortMeter> meters_of_port(const Device& device, std::uint32_t port, DscpSet dscps)
{
    std::vector<PortMeter> found;
    const Port& own = device.ports[port];
    for (const Meter& meter : device.meters) {
        const bool is_here = meter.port == port || (own.lag != Port::no_index && meter.port == own.lag);
        if (!is_here || (meter.dscps & dscps).empty())
            continue;
        if (can_exceed(own, meter.above))
            found.push_back({&meter, false});
        else if (!own.speed.peek_known())
            found.push_back({&meter, true});
    }
    return found;
}

bool same_meters(const Device& before, const Device& after) { return keys_of(before) == keys_of(after); }

}
