// SPDX-License-Identifier: Apache-2.0
// Every line of AOS-CX that the driver reads, writes or knows, with the guide that documents it. A known line that may
// affect RDMA and has no place in the model is `unsupported`. A line that matches no row and no aside is
// unrecognised.
#include "drivers/aoscx/grammar.h"

#include "drivers/line_cli/grammar/rows.h"
#include "models/fabric/port.h"

#include <algorithm>

namespace rocelint::aoscx {
namespace {

using namespace line_cli::rows;

constexpr std::string_view qos
    = "AOS-CX 10.18.xxxx Quality of Service Guide (832x, 93xx, 100xx Switch Series), QoS commands";
constexpr std::string_view basics
    = "AOS-CX 10.11 Fundamentals Guide (83xx, 9300, 10000 Switch Series), Interface commands";
constexpr std::string_view system_commands = "AOS-CX 10.03 Command-Line Interface Guide, hostname";
constexpr std::string_view layer2 = "AOS-CX 10.04 Layer 2 Bridging Guide, mac-address-table age-time";
constexpr std::string_view routing = "AOS-CX 10.01 Command-Line Interface Guide, BGP commands and ip route";
constexpr std::string_view redundancy = "AOS-CX 10.09 Command-Line Interface Guide, VSX and LAG commands";
constexpr std::string_view shown = "AOS-CX 10.03 Command-Line Interface Guide, show system";

constexpr std::string_view words_of_profiles[]{"factory-default", "strict"};
constexpr TextLimit profile_name{
    .longest = 64, .source = qos, .punctuation = "._-", .reserved = words_of_profiles};
// Where a profile is used, the two of the switch itself are names too.
constexpr TextLimit used_profile{.longest = 64, .source = qos, .punctuation = "._-"};
constexpr TextLimit port_text{.longest = 64, .source = basics};
constexpr TextLimit name_of_host{.longest = 32, .source = system_commands, .fixed = true};

// clang-format off
constexpr std::uint64_t kilobit = 1000;
constexpr std::uint8_t of_link = 1; // the measure of shares
constexpr Term kilobytes[]{{"kbytes", kilobyte}};
constexpr Term rates[]{{"kbps", kilobit}, {.word = "percent", .measure = of_link, .most = 100}, {"", kilobit}};
constexpr Term fields[]{{"dscp", number_of(Trust::dscp)}, {"cos", number_of(Trust::pcp)}, {"none", number_of(Trust::none)}};
constexpr Term colours[]{{"green", number_of(Colour::green)}, {"yellow", number_of(Colour::yellow)}, {"red", number_of(Colour::red)}};
constexpr Term versions[]{{"ieee", number_of(DcbxVersion::ieee)}, {"cee", number_of(DcbxVersion::cee)}};
constexpr Term exponents[]{{"-7", 0}, {"-6", 1}, {"-5", 2}, {"-4", 3}, {"-3", 4}, {"-2", 5}, {"-1", 6}, {"0", 7}, {"1", 8}, {"2", 9}, {"3", 10}};
constexpr Term fecs[]{{"rs-fec", number_of(Fec::rs)}, {"base-r-fec", number_of(Fec::base_r)}, {"none", number_of(Fec::none)}, {"auto", number_of(Fec::automatic)}};
constexpr Term speeds[]{{"1000-full", giga}, {"10g", 10 * giga}, {"25g", 25 * giga}, {"40g", 40 * giga}, {"50g", 50 * giga}, {"100g", 100 * giga}, {"200g", 200 * giga}, {"400g", 400 * giga}};

constexpr std::uint64_t fastest = 400'000'000 * kilobit;
constexpr Slot queue = index("queue", 7);
constexpr Slot priority = index("priority", 7);
constexpr Slot local_priority = number("class", 0, 7);
constexpr Slot threshold_of(std::string_view name) { return number(name, 0, 6000 * kilobyte, kilobytes); }
constexpr Slot size_of(std::string_view name, std::uint64_t least, std::uint64_t most) { return number(name, least * kilobyte, most * kilobyte, kilobytes); }
constexpr Slot rate{.name = "rate", .least = kilobit, .most = fastest, .terms = rates};
constexpr Slot set_of(std::string_view name, std::uint64_t most) { return {.name = name, .most = most, .kind = SlotKind::set}; }
constexpr Slot burst = number("burst", 1, 1073);
// A number for which the guides state no range.
constexpr Slot any_number(std::string_view name) { return {.name = name}; }
constexpr Slot any_size(std::string_view name) { return {.name = name, .terms = kilobytes}; }

constexpr Scopes top = scope::top;
constexpr Scopes port = scope::port;

constexpr line_cli::Statement statements[]{
    there(top, "hostname {name}", {text("name", name_of_host)}, LineKind::hostname, system_commands),
    known(top, "Current configuration:", {}, irrelevant),
    there(top, "Product Name : {rest}", {rest}, LineKind::product, shown),
    there(top, "interface lag {name} [multi-chassis] [static]", {text("name")}, LineKind::lag, redundancy, port),
    there(top, "interface vlan {name}", {text("name")}, LineKind::vlan_interface, basics, port),
    there(top, "interface loopback {name}", {text("name")}, LineKind::loopback, basics, port),
    there(top, "interface tunnel {name} [mode {rest}]", {text("name"), rest}, LineKind::tunnel, basics, port),
    there(top, "interface vxlan {name}", {text("name")}, LineKind::vxlan, basics, port),
    known(top, "interface mgmt|persona [{rest}]", {rest}, irrelevant),
    there(top, "interface {name}", {text("name", own_words)}, LineKind::port_, basics, port),
    there(top, "vlan {rest}", {rest}, LineKind::vlan, redundancy, scope::vlan),

    // How packets are classified.
    reads(top | port, "qos trust / {field} [color {colour}]", {word("field", fields), word("colour", colours)}, LineKind::trust, qos),
    reads(top, "qos cos-map {pcp} / local-priority {class} [color {colour}] [name {name}]", {index("pcp", 7), local_priority, word("colour", colours), text("name")}, LineKind::pcp_in, qos),
    adds_up(reads(top, "qos dscp-map {points} / local-priority {class} [cos {cos}] [color {colour}] [name {name}]",
        {set_of("points", 63), local_priority, number("cos", 0, 7), word("colour", colours), text("name")}, LineKind::dscp_in, qos)),
    outside_model(top, "qos egress-rewrite-map local-priority {classes} cos / {cos}", {set_of("classes", 7), number("cos", 0, 7)}),
    adds_up(reads(top, "qos egress-rewrite-map local-priority {classes} / dscp {dscp}", {set_of("classes", 7), number("dscp", 0, 63)}, LineKind::dscp_out, qos)),
    unmodelled_line(top, "apply policy {rest}", {rest}, LineKind::service),
    known(top, "apply access-list {rest}", {rest}, irrelevant),
    unmodelled_line(scope::vlan, "apply policy {rest}", {rest}, LineKind::service),

    // Buffers of lossless packets, and the times of the watchdog.
    reads(top, "qos pool {index} / lossless size {percent} percent headroom {kilobytes} kbytes [priorities {priorities}]",
        {{.name = "index", .least = 1, .most = 3, .kind = SlotKind::index}, {.name = "percent", .least = 10'000, .most = 90'000, .kind = SlotKind::thousandths, .instead = "factory-default", .step = 10},
            {.name = "kilobytes", .least = 0, .most = 10'240, .instead = "factory-default"}, set_of("priorities", 7)}, LineKind::pool, qos),
    reads(top, "flow-control watchdog timeout {timeout} resume {resume}", {number("timeout", 10, 1500), number("resume", 1, 100'000)}, LineKind::watchdog_times, basics),

    // Queues.
    defines("qos queue-profile", there(top, "qos queue-profile {name}", {text("name", profile_name)}, LineKind::queue_profile, qos, scope::queues)),
    adds_up(reads(scope::queues, "map queue {queue} / local-priority {classes}", {queue, set_of("classes", 7)}, LineKind::mapped, qos)),
    known(scope::queues, "name queue {queue} {rest}", {queue, rest}, irrelevant),
    defines("qos schedule-profile", there(top, "qos schedule-profile {name}", {text("name", profile_name)}, LineKind::schedule_profile, qos, scope::schedule)),
    reads(scope::schedule, "dwrr queue {queue} / weight {weight} [max-bandwidth {rate}] [burst {burst}]", {queue, number("weight", 1, 127), rate, burst}, LineKind::served, qos),
    synonym(reads(scope::schedule, "wfq queue {queue} / weight {weight} [max-bandwidth {rate}] [burst {burst}]", {queue, any_number("weight"), rate, burst}, LineKind::served, qos)),
    synonym(reads(scope::schedule, "strict queue {queue} / [max-bandwidth {rate}] [burst {burst}]", {queue, rate, burst}, LineKind::served, qos)),
    defines("qos threshold-profile", there(top, "qos threshold-profile {name}", {text("name", profile_name)}, LineKind::threshold_profile, qos, scope::threshold)),
    reads(scope::threshold, "queue {queue} / action ecn [+all] min-threshold {low} max-threshold {high}", {queue, threshold_of("low"), threshold_of("high")}, LineKind::marks, qos),
    synonym(reads(scope::threshold, "queue {queue} / action ecn [+all] threshold {both}", {queue, threshold_of("both")}, LineKind::marks, qos)),
    reads(scope::threshold, "queue {queue} action wred-non-resp {colour} / min-threshold {low} max-threshold {high} max-prob {percent} percent",
        {queue, word("colour", colours), any_size("low"), any_size("high"), number("percent", 0, 100)}, LineKind::drops, qos),
    // Responsive protocols are those that answer a drop, such as TCP; RoCE packets are UDP.
    known(scope::threshold, "queue {queue} action wred-resp {rest}", {queue, rest}, irrelevant),
    reads(top, "apply qos queue-profile / {profiles}", {{.name = "profiles", .kind = SlotKind::rest, .text = &own_words}}, LineKind::apply_queues, qos),
    uses("qos threshold-profile", reads(top | port, "apply qos threshold-profile / {name}", {text("name", used_profile)}, LineKind::apply_thresholds, qos)),
    uses("qos schedule-profile", reads(port, "apply qos schedule-profile / {name}", {text("name", used_profile)}, LineKind::apply_schedule, qos)),
    reads(top, "lldp dcbx [version {version}]", {word("version", versions)}, LineKind::switch_dcbx, qos),
    reads(port, "lldp dcbx [version {version}]", {word("version", versions)}, LineKind::dcbx, qos),
    says_off(port, "lldp dcbx disable", {}, LineKind::dcbx, qos),
    outside_model(top, "dcbx application {rest}", {rest}),

    // Where packets go.
    there(top, "vsx", {}, LineKind::vsx, redundancy, scope::vsx),
    reads(scope::vsx, "inter-switch-link {rest}", {rest}, LineKind::peer_link, redundancy),
    there(top, "router bgp {asn}", {text("asn")}, LineKind::bgp, routing, scope::bgp),
    reads(scope::bgp, "address-family ipv4|ipv6 unicast", {}, LineKind::nothing, routing, scope::bgp),
    reads(scope::bgp, "neighbor {name} allowas-in {times}", {text("name"), number("times", 1, 10)}, LineKind::own_as, routing),
    reads(scope::bgp, "maximum-paths {paths}", {any_number("paths")}, LineKind::most_paths, routing),
    there(top, "router ospf|ospfv3|isis [{rest}]", {rest}, LineKind::link_state, routing, scope::aside),
    adds_up(reads(top, "ip|ipv6 route {rest}", {rest}, LineKind::route, routing)),
    there(top, "mac-address-table age-time {seconds}", {number("seconds", 60, 3600)}, LineKind::mac_timeout, layer2),

    // Lines of a port.
    reads(port, "description / {rest}", {rest_of(port_text)}, LineKind::description, basics),
    reads(port, "mtu / {bytes}", {number("bytes", 46, 9198)}, LineKind::mtu, basics),
    reads(port, "ip mtu / {bytes}", {number("bytes", 68, 9198)}, LineKind::ip_mtu, basics),
    switched(port, "shutdown", {}, LineKind::shutdown, basics),
    switched(port, "routing", {}, LineKind::routing, basics),
    known(port, "speed auto [{rest}]", {rest}, irrelevant),
    misfit(reads(port, "speed / {speed} [override]", {word("speed", speeds)}, LineKind::speed, basics), unsupported),
    misfit(reads(port, "error-control {fec}", {word("fec", fecs)}, LineKind::fec, basics), unsupported),
    reads(port, "lag {number}", {number("number", 1, 256)}, LineKind::member, redundancy),
    reads(port, "vlan access / {vlan}", {number("vlan", 1, 4094)}, LineKind::access, redundancy),
    reads(port, "vlan trunk native {vlan} tag", {number("vlan", 1, 4094)}, LineKind::tagged_native, redundancy),
    reads(port, "vlan trunk native {vlan}", {number("vlan", 1, 4094)}, LineKind::native, redundancy),
    adds_up(reads(port, "ip address {rest}", {rest}, LineKind::address, basics)),
    adds_up(reads(port, "ipv6 address {rest}", {rest}, LineKind::address6, basics)),
    reads(port, "vrf attach {name}", {text("name")}, LineKind::vrf, basics),
    reads(port, "flow-control priority {lists}", {{.name = "lists", .kind = SlotKind::rest, .text = &own_words}}, LineKind::pfc, basics),
    switched(port, "flow-control watchdog", {}, LineKind::watchdog, basics),
    reads(port, "flow-control buffer cable-length {metres}", {{.name = "metres", .instead = "auto"}}, LineKind::cable, qos),
    outside_model(port, "flow-control buffer llfc {rest}", {rest}),
    reads(port, "flow-control buffer priority {priority} headroom {bytes}", {priority, size_of("bytes", 18, 10'240)}, LineKind::headroom, basics),
    reads(port, "flow-control buffer priority {priority} xoff dynamic {exponent}", {priority, word("exponent", exponents)}, LineKind::xoff, basics),
    synonym(reads(port, "flow-control buffer priority {priority} xoff static {bytes}", {priority, size_of("bytes", 36, 40'000)}, LineKind::xoff, basics)),
    reads(port, "flow-control buffer priority {priority} xon {bytes}", {priority, size_of("bytes", 1, 40'000)}, LineKind::xon, basics),
    reads(port, "flow-control rxtx [pool {pool}]", {number("pool", 1, 3)}, LineKind::link_pause, basics),
    synonym(reads(port, "flow-control rx", {}, LineKind::link_pause, basics)),
    synonym(reads(port, "qos trust / none local-priority {class} [color {colour}]", {local_priority, word("colour", colours)}, LineKind::trust, qos)),
    // With trust none, packets that enter here leave with this DSCP.
    unmodelled_line(port, "qos dscp {dscp}", {number("dscp", 0, 63)}, LineKind::rewrite_dscp),
    outside_model(port, "qos cos {cos}", {number("cos", 0, 7)}),
    outside_model(port, "qos egress-rewrite cos", {}),
    reads(port, "qos egress-rewrite dscp", {}, LineKind::rewrite_dscp, qos),
    reads(port, "qos shape / {rate} [burst {burst}]", {rate, number("burst", 1, 128)}, LineKind::port_limit, qos),
    known(port, "apply access-list {rest}", {rest}, irrelevant),
    unmodelled_line(port, "apply policy {rest}", {rest}, LineKind::service, LineKind::rewrite_dscp),
};

constexpr Aside asides[]{
    // These neither classify, queue, pause, mark nor size forwarded packets.
    {top, irrelevant, "aaa access-list allow-unsupported-transceiver app-recognition arp aruba-central AOS-CX ArubaOS-CX banner Base bfd Chassis cfm cli-session client clock "
        "console container control-plane copp-policy CPU crypto dhcp-relay dhcp-server dhcpv4-snooping dhcpv6-snooping erps evpn fault-monitor flow forwarding-mode gbp-enable "
        "Hostname https-server include-credentials ip ipfix ipv6 job key keychain l3-counters lacp led lldp logging loop-protect macsec mac-address-table mac-group Memory mdns-sd "
        "mgmd mirror mpls msdp mvrp nae-script nae-agent nd-snooping ntp object-group password pim6 port-access power-over-ethernet profile ptp private-vlan "
        "queue-monitor radius-server rest role route-map router rpvst schedule session-timeout sflow sftp smartlink smart-link snmp-server snmpv3 source-interface spanning-tree ssh ssh-server "
        "startup-config switch System system tacacs-server telnet tftp Time track track-object udld ufd Up usb user user-group Vendor virtual-mac vlan-name vrf vrrp vsf web-management"},
    {top, unsupported, "class policy dcbx flow-control pbr-action-list", nothing_modelled},
    {top, unsupported, "qos", nothing_modelled},
    {top, unsupported, "apply", nothing_modelled},
    {port, irrelevant, "aaa active-gateway active-forwarding allow-unsupported-transceiver arp autostate bfd client dhcp-relay dhcpv4-snooping dhcpv6-snooping downshift-enable "
        "encapsulation inter-vxlan-bridging-mode interface ip ipv6 key l3-counters lacp link lldp loop-protect mac-address mac-notify mdix mtu-discovery nd-snooping "
        "persona poe port-access power-over-ethernet ptp queue-monitor rate-limit rpvst sflow source spanning-tree split subintf track udld ufd vlan vni vrrp vsx vsx-sync destination"},
    // These can hold back, drop, reorder or reclassify RDMA packets.
    {port, unsupported, "flow-control", unread(LineKind::pfc)},
    {port, unsupported, "qos", unread(LineKind::service)},
    {port, unsupported, "apply energy-efficient-ethernet hash macsec", nothing_modelled},
    {scope::schedule, unsupported, "min-bandwidth gmb", unread(LineKind::served)},
    {scope::vlan | scope::vsx | scope::bgp | scope::aside, irrelevant, "*"},
};
// clang-format on

// These exist without their headers.
constexpr std::string_view permanent[]{"interface 1/", "interface 2/", "interface 3/", "interface 4/"};
// Negations repeat the line, unless its row says where they end.
constexpr Dialect dialect{.step = "    ", .separator = "!", .short_negations = 0, .permanent = permanent};
constexpr line_cli::Grammar rows(dialect, statements, asides);

constexpr line_cli::PortHeader headers[]{{kind_of(LineKind::lag), "lag", PortKind::lag},
    {kind_of(LineKind::vlan_interface), "vlan", PortKind::vlan},
    {kind_of(LineKind::loopback), "loopback", PortKind::loopback},
    {kind_of(LineKind::tunnel), "tunnel", PortKind::tunnel},
    {kind_of(LineKind::vxlan), "vxlan", PortKind::tunnel},
    {kind_of(LineKind::port_), ""}};
constexpr line_cli::PortBlocks blocks{headers};

}

bool is_share(const line_cli::Value& rate_value)
{
    return rate_value.written() && rates[rate_value.term].measure == of_link;
}

const line_cli::Grammar& grammar() { return rows; }

const line_cli::Statement* row_with(LineKind kind, std::string_view slot)
{
    const auto has = [&](const line_cli::Statement& row) {
        return row.fact == kind_of(kind) && (row.slots[0].name == slot || row.slots[1].name == slot);
    };
    const auto found = std::ranges::find_if(rows.rows(), has);
    return found == rows.rows().end() ? nullptr : &*found;
}

const line_cli::PortBlocks& port_blocks() { return blocks; }

}
