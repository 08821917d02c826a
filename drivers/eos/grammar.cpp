// SPDX-License-Identifier: Apache-2.0
// Every line of EOS that the driver reads, writes or knows, with the text that documents it. A known line
// that may affect RDMA but has no place in the model is `unsupported`. A line that matches no row and no
// aside is unrecognised.
#include "drivers/eos/grammar.h"

#include "drivers/line_cli/grammar/rows.h"
#include "models/fabric/port.h"
#include "models/fabric/qos.h"

namespace rocelint::eos {
namespace {

using namespace line_cli::rows;

constexpr std::string_view port_manual = "Arista EOS User Manual, Ethernet Ports";
constexpr std::string_view mtu_manual = "Arista EOS User Manual, Ethernet Ports, command mtu";
constexpr std::string_view qos_manual = "Arista EOS User Manual, Quality of Service";
constexpr std::string_view pfc_manual = "Arista EOS User Manual, DCBX and Flow Control";
constexpr std::string_view routing_manual = "Arista EOS User Manual, IPv4";
constexpr std::string_view profiles = "Arista AVD, eos_cli_config_gen schema qos_profiles";
constexpr std::string_view watchdog = "Arista AVD, eos_cli_config_gen schema priority_flow_control";
constexpr std::string_view balancing
    = "Arista AVD, eos_cli_config_gen template load-balance; openconfig/featureprofiles";
constexpr std::string_view avd = "Arista AVD, eos_cli_config_gen";

// `desired` negotiates with the peer, and takes effect if the peer agrees.
constexpr Term on_off[]{{"on", 1}, {"desired", 1}, {"off", 0}};
constexpr Term modes[]{{"routed", 1}, {"access", 0}};
constexpr Term actions[]{{"drop", number_of(WatchdogAction::drop)},
    {"errdisable", number_of(WatchdogAction::error_disable)},
    {"notify-only", number_of(WatchdogAction::alert)},
    {"no-drop", no_drop_action}};
constexpr Term port_actions[]{
    {"drop", number_of(WatchdogAction::drop)}, {"notify-only", number_of(WatchdogAction::alert)}};
constexpr Term trusts[]{{"dscp", number_of(Trust::dscp)}, {"cos", number_of(Trust::pcp)}};
constexpr Term encodings[]{{"reed-solomon", number_of(Fec::rs)}, {"fire-code", number_of(Fec::base_r)}};
constexpr Term negotiations[]{{"auto", 1}, {"forced", 0}};
constexpr std::uint64_t mega = 1'000'000;
constexpr TextLimit avd_name{
    .source = "Arista AVD, eos_cli_config_gen schema, qos_profiles: a name, of which it states no length"};

// clang-format off
// Of several terms for a speed, the first is written, if Arista AVD has it (eos_designs schema, speeds of an
// interface).
constexpr Term speeds[]{{"1g", giga}, {"10g", 10 * giga}, {"25g", 25 * giga}, {"40g", 40 * giga}, {"50g", 50 * giga},
    {"50g-1", speed_value(50 * giga, 1)}, {"50g-2", speed_value(50 * giga, 2)}, {"100g", 100 * giga},
    {"100g-1", speed_value(100 * giga, 1)}, {"100g-2", speed_value(100 * giga, 2)}, {"100g-4", speed_value(100 * giga, 4)},
    {"200g", 200 * giga}, {"200g-1", speed_value(200 * giga, 1)}, {"200g-2", speed_value(200 * giga, 2)},
    {"200g-4", speed_value(200 * giga, 4)}, {"200g-8", speed_value(200 * giga, 8), 0, true}, {"400g", 400 * giga},
    {"400g-1", speed_value(400 * giga, 1), 0, true}, {"400g-2", speed_value(400 * giga, 2)}, {"400g-4", speed_value(400 * giga, 4)},
    {"400g-8", speed_value(400 * giga, 8)}, {"800g", 800 * giga}, {"800g-2", speed_value(800 * giga, 2), 0, true},
    {"800g-4", speed_value(800 * giga, 4)}, {"800g-8", speed_value(800 * giga, 8)}, {"1.6t", 1600 * giga},
    {"1.6t-4", speed_value(1600 * giga, 4), 0, true}, {"1.6t-8", speed_value(1600 * giga, 8)}, {"10full", 10 * mega, 0, true},
    {"10half", 10 * mega, 0, true}, {"100full", 100 * mega, 0, true}, {"100half", 100 * mega, 0, true}, {"1000full", giga}, {"1000half", giga},
    {"10000full", 10 * giga}, {"1gfull", giga}, {"2.5gfull", 2500 * mega, 0, true}, {"5gfull", 5 * giga, 0, true}, {"10gfull", 10 * giga},
    {"25gfull", 25 * giga}, {"40gfull", 40 * giga}, {"50gfull", 50 * giga}, {"100gfull", 100 * giga},
    {"200gfull", 200 * giga}, {"400gfull", 400 * giga}, {"800gfull", 800 * giga}};
// clang-format on
constexpr Term sizes[]{{"kbytes", 1000},
    {"mbytes", 1'000'000},
    {"bytes", 1},
    {"segments", 1, segments_measure},
    {"microseconds", 1, time_measure},
    {"milliseconds", 1000, time_measure}};
constexpr Term rates[]{{"kbps", 1000},
    {"", 1000},
    {.word = "percent", .measure = other_measure, .most = 100},
    {"pps", 1, other_measure}};

// A field that holds at most `most`: a larger number is not a value.
constexpr Slot field(std::string_view name, std::uint64_t most, std::uint64_t least = 0)
{
    return {.name = name, .least = least, .most = most, .impossible_above = most};
}
constexpr Slot seconds(std::string_view name, std::uint64_t least, std::uint64_t most)
{
    return {.name = name, .least = least, .most = most, .impossible_above = 0xffffffffU};
}
constexpr Slot threshold(std::string_view name)
{
    return {.name = name, .least = 1, .most = 256'000'000, .terms = sizes};
}
constexpr Slot probability = field("probability", 100, 1);
constexpr Slot weight{.name = "weight", .most = 15};
constexpr Slot queue_number = index("queue", 7);
// `step`, in milliseconds, is the resolution of the decimals that EOS takes.
constexpr Slot period(std::string_view name, std::uint64_t least, std::uint64_t most, std::uint64_t step)
{
    return {.name = name,
        .least = least,
        .most = most,
        .kind = SlotKind::thousandths,
        .instead = "auto",
        .impossible_above = 4'000'000'000U,
        .step = step};
}
constexpr Slot timeout = period("timeout", 10, 60'000, 10);
constexpr Slot polling = period("polling", 5, 30'000, 1);
constexpr Slot recovery = period("recovery", 10, 60'000, 10);

constexpr Scopes top = scope::top;
constexpr Scopes port = scope::port;
constexpr Scopes shared = scope::port | scope::profile;
constexpr Scopes queue = scope::queue;

// clang-format off
constexpr line_cli::Statement statements[]{
    misfit(there(top, "hostname {name}", {text("name", host_name)}, LineKind::hostname, avd), irrelevant),
    there(top, "interface defaults", {}, LineKind::interface_defaults, avd, scope::defaults),
    there(top, "interface profile {name}", {text("name")}, LineKind::interface_profile, avd),
    there(top, "interface {rest}", {rest_of(own_words)}, LineKind::interface_, port_manual, port),
    reads(scope::defaults | port, "mtu {mtu}", {{.name = "mtu", .least = 68, .most = 9214, .impossible_above = 65'535}}, LineKind::mtu, mtu_manual),
    reads(scope::defaults, "ethernet", {}, LineKind::defaults_ethernet, avd, scope::ethernet_defaults),
    switched(scope::ethernet_defaults | port, "shutdown", {}, LineKind::shutdown, port_manual),
    defines("qos profile", misfit(there(top, "qos profile {name}", {text("name", avd_name)}, LineKind::qos_profile, profiles, scope::profile), unsupported)),
    there(top, "class-map|policy-map {rest}", {rest}, LineKind::class_policy, qos_manual),
    misfit(there(top, "ip|ipv6 access-list {rest}", {rest}, LineKind::access_list, qos_manual), irrelevant),
    there(top, "Interface {port} detected {count} LLDP neighbors:", {text("port"), {.name = "count"}}, LineKind::neighbours, "show lldp neighbors detail"),
    misfit(there(top, "platform {rest}", {rest}, LineKind::platform, avd), irrelevant),
    misfit(reads(top, "switchport default mode {mode}", {word("mode", modes)}, LineKind::default_mode, avd), unsupported),

    switched(top, "priority-flow-control all / off", {}, LineKind::pfc_all_off, watchdog),
    misfit(reads(top, "priority-flow-control pause watchdog action {action}", {word("action", actions)}, LineKind::default_action, watchdog), unsupported),
    switched(top, "priority-flow-control pause watchdog override / action drop", {}, LineKind::override_drop, watchdog),
    reads(top, "priority-flow-control pause watchdog default / [timeout {timeout}] [polling-interval {polling}] [recovery-time {recovery}] [forced]",
        {timeout, polling, recovery}, LineKind::default_times, watchdog),

    adds_up(reads(top, "qos map dscp / {points} to traffic-class {class} [drop-precedence {colour}]", {points("points", 63), field("class", 7), field("colour", 2)}, LineKind::dscp_map, qos_manual)),
    adds_up(reads(top, "qos map cos / {points} to traffic-class {class}", {points("points", 7), field("class", 7)}, LineKind::cos_map, qos_manual)),
    adds_up(reads(top, "qos map traffic-class {classes} to tx-queue {queue}", {points("classes", 7), field("queue", 7)}, LineKind::queue_map, qos_manual)),
    synonym(adds_up(reads(top, "qos map traffic-class {classes} to uc-tx-queue {queue}", {points("classes", 7), field("queue", 7)}, LineKind::queue_map, qos_manual))),
    adds_up(reads(top, "qos map traffic-class {classes} to dscp {dscp}", {points("classes", 7), field("dscp", 63)}, LineKind::rewrite_map, qos_manual)),
    // Markings of the VLAN tag, and multicast queues.
    known(top, "qos map traffic-class {classes} to cos|exp|mc-tx-queue {rest}", {points("classes", 7), rest}, irrelevant),
    known(top, "qos map exp [{rest}]", {rest}, irrelevant),
    switched(top, "qos rewrite dscp", {}, LineKind::rewrite_dscp, qos_manual),
    known(top, "qos rewrite [{rest}]", {rest}, irrelevant),

    there(top, "ip load-sharing trident fields ip|ipv4 {rest}", {rest_of(own_words)}, LineKind::hash_fields, balancing),
    synonym(there(top, "ip load-sharing {chip} fields ip|ipv4 {rest}", {text("chip"), rest_of(own_words)}, LineKind::hash_fields, balancing)),
    there(top, "ip load-sharing {chip} {seed}", {text("chip", own_words), field("seed", 0xffffffffU)}, LineKind::hash_seed, avd),
    known(top, "ip load-sharing {chip} fields mac [{rest}]", {text("chip"), rest}, irrelevant),
    // The model has no place for the fields of IPv6 and MPLS; all other fields affect the choice of paths.
    outside_model(top, "ip load-sharing {chip} fields ipv6|mpls [{rest}]", {text("chip"), rest}),
    unmodelled_line(top, "ip load-sharing {rest}", {rest}, LineKind::hash_fields, LineKind::hash_seed),
    there(top, "port-channel load-balance {chip} fields ip|ipv4 {rest}", {text("chip"), rest_of(own_words)}, LineKind::lag_fields, balancing),
    known(top, "port-channel load-balance {chip} fields mac [{rest}]", {text("chip"), rest}, irrelevant),
    outside_model(top, "port-channel load-balance {chip} fields ipv6|mpls [{rest}]", {text("chip"), rest}),
    unmodelled_line(top, "port-channel load-balance {rest}", {rest}, LineKind::lag_fields),
    outside_model(top, "ipv6 load-sharing [{rest}]", {rest}),
    outside_model(top, "hardware ecmp [{rest}]", {rest}),
    outside_model(top, "ip hardware ecmp [{rest}]", {rest}),
    there(top, "load-balance policies", {}, LineKind::load_policies, balancing, scope::policies),
    // Only the profile with this name is in force without being referred to.
    there(scope::policies, "load-balance sand profile default", {}, LineKind::sand_profile, balancing, scope::sand),
    there(scope::sand, "fields ipv4 outer [{rest}]", {rest_of(own_words)}, LineKind::sand_addresses, balancing),
    there(scope::sand, "fields l4 outer [{rest}]", {rest_of(own_words)}, LineKind::sand_ports, balancing),
    there(scope::sand, "fields udp dst-port {port} [{rest}]", {{.name = "port"}, rest_of(own_words)}, LineKind::sand_payload, balancing),
    known(scope::sand, "fields ipv6|mac|mpls [{rest}]", {rest}, irrelevant),

    adds_up(there(top, "ip|ipv6 route {rest}", {rest}, LineKind::route, routing_manual)),
    there(top, "router bgp {asn}", {text("asn")}, LineKind::bgp, avd, scope::bgp),
    adds_up(there(scope::bgp, "neighbor {peer} allowas-in [{times}]", {text("peer"), {.name = "times"}}, LineKind::allowas_in, "Arista AVD, eos_cli_config_gen schema router_bgp")),
    reads(scope::bgp, "maximum-paths {paths} [ecmp {hops}]", {number("paths", 1, 600), number("hops", 1, 600)}, LineKind::most_paths, "Arista AVD, eos_cli_config_gen schema router_bgp, maximum_paths"),
    switched(scope::bgp, "bgp bestpath as-path multipath-relax", {}, LineKind::relaxed_paths, "Arista EOS, technical description of BGP multipath relax; batfish, grammar of Arista BGP"),
    there(top, "router ospf|ospf3|isis {rest}", {rest}, LineKind::link_state, routing_manual, scope::igp),
    there(top, "mlag configuration", {}, LineKind::mlag, avd, scope::mlag),
    there(scope::mlag, "peer-link {port}", {text("port")}, LineKind::peer_link, avd),
    there(top, "mac address-table aging-time {seconds}", {seconds("seconds", 0, 1'000'000)}, LineKind::mac_timeout, "Arista AVD, eos_cli_config_gen schema mac_address_table"),
    there(top, "arp aging timeout default {seconds}", {seconds("seconds", 60, 65'535)}, LineKind::default_arp_timeout, "Arista AVD, eos_cli_config_gen schema arp"),

    reads(port, "description [{rest}]", {rest_of(free_text)}, LineKind::description, port_manual),
    switched(port, "switchport", {}, LineKind::switched, port_manual),
    adds_up(reads(port, "ip address [{rest}]", {rest}, LineKind::address, routing_manual)),
    adds_up(reads(port, "ipv6 address [{rest}]", {rest}, LineKind::address6, routing_manual)),
    reads(port, "vrf [forwarding] {name}", {text("name")}, LineKind::vrf, avd),
    reads(port, "arp aging timeout {seconds}", {seconds("seconds", 1, 65'535)}, LineKind::arp_timeout, "Arista AVD, eos_cli_config_gen schema vlan_interfaces"),
    // Ports that lead back into the switch: their group is not a LAG with a neighbor.
    known(port, "channel-group recirculation {number}", {text("number")}, irrelevant),
    reads(port, "channel-group {number} [{rest}]", {field("number", 999'999), rest}, LineKind::channel_group, avd),
    uses("qos profile", reads(port, "service-profile {name}", {text("name", avd_name)}, LineKind::service_profile, profiles)),
    reads(port, "speed [{mode}] {speed}", {word("mode", negotiations), word("speed", speeds)}, LineKind::speed, port_manual),
    synonym(reads(port, "speed {mode}", {word("mode", negotiations)}, LineKind::speed, port_manual)),
    switched(port, "error-correction encoding {encoding}", {word("encoding", encodings)}, LineKind::fec, port_manual),
    switched(port, "flowcontrol send {state}", {word("state", on_off)}, LineKind::pause_send, port_manual),
    switched(port, "flowcontrol receive {state}", {word("state", on_off)}, LineKind::pause_receive, port_manual),
    switched(port, "vxlan qos ecn propagation", {}, LineKind::tunnel_ecn, "Arista AVD, eos_cli_config_gen schema vxlan_interface"),
    reads(port, "mac security profile {name}", {text("name")}, LineKind::macsec, "Arista AVD, eos_cli_config_gen schema ethernet_interfaces, mac_security"),
    // How tunnels treat the DSCP.
    outside_model(port, "vxlan qos [{rest}]", {rest}),
    // RDMA is known unicast, which only `storm-control all` limits.
    outside_model(port, "storm-control all [{rest}]", {rest}),

    switched(shared, "qos trust {field}", {word("field", trusts)}, LineKind::trust, qos_manual),
    reads(shared, "qos cos {cos}", {field("cos", 7)}, LineKind::port_cos, qos_manual),
    reads(shared, "qos dscp {dscp}", {field("dscp", 63)}, LineKind::port_dscp, qos_manual),
    // EOS writes it before the priorities.
    leading(switched(shared, "priority-flow-control on", {}, LineKind::pfc, pfc_manual)),
    synonym(switched(shared, "priority-flow-control mode on", {}, LineKind::pfc, pfc_manual)), // in older releases
    says_off(shared, "priority-flow-control off", {}, LineKind::pfc, pfc_manual),
    synonym(says_off(shared, "priority-flow-control mode off", {}, LineKind::pfc, pfc_manual)),
    only_negated(switched(shared, "priority-flow-control", {}, LineKind::pfc, pfc_manual)),
    only_negated(switched(shared, "priority-flow-control mode", {}, LineKind::pfc, pfc_manual)),
    adds_up(switched(shared, "priority-flow-control priority / {priorities} no-drop", {{.name = "priorities", .most = 7, .kind = SlotKind::set}}, LineKind::pfc_priority, pfc_manual)),
    adds_up(says_off(shared, "priority-flow-control priority / {priorities} drop", {{.name = "priorities", .most = 7, .kind = SlotKind::set}}, LineKind::pfc_priority, pfc_manual)),
    switched(shared, "priority-flow-control pause watchdog", {}, LineKind::watchdog, profiles),
    misfit(reads(shared, "priority-flow-control pause watchdog port action {action}", {word("action", port_actions)}, LineKind::port_action, profiles), unsupported),
    reads(shared, "priority-flow-control pause watchdog port timer / [timeout {timeout}] [polling-interval {polling}] [recovery-time {recovery}] [forced]",
        {timeout, polling, recovery}, LineKind::port_times, watchdog),
    // Without a type it is a qos policy, as in older releases.
    switched(shared, "service-policy [type qos|quality-of-service] input {name}", {text("name")}, LineKind::service_policy, qos_manual),
    // An output policy polices or marks egress traffic and does not classify ingress traffic.
    unmodelled_line(shared, "service-policy [type qos|quality-of-service] output {rest}", {rest}, LineKind::service_policy_out),
    // Its classes set next hops alone (EOS 4.34.0F, command help of `policy-map type pbr`).
    outside_model(shared, "service-policy type pbr input {rest}", {rest}),
    known(shared, "service-policy type pdp|copp [{rest}]", {rest}, irrelevant),

    reads(shared, "shape rate {rate}", {{.name = "rate", .terms = rates}}, LineKind::port_shape, profiles),
    reads(shared, "tx-queue {queue}", {queue_number}, LineKind::tx_queue, profiles, queue),
    synonym(reads(shared, "uc-tx-queue {queue}", {queue_number}, LineKind::tx_queue, profiles, queue)),
    reads(shared, "mc-tx-queue {queue}", {queue_number}, LineKind::mc_tx_queue, profiles),
    switched(queue, "random-detect ecn / minimum-threshold {min} maximum-threshold {max} [max-mark-probability {probability}] [weight {weight}]",
        {threshold("min"), threshold("max"), probability, weight}, LineKind::ecn, profiles),
    // Counts marked packets, but does not mark any.
    known(queue, "random-detect ecn count [{rest}]", {rest}, irrelevant),
    switched(queue, "random-detect drop / [drop-precedence {colour}] minimum-threshold {min} maximum-threshold {max} [drop-probability {probability}] [weight {weight}]",
        {field("colour", 2), threshold("min"), threshold("max"), probability, weight}, LineKind::drop, profiles),
    reads(queue, "bandwidth percent {share}", {field("share", 100)}, LineKind::bandwidth, profiles),
    reads(queue, "shape rate {rate}", {{.name = "rate", .terms = rates}}, LineKind::shape, profiles),
    switched(queue, "priority / strict", {}, LineKind::priority, profiles),
    synonym(switched(queue, "priority", {}, LineKind::priority, profiles)),
};
// clang-format on

constexpr Aside asides[]{
    // These neither classify, queue, pause, mark nor size forwarded traffic.
    {top,
        irrelevant,
        "aaa address agent alias application arp as-path banner bfd bgp boot cfm clock config control-plane cvx daemon dhcp dns "
        "domain dot1x dynamic email enable end environment errdisable event-handler event-monitor exit fips flow generate group "
        "hardware ip ipsec ipv6 is-type isis kernel l2-protocol lacp license link lldp load-interval locator-led logging mac "
        "maintenance management match-list mcs metadata mirror mlag monitor mpls msrp mvrp nat ntp p4-runtime patch peer-filter "
        "platform poe port-channel prompt ptp queue-monitor radius-server rate-limit redundancy role route-map router sample "
        "schedule security service sflow snmp-server spanning-tree ssh stun switch switchport sync-e system tacacs-server tap "
        "tech-support terminal track transceiver trunk tunnel username vlan vmtracer vrf zerotouch"},
    {top, unsupported, "dcbx traffic-policies", nothing_modelled},
    {top, unsupported, "load-balance", unread(LineKind::hash_fields)},
    {top, unsupported, "priority-flow-control", unread(LineKind::default_action, LineKind::default_times)},
    {top, unsupported, "qos", unread(LineKind::dscp_map, LineKind::cos_map, LineKind::queue_map)},
    {port,
        irrelevant,
        "address aging arp autostate bfd bgp bmp carrier-delay comment dhcp dot1x dps encapsulation errdisable error-correction "
        "evpn exit flow flow-spec graceful-restart igmp interface-group ip ipv4 ipv6 isis l2-protocol lacp layer link "
        "link-debounce lldp load-interval local-interface logging loopback mac mac-address maintenance mcs metric mfib mlag mld "
        "monitor mpls msrp multicast mvrp nat node-segment ntp ospf peer phy pim poe port-channel private-vlan ptp pvlan rip "
        "sampled-mirroring sflow snmp spanning-tree storm-control switchport sync-e tap tcp tool traffic-loopback transceiver "
        "trunk tunnel unidirectional vlan vrrp vxlan"},
    // These can delay, drop or reclassify RDMA packets. `l2 mtu` is a second size limit that no source
    // defines.
    {port, unsupported, "dcbx hardware load-balance platform", nothing_modelled},
    {port, unsupported, "l2", unread(LineKind::frame_limit)},
    // A stored set of interface lines.
    {port,
        unsupported,
        "profile",
        unread(LineKind::pfc, LineKind::trust, LineKind::service_policy, LineKind::mtu)},
    {port, unsupported, "traffic-policy", unread(LineKind::service_policy)},
    {shared, unsupported, "priority-flow-control", unread(LineKind::pfc, LineKind::watchdog)},
    {shared, unsupported, "qos", unread(LineKind::trust)},
    {shared, unsupported, "service-policy", unread(LineKind::service_policy)},
    {shared, unsupported, "shape", nothing_modelled},
    {queue, irrelevant, "comment"},
    // A guaranteed minimum is not a share of the rest; limits on buffers and latency differ by platform.
    {queue, unsupported, "bandwidth drop latency queue", nothing_modelled},
    {queue, unsupported, "scheduler", unread(LineKind::priority, LineKind::bandwidth)},
    {scope::bgp | scope::mlag | scope::igp, irrelevant, "*"},
    {scope::sand, irrelevant, "packet-type"},
    {scope::policies | scope::sand, unsupported, "*", nothing_modelled},
};

constexpr std::string_view permanent[]{
    "interface Ethernet", "interface Management", "tx-queue", "uc-tx-queue"};
constexpr Dialect dialect{.to_default = "default", .permanent = permanent};

constexpr line_cli::Grammar rows(dialect, statements, asides);

}

const line_cli::Grammar& grammar() { return rows; }

}
