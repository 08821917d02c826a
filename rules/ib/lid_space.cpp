// SPDX-License-Identifier: Apache-2.0
#include "rules/ib/examples.h"
#include "rules/rule.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

namespace rocelint::rules::ib020 {
namespace {

constexpr double share[] = {0.8};
constexpr Parameter parameters[] = {
    {"share",
        share,
        "of all",
        "most of the unicast LIDs that a subnet should use",
        "a fifth is kept for growth and for hosts that are replaced: LIDs of those that went stay assigned while the "
        "subnet manager remembers them"},
};

constexpr Example examples[] = {
    {.title = "Four hosts take more LIDs than the policy allows",
        .files = {{{"ib-fabric", "fabric", ""}}},
        .policy = "version: 1\nprofile: lossless\nrules:\n  IB020: {parameters: {share: 0.0001}}\n",
        .flagged = "#"},
    ib::example("A small subnet has room"),
};

void check(FabricContext& context)
{
    constexpr double lids = 0xbfff;
    const double most = context.number("share");
    for (const std::uint32_t index : context.fabric.subnets) {
        const Device& device = context.fabric.devices[index];
        const Subnet& subnet = *device.subnet;
        // The LMC that the managers will assign counts; without their files, the observed one.
        std::optional<std::uint8_t> planned;
        Span at = device.identity;
        for (const std::uint32_t manager : context.fabric.managers_of(index)) {
            const Setting<std::uint8_t>& lmc = context.fabric.devices[manager].manager->lmc;
            if (!lmc.known() || lmc.value <= planned.value_or(0))
                continue;
            planned = lmc.value;
            at = context.fabric.devices[manager].place(lmc.origin);
        }
        double used = 0;
        for (const IbNode& node : subnet.nodes) {
            if (node.kind == IbNodeKind::network_switch) {
                ++used;
                continue;
            }
            for (const IbPort& port : subnet.ports_of(node)) {
                const unsigned lmc = planned.value_or(port.lmc.known() ? port.lmc.value : std::uint8_t{0});
                used += port.number == 0 ? 0.0 : static_cast<double>(1U << (lmc & 7U));
            }
        }
        if (used <= most * lids)
            continue;
        context.report({.at = at,
            .message = fmt::format(
                "{} uses {:g} of the {:g} unicast LIDs{}: more than {:g} percent, and a port that gets none stays "
                "in Init",
                device.name,
                used,
                lids,
                planned ? fmt::format(" with LMC {}", *planned) : "",
                most * 100),
            .subjects = {{{index, Port::no_index}, Property::lids}}});
    }
}

}

extern const Rule rule = {
    .code = "IB020",
    .name = "ib-lid-space",
    .severity = Severity::warning,
    .scope = Scope::fabric,
    .summary = "An InfiniBand subnet is about to run out of LIDs.",
    .why
    = "A subnet has 49151 unicast LIDs. Each switch takes one, and each port of an adapter 2^LMC. When they run out the subnet manager leaves new ports without a LID: they stay in Init, and the job that they were bought for does not start.",
    .source = "IBA 1.5 4.1.3 (unicast LIDs 0x0001 to 0xBFFF) and 3.5.10 (LMC); opensm osm_lid_mgr.c",
    .parameters = parameters,
    .examples = examples,
    .fix_class = FixClass::manual,
    .fix = "Lower the LMC, or split the subnet with a router.",
    .check_fabric = check,
};

}
