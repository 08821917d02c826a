// SPDX-License-Identifier: Apache-2.0
// Every line of Onyx that the driver reads or writes, with the text that documents it. A known line that may
// affect RDMA but has no place in the model is `unsupported`. A line that no public text documents has no
// row.
#include "drivers/onyx/grammar.h"

#include "drivers/line_cli/grammar/rows.h"
#include "models/fabric/port.h"

namespace rocelint::onyx {
namespace {

using namespace line_cli::rows;

constexpr std::string_view qos_manual = "NVIDIA Onyx User Manual v3.10.2202, QoS Commands";
constexpr std::string_view pool_manual = "NVIDIA Onyx User Manual v3.10.4504, Shared Buffer Commands";
constexpr std::string_view roce_manual = "NVIDIA Onyx User Manual v3.10.4606, RoCE Commands";
constexpr std::string_view port_manual = "NVIDIA Onyx User Manual v3.10.4606, Ethernet Interface Commands";
constexpr std::string_view shown = "mellanox.onyx, onyx_interfaces_show.cfg: what a port prints";
constexpr std::string_view classes = "ansible mellanox.onyx, onyx_traffic_class";
constexpr std::string_view pfc = "ansible mellanox.onyx, onyx_pfc_interface and onyx_protocol";
constexpr std::string_view lossless
    = "Mellanox community DOC-2884, Lossless RoCE for MLNX-OS in DSCP-based QoS mode";
constexpr std::string_view jumbo
    = "Mellanox SN2700 product brief, Layer 2 feature set: jumbo frames of 9216 bytes";
constexpr std::string_view mfd
    = "Intel mfd-switchmanagement, mellanox: set_ets_on_port, set_bind_switch_priority_on_port";
constexpr std::string_view access_lists = "NVIDIA Onyx User Manual v3.10.4706 LTS, ACL Commands";
constexpr std::string_view saved = "configurations of Onyx 3.6 to 3.10 in public repositories";

// clang-format off
constexpr Term modes[]{{"lossless", 0}, {"semi-lossless", 1}, {"lossy", 2}};
constexpr Term pool_types[]{{"lossless", 1}, {"lossy", 0}, {"lossy-mc", 2}};
constexpr Term directions[]{{"ingress", 0}, {"egress", 1}, {"egress-mc", 1}};
constexpr Term thresholds[]{{"dynamic", 1}, {"static", 0}};
constexpr Term on_off[]{{"on", 1}, {"off", 0}};
constexpr Term pfc_modes[]{{"on", number_of(PfcMode::on)}, {"auto", number_of(PfcMode::negotiated)}};
constexpr Term trusts[]{{"L3", number_of(Trust::dscp)},
    {"L2", number_of(Trust::pcp)},
    {"both", number_of(Trust::dscp_else_pcp)},
    {"port", number_of(Trust::none)}};
constexpr Term fecs[]{{"rs-fec", number_of(Fec::rs)},
    {"fc-fec", number_of(Fec::base_r)},
    {"no-fec", number_of(Fec::none)}};
constexpr Term speeds[]{{"1G", giga}, {"10G", 10 * giga}, {"25G", 25 * giga}, {"40G", 40 * giga}, {"50G", 50 * giga},
    {"56G", 56 * giga}, {"100G", 100 * giga}, {"200G", 200 * giga}, {"400G", 400 * giga}, {"auto", 0}};
constexpr Term marks[]{{"ecn", marks_bit}, {"red", drops_bit}, {"both", marks_bit | drops_bit}};
// NVIDIA's translation of "minimum-absolute 150" to Cumulus Linux is 150 000 bytes (RoCE, default
// configuration).
constexpr Term kilobytes[]{{"", 1000}};
constexpr Term groups[]{{"iPort.pg0", 0}, {"iPort.pg1", 1}, {"iPort.pg2", 2}, {"iPort.pg3", 3}, {"iPort.pg4", 4},
    {"iPort.pg5", 5}, {"iPort.pg6", 6}, {"iPort.pg7", 7}};
constexpr Term queues[]{{"ePort.tc0", 0}, {"ePort.tc1", 1}, {"ePort.tc2", 2}, {"ePort.tc3", 3}, {"ePort.tc4", 4},
    {"ePort.tc5", 5}, {"ePort.tc6", 6}, {"ePort.tc7", 7}};
constexpr Term services[]{{"strict", number_of(SchedulerKind::strict)}, {"wrr", number_of(SchedulerKind::weighted)}};
// Mellanox community DOC-2558, Understanding the Alpha Parameter.
constexpr Term alphas[]{{"0", alpha_zero}, {"1/128", alpha_one - 7}, {"1/64", alpha_one - 6}, {"1/32", alpha_one - 5},
    {"1/16", alpha_one - 4}, {"1/8", alpha_one - 3}, {"1/4", alpha_one - 2}, {"1/2", alpha_one - 1}, {"1", alpha_one},
    {"2", alpha_one + 1}, {"4", alpha_one + 2}, {"8", alpha_one + 3}, {"16", alpha_one + 4}, {"32", alpha_one + 5},
    {"64", alpha_one + 6}, {"inf", alpha_infinite}};

constexpr Slot size(std::string_view name, std::span<const Term> terms = {}) { return number(name, 0, 1'000'000'000, terms); }

constexpr Scopes top = scope::top;
constexpr Scopes port = scope::port;

constexpr line_cli::Statement statements[]{
    reads(top, "hostname {name}", {text("name", host_name)}, LineKind::hostname, saved),
    reads(top, "interface ethernet {ports}", {text("ports", own_words)}, LineKind::ethernet, port_manual, port),
    reads(top, "interface port-channel {ports}", {text("ports", own_words)}, LineKind::port_channel, port_manual, port),
    reads(top, "interface mlag-port-channel {ports}", {text("ports", own_words)}, LineKind::mlag_port_channel, port_manual, port),
    reads(top, "interface vlan {ports}", {text("ports", own_words)}, LineKind::vlan_interface, port_manual, port),
    reads(top, "interface loopback {ports}", {text("ports", own_words)}, LineKind::loopback, port_manual, port),
    known(top, "interface {name}", {text("name")}, irrelevant, scope::aside),
    reads(top, "dcb priority-flow-control enable [+force]", {}, LineKind::pfc_enabled, pfc),
    reads(top, "dcb priority-flow-control priority {priority} enable", {index("priority", 7)}, LineKind::pfc_priority, pfc),
    unmodelled_line(top, "dcb priority-flow-control {rest}", {rest}, LineKind::pfc_priority),
    reads(top, "roce [{mode}]", {word("mode", modes)}, LineKind::roce, roce_manual),
    reads(top, "traffic pool {name} [force]", {text("name", free_text)}, LineKind::traffic_pool, pool_manual, scope::pool),
    reads(scope::pool, "type {type}", {word("type", pool_types)}, LineKind::pool_type, pool_manual),
    reads(scope::pool, "map switch-priority {priorities}", {points("priorities", 7)}, LineKind::pool_priorities, pool_manual),
    reads(scope::pool, "memory percent {percent}", {{.name = "percent", .most = 100'000, .kind = SlotKind::thousandths}}, LineKind::pool_percent, pool_manual),
    reads(top, "advanced|advance buffer management [+force]", {}, LineKind::advanced_buffers, lossless),
    of_first_value(reads(top, "pool {name} [direction {direction}] size {size} type {type}", {text("name", free_text), word("direction", directions), size("size"), word("type", thresholds)}, LineKind::buffer_pool, lossless)),
    adds_up(reads(top, "ip route {rest}", {rest}, LineKind::route, saved)),
    outside_model(top, "ip load-sharing {rest}", {rest}),
    outside_model(top, "port-channel load-balance {rest}", {rest}),
    reads(top, "router bgp {asn}", {number("asn", 1, 4'294'967'295)}, LineKind::bgp, saved, scope::aside),
    reads(top, "router ospf [{rest}]", {rest}, LineKind::link_state, saved, scope::aside),
    known(top, "router {kind}", {text("kind")}, irrelevant, scope::aside),
    adds_up(reads(top, "ipv4|ipv6|mac|ipv4-udk|mac-udk access-list {rest}", {rest}, LineKind::access_list, access_lists, scope::aside)),
    known(top, "vlan|job|route-map|vrf|ipv4|mac {rest}", {rest}, irrelevant, scope::aside),
    reads(port, "description {rest}", {rest_of(free_text)}, LineKind::description, port_manual),
    switched(port, "shutdown", {}, LineKind::shutdown, port_manual),
    reads(port, "speed {speed} [no-autoneg] [+force]", {word("speed", speeds)}, LineKind::speed, port_manual),
    reads(port, "mtu {mtu} [+force]", {number("mtu", 1, 9216)}, LineKind::mtu, jumbo),
    reads(port, "fec-override {fec} [+force]", {word("fec", fecs)}, LineKind::fec, "sonic-mgmt, tests/common/devices/onyx.py, _fec_enc"),
    switched(port, "switchport [+force]", {}, LineKind::switched, saved),
    adds_up(reads(port, "ip address {rest}", {rest}, LineKind::address, saved)),
    reads(port, "vrf forwarding {name}", {text("name")}, LineKind::vrf, saved),
    reads(port, "channel-group {number} mode {mode}", {number("number", 0, 4096), text("mode")}, LineKind::channel, saved),
    reads(port, "mlag-channel-group {number} mode {mode}", {number("number", 0, 4096), text("mode")}, LineKind::mlag_channel, saved),
    reads(port, "ipl {number}", {number("number", 0, 4096)}, LineKind::peer_link, "ansible mellanox.onyx, onyx_mlag_ipl"),
    reads(port, "flowcontrol receive {state} [+force]", {word("state", on_off)}, LineKind::pause_receive, shown),
    reads(port, "flowcontrol send {state} [+force]", {word("state", on_off)}, LineKind::pause_send, shown),
    switched(port, "dcb priority-flow-control mode / {mode} [+force]", {word("mode", pfc_modes)}, LineKind::pfc_mode, pfc),
    unmodelled_line(port, "dcb priority-flow-control {rest}", {rest}, LineKind::pfc_mode),
    switched(port, "pfc-wd", {}, LineKind::watchdog, "SmartX SMTX OS, RDMA flow control on Mellanox switches"),
    reads(port, "qos trust {trust}", {word("trust", trusts)}, LineKind::trust, qos_manual),
    adds_up(reads(port, "qos map dscp {points} / to switch-priority {priority}", {points("points", 63), index("priority", 7)}, LineKind::dscp_map, qos_manual)),
    adds_up(reads(port, "qos map pcp {points} dei {dei} / to switch-priority {priority}", {points("points", 7), points("dei", 1), index("priority", 7)}, LineKind::pcp_map, qos_manual)),
    switched(port, "qos rewrite dscp", {}, LineKind::rewrite_dscp, "ansible mellanox.onyx, onyx_qos"),
    known(port, "qos rewrite pcp", {}, irrelevant),
    unmodelled_line(port, "qos rewrite {rest}", {rest}, LineKind::rewrite_dscp),
    adds_up(reads(port, "ipv4|ipv6|mac|ipv4-udk|mac-udk port access-group {name}", {text("name")}, LineKind::access_group, access_lists)),
    reads(port, "vlan default priority {priority}", {index("priority", 7)}, LineKind::default_priority, qos_manual),
    adds_up(reads(port, "traffic-class {class} bind / switch-priority {priorities}", {index("class", 7), points("priorities", 7)}, LineKind::class_binding, mfd)),
    reads(port, "traffic-class {class} dcb ets / {kind} [{weight}]", {index("class", 7), word("kind", services), number("weight", 1, 100)}, LineKind::service, mfd),
    reads(port, "traffic-class {class} congestion-control / {what} minimum-absolute {minimum} maximum-absolute {maximum}",
        {index("class", 7), word("what", marks), size("minimum", kilobytes), size("maximum", kilobytes)}, LineKind::congestion, classes),
    synonym(reads(port, "traffic-class {class} congestion-control / {what} minimum-relative {minimum} maximum-relative {maximum}",
        {index("class", 7), word("what", marks), number("minimum", 0, 100), number("maximum", 0, 100)}, LineKind::congestion, classes)),
    unmodelled_line(port, "traffic-class {class} bind [{rest}]", {index("class", 7), rest}, LineKind::class_binding),
    unmodelled_line(port, "traffic-class {class} dcb ets [{rest}]", {index("class", 7), rest}, LineKind::service),
    unmodelled_line(port, "traffic-class {class} congestion-control [{rest}]", {index("class", 7), rest}, LineKind::congestion),
    adds_up(reads(port, "ingress-buffer {group} bind / switch-priority {priorities}", {index("group", 7, groups), points("priorities", 7)}, LineKind::group_binding, lossless)),
    reads(port, "ingress-buffer {group} map / pool {pool} type lossless reserved {reserved} xoff {xoff} xon {xon} shared alpha {alpha}",
        {index("group", 7, groups), text("pool", free_text), size("reserved"), size("xoff"), size("xon"), word("alpha", alphas)}, LineKind::group_buffer, lossless),
    synonym(reads(port, "ingress-buffer {group} map / pool {pool} type lossy reserved {reserved} shared alpha {alpha}",
        {index("group", 7, groups), text("pool", free_text), size("reserved"), word("alpha", alphas)}, LineKind::group_buffer, lossless)),
    reads(port, "egress-buffer {queue} map / pool {pool} reserved {reserved} shared alpha {alpha}",
        {index("queue", 7, queues), text("pool", free_text), size("reserved"), word("alpha", alphas)}, LineKind::queue_buffer, lossless),
};

constexpr Aside asides[]{
    {top, unsupported, "dcb pool", nothing_modelled},
    {top, irrelevant, "aaa arp banner boot cli clock crypto docker email exit file fae igmp image interfaces ip ipv6 lacp ldap lldp logging "
        "mac-address-table magp management mlag mlag-vip monitor ntp openflow password protocol ptp radius-server snmp-server spanning-tree "
        "ssh stats system tacacs-server telnet-server terminal usb username virt web what-just-happened xml-gw"},
    {port, unsupported, "bandwidth dcb storm-control traffic-class", nothing_modelled},
    {port, unsupported, "egress-buffer", unread(LineKind::queue_buffer)},
    {port, unsupported, "ingress-buffer", unread(LineKind::group_buffer, LineKind::group_binding)},
    {port, unsupported, "qos", unread(LineKind::trust, LineKind::dscp_map, LineKind::pcp_map)},
    {port, irrelevant, "access-group arp bfd boot-delay counters dhcp display duplex exit ip ipl ipv4 ipv6 lacp lacp-individual lldp load-interval "
        "mac-address magp mlag ntp ospf ptp module-type sflow spanning-tree switchport telemetry vlan"},
    {scope::pool, irrelevant, "exit"},
};
// clang-format on

constexpr std::string_view physical_ports[]{"interface ethernet"};
constexpr Dialect dialect{.comment = "#",
    .separator = "",
    .flat = true,
    .negation_behind_header = true,
    .permanent = physical_ports};
constexpr line_cli::Grammar rows(dialect, statements, asides);

constexpr line_cli::PortHeader headers[]{{kind_of(LineKind::ethernet), "Eth", PortKind::physical},
    {kind_of(LineKind::port_channel), "Po", PortKind::lag},
    {kind_of(LineKind::mlag_port_channel), "Mpo", PortKind::lag},
    {kind_of(LineKind::vlan_interface), "Vlan", PortKind::vlan},
    {kind_of(LineKind::loopback), "Loopback", PortKind::loopback}};
constexpr line_cli::PortBlocks blocks{headers};

}

const line_cli::Grammar& grammar() { return rows; }

PortKind kind_of_port(std::string_view name) { return line_cli::kind_by_header(blocks, name); }

const line_cli::PortBlocks& port_blocks() { return blocks; }

}
