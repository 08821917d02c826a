// SPDX-License-Identifier: Apache-2.0
#include "analysis/facts/dcbx.h"
#include "rules/rule.h"

#include <fmt/format.h>

namespace rocelint::rules::dcb001 {
namespace {

constexpr Example examples[] = {
    {.title = "lldpad takes over the PFC of the switch, which takes over that of the host",
        .files = {{{"linux-host", "host1", R"(+root@host1:~# lldptool -t -i ens1f0np0 -V PFC -c
+willing=yes
+enabled=none
+root@host1:~# lldptool -t -n -i ens1f0np0 -V PFC
+IEEE 8021QAZ PFC TLV
+	 Willing: yes
+	 MACsec Bypass Capable: no
+	 PFC capable traffic classes: 8
+	 PFC enabled: none
)"}}},
        .flagged = "willing=yes"},
    {.title = "lldpad takes over the PFC of the switch, which has its own",
        .files = {{{"linux-host", "host1", R"(+root@host1:~# lldptool -t -i ens1f0np0 -V PFC -c
+willing=yes
+enabled=none
+root@host1:~# lldptool -t -n -i ens1f0np0 -V PFC
+IEEE 8021QAZ PFC TLV
+	 Willing: no
+	 MACsec Bypass Capable: no
+	 PFC capable traffic classes: 8
+	 PFC enabled: 3
)"}}}},
    {.title = "Both ends are willing, and both have PFC on for priority 3",
        .files = {{{"linux-host", "host1", R"(+root@host1:~# lldptool -t -i ens1f0np0 -V PFC -c
+willing=yes
+enabled=8
+root@host1:~# lldptool -t -n -i ens1f0np0 -V PFC
+IEEE 8021QAZ PFC TLV
+	 Willing: yes
+	 MACsec Bypass Capable: no
+	 PFC capable traffic classes: 8
+	 PFC enabled: 3
)"}}}},
};

// Whether both ends are known to have PFC on for all of these priorities.
bool both_pause(const Port& port, PrioritySet priorities)
{
    return port.pfc_tx.peek_known() && port.peer_pfc.peek_known()
        && (priorities - (port.pfc_tx.value & port.peer_pfc.value)).empty();
}

void check(PortContext& context)
{
    const Port& port = context.port();
    const Setting<bool>* own = willing_of(context.device(), port);
    if (!context.is_roce() || port.kind != PortKind::physical || own == nullptr || !own->known()
        || !own->value)
        return;
    const PrioritySet required = context.required();
    const std::optional<PortId> peer = context.fabric.peer(context.id);
    const Setting<bool>* other = &port.peer_willing;
    if (!other->peek_known() && peer) {
        if (const Setting<bool>* theirs
            = willing_of(context.fabric.device(*peer), context.fabric.port(*peer));
            theirs != nullptr)
            other = theirs;
    }
    if (!other->known() || !other->value || required.empty() || both_pause(port, required))
        return;
    Diagnosis diagnosis{.at = context.place(own->origin),
        .message = fmt::format(
            "both {} and its peer are willing to take over the other's PFC: the one with the lower MAC address does, so "
            "that the addresses decide whether priority {} is lossless",
            context.port_label(context.id),
            to_string(required)),
        .subjects = {context.subject(Property::dcbx)},
        .fix = fmt::format("Turn PFC on for priority {} at both ends, and make {} not willing.",
            to_string(required),
            context.port_label(context.id))};
    if (peer)
        diagnosis.blame(*peer, Property::dcbx);
    if (other == &port.peer_willing)
        diagnosis.show(context.place(other->origin), "the peer is willing too");
    else
        diagnosis.show(context.fabric.device(*peer).place(other->origin, &context.fabric.port(*peer)),
            "the peer is willing too");
    if (port.peer_pfc.peek_known())
        diagnosis.show(context.place(port.peer_pfc.origin), "the PFC that the peer announces");
    context.report(std::move(diagnosis));
}

}

extern const Rule rule = {
    .code = "DCB001",
    .name = "both-ends-willing",
    .severity = Severity::warning,
    .scope = Scope::port,
    .summary
    = "Both ends of a link are willing to take over the PFC of the other, and not both have it right.",
    .why
    = "PFC is negotiated symmetrically: an end that is not willing keeps its own set, and a willing one takes over that of "
      "its peer. If both are willing, the end with the lower MAC address follows the other, so that replacing a NIC can "
      "change which priorities are lossless. Under CEE, both keep what they have, and the two ends may differ. Exactly one "
      "end should be willing, or none where both are configured alike. If neither is willing and their sets differ, "
      "DCB003 reports it, or PFC004 where both were collected.",
    .source
    = "IEEE 802.1Q-2022 clause 38.4 (symmetric attribute passing); lldptool-pfc(8), Theory of Operations; open-lldp, "
      "lldp_8021qaz.c, pfc_sm and cmp_mac_addrs",
    .examples = examples,
    .fix_class = FixClass::disruptive,
    .fix
    = "Configure PFC at both ends by hand and make the host not willing: lldptool -T -i INTERFACE -V PFC willing=no.",
    .check_port = check,
};

}
