// SPDX-License-Identifier: Apache-2.0
// Resolves the lines of each port: its link, its MTU, and what a member inherits from its port channel.
#include "drivers/eos/config.h"
#include "drivers/line_cli/read/bound_names.h"
#include "drivers/line_cli/read/port_vlans.h"
#include "models/fabric/untagged.h"
#include "models/fabric/vlan_policy.h"
#include "models/physics/wire.h"

#include <fmt/format.h>

namespace rocelint::eos {
namespace {

constexpr std::uint64_t ethernet_header = physics::ethernet_header;

void resolve_link(PortView& view)
{
    Config& config = view.config;
    Port& port = view.port;
    if (const Stated line = view.find(LineKind::description))
        port.description = line.fact->text;
    if (const Stated line = view.find(LineKind::speed)) {
        const OriginId here = line.is(Sense::set) ? config.origin_of(line) : OriginId{};
        const std::uint64_t value = line.fact->value(1);
        if (line.is(Sense::set) && value != 0)
            port.speed = {BitsPerSecond{speed_of(value)}, here};
        if (line.is(Sense::set) && lanes_of(value) != 0)
            port.lanes = {lanes_of(value), here};
        if (line.is(Sense::set) && line.fact->values[0].written())
            port.autoneg = {line.fact->value() != 0, here};
    }
    port.fec = config.setting<Fec>(view.find(LineKind::fec),
        "the FEC encoding is not understood",
        [](const Fact& fact) { return is_off(fact) ? Fec::none : static_cast<Fec>(fact.value()); });
    port.admin_up = config.setting<bool>(view.find(LineKind::shutdown), {}, is_off);
    if (stated(port.admin_up))
        return;
    const Fact* shut = config.global(LineKind::shutdown);
    port.admin_up = shut != nullptr && port.kind == PortKind::physical
        ? Setting<bool>(is_off(*shut), config.device.origins.inherited(shut->at, shut->at))
        : config.defaults.value("admin_state", true);
}

void resolve_mode(PortView& view)
{
    Port& port = view.port;
    port.routed = view.config.setting<bool>(view.find(LineKind::switched), {}, is_off);
    switch (port.kind) {
    case PortKind::physical:
    case PortKind::lag:
        if (port.routed.known())
            return;
        if (const Fact* mode = view.config.global(LineKind::default_mode);
            mode != nullptr && mode->sense == Sense::set && mode->value() != 0)
            port.routed = {true, view.config.device.origins.explicit_at(mode->at)};
        else
            port.routed = view.config.defaults.value("port_mode", false);
        return;
    case PortKind::vlan:
    case PortKind::loopback:
    case PortKind::management:
    case PortKind::subinterface:
    case PortKind::tunnel:
        port.routed = {true,
            view.config.device.origins.derived(port.at, {}, "an interface of this type is always routed")};
        return;
    default:
        return;
    }
}

// AVD writes the line or its negation.
void resolve_tunnel(PortView& view)
{
    if (!view.port.name.starts_with("Vxlan"))
        return;
    view.port.carries_ecn = view.config.setting(view.find(LineKind::tunnel_ecn),
        "the vxlan qos line is not understood",
        is_set,
        view.config.defaults.value("tunnel_ecn", false));
}

// `mtu` limits IP packets that are routed out of the port, but not what a switched port forwards.
void resolve_mtu(PortView& view)
{
    Config& config = view.config;
    Port& port = view.port;
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
    Stated line = view.find(LineKind::mtu);
    const Fact* usual = config.global(LineKind::mtu);
    if (!line && usual != nullptr && port.kind != PortKind::management)
        line = {usual, usual->at};
    port.ip_mtu = line ? config.setting<Bytes>(line, "the mtu line is not understood", value_as<Bytes>)
                       : config.defaults.number_as<Bytes>("mtu");
    if (view.find(LineKind::frame_limit))
        port.max_frame
            = Setting<Bytes>::unread(config.unread("`l2 mtu` is a second limit that no source defines"));
    else if (port.ip_mtu.known() && (port.kind == PortKind::physical || port.kind == PortKind::lag))
        port.max_frame = {Bytes{port.ip_mtu.value.count + ethernet_header}, port.ip_mtu.origin};
}

// A member of a port channel takes its switching mode, MTU and classification from the port channel.
void follow_lag(PortView& view)
{
    Config& config = view.config;
    Port& port = view.port;
    const Port& lag = config.device.ports[port.lag];
    const Span reference = view.lines.membership;
    port.routed = config.inherit(lag.routed, reference);
    port.ip_mtu = config.inherit(lag.ip_mtu, reference);
    port.max_frame = config.inherit(lag.max_frame, reference);
    port.trust = config.inherit(lag.trust, reference);
    port.default_tc = config.inherit(lag.default_tc, reference);
    port.dscp_to_tc = lag.dscp_to_tc;
    port.pcp_to_tc = lag.pcp_to_tc;
    port.ingress_policy = config.inherit(lag.ingress_policy, reference);
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
        const Fact* group = config.find(config.ports[index].place, LineKind::channel_group);
        if (kind != PortKind::physical || group == nullptr || group->sense != Sense::set)
            continue;
        const std::string name = fmt::format("Port-Channel{}", group->value());
        config.join(index, config.port_of_name(name, group->at), group->at);
    }
}

// The meters of a port channel count for its members.
void bind_meters_of(Config& config, std::uint32_t index)
{
    Device& device = config.device;
    const Port& port = device.ports[index];
    const Setting<Ref>& policy = port.ingress_policy;
    if (policy.peek_known() && !policy.value.none())
        bind_meters(device, index, config.policies.meters(policy.value.index));
    if (port.trust.peek_known()
        && (port.trust.value == Trust::dscp || port.trust.value == Trust::dscp_else_pcp))
        bind_map_colours(device, index, config.precedences);
}

void resolve_port(Config& config, std::uint32_t index)
{
    PortView view(config, index);
    Port& port = view.port;
    resolve_mode(view);
    resolve_link(view);
    resolve_mtu(view);
    if (port.lag != Port::no_index)
        follow_lag(view);
    else
        resolve_classification(view);
    if (port.lag == Port::no_index)
        bind_meters_of(config, index);
    if (port.kind == PortKind::tunnel)
        resolve_tunnel(view);
    if (port.kind != PortKind::physical)
        return;
    if (const Fact* line = config.find(config.ports[index].place, LineKind::macsec);
        line != nullptr && line->sense == Sense::set)
        port.macsec = {true, config.device.origins.explicit_at(line->at)};
    port.tc_to_queue = config.queue_binding;
    port.tc_to_dscp = config.rewrite_binding;
    if (const Stated out = view.find(LineKind::service_policy_out); out.is(Sense::unread))
        withhold_output(config.device, index, out.fact->at);
    port.tc_to_priority_group = config.group_binding;
    port.priority_to_priority_group = config.group_binding;
    port.priority_to_queue = config.priority_binding;
    resolve_pfc(view);
    resolve_watchdog(view);
    resolve_queues(view);
}

// Arista EOS User Manual, Ethernet Ports and VLANs: a switched port is an access port in VLAN 1 by default, and a trunk carries all
// VLANs. Whether the policy of a VLAN interface takes packets that are not routed is not stated.
void resolve_vlan_policies(Config& config)
{
    constexpr line_cli::VlanDefaults vlan_defaults{.access = 1, .add_begins_empty = false};
    std::vector<std::uint32_t> with_policy;
    for (std::uint32_t index = 0; index < config.device.ports.size(); ++index) {
        if (config.device.ports[index].kind == PortKind::vlan
            && config.find(config.ports[index].place, LineKind::service_policy) != nullptr)
            with_policy.push_back(index);
    }
    if (with_policy.empty())
        return;
    const VlanPolicyScope scope(line_cli::read_port_vlans(config, vlan_defaults));
    for (const std::uint32_t index : with_policy)
        scope.take_policy_of_interface(
            config.device, index, may_classify(config.device, config.device.ports[index].ingress_policy));
}

// A subinterface classifies its own packets (EOS 4.28.2F, QoS trust settings of subinterfaces); the port below it has the others.
void resolve_subinterface_policies(Config& config)
{
    for (std::uint32_t index = 0; index < config.device.ports.size(); ++index) {
        const Port& port = config.device.ports[index];
        if (port.kind != PortKind::subinterface
            || config.find(config.ports[index].place, LineKind::service_policy) == nullptr)
            continue;
        const Setting<Ref>& policy = port.ingress_policy;
        const bool is_read = policy.peek_known() && !policy.value.none();
        take_policy_of_subinterface(config.device,
            index,
            may_classify(config.device, policy),
            is_read ? config.policies.meters(policy.value.index) : std::span<const Meter>{});
    }
}

}

