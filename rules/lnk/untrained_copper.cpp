// SPDX-License-Identifier: Apache-2.0
#include "models/fabric/fec.h"
#include "rules/rule.h"

#include <fmt/format.h>

#include <vector>

namespace rocelint::rules::lnk011 {
namespace {

constexpr std::string_view one_lane_of_copper = R"(-	Speed: 100000Mb/s
+	Speed: 100000Mb/s
+	Lanes: 1
-n_gids_found=4
+n_gids_found=4
+root@host1:~# ethtool -m ens1f0np0
+	Identifier                                : 0x11 (QSFP28)
+	Connector                                 : 0x23 (No separable connector)
+	Transmitter technology                    : 0xa0 (Copper cable unequalized)
)";
constexpr std::string_view one_lane_without_negotiation = R"(-	Speed: 100000Mb/s
+	Speed: 100000Mb/s
+	Lanes: 1
-	Auto-negotiation: on
+	Auto-negotiation: off
-n_gids_found=4
+n_gids_found=4
+root@host1:~# ethtool -m ens1f0np0
+	Identifier                                : 0x11 (QSFP28)
+	Connector                                 : 0x23 (No separable connector)
+	Transmitter technology                    : 0xa0 (Copper cable unequalized)
)";
constexpr std::string_view leaf_to_host = "links:\n  - {a: \"leaf1:Ethernet0\", b: \"host1:ens1f0np0\"}\n";

constexpr Example examples[] = {
    {.title = "The leaf neither negotiates nor trains a passive copper cable with a lane of 100 Gb/s",
        .files = {{{"sonic", "leaf1", R"({"PORT": {"Ethernet0": {"link_training": "off"}}})"},
            {"linux-host", "host1", one_lane_of_copper}}},
        .topology = leaf_to_host,
        .flagged = R"("autoneg": "off")"},
    {.title = "The leaf negotiates",
        .files = {{{"sonic", "leaf1", R"({"PORT": {"Ethernet0": {"autoneg": "on"}}})"},
            {"linux-host", "host1", one_lane_of_copper}}},
        .topology = leaf_to_host},
    {.title = "The leaf trains the link without negotiation",
        .files = {{{"sonic", "leaf1", R"({"PORT": {"Ethernet0": {"link_training": "on"}}})"},
            {"linux-host", "host1", one_lane_of_copper}}},
        .topology = leaf_to_host},
    {.title = "Lanes of 25 Gb/s work without negotiation",
        .files = {{{"sonic", "leaf1", ""}, {"linux-host", "host1", R"(-n_gids_found=4
+n_gids_found=4
+root@host1:~# ethtool -m ens1f0np0
+	Identifier                                : 0x11 (QSFP28)
+	Connector                                 : 0x23 (No separable connector)
+	Transmitter technology                    : 0xa0 (Copper cable unequalized)
)"}}},
        .topology = leaf_to_host},
    {.title = "The leaf's speed is forced on a passive copper cable with a lane of 100 Gb/s",
        .files = {{{"eos", "leaf1", R"(@ interface Ethernet1/1
-   speed 100g-4
+   speed forced 100g-4
)"},
            {"linux-host", "host1", one_lane_of_copper}}},
        .topology = "links:\n  - {a: \"leaf1:Ethernet1/1\", b: \"host1:ens1f0np0\"}\n",
        .flagged = "speed forced 100g-4"},
    {.title = "Negotiation is off on a passive copper cable with a lane of 100 Gb/s",
        .files = {{{"nvue", "leaf1", "+nv set interface swp1 link auto-negotiate off\n"},
            {"linux-host", "host1", one_lane_of_copper}}},
        .topology = "links:\n  - {a: \"leaf1:swp1\", b: \"host1:ens1f0np0\"}\n",
        .flagged = "link auto-negotiate off"},
    {.title = "The NIC does not negotiate on a passive copper cable with a lane of 100 Gb/s",
        .files = {{{"sample-nos", "leaf1", ""}, {"linux-host", "host1", one_lane_without_negotiation}}},
        .topology = "links:\n  - {a: \"leaf1:p1\", b: \"host1:ens1f0np0\"}\n",
        .flagged = "Auto-negotiation: off",
        .flagged_device = "host1"},
};

// Whether one end shows that the cable is passive copper with PAM4 lanes.
bool is_fast_copper(const LinkContext& context)
{
    const Port& a = context.fabric.port(context.link().a);
    const Port& b = context.fabric.port(context.link().b);
    return (a.passive_copper.is(true) || b.passive_copper.is(true)) && (is_pam4(a) || is_pam4(b));
}

void check(LinkContext& context)
{
    const Link& link = context.link();
    if ((!context.analysis.is_roce(link.a) && !context.analysis.is_roce(link.b)) || !is_fast_copper(context))
        return;
    std::vector<PortId> silent;
    for (const PortId id : {link.a, link.b}) {
        const Port& port = context.fabric.port(id);
        if (!port.autoneg.is(false) || port.link_training.is(true))
            continue;
        // Whether the link is trained all the same is not shown: a line says it, but is not understood.
        if (port.link_training.origin != OriginId{}
            && context.need(id, port.link_training, "link training") == nullptr)
            continue;
        silent.push_back(id);
    }
    if (silent.empty())
        return;
    const auto place_of = [&context](PortId id, OriginId origin) {
        return context.fabric.device(id).place(origin, &context.fabric.port(id));
    };
    const PortId first = silent.front();
    Diagnosis diagnosis{.at = place_of(first, context.fabric.port(first).autoneg.origin),
        .message = fmt::format(
            "{} neither negotiates nor trains its link, over passive copper with lanes of 50 Gb/s or more: the link stays "
            "down, or comes up with transmitters that are not tuned to the cable, and many bit errors",
            context.port_label(first)),
        .fix = "Switch autonegotiation, and with it link training, on at both ends."};
    for (const PortId id : silent) {
        diagnosis.blame(id, Property::speed, 1);
        if (id != first)
            diagnosis.show(place_of(id, context.fabric.port(id).autoneg.origin), "nor does the other end");
    }
    for (const PortId id : {link.a, link.b}) {
        const Setting<bool>& copper = context.fabric.port(id).passive_copper;
        if (copper.is(true))
            diagnosis.show(place_of(id, copper.origin), "the cable is passive copper");
    }
    context.report(std::move(diagnosis));
}

}

extern const Rule rule = {
    .code = "LNK011",
    .name = "untrained-copper",
    .severity = Severity::warning,
    .scope = Scope::link,
    .summary
    = "A port on passive copper with lanes of 50 Gb/s or more neither negotiates nor trains the link.",
    .why
    = "A passive cable attenuates, and only the transmitters can compensate. From 50 Gb/s per lane on, the two ends find "
      "the settings by link training, which autonegotiation starts. Without it the ends guess: the link flaps, or "
      "errors beyond FEC cost packets that a lossless class was never meant to lose.",
    .source
    = "IEEE 802.3-2022 clause 136 (50GBASE-CR to 200GBASE-CR4: autonegotiation of clause 73 is required, and the PMD "
      "control function trains the link); IEEE 802.3ck-2022 clause 162 (the same for lanes of 100 Gb/s); sonic-net/SONiC "
      "doc/port-link-training/sonic-port-link-training.md (link training without autonegotiation, link_training)",
    .examples = examples,
    .fix_class = FixClass::manual,
    .fix = "Switch autonegotiation on at both ends, or link training where the platform offers it "
           "separately.",
    .check_link = check,
};

}
