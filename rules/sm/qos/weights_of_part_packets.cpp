// SPDX-License-Identifier: Apache-2.0
#include "rules/sm/manager.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

namespace rocelint::rules::sm055 {
namespace {

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

// Whether a table divides the link between several lanes and has a weight that is not a number of whole packets.
bool has_part_packets(const std::vector<IbArbEntry>& table, std::uint64_t packet)
{
    const auto has_weight = [](const IbArbEntry& entry) { return entry.weight > 0; };
    const auto first = std::ranges::find_if(table, has_weight);
    const bool several = std::ranges::any_of(
        table, [&](const IbArbEntry& entry) { return entry.weight > 0 && entry.vl != first->vl; });
    return several && std::ranges::any_of(table, [&](const IbArbEntry& entry) {
        return entry.weight * bytes_of_unit % packet != 0;
    });
}

void check_table(
    FabricContext& context, std::uint32_t index, const SmQosClass& each, bool high, std::uint64_t packet)
{
    const Device& device = context.fabric.devices[index];
    const Span at = high ? each.high_at : each.low_at;
    if (!at.somewhere() || !has_part_packets(high ? each.high : each.low, packet))
        return;
    context.report({.at = at,
        .message = fmt::format(
            "{} gives lanes weights that are not multiples of {}, which is one packet of {} bytes: each turn is "
            "rounded up to whole packets, and lanes share the link in other proportions than the weights",
            device.name,
            packet / bytes_of_unit,
            packet),
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
    .summary = "Weights of the VL arbitration are not multiples of a whole packet.",
    .why
    = "A weight counts units of 64 bytes, and a lane in its turn sends whole packets until the units are used up: the last "
      "one goes out whole. With packets of 4096 bytes every weight from 1 to 64 is one packet, so that lanes of weights "
      "4, 32 and 64 get equal shares.",
    .source
    = "Mellanox OFED for Linux User Manual Rev 2.2-1.0.1, 8.6.7 (for 4 KB MTU the weights should be multiples of 64); "
      "InfiniBand Architecture Specification 7.6.9 (VL arbitration)",
    .examples = examples,
    .fix_class = FixClass::manual,
    .fix
    = "Write weights that are multiples of the MTU divided by 64. Which shares were meant, the weights show.",
    .check_fabric = check,
};

}
