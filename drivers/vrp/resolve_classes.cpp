// SPDX-License-Identifier: Apache-2.0
// Classes. The internal priority of a packet (BE, AF1 to AF4, EF, CS6, CS7) is the model's traffic class,
// and has a queue and a PFC priority of the same number.
#include "drivers/line_cli/read/pause_maps.h"
#include "drivers/vrp/config.h"

#include <fmt/format.h>

#include <array>
#include <optional>
#include <vector>

namespace rocelint::vrp {
namespace {

constexpr std::string_view pauses_by_pcp
    = "hardware with a headroom buffer pauses by the 802.1p priority of a packet and not by its class, until `dcb pfc "
      "dscp-mapping enable` says otherwise";

constexpr std::string_view policy_unread = "the traffic-policy that applies here is not read";
constexpr std::string_view trust_unknown = "it is not known whether the port classifies by DSCP";
constexpr std::string_view coloured_by_pcp = "it acts on their 802.1p priority";

constexpr LineKind line_of(MapKind kind)
{
    return kind == MapKind::dscp_to_tc ? LineKind::dscp_in
        : kind == MapKind::pcp_to_tc   ? LineKind::pcp_in
                                       : LineKind::dscp_out;
}
Ref make_map(Config& config, const Block* domain, MapKind kind, OriginId usual)
{
    const auto [entry, fresh] = config.maps.try_emplace({domain, kind});
    if (!fresh)
        return entry->second;
    ClassMap map;
    map.kind = kind;
    const std::uint8_t points = kind == MapKind::dscp_to_tc ? 64 : queue_count;
    const auto usual_targets = usual_numbers(kind == MapKind::dscp_to_tc ? "dscp_map" : "rewrite_map");
    for (std::uint8_t point = 0; point < points; ++point) {
        map.origin[point] = usual;
        if (usual.kind() == OriginKind::default_)
            map.to[point]
                = kind == MapKind::pcp_to_tc ? point : usual_targets.at(point * queue_count / points);
    }
    if (domain != nullptr) {
        map.name = domain->name;
        map.at = domain->header->at;
    }
    for (std::size_t at = 0; domain != nullptr && at < domain->facts.size(); ++at) {
        const Fact& line = *domain->facts[at];
        if (says(line) != line_of(kind) || line.number >= points)
            continue;
        // Only the entries of the outbound map for green packets count.
        if (kind == MapKind::tc_to_dscp && line.value(1) != line_cli::number_of(Colour::green))
            continue;
        const std::size_t slot = kind == MapKind::tc_to_dscp ? 2 : 1;
        if (line.sense == Sense::unread) {
            map.to[line.number] = ClassMap::unmapped;
            map.origin[line.number] = config.unread(not_understood);
        } else if (line.sense == Sense::set) {
            map.set(line.number,
                static_cast<std::uint8_t>(line.value(slot)),
                config.device.origins.explicit_at(line.at));
        }
    }
    return entry->second = add_to(config.device.maps, map);
}

// Whether frames of each 802.1p value are in the class of the same number.
bool is_identity(const Device& device, const Setting<Ref>& binding)
{
    const ClassMap* map = device.map(binding);
    for (std::uint8_t pcp = 0; map != nullptr && pcp < queue_count; ++pcp) {
        if (map->to[pcp] != pcp)
            return false;
    }
    return map != nullptr;
}

std::optional<Meter> coloured(const Fact& line)
{
    const line_cli::Value& colour = line.values[2];
    if (line.sense != Sense::set || !colour.written() || colour.number == line_cli::number_of(Colour::green))
        return std::nullopt;
    const bool red = colour.number == line_cli::number_of(Colour::red);
    return Meter{.effect = red ? MeterEffect::red : MeterEffect::yellow, .at = line.at};
}

// The colours that the domain gives to DSCPs. Those of 802.1p priorities leave open which DSCPs have them.
std::vector<Meter> colours_of(const Block& domain, const Setting<Trust>& trust)
{
    const bool known = trust.peek_known();
    const bool by_dscp = !known || trust.value == Trust::dscp;
    const bool by_pcp = !known || trust.value == Trust::pcp;
    std::array<std::optional<Meter>, 64> of_dscps;
    std::array<std::optional<Meter>, queue_count> of_pcps;
    for (const Fact* line : domain.facts) {
        if (by_pcp && says(*line) == LineKind::pcp_in && line->number < of_pcps.size())
            of_pcps.at(line->number) = coloured(*line);
        if (by_dscp && says(*line) == LineKind::dscp_in && line->number < of_dscps.size())
            of_dscps.at(line->number) = coloured(*line);
    }
    std::vector<Meter> meters;
    for (Dscp dscp = 0; dscp < of_dscps.size(); ++dscp) {
        const std::optional<Meter>& stated = of_dscps.at(dscp);
        if (!stated)
            continue;
        Meter& meter = meters.emplace_back(*stated);
        meter.dscps.insert(dscp);
        if (!known) {
            meter.effect = MeterEffect::unknown;
            meter.why_unknown = trust_unknown;
            meter.sets_colour = true;
        }
    }
    for (const std::optional<Meter>& stated : of_pcps) {
        if (stated)
            meters.push_back({.dscps = DscpSet::all(),
                .why_unknown = coloured_by_pcp,
                .at = stated->at,
                .sets_colour = true});
    }
    return meters;
}

Setting<Ref> pausing_groups(Config& config, std::uint32_t index)
{
    const Port& port = config.device.ports[index];
    if (const Fact* line = pausing_line(config.device, config.slot_lines, index)) {
        if (!is_set(*line))
            return Setting<Ref>::unread(config.unread(not_understood));
        return {Ref{}, config.device.origins.inherited(line->at, line->at)};
    }
    if (config.hardware == Hardware::simulated)
        return config.defaults.value("simulated_pause", Ref{});
    return port.trust.is(Trust::pcp) && is_identity(config.device, port.pcp_to_tc)
        ? config.defaults.value("pause_by_pcp", Ref{})
        : Setting<Ref>::unread(config.unread(pauses_by_pcp));
}

// Packets that a VLAN or a bridge domain forwards.
bool is_of_vlan(const SharedPolicy& policy)
{
    return policy.of == LineKind::vlan || policy.of == LineKind::bridge_domain;
}

// Whether packets that enter by the port may be among those of the policy. Which VLANs a switched port has, and which
// ports a group, is not read.
bool may_concern(const Config& config, std::uint32_t index, const SharedPolicy& policy)
{
    const Port& port = config.device.ports[index];
    if (is_of_vlan(policy))
        return !port.routed.is(true);
    if (policy.of == LineKind::vpn_instance) {
        const Stated vrf = config.find_of(index, LineKind::vrf);
        return vrf && vrf.fact->text == policy.name;
    }
    const std::uint64_t slot = slot_of(port.name);
    return !policy.slot || slot == 0 || slot == *policy.slot;
}

// The first policy of several ports that may concern this one.
const Fact* shared_policy(const Config& config, std::uint32_t index, bool of_vlans)
{
    for (const SharedPolicy& policy : config.policies) {
        if ((of_vlans || !is_of_vlan(policy)) && may_concern(config, index, policy))
            return policy.line;
    }
    return nullptr;
}

}

void bind_traffic_policy(Config& config, std::uint32_t index)
{
    const Fact* own = config.find(config.ports[index].place, LineKind::service);
    const Fact* policy = own != nullptr ? own : shared_policy(config, index, false);
    if (policy != nullptr)
        config.bind_unread_policy(index, policy_unread, policy->at);
}

void bind_vlan_policies(Config& config)
{
    for (const SharedPolicy& policy : config.policies) {
        if (!is_of_vlan(policy))
            continue;
        const std::string_view type = policy.of == LineKind::vlan ? "Vlanif" : "Vbdif";
        const Span at = policy.line->at;
        config.bind_unread_policy(
            config.port_of_name(fmt::format("{}{}", type, policy.name), at), policy_unread, at);
    }
}

void resolve_classes(Config& config, std::uint32_t index)
{
    Port& port = config.device.ports[index];
    const Stated bound = config.find_of(index, LineKind::use_domain);
    const bool named = bound.is(Sense::set) && bound.fact->text != usual_name;
    const bool none = named && bound.fact->text == "none";
    const Block* domain = config.blocks.find(LineKind::domain, named ? bound.fact->text : usual_name);
    OriginId lost;
    if (bound.is(Sense::unread))
        lost = config.unread(not_understood);
    else if (named && !none && domain == nullptr)
        lost = config.lost("diffserv domain", *bound.fact);
    const auto map_of = [&](MapKind kind, Default usual) {
        if (lost != OriginId{})
            return Setting<Ref>::unread(lost);
        const OriginId absent = config.defaults.origin(usual);
        if (domain == nullptr && absent.kind() == OriginKind::unread)
            return Setting<Ref>::unread(absent);
        return Setting<Ref>(make_map(config, domain, kind, absent), named ? config.origin_of(bound) : absent);
    };
    port.dscp_to_tc = map_of(MapKind::dscp_to_tc, "dscp_map");
    port.pcp_to_tc = map_of(MapKind::pcp_to_tc, "pcp_map");
    if (lost != OriginId{})
        port.trust = Setting<Trust>::unread(lost);
    else if (none)
        port.trust = {Trust::none, config.origin_of(bound)};
    else if (!port.routed.known())
        port.trust = Setting<Trust>::unread(port.routed.origin);
    else if (port.routed.value)
        port.trust = config.defaults.value("trust_routed", Trust::dscp);
    else
        port.trust = config.setting(config.find_of(index, LineKind::trust),
            value_as<Trust>,
            config.defaults.value("trust", Trust::pcp));
    const Setting<std::uint8_t> priority = config.setting(config.find_of(index, LineKind::default_priority),
        value_as<std::uint8_t>,
        config.defaults.value("default_priority", std::uint8_t{0}));
    port.default_tc = line_cli::class_of_untagged(config.device, priority, port.pcp_to_tc);
    port.tc_to_queue = port.priority_to_queue = port.priority_to_priority_group
        = config.defaults.value("class_queue", Ref{});
    port.tc_to_priority_group = pausing_groups(config, index);
    const Stated rewrite = config.find_of(index, LineKind::rewrite_dscp);
    port.tc_to_dscp = rewrite.is(Sense::set) && !none
        ? Setting<Ref>(map_of(MapKind::tc_to_dscp, "rewrite_map").value, config.origin_of(rewrite))
        : config.defaults.value("rewrite_dscp", Ref{});
    if (rewrite.is(Sense::set) && lost != OriginId{})
        port.tc_to_dscp = Setting<Ref>::unread(lost);
    port.ingress_policy
        = config.find_of(index, LineKind::service) || shared_policy(config, index, true) != nullptr
        ? Setting<Ref>::unread(config.unread("a traffic-policy may classify otherwise, and is not read"))
        : config.defaults.value("ingress_policy", Ref{});
    // The meters of an Eth-Trunk count for its members.
    if (port.lag != Port::no_index)
        return;
    bind_traffic_policy(config, index);
    if (domain != nullptr && !none)
        bind_map_colours(config.device, index, colours_of(*domain, port.trust));
}

}
