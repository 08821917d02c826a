// SPDX-License-Identifier: Apache-2.0
// Ports, their links and sizes, and where packets go.
#include "drivers/iosxr/config.h"
#include "drivers/line_cli/read/bound_names.h"
#include "drivers/line_cli/read/port_steps.h"
#include "models/fabric/untagged.h"
#include "models/physics/wire.h"

#include <algorithm>

namespace rocelint::iosxr {
namespace {

constexpr std::string_view voqs
    = "a router of the 8000 series has a virtual output queue for each traffic class, ingress pipeline and egress port (Modular "
      "QoS Configuration Guide for Cisco 8000 Series Routers, IOS XR Release 7.3.x, Traffic Management on Your Router)";
constexpr std::string_view of_type = "the type of the port is its speed";
constexpr std::string_view mtu_without_header
    = "the MTU without the header of 14 bytes that it counts (Cisco, Understand MTU on IOS XR Routers, document 116350)";

// The MTU of a port is that of its frames with their header, and packets may be as large as that leaves them.
void resolve_sizes(Config& config, std::uint32_t index)
{
    Port& port = config.device.ports[index];
    if (port.kind == PortKind::tunnel || port.kind == PortKind::other || port.kind == PortKind::internal
        || port.kind == PortKind::loopback)
        return;
    const bool link = port.kind == PortKind::physical || port.kind == PortKind::lag;
    const Stated line = config.find_of(index, LineKind::mtu);
    const Setting<Bytes> frame = config.setting(
        line, value_as<Bytes>, link ? config.defaults.number_as<Bytes>("mtu") : Setting<Bytes>{});
    if (link)
        port.max_frame = frame;
    const Stated packet = config.find_of(index, LineKind::ip_mtu);
    Setting<Bytes> rest = frame;
    if (frame.peek_known()) {
        rest.value.count = std::max(frame.value.count, physics::ethernet_header) - physics::ethernet_header;
        if (line)
            rest.origin = config.device.origins.derived(line.fact->at, {}, mtu_without_header);
    }
    port.ip_mtu = config.setting(packet, value_as<Bytes>, rest);
    if (port.ip_mtu.peek_known() && rest.peek_known() && port.ip_mtu.value > rest.value)
        port.ip_mtu = rest;
}

void resolve_link(Config& config, std::uint32_t index)
{
    Port& port = config.device.ports[index];
    const std::uint32_t place = config.ports[index].place;
    const auto own = [&](LineKind what) { return Stated{config.find(place, what)}; };
    if (const Fact* text = config.find(place, LineKind::description))
        port.description = text->text;
    port.admin_up = config.setting(
        own(LineKind::shutdown),
        [](const Fact& line) { return !is_set(line); },
        config.defaults.value("admin_state", true));
    config.take_type_as_mode(port);
    if (port.kind == PortKind::physical || port.kind == PortKind::lag)
        port.routed = config.setting(
            config.find_of(index, LineKind::switched),
            [](const Fact& line) { return !is_set(line); },
            config.defaults.value("port_mode", true));
    resolve_sizes(config, index);
    if (port.kind != PortKind::physical)
        return;
    if (const BitsPerSecond speed = speed_of_type(port.name); speed.count != 0)
        port.speed = {speed, config.device.origins.derived(port.at, {}, of_type)};
    port.fec = config.setting<Fec>(own(LineKind::fec), not_understood, value_as<Fec>);
    const Stated pause = own(LineKind::link_pause);
    const auto pauses = [&](Pause part) {
        return config.setting(
            pause,
            [part](const Fact& line) { return (line.value() & line_cli::number_of(part)) != 0; },
            config.defaults.value("link_pause", false));
    };
    port.pause_tx = pauses(Pause::sends);
    port.pause_rx = pauses(Pause::obeys);
}

constexpr line_cli::LineDuty line_duties[]{{LineKind::marks, Duty::marking},
    {LineKind::set_class, Duty::classification},
    {LineKind::share, Duty::scheduling},
    {LineKind::ratio, Duty::scheduling},
    {LineKind::priority, Duty::scheduling}};

void explain_defaults(Config& config)
{
    Origins& origins = config.device.origins;
    config.defaults.explain("default_class",
        origins,
        "no line gives these packets a traffic class, and no source that was read states which one they have then");
    config.defaults.explain("scheduler",
        origins,
        "no policy is bound for it, and no source that was read states how the router serves it then");
    config.defaults.explain(
        "watchdog", origins, "no line states it, and no source that was read whether the watchdog runs then");
    config.defaults.explain("watchdog_action",
        origins,
        "no source that was read states what happens to the packets of a stuck queue");
}

}

void resolve(Config& config)
{
    Device& device = config.device;
    explain_defaults(config);
    line_cli::resolve_names(config, line_duties, [](std::string_view name) { return name.empty(); });
    device.virtual_queues = {true, device.origins.derived(device.identity, {}, voqs)};
    config.join_channels(LineKind::bundle, "Bundle-Ether");
    line_cli::resolve_ports(config,
        {.link = resolve_link,
            .classes = resolve_classes,
            .queues = {resolve_pfc, resolve_queues, resolve_groups}});
    mark_untagged(device);
    config.resolve_networks(LineKind::vrf, "management");
}

}
