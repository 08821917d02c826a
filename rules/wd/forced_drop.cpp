// SPDX-License-Identifier: Apache-2.0
#include "models/text/sentence.h"
#include "rules/rule.h"

#include <fmt/format.h>

#include <algorithm>

namespace rocelint::rules::wd010 {
namespace {

constexpr Example examples[] = {
    {.title = "Every lossless queue is treated as if it were stuck",
        .files = {{{"sonic", "leaf1", R"({"PFC_WD": {"GLOBAL": {"BIG_RED_SWITCH": "enable"}}})"}}},
        .flagged = R"("BIG_RED_SWITCH": "enable")"},
    {.title = "The switch is there and off",
        .files = {{{"sonic", "leaf1", R"({"PFC_WD": {"GLOBAL": {"BIG_RED_SWITCH": "disable"}}})"}}}},
};

void check(DeviceContext& context)
{
    const Device& device = context.device();
    if (device.kind != DeviceKind::network_switch || !device.forced_drop.is(true))
        return;
    std::size_t ports = 0;
    const Port* first = nullptr;
    for (const Port& port : device.ports) {
        if (port.kind != PortKind::physical || !port.pfc_tx.known() || port.pfc_tx.value.empty())
            continue;
        first = first == nullptr ? &port : first;
        ++ports;
    }
    if (first == nullptr)
        return;
    context.report({.at = device.place(device.forced_drop.origin),
        .message
        = fmt::format("{} drops every packet of its lossless priorities now, on {} with PFC: no RDMA gets "
                      "through, and the PFC watchdog does not run",
            device.name,
            counted(ports, "port")),
        .subjects = {context.subject(Property::watchdog)},
        .related = {{device.place(first->pfc_tx.origin, first), "PFC is on here"}},
        .fix
        = fmt::format("Switch the forced drop of {} off; the PFC watchdog then runs again.", device.name)});
}

}

extern const Rule rule = {
    .code = "WD010",
    .name = "forced-drop",
    .severity = Severity::error,
    .scope = Scope::device,
    .summary = "A switch drops all packets of its lossless priorities.",
    .why = "The emergency switch applies what the watchdog does to a stuck queue to every queue with PFC, "
           "stuck or not: it frees a fabric that has come to a standstill, and black-holes RDMA for as long "
           "as it is on. Left on, it also keeps the watchdog itself from running.",
    .source
    = "sonic-swss orchagent/pfcwdorch.cpp, enableBigRedSwitchMode: a drop handler for each queue whose "
      "priority has PFC, and startWdActionOnQueue: what the watchdog notices is ignored",
    .examples = examples,
    .fix_class = FixClass::manual,
    .fix = "Switch it off.",
    .check_device = check,
};

}
