// SPDX-License-Identifier: Apache-2.0
// Ports, their links and sizes, and where packets go.
#include "drivers/comware/comware.h"
#include "drivers/comware/config.h"
#include "drivers/line_cli/read/bound_names.h"
#include "drivers/line_cli/read/port_steps.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>

namespace rocelint::comware {
namespace {

constexpr std::string_view of_its_type
    = "the speed of a port of this type, which works at its highest rate unless a line says otherwise";
constexpr std::string_view frame_differs
    = "without `jumboframe enable` the largest frame differs by series, and no line shows which series this is";
constexpr std::string_view no_mtu
    = "no line states it: the MTU of a routed interface is 1500 bytes then, and H3C's manuals do not say whether packets that "
      "the chip forwards are held to it";
constexpr std::string_view no_jumbo
    = "`undo jumboframe enable` discards frames of more than 1536 bytes (Configuring jumbo "
      "frame support)";
constexpr std::string_view mode_differs
    = "the line `port link-mode` is missing, and whether a port is routed without it differs by series";
constexpr std::string_view in_cells
    = "it is in cells, whose size differs by series; `display version` before the configuration "
      "shows the model, and the catalog knows the cells of the S9820-64H";
constexpr std::string_view paths_unknown
    = "no line states it, and what BGP does then differs by release of Comware";
constexpr std::string_view aging_unknown
    = "no line states it, and the usual time differs by release of Comware";

/// The largest frame of a port that takes no jumbo frames, which are those above it.
constexpr std::uint64_t no_jumbo_frame = 1536;

Bytes without_trailer(std::uint64_t frame) { return Bytes{std::max(frame, frame_trailer) - frame_trailer}; }

Setting<Bytes> usual_frame(Config& config)
{
    const auto models = catalog::platform_default("comware", "frame_models");
    return !config.device.model.empty() && line_cli::is_of_models(models.value, config.device.model)
        ? config.defaults.value("frame", without_trailer(config.defaults.number("frame")))
        : Setting<Bytes>::unread(config.unread(frame_differs));
}

// The largest packet that is forwarded: of a switched port that of its largest frame, of a routed one also its MTU.
void resolve_packet(Config& config, std::uint32_t index)
{
    Port& port = config.device.ports[index];
    const Setting<Bytes> of_line = config.setting<Bytes>(
        Stated{config.find(config.ports[index].place, LineKind::mtu)}, not_understood, value_as<Bytes>);
    if (port.kind == PortKind::vlan || port.kind == PortKind::subinterface || port.routed.is(true)) {
        port.ip_mtu = line_cli::stated(of_line) ? of_line : Setting<Bytes>::unread(config.unread(no_mtu));
        return;
    }
    if (port.max_frame.peek_known() && port.routed.is(false))
        port.ip_mtu = {
            Bytes{std::max(port.max_frame.value.count, physics::ethernet_header) - physics::ethernet_header},
            port.max_frame.origin};
}

void resolve_frame(Config& config, std::uint32_t index)
{
    Port& port = config.device.ports[index];
    const Stated line = config.find_of(index, LineKind::frame);
    if (line.is(Sense::off))
        port.max_frame
            = {without_trailer(no_jumbo_frame), config.device.origins.derived(line.fact->at, {}, no_jumbo)};
    else if (line.is(Sense::set) && !line.fact->values[0].written())
        port.max_frame = usual_frame(config);
    else
        port.max_frame = config.setting(
            line, [](const Fact& fact) { return without_trailer(fact.value()); }, usual_frame(config));
}

void resolve_link(Config& config, std::uint32_t index)
{
    Port& port = config.device.ports[index];
    const std::uint32_t place = config.ports[index].place;
    const auto own = [&](LineKind what) { return Stated{config.find(place, what)}; };
    if (const Fact* text = config.find(place, LineKind::description))
        port.description = text->text;
    port.admin_up
        = config.setting(own(LineKind::shutdown), is_off, config.defaults.value("admin_state", true));
    config.take_type_as_mode(port);
    const bool link = port.kind == PortKind::physical || port.kind == PortKind::lag;
    if (port.kind == PortKind::lag)
        port.routed = {port.name.starts_with("Route-"),
            config.device.origins.derived(port.at, {}, "an aggregate interface of this type has this mode")};
    else if (link)
        port.routed = config.setting(
            own(LineKind::link_mode),
            [](const Fact& line) { return static_cast<LinkMode>(line.value()) == LinkMode::route; },
            Setting<bool>::unread(config.unread(mode_differs)));
    if (link)
        resolve_frame(config, index);
    resolve_packet(config, index);
    if (port.kind != PortKind::physical)
        return;
    port.speed = {speed_of(port.name), config.device.origins.derived(port.at, {}, of_its_type)};
    config.take_speed(port, own(LineKind::speed));
    port.fec = config.setting<Fec>(own(LineKind::fec), not_understood, value_as<Fec>);
    const Setting<bool> none = config.defaults.value("link_pause", false);
    const Stated both = own(LineKind::link_pause);
    const Stated receive = own(LineKind::link_pause_in);
    port.pause_tx = config.setting(both, is_set, none);
    port.pause_rx = config.setting(receive ? receive : both, is_set, none);
    if (const Stated line = own(LineKind::port_limit); line)
        port.limit = config.setting<BitsPerSecond>(line, not_understood, value_as<BitsPerSecond>);
    if (own(LineKind::dcbx).is(Sense::set))
        port.dcbx_version = config.setting(own(LineKind::dcbx_version),
            value_as<DcbxVersion>,
            Setting<DcbxVersion>{DcbxVersion::automatic, config.origin_of(own(LineKind::dcbx))});
}

// A port is a member of the aggregation group of its number, whose interface is a bridged or a routed one.
void join_groups(Config& config)
{
    const auto count = static_cast<std::uint32_t>(config.device.ports.size());
    for (std::uint32_t index = 0; index < count; ++index) {
        const Port& port = config.device.ports[index];
        if (port.kind == PortKind::subinterface) {
            const auto parent = config.port_by_name.find(port.name.substr(0, port.name.find('.')));
            if (parent != config.port_by_name.end())
                config.device.ports[index].parent = parent->second;
        }
        const Fact* group = config.find(config.ports[index].place, LineKind::channel);
        if (port.kind != PortKind::physical || group == nullptr || !is_set(*group))
            continue;
        const Fact* mode = config.find(config.ports[index].place, LineKind::link_mode);
        const std::string routed = fmt::format("Route-Aggregation{}", group->value());
        const std::string bridged = fmt::format("Bridge-Aggregation{}", group->value());
        const bool is_routed = mode != nullptr && is_set(*mode)
            ? static_cast<LinkMode>(mode->value()) == LinkMode::route
            : config.port_by_name.contains(routed);
        config.join(index, config.port_of_name(is_routed ? routed : bridged, group->at), group->at);
    }
}

HashFields fields_of(std::string_view text)
{
    return line_cli::hashed_fields(text, hash_words, {"global", "slot"});
}

void resolve_forwarding(Config& config)
{
    config.resolve_networks(LineKind::vrf, "Mgnt");
    Forwarding& forwarding = config.device.forwarding;
    if (!line_cli::stated(forwarding.mlag_peer_link))
        forwarding.mlag_peer_link = config.defaults.value("mlag_peer_link", Port::no_index);
    config.fill_paths(Setting<std::uint32_t>::unread(config.unread(paths_unknown)), Setting<bool>{});
    forwarding.mac_timeout = Setting<std::chrono::seconds>::unread(config.unread(aging_unknown));
    config.take_timeout(forwarding.mac_timeout, LineKind::mac_timeout);
    const HashFields usual = fields_of(config.defaults.text("hash"));
    const Fact* line = config.global(LineKind::hash);
    const HashFields own = line == nullptr ? HashFields{} : fields_of(line->text);
    // A line that names no fields keeps the usual ones.
    config.device.load_balancing.ecmp = config.setting(
        line != nullptr && line->sense != Sense::unread && own.bits == 0 ? Stated{} : Stated{line},
        [&](const Fact&) { return own; },
        config.defaults.value("hash", usual));
}

constexpr line_cli::LineDuty line_duties[]{{LineKind::marks, Duty::marking},
    {LineKind::curve, Duty::marking},
    {LineKind::curves, Duty::marking},
    {LineKind::port_marks, Duty::marking},
    {LineKind::port_curve, Duty::marking},
    {LineKind::port_curves, Duty::marking}};

}

Setting<Bytes> Config::bytes_of(std::uint64_t cells, const Fact& line)
{
    return cell == 0 ? Setting<Bytes>::unread(unread(in_cells))
                     : Setting<Bytes>{Bytes{cells * cell}, device.origins.explicit_at(line.at)};
}

void resolve(Config& config)
{
    line_cli::resolve_names(config, line_duties, [](std::string_view name) { return name.empty(); });
    join_groups(config);
    resolve_maps(config);
    resolve_pools(config);
    line_cli::resolve_ports(config,
        {.link = resolve_link,
            .classes = resolve_classes,
            .queues = {resolve_pfc, resolve_queues, resolve_groups}});
    resolve_forwarding(config);
}

}
