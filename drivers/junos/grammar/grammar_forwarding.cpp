// SPDX-License-Identifier: Apache-2.0
// Load balancing, routes and routing instances, as far as they decide where RDMA packets go.
#include "drivers/junos/grammar/grammar_levels.h"

namespace rocelint::junos {
// Tables of one level each, innermost first.
namespace forwarding_grammar {

constexpr CoverageState irrelevant = CoverageState::irrelevant;
constexpr CoverageState unsupported = CoverageState::unsupported;

constexpr Keyword any_word = flag("");
constexpr Grammar one_word{{}, &any_word};

// forwarding-options: which fields choose among equal-cost paths. For IPv4 only a whole layer can be
// selected. Older files of ours name single fields of a layer; these are read, and reported as refused (Junos
// OS CLI Reference, hash-key (Forwarding Options); Junos OS 23.2R1 and 24.4R1,
// junos-qfx-conf-forwarding-options.yang).
constexpr Keyword layer_3_words[]
    = {flag("source-address"), flag("destination-address"), flag("ip-protocol")};
constexpr Grammar layer_3{layer_3_words, nullptr, unsupported};
constexpr Keyword layer_4_words[] = {flag("source-port"), flag("destination-port")};
constexpr Grammar layer_4{layer_4_words, nullptr, unsupported};
constexpr Keyword hash_inet_words[] = {block("layer-3", layer_3), block("layer-4", layer_4)};
constexpr Grammar hash_inet{hash_inet_words, nullptr, unsupported};
constexpr Keyword hash_family_words[] = {block("inet", hash_inet), later("inet6")};
constexpr Grammar hash_family{hash_family_words, nullptr, irrelevant};
constexpr Keyword hash_key_words[] = {block("family", hash_family)};
constexpr Grammar hash_key{hash_key_words, nullptr, unsupported};
constexpr Keyword enhanced_inet_words[] = {flag("no-ipv4-source-address"),
    flag("no-ipv4-destination-address"),
    flag("no-protocol"),
    flag("no-l4-source-port"),
    flag("no-l4-destination-port")};
constexpr Grammar enhanced_inet{enhanced_inet_words, nullptr, unsupported};
// Dynamic load balancing: the duration of a flowlet does not decide whether packets are reordered.
constexpr Keyword flowlet_words[] = {skip("inactivity-interval"), skip("flowset-table-size")};
constexpr Grammar flowlet{flowlet_words, nullptr, unsupported};
constexpr Keyword dlb_ether_words[] = {flag("none"), flag("ipv4"), flag("ipv6"), flag("mpls")};
constexpr Grammar dlb_ether{dlb_ether_words, nullptr, unsupported};
constexpr Keyword dlb_words[]
    = {flag("per-packet"), flag("assigned-flow"), block("flowlet", flowlet), block("ether-type", dlb_ether)};
constexpr Grammar dynamic_balancing{dlb_words, nullptr, unsupported};
constexpr Keyword enhanced_words[] = {block("inet", enhanced_inet),
    block("ecmp-dlb", dynamic_balancing),
    later("lag-dlb"),
    later("fabric-load-balance"),
    value("hash-seed"),
    later("inet6"),
    skip("layer2"),
    skip("vxlan-vnid"),
    skip("gre")};
constexpr Grammar enhanced_hash_key{enhanced_words, nullptr, unsupported};
constexpr Keyword forwarding_options_words[]
    = {block("hash-key", hash_key), block("enhanced-hash-key", enhanced_hash_key), later("load-balance")};

// routing-options
constexpr Keyword next_hop_words[] = {value("preference")};
constexpr Grammar next_hop{next_hop_words, nullptr, irrelevant};
constexpr Keyword route_words[] = {list("next-hop"),
    flag("discard"),
    flag("reject"),
    value("preference"),
    telling("qualified-next-hop", next_hop)};
constexpr Grammar route_level{route_words, nullptr, irrelevant};
constexpr Keyword static_words[] = {telling("route", route_level)};
constexpr Grammar static_level{static_words, nullptr, irrelevant};
constexpr Keyword rib_words[] = {block("static", static_level)};
constexpr Grammar rib_level{rib_words, nullptr, irrelevant};
constexpr Keyword as_words[] = {value("loops")};
constexpr Grammar as_level{as_words, nullptr, irrelevant};
constexpr Keyword forwarding_table_words[] = {list("export")};
constexpr Grammar forwarding_table{forwarding_table_words, nullptr, irrelevant};
constexpr Keyword routing_options_words[] = {telling("autonomous-system", as_level),
    block("forwarding-table", forwarding_table),
    block("static", static_level),
    through("rib", Form::named, rib_level)};

// policy-options: which routes use all of their equal-cost next hops.
constexpr Keyword action_words[] = {value("load-balance")};
constexpr Grammar action_level{action_words, nullptr, irrelevant};
constexpr Keyword term_words[] = {through("then", Form::block, action_level)};
constexpr Grammar term_level{term_words, nullptr, irrelevant};
constexpr Keyword policy_words[]
    = {through("term", Form::named, term_level), through("then", Form::block, action_level)};
constexpr Grammar policy_level{policy_words, nullptr, irrelevant};
constexpr Keyword policy_options_words[] = {through("policy-statement", Form::named, policy_level)};

// protocols: for BGP only how often the own AS may occur in a path and whether several paths are taken, for OSPF and
// IS-IS only whether they run.
constexpr Keyword loops_words[] = {block("loops", one_word)};
constexpr Grammar loops_level{loops_words, nullptr, irrelevant};
constexpr Keyword safi_words[] = {through("unicast", Form::block, loops_level),
    through("signaling", Form::block, loops_level),
    through("any", Form::block, loops_level)};
constexpr Grammar safi_level{safi_words, nullptr, irrelevant};
constexpr Keyword afi_words[] = {through("inet", Form::block, safi_level),
    through("inet6", Form::block, safi_level),
    through("evpn", Form::block, safi_level)};
constexpr Grammar afi_level{afi_words, nullptr, irrelevant};
constexpr Keyword local_as_words[] = {value("loops")};
constexpr Grammar local_as{local_as_words, nullptr, irrelevant};
constexpr Keyword multipath_words[] = {flag("multiple-as"), flag("disable")};
constexpr Grammar multipath_level{multipath_words, nullptr, irrelevant};
constexpr Keyword neighbor_words[] = {through("family", Form::block, afi_level),
    block("multipath", multipath_level),
    later("no-global-load-balancing"),
    through("local-as", Form::named, local_as)};
constexpr Grammar neighbor_level{neighbor_words, nullptr, irrelevant};
constexpr Keyword group_words[] = {through("family", Form::block, afi_level),
    block("multipath", multipath_level),
    later("no-global-load-balancing"),
    through("local-as", Form::named, local_as),
    through("neighbor", Form::named, neighbor_level)};
constexpr Grammar group_level{group_words, nullptr, irrelevant};
constexpr Keyword global_words[] = {flag("helper-only"), flag("load-balancer-only")};
constexpr Grammar global_level{global_words, nullptr, unsupported};
constexpr Keyword bgp_words[] = {through("family", Form::block, afi_level),
    block("global-load-balancing", global_level),
    block("multipath", multipath_level),
    through("local-as", Form::named, local_as),
    through("group", Form::named, group_level),
    through("neighbor", Form::named, neighbor_level)};
constexpr Grammar bgp_level{bgp_words, nullptr, irrelevant};
constexpr Keyword link_state_words[] = {flag("disable")};
constexpr Grammar link_state_level{link_state_words, nullptr, irrelevant};
constexpr Keyword protocols_words[] = {through("bgp", Form::block, bgp_level),
    block("ospf", link_state_level),
    block("ospf3", link_state_level),
    block("isis", link_state_level),
    later("dcbx")};

}

const Grammar forwarding_options_level{
    forwarding_grammar::forwarding_options_words, nullptr, CoverageState::irrelevant};
const Grammar routing_options_level{
    forwarding_grammar::routing_options_words, nullptr, CoverageState::irrelevant};
const Grammar policy_options_level{
    forwarding_grammar::policy_options_words, nullptr, CoverageState::irrelevant};
const Grammar protocols_level{forwarding_grammar::protocols_words, nullptr, CoverageState::irrelevant};

}
