// SPDX-License-Identifier: Apache-2.0
#include "models/fabric/target.h"
#include "rules/rule.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>

namespace rocelint::rules::qos018 {
namespace {

constexpr Example examples[] = {
    {.title = "The network-qos policy is defined, and system qos does not apply it",
        .files = {{{"nxos", "leaf1", R"(@ system qos
-  service-policy type network-qos FABRIC-NQ
)"}}},
        .flagged = "policy-map type network-qos FABRIC-NQ"},
    {.title = "Every policy is applied", .files = {{{"nxos", "leaf1", ""}}}},
    {.title = "A lossless traffic pool takes no switch-priority",
        .files = {{{"onyx", "leaf1", R"(-   dcb priority-flow-control priority 3 enable
+   traffic pool roce type lossless
)"}}},
        .policy = "version: 1\nprofile: lossless\n",
        .flagged = "traffic pool roce type lossless"},
    {.title = "PFC is switched on by itself, and no traffic pool is there",
        .files = {{{"onyx", "leaf1", ""}}}},
    {.title = "A second network-qos policy is kept for later",
        .files = {{{"nxos", "leaf1", R"(+policy-map type network-qos LATER
+  class type network-qos c-8q-nq4
+    pause pfc-cos 4
)"}}}},
};

struct Work {
    Duty duty;
    Property property;
    const char* words; ///< what the definition would do
    const char* missing; ///< "no port …"
};
constexpr std::array works{
    Work{Duty::pause, Property::pfc, "turn PFC on", "no port has PFC on any priority"},
    Work{Duty::marking, Property::ecn, "mark with ECN", "no queue marks"},
    Work{Duty::classification, Property::dscp_map, "classify by DSCP or PCP", "no port classifies"},
};

bool is_bound(const Setting<Ref>& ref) { return ref.configured() && !ref.value.none(); }

bool does(const Device& device, const Port& port, Duty duty)
{
    switch (duty) {
    case Duty::pause:
        return port.pfc_tx.peek_known() && !port.pfc_tx.value.empty();
    case Duty::marking:
        return std::ranges::any_of(device.queues_of(port), [&](const Queue& queue) {
            const EcnProfile* profile = target_of(device.ecn_profiles, queue.ecn);
            return profile != nullptr && profile->marks();
        });
    case Duty::classification:
        return is_bound(port.dscp_to_tc) || is_bound(port.pcp_to_tc) || is_bound(port.ingress_policy)
            || (port.trust.configured() && !port.trust.is(Trust::none));
    case Duty::scheduling:
        return true;
    }
    return true;
}

// Whether something else on the device already does what a definition with this duty would do.
bool is_done(const Device& device, Duty duty)
{
    return std::ranges::any_of(device.ports, [&](const Port& port) { return does(device, port, duty); });
}

// Templates also carry definitions to management switches, whose ports have nothing to do with RDMA.
bool has_rdma_port(const DeviceContext& context)
{
    for (std::uint32_t port = 0; port < context.device().ports.size(); ++port) {
        if (context.analysis.is_roce({context.index, port}))
            return true;
    }
    return false;
}

// The effect of the definition is needed for certain only where a known class needs it.
Basis basis_of(const DeviceContext& context, Duty duty)
{
    if (!context.assumed())
        return Basis::policy;
    const auto needs
        = [duty](const RdmaClass& rdma_class) { return duty != Duty::marking || rdma_class.ecn; };
    return std::ranges::any_of(context.classes.classes, needs) ? Basis::explicit_lines
                                                               : Basis::assumed_default;
}

void check(DeviceContext& context)
{
    const Device& device = context.device();
    // A fragment may omit bindings that exist elsewhere.
    if (device.kind != DeviceKind::network_switch || device.fragment || device.unbound.empty()
        || !has_rdma_port(context))
        return;
    for (const Work& work : works) {
        if (is_done(device, work.duty))
            continue;
        std::optional<Diagnosis> diagnosis;
        for (const Definition& each : device.unbound) {
            if (!each.duties.has(work.duty))
                continue;
            if (diagnosis) {
                diagnosis->show(each.at, fmt::format("nor is {} {} used", each.what, each.name));
                continue;
            }
            diagnosis = Diagnosis{.basis = basis_of(context, work.duty),
                .at = each.at,
                .message = fmt::format("{} {} of {} would {}, but no port uses it: {}",
                    each.what,
                    each.name,
                    device.name,
                    work.words,
                    work.missing),
                .subjects = {context.subject(work.property)},
                .fix = fmt::format("Apply {} {} to the ports that carry RDMA.", each.what, each.name)};
        }
        if (diagnosis)
            context.report(std::move(*diagnosis));
    }
}

}

extern const Rule rule = {
    .code = "QOS018",
    .name = "unbound-definition",
    .severity = Severity::error,
    .by_assumed_default = Severity::warning,
    .scope = Scope::device,
    .summary
    = "A policy, profile or map for RDMA is defined but used nowhere, and nothing else takes its place.",
    .why
    = "A policy does nothing until it is applied to the switch or to a port. A configuration that "
      "defines the lossless class, its marking or its classification and applies none of them looks "
      "complete and drops RDMA packets like any others. A definition that is kept next to another one in "
      "use is not a fault. Where no policy states a class it is a warning.",
    .source
    = "Cisco Nexus 9000 Series NX-OS Quality of Service Configuration Guide, Release 10.5(x), Using Modular QoS "
      "CLI (a policy takes effect once it is attached); Arista AVD, eos_cli_config_gen schema qos_profiles",
    .examples = examples,
    .fix_class = FixClass::manual,
    .fix = "Apply it to the ports that carry RDMA, or remove it.",
    .leads = true,
    .check_device = check,
};

}
