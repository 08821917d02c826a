// SPDX-License-Identifier: Apache-2.0
#include "rules/rule.h"

#include <fmt/format.h>

#include <algorithm>

namespace rocelint::rules::hdr015 {
namespace {

constexpr Example examples[] = {
    {.title = "A port of a breakout has PFC and no admin status",
        .files = {{{"sonic", "leaf1", R"({"PORT": {"Ethernet4": {"admin_status": null}}})"}}},
        .flagged = R"("pfc_enable": "3")"},
    {.title = "Every port with PFC has an admin status", .files = {{{"sonic", "leaf1", ""}}}},
};

// Whether other ports of the device state their status, so that its absence here is meaningful.
bool is_stated_elsewhere(const Device& device)
{
    return std::ranges::any_of(device.ports, [](const Port& port) {
        return port.kind == PortKind::physical && port.admin_up.peek_known() && port.admin_up.configured();
    });
}

void check(PortContext& context)
{
    const Device& device = context.device();
    const Port& port = context.port();
    // A device that computes headroom itself does so for every port as soon as it comes up.
    if (!context.on_switch() || port.kind != PortKind::physical || device.fragment
        || !device.headroom.dynamic.is(false) || !port.pfc_tx.known() || port.pfc_tx.value.empty()
        || !port.admin_up.is(false) || port.admin_up.configured() || !is_stated_elsewhere(device)
        || context.need(context.id, port.speed, "the speed") == nullptr)
        return;
    context.report({.at = context.place(port.pfc_tx.origin),
        .message = fmt::format(
            "{} has PFC on priority {} and no admin status: it stays down, and the switch reserves no "
            "headroom for it until a status is written",
            context.port_label(context.id),
            to_string(port.pfc_tx.value)),
        .subjects = context.subjects(Property::headroom, port.pfc_tx.value),
        .fix = fmt::format("Write the admin status of {}, or remove its PFC.", port.name)});
}

}

extern const Rule rule = {
    .code = "HDR015",
    .name = "headroom-awaits-status",
    .severity = Severity::warning,
    .scope = Scope::port,
    .summary = "A port with PFC has no admin status, without which no headroom is reserved.",
    .why = "In the static buffer model a daemon creates the lossless groups of a port when it learns the "
           "port's speed, cable and admin status. Ports that a breakout adds often lack the admin status: "
           "they have PFC and keep the lossy default of their groups until an operator shuts or starts "
           "them.",
    .source
    = "sonic-buildimage issue 23354 (BUFFER_PG after a port breakout); sonic-swss cfgmgr/buffermgr.cpp",
    .examples = examples,
    .fix_class = FixClass::manual,
    .fix = "Write admin_status for every port that has PFC.",
    .check_port = check,
};

}
