// SPDX-License-Identifier: Apache-2.0
// Resolves the meaning of the statements: the switch's own names, its ports and links, where packets go.
#include "drivers/nvue/config.h"
#include "drivers/nvue/nvue.h"
#include "models/fabric/member_places.h"
#include "models/fabric/untagged.h"

#include <algorithm>
#include <chrono>

namespace rocelint::nvue {
namespace {

// A broken-out port itself no longer exists, and members of a bond name their LAG.
void resolve_kinds(Config& config)
{
    Device& device = config.device;
    for (std::uint32_t index = 0; index < device.ports.size(); ++index) {
        Port& port = device.ports[index];
        if (const Stated type = config.find(index, LineKind::type); type && !type.fact->unread)
            port.kind = static_cast<PortKind>(type.fact->value);
        const Stated parts = config.find(index, LineKind::breakout);
        if (parts && parts.fact->text != "1x" && parts.fact->text != "disabled")
            port.kind = PortKind::other;
        if (const Stated parent = config.find(index, LineKind::base_interface)) {
            const auto found = config.port_by_name.find(parent.fact->text);
            port.parent = found == config.port_by_name.end() ? Port::no_index : found->second;
        }
    }
    for (const Fact& fact : config.facts) {
        if (fact.says() != LineKind::member || fact.unset)
            continue;
        const auto bond = config.port_by_name.find(fact.name);
        for (const std::string& name : expand_names(fact.text)) {
            const auto member = config.port_by_name.find(name);
            if (bond != config.port_by_name.end() && member != config.port_by_name.end())
                device.ports[member->second].lag = bond->second;
        }
    }
}

void resolve_link(Config& config, std::uint32_t index)
{
    Port& port = config.device.ports[index];
    const auto& usual = config.defaults;
    const auto stated = [&](LineKind what) { return config.find(index, what); };
    if (const Stated text = stated(LineKind::description))
        port.description = config.keep(text.fact->text);
    const Stated state = stated(LineKind::admin_state);
    port.admin_up = config.setting(state, state.value_or(0) != 0, usual.value("admin_state", true));
    const Stated bridged = stated(LineKind::bridged);
    port.routed = config.setting(bridged, false, usual.value("port_mode", true));
    Stated mtu = stated(LineKind::mtu);
    // Members of a bond have its MTU (Switch Port Attributes, Bridge MTU).
    if (!mtu && port.lag != Port::no_index)
        mtu = config.find(port.lag, LineKind::mtu);
    port.ip_mtu = config.setting(mtu, Bytes{mtu.value_or(0)}, usual.number_as<Bytes>("mtu"));
    if (port.kind != PortKind::physical && port.kind != PortKind::lag)
        return;
    port.max_frame = {Bytes{port.ip_mtu.value.count + frame_header}, port.ip_mtu.origin};
    if (const Stated speed = stated(LineKind::speed); speed && speed.fact->value != 0)
        port.speed = {BitsPerSecond{speed.fact->value}, config.origin(*speed.fact)};
    if (const Stated negotiated = stated(LineKind::autoneg); negotiated && !negotiated.fact->unread)
        port.autoneg = {negotiated.fact->value != 0, config.origin(*negotiated.fact)};
    const Stated lanes = stated(LineKind::lanes);
    if (lanes && !lanes.fact->unread)
        port.lanes = {static_cast<std::uint8_t>(std::min<std::uint64_t>(lanes.fact->value, 8)),
            config.origin(*lanes.fact)};
    const Stated fec = stated(LineKind::fec);
    port.fec = config.setting(fec, static_cast<Fec>(fec.value_or(0)), usual.value("fec", Fec::automatic));
}

void resolve_pause(Config& config, std::uint32_t index)
{
    Port& port = config.device.ports[index];
    const auto& usual = config.defaults;
    Span bound;
    const std::string_view pause = config.profile_of(index, LineKind::pause_profile, &bound);
    if (const auto lost = config.lost("link-pause", pause, bound)) {
        port.pause_rx = port.pause_tx = Setting<bool>::unread(*lost);
    } else if (config.has_profile("link-pause", pause)) {
        const Stated rx = config.find("link-pause", pause, LineKind::pause_rx);
        const Stated tx = config.find("link-pause", pause, LineKind::pause_tx);
        const auto on = usual.value("pfc_direction", true);
        port.pause_rx = config.setting(rx, rx.value_or(0) != 0, on, bound);
        port.pause_tx = config.setting(tx, tx.value_or(0) != 0, on, bound);
    } else {
        port.pause_rx = port.pause_tx = usual.value("link_pause", false);
    }
    bound = {};
    const std::string_view profile = config.profile_of(index, LineKind::pfc_profile, &bound);
    PrioritySet paused;
    OriginId origin = usual.origin("pfc");
    MemberPlaces places{};
    for (const Entries& each : config.all("pfc", profile, LineKind::pfc_priorities)) {
        const PrioritySet stated{static_cast<std::uint8_t>(each.bits)};
        paused = paused | stated;
        origin = config.origin(*each.fact, bound);
        for (const Priority priority : stated)
            places.at(priority) = each.fact->at;
    }
    place_members(config.device.origins, origin, places);
    // No priority is paused, because a statement sets a lossy mode.
    if (const Stated mode = config.global(LineKind::roce_mode);
        mode && paused.empty() && config.roce.on && !config.roce.lossless() && mode.fact->at.somewhere())
        origin = config.origin(*mode.fact);
    // Nor is any paused by the usual profile where a statement turns RoCE off.
    if (const Stated enabled = config.global(LineKind::roce_enable); enabled && enabled.fact->value == 0
        && paused.empty() && profile == usual_profile && enabled.fact->at.somewhere())
        origin = config.device.origins.derived(enabled.fact->at, {}, "qos roce is off");
    if (const auto lost = config.lost("pfc", profile, bound))
        origin = *lost;
    const auto direction = [&](LineKind what) -> Setting<PrioritySet> {
        const Stated on = config.find("pfc", profile, what);
        if (on && on.fact->value == 0 && !paused.empty())
            return {PrioritySet{}, config.origin(*on.fact, bound)};
        return origin.kind() == OriginKind::unread ? Setting<PrioritySet>::unread(origin)
                                                   : Setting<PrioritySet>(paused, origin);
    };
    port.pfc_rx = direction(LineKind::pfc_rx);
    port.pfc_tx = direction(LineKind::pfc_tx);
    // A profile keeps headroom for a cable length; without PFC in either direction there is no headroom.
    const auto is_off = [](const Setting<PrioritySet>& paused_one) {
        return paused_one.known() && paused_one.value.empty();
    };
    if (paused.empty() || (is_off(port.pfc_rx) && is_off(port.pfc_tx)))
        return;
    const Stated length = config.find("pfc", profile, LineKind::pfc_cable);
    const auto metres = [&](Default name) {
        return usual.value(name, Metres{static_cast<std::uint32_t>(usual.number(name))});
    };
    port.cable_length = config.setting(length,
        Metres{static_cast<std::uint32_t>(length.value_or(0))},
        profile == usual_profile && config.roce.lossless() ? metres("roce_cable_length")
                                                           : metres("pfc_cable_length"),
        bound);
    // `qos roce` states its own length for the profile that it makes.
    if (const Stated roce = config.global(LineKind::roce_cable);
        roce && profile == usual_profile && config.roce.on && !length)
        port.cable_length = {Metres{static_cast<std::uint32_t>(roce.fact->value)}, config.origin(*roce.fact)};
}

void resolve_watchdog(Config& config, std::uint32_t index)
{
    PfcWatchdog& watchdog = config.device.ports[index].watchdog;
    const auto& usual = config.defaults;
    Stated state = config.find(index, LineKind::watchdog_state);
    const bool on = state ? state.fact->value != 0 : true;
    if (!state)
        state = config.find(index, LineKind::watchdog_present);
    watchdog.enabled = config.setting(state, on, usual.value("watchdog", false));
    const Stated poll = config.global(LineKind::poll);
    const Stated times = config.global(LineKind::robustness);
    const auto every = config.setting(poll,
        Milliseconds(static_cast<std::uint32_t>(poll.value_or(0))),
        usual.value(
            "watchdog_poll", Milliseconds(static_cast<std::uint32_t>(usual.number("watchdog_poll")))));
    watchdog.poll = every;
    watchdog.restoration = Setting<Milliseconds>::unread(
        config.unread("a queue is let go when no pause frame came for a polling interval, not after a time"));
    const auto number = config.setting(times,
        static_cast<std::uint32_t>(times.value_or(0)),
        usual.value("watchdog_robustness", static_cast<std::uint32_t>(usual.number("watchdog_robustness"))));
    if (every.peek_known() && number.peek_known())
        watchdog.detection
            = {Milliseconds(every.value.count() * number.value), times ? number.origin : every.origin};
    watchdog.action = usual.value("watchdog_action", WatchdogAction::drop);
}

void resolve_addresses(Config& config)
{
    Forwarding& forwarding = config.device.forwarding;
    for (const Fact& fact : config.facts) {
        if (fact.says() != LineKind::address || fact.unset)
            continue;
        const auto prefix = parse_prefix(fact.text);
        const auto port = config.port_by_name.find(fact.name);
        const bool elsewhere = port != config.port_by_name.end() && config.find(port->second, LineKind::vrf)
            && config.find(port->second, LineKind::vrf).fact->text != "default";
        if (!prefix || port == config.port_by_name.end() || elsewhere) {
            // "dhcp", and addresses that belong to another VRF.
            if (fact.node != nullptr)
                fact.node->mark(CoverageState::irrelevant);
            continue;
        }
        forwarding.addresses.push_back({port->second, *prefix, config.origin(fact)});
    }
}

void resolve_routes(Config& config)
{
    for (const Fact& fact : config.facts) {
        if (fact.says() != LineKind::route_via || fact.unset)
            continue;
        const auto to = parse_prefix(fact.second);
        if (!to || fact.name != "default") {
            if (fact.node != nullptr)
                fact.node->mark(CoverageState::irrelevant);
            continue;
        }
        StaticRoute route;
        route.to = *to;
        route.at = fact.at;
        route.via = parse_address(fact.text);
        route.discards = fact.text == "blackhole" || fact.text == "reject";
        if (const auto port = config.port_by_name.find(fact.text); port != config.port_by_name.end())
            route.port = port->second;
        config.device.forwarding.routes.push_back(route);
    }
}

HashField hash_field_of(std::string_view word)
{
    constexpr std::pair<std::string_view, HashField> words[]{{"ip-protocol", HashField::ip_protocol},
        {"source-ip", HashField::source_ip},
        {"destination-ip", HashField::destination_ip},
        {"source-port", HashField::source_port},
        {"destination-port", HashField::destination_port}};
    for (const auto& [known, field] : words) {
        if (known == word)
            return field;
    }
    return HashField::other;
}

// Adaptive routing needs the switch and the port. A statement of a port also switches the feature on, unless
// one of the switch says off (NVIDIA Cumulus Linux 5.6 User Guide, Equal Cost Multipath Load Sharing, Enable
// Adaptive Routing).
void resolve_adaptive_routing(Config& config)
{
    Device& device = config.device;
    Setting<bool>& per_packet = device.load_balancing.per_packet;
    const Setting<bool> usual = config.defaults.value("adaptive_routing", false);
    const Stated whole = config.global(LineKind::adaptive);
    per_packet = config.setting(whole, whole.value_or(0) != 0, usual);
    const bool any_port = std::ranges::any_of(
        config.facts, [](const Fact& fact) { return fact.says() == LineKind::adaptive_port && !fact.unset; });
    if (!whole && !any_port)
        return;
    const Fact* on = nullptr;
    for (std::uint32_t index = 0; index < device.ports.size(); ++index) {
        const Stated own = config.find(index, LineKind::adaptive_port);
        Port& port = device.ports[index];
        port.adaptive_routing = config.setting(own, own.value_or(0) != 0, usual);
        const bool can = port.kind == PortKind::physical && port.lag == Port::no_index;
        if (can && own && own.fact->value != 0)
            on = own.fact;
    }
    if (!whole && on != nullptr)
        per_packet = {true, config.origin(*on)};
    else if (per_packet.peek_known() && per_packet.value && on == nullptr)
        per_packet = {false,
            device.origins.derived(
                whole.fact->at, {}, "it is on for the switch, and no routed port takes part")};
}

void resolve_hashing(Config& config)
{
    LoadBalancing& balancing = config.device.load_balancing;
    HashFields fields;
    for (const HashField field : {HashField::ip_protocol,
             HashField::source_ip,
             HashField::destination_ip,
             HashField::source_port,
             HashField::destination_port})
        fields.insert(field);
    balancing.ecmp = config.defaults.value("hash_fields", fields);
    const bool rest_is_known = balancing.ecmp.peek_known();
    HashFields stated;
    for (const Fact& fact : config.facts) {
        if (fact.says() != LineKind::hash_field || fact.unset || fact.unread)
            continue;
        const HashField field = hash_field_of(fact.place->word);
        const auto bit = static_cast<std::uint8_t>(1U << static_cast<unsigned>(field));
        stated.insert(field);
        balancing.ecmp.value.bits = static_cast<std::uint8_t>(
            fact.value != 0 ? balancing.ecmp.value.bits | bit : balancing.ecmp.value.bits & ~bit);
        balancing.ecmp.origin = config.origin(fact);
    }
    if (!rest_is_known && stated.bits != 0 && stated.bits != fields.bits)
        balancing.ecmp = Setting<HashFields>::unread(
            config.unread("a part of a configuration states only some of the hashed fields"));
    const Stated seed = config.global(LineKind::hash_seed);
    balancing.ecmp_seed = config.setting(seed,
        static_cast<std::uint32_t>(seed.value_or(0)),
        Setting<std::uint32_t>::unread(config.unread("without a line the switch takes a random seed")));
    balancing.multipath = config.defaults.value("multipath", true);
    resolve_adaptive_routing(config);
}

}

void resolve_switch(Config& config)
{
    Device& device = config.device;
    Forwarding& forwarding = device.forwarding;
    const Stated asn = config.global(LineKind::bgp_asn);
    if (const auto number = asn ? parse_number(asn.fact->text) : std::nullopt;
        number && *number <= 0xffffffffU)
        forwarding.bgp_asn = {static_cast<std::uint32_t>(*number), config.origin(*asn.fact)};
    else if (asn && asn.fact->node != nullptr)
        asn.fact->node->mark(CoverageState::unsupported); // "leaf", "spine": NVUE computes a number
    if (const Stated own = config.global(LineKind::own_as); own && own.fact->value != 0)
        forwarding.allow_own_as = {1, config.origin(*own.fact)};
    const Stated ospf = config.global(LineKind::ospf);
    forwarding.link_state = config.setting(ospf, ospf.value_or(0) != 0, config.defaults.value("ospf", false));
    forwarding.mlag_peer_link = config.defaults.value("mlag_peer_link", Port::no_index);
    if (const auto peer = config.port_by_name.find("peerlink"); peer != config.port_by_name.end())
        forwarding.mlag_peer_link = {peer->second, device.origins.explicit_at(device.ports[peer->second].at)};
    resolve_addresses(config);
    resolve_routes(config);
    resolve_access_lists(config);
    resolve_hashing(config);
}

namespace {

// Enters the profiles that the file itself defines; the usual one belongs to every port.
void enter_names(Config& config)
{
    constexpr std::pair<LineKind, std::string_view> bindings[]{{LineKind::pfc_profile, "pfc"},
        {LineKind::ecn_profile, "congestion-control"},
        {LineKind::map_profile, "mapping"},
        {LineKind::scheduler_profile, "egress-scheduler"}};
    NameBook names;
    for (const Fact& fact : config.facts) {
        if (fact.unset)
            continue;
        for (const auto& [says, kind] : bindings) {
            if (fact.says() == says && fact.text != usual_profile)
                names.use(label_of(kind), fact.text);
        }
        Duties duties;
        if (fact.says() == LineKind::pfc_priorities)
            duties = Duties::of(Duty::pause);
        else if (fact.says() == LineKind::ecn_enable && fact.value != 0)
            duties = Duties::of(Duty::marking);
        else if (fact.says() == LineKind::trust || fact.says() == LineKind::dscp_map
            || fact.says() == LineKind::pcp_map)
            duties = Duties::of(Duty::classification);
        else if (fact.says() == LineKind::schedule_mode || fact.says() == LineKind::schedule_percent)
            duties = Duties::of(Duty::scheduling);
        const std::string_view kind = kind_of(fact.place);
        const auto is_kind = [&](const auto& binding) { return binding.second == kind; };
        if (fact.name != usual_profile && std::ranges::any_of(bindings, is_kind))
            names.define(label_of(kind), config.keep(fact.name), fact.at, duties);
    }
    config.device.unbound = names.unbound();
}

}

void resolve(Config& config)
{
    enter_names(config);
    Device& device = config.device;
    resolve_kinds(config);
    resolve_pools(config);
    for (std::uint32_t index = 0; index < device.ports.size(); ++index) {
        resolve_link(config, index);
        const PortKind kind = device.ports[index].kind;
        if (kind == PortKind::physical || kind == PortKind::lag)
            resolve_classes(config, index);
        if (kind != PortKind::physical)
            continue;
        resolve_pause(config, index);
        resolve_watchdog(config, index);
        resolve_queues(config, index);
        resolve_groups(config, index);
    }
    mark_untagged(device);
    resolve_switch(config);
}

}
