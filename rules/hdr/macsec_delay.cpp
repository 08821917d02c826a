// SPDX-License-Identifier: Apache-2.0
#include "rules/rule.h"

#include <fmt/format.h>

namespace rocelint::rules::hdr017 {
namespace {

constexpr Example examples[] = {
    {.title = "A lossless uplink is encrypted",
        .files = {{{"sonic", "leaf1", R"({"PORT": {"Ethernet4": {"macsec": "uplinks"}}})"}}},
        .flagged = R"("macsec": "uplinks")"},
    {.title = "Neither port is encrypted", .files = {{{"sonic", "leaf1", ""}}}},
    {.title = "A lossless uplink is encrypted",
        .files = {{{"eos", "leaf1", R"(@ interface Ethernet2/1
+   mac security profile uplinks
)"}}},
        .flagged = "mac security profile uplinks"},
    {.title = "Neither port is encrypted", .files = {{{"eos", "leaf1", ""}}}},
    {.title = "A lossless uplink is encrypted",
        .files = {{{"nxos", "leaf1", R"(@ interface Ethernet1/2
+  macsec keychain uplinks policy uplinks
)"}}},
        .flagged = "macsec keychain uplinks"},
    {.title = "Neither port is encrypted", .files = {{{"nxos", "leaf1", ""}}}},
};

void check(PortContext& context)
{
    const Port& port = context.port();
    if (!context.on_switch() || !context.is_roce() || port.kind != PortKind::physical
        || context.required().empty() || !port.macsec.known() || !port.macsec.value)
        return;
    context.report({.at = context.place(port.macsec.origin),
        .message = fmt::format(
            "{} is lossless for priority {} and uses MACsec, whose delay is missing from the headroom that is required "
            "here: it is undocumented",
            context.port_label(context.id),
            to_string(context.required())),
        .subjects = {context.subject(Property::headroom)},
        .fix
        = "Ask the vendor for the delay, and size the headroom with it (rocelint headroom --macsec-ns)."});
}

}

extern const Rule rule = {
    .code = "HDR017",
    .name = "macsec-on-lossless-port",
    .severity = Severity::info,
    .scope = Scope::port,
    .summary = "A lossless port uses MACsec, whose delay the required headroom does not include.",
    .why
    = "A pause frame takes effect only after what the peer has sent before it has arrived. With MACsec each frame also "
      "passes an encryption and a decryption, and at 400 Gb/s each microsecond of them is another 50 kB that must find "
      "room. The headroom that other rules ask for leaves this out: chips differ, and no document that was found "
      "states their delay.",
    .source
    = "IEEE 802.1Q-2022, D.2.10 (PFC TLV, MACsec Bypass Capability) and Annex N (delays between pause and the last "
      "frame); IEEE 802.1AE-2018",
    .examples = examples,
    .fix_class = FixClass::manual,
    .fix = "Size the headroom with the delay of MACsec that the vendor states.",
    .check_port = check,
};

}
