// SPDX-License-Identifier: Apache-2.0
// interfaces and chassis: speeds, MTU, FEC, bundles, addresses.
#include "drivers/junos/grammar/grammar_levels.h"

namespace rocelint::junos {
// Tables of one level each, innermost first.
namespace interface_grammar {

constexpr CoverageState irrelevant = CoverageState::irrelevant;

constexpr Keyword filter_words[] = {value("input"), list("input-list")};
constexpr Grammar filter_level{filter_words, nullptr, irrelevant};
constexpr Keyword policer_words[] = {value("input")};
constexpr Grammar policer_level{policer_words, nullptr, irrelevant};
constexpr Grammar address_level{{}, nullptr, irrelevant};
constexpr Keyword inet_words[] = {value("mtu"),
    telling("address", address_level),
    block("filter", filter_level),
    block("policer", policer_level)};
constexpr Grammar inet_level{inet_words, nullptr, irrelevant};
// In which VLANs the unit is matters only where a VLAN has a filter (read/port_vlans.cpp).
constexpr Keyword member_words[] = {list("members", irrelevant)};
constexpr Grammar member_level{member_words, nullptr, irrelevant};
constexpr Keyword switching_words[] = {value("interface-mode"),
    value("port-mode"),
    through("vlan", Form::block, member_level),
    block("filter", filter_level),
    block("policer", policer_level)};
constexpr Grammar switching_level{switching_words, nullptr, irrelevant};
constexpr Keyword family_words[] = {
    block("inet", inet_level),
    block("inet6", inet_level),
    block("ethernet-switching", switching_level),
    block("bridge", switching_level),
};
constexpr Grammar family_level{family_words, nullptr, irrelevant};

constexpr Keyword unit_words[] = {
    block("family", family_level),
    skip("account-layer2-overhead"),
    skip("accounting-profile"),
    skip("arp-resp"),
    skip("bandwidth"),
    skip("description"),
    skip("disable"),
    skip("encapsulation"),
    skip("esi"),
    skip("etree-ac-role"),
    skip("forwarding-class-accounting"),
    skip("forwarding-options"),
    skip("input-vlan-map"),
    skip("interface-shared-with"),
    skip("layer2-policer"),
    skip("mac"),
    skip("mac-vrf"),
    skip("no-dhcp-flood"),
    skip("no-irb-layer-2-copy"),
    skip("no-traps"),
    skip("output-vlan-map"),
    skip("point-to-point"),
    skip("proxy-arp"),
    skip("proxy-macip-advertisement"),
    skip("service"),
    skip("statistics"),
    skip("storm-control"),
    skip("swap-by-poppush"),
    skip("traps"),
    skip("tunnel"),
    skip("virtual-gateway-accept-data"),
    skip("virtual-gateway-esi"),
    skip("virtual-gateway-v4-mac"),
    skip("virtual-gateway-v6-mac"),
    skip("vlan-id"),
    skip("vlan-id-list"),
    skip("vlan-id-range"),
    skip("vlan-tags"),
};
constexpr Grammar unit_level{unit_words};

constexpr Keyword configured_pause_words[] = {value("rx-buffers"), value("tx-buffers")};
constexpr Grammar configured_pause{configured_pause_words};
constexpr Keyword negotiation_words[] = {skip("remote-fault")};
constexpr Grammar negotiation_level{negotiation_words, nullptr, irrelevant};
constexpr Grammar bundle_level{{}, nullptr, irrelevant};
constexpr Keyword ether_words[] = {
    flag("flow-control"),
    flag("no-flow-control"),
    block("configured-flow-control", configured_pause),
    telling("802.3ad", bundle_level),
    telling("ieee-802.3ad", bundle_level), // as spelled in XML
    block("auto-negotiation", negotiation_level),
    flag("no-auto-negotiation"),
    value("fec"),
    value("speed"),
    skip("asynchronous-notification"),
    skip("ethernet-switch-profile"),
    skip("ignore-l3-incompletes"),
    skip("link-mode"),
    skip("loopback"),
    skip("loopback-remote"),
    skip("mac-mode"),
    skip("no-loopback"),
    skip("source-address-filter"),
    skip("source-filtering"),
    later("ieee-802-3az-eee"),
};
constexpr Grammar ether_level{ether_words};
constexpr Keyword bundle_words[]
    = {flag("flow-control"), flag("no-flow-control"), block("configured-flow-control", configured_pause)};
constexpr Grammar bundle_options{bundle_words, nullptr, irrelevant};

#define ROCELINT_JUNOS_INTERFACE_WORDS                                                                       \
    value("description"), value("mtu"), value("speed"), value("number-of-sub-ports"), flag("disable"),       \
        flag("enable"), flag("unused"), named("unit", unit_level), block("gigether-options", ether_level),   \
        block("ether-options", ether_level), block("fastether-options", ether_level),                        \
        through("aggregated-ether-options", Form::block, bundle_options), skip("accounting-profile"),        \
        skip("damping"), skip("encapsulation"), skip("esi"), skip("fabric-options"),                         \
        skip("flexible-vlan-tagging"), skip("forwarding-class-accounting"), skip("framing"),                 \
        skip("gratuitous-arp-reply"), skip("hierarchical-scheduler"), skip("hold-time"),                     \
        skip("interface-transmit-statistics"), skip("keepalives"), skip("lacp"), skip("layer2-policer"),     \
        skip("link-mode"), skip("mac"), skip("media-type"), skip("multiservice-options"),                    \
        skip("native-vlan-id"), skip("no-gratuitous-arp-request"), skip("no-gratuitous-arp-reply"),          \
        skip("no-native-vlan-insert"), skip("no-traps"), skip("optics-options"), skip("otn-options"),        \
        skip("otn"), skip("per-unit-scheduler"), skip("port-mirror-instance"),                               \
        skip("redundant-ether-options"), skip("shared-scheduler"), skip("stacked-vlan-tagging"),             \
        skip("traceoptions"), skip("transmit-bucket"), skip("traps"), skip("vlan-offload"),                  \
        skip("vlan-tagging"), skip("vlan-vci-tagging")

constexpr Keyword interface_words[] = {ROCELINT_JUNOS_INTERFACE_WORDS};
constexpr Grammar interface_level{interface_words};

constexpr Keyword to_words[] = {value("to")};
constexpr Grammar to_level{to_words};
constexpr Grammar nothing{};
constexpr Keyword range_words[]
    = {telling("member", nothing), telling("member-range", to_level), ROCELINT_JUNOS_INTERFACE_WORDS};
constexpr Grammar range_level{range_words};

constexpr Keyword interface_name = named("", interface_level);
constexpr Keyword interfaces_words[] = {
    named("interface-range", range_level),
    skip("interface-set"),
    skip("traceoptions"),
    skip("stacked-interface-set"),
};

#undef ROCELINT_JUNOS_INTERFACE_WORDS

}

const Grammar interfaces_level{interface_grammar::interfaces_words, &interface_grammar::interface_name};

}
