// SPDX-License-Identifier: Apache-2.0
// Every line of the command line that the driver reads, writes or knows, each with
// its documentation. A known line that can affect RDMA and has no place in the
// model is `unsupported`; a line that matches no row and no aside is unrecognised.
#include "drivers/sonic_cli/grammar.h"

#include "drivers/line_cli/grammar/rows.h"
#include "models/fabric/port.h"

namespace rocelint::sonic_cli {
namespace {

using namespace line_cli::rows;

constexpr std::string_view guide = "The SONiC Industry Standard CLI Reference Guide (Broadcom), 3.x";
constexpr std::string_view qos_xml
    = "sonic-mgmt-framework with Dell's command line (noolex/sonic-mgmt-framework), CLI/clitree/cli-xml/qos_interface.xml";
constexpr std::string_view scheduler_xml
    = "sonic-mgmt-framework with Dell's command line (noolex/sonic-mgmt-framework), CLI/clitree/cli-xml/qos_scheduler.xml";
constexpr std::string_view types_xml
    = "sonic-mgmt-framework with Dell's command line (noolex/sonic-mgmt-framework), CLI/clitree/cli-xml/sonic_types.xml";
constexpr std::string_view shown_maps
    = "sonic-mgmt-framework with Dell's command line (noolex/sonic-mgmt-framework), CLI/actioner/show_config_qos_map.py";
constexpr std::string_view shown_interfaces
    = "sonic-mgmt-framework with Dell's command line (noolex/sonic-mgmt-framework), CLI/actioner/show_config_interface.py";
constexpr std::string_view qos_interfaces = "Ansible dellemc.enterprise_sonic 3.1, sonic_qos_interfaces";
constexpr std::string_view qos_buffer = "Ansible dellemc.enterprise_sonic 3.0, sonic_qos_buffer";
constexpr std::string_view qos_wred = "Ansible dellemc.enterprise_sonic 2.5, sonic_qos_wred";
constexpr std::string_view qos_pfc = "Ansible dellemc.enterprise_sonic 2.5, sonic_qos_pfc";
constexpr std::string_view interfaces = "Ansible dellemc.enterprise_sonic 3.1, sonic_interfaces";
constexpr std::string_view roce
    = "SONiC HLD, RDMA over Converged Ethernet (ROCEv2) support, rev 0.5; Ansible dellemc.enterprise_sonic 3.0, sonic_roce";
constexpr std::string_view spytest = "sonic-mgmt, spytest/apis/qos/qos.py (Broadcom)";
constexpr std::string_view dell
    = "running-configuration of a Dell Z9664F as AMD's cluster networking guide quotes it";
constexpr std::string_view shown_neighbours
    = "SONiC HLD, LLDP enhancements (Broadcom), rev 0.1, 3.6.3, show lldp neighbor";
constexpr std::string_view load_share = "Ansible dellemc.enterprise_sonic 3.1, sonic_ecmp_load_share";

constexpr TextLimit qos_name{.longest = 32,
    .source
    = "sonic-mgmt-framework, CLI/clitree/cli-xml, qos_map_dscp.xml, wred.xml and qos_scheduler.xml: a STRING_32",
    .punctuation = "_-"};

// clang-format off
constexpr Term map_kinds[]{{word_of(MapKind::dscp_to_tc), number_of(MapKind::dscp_to_tc)}, {word_of(MapKind::pcp_to_tc), number_of(MapKind::pcp_to_tc)},
    {word_of(MapKind::tc_to_queue), number_of(MapKind::tc_to_queue)}, {word_of(MapKind::tc_to_priority_group), number_of(MapKind::tc_to_priority_group)},
    {word_of(MapKind::priority_to_queue), number_of(MapKind::priority_to_queue)},
    {word_of(MapKind::priority_to_priority_group), number_of(MapKind::priority_to_priority_group)}, {word_of(MapKind::tc_to_dscp), number_of(MapKind::tc_to_dscp)},
    {word_of(MapKind::tc_to_pcp), number_of(MapKind::tc_to_pcp)}};
constexpr Term sizes[]{{"", 1000}};
constexpr Term rates[]{{"", 1000}};
constexpr Term colours[]{{"none", 0}, {"one", 0, 0, true}, {"green", 1}, {"yellow", 2}, {"red", 4}, {"green-yellow", 3, 0, true}, {"green_yellow", 3}, {"green-red", 5, 0, true},
    {"green_red", 5}, {"yellow-red", 6, 0, true}, {"yellow_red", 6}, {"all", 7}};
constexpr Term types[]{{"strict", number_of(SchedulerKind::strict)}, {"dwrr", number_of(SchedulerKind::weighted)}, {"wrr", number_of(SchedulerKind::weighted)}};
constexpr Term meters[]{{"packets", 1}, {"bytes", 0}};
constexpr Term modes[]{{"active", 0}, {"on", 1}};
constexpr Term actions[]{{"drop", number_of(WatchdogAction::drop)}, {"forward", number_of(WatchdogAction::forward)}, {"alert", number_of(WatchdogAction::alert)}};
constexpr Term fecs[]{{"RS", number_of(Fec::rs)}, {"FC", number_of(Fec::base_r)}, {"AUTO", number_of(Fec::automatic)}, {"rs", number_of(Fec::rs), 0, true},
    {"fc", number_of(Fec::base_r), 0, true}, {"auto", number_of(Fec::automatic), 0, true}, {"off", number_of(Fec::none), 0, true}, {"none", number_of(Fec::none), 0, true}};
constexpr Term speeds[]{{"10", giga / 100, 0, true}, {"100", giga / 10, 0, true}, {"1000", giga}, {"2500", giga * 5 / 2, 0, true}, {"5000", giga * 5, 0, true},
    {"10000", 10 * giga}, {"25000", 25 * giga}, {"40000", 40 * giga}, {"50000", 50 * giga}, {"100000", 100 * giga}, {"200000", 200 * giga},
    {"400000", 400 * giga}, {"800000", 800 * giga}};
constexpr Term cables[]{{"5m", 5}, {"40m", 40}, {"300m", 300}};
constexpr Term pools[]{{pool_names[0], 0}, {pool_names[1], 1}, {pool_names[2], 2}};
// Ansible dellemc.enterprise_sonic 3.0, sonic_qos_buffer: a dynamic threshold is from -6 to 3.
constexpr Term thresholds[]{{"-6", 2}, {"-5", 3}, {"-4", 4}, {"-3", 5}, {"-2", 6}, {"-1", 7}, {"0", 8}, {"1", 9}, {"2", 10}, {"3", 11}};

constexpr Slot field(std::string_view name, std::uint64_t most, std::uint64_t least = 0)
{
    return {.name = name, .least = least, .most = most, .impossible_above = most};
}
constexpr Slot list(std::string_view name, std::uint64_t most) { return {.name = name, .most = most, .kind = SlotKind::ranges}; }
constexpr Slot members(std::string_view name) { return {.name = name, .most = 7, .kind = SlotKind::set}; }
constexpr Slot kilobytes(std::string_view name) { return number(name, 1000, 12'480'000, sizes); }

constexpr Slot percent = number("p", 0, 100);
constexpr std::uint64_t bytes_most = 0xffff'ffff;

constexpr Scopes top = scope::top;
constexpr Scopes port = scope::port;
constexpr Scopes map = scope::map;

constexpr line_cli::Statement statements[]{
    there(top, "hostname {name}", {text("name", host_name)}, LineKind::hostname, guide),
    known(top, "interface breakout [{rest}]", {rest}, irrelevant, scope::aside),
    known(top, "interface vxlan [{rest}]", {rest}, irrelevant, scope::aside),
    known(top, "interface CPU", {}, irrelevant, scope::aside),
    there(top, "interface PortChannel {number} [min-links {links}] [mode {how}] [fallback] [fast_rate]", {text("number", own_words), number("links", 1, 32), word("how", modes)}, LineKind::port_channel, shown_interfaces, port),
    synonym(there(top, "interface range {rest}", {rest_of(own_words)}, LineKind::interface_, guide, port)),
    there(top, "interface {rest}", {rest_of(own_words)}, LineKind::interface_, guide, port),

    known(top, "LLDP Neighbors", {}, irrelevant),
    there(top, "Interface: {rest}", {rest}, LineKind::lldp_port, shown_neighbours, scope::lldp),
    there(scope::lldp, "Chassis:", {}, LineKind::lldp_part, shown_neighbours, scope::lldp),
    synonym(there(scope::lldp, "Port", {}, LineKind::lldp_part, shown_neighbours, scope::lldp)),
    there(scope::lldp, "SysName: {rest}", {rest}, LineKind::lldp_system, shown_neighbours),
    there(scope::lldp, "PortID: {rest}", {rest}, LineKind::lldp_port_id, shown_neighbours),
    there(scope::lldp, "PortDescr: {rest}", {rest}, LineKind::lldp_description, shown_neighbours),

    there(top, "qos map {kind} {name} /", {index("kind", 7, map_kinds), text("name", qos_name)}, LineKind::map, guide, map),
    adds_up(reads(map, "dscp {points} / traffic-class {to}", {list("points", 63), field("to", 15)}, LineKind::entry_dscp_tc, shown_maps)),
    adds_up(reads(map, "dot1p {points} / traffic-class {to}", {list("points", 7), field("to", 15)}, LineKind::entry_dot1p_tc, shown_maps)),
    adds_up(reads(map, "traffic-class {points} / queue {to}", {list("points", 15), field("to", 7)}, LineKind::entry_tc_queue, shown_maps)),
    adds_up(reads(map, "traffic-class {points} / priority-group|pg {to}", {list("points", 15), field("to", 7)}, LineKind::entry_tc_group, shown_maps)),
    adds_up(reads(map, "pfc-priority {points} / queue {to}", {list("points", 7), field("to", 7)}, LineKind::entry_priority_queue, shown_maps)),
    adds_up(reads(map, "pfc-priority {points} / pg|priority-group {to}", {list("points", 7), field("to", 7)}, LineKind::entry_priority_group, dell)),
    adds_up(reads(map, "traffic-class {points} / dscp {to}", {list("points", 15), field("to", 63)}, LineKind::entry_tc_dscp, shown_maps)),
    adds_up(reads(map, "traffic-class {points} / dot1p {to}", {list("points", 15), field("to", 7)}, LineKind::entry_tc_dot1p, shown_maps)),

    defines("qos wred-policy", there(top, "qos wred-policy {name} /", {text("name", qos_name)}, LineKind::marking_policy, guide, scope::marking)),
    reads(scope::marking, "green / minimum-threshold {min} maximum-threshold {max} drop-probability {p}", {kilobytes("min"), kilobytes("max"), percent}, LineKind::green, qos_wred),
    reads(scope::marking, "yellow / minimum-threshold {min} maximum-threshold {max} drop-probability {p}", {kilobytes("min"), kilobytes("max"), percent}, LineKind::yellow, qos_wred),
    reads(scope::marking, "red / minimum-threshold {min} maximum-threshold {max} drop-probability {p}", {kilobytes("min"), kilobytes("max"), percent}, LineKind::red, qos_wred),
    reads(scope::marking, "ecn / {colours}", {word("colours", colours)}, LineKind::ecn, qos_wred),

    defines("qos scheduler-policy", there(top, "qos scheduler-policy {name} /", {text("name", qos_name)}, LineKind::scheduler_policy, scheduler_xml, scope::scheduler)),
    there(scope::scheduler, "queue {queue} /", {index("queue", 47)}, LineKind::queue, scheduler_xml, scope::queue),
    there(scope::scheduler, "port", {}, LineKind::whole_port, scheduler_xml, scope::shaper),
    reads(scope::queue, "type / {type}", {word("type", types)}, LineKind::type, scheduler_xml),
    reads(scope::queue, "weight / {weight}", {number("weight", 1, 100)}, LineKind::weight, scheduler_xml),
    reads(scope::queue, "pir / {rate}", {number("rate", 0, 400 * giga, rates)}, LineKind::rate, types_xml),
    reads(scope::shaper, "pir / {rate}", {number("rate", 32'000, 400 * giga, rates)}, LineKind::rate, types_xml),
    reads(scope::queue, "meter-type / {meter}", {word("meter", meters)}, LineKind::meter, "Ansible dellemc.enterprise_sonic 2.5, sonic_qos_scheduler"),
    // The model has no place for guaranteed rates and burst sizes.
    known(scope::queue, "cir|cbs|pbs {rest}", {rest}, irrelevant),
    known(scope::shaper, "pbs {rest}", {rest}, irrelevant),

    synonym(reads(top, "roce enable [pfc-priority {priorities}] [force-defaults]", {list("priorities", 7)}, LineKind::lossless, roce)),
    reads(top, "buffer init lossless", {}, LineKind::lossless, qos_buffer),
    reads(top, "buffer pool {pool} / shared-headroom-size {bytes}", {word("pool", pools), number("bytes", 0, bytes_most)}, LineKind::pool, qos_buffer),
    reads(top, "buffer profile {name} / {pool} {size} [static-threshold {static}] [dynamic-threshold {dynamic}] [pause pause-threshold {xoff}]",
        {text("name", free_text), word("pool", pools), number("size", 0, bytes_most), number("static", 0, bytes_most), word("dynamic", thresholds), number("xoff", 46'080, 8'388'608)}, LineKind::profile, qos_buffer),
    outside_model(top, "buffer {rest}", {rest}),
    reads(top, "priority-flow-control watchdog polling-interval {milliseconds}", {number("milliseconds", 100, 3000)}, LineKind::watchdog_poll, qos_pfc),
    switched(top, "priority-flow-control watchdog counter-poll", {}, LineKind::watchdog_counters, qos_pfc),

    reads(top, "ip|ipv6 load-share hash seed {seed}", {{.name = "seed", .most = 16'777'215, .impossible_above = 0xffff'ffff}}, LineKind::hash_seed, types_xml),
    reads(top, "ip load-share hash roce qpn", {}, LineKind::hash_payload, load_share),
    known(top, "ip load-share hash algorithm|offset [{rest}]", {rest}, irrelevant),
    reads(top, "ip load-share hash {fields} /", {{.name = "fields", .kind = SlotKind::rest, .text = &own_words}}, LineKind::hash, load_share),
    unmodelled_line(top, "ip load-share {rest}", {rest}, LineKind::hash),
    adds_up(reads(top, "ip|ipv6 route {rest}", {rest}, LineKind::route, guide)),
    there(top, "mclag domain {number}", {text("number")}, LineKind::mclag_domain, guide, scope::mclag),
    reads(scope::mclag, "peer-link {rest}", {rest}, LineKind::peer_link, guide),
    known(top, "router bgp {asn} vrf {rest}", {text("asn"), rest}, irrelevant, scope::aside),
    there(top, "router bgp {asn}", {text("asn")}, LineKind::bgp, guide, scope::bgp),
    reads(scope::bgp, "neighbor|peer-group {rest}", {rest}, LineKind::nothing, guide, scope::bgp),
    reads(scope::bgp, "address-family {rest}", {rest}, LineKind::nothing, guide, scope::bgp),
    reads(scope::bgp, "allowas-in [{times}] [origin]", {number("times", 1, 10)}, LineKind::allowas_in, guide),
    there(top, "router ospf|ospfv3 [{rest}]", {rest}, LineKind::link_state, guide, scope::aside),
    there(top, "mac address-table aging-time {seconds}", {number("seconds", 0, 1'000'000)}, LineKind::mac_timeout, guide),
    there(top, "class-map {rest}", {rest}, LineKind::class_map, guide, scope::policy),
    there(top, "policy-map {rest}", {rest}, LineKind::policy_map, guide, scope::policy),
    outside_model(top, "dcbx enable", {}),
    // The types of policies are those of Ansible dellemc.enterprise_sonic 3.1, sonic_fbs_policies: one of type monitoring copies or samples
    // packets, and one of type acl-copp limits those to the CPU. The others redirect, police or remark.
    // Bound to the whole switch, a policy may classify the packets of every port.
    reads(top, "service-policy type qos in / {name}", {text("name")}, LineKind::service, guide),
    known(top, "service-policy type monitoring|acl-copp {rest}", {rest}, irrelevant),
    outside_model(top, "service-policy [{rest}]", {rest}),

    reads(port, "description / {rest}", {rest_of(free_text)}, LineKind::description, guide),
    reads(port, "mtu {mtu}", {{.name = "mtu", .least = 1312, .most = 9216, .impossible_above = 65'535}}, LineKind::mtu, types_xml),
    switched(port, "shutdown", {}, LineKind::shutdown, interfaces),
    reads(port, "speed auto [{rest}]", {rest}, LineKind::negotiation, interfaces),
    misfit(reads(port, "speed {speed}", {word("speed", speeds)}, LineKind::speed, interfaces), unsupported),
    misfit(reads(port, "fec {fec}", {word("fec", fecs)}, LineKind::fec, interfaces), unsupported),
    adds_up(reads(port, "switchport access|trunk {rest}", {rest}, LineKind::switched, shown_interfaces)),
    adds_up(reads(port, "ip address {rest}", {rest}, LineKind::address, shown_interfaces)),
    adds_up(reads(port, "ipv6 address {rest}", {rest}, LineKind::address6, shown_interfaces)),
    reads(port, "ip vrf forwarding / {name}", {text("name")}, LineKind::vrf, shown_interfaces),
    reads(port, "channel-group {number} [mode {how}]", {field("number", 4096), word("how", modes)}, LineKind::channel_group, shown_interfaces),
    misfit(reads(port, "cable-length {length}", {word("length", cables)}, LineKind::cable, qos_interfaces), unsupported),
    reads(port, "qos-map {kind} / {name}", {index("kind", 7, map_kinds), text("name", qos_name)}, LineKind::binding, qos_xml),
    uses("qos wred-policy", reads(port, "queue {queue} wred-policy / {name}", {index("queue", 7), text("name", qos_name)}, LineKind::queue_marking, qos_xml)),
    uses("qos scheduler-policy", reads(port, "scheduler-policy / {name}", {text("name", qos_name)}, LineKind::scheduling, qos_xml)),
    adds_up(switched(port, "priority-flow-control|pfc priority {priorities} /", {members("priorities")}, LineKind::pfc, qos_xml)),
    switched(port, "priority-flow-control|pfc asymmetric", {}, LineKind::asymmetric, qos_xml),
    reads(port, "priority-flow-control watchdog on [detect-time {milliseconds}]", {number("milliseconds", 100, 5000)}, LineKind::watchdog, qos_interfaces),
    says_off(port, "priority-flow-control watchdog off", {}, LineKind::watchdog, qos_xml),
    reads(port, "priority-flow-control watchdog detect-time / {milliseconds}", {number("milliseconds", 100, 5000)}, LineKind::detection, qos_xml),
    reads(port, "priority-flow-control watchdog restore-time / {milliseconds}", {number("milliseconds", 100, 60'000)}, LineKind::restoration, qos_interfaces),
    reads(port, "priority-flow-control watchdog action / {action}", {word("action", actions)}, LineKind::action, qos_interfaces),
    unmodelled_line(port, "priority-flow-control|pfc watchdog {rest}", {rest}, LineKind::watchdog),
    adds_up(reads(port, "buffer priority-group {groups} / {name}", {members("groups"), text("name", free_text)}, LineKind::group_profile, spytest)),
    adds_up(reads(port, "buffer queue {queues} / {name}", {members("queues"), text("name", free_text)}, LineKind::queue_profile, spytest)),
    unmodelled_line(port, "buffer {rest}", {rest}, LineKind::group_profile, LineKind::queue_profile),
    reads(port, "service-policy type qos in / {name}", {text("name")}, LineKind::service, guide),
    known(port, "service-policy type monitoring|acl-copp {rest}", {rest}, irrelevant),
    outside_model(port, "service-policy [{rest}]", {rest}),
    outside_model(port, "dcbx [{rest}]", {rest}),
    // Adaptive routing and switching: packets of one flow may take several paths.
    outside_model(port, "ars [{rest}]", {rest}),
};

constexpr Aside asides[]{
    // These neither classify, queue, pause, mark nor size forwarded packets.
    {top, irrelevant, "aaa access-list alarm alias as-path audit-log authentication auto-provision banner bfd bgp ca-cert clock community-list config-key configure copp-action "
        "core crm crypto default dhcp dot1x drop-counter end errdisable evpn exit factory fips flow-group gnmi hardware http-server ifa image in-memory-logging "
        "interface-naming ip ipv6 kdump key l2 ldap-server license line link lldp logger logging login loop-protection mac macsec management match-mac-sa mclag mirror-session "
        "mstp nat neighbor network-policy ntp object-group password peer-group pim poe port-group port-security portchannel power prefix-list ptp radius-server rest route-map "
        "router sag scheduler security-profile sflow snmp-server spanning-tree ssh-server static subscription switch-profile switch-resource system tacacs-server tam "
        "telemetry terminal threshold timezone tpcm track udld usb user username vlan vrf vrrp watermark ztp"},
    {top, unsupported, "ars qos", nothing_modelled},
    {top, unsupported, "priority-flow-control", unread(LineKind::watchdog_poll)},
    {top, unsupported, "roce", unread(LineKind::lossless)},
    {port, irrelevant, "arp autoneg bandwidth beacon bfd bgp carrier-delay default dhcp dot1x errdisable evpn evpn-ethernet-segment exit fallback flow graceful-shutdown "
        "igmp ip ipv6 isis lacp lane link link-debounce lldp load-interval loopback mac mac-address mclag mclag-separate-ip mclag-peer-gateway media-type "
        "min-links nat nat-zone neigh-suppress network-policy ospf pim poe port-security ptp sflow spanning-tree standalone-link-training storm-control subinterface "
        "switchport threshold udld unreliable-los vlan vrrp"},
    // These can hold back, drop or reclassify RDMA packets.
    {port, unsupported, "macsec", nothing_modelled},
    {port, unsupported, "flowcontrol", unread(LineKind::link_pause)},
    {port, unsupported, "priority-flow-control", unread(LineKind::pfc)},
    {port, unsupported, "qos qos-map", unread(LineKind::binding)},
    {port, unsupported, "queue", unread(LineKind::queue_marking)},
    {port, unsupported, "scheduler-policy", unread(LineKind::scheduling)},
    {scope::mclag | scope::bgp | scope::policy | scope::lldp | scope::aside, irrelevant, "*"},
};
// clang-format on

constexpr std::string_view permanent[]{"interface Ethernet", "interface Eth", "interface Management"};
constexpr Dialect dialect{.step = " ", .separator = "!", .permanent = permanent};
constexpr line_cli::Grammar rows(dialect, statements, asides);

constexpr line_cli::PortHeader headers[]{
    {kind_of(LineKind::port_channel), "PortChannel", PortKind::lag}, {kind_of(LineKind::interface_), ""}};
constexpr line_cli::PortBlocks blocks{headers};

}

const line_cli::Grammar& grammar() { return rows; }

const line_cli::PortBlocks& port_blocks() { return blocks; }

}
