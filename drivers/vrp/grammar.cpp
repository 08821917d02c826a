// SPDX-License-Identifier: Apache-2.0
// Every line of VRP that the driver reads, writes or knows, with the page that documents it. A known line that may
// affect RDMA and has no place in the model is `unsupported`. A line that matches no row and no aside is
// unrecognised.
#include "drivers/vrp/grammar.h"

#include "drivers/line_cli/grammar/rows.h"
#include "drivers/vrp/deadlock_times.h"
#include "models/fabric/port.h"

namespace rocelint::vrp {
namespace {

using namespace line_cli::rows;

constexpr std::string_view dcb
    = "Huawei CloudEngine 8800 and 6800 Series V300R023C00 Command Reference, DCB Configuration Commands";
constexpr std::string_view priority_mapping
    = "Huawei CloudEngine 8800 and 6800 Series V300R023C00 Command Reference, Priority Mapping Configuration Commands";
constexpr std::string_view congestion
    = "Huawei CloudEngine 8800 and 6800 Series V300R023C00 Command Reference, Congestion Avoidance and Congestion Management "
      "Configuration Commands";
constexpr std::string_view shaping
    = "Huawei CloudEngine 8800 and 6800 Series V300R023C00 Command Reference, Traffic Policing and Traffic Shaping, "
      "Interface-based Rate Limiting";
constexpr std::string_view interfaces
    = "Huawei CloudEngine 8800 and 6800 Series V300R023C00 Command Reference, Interface Management";
// The second size is in releases before V300: Ansible's community.network 5.0, module ce_mtu.
constexpr std::string_view jumbo_frames
    = "Huawei CloudEngine 8800 and 6800 Series V300R023C00 Command Reference, jumboframe enable";
constexpr std::string_view balancing
    = "Huawei CloudEngine 8800 and 6800 Series V300R023C00 Command Reference, Load Balancing Configuration Commands";
constexpr std::string_view basics
    = "Huawei CloudEngine 8800 and 6800 Series V300R023C00 Command Reference, Basic Configuration";
constexpr std::string_view switching
    = "Huawei CloudEngine 8800 and 6800 Series V300R023C00 Command Reference, Ethernet Switching";
// `mode` is not in the reference of CloudEngine switches.
constexpr std::string_view eth_trunk
    = "Huawei CloudEngine 8800 and 6800 Series V300R023C00 Command Reference, eth-trunk; Huawei NetEngine 8000 F Command "
      "Reference, eth-trunk";
constexpr std::string_view routing
    = "Huawei CloudEngine 8800 and 6800 Series V300R023C00 Command Reference, IP Routing";
constexpr std::string_view policies
    = "Huawei CloudEngine 8800 and 6800 Series V300R023C00 Command Reference, traffic-policy global and traffic-policy in the "
      "VLAN, bridge domain, QoS group and VPN instance views";
constexpr std::string_view lldp
    = "Huawei CloudEngine 8800 and 6800 Series V300R023C00 Command Reference, LLDP Configuration Commands";

constexpr std::string_view words_of_domains[]{"b", "br", "bri", "brie", "brief", "n", "no", "non", "none"};
constexpr std::string_view words_of_profiles[]{"b", "br", "bri", "brie", "brief"};
constexpr TextLimit profile_name{.longest = 31, .source = congestion, .reserved = words_of_profiles};
constexpr TextLimit domain_name{.longest = 31, .source = priority_mapping, .reserved = words_of_domains};
// Where a domain is used, `none` stands for none of them.
constexpr TextLimit domain_or_none{.longest = 31, .source = priority_mapping};
constexpr TextLimit pause_name{.longest = 31, .source = dcb, .punctuation = "-_"};
constexpr TextLimit port_text{.longest = 242, .source = interfaces};

// clang-format off
// 1024: the largest sizes are 30720 kbytes, or 30 mbytes, and 34078720 bytes, or 33280 kbytes.
constexpr std::uint64_t kilo = 1024;
constexpr std::uint64_t mega = kilo * kilo;
constexpr Term kilobytes[]{{"kbytes", kilo}, {"mbytes", mega}, {"", kilo}};
constexpr Term small_bytes[]{{"bytes", 1}, {"kbytes", kilo}, {"", 1}};
constexpr Term bursts[]{{"bytes", 1}, {"kbytes", kilo}, {"mbytes", mega}, {"", 1}};
constexpr Term sizes[]{{"bytes", 1}, {"kbytes", kilo}, {"mbytes", mega}};
constexpr Term rates[]{{"gbps", giga}, {"mbps", giga / 1000}, {"kbps", 1000}, {"", 1000}};
constexpr Term plain[]{{"", 1}};
constexpr Term classes[]{{"be", 0}, {"af1", 1}, {"af2", 2}, {"af3", 3}, {"af4", 4}, {"ef", 5}, {"cs6", 6}, {"cs7", 7}};
constexpr Term colours[]{{"green", number_of(Colour::green)}, {"yellow", number_of(Colour::yellow)}, {"red", number_of(Colour::red)}};
constexpr Term fields[]{{"dscp", number_of(Trust::dscp)}, {"8021p", number_of(Trust::pcp)}};
constexpr Term modes[]{{"manual", 0}, {"auto", 1}};
constexpr Term intervals[]{{"10", 10}, {"100", 100}, {"500", 500}, {"1000", 1000}};
constexpr Term actions[]{{"forwarding", number_of(WatchdogAction::forward)}, {"discard", number_of(WatchdogAction::drop)}};
constexpr Term states[]{{"enable", 1}, {"disable", 0}};
constexpr Term fecs[]{{"rs", number_of(Fec::rs)}, {"base-r", number_of(Fec::base_r)}, {"none", number_of(Fec::none)}};
constexpr Term speeds[]{{"100", giga / 10, 0, true}, {"1000", giga}, {"10000", 10 * giga}, {"25000", 25 * giga}, {"40000", 40 * giga},
    {"50000", 50 * giga}, {"100000", 100 * giga}, {"200000", 200 * giga}, {"400000", 400 * giga}};
constexpr Term spreadings[]{{"fixed", number_of(Spreading::by_flow)}, {"eligible", number_of(Spreading::by_flowlet)}, {"spray", number_of(Spreading::by_packet)}};

constexpr Slot percent = number("percent", 1, 100);
constexpr Slot bytes_of(std::string_view name) { return number(name, 128, 34'078'720, plain); }
constexpr Slot share_of(std::string_view name) { return number(name, 0, 100); }
constexpr Slot cells_of(std::string_view name) { return number(name, 1, 125'000, plain); }
constexpr Slot kilobytes_of(std::string_view name, std::uint64_t least = kilo) { return number(name, least, 30'720 * kilo, kilobytes); }
constexpr Slot rate_of(std::string_view name) { return number(name, 1000, 400 * giga, rates); }
constexpr Slot burst_of(std::string_view name) { return number(name, 1, 33'554'432 * mega, bursts); }
constexpr Slot queue = index("queue", 7);
constexpr Slot priority = index("priority", 7);
constexpr Slot slot = number("slot", 0, 99);

constexpr Scopes top = scope::top;
constexpr Scopes port = scope::port;
constexpr Scopes drop = scope::drop;

constexpr line_cli::Statement statements[]{
    there(top, "sysname {name}", {text("name", host_name)}, LineKind::sysname, basics),
    known(top, "HUAWEI Versatile|CloudEngine [{rest}]", {rest}, irrelevant),
    there(top, "HUAWEI {rest}", {rest}, LineKind::model, "Huawei CloudEngine 8800 and 6800 Series V300R023C00 Command Reference, display version"),
    there(top, "interface {rest}", {rest_of(own_words)}, LineKind::interface_, interfaces, port),

    // Device-wide lines about PFC.
    switched(top, "dcb pfc global disable", {}, LineKind::all_off, dcb),
    reads(top, "dcb pfc deadlock-detect interval / {milliseconds}", {word("milliseconds", intervals)}, LineKind::interval, dcb),
    reads(top, "dcb pfc deadlock-detect / timer {milliseconds}", {number("milliseconds", 10, 1500)}, LineKind::detection, dcb),
    reads(top, "dcb pfc deadlock-recovery / timer {milliseconds}", {number("milliseconds", 10, 1500)}, LineKind::recovery, dcb),
    adds_up(reads(top, "dcb pfc deadlock recovery-behavior {action} slot {slot}", {word("action", actions), slot}, LineKind::recovery_action, dcb)),
    adds_up(reads(top, "dcb pfc dscp-mapping enable slot {slot}", {slot}, LineKind::pause_by_class, dcb)),
    outside_model(top, "dcb pfc uplink group {rest}", {rest}),
    defines("dcb pfc", there(top, "dcb pfc [{profile}]", {text("profile", pause_name)}, LineKind::pause_profile, dcb, scope::pause)),
    reads(scope::pause, "priority {priority} deadlock-detect / time {intervals}", {priority, number("intervals", 1, most_detection_intervals)}, LineKind::detection_time, dcb),
    reads(scope::pause, "priority {priority} deadlock-recovery / time {intervals}", {priority, number("intervals", 0, most_recovery_intervals)}, LineKind::recovery_time, dcb),
    // After this number of deadlocks within 20 seconds PFC of the port is off, or the port is down.
    outside_model(scope::pause, "priority {priority} turn-off|error-down / threshold {times}", {priority, number("times", 1, 300)}),
    adds_up(reads(scope::pause, "priority {priorities} /", {points("priorities", 7)}, LineKind::priorities, dcb)),
    only_negated(synonym(reads(scope::pause, "priority", {}, LineKind::priorities, dcb))),
    defines("dcb ets-profile", there(top, "dcb ets-profile {name}", {text("name", pause_name)}, LineKind::ets_profile, dcb, scope::ets)),
    reads(scope::ets, "priority-group {group} drr weight / {weight}", {index("group", 15), number("weight", 1, 100)}, LineKind::group_weight, dcb),
    reads(scope::ets, "priority-group {group} queue / {queues}", {index("group", 15), {.name = "queues", .kind = SlotKind::rest, .text = &own_words}}, LineKind::group_queues, dcb),
    known(scope::ets, "priority-group {group} [pq]", {index("group", 15)}, irrelevant),
    adds_up(reads(top, "qos buffer headroom-pool size {bytes} slot {slot}", {kilobytes_of("bytes"), slot}, LineKind::headroom_pool, dcb)),

    // How packets are classified.
    defines("diffserv domain", there(top, "diffserv domain {name}", {text("name", domain_name)}, LineKind::domain, priority_mapping, scope::domain)),
    reads(scope::domain, "ip-dscp-inbound {dscp} / phb {class} [{colour}]", {index("dscp", 63), word("class", classes), word("colour", colours)}, LineKind::dscp_in, priority_mapping),
    reads(scope::domain, "8021p-inbound {pcp} / phb {class} [{colour}]", {index("pcp", 7), word("class", classes), word("colour", colours)}, LineKind::pcp_in, priority_mapping),
    of_first_value(reads(scope::domain, "ip-dscp-outbound {class} {colour} / map {dscp}", {index("class", 7, classes), word("colour", colours), number("dscp", 0, 63)}, LineKind::dscp_out, priority_mapping)),

    // How queues drop and mark.
    defines("drop-profile", there(top, "drop-profile {name}", {text("name", profile_name)}, LineKind::drop_profile, congestion, drop)),
    of_first_value(reads(drop, "color {colour} / buffer-size low-limit {low} high-limit {high} discard-percentage {percent}", {word("colour", colours), bytes_of("low"), bytes_of("high"), percent}, LineKind::colour, congestion)),
    synonym(of_first_value(reads(drop, "color {colour} / buffer-size cell low-limit {low_cells} high-limit {high_cells} discard-percentage {percent}", {word("colour", colours), cells_of("low_cells"), cells_of("high_cells"), percent}, LineKind::colour, congestion))),
    synonym(of_first_value(reads(drop, "color {colour} / low-limit {low} high-limit {high} discard-percentage {percent}", {word("colour", colours), share_of("low"), share_of("high"), percent}, LineKind::colour, congestion))),
    reads(drop, "ecn / buffer-size low-limit {low} high-limit {high} discard-percentage {percent}", {bytes_of("low"), bytes_of("high"), percent}, LineKind::ecn, congestion),
    synonym(reads(drop, "ecn / buffer-size cell low-limit {low_cells} high-limit {high_cells} discard-percentage {percent}", {cells_of("low_cells"), cells_of("high_cells"), percent}, LineKind::ecn, congestion)),
    synonym(reads(drop, "ecn / low-limit {low} high-limit {high} discard-percentage {percent}", {share_of("low"), share_of("high"), percent}, LineKind::ecn, congestion)),
    reads(top, "qos ecn enable", {}, LineKind::ecn_everywhere, congestion),
    // AI ECN, which may be in it, sets the thresholds of queues in place of drop profiles.
    unmodelled_line(top, "ai-service", {}, LineKind::ai_service),

    // Where packets go.
    there(top, "load-balance ecmp", {}, LineKind::ecmp, balancing, scope::ecmp),
    reads(scope::ecmp, "ip / {fields}", {{.name = "fields", .kind = SlotKind::rest, .text = &own_words}}, LineKind::hash, balancing),
    reads(scope::ecmp, "ecmp seed / {seed}", {number("seed", 0, 255)}, LineKind::seed, balancing),
    synonym(reads(scope::ecmp, "ecmp underlay seed / {seed}", {number("seed", 0, 255)}, LineKind::seed, balancing)),
    known(scope::ecmp, "ecmp overlay seed {seed}", {number("seed", 0, 255)}, irrelevant),
    reads(scope::ecmp, "ecmp mode / {mode} [flowlet-gap-time {gap}]", {word("mode", spreadings), number("gap", 16, 32'000)}, LineKind::spreading, balancing),
    there(top, "bgp {asn}", {text("asn")}, LineKind::bgp, routing, scope::bgp),
    reads(scope::bgp, "ipv4-family unicast", {}, LineKind::nothing, routing, scope::bgp),
    reads(scope::bgp, "peer {name} allow-as-loop [{times}]", {text("name"), number("times", 1, 10)}, LineKind::own_as, routing),
    reads(scope::bgp, "maximum load-balancing {paths} [ecmp-nexthop-changed]", {number("paths", 1, 65'535)}, LineKind::most_paths, routing),
    synonym(reads(scope::bgp, "maximum load-balancing ebgp|ibgp {paths} [ecmp-nexthop-changed]", {number("paths", 1, 65'535)}, LineKind::most_paths, routing)),
    there(top, "ospf|ospfv3|isis [{rest}]", {rest}, LineKind::link_state, routing, scope::aside),
    adds_up(reads(top, "ip|ipv6 route-static {rest}", {rest}, LineKind::route, routing)),
    there(top, "mac-address aging-time {seconds}", {number("seconds", 0, 1'000'000)}, LineKind::mac_timeout, switching),
    // A policy is applied to all packets that enter, to those of a slot, or to those of a port, a VLAN, a bridge domain, a group or a VPN instance.
    unmodelled_line(top | scope::shared, "traffic-policy {rest}", {rest}, LineKind::service),
    there(top, "vlan {number}", {text("number")}, LineKind::vlan, policies, scope::shared),
    there(top, "bridge-domain {number}", {text("number")}, LineKind::bridge_domain, policies, scope::shared),
    there(top, "qos group {name}", {text("name")}, LineKind::policy_group, policies, scope::shared),
    there(top, "ip vpn-instance {name}", {text("name")}, LineKind::vpn_instance, policies, scope::shared),
    outside_model(top, "traffic behavior|classifier|policy {rest}", {rest}),

    // Lines of a port.
    reads(port, "description / {rest}", {rest_of(port_text)}, LineKind::description, interfaces),
    // The second size is the least of a jumbo frame.
    reads(port, "jumboframe enable / {bytes} [{least}]", {number("bytes", 1518, 15'360), number("least", 1518, 15'360)}, LineKind::frame, jumbo_frames),
    reads(port, "mtu / {bytes}", {number("bytes", 46, 9600)}, LineKind::mtu, interfaces),
    switched(port, "shutdown", {}, LineKind::shutdown, interfaces),
    // A looped port receives its own packets, and its neighbour none.
    unmodelled_line(port, "loopback {rest}", {rest}, LineKind::shutdown),
    switched(port, "portswitch", {}, LineKind::switched, switching),
    misfit(reads(port, "speed {speed}", {word("speed", speeds)}, LineKind::speed, interfaces), unsupported),
    known(port, "speed auto [{rest}]", {rest}, irrelevant),
    reads(port, "negotiation {state}", {word("state", states)}, LineKind::negotiation, interfaces),
    misfit(reads(port, "fec mode {fec}", {word("fec", fecs)}, LineKind::fec, interfaces), unsupported),
    reads(port, "eth-trunk / {number} [mode active|passive]", {number("number", 0, 4095)}, LineKind::channel, eth_trunk),
    adds_up(reads(port, "trunkport {rest}", {rest}, LineKind::members, switching)),
    reads(port, "peer-link {number}", {number("number", 1, 1)}, LineKind::peer_link, switching),
    known(port, "peer-link {number} virtual-link", {number("number", 1, 1)}, irrelevant),
    adds_up(reads(port, "ip address {rest}", {rest}, LineKind::address, interfaces)),
    adds_up(reads(port, "ipv6 address {rest}", {rest}, LineKind::address6, interfaces)),
    reads(port, "ip binding vpn-instance {name}", {text("name")}, LineKind::vrf, routing),
    reads(port, "flow-control", {}, LineKind::link_pause, interfaces),
    reads(port, "flow-control / input", {}, LineKind::link_pause_in, interfaces),
    reads(port, "flow-control / output", {}, LineKind::link_pause_out, interfaces),
    reads(port, "dcb pfc enable [mode {mode}]", {word("mode", modes)}, LineKind::pfc, dcb),
    uses("dcb pfc", synonym(reads(port, "dcb pfc enable {profile} [mode {mode}]", {text("profile", pause_name), word("mode", modes)}, LineKind::pfc, dcb))),
    reads(port, "dcb pfc buffer {queue} xoff static {xoff} [xon offset {offset}]", {queue, kilobytes_of("xoff"), kilobytes_of("offset")}, LineKind::fixed_threshold, dcb),
    reads(port, "dcb pfc buffer {queue} xoff dynamic {exponent} [xon offset {offset}]", {queue, number("exponent", 1, 12), kilobytes_of("offset")}, LineKind::threshold, dcb),
    reads(port, "dcb pfc buffer {queue} xon static {xon} xoff static {xoff}", {queue, kilobytes_of("xon"), kilobytes_of("xoff")}, LineKind::fixed_pair, dcb),
    reads(port, "dcb pfc buffer {queue} xon dynamic {xon} xoff dynamic {xoff}", {queue, number("xon", 0, 10), number("xoff", 0, 10)}, LineKind::pair, dcb),
    reads(port, "dcb pfc buffer {queue} hdrm / {bytes}", {queue, kilobytes_of("bytes", 16 * kilo)}, LineKind::headroom, dcb),
    reads(port, "dcb pfc buffer {queue} guaranteed / {bytes}", {queue, number("bytes", 640, 25'600, small_bytes)}, LineKind::reserve, dcb),
    outside_model(port, "port pfc-deadlock trigger {rest}", {rest}),
    uses("dcb ets-profile", reads(port, "dcb ets enable / {name}", {text("name", pause_name)}, LineKind::ets, dcb)),
    reads(port, "dcb compliance intel-oui", {}, LineKind::old_dcbx, dcb),
    outside_model(port, "dcb app-profile {rest}", {rest}),
    reads(port, "lldp tlv-enable dcbx", {}, LineKind::dcbx, lldp),
    unmodelled_line(port, "trust 8021p inner", {}, LineKind::trust),
    reads(port, "trust / {field} [outer]", {word("field", fields)}, LineKind::trust, priority_mapping),
    uses("diffserv domain", reads(port, "trust upstream / {name}", {text("name", domain_or_none)}, LineKind::use_domain, priority_mapping)),
    reads(port, "port priority / {priority}", {number("priority", 0, 7)}, LineKind::default_priority, priority_mapping),
    reads(port, "qos phb marking dscp enable", {}, LineKind::rewrite_dscp, priority_mapping),
    known(port, "qos phb marking 8021p {state}", {word("state", states)}, irrelevant),
    uses("drop-profile", reads(port, "qos queue {queue} wred / {name}", {queue, text("name", profile_name)}, LineKind::drops_by, congestion)),
    reads(port, "qos queue {queue} ecn", {queue}, LineKind::marks, congestion),
    reads(port, "qos queue {queue} drr weight / {weight}", {queue, number("weight", 1, 100)}, LineKind::weight, congestion),
    unmodelled_line(port, "qos queue {queue} shaping percent {rest}", {queue, rest}, LineKind::shaper),
    reads(port, "qos queue {queue} shaping / cir {cir} [pir {pir}] [cbs {cbs}] [pbs {pbs}]",
        {queue, rate_of("cir"), rate_of("pir"), burst_of("cbs"), burst_of("pbs")}, LineKind::shaper, shaping),
    reads(port, "qos buffer queue {queue} shared-threshold static {bytes}", {queue, number("bytes", 0, 34'078'720, sizes)}, LineKind::queue_limit, congestion),
    reads(port, "qos buffer queue {queue} shared-threshold dynamic {exponent}", {queue, number("exponent", 0, 12)}, LineKind::queue_share, congestion),
    after_no(reads(port, "qos pq {queues}", {{.name = "queues", .kind = SlotKind::rest, .text = &own_words}}, LineKind::strict, congestion)),
    after_no(reads(port, "qos drr {queues}", {{.name = "queues", .kind = SlotKind::rest, .text = &own_words}}, LineKind::by_weight, congestion)),
    after_no(reads(port, "qos lpq {queues}", {{.name = "queues", .kind = SlotKind::rest, .text = &own_words}}, LineKind::last, congestion)),
    reads(port, "qos lr / cir {rate} [cbs {cbs}] [outbound]", {rate_of("rate"), burst_of("cbs")}, LineKind::port_limit, shaping),
    unmodelled_line(port, "traffic-policy {rest}", {rest}, LineKind::service),
};

constexpr Aside asides[]{
    // These neither classify, queue, pause, mark nor size forwarded packets.
    {top, irrelevant, "aaa acl anti-attack arp assign bfd bridge-domain cfm clock command-privilege config cpu-defend crypto device dfs-group dhcp diagnose dns domain "
        "easy-operation ecc error-down evpn fan feature-software ftp hardware header http icmp igmp-snooping info-center ip ipv6 ipv6-prefix keychain l2protocol-tunnel lacp "
        "license lldp local-user loopback-detect mac-address m-lag monitor-link mpls multicast nd netconf netstream nqa ntp ntp-service observe-port openflow ospf-mib patch pim pki "
        "port-group port-isolate radius-server rest-server return rmon route-policy router rpc rsa sftp smart-link snetconf snmp-agent ssh ssl stack stelnet storage stp sysman "
        "system system-view tacacs-server telemetry telnet tm-mode transceiver tunnel-policy user-interface user-security-policy vlan vpn-instance vrrp vsi xpl"},
    {top, unsupported, "adaptive-routing abs-pfc iqcn npcc low-latency load-balance rail-group dragonfly", nothing_modelled},
    {top, unsupported, "dcb", nothing_modelled},
    {top, unsupported, "qos", nothing_modelled},
    {port, irrelevant, "alias arp assign bfd bridge-domain carrier control-flap dampening dcn device dfs-group dhcp dot1q encapsulation enable ecc igmp ip ipv6 isis l2 lacp least lldp load-interval "
        "loopback-detect m-lag mac-address mac-limit max mode mpls nd ndp netstream ospf ospfv3 pim port ptp qinq reserved restart-count set stp "
        "storm suppression transceiver trap-threshold unicast vlan vrrp vtep"},
    // These can hold back, drop, reorder or reclassify RDMA packets.
    {port, unsupported, "abs-pfc adaptive-routing long-distance load-balance macsec rail-group iqcn npcc", nothing_modelled},
    {port, unsupported, "dcb", unread(LineKind::pfc)},
    {port, unsupported, "qos", unread(LineKind::service)},
    {scope::pause, unsupported, "priority", nothing_modelled},
    {scope::ets, unsupported, "priority-group queue", nothing_modelled},
    {scope::domain | scope::ecmp | scope::bgp | scope::aside | scope::shared, irrelevant, "*"},
};
// clang-format on

// These exist without their headers. Every port has a section of its own.
constexpr std::string_view permanent[]{"interface 1",
    "interface 2",
    "interface 4",
    "interface 5",
    "interface 8",
    "interface GE",
    "interface MEth",
    "dcb pfc",
    "dcb ets-profile default",
    "diffserv domain default",
    "drop-profile default"};
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
