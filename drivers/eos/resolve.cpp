// SPDX-License-Identifier: Apache-2.0
#include "drivers/eos/config.h"
#include "models/physics/wire.h"

#include <fmt/format.h>

namespace rocelint::eos {
namespace {

constexpr std::uint64_t ethernet_header = physics::ethernet_header;

bool takes_qos(PortKind kind) { return kind == PortKind::physical || kind == PortKind::lag; }

// The port's qos profile, or null. One that is named but not among the files leaves the port's settings unread.
const Profile* profile_of(Config& config, PortLines& lines, bool& dangling)
{
    if (!lines.profile.known())
        return nullptr;
    const auto found = config.profile_by_name.find(lines.profile.value);
    if (found != config.profile_by_name.end())
        return &config.profiles[found->second];
    dangling = true;
    // Every port of a device may refer to it: one message is enough.
    if (config.lost_names.insert(lines.profile.value).second)
        config.warn(config.device.origins.span(lines.profile.origin),
            fmt::format("qos profile \"{}\" is not in the files read", lines.profile.value.substr(0, 80)));
    return nullptr;
}

void resolve_mode(Config& config, Port& port)
{
    switch (port.kind) {
    case PortKind::physical:
    case PortKind::lag:
        if (!port.routed.known())
            port.routed = stated(config.globals.ports_routed)
                ? config.globals.ports_routed
                : config.defaults.value(Default::switched, false);
        break;
    case PortKind::vlan:
    case PortKind::loopback:
    case PortKind::management:
    case PortKind::subinterface:
    case PortKind::tunnel:
        port.routed = {
            true, config.device.origins.derived(port.at, {}, "an interface of this type is always routed")};
        break;
    default:
        break;
    }
}

// `mtu` limits IP packets that are routed out of the port; what a switched port forwards it does not limit.
void resolve_mtu(Config& config, Port& port, const PortLines& lines)
{
    if (port.kind == PortKind::tunnel || port.kind == PortKind::other || port.kind == PortKind::internal)
        return;
    if (!port.routed.is(true)) {
        if (port.routed.known()) {
            port.ip_mtu = Setting<Bytes>::unread(config.unread("a switched port has no IP MTU"));
            port.max_frame
                = Setting<Bytes>::unread(config.unread("EOS does not show what a switched port forwards"));
        }
        return;
    }
    if (stated(lines.mtu))
        port.ip_mtu = lines.mtu;
    else if (stated(config.globals.interface_mtu) && port.kind != PortKind::management)
        port.ip_mtu = inherit(config,
            config.globals.interface_mtu,
            config.device.origins.span(config.globals.interface_mtu.origin));
    else
        port.ip_mtu = config.defaults.value(Default::mtu, Bytes{config.defaults.number(Default::mtu)});
    if (port.ip_mtu.known() && (port.kind == PortKind::physical || port.kind == PortKind::lag))
        port.max_frame = {Bytes{port.ip_mtu.value.count + ethernet_header}, port.ip_mtu.origin};
}

void resolve_admin(Config& config, Port& port)
{
    if (stated(port.admin_up))
        return;
    const Setting<bool>& shut = config.globals.ethernet_shutdown;
    if (port.kind == PortKind::physical && shut.known())
        port.admin_up = {!shut.value,
            config.device.origins.inherited(
                config.device.origins.span(shut.origin), config.device.origins.span(shut.origin))};
    else
        port.admin_up = config.defaults.value(Default::admin_up, true);
}

// A member of a port channel is switched or routed, sized and classified as the port channel is.
void follow_lag(Config& config, Port& port, const PortLines& lines)
{
    const Port& lag = config.device.ports[port.lag];
    const Span reference = config.device.origins.span(lines.channel_group.origin);
    port.routed = inherit(config, lag.routed, reference);
    port.ip_mtu = inherit(config, lag.ip_mtu, reference);
    port.max_frame = inherit(config, lag.max_frame, reference);
    port.trust = inherit(config, lag.trust, reference);
    port.default_tc = inherit(config, lag.default_tc, reference);
    port.dscp_to_tc = lag.dscp_to_tc;
    port.pcp_to_tc = lag.pcp_to_tc;
    port.ingress_policy = inherit(config, lag.ingress_policy, reference);
}

std::uint32_t lag_index(Config& config, std::uint32_t number, Span at)
{
    const std::string name = fmt::format("Port-Channel{}", number);
    const auto known = config.port_by_name.find(name);
    return known != config.port_by_name.end() ? known->second
                                              : port_index(config, config.device.arena->keep(name), at);
}

void link_ports(Config& config)
{
    // A port channel without a stanza of its own is appended here, hence the index and the bound.
    const auto count = static_cast<std::uint32_t>(config.device.ports.size());
    for (std::uint32_t index = 0; index < count; ++index) {
        const PortKind kind = config.device.ports[index].kind;
        if (kind == PortKind::subinterface) {
            const std::string_view name = config.device.ports[index].name;
            const auto parent = config.port_by_name.find(name.substr(0, name.find('.')));
            if (parent != config.port_by_name.end())
                config.device.ports[index].parent = parent->second;
        }
        const Setting<std::uint32_t> group = config.ports[index].channel_group;
        if (kind != PortKind::physical || !group.known())
            continue;
        const std::uint32_t lag = lag_index(config, group.value, config.device.origins.span(group.origin));
        config.ports[lag].configured = true;
        config.device.ports[index].lag = lag;
    }
}

void resolve_port(Config& config, std::uint32_t index)
{
    Port& port = config.device.ports[index];
    PortLines& lines = config.ports[index];
    bool dangling = false;
    const Profile* profile = profile_of(config, lines, dangling);
    resolve_mode(config, port);
    resolve_admin(config, port);
    resolve_mtu(config, port, lines);
    const bool member = port.lag != Port::no_index;
    if (member)
        follow_lag(config, port, lines);
    else
        resolve_classification(config, port, lines, profile, dangling);
    if (!takes_qos(port.kind))
        return;
    if (port.kind == PortKind::lag)
        return;
    port.tc_to_queue = config.queue_binding;
    port.tc_to_dscp = config.rewrite_binding;
    port.tc_to_priority_group = config.group_binding;
    port.priority_to_priority_group = config.group_binding;
    port.priority_to_queue = config.priority_binding;
    resolve_pfc(config, port, lines, profile, dangling);
    resolve_watchdog(config, port, lines, profile, dangling);
    resolve_queues(config, port, lines, profile, dangling);
}

}

std::uint32_t port_index(Config& config, std::string_view name, Span at)
{
    const auto [found, fresh]
        = config.port_by_name.try_emplace(name, static_cast<std::uint32_t>(config.device.ports.size()));
    if (fresh) {
        Port port;
        port.name = name;
        port.kind = kind_of_port(name);
        port.at = at;
        config.device.ports.push_back(port);
        config.ports.emplace_back();
    }
    return found->second;
}

void resolve_ports(Config& config)
{
    link_ports(config);
    const auto count = static_cast<std::uint32_t>(config.device.ports.size());
    std::size_t physical = 0;
    for (const Port& port : config.device.ports)
        physical += port.kind == PortKind::physical ? 1U : 0U;
    config.device.queues.reserve(physical * queue_count);
    // Port channels first: their members follow them.
    for (const bool lags : {true, false}) {
        for (std::uint32_t index = 0; index < count; ++index) {
            if ((config.device.ports[index].kind == PortKind::lag) == lags && config.ports[index].configured)
                resolve_port(config, index);
        }
    }
}

}
