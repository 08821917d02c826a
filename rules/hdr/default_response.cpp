// SPDX-License-Identifier: Apache-2.0
#include "models/catalog/asic.h"
#include "rules/rule.h"

#include <fmt/format.h>

namespace rocelint::rules::hdr016 {
namespace {

constexpr Example examples[] = {
    {.title = "The formula has no response time for 1.6 Tb/s",
        .files = {{{"sonic",
            "leaf1",
            R"({"DEVICE_METADATA": {"localhost": {"hwsku": "ACS-SN6600_LD", "platform": "x86_64-nvidia_sn6600_ld-r0",
   "buffer_model": "dynamic"}},
 "PORT": {"Ethernet0": {"speed": "1600000", "lanes": "0,1,2,3,4,5,6,7"}},
 "WRED_PROFILE": {"FAST": {"ecn": "ecn_all", "wred_green_enable": "true", "green_min_threshold": "2000000",
   "green_max_threshold": "8000000", "green_drop_probability": "20"}},
 "QUEUE": {"Ethernet0|3": {"wred_profile": "FAST"}},
 "BUFFER_PG": {"Ethernet0|3": {"profile": "NULL"}, "Ethernet4|3": {"profile": "NULL"}}})"}}},
        .flagged = R"("speed": "1600000")"},
    {.title = "The formula knows the response time of 100 Gb/s",
        .files = {{{"sonic",
            "leaf1",
            R"({"DEVICE_METADATA": {"localhost": {"buffer_model": "dynamic"}},
 "BUFFER_PG": {"Ethernet0|3": {"profile": "NULL"}, "Ethernet4|3": {"profile": "NULL"}}})"}}}},
};

void check(PortContext& context)
{
    const Device& device = context.device();
    const Port& port = context.port();
    const catalog::Asic* asic = catalog::asic_of(device);
    if (!context.on_switch() || !context.is_roce() || port.kind != PortKind::physical
        || !device.headroom.dynamic.is(true) || asic == nullptr || !asic->model.known()
        || asic->model.value != catalog::HeadroomModel::spectrum || !port.pfc_tx.known()
        || port.pfc_tx.value.empty())
        return;
    const BitsPerSecond* speed = context.need(context.id, port.speed, "the speed");
    if (speed == nullptr || catalog::response_quanta(*speed).known())
        return;
    context.report({.at = context.place(port.speed.origin),
        .message = fmt::format(
            "{} has its headroom worked out for a peer that stops within {:g} KiB: the switch's formula "
            "has no response time for this speed and uses the chip's default, which is made for slower "
            "links",
            context.port_label(context.id),
            asic->delays().peer_response_kib),
        .subjects = context.subjects(Property::headroom, port.pfc_tx.value),
        .fix = fmt::format(
            "Bind a profile to the lossless groups of {} whose headroom was measured or stated by the vendor.",
            port.name)});
}

}

extern const Rule rule = {
    .code = "HDR016",
    .name = "default-response-time",
    .severity = Severity::warning,
    .scope = Scope::port,
    .summary = "Headroom is worked out without a response time for the port's speed.",
    .why
    = "The largest part of headroom on short cables is what the peer still sends until it obeys. The formula looks "
      "that up by speed; for a speed that its table lacks it falls back to one figure for the chip, a fraction of "
      "what the next lower speed gets. The headroom that comes out may not hold what arrives after a pause.",
    .source
    = "sonic-swss cfgmgr/buffer_headroom_mellanox.lua, pause_quanta_per_speed (no entry: peer_response_time)",
    .examples = examples,
    .fix_class = FixClass::manual,
    .fix = "State the headroom of the port in a profile of its own, from the vendor or from a measurement.",
    .check_port = check,
};

}
