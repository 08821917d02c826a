// SPDX-License-Identifier: Apache-2.0
#include "rules/sm/manager.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

namespace rocelint::rules::sm055 {
namespace {

constexpr double twice[] = {2};
constexpr Parameter parameters[] = {
    {"distortion",
        twice,
        "times",
        "from what ratio on the shares that lanes get count as other than those of their weights",
        "half of a share is more than rounding"},
};

constexpr std::string_view large_packets = R"(+# Port info: Lid 101 port 1
+NeighborMTU:.....................4096
)";

constexpr Example examples[] = {
    {.title = "Lanes of weights 4, 32 and 64 send one packet of 4 KB each",
        .files = {{{"opensm", "sm1", ""}, {"ib-fabric", "fabric", large_packets}}},
        .flagged = "qos_vlarb_low 0:64,1:4,2:32,3:32"},
    {.title = "Weights are multiples of a packet of 4 KB",
        .files = {{{"opensm", "sm1", R"(-qos_vlarb_low 0:64,1:4,2:32,3:32
+qos_vlarb_low 0:64,1:64,2:128,3:192
)"},
            {"ib-fabric", "fabric", large_packets}}}},
    {.title = "Packets have up to 2 KB, and weights are multiples of it",
        .files = {{{"opensm", "sm1", R"(-qos_vlarb_low 0:64,1:4,2:32,3:32
+qos_vlarb_low 0:64,1:32,2:32,3:32
)"},
            {"ib-fabric",
                "fabric",
                R"(+# Port info: Lid 101 port 1
+NeighborMTU:.....................2048
)"}}}},
};

constexpr std::uint64_t bytes_of_unit = 64;

// The largest MTU that a capture shows of a link; 0 if none does.
std::uint64_t largest_mtu(const Subnet& subnet)
{
    std::uint64_t largest = 0;
    for (const IbPort& port : subnet.ports) {
        if (port.mtu.peek_known())
            largest = std::max(largest, port.mtu.value.count);
    }
    return largest;
}

// One lane of a table: the units of 64 bytes that it may send in a round, and the packets that it does send.
struct Share {
    std::uint8_t vl = 0;
    std::uint64_t units = 0;
    std::uint64_t packets = 0;
};

std::vector<Share> shares_of(const std::vector<IbArbEntry>& table, std::uint64_t packet)
{
    std::vector<Share> shares;
    for (const IbArbEntry& entry : table) {
        if (entry.weight == 0)
            continue;
        auto share = std::ranges::find(shares, entry.vl, &Share::vl);
        if (share == shares.end())
            share = shares.insert(share, Share{.vl = entry.vl});
        share->units += entry.weight;
        share->packets += (entry.weight * bytes_of_unit + packet - 1) / packet;
    }
    return shares;
}

// How many times more the first lane gets than its weight says, compared with the second.
double gain_of(const Share& one, const Share& other)
{
    return static_cast<double>(one.packets * other.units) / static_cast<double>(other.packets * one.units);
}

void check_table(
    FabricContext& context, std::uint32_t index, const SmQosClass& each, bool high, std::uint64_t packet)
{
    const Device& device = context.fabric.devices[index];
    const Span at = high ? each.high_at : each.low_at;
    const std::vector<Share> shares = shares_of(high ? each.high : each.low, packet);
    if (!at.somewhere() || shares.size() < 2)
        return;
    const auto gain_over_first = [&shares](const Share& share) { return gain_of(share, shares.front()); };
    const Share& most = *std::ranges::max_element(shares, {}, gain_over_first);
    const Share& least = *std::ranges::min_element(shares, {}, gain_over_first);
    if (gain_of(most, least) < context.number("distortion"))
        return;
    context.report({.at = at,
        .message = fmt::format(
            "{} gives VL{} and VL{} weights of {} and {} in all, and with packets of {} bytes, {} units each, they send "
            "{} and {} packets in turn",
            device.name,
            least.vl,
            most.vl,
            least.units,
            most.units,
            packet,
            packet / bytes_of_unit,
            least.packets,
            most.packets),
        .subjects = {{{index, Port::no_index}, Property::virtual_lanes, Part::statement(at)}},
        .fix = fmt::format("Write weights that are multiples of {}.", packet / bytes_of_unit)});
}

void check(FabricContext& context)
{
    for (const std::uint32_t index : context.fabric.managers) {
        const SubnetManager& manager = *context.fabric.devices[index].manager;
        const auto subnet = context.fabric.subnet_of_manager[index];
        if (!manager.qos.is(true) || manager.qos_classes.empty() || !subnet)
            continue;
        const std::uint64_t packet = largest_mtu(*context.fabric.devices[*subnet].subnet);
        if (packet < bytes_of_unit) {
            context.not_checked({index, Port::no_index}, "no capture shows the MTU of a link");
            continue;
        }
        for (const SmQosClass& each : manager.qos_classes) {
            check_table(context, index, each, true, packet);
            check_table(context, index, each, false, packet);
        }
    }
}

}

extern const Rule rule = {
    .code = "SM055",
    .name = "weights-of-part-packets",
    .severity = Severity::info,
    .scope = Scope::fabric,
    .summary = "Weights of the VL arbitration are parts of a packet, so lanes do not share the link as the "
               "weights say.",
    .why
    = "A weight counts units of 64 bytes, and a lane in its turn sends whole packets until the units are used up: the last "
      "one goes out whole. With packets of 4096 bytes every weight from 1 to 64 is one packet, so that lanes of weights "
      "4, 32 and 64 get equal shares.",
    .source
    = "Mellanox OFED for Linux User Manual Rev 2.2-1.0.1, 8.6.7 (for 4 KB MTU the weights should be multiples of 64); "
      "InfiniBand Architecture Specification 7.6.9 (VL arbitration)",
    .parameters = parameters,
    .examples = examples,
    .fix_class = FixClass::manual,
    .fix = "Write weights that are multiples of the MTU divided by 64. The weights show which shares were "
           "meant.",
    .check_fabric = check,
};

}
