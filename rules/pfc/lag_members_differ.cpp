// SPDX-License-Identifier: Apache-2.0
#include "rules/rule.h"

#include <fmt/format.h>

namespace rocelint::rules::pfc008 {
namespace {

constexpr std::string_view both_in_lag = R"({"PORTCHANNEL": {"PortChannel1": {"admin_status": "up"}},
 "PORTCHANNEL_MEMBER": {"PortChannel1|Ethernet0": {}, "PortChannel1|Ethernet4": {}},
 "INTERFACE": {"Ethernet0": null, "Ethernet4": null, "Ethernet0|10.0.0.0/31": null, "Ethernet4|10.0.0.2/31": null},
 "PFC_WD": {"Ethernet4": {"detection_time": "400", "restoration_time": "400"}}})";
constexpr std::string_view alike = R"({"PORTCHANNEL": {"PortChannel1": {"admin_status": "up"}},
 "PORTCHANNEL_MEMBER": {"PortChannel1|Ethernet0": {}, "PortChannel1|Ethernet4": {}},
 "INTERFACE": {"Ethernet0": null, "Ethernet4": null, "Ethernet0|10.0.0.0/31": null, "Ethernet4|10.0.0.2/31": null}})";

constexpr Example examples[] = {
    {.title = "The watchdogs of two members notice a storm at different times",
        .files = {{{"sonic", "leaf1", both_in_lag}}},
        .flagged = R"("detection_time": "400")"},
    {.title = "The members of the LAG are set up alike", .files = {{{"sonic", "leaf1", alike}}}},
    {.title = "The watchdog of one member of a port channel waits longer",
        .files = {{{"sonic-cli", "leaf1", R"(@ interface Eth1/1
+ channel-group 10
- cable-length 5m
+ cable-length 40m
@ interface Eth1/2
+ channel-group 10
- priority-flow-control watchdog on detect-time 200
- priority-flow-control watchdog restore-time 400
+ priority-flow-control watchdog on detect-time 400
+ priority-flow-control watchdog restore-time 800
)"}}},
        .flagged = "detect-time 400"},
};

// How two members differ, in words; empty if no difference is known.
std::string_view difference(const Port& a, const Port& b, OriginId& at)
{
    const auto differs = [&at](const auto& left, const auto& right) {
        const bool is = left.known() && right.known() && !(left.value == right.value);
        if (is)
            at = right.origin;
        return is;
    };
    if (differs(a.pfc_tx, b.pfc_tx) || differs(a.pfc_rx, b.pfc_rx))
        return "PFC is on for other priorities";
    if (differs(a.watchdog.enabled, b.watchdog.enabled))
        return "only one of them has a PFC watchdog";
    if (differs(a.watchdog.detection, b.watchdog.detection))
        return "their watchdogs notice a storm after different times";
    return {};
}

void check(DeviceContext& context)
{
    const Device& device = context.device();
    if (device.kind != DeviceKind::network_switch)
        return;
    for (std::uint32_t lag = 0; lag < device.ports.size(); ++lag) {
        if (device.ports[lag].kind != PortKind::lag)
            continue;
        const Port* first = nullptr;
        for (std::uint32_t index = 0; index < device.ports.size(); ++index) {
            const Port& member = device.ports[index];
            const PortId id{context.index, index};
            if (member.lag != lag || member.kind != PortKind::physical || !context.analysis.is_roce(id))
                continue;
            if (first == nullptr) {
                first = &member;
                continue;
            }
            OriginId at;
            const std::string_view what = difference(*first, member, at);
            if (what.empty())
                continue;
            context.report({.at = device.place(at, &member),
                .message = fmt::format(
                    "{} and {} of {} are members of {}, and {}: a hash decides which of them a flow takes",
                    first->name,
                    member.name,
                    device.name,
                    device.ports[lag].name,
                    what),
                .subjects = {{id, Property::pfc}},
                .related = {{first->at, "the other member"}},
                .fix = fmt::format("Set up all members of {} alike.", device.ports[lag].name)});
        }
    }
}

}

extern const Rule rule = {
    .code = "PFC008",
    .name = "lag-members-differ",
    .severity = Severity::warning,
    .scope = Scope::device,
    .summary = "Members of one LAG differ in PFC or in their watchdogs.",
    .why
    = "PFC, buffers and the watchdog belong to the physical port; a LAG only spreads flows over its "
      "members. Where these differ, some flows are lossless and others are not, or are cut off sooner, and "
      "which flows these are changes with their source ports.",
    .source
    = "IEEE 802.1AX-2020 clause 6.2.4 (frame distribution); NVIDIA Onyx User Manual v3.10, Priority Flow Control "
      "(on physical ports); sonic-swss orchagent/pfcwdorch.cpp (only physical ports)",
    .examples = examples,
    .fix_class = FixClass::manual,
    .fix = "Give all members the same PFC and the same watchdog.",
    .yields = true,
    .check_device = check,
};

}
