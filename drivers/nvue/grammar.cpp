// SPDX-License-Identifier: Apache-2.0
// Every statement of NVUE that the driver reads or writes, with the text that documents it. A known statement
// that may affect RDMA but has no place in the model is `unsupported`. Undocumented statements have no row.
#include "drivers/nvue/grammar.h"

#include "models/fabric/port.h"
#include "models/fabric/qos.h"
#include "models/fabric/value/priority.h"
#include "models/fabric/value/text_limit.h"
#include "models/text/ascii.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <deque>

namespace rocelint::nvue {
namespace {

constexpr std::string_view qos = "NVIDIA NVUE reference, Set and Unset Commands, QoS";
constexpr std::string_view guide = "NVIDIA Cumulus Linux 5.14 User Guide, Quality of Service";
// Statements of 5.16 and later: egress-shaper mode and lossy headroom since 5.16, small packets, dynamic ECN and the
// shared headroom pool since 5.17 (New NVUE Commands of these releases).
constexpr std::string_view newer = "NVIDIA Cumulus Linux 5.19 User Guide, Quality of Service";
constexpr std::string_view listed = "NVIDIA Cumulus Linux 5.14, nv list-commands";
constexpr std::string_view watchdog = "NVIDIA Cumulus Linux 5.6 User Guide, New NVUE Commands";
constexpr std::string_view roce_guide
    = "NVIDIA Cumulus Linux 5.14 User Guide, RDMA over Converged Ethernet - RoCE";
constexpr std::string_view trimming = "NVIDIA Cumulus Linux 5.14 User Guide, Packet Trimming";
constexpr std::string_view vxlan = "NVIDIA NVUE reference, Set and Unset Commands, VXLAN";
constexpr std::string_view ports = "NVIDIA NVUE reference, Set and Unset Commands, Interface";
constexpr std::string_view ecmp = "NVIDIA Cumulus Linux 5.14 User Guide, Equal Cost Multipath Load Sharing";
constexpr std::string_view acl_actions
    = "NVIDIA NVUE Command Reference, Cumulus Linux, nv set acl <acl-id> rule <rule-id> action set";
constexpr std::string_view acls = "NVIDIA Cumulus Linux 5.14 User Guide, Access Control List Configuration";
constexpr std::string_view routing
    = "NVIDIA NVUE reference, Set and Unset Commands, BGP, OSPF and Static Routing";
constexpr std::string_view shown
    = "NVIDIA Cumulus Linux 5.5.1, the applied configuration with its defaults, as NVUE prints it";

constexpr std::string_view reserved_words[]{"auto", "none", "null", "any", "all"};
constexpr TextLimit profile_name{.source
    = "NVIDIA Cumulus Linux 5.13 User Guide, NVUE Format Reference, profile-name, which states no length",
    .punctuation = "_-",
    .letter_first = true,
    .reserved = reserved_words};

constexpr auto irrelevant = CoverageState::irrelevant;
constexpr auto unsupported = CoverageState::unsupported;

// clang-format off
constexpr Term on_off[]{{"on", 1}, {"off", 0}, {"enabled", 1}, {"disabled", 0}, {"enable", 1}, {"disable", 0}, {"true", 1}, {"false", 0}};
constexpr Term states[]{{"up", 1}, {"down", 0}};
constexpr Term kinds[]{{"swp", static_cast<std::uint64_t>(PortKind::physical)}, {"bond", static_cast<std::uint64_t>(PortKind::lag)},
    {"peerlink", static_cast<std::uint64_t>(PortKind::lag)}, {"svi", static_cast<std::uint64_t>(PortKind::vlan)},
    {"loopback", static_cast<std::uint64_t>(PortKind::loopback)}, {"eth", static_cast<std::uint64_t>(PortKind::management)},
    {"sub", static_cast<std::uint64_t>(PortKind::subinterface)}, {"tunnel", static_cast<std::uint64_t>(PortKind::tunnel)}};
constexpr Term fecs[]{{"auto", static_cast<std::uint64_t>(Fec::automatic)}, {"driver-auto", static_cast<std::uint64_t>(Fec::automatic)}, {"off", static_cast<std::uint64_t>(Fec::none)},
    {"rs", static_cast<std::uint64_t>(Fec::rs)}, {"baser", static_cast<std::uint64_t>(Fec::base_r)}};
constexpr std::uint64_t gigabit = 1'000'000'000;
constexpr Term speeds[]{{"auto", 0}, {"1G", gigabit}, {"10G", 10 * gigabit}, {"25G", 25 * gigabit}, {"40G", 40 * gigabit}, {"50G", 50 * gigabit},
    {"100G", 100 * gigabit}, {"200G", 200 * gigabit}, {"400G", 400 * gigabit}, {"800G", 800 * gigabit}, {"10M", gigabit / 100}, {"100M", gigabit / 10}};
constexpr Term roce_modes[]{{"lossless", 0}, {"lossless-single-ipool", 1}, {"lossy", 2}, {"lossy-multi-tc", 3}, {"dci-1", 4}};
constexpr Term ecn_modes[]{{"absolute", 0}, {"relative", 1}};
constexpr Term rates[]{{"kbps", 0}, {"pps", 1}};
constexpr Term trusts[]{{"port", static_cast<std::uint64_t>(Trust::none)}, {"l3", static_cast<std::uint64_t>(Trust::dscp)},
    {"l2", static_cast<std::uint64_t>(Trust::pcp)}, {"both", static_cast<std::uint64_t>(Trust::dscp_else_pcp)}};
constexpr Term rewrites[]{{"l2", 1}, {"l3", 2}, {"both", 3}};
constexpr Term modes[]{{"strict", static_cast<std::uint64_t>(SchedulerKind::strict)}, {"dwrr", static_cast<std::uint64_t>(SchedulerKind::weighted)}};
// Exponents of two, plus 16; 0 and 64 stand for values that are not powers of two.
constexpr Term alphas[]{{"alpha_0", 0}, {"alpha_1_128", 9}, {"alpha_1_64", 10}, {"alpha_1_32", 11}, {"alpha_1_16", 12}, {"alpha_1_8", 13}, {"alpha_1_4", 14},
    {"alpha_1_2", 15}, {"alpha_1", 16}, {"alpha_2", 17}, {"alpha_4", 18}, {"alpha_8", 19}, {"alpha_16", 20}, {"alpha_32", 21}, {"alpha_64", 22}, {"alpha_infinity", 64}};

constexpr std::uint64_t most_bytes = 4'294'967'295;
constexpr std::uint64_t most_class = 7;

constexpr Row text(std::string_view path, LineKind says, std::string_view source) { return {path, says, Slot::text, 0, 0, {}, source}; }
constexpr Row entry(std::string_view path, LineKind says, std::string_view source) { return {path, says, Slot::entry, 0, 0, {}, source}; }
constexpr Row number(std::string_view path, LineKind says, std::uint64_t least, std::uint64_t most, std::string_view source) { return {path, says, Slot::number, least, most, {}, source}; }
constexpr Row word(std::string_view path, LineKind says, std::span<const Term> terms, std::string_view source) { return {path, says, Slot::word, 0, 0, terms, source}; }
constexpr Row list(std::string_view path, LineKind says, std::uint64_t most, std::string_view source) { return {path, says, Slot::list, 0, most, {}, source}; }
constexpr Row there(std::string_view path, LineKind says, std::string_view source) { return {path, says, Slot::none, 0, 0, {}, source}; }
// A statement that is not modelled, and without which the settings that it affects cannot be known.
constexpr Row unreads(std::string_view path, LineKind says, std::string_view source) { return {path, says, Slot::text, 0, 0, {}, source, unsupported}; }
// Which VLANs a port is in.
constexpr Row vlans(std::string_view path, LineKind says, Slot slot, std::string_view source) { return {path, says, slot, 0, 0, {}, source, irrelevant}; }
constexpr Row known(std::string_view path, CoverageState state) { return {.path = path, .state = state}; }

constexpr Row all_rows[]{
    text("header model", LineKind::model, shown),
    text("header version", LineKind::version, shown),
    known("header", irrelevant),
    text("system hostname", LineKind::hostname, shown),
    there("interface {}", LineKind::interface, ports),
    word("interface {} type", LineKind::type, kinds, ports),
    text("interface {} description", LineKind::description, ports),
    text("interface {} link description", LineKind::description, ports),
    word("interface {} link state", LineKind::admin_state, states, ports),
    number("interface {} link mtu", LineKind::mtu, 552, 9216, ports),
    word("interface {} link fec", LineKind::fec, fecs, ports),
    word("interface {} link speed", LineKind::speed, speeds, ports),
    word("interface {} link auto-negotiate", LineKind::autoneg, on_off, ports),
    number("interface {} link lanes", LineKind::lanes, 1, 8, ports),
    entry("interface {} link breakout", LineKind::breakout, ports),
    known("interface {} link breakout {}", irrelevant),
    entry("interface {} bond member", LineKind::member, ports),
    known("interface {} bond", irrelevant),
    entry("interface {} bridge domain", LineKind::bridged, ports),
    vlans("interface {} bridge domain {} access", LineKind::access_vlan, Slot::text, ports),
    vlans("interface {} bridge domain {} untagged", LineKind::untagged_vlan, Slot::text, ports),
    vlans("interface {} bridge domain {} vlan", LineKind::vlan, Slot::entry, ports),
    known("interface {} bridge domain {} vlan {}", irrelevant),
    known("interface {} bridge", irrelevant),
    entry("interface {} ip address", LineKind::address, ports),
    entry("interface {} ipv4 address", LineKind::address, ports),
    entry("interface {} ipv6 address", LineKind::address, ports),
    text("interface {} ip vrf", LineKind::vrf, ports),
    text("interface {} vrf", LineKind::vrf, ports),
    known("interface {} ip", irrelevant),
    known("interface {} ipv4", irrelevant),
    known("interface {} ipv6", irrelevant),
    text("interface {} base-interface", LineKind::base_interface, ports),
    list("interface {} packet-trim egress-eligibility traffic-class", LineKind::eligible, most_class, trimming),
    word("interface {} router adaptive-routing enable", LineKind::adaptive_port, on_off, ecmp),
    word("interface {} router adaptive-routing state", LineKind::adaptive_port, on_off, ecmp),
    known("interface {} router adaptive-routing link-utilization-threshold", irrelevant),
    known("interface {} router", irrelevant),
    there("interface {} qos pfc-watchdog", LineKind::watchdog_present, guide),
    word("interface {} qos pfc-watchdog state", LineKind::watchdog_state, on_off, qos),
    text("interface {} qos pfc profile", LineKind::pfc_profile, qos),
    text("interface {} qos link-pause profile", LineKind::pause_profile, qos),
    text("interface {} qos congestion-control profile", LineKind::ecn_profile, qos),
    text("interface {} qos mapping profile", LineKind::map_profile, qos),
    text("interface {} qos remark profile", LineKind::remark_profile, qos),
    text("interface {} qos egress-scheduler profile", LineKind::scheduler_profile, qos),
    text("interface {} qos egress-shaper profile", LineKind::shaper_profile, qos),
    word("interface {} qos shared-headroom-pool", LineKind::shared_headroom, on_off, newer),
    known("interface {} qos headroom lossy", irrelevant),
    there("qos roce", LineKind::roce_present, roce_guide),
    word("qos roce enable", LineKind::roce_enable, on_off, qos),
    word("qos roce state", LineKind::roce_enable, on_off, roce_guide),
    word("qos roce mode", LineKind::roce_mode, roce_modes, roce_guide),
    number("qos roce cable-length", LineKind::roce_cable, 1, 100'000, qos),
    number("qos traffic-pool {} memory-percent", LineKind::pool_percent, 1, 100, listed),
    list("qos traffic-pool {} switch-priority", LineKind::pool_priorities, most_class, guide),
    list("qos pfc {} switch-priority", LineKind::pfc_priorities, most_class, qos),
    number("qos pfc {} cable-length", LineKind::pfc_cable, 1, 100'000, qos),
    number("qos pfc {} port-buffer", LineKind::pfc_buffer, 0, most_bytes, qos),
    number("qos pfc {} xoff-threshold", LineKind::pfc_xoff, 0, most_bytes, qos),
    number("qos pfc {} xon-threshold", LineKind::pfc_xon, 0, most_bytes, qos),
    word("qos pfc {} rx", LineKind::pfc_rx, on_off, qos),
    word("qos pfc {} tx", LineKind::pfc_tx, on_off, qos),
    number("qos pfc {} small-packet-probability", LineKind::pfc_small, 0, 100, newer),
    word("qos link-pause {} rx", LineKind::pause_rx, on_off, guide),
    word("qos link-pause {} tx", LineKind::pause_tx, on_off, guide),
    number("qos link-pause {} cable-length", LineKind::pause_cable, 1, 100'000, qos),
    number("qos link-pause {} port-buffer", LineKind::pause_buffer, 0, most_bytes, qos),
    number("qos link-pause {} xoff-threshold", LineKind::pause_xoff, 0, most_bytes, qos),
    number("qos link-pause {} xon-threshold", LineKind::pause_xon, 0, most_bytes, qos),
    known("qos link-pause {}", unsupported),
    number("qos pfc-watchdog polling-interval", LineKind::poll, 100, 5000, watchdog),
    number("qos pfc-watchdog robustness", LineKind::robustness, 1, 1000, watchdog),
    number("qos congestion-control {} traffic-class # min-threshold", LineKind::ecn_min, 0, most_bytes, guide),
    number("qos congestion-control {} traffic-class # max-threshold", LineKind::ecn_max, 0, most_bytes, guide),
    number("qos congestion-control {} traffic-class # probability", LineKind::ecn_probability, 1, 100, guide),
    word("qos congestion-control {} traffic-class # ecn", LineKind::ecn_enable, on_off, guide),
    word("qos congestion-control {} traffic-class # red", LineKind::red_enable, on_off, guide),
    word("qos congestion-control {} traffic-class # mode", LineKind::ecn_mode, ecn_modes, newer),
    number("qos congestion-control {} traffic-class # min-threshold-percent", LineKind::ecn_min_percent, 0, 100, newer),
    number("qos congestion-control {} traffic-class # max-threshold-percent", LineKind::ecn_max_percent, 0, 100, newer),
    word("qos mapping {} trust", LineKind::trust, trusts, qos),
    number("qos mapping {} port-default-sp", LineKind::port_default, 0, most_class, qos),
    number("qos mapping {} dscp # switch-priority", LineKind::dscp_map, 0, most_class, qos),
    number("qos mapping {} pcp # switch-priority", LineKind::pcp_map, 0, most_class, qos),
    word("qos remark {} rewrite", LineKind::rewrite, rewrites, qos),
    number("qos remark {} switch-priority # dscp", LineKind::rewrite_dscp, 0, 63, qos),
    known("qos remark {} switch-priority # pcp", irrelevant),
    number("qos egress-queue-mapping {} switch-priority # traffic-class", LineKind::queue_map, 0, most_class, guide),
    word("qos egress-scheduler {} traffic-class # mode", LineKind::schedule_mode, modes, guide),
    number("qos egress-scheduler {} traffic-class # bw-percent", LineKind::schedule_percent, 1, 100, qos),
    number("qos egress-shaper {} port-max-rate", LineKind::shaper_port, 0, 2'147'483'647, guide),
    number("qos egress-shaper {} traffic-class # max-rate", LineKind::shaper_class, 0, 2'147'483'647, guide),
    word("qos egress-shaper {} mode", LineKind::shaper_mode, rates, newer),
    known("qos egress-shaper {} traffic-class # min-rate", unsupported),
    word("qos advance-buffer-config {} ingress-lossless-buffer shared-alpha", LineKind::lossless_alpha, alphas, guide),
    word("qos advance-buffer-config {} egress-lossless-buffer shared-alpha", LineKind::egress_alpha, alphas, guide),
    unreads("qos advance-buffer-config {} ingress-lossless-buffer shared-bytes", LineKind::lossless_fixed, qos),
    unreads("qos advance-buffer-config {} ingress-lossless-buffer service-pool", LineKind::lossless_fixed, qos),
    unreads("qos advance-buffer-config {} ingress-pool {} memory-percent", LineKind::pool_advanced, qos),
    unreads("qos advance-buffer-config {} egress-pool {} memory-percent", LineKind::pool_advanced, qos),
    unreads("qos advance-buffer-config {} ingress-service-pool {} memory-percent", LineKind::pool_advanced, guide),
    unreads("qos advance-buffer-config {} egress-service-pool {} memory-percent", LineKind::pool_advanced, guide),
    known("qos advance-buffer-config {} ingress-lossy-buffer", irrelevant),
    known("qos advance-buffer-config {} egress-lossy-buffer", irrelevant),
    known("qos advance-buffer-config {} ingress-mgmt-buffer", irrelevant),
    known("qos advance-buffer-config {} egress-mgmt-buffer", irrelevant),
    known("qos advance-buffer-config {}", unsupported),
    word("system forwarding packet-trim state", LineKind::trim_state, on_off, trimming),
    text("system forwarding packet-trim profile", LineKind::trim_profile, trimming),
    text("system forwarding packet-trim remark dscp", LineKind::trim_dscp, trimming),
    number("system forwarding packet-trim switch-priority", LineKind::trim_priority, 0, most_class, trimming),
    known("system forwarding packet-trim", irrelevant),
    word("router adaptive-routing enable", LineKind::adaptive, on_off, ecmp),
    word("router adaptive-routing state", LineKind::adaptive, on_off, ecmp),
    known("router adaptive-routing profile", irrelevant),
    known("router adaptive-routing link-utilization-threshold", irrelevant),
    word("system forwarding ecmp-hash ip-protocol", LineKind::hash_field, on_off, ecmp),
    word("system forwarding ecmp-hash source-ip", LineKind::hash_field, on_off, ecmp),
    word("system forwarding ecmp-hash destination-ip", LineKind::hash_field, on_off, ecmp),
    word("system forwarding ecmp-hash source-port", LineKind::hash_field, on_off, ecmp),
    word("system forwarding ecmp-hash destination-port", LineKind::hash_field, on_off, ecmp),
    known("system forwarding ecmp-hash", irrelevant),
    number("system forwarding hash-seed", LineKind::hash_seed, 0, 4'294'967'295, ecmp),
    known("system forwarding", irrelevant),
    known("system", irrelevant),
    text("router bgp autonomous-system", LineKind::bgp_asn, routing),
    known("router", irrelevant),
    text("vrf {} router bgp autonomous-system", LineKind::bgp_asn, routing),
    word("vrf {} router ospf enable", LineKind::ospf, on_off, routing),
    word("vrf {} router ospf state", LineKind::ospf, on_off, routing),
    word("vrf {} router bgp peer-group {} address-family ipv4-unicast aspath allow-my-asn enable", LineKind::own_as, on_off, routing),
    word("vrf {} router bgp peer-group {} address-family ipv4-unicast aspath allow-my-asn state", LineKind::own_as, on_off, routing),
    entry("vrf {} router static {} via", LineKind::route_via, routing),
    known("vrf {} router static {} via {}", irrelevant),
    known("vrf {}", irrelevant),
    text("acl {} rule {} action police mode", LineKind::acl_police, acls),
    text("acl {} rule {} action set class", LineKind::acl_class, acl_actions),
    text("acl {} rule {} action set dscp", LineKind::acl_dscp, acl_actions),
    there("interface {} acl {} inbound", LineKind::acl_inbound, acls),
    known("acl", irrelevant),
    known("bridge", irrelevant),
    known("evpn", irrelevant),
    known("maintenance", irrelevant),
    known("mlag", irrelevant),
    known("nat", irrelevant),
    word("nve vxlan enable", LineKind::vxlan, on_off, vxlan),
    word("nve vxlan state", LineKind::vxlan, on_off, vxlan),
    known("nve", irrelevant),
    known("platform", irrelevant),
    known("service", irrelevant),
    known("system-config", irrelevant),
};
constexpr std::string_view aside_of_ports[]{"acl", "counters", "dot1x", "evpn", "ethernet-segment", "lldp", "mlag", "neighbor", "nat", "parent", "pluggable",
    "port-mirror", "port-security", "ptp", "sflow", "storm-control", "synce", "telemetry", "tunnel", "vlan", "vpws"};
constexpr std::string_view aside_of_links[]{"duplex", "dot1x", "fast-linkup", "flag", "mac", "mac-address", "protodown", "flap-protection", "clear", "phy-detail", "tx-squelch"};
// clang-format on

// How a value is written: what several entries make is a list.
hierarchy::Form form_of(Slot slot)
{
    switch (slot) {
    case Slot::none:
        return hierarchy::Form::flag;
    case Slot::text:
    case Slot::number:
    case Slot::word:
        return hierarchy::Form::value;
    case Slot::list:
    case Slot::entry:
        return hierarchy::Form::list;
    }
    return hierarchy::Form::flag;
}

constexpr Row aside_row = known("", irrelevant);

// Words of known statements without influence follow the rows.
std::vector<hierarchy::PathRow> paths(std::deque<std::string>& made)
{
    std::vector<hierarchy::PathRow> paths;
    for (const Row& row : all_rows)
        paths.push_back({row.path, form_of(row.slot), row.state, row.says != LineKind::nothing});
    for (const std::string_view word : aside_of_ports)
        made.push_back(fmt::format("interface {{}} {}", word));
    for (const std::string_view word : aside_of_links)
        made.push_back(fmt::format("interface {{}} link {}", word));
    for (const std::string& path : made)
        paths.push_back({path, hierarchy::Form::flag, aside_row.state, false});
    return paths;
}

// The keywords of all rows, built once.
struct Places {
    std::deque<std::string> made;
    hierarchy::Schema schema{paths(made)};
    hierarchy::Language language{.configuration = schema.top().inside};
    std::array<const Keyword*, static_cast<std::size_t>(LineKind::count_)> of_says{};

    Places()
    {
        for (std::size_t row = std::size(all_rows); row-- > 0;)
            of_says[static_cast<std::size_t>(all_rows[row].says)] = &schema.keyword_of(row);
    }
};

const Places& places()
{
    static const Places all;
    return all;
}

std::string range_text(const Row& row)
{
    return row.most >= most_bytes ? fmt::format("at least {}", row.least)
                                  : fmt::format("{} to {}", row.least, row.most);
}

// Returns the words by which people know a statement: its last two.
std::string_view label(std::string_view path)
{
    std::size_t begin = path.rfind(' ');
    if (begin != std::string_view::npos && begin > 0)
        begin = path.rfind(' ', begin - 1);
    const std::string_view two = begin == std::string_view::npos ? path : path.substr(begin + 1);
    return two.find_first_of("#{") == std::string_view::npos ? two : two.substr(two.rfind(' ') + 1);
}

std::string not_understood(const Fact& fact)
{
    return fmt::format("{} {} is not understood", label(fact.row->path), fact.text.substr(0, 80));
}

std::string take_term(Fact& fact)
{
    const auto same = [&](const Term& term) {
        return std::ranges::equal(term.word, fact.text, {}, ascii::lower, ascii::lower);
    };
    const auto term = std::ranges::find_if(fact.row->terms, same);
    if (term == fact.row->terms.end()) {
        fact.unread = true;
        return not_understood(fact);
    }
    fact.value = term->number;
    return {};
}

}

std::span<const Row> rows() { return all_rows; }

const Row& row_of(LineKind says) { return *std::ranges::find(all_rows, says, &Row::says); }

const hierarchy::Schema& schema() { return places().schema; }

const hierarchy::Language& language() { return places().language; }

const Row* row_at(const Keyword& place)
{
    const std::optional<std::size_t> row = schema().row_of(place);
    if (!row)
        return nullptr;
    return *row < std::size(all_rows) ? &all_rows[*row] : &aside_row;
}

const Keyword& row_place(LineKind says) { return *places().of_says[static_cast<std::size_t>(says)]; }

std::string_view first_word(const Keyword& place)
{
    std::string_view word;
    for (const Keyword* at = &place; at != nullptr && at != &schema().top(); at = schema().around(*at))
        word = at->word;
    return word;
}

bool take_list(std::string_view text, std::uint64_t most, std::uint64_t& bits)
{
    const auto parsed = parse_dscps(text);
    bits = parsed ? parsed->bits : 0;
    return parsed && bits != 0 && (most >= 63 || bits >> (most + 1) == 0);
}

std::string take_value(Fact& fact)
{
    const Row& row = *fact.row;
    if (fact.unset || row.slot == Slot::none || row.slot == Slot::text || row.slot == Slot::entry)
        return {};
    if (row.slot == Slot::word)
        return take_term(fact);
    if (row.slot == Slot::list) {
        fact.unread = !take_list(fact.text, row.most, fact.value);
        return fact.unread ? fmt::format("{} {}: out of range, 0 to {} ({})",
                   label(row.path),
                   fact.text.substr(0, 80),
                   row.most,
                   row.source)
                           : std::string();
    }
    const auto value = parse_number(fact.text);
    if (!value) {
        fact.unread = true;
        return fmt::format(
            "{} {} is not a number in range, {}", label(row.path), fact.text.substr(0, 80), range_text(row));
    }
    fact.value = *value;
    return out_of_range(row, *value);
}

std::string_view word_for(std::span<const Term> terms, std::uint64_t number)
{
    const auto term = std::ranges::find(terms, number, &Term::number);
    return term == terms.end() ? std::string_view{} : term->word;
}

std::string out_of_range(const Row& row, std::uint64_t number)
{
    if (number >= row.least && number <= row.most)
        return {};
    return fmt::format("{} {}: out of range, {} ({})", label(row.path), number, range_text(row), row.source);
}

std::string wrong_name(const Fact& fact)
{
    std::string_view path = fact.row == nullptr ? std::string_view{} : fact.row->path;
    if (fact.name.empty() || ascii::take_until(path, ' ') != "qos")
        return {};
    const std::string_view kind = ascii::take_until(path, ' ');
    // The names of traffic pools are the platform's own.
    if (ascii::take_until(path, ' ') != "{}" || kind == "traffic-pool")
        return {};
    const std::string why = text_objection(profile_name, fact.name);
    return why.empty() ? why : fmt::format("qos {} {} {}", kind, fact.name.substr(0, 80), why);
}

std::vector<std::string_view> words_of_line(std::string_view line)
{
    std::vector<std::string_view> words;
    for (std::size_t at = line.find_first_not_of(" \t"); at != std::string_view::npos && at < line.size();) {
        const char quote = line[at];
        const bool quoted = quote == '\'' || quote == '"';
        std::size_t end = quoted ? line.find(quote, at + 1) : line.find_first_of(" \t", at);
        end = std::min(end, line.size());
        words.push_back(line.substr(at + (quoted ? 1 : 0), end - at - (quoted ? 1 : 0)));
        at = line.find_first_not_of(" \t", std::min(end + (quoted ? 1 : 0), line.size()));
    }
    return words;
}

std::vector<std::string_view> all_words()
{
    std::vector<std::string_view> words;
    for (const Row& row : all_rows) {
        for (const std::string_view word : words_of_line(row.path)) {
            if (word != "{}" && word != "#")
                words.push_back(word);
        }
        for (const Term& term : row.terms)
            words.push_back(term.word);
    }
    return words;
}

}
