// SPDX-License-Identifier: Apache-2.0
#include "models/text/sentence.h"
#include "rules/ib/examples.h"
#include "rules/rule.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <string_view>
#include <vector>

namespace rocelint::rules::ib023 {
namespace {

constexpr Example examples[] = {
    ib::example("A switch has an older firmware",
        R"(+part number        | MQM8700-HS2F
+PSID               | MT_0000000063
+GUID               | 0x0000000000000011
+firmware version   | 27.2010.4102
+part number        | MQM8700-HS2F
+PSID               | MT_0000000063
+GUID               | 0x0000000000000012
+firmware version   | 27.2010.4102
+part number        | MQM8700-HS2F
+PSID               | MT_0000000063
+GUID               | 0x0000000000000021
+firmware version   | 27.2008.2102
)",
        "27.2008.2102"),
    ib::example("One of three switches of a kind is another board",
        R"(+part number        | MQM8700-HS2F
+PSID               | MT_0000000063
+GUID               | 0x0000000000000011
+part number        | MQM8700-HS2F
+PSID               | MT_0000000063
+GUID               | 0x0000000000000012
+part number        | MQM8790-HS2F
+PSID               | MT_0000000064
+GUID               | 0x0000000000000021
)",
        "MT_0000000064"),
    ib::example("A switch has an older firmware, and the boards are unknown",
        R"(+part number        | MQM8700-HS2F
+GUID               | 0x0000000000000011
+firmware version   | 27.2010.4102
+part number        | MQM8700-HS2F
+GUID               | 0x0000000000000012
+firmware version   | 27.2010.4102
+part number        | MQM8700-HS2F
+GUID               | 0x0000000000000021
+firmware version   | 27.2008.2102
)",
        "27.2008.2102"),
    ib::example("All switches of a board have one firmware", R"(+part number        | MQM8700-HS2F
+PSID               | MT_0000000063
+GUID               | 0x0000000000000011
+firmware version   | 27.2010.4102
+part number        | MQM8700-HS2F
+PSID               | MT_0000000063
+GUID               | 0x0000000000000012
+firmware version   | 27.2010.4102
)"),
};

template <class Key>
using Nodes = std::map<Key, std::map<std::string_view, std::vector<std::uint32_t>>>;

template <class Key>
void compare(DeviceContext& context,
    const Subnet& subnet,
    const Nodes<Key>& nodes,
    Setting<std::string_view> IbNode::*setting,
    std::string_view what,
    std::string_view alike,
    Severity severity)
{
    for (const auto& [key, values] : nodes) {
        if (values.size() < 2)
            continue;
        const auto& usual = *std::ranges::max_element(
            values, {}, [](const auto& value) { return std::pair(value.second.size(), value.first); });
        for (const auto& [value, odd] : values) {
            if (value == usual.first)
                continue;
            const IbNode& node = subnet.nodes[odd.front()];
            Diagnosis diagnosis{.severity = severity,
                .at = context.device().place((node.*setting).origin),
                .message = fmt::format("{} {} {}{}, and {} {} {} {}",
                    subnet.node_name(odd.front()),
                    odd.size() > 1 ? fmt::format("and {} more have", odd.size() - 1) : "has",
                    what,
                    value,
                    usual.second.size(),
                    alike,
                    one_or_many(usual.second.size(), "has", "have"),
                    usual.first)};
            for (const std::uint32_t each : odd)
                diagnosis.blame({context.index, subnet.nodes[each].first_port}, Property::software);
            context.report(std::move(diagnosis));
        }
    }
}

void check(DeviceContext& context)
{
    if (!context.device().subnet)
        return;
    const Subnet& subnet = *context.device().subnet;
    Nodes<std::string_view> firmware; // by board
    Nodes<std::uint32_t> boards; // by device id
    Nodes<std::uint32_t> unknown_boards; // the firmware of nodes without a PSID, by device id
    for (std::uint32_t index = 0; index < subnet.nodes.size(); ++index) {
        const IbNode& node = subnet.nodes[index];
        if (node.ports == 0)
            continue;
        if (!node.psid.known()) {
            if (node.firmware.known() && node.device.known())
                unknown_boards[node.device.value][node.firmware.value].push_back(index);
            continue;
        }
        if (node.firmware.known())
            firmware[node.psid.value][node.firmware.value].push_back(index);
        if (node.device.known())
            boards[node.device.value][node.psid.value].push_back(index);
    }
    compare(
        context, subnet, firmware, &IbNode::firmware, "firmware ", "of the same board", Severity::warning);
    compare(context, subnet, boards, &IbNode::psid, "the PSID ", "of the same device", Severity::warning);
    // Boards of one device may have firmware of their own.
    compare(context,
        subnet,
        unknown_boards,
        &IbNode::firmware,
        "firmware ",
        "of the same device, whose boards no capture shows,",
        Severity::info);
}

}

extern const Rule rule = {
    .code = "IB023",
    .name = "ib-uneven-firmware",
    .severity = Severity::warning,
    .other_severities = {{{Severity::info, "where no capture shows the boards (PSID)"}}},
    .scope = Scope::device,
    .summary
    = "InfiniBand nodes of one board run different firmware, or nodes of one kind are different boards.",
    .why = "Adaptive routing, congestion control and the timing of links are firmware. One switch or adapter "
           "with another version behaves differently under load, and the fault follows the node and not the "
           "cable or the job.",
    .source
    = "NVIDIA ibdiagnet user manual, nodes information (firmware and PSID); NVIDIA firmware release notes, which list what each version changes",
    .examples = examples,
    .fix_class = FixClass::manual,
    .fix = "Bring all nodes of a board to one firmware version.",
    .check_device = check,
};

}
