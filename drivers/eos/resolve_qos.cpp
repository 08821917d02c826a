// SPDX-License-Identifier: Apache-2.0
// How a port classifies: by the field it trusts, by its own marking, by a policy.
#include "drivers/eos/config.h"

namespace rocelint::eos {
namespace {

void resolve_trust(PortView& view)
{
    Port& port = view.port;
    port.trust = view.config.setting<Trust>(
        view.find(LineKind::trust), "the qos trust line is not understood", [](const Fact& fact) {
            return fact.sense == Sense::off ? Trust::none : static_cast<Trust>(fact.value());
        });
    if (stated(port.trust))
        return;
    if (view.dangling)
        port.trust = view.fallback("trust_routed", Trust::dscp);
    else if (port.routed.known())
        port.trust = port.routed.value ? view.fallback("trust_routed", Trust::dscp)
                                       : view.fallback("trust_switched", Trust::pcp);
}

Setting<std::uint8_t> marking(PortView& view, LineKind what, Default usual)
{
    return view.config.setting(view.find(what),
        "the port's default marking is not understood",
        value_as<std::uint8_t>,
        view.config.defaults.number_as<std::uint8_t>(usual));
}

// The class of packets whose own marking is ignored: on a CoS port the untagged packets, on an untrusted port
// all packets.
void resolve_default_class(PortView& view)
{
    Config& config = view.config;
    Port& port = view.port;
    if (view.dangling || !port.trust.known() || port.trust.value == Trust::dscp)
        return;
    const Setting<std::uint8_t> cos = marking(view, LineKind::port_cos, "port_cos");
    const Setting<std::uint8_t> dscp = marking(view, LineKind::port_dscp, "port_dscp");
    const std::uint8_t by_cos
        = cos.known() ? config.device.maps[config.pcp_map.index].at_point(cos.value) : ClassMap::unmapped;
    const std::uint8_t by_dscp
        = dscp.known() ? config.device.maps[config.dscp_map.index].at_point(dscp.value) : ClassMap::unmapped;
    const Span written = config.device.origins.span(cos.origin);
    // On an untrusted port, the ASIC determines whether the port's CoS or its DSCP counts.
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

void resolve_policy(PortView& view)
{
    Config& config = view.config;
    const Stated line = view.find(LineKind::service_policy);
    if (line.is(Sense::unread)) {
        view.port.ingress_policy = Setting<Ref>::unread(config.unread("the policy line is not understood"));
        return;
    }
    if (!line) {
        view.port.ingress_policy = view.fallback("ingress_policy", Ref{});
        return;
    }
    const OriginId origin = config.origin_of(line);
    if (line.is(Sense::off)) {
        view.port.ingress_policy = {Ref{}, origin};
        return;
    }
    if (const auto found = config.policies.find(line.fact->text)) {
        view.port.ingress_policy = {Ref{*found}, origin};
        return;
    }
    view.port.ingress_policy = Setting<Ref>::unread(
        config.lost("policy-map", line.fact->text, config.device.origins.span(origin)));
}

}

void resolve_classification(PortView& view)
{
    Port& port = view.port;
    if (port.kind == PortKind::physical || port.kind == PortKind::lag) {
        port.dscp_to_tc = view.config.dscp_binding;
        port.pcp_to_tc = view.config.pcp_binding;
        resolve_trust(view);
        resolve_default_class(view);
        resolve_policy(view);
        return;
    }
    // A subinterface or SVI may have its own policy; it takes the rest of its classification from its parent.
    if (view.profile != nullptr || view.find(LineKind::service_policy))
        resolve_policy(view);
}

}
