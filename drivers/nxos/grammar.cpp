// SPDX-License-Identifier: Apache-2.0
// Every line of NX-OS that the driver reads, writes or knows, with the text that documents it. A known line
// that may affect RDMA but has no place in the model is `unsupported`. A line that matches no row and no
// aside is unrecognised.
#include "drivers/nxos/grammar.h"

#include "drivers/line_cli/grammar/rows.h"
#include "models/fabric/port.h"

namespace rocelint::nxos {
namespace {

using namespace line_cli::rows;

constexpr std::string_view mqc
    = "Cisco Nexus 9000 Series NX-OS Quality of Service Configuration Guide, Release 7.x, Using Modular QoS CLI";
constexpr std::string_view vlan_policies
    = "Cisco Nexus 5500 Series NX-OS Quality of Service Configuration Guide, Release 7.x, Configuring QoS on VLANs";
constexpr std::string_view network_qos
    = "CiscoDevNet terraform-provider-nxos, network_qos.yaml (ipqosSetMTU, ipqosPause); netascode NX-OS data model, Network QoS";
constexpr std::string_view queuing
    = "Cisco Nexus 9000 Series NX-OS Quality of Service Configuration Guide, Release 10.6(x), Configure Queuing and Scheduling; CiscoDevNet terraform-provider-nxos, queuing_qos.yaml";
constexpr std::string_view policing
    = "Cisco Nexus 9000 Series NX-OS Quality of Service Configuration Guide, Release 10.5(x), Configuring Policing";
constexpr std::string_view pfc
    = "Cisco Nexus 9000 Series NX-OS Quality of Service Configuration Guide, Release 10.5(x), Configuring Priority Flow Control";
constexpr std::string_view pfc_modes_text
    = "Cisco Nexus 3000 and 9000 Series NX-API REST SDK User Guide, Release 9.3(x), Configuring Priority Flow Control on an Ethernet Interface";
constexpr std::string_view dcbx
    = "Cisco Nexus 3000 and 9000 Series NX-API REST SDK User Guide, Release 9.3(x), Configuring the DCBXP Version";
constexpr std::string_view watchdog
    = "Cisco Nexus 9000 Series NX-OS Quality of Service Configuration Guide, Release 7.x, Configuring a Priority Flow Control Watchdog Interval";
// The shortest interval is the default of a switch, which the page states too.
constexpr std::string_view watchdog_interval
    = "CiscoDevNet terraform-provider-ndfc 0.2.0, fabric_vxlan_evpn: pfc_watch_int is 101 to 1000 ms, and 100 ms if left blank";
constexpr std::string_view port_watchdog
    = "CiscoDevNet terraform-provider-nxos, physical_interface.yaml (ipqosPriorFlowCtrlWd)";
constexpr std::string_view jumbo
    = "Cisco Nexus 9000 Series NX-OS Interfaces Configuration Guide, Release 10.6(x), Set the system jumbo MTU size";
constexpr std::string_view interface_model
    = "CiscoDevNet terraform-provider-nxos, physical_interface.yaml (l1PhysIf)";
constexpr std::string_view interfaces
    = "Cisco Nexus 9000 Series NX-OS Interfaces Configuration Guide, Release 10.3(x)";
constexpr std::string_view shown
    = "batfish, testconfigs nxos_interface_properties and nxos_interface_show_all_1: running-config of a Nexus";
constexpr std::string_view azure
    = "Azure Local supportability, TSG Networking, Top-Of-Rack-Switch reference for Cisco Nexus 93180YC-FX";

constexpr TextLimit qos_name{.longest = 40,
    .source
    = "Cisco-NX-OS-device.yang, NX-OS 9.3(2), ipqos: a class map and a policy map have a name of 1 to 40 characters"};

// clang-format off
constexpr Term on_off[]{{"on", 1}, {"off", 0}};
constexpr Term modes[]{{"on", number_of(PfcMode::on)}, {"off", number_of(PfcMode::off)}, {"auto", number_of(PfcMode::negotiated)}};
constexpr Term dcbx_versions[]{{"auto", number_of(DcbxVersion::automatic)}, {"cee", number_of(DcbxVersion::cee)}, {"ieee", number_of(DcbxVersion::ieee)}};
constexpr Term matches[]{{"match-any", 0}, {"match-all", 1}};
constexpr Term fecs[]{{"rs-fec", number_of(Fec::rs)}, {"rs-ieee", number_of(Fec::rs), 0, true}, {"kp-fec", number_of(Fec::rs544)},
    {"rs-cons16", number_of(Fec::rs528)}, {"fc-fec", number_of(Fec::base_r)}, {"off", number_of(Fec::none)}, {"auto", number_of(Fec::automatic)}};
constexpr Term speeds[]{{"100", giga / 10}, {"1000", giga}, {"2500", 2500'000'000U, 0, true}, {"5000", 5 * giga, 0, true}, {"10000", 10 * giga},
    {"25000", 25 * giga}, {"40000", 40 * giga}, {"50000", 50 * giga}, {"100000", 100 * giga}, {"200000", 200 * giga},
    {"400000", 400 * giga}, {"800000", 800 * giga}, {"auto", 0, 0, true}};
constexpr Term sizes[]{{"kbytes", 1000}, {"mbytes", 1'000'000}, {"bytes", 1}, {"packets", 1, other_measure}, {"", 1, other_measure}};
constexpr Term rates[]{{"gbps", giga}, {"mbps", 1'000'000}, {"kbps", 1000}, {"bps", 1}, {"pps", 1, other_measure}, {.word = "percent", .measure = other_measure, .most = 100}};
constexpr Term marks[]{{"ecn", 1}};
constexpr Term no_action[]{{"disable-action", 1}};

constexpr Slot field(std::string_view name, std::uint64_t most, std::uint64_t least = 0)
{
    return {.name = name, .least = least, .most = most, .impossible_above = most};
}
constexpr Slot list(std::string_view name, std::uint64_t most) { return {.name = name, .most = most, .kind = SlotKind::set}; }
constexpr Slot bytes(std::string_view name, std::uint64_t least) { return {.name = name, .least = least, .most = 268'435'456}; }
constexpr Slot packet(std::string_view name) { return {.name = name, .least = 576, .most = 9216, .impossible_above = 65'535}; }

constexpr Scopes top = scope::top;
constexpr Scopes port = scope::port;
constexpr Scopes bound = scope::port | scope::system;
constexpr Scopes classified = bound | scope::vlan;

constexpr line_cli::Statement statements[]{
    misfit(there(top, "hostname|switchname {name}", {text("name", host_name)}, LineKind::hostname, shown), irrelevant),
    reads(top, "version {rest}", {rest_of(own_words)}, LineKind::version, shown),
    known(top, "interface breakout [{rest}]", {rest}, irrelevant, scope::aside),
    there(top, "interface {rest}", {rest_of(own_words)}, LineKind::interface_, interfaces, port),
    there(top, "system qos", {}, LineKind::system_qos, mqc, scope::system),
    there(top, "vlan configuration {vlans}", {text("vlans")}, LineKind::vlan_configuration, vlan_policies, scope::vlan),
    switched(top, "system default switchport shutdown", {}, LineKind::default_shutdown, azure),
    switched(top, "system default switchport", {}, LineKind::default_mode, azure),
    reads(top, "system jumbomtu {mtu}", {{.name = "mtu", .least = 1500, .most = 9216, .impossible_above = 65'535}}, LineKind::jumbo_mtu, jumbo),

    there(top, "class-map type qos [{how}] {name}", {word("how", matches), text("name", qos_name)}, LineKind::class_map, mqc, scope::class_map),
    there(top, "class-map type network-qos [{how}] {name}", {word("how", matches), text("name", qos_name)}, LineKind::group_map, mqc, scope::group_map),
    there(top, "class-map type queuing [{how}] {name}", {word("how", matches), text("name", qos_name)}, LineKind::queue_map, mqc, scope::group_map),
    // Control-plane and policy-based-routing classes do not affect the queueing of forwarded traffic.
    known(top, "class-map type {type} [{rest}]", {text("type"), rest}, irrelevant, scope::aside),
    synonym(there(top, "class-map [{how}] {name}", {word("how", matches), text("name", qos_name)}, LineKind::class_map, mqc, scope::class_map)),
    adds_up(reads(scope::class_map, "match dscp {points}", {list("points", 63)}, LineKind::match_dscp, mqc)),
    synonym(adds_up(reads(scope::class_map, "match ip|ipv6 dscp {points}", {list("points", 63)}, LineKind::match_dscp, mqc))),
    adds_up(reads(scope::class_map, "match cos {points}", {list("points", 7)}, LineKind::match_cos, azure)),
    adds_up(reads(scope::class_map, "match precedence {points}", {list("points", 7)}, LineKind::match_precedence, "batfish, testconfigs nxos_class_map")),
    adds_up(reads(scope::class_map, "match access-group name {name}", {text("name")}, LineKind::match_list, "batfish, testconfigs nxos_class_map")),
    adds_up(reads(scope::class_map, "match {rest}", {rest}, LineKind::match_other, mqc)),
    reads(scope::group_map, "match qos-group {group}", {field("group", 7)}, LineKind::match_group, "batfish, testconfigs nxos_class_map"),
    unmodelled_line(scope::group_map, "match {rest}", {rest}, LineKind::match_group),
    misfit(there(top, "ip|ipv6 access-list {name}", {text("name")}, LineKind::access_list, shown), irrelevant),

    defines("policy-map type qos", there(top, "policy-map type qos {name}", {text("name", qos_name)}, LineKind::classifier, mqc, scope::classifier)),
    defines("policy-map type network-qos", there(top, "policy-map type network-qos {name}", {text("name", qos_name)}, LineKind::network_policy, mqc, scope::network)),
    defines("policy-map type queuing", there(top, "policy-map type queuing {name}", {text("name", qos_name)}, LineKind::queuing_policy, mqc, scope::queuing)),
    known(top, "policy-map type {type} [{rest}]", {text("type"), rest}, irrelevant, scope::aside),
    synonym(defines("policy-map type qos", there(top, "policy-map {name}", {text("name", qos_name)}, LineKind::classifier, mqc, scope::classifier))),
    there(scope::classifier, "class {name}", {text("name", qos_name)}, LineKind::class_, mqc, scope::action),
    synonym(there(scope::classifier, "class type qos {name}", {text("name", qos_name)}, LineKind::class_, mqc, scope::action)),
    reads(scope::action, "set qos-group {group}", {field("group", 7)}, LineKind::set_group, azure),
    reads(scope::action, "set dscp {points}", {list("points", 63)}, LineKind::set_dscp, mqc),
    reads(scope::action, "police {rest}", {rest}, LineKind::police, policing),
    // The model has no place for the CoS of the VLAN tag and the color; precedence is part of the DSCP.
    outside_model(scope::action, "set cos|discard-class {rest}", {rest}),
    unmodelled_line(scope::action, "set precedence {rest}", {rest}, LineKind::set_dscp),
    there(scope::network, "class type network-qos {name}", {text("name", qos_name)}, LineKind::class_, mqc, scope::network_class),
    synonym(there(scope::network, "class {name}", {text("name", qos_name)}, LineKind::class_, mqc, scope::network_class)),
    reads(scope::network_class, "mtu {mtu}", {packet("mtu")}, LineKind::class_mtu, network_qos),
    reads(scope::network_class, "pause pfc-cos {priorities}", {list("priorities", 7)}, LineKind::pause_cos, network_qos),
    synonym(reads(scope::network_class, "pause no-drop [pfc-cos {priorities}]", {list("priorities", 7)}, LineKind::pause_cos, network_qos)),
    reads(scope::network_class, "pause buffer-size {size} pause-threshold {pause} resume-threshold {resume} [pfc-cos {priorities}]",
        {bytes("size", 5000), bytes("pause", 0), bytes("resume", 0), list("priorities", 7)}, LineKind::pause_buffer, network_qos),
    only_negated(reads(scope::network_class, "pause", {}, LineKind::pause_cos, network_qos)),
    there(scope::queuing, "class type queuing {name}", {text("name", qos_name)}, LineKind::class_, mqc, scope::queue_class),
    synonym(there(scope::queuing, "class {name}", {text("name", qos_name)}, LineKind::class_, mqc, scope::queue_class)),
    reads(scope::queue_class, "bandwidth remaining percent {share}", {field("share", 100)}, LineKind::share, queuing),
    synonym(reads(scope::queue_class, "bandwidth percent {share}", {field("share", 100)}, LineKind::share, queuing)),
    reads(scope::queue_class, "priority level {level}", {number("level", 1, 8)}, LineKind::priority, queuing),
    synonym(reads(scope::queue_class, "priority", {}, LineKind::priority, queuing)),
    reads(scope::queue_class, "shape min {minimum} max {maximum}", {number("minimum", 0, 1'000'000'000'000, rates), number("maximum", 0, 1'000'000'000'000, rates)}, LineKind::limit, queuing),
    reads(scope::queue_class, "random-detect minimum-threshold {minimum} maximum-threshold {maximum} [+drop-probability {probability}] [weight {weight}] [{ecn}]",
        {number("minimum", 0, 1'000'000'000, sizes), number("maximum", 0, 1'000'000'000, sizes), field("probability", 100), field("weight", 15), word("ecn", marks)}, LineKind::marking, queuing),
    reads(scope::queue_class, "pause buffer-size {size} pause-threshold {pause} resume-threshold {resume}",
        {bytes("size", 5000), bytes("pause", 0), bytes("resume", 0)}, LineKind::pause_buffer, pfc),

    uses("policy-map type qos", reads(classified, "service-policy type qos input {name} [no-stats]", {text("name", qos_name)}, LineKind::service_qos, mqc)),
    synonym(uses("policy-map type qos", reads(classified, "service-policy input {name} [no-stats]", {text("name", qos_name)}, LineKind::service_qos, shown))),
    uses("policy-map type queuing", reads(bound, "service-policy type queuing input {name} [no-stats]", {text("name", qos_name)}, LineKind::service_queuing_in, shown)),
    uses("policy-map type queuing", reads(bound, "service-policy type queuing output {name} [no-stats]", {text("name", qos_name)}, LineKind::service_queuing_out, shown)),
    uses("policy-map type network-qos", reads(scope::system, "service-policy type network-qos {name} [no-stats]", {text("name", qos_name)}, LineKind::service_network, mqc)),
    known(scope::system, "fex queue-limit", {}, irrelevant),
    // Egress traffic of a VLAN is classified on ingress.
    known(scope::vlan, "service-policy type qos output {rest}", {rest}, irrelevant),
    known(scope::vlan, "service-policy output {rest}", {rest}, irrelevant),
    // An output policy polices or marks egress traffic and does not classify ingress traffic.
    unmodelled_line(port, "service-policy type qos output {rest}", {rest}, LineKind::service_qos_out),
    unmodelled_line(port, "service-policy output {rest}", {rest}, LineKind::service_qos_out),

    reads(top, "priority-flow-control watch-dog-interval {state}", {word("state", on_off)}, LineKind::watchdog_all, watchdog),
    reads(top, "priority-flow-control watch-dog interval {milliseconds}", {number("milliseconds", 100, 1000)}, LineKind::watchdog_interval, watchdog_interval),
    reads(top, "priority-flow-control watch-dog shutdown-multiplier {times}", {number("times", 1, 1000)}, LineKind::watchdog_multiplier, pfc),
    // No known source defines what these multiply, or when a queue recovers.
    outside_model(top, "priority-flow-control auto-restore|fixed-restore [{rest}]", {rest}),
    unmodelled_line(top, "priority-flow-control override-interface [{rest}]", {rest}, LineKind::watchdog_all),

    reads(top, "ip load-sharing address {rest}", {rest_of(own_words)}, LineKind::load_sharing, "Cisco Nexus 9000 Series NX-OS Interfaces Configuration Guide, Release 10.3(x), Configuring ECMP Load Balancing"),
    unmodelled_line(top, "ip load-sharing {rest}", {rest}, LineKind::load_sharing),
    reads(top, "port-channel load-balance {rest}", {rest_of(own_words)}, LineKind::lag_hash, interfaces),
    adds_up(reads(top, "ip|ipv6 route {rest}", {rest}, LineKind::route, shown)),
    known(top, "vrf context management", {}, irrelevant, scope::aside),
    there(top, "vrf context {name}", {text("name")}, LineKind::vrf_context, shown, scope::vrf),
    outside_model(scope::vrf, "ip|ipv6 route {rest}", {rest}),
    there(top, "router bgp {asn}", {text("asn")}, LineKind::bgp, shown, scope::bgp),
    known(scope::bgp, "vrf {rest}", {rest}, irrelevant, scope::aside),
    reads(scope::bgp, "neighbor|template {rest}", {rest}, LineKind::nothing, shown, scope::bgp),
    reads(scope::bgp, "address-family {rest}", {rest}, LineKind::nothing, shown, scope::bgp),
    reads(scope::bgp, "allowas-in [{times}]", {number("times", 1, 10)}, LineKind::allowas_in, "netascode NX-OS data model, BGP: allowas-in"),
    adds_up(reads(scope::bgp, "maximum-paths [ibgp|eibgp] {paths}", {number("paths", 1, 128)}, LineKind::most_paths, "CiscoDevNet terraform-provider-nxos, bgp_address_family.yaml (maxEcmp, maxExtEcmp, maxExtIntEcmp)")),
    switched(scope::bgp, "bestpath as-path multipath-relax", {}, LineKind::relaxed_paths, "Cisco Nexus 3000 Series NX-OS Unicast Routing Configuration Guide, Release 5.0(3)U2(2), Configuring Advanced BGP"),
    there(top, "router ospf|ospfv3|isis {rest}", {rest}, LineKind::link_state, shown, scope::aside),
    there(top, "mac address-table aging-time {seconds}", {number("seconds", 0, 1'000'000)}, LineKind::mac_timeout, shown),
    outside_model(top, "hardware qos|ecmp [{rest}]", {rest}),
    outside_model(top, "hardware profile ecmp|buffer|pfc|latency [{rest}]", {rest}),
    outside_model(top, "lldp tlv-select dcbxp [{rest}]", {rest}),

    there(top, "Chassis id: {rest}", {rest}, LineKind::lldp_chassis, "show lldp neighbors detail"),
    there(top, "Port id: {rest}", {rest}, LineKind::lldp_port_id, "show lldp neighbors detail"),
    there(top, "Local Port id: {rest}", {rest}, LineKind::lldp_local, "show lldp neighbors detail"),
    there(top, "Port Description: {rest}", {rest}, LineKind::lldp_description, "show lldp neighbors detail"),
    there(top, "System Name: {rest}", {rest}, LineKind::lldp_system, "show lldp neighbors detail"),

    reads(port, "description {rest}", {rest_of(free_text)}, LineKind::description, shown),
    switched(port, "switchport", {}, LineKind::switched, interface_model),
    reads(port, "mtu {mtu}", {packet("mtu")}, LineKind::mtu, interface_model),
    known(port, "shutdown lan", {}, irrelevant),
    switched(port, "shutdown [force]", {}, LineKind::shutdown, shown),
    misfit(reads(port, "speed {speed}", {word("speed", speeds)}, LineKind::speed, interface_model), unsupported),
    switched(port, "negotiate auto [{rest}]", {rest}, LineKind::negotiation, shown),
    misfit(reads(port, "fec {fec}", {word("fec", fecs)}, LineKind::fec, interface_model), unsupported),
    reads(port, "ip arp timeout {seconds}", {number("seconds", 60, 28'800)}, LineKind::arp_timeout, shown),
    adds_up(reads(port, "ip address {rest}", {rest}, LineKind::address, shown)),
    adds_up(reads(port, "ipv6 address {rest}", {rest}, LineKind::address6, shown)),
    reads(port, "vrf member {name}", {text("name")}, LineKind::vrf, shown),
    reads(port, "channel-group {number} [force] [mode {how}]", {field("number", 4096), text("how")}, LineKind::channel_group, "batfish, testconfigs nxos_port_channel"),
    reads(port, "vpc peer-link", {}, LineKind::peer_link, shown),
    reads(port, "flowcontrol receive {state}", {word("state", on_off)}, LineKind::pause_receive, shown),
    reads(port, "flowcontrol send {state}", {word("state", on_off)}, LineKind::pause_send, shown),
    reads(port, "macsec keychain {chain} [{rest}]", {text("chain"), rest}, LineKind::macsec, "CiscoTestAutomation genielibs, conf of macsec for NX-OS"),
    reads(port, "priority-flow-control mode {mode} [send-tlv]", {word("mode", modes)}, LineKind::pfc_mode, pfc_modes_text),
    reads(port, "priority-flow-control watch-dog-interval {state} [interface-multiplier {times}] [{action}]",
        {word("state", on_off), number("times", 0, 40), word("action", no_action)}, LineKind::watchdog, port_watchdog),
    known(port, "hardware multicast|vethernet [{rest}]", {rest}, irrelevant),
    reads(port, "lldp dcbx version {version}", {word("version", dcbx_versions)}, LineKind::dcbx_version, dcbx),
    unmodelled_line(port, "lldp dcbx [{rest}]", {rest}, LineKind::dcbx_version),
};

constexpr Aside asides[]{
    // These neither classify, queue, pause, mark nor size forwarded traffic.
    {top, irrelevant, "aaa acllog alias analytics arp banner bfd boot callhome Capability cdp cfs class cli clock control-plane copp Copyright Compiled "
        "crypto default Device dhcp dot1x email Enabled end errdisable event evpn exit fabric fabricpath feature feature-set fips flow group guestshell "
        "hardware icam icmp-errors install ip ipv6 itd key l2vpn lacp ldap license line lldp logging login mac macsec maintenance Management monitor "
        "mpls nat ngoam no ntp nv nxapi object-group object openflow password pim poap port-security power privilege ptp radius-server rmon role "
        "route-map router sampler scheduler security-group segment-routing sensor-group service sflow slot snmp-server spanning-tree ssh subscription switching-mode "
        "System system tacacs-server TAC telemetry telnet terminal Time time-range Total track transceiver tunnel tunnel-encryption udld use-vrf user username "
        "userpassphrase vdc virtual-service virtual-machine vlan Vlan vpc vrf vrrp vtp xml"},
    {top, unsupported, "link-level-flow-control platform port-profile qos table-map wred-queue", nothing_modelled},
    {top, unsupported, "priority-flow-control", unread(LineKind::watchdog_all, LineKind::watchdog_interval)},
    {port, irrelevant, "access autostate bandwidth beacon bfd buffer-boost carrier-delay cdp delay dot1q dot1x duplex encapsulation errdisable evpn exit "
        "fabric fex flow global hardware-bfd host-reachability hsrp ip ipv6 isis lacp lan layer2 link lldp load-interval logging mac mac-address macsec management "
        "mdix media-type medium member mpls multisite nat nv packet peer ospf ospfv3 pim port-channel port-type private-vlan ptp site-of-origin snmp "
        "source-interface spanning-tree speed-group statistics storm-control switchport track tunnel udld vlan vpc vrrp vrrpv3 vtp xconnect"},
    // These can delay, drop or reclassify RDMA packets.
    {port, unsupported, "hardware link-level-flow-control rate-limit", nothing_modelled},
    // A port profile may contain any line of a port.
    {port, unsupported, "inherit", unread(LineKind::pfc_mode, LineKind::service_qos, LineKind::mtu, LineKind::watchdog)},
    {port, unsupported, "priority-flow-control", unread(LineKind::pfc_mode)},
    {port, unsupported, "qos", unread(LineKind::service_qos)},
    {port, unsupported, "service-policy", unread(LineKind::service_qos, LineKind::service_queuing_out)},
    {scope::class_map | scope::group_map | scope::classifier | scope::network | scope::queuing | scope::system, irrelevant, "description exit"},
    {scope::action | scope::network_class | scope::queue_class, irrelevant, "description exit"},
    {scope::action, unsupported, "set", unread(LineKind::set_group)},
    // Limits on buffers differ by platform; marking by flow is not a curve.
    {scope::network_class, unsupported, "pause", unread(LineKind::pause_cos)},
    {scope::network_class, unsupported, "congestion-control queue-limit set", nothing_modelled},
    {scope::queue_class, unsupported, "afd congestion-control random-detect", unread(LineKind::marking)},
    {scope::queue_class, unsupported, "bandwidth", unread(LineKind::share)},
    {scope::queue_class, unsupported, "priority", unread(LineKind::priority)},
    {scope::queue_class, unsupported, "shape", unread(LineKind::limit)},
    {scope::queue_class, unsupported, "pause", unread(LineKind::pause_buffer)},
    {scope::queue_class, unsupported, "queue-limit set", nothing_modelled},
    {scope::system, unsupported, "service-policy",
        unread(LineKind::service_network, LineKind::service_queuing_out, LineKind::service_qos)},
    {scope::vlan, unsupported, "service-policy", unread(LineKind::service_qos)},
    {scope::bgp | scope::vrf | scope::vlan | scope::aside, irrelevant, "*"},
};
// clang-format on

constexpr std::string_view permanent[]{"interface Ethernet", "interface mgmt", "system qos"};
constexpr Dialect dialect{
    .step = "  ", .separator = "", .short_negations = scope::top | scope::port, .permanent = permanent};
constexpr line_cli::Grammar rows(dialect, statements, asides);

}

std::uint8_t group_of_name(std::string_view name)
{
    if (name == "class-default" || (name.starts_with("c-") && name.ends_with("q-default")))
        return 0;
    const bool numbered = name.starts_with("c-") && name.size() > 4 && name[name.size() - 2] == 'q'
        && name.back() >= '0' && name.back() <= '7';
    return numbered ? static_cast<std::uint8_t>(name.back() - '0') : line_cli::Fact::no_number;
}

bool is_of_four_queues(std::string_view name)
{
    return (name.starts_with("c-out-q") || name.starts_with("c-nq"))
        && group_of_name(name) != line_cli::Fact::no_number;
}

const line_cli::Grammar& grammar() { return rows; }

}