const Profile* profile_of(const Config& config, const PortLines& lines)
{
    const Fact* line = config.find(lines.place, LineKind::service_profile);
    if (line == nullptr || line->sense != Sense::set)
        return nullptr;
    const auto found = config.profile_by_name.find(line->text);
    return found == config.profile_by_name.end() ? nullptr : &config.profiles[found->second];
}

PortView::PortView(Config& device, std::uint32_t index)
    : config(device)
    , port(device.device.ports[index])
    , lines(device.ports[index])
    , profile(profile_of(device, lines))
{
    const Fact* line = config.find(lines.place, LineKind::service_profile);
    if (line == nullptr || line->sense != Sense::set)
        return;
    profile_line = line->at;
    dangling = profile == nullptr;
    if (dangling)
        lost = config.lost("qos profile", line->text, line->at);
}

Stated PortView::find(LineKind what, std::uint8_t number) const
{
    if (const Fact* own = config.find(lines.place, what, number))
        return {own, {}};
    const Fact* shared = profile == nullptr ? nullptr : config.find(profile->place, what, number);
    return shared == nullptr ? Stated{} : Stated{shared, profile_line};
}

void resolve_ports(Config& config)
{
    link_ports(config);
    const auto count = static_cast<std::uint32_t>(config.device.ports.size());
    std::size_t physical = 0;
    for (const Port& port : config.device.ports)
        physical += port.kind == PortKind::physical ? 1U : 0U;
    config.device.queues.reserve(physical * queue_count);
    // Port channels first, because members inherit from them.
    for (const bool lags : {true, false}) {
        for (std::uint32_t index = 0; index < count; ++index) {
            if ((config.device.ports[index].kind == PortKind::lag) == lags && config.ports[index].configured)
                resolve_port(config, index);
        }
    }
    resolve_vlan_policies(config);
    resolve_subinterface_policies(config);
    mark_untagged(config.device);
    check_queue_words(config);
}

void enter_names(Config& config)
{
    constexpr line_cli::LineDuty line_duties[]{{LineKind::pfc_priority, Duty::pause},
        {LineKind::ecn, Duty::marking},
        {LineKind::service_policy, Duty::classification}};
    NameBook names;
    line_cli::enter_names(names, config.lines, line_duties, [](std::string_view) { return false; });
    config.policies.enter_names(names, "policy-map");
    line_cli::take_names(names, config);
}

}
