// SPDX-License-Identifier: Apache-2.0
#include "drivers/eos/config.h"

#include <fmt/format.h>

namespace rocelint::eos {
namespace {

void resolve_trust(Config& config, Port& port, const PortLines& lines, const Profile* profile, bool dangling)
{
    port.trust = own_or_profile(config, lines, profile, &QosLines::trust);
    if (stated(port.trust))
        return;
    if (dangling)
        port.trust = Setting<Trust>::unread(config.unread(lost_profile));
    else if (port.routed.known())
        port.trust = port.routed.value ? config.defaults.value(Default::trust_routed, Trust::dscp)
                                       : config.defaults.value(Default::trust_switched, Trust::pcp);
}

// The class of packets whose own marking does not count: on a CoS port the untagged ones, on an untrusted port all.
void resolve_default_class(
    Config& config, Port& port, const PortLines& lines, const Profile* profile, bool dangling)
{
    if (dangling || !port.trust.known() || port.trust.value == Trust::dscp)
        return;
    Setting<std::uint8_t> cos = own_or_profile(config, lines, profile, &QosLines::cos);
    if (!stated(cos))
        cos = config.defaults.value(
            Default::port_cos, static_cast<std::uint8_t>(config.defaults.number(Default::port_cos)));
    Setting<std::uint8_t> dscp = own_or_profile(config, lines, profile, &QosLines::dscp);
    if (!stated(dscp))
        dscp = config.defaults.value(
            Default::port_dscp, static_cast<std::uint8_t>(config.defaults.number(Default::port_dscp)));
    const std::uint8_t by_cos
        = cos.known() ? config.device.maps[config.pcp_map.index].at_point(cos.value) : ClassMap::unmapped;
    const std::uint8_t by_dscp
        = dscp.known() ? config.device.maps[config.dscp_map.index].at_point(dscp.value) : ClassMap::unmapped;
    const Span written = config.device.origins.span(cos.origin);
    // On an untrusted port it depends on the ASIC whether the port's CoS or its DSCP counts.
    const bool told = port.trust.value == Trust::pcp || by_cos == by_dscp;
    if (told && by_cos != ClassMap::unmapped)
        port.default_tc = {by_cos,
            written.somewhere()
                ? config.device.origins.derived(written, {}, "the class of the port's own CoS")
                : cos.origin};
    else if (!told)
        port.default_tc = Setting<std::uint8_t>::unread(
            config.unread("whether the port's own CoS or DSCP counts depends on the hardware"));
}

void resolve_policy(Config& config, Port& port, const PortLines& lines, const Profile* profile, bool dangling)
{
    const Setting<std::string_view> name = own_or_profile(config, lines, profile, &QosLines::policy);
    if (!stated(name)) {
        port.ingress_policy = dangling ? Setting<Ref>::unread(config.unread(lost_profile))
                                       : config.defaults.value(Default::no_policy, Ref{});
        return;
    }
    if (name.value.empty()) {
        port.ingress_policy = {Ref{}, name.origin};
        return;
    }
    const auto found = config.policy_by_name.find(name.value);
    if (found != config.policy_by_name.end()) {
        port.ingress_policy = {Ref{found->second}, name.origin};
        return;
    }
    port.ingress_policy = Setting<Ref>::unread(config.unread("its policy-map is not in the files read"));
    if (config.lost_names.insert(name.value).second)
        config.warn(config.device.origins.span(name.origin),
            fmt::format("policy-map \"{}\" is not in the files read", name.value.substr(0, 80)));
}

}

void resolve_classification(
    Config& config, Port& port, PortLines& lines, const Profile* profile, bool dangling)
{
    if (port.kind == PortKind::physical || port.kind == PortKind::lag) {
        port.dscp_to_tc = config.dscp_binding;
        port.pcp_to_tc = config.pcp_binding;
        resolve_trust(config, port, lines, profile, dangling);
        resolve_default_class(config, port, lines, profile, dangling);
        resolve_policy(config, port, lines, profile, dangling);
        return;
    }
    // A sub-interface or SVI may have a policy of its own; the rest of its classification is its parent's.
    if (stated(lines.qos.policy) || profile != nullptr)
        resolve_policy(config, port, lines, profile, dangling);
}

}
