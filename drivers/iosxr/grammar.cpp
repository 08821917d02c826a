// SPDX-License-Identifier: Apache-2.0
// Every line of IOS XR that the driver reads, writes or knows, with the module or guide that documents it. A known line that
// may affect RDMA and has no place in the model is `unsupported`. A line that matches no row and no aside is
// unrecognised.
#include "drivers/iosxr/grammar.h"

#include "drivers/line_cli/grammar/rows.h"
#include "models/fabric/port.h"

#include <algorithm>

namespace rocelint::iosxr {
namespace {

using namespace line_cli::rows;

constexpr std::string_view profiles
    = "Cisco-IOS-XR-um-8000-hw-module-profile-cfg.yang, IOS XR 26.2.1, priority-flow-control";
constexpr std::string_view policies = "Cisco-IOS-XR-um-policymap-classmap-cfg.yang, IOS XR 24.1.1";
constexpr std::string_view drops
    = "Modular QoS Command Reference for Cisco 8000 Series Routers, random-detect; Cisco-IOS-XR-um-policymap-classmap-cfg.yang, IOS XR 24.1.1";
constexpr std::string_view ethernet = "Cisco-IOS-XR-um-if-ethernet-cfg.yang, IOS XR 24.1.1";
constexpr std::string_view interfaces
    = "CiscoDevNet terraform-provider-iosxr, gen/definitions/24.4/interface_ethernet.yaml (Cisco-IOS-XR-um-interface-cfg)";
constexpr std::string_view sizes
    = "Cisco, Understand MTU on IOS XR Routers (document 116350), mtu and ipv4 mtu";
constexpr std::string_view routing
    = "CiscoDevNet terraform-provider-iosxr, gen/definitions/24.4/router_bgp_address_family.yaml, router_static_ipv4_unicast.yaml";
constexpr std::string_view system_name
    = "CiscoDevNet terraform-provider-iosxr, gen/definitions/24.4/hostname.yaml";
constexpr std::string_view lists
    = "Cisco-IOS-XR-um-policymap-classmap-cfg.yang, IOS XR 24.1.1, match-ipv4-acl";
constexpr std::string_view neighbours = "show lldp neighbors detail";

constexpr std::string_view words_of_names[]{"type", "class-default"};
constexpr TextLimit class_name{
    .longest = 63, .source = policies, .punctuation = "._@$%+#:=<>-", .reserved = words_of_names};
// The class of all other packets is a name where it is used.
constexpr TextLimit used_class{.longest = 63, .source = policies, .punctuation = "._@$%+#:=<>-"};
constexpr TextLimit policy_name{.longest = 63, .source = policies, .documented = false};

// clang-format off
constexpr Term on_off[]{{"on", 1}, {"off", 0}};
constexpr Term matches[]{{"match-any", 0}, {"match-all", 1}};
constexpr Term bytes[]{{"bytes", 1}, {"", 1, 0, true}};
constexpr Term thresholds[]{{"bytes", 1}, {"kbytes", 1000, in_other_units}, {"mbytes", 1'000'000, in_other_units}, {"ms", 1000, in_other_units + 1}, {"us", 1, in_other_units + 1},
    {"packets", 1, in_other_units + 2}, {"percent", 1, in_other_units + 3}, {"", 1, in_other_units + 2}};
constexpr Term rates[]{{"gbps", giga}, {"mbps", 1'000'000}, {"kbps", 1000}, {"bps", 1}, {"", 1000}};
constexpr Term fecs[]{{"standard", number_of(Fec::rs)}, {"base-r", number_of(Fec::base_r)}, {"none", number_of(Fec::none)}};
constexpr Term pauses[]{{"bidirectional", number_of(Pause::both)}, {"ingress", number_of(Pause::sends)}, {"egress", number_of(Pause::obeys)}};

constexpr Slot traffic_class = index("class", 7);
constexpr Slot size(std::string_view name, std::uint64_t least, std::uint64_t most) { return number(name, least, most, bytes); }
constexpr Slot threshold(std::string_view name) { return number(name, 0, 1'073'741'823, thresholds); }
constexpr Slot any_number(std::string_view name) { return {.name = name}; }

constexpr Scopes top = scope::top;
constexpr Scopes port = scope::port;
constexpr Scopes action = scope::action;
constexpr Scopes class_map = scope::class_map;
constexpr Scopes everywhere = top | port;

constexpr line_cli::Statement statements[]{
    there(top, "hostname {name}", {text("name", host_name)}, LineKind::hostname, system_name),
    known(top, "interface preconfigure {rest}", {rest}, irrelevant),
    there(top, "interface {name} [l2transport] [point-to-point] [multipoint]", {text("name", own_words)}, LineKind::interface_, interfaces, port),

    // Lossless traffic classes of a line card, or of a router without line cards.
    there(top, "hw-module profile priority-flow-control location {name}", {text("name", own_words)}, LineKind::profile, profiles, scope::profile),
    reads(scope::profile, "buffer-internal traffic-class {class} / pause-threshold {pause} headroom {headroom} [ecn {ecn}] [max-threshold {max}] [probability-percentage {percent}]",
        {traffic_class, size("pause", 307'200, 5'760'000), size("headroom", 201'600, 1'651'200), size("ecn", 153'600, 5'749'376), size("max", 153'600, 5'759'616), number("percent", 1, 100)},
        LineKind::internal, profiles),
    synonym(reads(scope::profile, "buffer-internal traffic-class-default {class}", {traffic_class}, LineKind::internal, profiles)),
    synonym(reads(scope::profile, "buffer-extended traffic-class {class} / pause-threshold {rest}", {traffic_class, {.name = "rest", .kind = SlotKind::rest, .text = &own_words}}, LineKind::extended, profiles)),
    reads(scope::profile, "buffer-extended traffic-class-default {class}", {traffic_class}, LineKind::extended, profiles),
    outside_model(scope::profile, "buffer-extended non-pfc-tcs {rest}", {rest}),
    outside_model(top, "hw-module profile qos|npu {rest}", {rest}),

    // The watchdog.
    reads(everywhere, "priority-flow-control watchdog mode {state}", {word("state", on_off)}, LineKind::watchdog, ethernet),
    reads(everywhere, "priority-flow-control watchdog interval {milliseconds}", {number("milliseconds", 100, 1000)}, LineKind::watchdog_interval, ethernet),
    reads(everywhere, "priority-flow-control watchdog shutdown-multiplier {times}", {number("times", 1, 10)}, LineKind::watchdog_shutdown, ethernet),
    reads(everywhere, "priority-flow-control watchdog auto-restore-multiplier {times}", {number("times", 0, 100)}, LineKind::watchdog_restore, ethernet),

    // Classes.
    there(top, "class-map [type qos] [{how}] {name}", {word("how", matches), text("name", class_name)}, LineKind::class_map, policies, class_map),
    known(top, "class-map type {type} [{rest}]", {text("type"), rest}, irrelevant, scope::aside),
    adds_up(reads(class_map, "match dscp {points}", {points("points", 63)}, LineKind::match_dscp, policies)),
    synonym(adds_up(reads(class_map, "match dscp ipv4|ipv6 {points}", {points("points", 63)}, LineKind::match_dscp, policies))),
    adds_up(reads(class_map, "match cos {points}", {points("points", 7)}, LineKind::match_cos, policies)),
    adds_up(reads(class_map, "match precedence {points}", {points("points", 7)}, LineKind::match_precedence, policies)),
    synonym(adds_up(reads(class_map, "match precedence ipv4|ipv6 {points}", {points("points", 7)}, LineKind::match_precedence, policies))),
    adds_up(reads(class_map, "match access-group ipv4|ipv6 {name}", {text("name")}, LineKind::match_list, lists)),
    adds_up(reads(class_map, "match mpls experimental topmost {rest}", {rest}, LineKind::match_label, policies)),
    adds_up(reads(class_map, "match traffic-class {classes}", {points("classes", 7)}, LineKind::match_class, policies)),
    adds_up(reads(class_map, "match {rest}", {rest}, LineKind::match_other, policies)),
    misfit(there(top, "ipv4|ipv6 access-list {name}", {text("name")}, LineKind::access_list, lists), irrelevant),

    // Policies: on ingress they choose traffic classes, on egress they serve and mark them.
    known(top, "policy-map type pbr|accounting|redirect|traffic|performance-traffic|control|subscriber-control {rest}", {rest}, irrelevant, scope::aside),
    defines("policy-map", there(top, "policy-map [type qos] {name}", {text("name", policy_name)}, LineKind::policy_map, policies, scope::policy)),
    there(scope::policy, "class [type qos] {name}", {text("name", used_class)}, LineKind::class_, policies, action),
    reads(action, "set traffic-class {class}", {{.name = "class", .most = 7, .impossible_above = 8}}, LineKind::set_class, policies),
    reads(action, "set dscp {points}", {points("points", 63)}, LineKind::set_dscp, policies),
    // The model has no place for the group, the CoS, the label and the colour of a packet.
    outside_model(action, "set qos-group|cos|discard-class|mpls|dei|forward-class {rest}", {rest}),
    unmodelled_line(action, "set precedence {rest}", {rest}, LineKind::set_dscp),
    reads(action, "police {rest}", {rest}, LineKind::police, policies),
    uses("policy-map", reads(action, "service-policy {name}", {text("name")}, LineKind::child, policies)),
    reads(action, "priority level {level}", {number("level", 1, 7)}, LineKind::priority, policies),
    synonym(reads(action, "priority", {}, LineKind::priority, policies)),
    reads(action, "bandwidth remaining percent {percent}", {number("percent", 1, 100)}, LineKind::share, policies),
    reads(action, "bandwidth remaining ratio {weight}", {number("weight", 1, 4'294'967'295)}, LineKind::ratio, policies),
    unmodelled_line(action, "shape average percent|per-thousand|per-million {rest}", {rest}, LineKind::limit),
    reads(action, "shape average {rate}", {number("rate", 1, 4'294'967'295 * giga, rates)}, LineKind::limit, policies),
    reads(action, "random-detect ecn", {}, LineKind::marks, policies),
    unmodelled_line(action, "random-detect default", {}, LineKind::curve),
    after_no(reads(action, "random-detect {minimum} {maximum} [probability percentage {percent}]", {threshold("minimum"), threshold("maximum"), number("percent", 1, 100)}, LineKind::curve, drops)),
    outside_model(action, "queue-limit {rest}", {rest}),

    // Where packets go.
    there(top, "router static", {}, LineKind::statics, routing, scope::statics),
    reads(scope::statics, "address-family {rest}", {rest}, LineKind::nothing, routing, scope::statics),
    reads(scope::statics, "vrf {rest}", {rest}, LineKind::nothing, routing, scope::statics),
    there(top, "router bgp {asn}", {text("asn")}, LineKind::bgp, routing, scope::bgp),
    known(scope::bgp, "vrf {rest}", {rest}, irrelevant, scope::aside),
    reads(scope::bgp, "neighbor|neighbor-group|af-group|session-group {rest}", {rest}, LineKind::nothing, routing, scope::bgp),
    reads(scope::bgp, "address-family {rest}", {rest}, LineKind::nothing, routing, scope::bgp),
    reads(scope::bgp, "allowas-in [{times}]", {number("times", 1, 10)}, LineKind::own_as, routing),
    adds_up(reads(scope::bgp, "maximum-paths ebgp|ibgp|eibgp {paths}", {any_number("paths")}, LineKind::most_paths, routing)),
    switched(scope::bgp, "bgp bestpath as-path multipath-relax", {}, LineKind::relaxed_paths, routing),
    there(top, "router ospf|ospfv3|isis {rest}", {rest}, LineKind::link_state, routing, scope::aside),

    there(top, "Local Interface: {rest}", {rest}, LineKind::lldp_local, neighbours),
    known(top, "Chassis id: {rest}", {rest}, irrelevant),
    there(top, "Port id: {rest}", {rest}, LineKind::lldp_port_id, neighbours),
    there(top, "Port Description: {rest}", {rest}, LineKind::lldp_description, neighbours),
    there(top, "System Name: {rest}", {rest}, LineKind::lldp_system, neighbours),

    // Lines of a port.
    reads(port, "description {rest}", {rest_of(free_text)}, LineKind::description, interfaces),
    reads(port, "mtu / {bytes}", {{.name = "bytes", .least = 64, .most = 65'535, .impossible_above = 65'535}}, LineKind::mtu, sizes),
    reads(port, "ipv4 mtu / {bytes}", {{.name = "bytes", .least = 68, .most = 65'535, .impossible_above = 65'535}}, LineKind::ip_mtu, sizes),
    switched(port, "shutdown", {}, LineKind::shutdown, interfaces),
    // What the port sends comes back to it, and nothing reaches its neighbour.
    unmodelled_line(port, "loopback {rest}", {rest}, LineKind::shutdown),
    // The model has one size for packets, which is that of IPv4 here.
    outside_model(port, "ipv6 mtu {rest}", {rest}),
    reads(port, "l2transport", {}, LineKind::switched, interfaces, scope::aside),
    misfit(reads(port, "fec {fec}", {word("fec", fecs)}, LineKind::fec, ethernet), unsupported),
    reads(port, "priority-flow-control mode {state}", {word("state", on_off)}, LineKind::pfc, ethernet),
    reads(port, "flow-control {how}", {word("how", pauses)}, LineKind::link_pause, ethernet),
    reads(port, "bundle id {number} [mode {how}]", {number("number", 1, 65'535), text("how")}, LineKind::bundle, interfaces),
    adds_up(reads(port, "ipv4 address {rest}", {rest}, LineKind::address, interfaces)),
    known(port, "ipv6 address {address} link-local", {text("address")}, irrelevant),
    adds_up(reads(port, "ipv6 address {rest}", {rest}, LineKind::address6, interfaces)),
    reads(port, "vrf {name}", {text("name")}, LineKind::vrf, interfaces),
    uses("policy-map", reads(port, "service-policy input {name}", {text("name", policy_name)}, LineKind::service_in, interfaces)),
    uses("policy-map", reads(port, "service-policy output {name}", {text("name", policy_name)}, LineKind::service_out, interfaces)),
};

constexpr Aside asides[]{
    // These neither classify, queue, pause, mark nor size forwarded packets.
    {top, irrelevant, "aaa alias apply-template as-path-set apphosting appmgr arp banner bfd Building bridge call-home cdp cef class-map cli clock cinetd community-set confdConfig config "
        "configuration control-plane controller crypto dhcp domain dot1x dynamic-template end end-policy end-set ethernet error-disable event evpn exception explicit-path "
        "extcommunity-set fault-manager flow fpd frequency ftp generic-interface-list group grpc hostname hw-module http icmp ipv4 ipv6 ipsla key kim l2vpn large-community-set lacp "
        "license line linux lldp logging lpts macsec-policy macsec mpls mpp monitor-session multicast-routing nat netconf netconf-yang nsr ntp object-group openconfig parser performance-measurement pm policy-map "
        "pool prefix-set ptp pseudowire-class radius-server rd-set router redundancy route-policy rp rsvp sampler sampler-map script secure-boot segment-routing service snmp snmp-server srlg ssh "
        "standby stcp subscriber synchronous system tacacs tacacs-server taskgroup tcp telemetry telnet template tftp tpa track transport udp username usergroup vty-pool vrf watchdog xml xrv9k "
        "Mon Tue Wed Thu Fri Sat Sun Capability Chassis Enabled Hold Management MAU Peer Physical Time Total Auto Media System"},
    {top, unsupported, "priority-flow-control", unread(LineKind::watchdog, LineKind::watchdog_interval, LineKind::watchdog_shutdown)},
    {port, irrelevant, "access-group arp bandwidth bfd bundle carrier-delay cdp dampening dot1q encapsulation ethernet flow frequency ipv4 ipv6 keepalive l2protocol lacp lldp load-interval "
        "local-proxy-arp logging mac-accounting mac-address macsec monitor-session mpls nd negotiation packet-gap proxy-arp ptp rewrite report signal speed threshold transceiver tunnel tcp "
        "transport-mode udld vrrp host-routing destination source keychain"},
    // These can delay, drop or reclassify RDMA packets.
    {port, unsupported, "priority-flow-control", unread(LineKind::pfc, LineKind::watchdog)},
    {port, unsupported, "service-policy", unread(LineKind::service_in, LineKind::service_out)},
    {port, unsupported, "frame-preemption", nothing_modelled},
    {class_map | scope::policy | action, irrelevant, "description end-class-map end-policy-map"},
    {action, unsupported, "set", unread(LineKind::set_class)},
    {action, unsupported, "pause", nothing_modelled},
    {action, unsupported, "random-detect", unread(LineKind::curve)},
    {action, unsupported, "bandwidth", unread(LineKind::share)},
    {action, unsupported, "priority", unread(LineKind::priority)},
    {action, unsupported, "shape", unread(LineKind::limit)},
    {action, unsupported, "low-latency-profile compress encap-sequence admit", nothing_modelled},
    {scope::profile, unsupported, "buffer-internal", unread(LineKind::internal)},
    {scope::profile, unsupported, "buffer-extended", unread(LineKind::extended)},
    {scope::bgp | scope::aside, irrelevant, "*"},
};
// clang-format on

constexpr std::string_view permanent[]{"interface "};
constexpr std::string_view closing[]{"end-class-map", "end-policy-map"};
// Negations repeat the line, unless its row says where they end.
constexpr Dialect dialect{
    .step = " ", .separator = "!", .short_negations = 0, .permanent = permanent, .closing = closing};
constexpr line_cli::Grammar rows(dialect, statements, asides);

constexpr line_cli::PortHeader headers[]{{kind_of(LineKind::interface_), ""}};
constexpr line_cli::PortBlocks blocks{headers};

}

bool is_in_bytes(const line_cli::Fact& line, std::size_t slot)
{
    const line_cli::Value& value = line.values.at(slot);
    return value.written() && line.statement->slots[slot].terms[value.term].measure == in_bytes;
}

const line_cli::Grammar& grammar() { return rows; }

const line_cli::Statement* row_with(LineKind kind, std::string_view slot)
{
    const auto is_meant = [&](const line_cli::Statement& row) {
        return row.fact == kind_of(kind) && row.slots[1].name == slot;
    };
    const auto found = std::ranges::find_if(rows.rows(), is_meant);
    return found == rows.rows().end() ? nullptr : &*found;
}

const line_cli::PortBlocks& port_blocks() { return blocks; }

}
