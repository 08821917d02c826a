// SPDX-License-Identifier: Apache-2.0
#include "analysis/facts/dcbx.h"
#include "rules/rule.h"

#include <fmt/format.h>

#include <array>
#include <optional>
#include <string_view>

namespace rocelint::rules::dcb002 {
namespace {

constexpr std::string_view leaf_to_host = "links:\n  - {a: \"leaf1:Ethernet1/1\", b: \"host1:ens1f0np0\"}\n";

constexpr Example examples[] = {
    {.title = "lldpad fell back to CEE, and the switch speaks the version of IEEE 802.1Qaz",
        .files = {{{"linux-host", "host1", R"(+root@host1:~# lldptool -t -i ens1f0np0 -V IEEE-DCBX -c
+mode=CEE
+root@host1:~# lldptool -t -i ens1f0np0 -V PFC -c
+willing=yes
+enabled=none
+root@host1:~# lldptool -t -n -i ens1f0np0 -V PFC
+IEEE 8021QAZ PFC TLV
+	 Willing: no
+	 MACsec Bypass Capable: no
+	 PFC capable traffic classes: 8
+	 PFC enabled: 3
)"}}},
        .flagged = "mode=CEE"},
    {.title = "lldpad speaks the version that the switch speaks",
        .files = {{{"linux-host", "host1", R"(+root@host1:~# lldptool -t -i ens1f0np0 -V IEEE-DCBX -c
+mode=auto
+root@host1:~# lldptool -t -i ens1f0np0 -V PFC -c
+willing=yes
+enabled=none
+root@host1:~# lldptool -t -n -i ens1f0np0 -V PFC
+IEEE 8021QAZ PFC TLV
+	 Willing: no
+	 MACsec Bypass Capable: no
+	 PFC capable traffic classes: 8
+	 PFC enabled: 3
)"}}}},
    {.title
        = "The leaf is set to the version of IEEE 802.1Qaz, the host speaks CEE, and neither is known to be willing",
        .files = {{{"nxos", "leaf1", R"(@ interface Ethernet1/1
+  lldp dcbx version ieee
)"},
            {"linux-host", "host1", R"(+root@host1:~# lldptool -t -i ens1f0np0 -V IEEE-DCBX -c
+mode=CEE
)"}}},
        .topology = leaf_to_host,
        .flagged = "lldp dcbx version ieee",
        .flagged_device = "leaf1"},
    {.title = "The leaf is set to the version of IEEE 802.1Qaz, and the host speaks the one before CEE",
        .files = {{{"os10", "leaf1", R"(@ interface ethernet1/1/1
+ dcbx version ieee
)"},
            {"linux-host", "host1", R"(+root@host1:~# lldptool -t -i ens1f0np0 -V IEEE-DCBX -c
+mode=CIN
)"}}},
        .topology = "links:\n  - {a: \"leaf1:ethernet1/1/1\", b: \"host1:ens1f0np0\"}\n",
        .flagged = "dcbx version ieee",
        .flagged_device = "leaf1"},
    {.title = "The leaf is set to the version of IEEE 802.1Qaz, and an ESXi host speaks CEE",
        .files = {{{"nxos", "leaf1", R"(@ interface Ethernet1/1
+  lldp dcbx version ieee
)"},
            {"esxi-host", "host1", R"(-   Mode: 3 - IEEE Mode
+   Mode: 1 - CEE Mode
)"}}},
        .topology = "links:\n  - {a: \"leaf1:Ethernet1/1\", b: \"host1:vmnic4\"}\n",
        .flagged = "lldp dcbx version ieee",
        .flagged_device = "leaf1"},
    {.title = "The leaf takes the version of its peer",
        .files = {{{"nxos", "leaf1", R"(@ interface Ethernet1/1
+  lldp dcbx version auto
)"},
            {"linux-host", "host1", R"(+root@host1:~# lldptool -t -i ens1f0np0 -V IEEE-DCBX -c
+mode=CEE
)"}}},
        .topology = leaf_to_host},
};

std::string_view in_words(DcbxVersion version)
{
    constexpr std::array<std::string_view, 5> names{
        "no DCBX", "DCBX of IEEE 802.1Qaz", "DCBX of CEE", "the DCBX before CEE (CIN)", "any DCBX"};
    return names[static_cast<std::size_t>(version)];
}

bool is_one_version(DcbxVersion version)
{
    return version == DcbxVersion::ieee || version == DcbxVersion::cee || version == DcbxVersion::cin;
}

// If both ends state their version, one reports: the switch, or the first of two devices of one kind.
bool leaves_it_to(const PortContext& context, PortId peer)
{
    const DeviceKind other = context.fabric.device(peer).kind;
    return other == context.device().kind ? peer < context.id : context.on_host();
}

void check(PortContext& context)
{
    const Port& port = context.port();
    if (!context.is_roce() || port.kind != PortKind::physical || port.dcbx_version.origin == OriginId{}
        || !port.dcbx_version.known())
        return;
    const std::optional<PortId> peer = context.fabric.peer(context.id);
    const Setting<DcbxVersion>* other = &port.peer_dcbx_version;
    bool of_peer = false;
    if (!other->peek_known() && peer && context.fabric.port(*peer).dcbx_version.peek_known()) {
        other = &context.fabric.port(*peer).dcbx_version;
        of_peer = true;
    }
    if (!other->known() || !is_one_version(other->value) || !is_one_version(port.dcbx_version.value)
        || other->value == port.dcbx_version.value || (of_peer && leaves_it_to(context, *peer)))
        return;
    const bool matters = leaves_pfc_to_dcbx(context.device(), port)
        || (peer && leaves_pfc_to_dcbx(context.fabric.device(*peer), context.fabric.port(*peer)));
    Diagnosis diagnosis{.severity = matters ? std::nullopt : std::optional(Severity::info),
        .at = context.place(port.dcbx_version.origin),
        .message = fmt::format("{} speaks {} and its peer {}: each ignores what the other announces, {}",
            context.port_label(context.id),
            in_words(port.dcbx_version.value),
            in_words(other->value),
            matters ? "and PFC that is left to DCBX is not negotiated"
                    : "which matters only where PFC is left to DCBX"),
        .subjects = {context.subject(Property::dcbx)},
        .fix = "Set both ends to the version of IEEE 802.1Qaz."};
    if (peer)
        diagnosis.blame(*peer, Property::dcbx);
    diagnosis.show(of_peer ? context.fabric.device(*peer).place(other->origin, &context.fabric.port(*peer))
                           : context.place(other->origin),
        "the version of the peer");
    context.report(std::move(diagnosis));
}

}

extern const Rule rule = {
    .code = "DCB002",
    .name = "different-dcbx-versions",
    .severity = Severity::warning,
    .other_severities = {{{Severity::info, "where neither end is known to leave its PFC to DCBX"}}},
    .scope = Scope::port,
    .summary = "The two ends of a link speak different versions of DCBX.",
    .why
    = "The versions of DCBX (IEEE 802.1Qaz, CEE, and CIN before it) put the same settings into different TLVs of LLDP, and "
      "an agent ignores those of a version that it does not speak. An end that waits for its peer, a willing host or a "
      "switch port with PFC in mode auto, then has no PFC, or that of its own defaults. An agent that takes the version of "
      "its peer suits any.",
    .source
    = "lldptool-dcbx(8) (one version in use for an interface); Cisco Nexus 3000 and 9000 Series NX-API REST SDK User Guide, "
      "Release 9.3(x), Configuring the DCBXP Version; IEEE 802.1Q-2022 annex D; Azure Local supportability, TSG Networking, "
      "Troubleshoot LLDP, DCBX, and PFC Configuration for RoCEv2, version 1.0 (DCBX dialects)",
    .examples = examples,
    .fix_class = FixClass::disruptive,
    .fix
    = "Set both ends to the version of IEEE 802.1Qaz: lldp dcbx version ieee; lldptool -T -i INTERFACE -V IEEE-DCBX "
      "mode=reset.",
    .check_port = check,
};

}
