// SPDX-License-Identifier: Apache-2.0
// Ports, their links and sizes, and where packets go.
#include "drivers/line_cli/read/bound_names.h"
#include "drivers/line_cli/read/buffer_lines.h"
#include "drivers/line_cli/read/port_steps.h"
#include "drivers/vrp/config.h"
#include "drivers/vrp/shown_state.h"
#include "drivers/vrp/vrp.h"
#include "models/fabric/vlan_policy.h"

#include <algorithm>
#include <chrono>

namespace rocelint::vrp {
namespace {

constexpr std::string_view of_its_type
    = "the speed of a port of this type, which works at its highest rate unless a line says otherwise";

// Huawei CloudEngine 8800 and 6800 Series V300R023C00 Command Reference, mtu (interface view), Precautions: the MTU is not
// checked for packets that the chip forwards, whose limit is the length of jumbo frames.
constexpr std::string_view mtu_of_cpu
    = "an interface without frames of its own limits only packets that the switch itself sends (Command Reference, mtu (interface view))";

constexpr std::string_view takes_no_fields
    = "`undo ip` restores the default and takes no fields (Command Reference, ip (ECMP load balance view))";

// A line that switches something on which is off without it.
Setting<bool> pause_of(Config& config, std::uint32_t place, LineKind one_way)
{
    const Stated both{config.find(place, LineKind::link_pause)};
    const Stated own{config.find(place, one_way)};
    return config.setting(own ? own : both, is_set, config.defaults.value("link_pause", false));
}

// The largest packet that is forwarded, switched or routed, is that of the largest frame.
void resolve_packet(Port& port)
{
    if (port.max_frame.peek_known())
        port.ip_mtu = {
            Bytes{std::max(port.max_frame.value.count, physics::ethernet_header) - physics::ethernet_header},
            port.max_frame.origin};
}

void resolve_link(Config& config, std::uint32_t index)
{
    Port& port = config.device.ports[index];
    Origins& origins = config.device.origins;
    const std::uint32_t place = config.ports[index].place;
    const auto own = [&](LineKind what) { return Stated{config.find(place, what)}; };
    if (const Fact* text = config.find(place, LineKind::description))
        port.description = text->text;
    port.admin_up
        = config.setting(own(LineKind::shutdown), is_off, config.defaults.value("admin_state", true));
    config.take_type_as_mode(port);
    if (port.kind == PortKind::physical || port.kind == PortKind::lag)
        port.routed = config.setting(
            config.find_of(index, LineKind::switched), is_off, config.defaults.value("port_mode", false));
    if (port.kind == PortKind::vlan || port.kind == PortKind::subinterface)
        port.ip_mtu = Setting<Bytes>::unread(config.unread(mtu_of_cpu));
    if (port.kind != PortKind::physical && port.kind != PortKind::lag)
        return;
    port.max_frame = config.setting(
        config.find_of(index, LineKind::frame),
        [](const Fact& line) { return Bytes{std::max(line.value(), frame_trailer) - frame_trailer}; },
        config.defaults.value(
            "frame", Bytes{std::max(config.defaults.number("frame"), frame_trailer) - frame_trailer}));
    if (const Stated line = own(LineKind::frame);
        line.is(Sense::set) && config.hardware != Hardware::unknown) {
        if (std::string reason = beyond_largest_frame(line.fact->value()); !reason.empty())
            config.problems.push_back({SyntaxProblem::Severity::warning, line.fact->at, std::move(reason)});
    }
    resolve_packet(port);
    if (port.kind != PortKind::physical)
        return;
    port.speed = {speed_of(port.name), origins.derived(port.at, {}, of_its_type)};
    config.take_speed(port, own(LineKind::speed));
    port.autoneg = config.setting<bool>(own(LineKind::negotiation), not_understood, line_cli::says_on);
    port.fec = config.setting<Fec>(own(LineKind::fec), not_understood, value_as<Fec>);
    port.pause_rx = pause_of(config, place, LineKind::link_pause_in);
    port.pause_tx = pause_of(config, place, LineKind::link_pause_out);
    if (const Stated line = own(LineKind::port_limit); line.is(Sense::set))
        port.limit = {BitsPerSecond{line.fact->value()}, config.origin_of(line)};
    if (own(LineKind::old_dcbx).is(Sense::set))
        port.dcbx_version = {DcbxVersion::cee, config.origin_of(own(LineKind::old_dcbx))};
    else if (own(LineKind::dcbx).is(Sense::set))
        port.dcbx_version = {DcbxVersion::ieee, config.origin_of(own(LineKind::dcbx))};
}

// Ports that an Eth-Trunk names as its members.
void join_members(Config& config)
{
    for (const auto& [lag, line] : config.members) {
        const auto names = members_of(line->text);
        if (!names) {
            line->node->mark(CoverageState::unrecognised);
            continue;
        }
        for (const std::string& name : *names) {
            const std::uint32_t port = config.port_of_name(name, line->at);
            if (is_set(*line))
                config.join(port, lag, line->at);
            else if (config.device.ports[port].lag == lag)
                config.device.ports[port].lag = Port::no_index;
        }
    }
}

// The headroom that the ports of a slot share.
void resolve_pools(Config& config)
{
    for (const Fact& line : config.lines.facts) {
        if (says(line) != LineKind::headroom_pool || line.sense != Sense::set)
            continue;
        const BufferPool pool = line_cli::headroom_pool(config,
            pool_name(line.value(1)),
            line,
            {Bytes{line.value()}, config.device.origins.explicit_at(line.at)});
        std::erase_if(config.device.pools, [&](const BufferPool& same) { return same.name == pool.name; });
        config.device.pools.push_back(pool);
    }
}

// Profiles with priorities that the hardware does not pause together.
void report_profiles(Config& config)
{
    for (const line_cli::Stanza& stanza : config.lines.stanzas) {
        const Fact& header = config.lines.header(stanza);
        const Block* profile = says(header) == LineKind::pause_profile
            ? config.blocks.find(LineKind::pause_profile, header.text)
            : nullptr;
        if (profile == nullptr || profile->header != &header)
            continue;
        const Pausing pausing = pausing_of(profile);
        if (std::string reason = beyond_hardware(config.hardware, pausing.priorities);
            !reason.empty() && pausing.line.somewhere())
            config.problems.push_back({SyntaxProblem::Severity::warning, pausing.line, std::move(reason)});
    }
}

void resolve_balancing(Config& config)
{
    LoadBalancing& balancing = config.device.load_balancing;
    Origins& origins = config.device.origins;
    const HashFields usual = line_cli::hashed_fields(config.defaults.text("hash"), hash_words);
    balancing.ecmp = config.defaults.value("hash", usual);
    HashFields stated;
    for (const Fact* line : config.hashes) {
        if (line->sense == Sense::set) {
            const HashFields own = line_cli::hashed_fields(line->text, hash_words);
            stated.bits = static_cast<std::uint8_t>(stated.bits | own.bits);
            balancing.ecmp = {stated, origins.explicit_at(line->at)};
        } else if (line->sense == Sense::clear && line->text.empty()) {
            stated = {};
            balancing.ecmp = config.defaults.value("hash", usual);
        } else {
            const bool negated = line->sense == Sense::clear;
            balancing.ecmp
                = Setting<HashFields>::unread(config.unread(negated ? takes_no_fields : not_understood));
            line->node->mark(CoverageState::unrecognised);
        }
    }
    const Setting<std::uint32_t> usual_seed = config.hardware == Hardware::simulated
        ? config.defaults.number_as<std::uint32_t>("seed")
        : config.hardware == Hardware::headroom
        ? config.defaults.number_as<std::uint32_t>("underlay_seed")
        : Setting<std::uint32_t>::unread(
            config.unread("the usual seed differs by hardware, which no line shows"));
    balancing.ecmp_seed
        = config.setting(Stated{config.global(LineKind::seed)}, value_as<std::uint32_t>, usual_seed);
    balancing.per_packet = config.setting(
        Stated{config.global(LineKind::spreading)},
        [](const Fact& line) { return static_cast<Spreading>(line.value()) == Spreading::by_packet; },
        config.defaults.value("per_packet", false));
}

void resolve_forwarding(Config& config)
{
    config.resolve_networks(LineKind::vrf, "management");
    Forwarding& forwarding = config.device.forwarding;
    if (!line_cli::stated(forwarding.mlag_peer_link))
        forwarding.mlag_peer_link = config.defaults.value("mlag_peer_link", Port::no_index);
    if (!config.routes_vrfs)
        config.fill_paths(config.defaults.number_as<std::uint32_t>("most_paths"), Setting<bool>{});
    forwarding.mac_timeout = config.defaults.number_as<std::chrono::seconds>("mac_timeout");
    config.take_timeout(forwarding.mac_timeout, LineKind::mac_timeout);
    resolve_balancing(config);
}

constexpr line_cli::LineDuty line_duties[]{{LineKind::priorities, Duty::pause},
    {LineKind::ecn, Duty::marking},
    {LineKind::group_weight, Duty::scheduling},
    {LineKind::group_queues, Duty::scheduling},
    {LineKind::dscp_in, Duty::classification},
    {LineKind::pcp_in, Duty::classification}};

}

void resolve(Config& config)
{
    line_cli::resolve_names(config, line_duties, [](std::string_view name) {
        return name.empty() || name == usual_name || name == "none";
    });
    std::erase_if(config.device.unbound,
        [](const Definition& each) { return each.name.empty() || each.name == usual_name; });
    config.device.always_paused = PrioritySet::of(always_paused);
    config.device.pfc_all_off = config.setting(
        Stated{config.global(LineKind::all_off)}, is_set, config.defaults.value("pfc_all_off", false));
    config.join_channels(LineKind::channel, "Eth-Trunk");
    join_members(config);
    bind_vlan_policies(config);
    resolve_pools(config);
    report_profiles(config);
    line_cli::resolve_ports(config,
        {.link = resolve_link,
            .classes = resolve_classes,
            .of_vlan = bind_traffic_policy,
            .queues = {resolve_pfc, apply_shown_pfc, resolve_queues, resolve_groups}});
    line_cli::for_each_with(
        config, PortKind::subinterface, LineKind::service, [&](std::uint32_t index, const Fact& policy) {
            take_unread_policy_of_subinterface(config.device, index, policy.at);
        });
    resolve_forwarding(config);
}

}
