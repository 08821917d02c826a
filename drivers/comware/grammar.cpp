// SPDX-License-Identifier: Apache-2.0
// Every line of Comware that the driver reads, writes or knows, with the manual that documents it. A known line that may
// affect RDMA and has no place in the model is `unsupported`. A line that matches no row and no aside is unrecognised.
#include "drivers/comware/grammar.h"

#include "drivers/line_cli/grammar/rows.h"
#include "models/fabric/port.h"

namespace rocelint::comware {
namespace {

using namespace line_cli::rows;

constexpr std::string_view pfc
    = "H3C Intelligent Lossless Network Configuration Guide, Configuring PFC (2024-07)";
constexpr std::string_view pfc_commands
    = "H3C S6805 & S6825 & S6850 & S9850 Command References, PFC commands; H3C S9825 & S9855 Command References-R913x-6W101, PFC "
      "commands";
constexpr std::string_view rdma = "H3C S6805 & S6825 & S6850 & S9850 & S9820 RDMA Technical Reference-6W100";
constexpr std::string_view mapping
    = "HPE FlexNetwork 5130 HI ACL and QoS Configuration Guide (5200-3601), Priority mapping";
constexpr std::string_view trusting
    = "HPE FlexFabric 12500 ACL and QoS Command Reference (5998-4884), qos trust";
constexpr std::string_view wred
    = "HPE FlexNetwork 5130 HI ACL and QoS Command Reference (5998-8424b), queue; HP FlexFabric 11900 ACL and "
      "QoS Configuration Guide, Configuring and applying a queue-based WRED table";
constexpr std::string_view queuing
    = "H3C S6300 Command References-Release 243x-6W100, QoS commands, Congestion management commands; HP FlexFabric 11900 ACL and QoS "
      "Configuration Guide, Congestion management";
constexpr std::string_view shaping
    = "H3C S6300 Command References-Release 243x-6W100, QoS commands, GTS and rate limit commands; HP MSR "
      "ACL and QoS Command Reference (V7), qos lr";
constexpr std::string_view interfaces
    = "H3C S12500 Command References-Release7374-6W731, Ethernet interface commands";
constexpr std::string_view frames
    = "H3C S6850 Layer 2 - LAN Switching Configuration Guide, Configuring jumbo frame support";
constexpr std::string_view flow_control
    = "H3C S7500E-XS Interface Configuration Guide, Configuring generic flow control on an Ethernet interface";
constexpr std::string_view aggregation
    = "H3C S6850 Layer 2 - LAN Switching Configuration Guide, Configuring Ethernet link aggregation";
constexpr std::string_view lldp
    = "H3C S6800[S6860][S6861] & S6820 Configuration Guide-6W101, LLDP configuration, Configuring DCBX";
constexpr std::string_view balancing
    = "HPE FlexFabric 5980 Layer 3-IP Services Configuration Guide (5200-3925), Configuring load sharing mode; HP FlexFabric 11900 Layer "
      "3 - IP Services Configuration Guide, Configuring load sharing";
constexpr std::string_view basics = "H3C S12500 Command References-Release7374-6W731, Fundamentals";
constexpr std::string_view routing = "H3C S12500 Command References-Release7374-6W731, Layer 3-IP Routing";

// clang-format off
constexpr Term pfc_modes[]{{"enable", number_of(PfcMode::enable)}, {"auto", number_of(PfcMode::automatic)}};
constexpr Term actions[]{{"discard", number_of(WatchdogAction::drop)}, {"forwarding", number_of(WatchdogAction::forward)}};
constexpr Term recoveries[]{{"auto", 1}, {"manual", 0}};
constexpr Term fields[]{{"dscp", number_of(Trust::dscp)}, {"dot1p", number_of(Trust::pcp)}, {"none", number_of(Trust::none)}};
constexpr Term link_modes[]{{"bridge", number_of(LinkMode::bridge)}, {"route", number_of(LinkMode::route)}};
// By name as they are printed, or by number.
constexpr Term queues[]{{"be", 0}, {"af1", 1}, {"af2", 2}, {"af3", 3}, {"af4", 4}, {"ef", 5}, {"cs6", 6}, {"cs7", 7},
    {"0", 0}, {"1", 1}, {"2", 2}, {"3", 3}, {"4", 4}, {"5", 5}, {"6", 6}, {"7", 7}};
constexpr Term groups[]{{"sp", number_of(Group::strict)}, {"1", number_of(Group::first)}, {"2", number_of(Group::second)}};
constexpr Term units[]{{"byte-count", 0}, {"weight", 1}};
constexpr Term kilobits[]{{"", 1000}};
constexpr Term speeds[]{{"100", giga / 10, 0, true}, {"1000", giga}, {"10000", 10 * giga}, {"25000", 25 * giga}, {"40000", 40 * giga},
    {"50000", 50 * giga}, {"100000", 100 * giga}, {"200000", 200 * giga}, {"400000", 400 * giga}, {"800000", 800 * giga}};
constexpr Term versions[]{{"standard", number_of(DcbxVersion::ieee)}, {"rev101", number_of(DcbxVersion::cee)}, {"rev100", number_of(DcbxVersion::cin)}};

// The largest number of cells in a line is undocumented and differs by series.
constexpr std::uint64_t most_cells = 4'294'967'295;
constexpr Slot cells_of(std::string_view name) { return number(name, 0, most_cells); }
constexpr Slot percent = number("percent", 0, 100);
constexpr Slot queue = index("queue", 7);
constexpr Slot value = index("value", 7);
constexpr Slot level = number("level", 0, 2);
constexpr Slot priorities{.name = "priorities", .most = 7, .kind = SlotKind::ranges};

constexpr Scopes top = scope::top;
constexpr Scopes port = scope::port;
constexpr Scopes table = scope::table;

constexpr line_cli::Statement statements[]{
    there(top, "sysname {name}", {text("name", host_name)}, LineKind::sysname, basics),
    known(top, "H3C|HPE|HP Comware {rest}", {rest}, irrelevant),
    there(top, "H3C|HPE|HP {rest}", {rest}, LineKind::model, "H3C S12500 Command References-Release7374-6W731, display version"),
    there(top, "interface {rest}", {rest_of(own_words)}, LineKind::interface_, interfaces, port),

    // PFC, of the whole switch or of one port.
    reads(top | port, "priority-flow-control no-drop dot1p / {priorities}", {priorities}, LineKind::no_drop, pfc),
    // Which arguments it takes is not documented where its name is.
    unmodelled_line(top | port, "priority-flow-control dscp-mapping [{rest}]", {rest}, LineKind::no_drop),
    reads(top, "priority-flow-control deadlock cos {cos} interval / {units}", {index("cos", 7), number("units", 1, most_cells)}, LineKind::interval, pfc),
    reads(top, "priority-flow-control deadlock auto-recover action / {action}", {word("action", actions)}, LineKind::deadlock_action, pfc),
    // How long a unit of an interval or a delay is, follows from the precision and is not documented where these lines are.
    outside_model(top, "priority-flow-control deadlock auto-recover cos {cos} delay {units}", {index("cos", 7), number("units", 1, most_cells)}),
    outside_model(top, "priority-flow-control deadlock precision {precision}", {text("precision")}),
    // After this number of deadlocks within the period PFC of the queue is off, or the port is down.
    outside_model(top, "priority-flow-control deadlock threshold {rest}", {rest}),
    reads(top, "priority-flow-control poolID|poolid {pool} headroom / {cells}", {index("pool", 7), cells_of("cells")}, LineKind::headroom_pool, pfc_commands),
    reads(port, "priority-flow-control deadlock enable", {}, LineKind::watchdog, pfc),
    reads(port, "priority-flow-control deadlock recover-mode / {mode}", {word("mode", recoveries)}, LineKind::recover_mode, pfc),
    reads(port, "priority-flow-control dot1p {value} headroom / {cells}", {value, cells_of("cells")}, LineKind::headroom, pfc_commands),
    reads(port, "priority-flow-control dot1p {value} reserved-buffer / {cells}", {value, cells_of("cells")}, LineKind::reserve, pfc_commands),
    reads(port, "priority-flow-control dot1p {value} ingress-buffer dynamic / {percent}", {value, percent}, LineKind::share, rdma),
    reads(port, "priority-flow-control dot1p {value} ingress-buffer static / {cells}", {value, cells_of("cells")}, LineKind::fixed, pfc_commands),
    reads(port, "priority-flow-control dot1p {value} ingress-threshold-offset / {cells}", {value, cells_of("cells")}, LineKind::offset, pfc_commands),
    known(port, "priority-flow-control early-warning {rest}", {rest}, irrelevant),
    outside_model(top | port, "priority-flow-control pause-time|config-style {rest}", {rest}),
    reads(top | port, "priority-flow-control / {mode}", {word("mode", pfc_modes)}, LineKind::pfc, pfc),

    // How packets are classified.
    there(top, "qos map-table {table}", {text("table", own_words)}, LineKind::map_table, mapping, scope::map),
    adds_up(reads(scope::map, "import {points} / export {target}", {points("points", 63), number("target", 0, 63)}, LineKind::entry, mapping)),
    unmodelled_line(scope::map, "import {rest}", {rest}, LineKind::entry),

    // How queues drop and mark.
    defines("qos wred queue table", there(top, "qos wred queue table {name}", {text("name")}, LineKind::wred_table, wred, table)),
    reads(table, "queue {queue} drop-level {level} / low-limit {low} high-limit {high} [discard-probability {percent}]", {queue, level, cells_of("low"), cells_of("high"), percent}, LineKind::curve, wred),
    reads(table, "queue {queue} ecn", {queue}, LineKind::marks, wred),
    reads(table, "queue {queue} weighting-constant / {exponent}", {queue, number("exponent", 0, 15)}, LineKind::averaging, wred),
    reads(table, "queue {queue} / low-limit {low} high-limit {high} [discard-probability {percent}]", {queue, cells_of("low"), cells_of("high"), percent}, LineKind::curves, wred),
    // On a port: S9825 and S9827. Its words are those of the table.
    reads(port, "qos wred queue {queue} drop-level {level} / low-limit {low} high-limit {high} [discard-probability {percent}]", {queue, level, cells_of("low"), cells_of("high"), percent}, LineKind::port_curve, wred),
    reads(port, "qos wred queue {queue} ecn", {queue}, LineKind::port_marks, wred),
    reads(port, "qos wred queue {queue} weighting-constant / {exponent}", {queue, number("exponent", 0, 15)}, LineKind::port_averaging, wred),
    reads(port, "qos wred queue {queue} / low-limit {low} high-limit {high} [discard-probability {percent}]", {queue, cells_of("low"), cells_of("high"), percent}, LineKind::port_curves, wred),
    uses("qos wred queue table", reads(port, "qos wred apply / [{name}]", {text("name")}, LineKind::apply_table, wred)),
    unmodelled_line(top, "ai-service", {}, LineKind::marks),
    unmodelled_line(top, "buffer egress {rest}", {rest}, LineKind::buffer),
    reads(top, "buffer apply", {}, LineKind::apply_buffers, "H3C S12500X-AF Command References(R28xx)-6W100, Data buffer commands, buffer apply"),
    outside_model(top, "buffer ingress|usage|packet-drop|threshold {rest}", {rest}),
    outside_model(top, "burst-mode enable", {}),

    // Where packets go.
    reads(top, "ip load-sharing mode per-flow / {rest}", {rest_of(own_words)}, LineKind::hash, balancing),
    unmodelled_line(top, "ip load-sharing mode per-packet [{rest}]", {rest}, LineKind::hash),
    there(top, "bgp {asn} [instance {name}]", {text("asn"), text("name")}, LineKind::bgp, routing, scope::bgp),
    reads(scope::bgp, "address-family ipv4|ipv6 [unicast]", {}, LineKind::nothing, routing, scope::bgp),
    reads(scope::bgp, "peer {name} allow-as-loop [{times}]", {text("name"), number("times", 1, 10)}, LineKind::own_as, routing),
    reads(scope::bgp, "balance {paths}", {number("paths", 1, 65'535)}, LineKind::most_paths, routing),
    synonym(reads(scope::bgp, "balance ebgp|ibgp {paths}", {number("paths", 1, 65'535)}, LineKind::most_paths, routing)),
    there(top, "ospf|ospfv3|isis [{rest}]", {rest}, LineKind::link_state, routing, scope::aside),
    adds_up(reads(top, "ip|ipv6 route-static {rest}", {rest}, LineKind::route, routing)),
    there(top, "mac-address timer aging {seconds}", {number("seconds", 0, 1'000'000)}, LineKind::mac_timeout, "H3C S6850 Layer 2 - LAN Switching Configuration Guide, Configuring the MAC address table"),
    // A policy is applied to all packets that enter, or to those of VLANs.
    unmodelled_line(top, "qos apply|vlan-policy {rest}", {rest}, LineKind::service),
    outside_model(top, "traffic behavior|classifier {rest}", {rest}),
    outside_model(top, "qos policy|qmprofile|carl {rest}", {rest}),

    // Lines of a port.
    reads(port, "description / {rest}", {rest_of(free_text)}, LineKind::description, interfaces),
    switched(port, "jumboframe enable / [{bytes}]", {number("bytes", 1536, 65'535)}, LineKind::frame, frames),
    reads(port, "mtu / {bytes}", {number("bytes", 46, 65'535)}, LineKind::mtu, frames),
    switched(port, "shutdown", {}, LineKind::shutdown, interfaces),
    // What the port sends comes back to it, and nothing reaches its neighbour.
    unmodelled_line(port, "loopback {rest}", {rest}, LineKind::shutdown),
    reads(port, "port link-mode / {mode}", {word("mode", link_modes)}, LineKind::link_mode, interfaces),
    misfit(reads(port, "speed {speed}", {word("speed", speeds)}, LineKind::speed, interfaces), unsupported),
    known(port, "speed auto", {}, irrelevant),
    unmodelled_line(port, "port fec mode {rest}", {rest}, LineKind::fec),
    reads(port, "port link-aggregation group {number}", {number("number", 1, 65'535)}, LineKind::channel, aggregation),
    reads(port, "port m-lag peer-link {number}", {number("number", 1, 65'535)}, LineKind::peer_link, "H3C S9825 & S9855 Command References-R913x-6W101, M-LAG commands"),
    adds_up(reads(port, "ip address {rest}", {rest}, LineKind::address, interfaces)),
    adds_up(reads(port, "ipv6 address {rest}", {rest}, LineKind::address6, interfaces)),
    reads(port, "ip binding vpn-instance {name}", {text("name")}, LineKind::vrf, routing),
    reads(port, "flow-control", {}, LineKind::link_pause, flow_control),
    reads(port, "flow-control receive enable", {}, LineKind::link_pause_in, flow_control),
    reads(port, "lldp tlv-enable dot1-tlv dcbx", {}, LineKind::dcbx, lldp),
    reads(port, "dcbx version / {version}", {word("version", versions)}, LineKind::dcbx_version, lldp),
    known(port, "qos trust tunnel-dot1p", {}, irrelevant),
    reads(port, "qos trust / {field} [override]", {word("field", fields)}, LineKind::trust, trusting),
    reads(port, "qos priority / {priority}", {number("priority", 0, 7)}, LineKind::default_priority, mapping),
    unmodelled_line(port, "qos apply qmprofile {rest}", {rest}, LineKind::wrr),
    unmodelled_line(port, "qos apply policy {rest}", {rest}, LineKind::service),
    reads(port, "qos sp", {}, LineKind::strict, queuing),
    reads(port, "qos wrr {queue} / group {group} [byte-count {bytes}] [weight {weight}]", {index("queue", 7, queues), word("group", groups), number("bytes", 1, 65'535), number("weight", 1, 65'535)}, LineKind::served, queuing),
    synonym(reads(port, "qos wfq {queue} / group {group} [byte-count {bytes}] [weight {weight}]", {index("queue", 7, queues), word("group", groups), number("bytes", 1, 65'535), number("weight", 1, 65'535)}, LineKind::served, queuing)),
    reads(port, "qos wrr [{unit}]", {word("unit", units)}, LineKind::wrr, queuing),
    reads(port, "qos wfq [{unit}]", {word("unit", units)}, LineKind::wfq, queuing),
    unmodelled_line(port, "qos bandwidth queue {rest}", {rest}, LineKind::wfq),
    reads(port, "qos gts queue {queue} / cir {cir} [cbs {cbs}]", {queue, number("cir", 8000, 1600 * giga, kilobits), number("cbs", 1, most_cells)}, LineKind::shaper, shaping),
    unmodelled_line(port, "qos gts any {rest}", {rest}, LineKind::port_limit),
    reads(port, "qos lr outbound / cir {rate} [cbs {cbs}]", {number("rate", 8000, 1600 * giga, kilobits), number("cbs", 1, most_cells)}, LineKind::port_limit, shaping),
    unmodelled_line(port, "qos lr inbound {rest}", {rest}, LineKind::service),
};

constexpr Aside asides[]{
    // These neither classify, queue, pause, mark nor size forwarded packets.
    {top, irrelevant, "aaa acl arp bfd cfd clock command-alias configuration copyright-info cpu-usage dhcp dns domain drni evpn fan ftp ftth grpc "
        "gratuitous-arp hardware-resource header hwtacacs icmp igmp-snooping info-center ip ipv6 irf irf-port itcm keychain l2vpn lacp line link-aggregation lldp "
        "local-server local-user loopback-detection mac-address m-lag memory-threshold mirroring-group mld-snooping monitor-link mpls multicast netconf netanalysis nqa "
        "ntp-service password-control password-recovery pim pki port-security public-key radius return role rip route-policy rsa scheduler scp security-zone "
        "sflow sftp snmp-agent ssh ssl stp super switch-mode system-working-mode tcp telemetry telnet tftp track transceiver tunnel udp user-group "
        "user-interface user-profile vcf-fabric version vlan vpn-instance vrrp vsi vtep vxlan xbar"},
    {top, unsupported, "priority-flow-control qos buffer qcn", nothing_modelled},
    {port, irrelevant, "alias arp bandwidth bfd combo dampening dhcp dldp duplex eth-oam igmp ip ipv6 isis link-aggregation link-delay lldp load-interval loopback-detection "
        "mac-address mac-vlan mad mdix-mode mirroring-group mld ndp netstream ospf ospfv3 pim port ptp rip sflow sampler service-instance snmp-agent stp "
        "tcp track transceiver virtual-cable-test vlan vrrp vtep xconnect"},
    // These can hold back, drop, reorder or reclassify RDMA packets.
    {port, unsupported, "broadcast-suppression multicast-suppression unicast-suppression storm-constrain qcn", nothing_modelled},
    {port, unsupported, "priority-flow-control", unread(LineKind::pfc)},
    {port, unsupported, "qos", unread(LineKind::service)},
    {table, unsupported, "queue", unread(LineKind::marks)},
    {scope::bgp | scope::aside, irrelevant, "*"},
};
// clang-format on

// These exist without their headers.
constexpr std::string_view permanent[]{"interface GigabitEthernet",
    "interface Ten-GigabitEthernet",
    "interface Twenty-FiveGigE",
    "interface FortyGigE",
    "interface FiftyGigE",
    "interface HundredGigE",
    "interface TwoHundredGigE",
    "interface FourHundredGigE",
    "interface EightHundredGigE",
    "interface M-GigabitEthernet",
    "qos map-table "};
constexpr Dialect dialect{.comment = "#",
    .step = " ",
    .separator = "#",
    .negation = "undo",
    .leave = "quit",
    .permanent = permanent};
constexpr line_cli::Grammar rows(dialect, statements, asides);

constexpr line_cli::PortHeader headers[]{{kind_of(LineKind::interface_), ""}};
constexpr line_cli::PortBlocks blocks{headers};

}

const line_cli::Grammar& grammar() { return rows; }

const line_cli::PortBlocks& port_blocks() { return blocks; }

}
