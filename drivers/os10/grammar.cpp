// SPDX-License-Identifier: Apache-2.0
// Every line of OS10 that the driver reads, writes or knows, with the text that documents it. A known line
// that may affect RDMA but has no place in the model is `unsupported`. A line that matches no row and no
// aside is unrecognised.
#include "drivers/os10/grammar.h"

#include "drivers/line_cli/grammar/rows.h"
#include "models/fabric/port.h"
#include "models/fabric/qos.h"

#include <algorithm>

namespace rocelint::os10 {
namespace {

using namespace line_cli::rows;

constexpr std::string_view pfc
    = "Dell EMC Networking OS10 Enterprise Edition User Guide (S4112F-ON), PFC configuration notes";
constexpr std::string_view pause_text
    = "Dell EMC Networking OS10 Enterprise Edition User Guide (S5148F-ON), Quality of service, pause";
constexpr std::string_view buffers = "Dell SmartFabric OS10 User Guide Release 10.5.3, Buffer management";
constexpr std::string_view wred_text
    = "Dell EMC SmartFabric OS10 User Guide (MX9116n), Quality of service, random-detect (queue), random-detect color, random-detect ecn";
constexpr std::string_view interfaces
    = "Dell EMC Networking OS10 Enterprise Edition User Guide (S4048-ON), Interfaces, mtu and negotiation";
constexpr std::string_view azure
    = "Azure Local supportability, TSG Networking, Top-Of-Rack-Switch reference for Dell OS10; Azure documentation, Dell S5248F-ON RoCE configuration";
constexpr std::string_view shown
    = "Azure Stack switch automation and CANU, running configurations of Dell OS10 switches";

// No source was found for the lengths of OS10 itself.
constexpr TextLimit qos_name{.longest = 32,
    .source
    = "Dell Networking OS 9.9 Command Line Reference, class-map and wred-profile: names of up to 32 characters; no source was found for the lengths of OS10 itself",
    .documented = false};

// clang-format off
constexpr Term on_off[]{{"on", 1}, {"off", 0}};
constexpr Term negotiations[]{{"on", 1}, {"off", 0}, {"auto", 2}};
constexpr Term modes[]{{"on", 1}, {"off", 0, 0, true}};
constexpr Term dcbx_versions[]{{"ieee", number_of(DcbxVersion::ieee)}, {"cee", number_of(DcbxVersion::cee)}, {"auto", number_of(DcbxVersion::automatic), 0, true}};
constexpr Term colours[]{{"green", number_of(Colour::green)}, {"yellow", number_of(Colour::yellow)}, {"red", number_of(Colour::red)}};
constexpr Term speeds[]{{"100", giga / 10}, {"1000", giga}, {"10000", 10 * giga}, {"25000", 25 * giga}, {"40000", 40 * giga},
    {"50000", 50 * giga}, {"100000", 100 * giga}, {"200000", 200 * giga}, {"400000", 400 * giga}, {"auto", 0, 0, true}};
constexpr Term kilobytes[]{{"", 1000}};
// Packets per second are not a bit rate.
constexpr Term rates[]{{"kbps", 1000}, {"mbps", 1'000'000}, {"pps", 0}};

constexpr Slot field(std::string_view name, std::uint64_t most, std::uint64_t least = 0)
{
    return {.name = name, .least = least, .most = most, .impossible_above = most};
}
constexpr Slot list(std::string_view name, std::uint64_t most) { return {.name = name, .most = most, .kind = SlotKind::set}; }
// The manual says that the sizes a switch allows vary by platform; no switch has as much as 100 MB.
constexpr Slot size(std::string_view name) { return {.name = name, .most = 100'000'000, .terms = kilobytes}; }
constexpr Slot threshold(std::string_view name) { return {.name = name, .least = 1000, .most = 12'480'000, .terms = kilobytes}; }
constexpr Slot packet(std::string_view name, std::uint64_t least, std::uint64_t most) { return {.name = name, .least = least, .most = most, .impossible_above = 65'535}; }

constexpr Scopes top = scope::top;
constexpr Scopes port = scope::port;
constexpr Scopes bound = scope::port | scope::system;

constexpr line_cli::Statement statements[]{
    misfit(there(top, "hostname {name}", {text("name", host_name)}, LineKind::hostname, shown), irrelevant),
    there(top, "interface breakout {rest}", {rest}, LineKind::breakout, shown),
    known(top, "interface fibrechannel|vfabric|null {rest}", {rest}, irrelevant, scope::aside),
    there(top, "interface range {rest}", {rest_of(own_words)}, LineKind::interface_range, shown, port),
    there(top, "interface {rest}", {rest_of(own_words)}, LineKind::interface_, azure, port),
    there(top, "system qos", {}, LineKind::system_qos, azure, scope::system),

    there(top, "class-map type network-qos [match-any] [match-all] {name}", {text("name", qos_name)}, LineKind::group_map, azure, scope::group_map),
    there(top, "class-map type queuing [match-any] [match-all] {name}", {text("name", qos_name)}, LineKind::queue_map, azure, scope::queue_map),
    // Class-maps and policy-maps of other types neither classify nor queue forwarded traffic.
    known(top, "class-map|policy-map type application|control-plane [{rest}]", {rest}, irrelevant, scope::aside),
    defines("policy-map type network-qos", there(top, "policy-map type network-qos {name}", {text("name", qos_name)}, LineKind::network_policy, azure, scope::network)),
    defines("policy-map type queuing", there(top, "policy-map type queuing {name}", {text("name", qos_name)}, LineKind::queuing_policy, azure, scope::queuing)),
    there(top, "class-map|policy-map {rest}", {rest}, LineKind::classifier, "Dell EMC Networking OS10 User Guide (S3048-ON), Quality of service, Ingress traffic priorities"),
    misfit(there(top, "ip|ipv6 access-list {name}", {text("name")}, LineKind::access_list, shown), irrelevant),
    reads(scope::group_map, "match qos-group {groups}", {list("groups", 7)}, LineKind::match_group, azure),
    reads(scope::queue_map, "match queue {queue}", {field("queue", 7)}, LineKind::match_queue, azure),

    there(scope::network, "class [type] [network-qos] {name}", {text("name", qos_name)}, LineKind::class_, azure, scope::network_class),
    reads(scope::network_class, "pause [buffer-size {size} pause-threshold {pause} resume-threshold {resume}]", {size("size"), size("pause"), size("resume")}, LineKind::pause, pause_text),
    reads(scope::network_class, "pfc-cos {priorities}", {list("priorities", 7)}, LineKind::pause_cos, pfc),
    reads(scope::network_class, "queue-limit thresh-mode dynamic {exponent}", {field("exponent", 10)}, LineKind::alpha, buffers),
    reads(scope::network_class, "queue-limit thresh-mode static {size}", {size("size")}, LineKind::fixed_limit, pause_text),
    there(scope::queuing, "class [type] [queuing] {name}", {text("name", qos_name)}, LineKind::class_, azure, scope::queue_class),
    reads(scope::queue_class, "bandwidth percent {share}", {field("share", 100)}, LineKind::share, azure),
    reads(scope::queue_class, "priority", {}, LineKind::priority, "Dell SmartFabric OS10 User Guide, Strict priority queuing"),
    reads(scope::queue_class, "shape min {least-unit} {least} max {most-unit} {most}",
        {word("least-unit", rates), number("least", 0, 40'000'000), word("most-unit", rates), number("most", 0, 40'000'000)}, LineKind::limit, "Dell SmartFabric OS10 User Guide, Quality of service, shape, as third parties quote it: shape min kbps N max kbps N"),
    uses("wred profile", reads(scope::queue_class, "random-detect {profile}", {text("profile", qos_name)}, LineKind::detect, wred_text)),

    defines("trust dot1p-map", there(top, "trust dot1p-map {name}", {text("name", qos_name)}, LineKind::pcp_map, azure, scope::pcp_map)),
    defines("trust dscp-map", there(top, "trust dscp-map {name}", {text("name", qos_name)}, LineKind::dscp_map, azure, scope::dscp_map)),
    defines("qos-map traffic-class", there(top, "qos-map traffic-class {name}", {text("name", qos_name)}, LineKind::traffic_map, azure, scope::queues_of_groups)),
    // No known source says whether a second list of a qos-group adds to the first or replaces it. Removing
    // the old lists before the new ones is right in either case.
    after_no(reads(scope::pcp_map, "qos-group {group} dot1p {points}", {field("group", 7), list("points", 7)}, LineKind::points, azure)),
    after_no(reads(scope::dscp_map, "qos-group {group} dscp {points}", {field("group", 7), list("points", 63)}, LineKind::points, azure)),
    after_no(reads(scope::queues_of_groups, "queue {queue} qos-group {groups}", {field("queue", 7), list("groups", 7)}, LineKind::queue_groups, azure)),

    defines("wred profile", there(top, "wred {name}", {text("name", qos_name)}, LineKind::wred, wred_text, scope::wred)),
    of_first_value(reads(scope::wred, "random-detect color {colour} minimum-threshold {minimum} maximum-threshold {maximum} drop-probability {probability}",
        {word("colour", colours), threshold("minimum"), threshold("maximum"), field("probability", 100)}, LineKind::curve, wred_text)),
    reads(scope::wred, "random-detect ecn", {}, LineKind::marks, wred_text),

    uses("trust dot1p-map", reads(bound, "trust-map dot1p {name}", {text("name", qos_name)}, LineKind::trust_pcp, azure)),
    uses("trust dscp-map", reads(bound, "trust-map dscp {name}", {text("name", qos_name)}, LineKind::trust_dscp, azure)),
    uses("qos-map traffic-class", reads(bound, "qos-map traffic-class {name}", {text("name", qos_name)}, LineKind::use_traffic_map, azure)),
    uses("policy-map type network-qos", reads(bound, "service-policy input type network-qos {name}", {text("name", qos_name)}, LineKind::service_network, azure)),
    uses("policy-map type queuing", reads(bound, "service-policy output type queuing {name}", {text("name", qos_name)}, LineKind::service_queuing, azure)),
    reads(bound, "service-policy input [type] [qos] {name}", {text("name")}, LineKind::service_qos, "Dell EMC Networking OS10 User Guide (S3048-ON), Quality of service, Ingress traffic priorities"),
    // An output policy polices or marks egress traffic and does not classify ingress traffic.
    unmodelled_line(bound, "service-policy output type qos {rest}", {rest}, LineKind::service_qos_out),

    adds_up(reads(top, "ip|ipv6 route {rest}", {rest}, LineKind::route, shown)),
    there(top, "router bgp {asn}", {text("asn")}, LineKind::bgp, shown, scope::bgp),
    known(scope::bgp, "vrf {rest}", {rest}, irrelevant, scope::aside),
    reads(scope::bgp, "neighbor|template {rest}", {rest}, LineKind::nothing, shown, scope::bgp),
    reads(scope::bgp, "address-family {rest}", {rest}, LineKind::nothing, shown, scope::bgp),
    reads(scope::bgp, "allowas-in {times}", {number("times", 1, 10)}, LineKind::allowas_in, shown),
    adds_up(reads(scope::bgp, "maximum-paths [ebgp|ibgp] {paths}", {number("paths", 1, 128)}, LineKind::most_paths, shown)),
    switched(scope::bgp, "bestpath as-path multipath-relax", {}, LineKind::relaxed_paths, "Dell EMC Networking OS10 Connectivity Guide (S4048-ON), BGP, bestpath as-path"),
    there(top, "router ospf|ospfv3 {rest}", {rest}, LineKind::link_state, shown, scope::aside),
    there(top, "mac address-table aging-time {seconds}", {number("seconds", 0, 1'000'000)}, LineKind::mac_timeout, shown),
    there(top, "vlt-domain {rest}", {rest}, LineKind::vlt, shown, scope::vlt),
    reads(scope::vlt, "discovery-interface {rest}", {rest}, LineKind::discovery, shown),
    known(top, "port-group {rest}", {rest}, irrelevant, scope::aside),

    reads(port, "description {rest}", {rest_of(free_text)}, LineKind::description, shown),
    adds_up(reads(port, "switchport mode|access|trunk {rest}", {rest}, LineKind::access, shown)),
    switched(port, "switchport", {}, LineKind::switched, shown),
    reads(port, "mtu {mtu}", {packet("mtu", 1280, 9216)}, LineKind::mtu, interfaces),
    switched(port, "shutdown", {}, LineKind::shutdown, shown),
    misfit(reads(port, "speed {speed}", {word("speed", speeds)}, LineKind::speed, shown), unsupported),
    reads(port, "negotiation {state}", {word("state", negotiations)}, LineKind::negotiation, interfaces),
    adds_up(reads(port, "ip address {rest}", {rest}, LineKind::address, shown)),
    adds_up(reads(port, "ipv6 address {rest}", {rest}, LineKind::address6, shown)),
    reads(port, "ip vrf forwarding {name}", {text("name")}, LineKind::vrf, shown),
    reads(port, "channel-group {number} [mode {how}]", {field("number", 4096), text("how")}, LineKind::channel_group, shown),
    reads(port, "flowcontrol receive {state}", {word("state", on_off)}, LineKind::pause_receive, azure),
    reads(port, "flowcontrol transmit {state}", {word("state", on_off)}, LineKind::pause_send, azure),
    reads(port, "priority-flow-control mode {state}", {word("state", modes)}, LineKind::pfc_mode, pfc),
    reads(port, "dcbx version {version}", {word("version", dcbx_versions)}, LineKind::dcbx_version, "Intel mfd-switchmanagement, dell os10: set_port_dcbx_version"),
};

constexpr Aside asides[]{
    // These neither classify, queue, pause, mark nor size forwarded traffic.
    {top, irrelevant, "aaa alias Architecture: arp banner bfd boot Build BuildVersion: bridge class clock control-plane Copyright crypto default-gateway Dell domain-name dot1x enable end errdisable evpn "
        "exec-timeout exit fcoe feature fips flow ftp host-description igmp interface iscsi ip ipv6 key l2 lacp ldap license line link-bundle-utilization lldp logging "
        "login mac management monitor multicast multicast-vrf nve ntp nvo openflow OS passport password-attributes policy Port-group port-group port-security privilege ptp radius-server "
        "reload rest role route-map router router-id scale-profile security-profile sflow smartfabric snmp-server spanning-tree support-assist support-bundle switch-operating-mode "
        "switch-port-profile System system system-user tacacs-server telemetry telnet track udld Up uplink-state-group user username userrole uuid virtual-network vlan vlt vrf vrrp "
        "virtual-router wol ztd"},
    {top, unsupported, "buffer-statistics-tracking control-plane-buffer-size dcbx deep-buffer-mode ecn enhanced-hashing hash-algorithm hardware load-balancing qos "
        "qos-map qos-rate-adjust queue random-detect random-detect-group random-detect-pool trust ets priority-flow-control", nothing_modelled},
    {port, irrelevant, "!! active-active arp bfd bridge default device dhcp dot1x duplex eee evpn exit fcoe fip-snooping host icmp ip ipv6 isis lacp link-bundle-monitor lldp "
        "load-interval logging mac management member mode monitor ospf ospfv3 pim private-vlan ptp sflow snmp source-interface spanning-tree storm-control switch-port "
        "switchport track udld uplink-state-group virtual-gateway virtual-network vlan vlt-port-channel vrrp vrrp-group vxlan-vni wavelength"},
    // These can delay, drop or reclassify RDMA packets, or announce another priority to the peer.
    {port, unsupported, "dcbx default-mtu ecn ets fec profile qos rate-limit random-detect", nothing_modelled},
    {port, unsupported, "flowcontrol", unread(LineKind::pause_receive, LineKind::pause_send)},
    {port, unsupported, "priority-flow-control", unread(LineKind::pfc_mode)},
    {port, unsupported, "qos-map", unread(LineKind::use_traffic_map)},
    {port, unsupported, "service-policy", unread(LineKind::service_network, LineKind::service_queuing, LineKind::service_qos)},
    {port, unsupported, "trust-map", unread(LineKind::trust_dscp, LineKind::trust_pcp)},
    {scope::group_map | scope::queue_map | scope::network | scope::queuing | scope::system | scope::wred | scope::pcp_map | scope::dscp_map
        | scope::queues_of_groups | scope::network_class | scope::queue_class, irrelevant, "description exit"},
    {scope::group_map | scope::queue_map, unsupported, "match", nothing_modelled},
    {scope::network_class, unsupported, "pause", unread(LineKind::pause)},
    {scope::network_class, unsupported, "queue-limit", unread(LineKind::alpha, LineKind::fixed_limit)},
    {scope::network_class, unsupported, "mtu set", nothing_modelled},
    {scope::queue_class, unsupported, "bandwidth", unread(LineKind::share)},
    {scope::queue_class, unsupported, "random-detect", unread(LineKind::detect)},
    {scope::queue_class, unsupported, "shape", unread(LineKind::limit)},
    {scope::queue_class, unsupported, "queue-limit set", nothing_modelled},
    {scope::wred, unsupported, "random-detect", unread(LineKind::curve)},
    {scope::system, unsupported, "buffer-statistics-tracking dcbx ecn ets pfc-shared-buffer-size pfc-max-buffer-size pfc-shared-headroom-buffer-size random-detect "
        "random-detect-group random-detect-pool trust", nothing_modelled},
    {scope::system, unsupported, "qos-map", unread(LineKind::use_traffic_map)},
    {scope::system, unsupported, "service-policy", unread(LineKind::service_network, LineKind::service_queuing, LineKind::service_qos)},
    {scope::system, unsupported, "trust-map", unread(LineKind::trust_dscp, LineKind::trust_pcp)},
    {scope::queues_of_groups, unsupported, "queue", nothing_modelled},
    {scope::bgp | scope::vlt | scope::aside, irrelevant, "*"},
};
// clang-format on

constexpr std::string_view permanent[]{"interface ethernet", "interface mgmt", "system qos"};
constexpr Dialect dialect{
    .step = " ", .separator = "!", .short_negations = scope::top | scope::port, .permanent = permanent};
constexpr line_cli::Grammar rows(dialect, statements, asides);

}

const line_cli::Grammar& grammar() { return rows; }

std::string with_ranges(std::string_view line)
{
    const std::size_t list = line.rfind(' ') + 1;
    std::string out(line.substr(0, list));
    std::string_view left = line.substr(list);
    std::uint64_t first = 0;
    std::uint64_t last = 0;
    const auto write_run = [&](bool more) {
        out += first == last ? std::to_string(first) : std::to_string(first) + '-' + std::to_string(last);
        out += more ? "," : "";
    };
    for (bool open = false; !left.empty(); open = true) {
        const std::size_t comma = std::min(left.find(','), left.size());
        const auto number = parse_number(left.substr(0, comma));
        if (!number)
            return std::string(line);
        if (open && *number != last + 1)
            write_run(true);
        first = open && *number == last + 1 ? first : *number;
        last = *number;
        left.remove_prefix(std::min(comma + 1, left.size()));
    }
    write_run(false);
    return out;
}

}
