// SPDX-License-Identifier: Apache-2.0
#include "rules/rule.h"

#include <fmt/format.h>

namespace rocelint::rules::qos017 {
namespace {

constexpr std::string_view one_link = "links:\n  - {a: \"leaf1:et-0/0/0\", b: \"host1:ens1f0np0\"}\n";

constexpr Example examples[] = {
    {.title = "The host's port binds no classifier, and the uplink does",
        .files = {{{"junos", "leaf1", R"(-                    dscp rdma;
)"},
            {"linux-host", "host1", ""}}},
        .topology = one_link,
        .flagged = "et-0/0/0 {"},
    {.title = "Every port binds the classifier",
        .files = {{{"junos", "leaf1", ""}, {"linux-host", "host1", ""}}},
        .topology = one_link},
};

bool classifies(const Port& port)
{
    const auto is_bound = [](const Setting<Ref>& ref) { return ref.peek_known() && !ref.value.none(); };
    return is_bound(port.dscp_to_tc) || is_bound(port.pcp_to_tc) || is_bound(port.ingress_policy);
}

void check(DeviceContext& context)
{
    const Device& device = context.device();
    if (device.kind != DeviceKind::network_switch)
        return;
    const Port* bound = nullptr;
    for (std::uint32_t index = 0; index < device.ports.size() && bound == nullptr; ++index) {
        if (context.analysis.is_roce({context.index, index}) && classifies(device.ports[index]))
            bound = &device.ports[index];
    }
    if (bound == nullptr) {
        for (std::uint32_t index = 0; index < device.ports.size(); ++index) {
            if (context.analysis.is_roce({context.index, index}))
                static_cast<void>(device.ports[index].dscp_to_tc.known());
        }
        return;
    }
    for (std::uint32_t index = 0; index < device.ports.size(); ++index) {
        const Port& port = device.ports[index];
        const PortId id{context.index, index};
        // QOS001 judges ports with known trust; a member port follows its LAG.
        if (port.kind != PortKind::physical || port.lag != Port::no_index || !context.analysis.is_roce(id)
            || classifies(port) || port.trust.known() || port.dscp_to_tc.peek_known())
            continue;
        // It has a policy, which is not understood, or one of a VLAN may classify.
        if (!port.ingress_policy.peek_known() && port.ingress_policy.origin != OriginId{}) {
            static_cast<void>(port.ingress_policy.known());
            continue;
        }
        // A fragment may omit bindings that exist elsewhere.
        if (device.fragment) {
            static_cast<void>(port.dscp_to_tc.known());
            continue;
        }
        const std::string_view why = device.origins.look_up(port.trust.origin).note;
        Diagnosis diagnosis{.at = device.place(port.trust.origin, &port),
            .message = fmt::format(
                "{} carries RDMA and binds no classifier, as {} does: the platform's default classifies "
                "its packets",
                context.port_label(id),
                bound->name),
            .subjects = {{id, Property::trust}},
            .fix = fmt::format("Bind the classifier of {} to {}.", bound->name, port.name)};
        if (!why.empty())
            diagnosis.show({}, std::string(why));
        diagnosis.show(device.place(bound->dscp_to_tc.origin, bound), "a port that binds one");
        context.report(std::move(diagnosis));
    }
}

}

extern const Rule rule = {
    .code = "QOS017",
    .name = "unbound-classifier",
    .severity = Severity::warning,
    .scope = Scope::device,
    .summary = "A port that carries RDMA binds no classifier, and other ports of the switch do.",
    .why
    = "A classifier does nothing until it is bound to a port. Where a port has none, the platform falls back to one "
      "of its own, which differs between product lines and rarely knows the DSCP of RDMA.",
    .source
    = "Junos OS Traffic Management User Guide for the QFX Series, Understanding Default CoS Scheduling and "
      "Classification (a default classifier applies where none is bound); Arista AVD, eos_cli_config_gen schema "
      "qos_profiles (service_policy)",
    .examples = examples,
    .fix_class = FixClass::manual,
    .fix = "Bind the classifier that the other ports have.",
    .check_device = check,
};

}
