// SPDX-License-Identifier: Apache-2.0
// Determines what all rules need: the classes, and which ports carry RDMA. This is computed once, before any
// rule runs, so that no two rules treat a port differently; assumptions are listed for the report.
#include "analysis/analysis.h"

#include "analysis/evidence.h"
#include "analysis/policy/policy_layers.h"
#include "models/text/sentence.h"

#include <fmt/format.h>

#include <algorithm>

namespace rocelint {
namespace {

void settle_overrides(Analysis& analysis)
{
    if (analysis.policy->overrides.empty())
        return;
    analysis.made_policies = std::make_shared<DevicePolicies>(*analysis.policy);
    for (const Device& device : analysis.fabric->devices)
        analysis.policies.push_back(
            &analysis.made_policies->of(device.name, device.role.value_or(Role::unknown)));
}

void count_ports(Analysis& analysis)
{
    for (std::size_t device = 0; device < analysis.judgements.size(); ++device) {
        for (std::size_t port = 0; port < analysis.judgements[device].size(); ++port) {
            if (analysis.fabric->devices[device].ports[port].kind != PortKind::physical)
                continue;
            const PortId id{static_cast<std::uint32_t>(device), static_cast<std::uint32_t>(port)};
            analysis.judged_ports += analysis.was_judged(id) ? 1 : 0;
            analysis.roce_ports += analysis.judgements[device][port].verdict == Verdict::roce ? 1 : 0;
            analysis.unknown_ports += analysis.judgements[device][port].verdict == Verdict::unknown ? 1 : 0;
        }
    }
}

std::string assumption(const RdmaClass& rdma_class)
{
    const std::string dscps = to_string(rdma_class.dscps);
    if (rdma_class.pause == Pause::nowhere)
        return fmt::format("DSCP {} carries RDMA without PFC: {}", dscps, rdma_class.evidence);
    return fmt::format("priority {} is lossless{}, DSCP {}: {}",
        rdma_class.priority,
        rdma_class.pause == Pause::host_links ? " on host links only" : "",
        dscps,
        rdma_class.evidence);
}

bool has_ethernet_ports(const Fabric& fabric)
{
    return std::ranges::any_of(fabric.devices, [](const Device& device) {
        return std::ranges::find(device.ports, PortKind::physical, &Port::kind) != device.ports.end();
    });
}

// Whether every physical port is known to have PFC off in both directions.
bool pfc_is_known_off(const Fabric& fabric)
{
    const auto is_off = [](const Port& port) {
        return port.kind != PortKind::physical
            || (port.pfc_tx.peek_known() && port.pfc_rx.peek_known() && port.pfc_tx.value.empty()
                && port.pfc_rx.value.empty());
    };
    return std::ranges::all_of(
        fabric.devices, [&](const Device& device) { return std::ranges::all_of(device.ports, is_off); });
}

std::uint32_t lines_lost(const Fabric& fabric)
{
    std::uint32_t lost = 0;
    for (const Device& device : fabric.devices)
        lost += device.lines_lost;
    return lost;
}

// What a policy states for all classes has precedence over what NICs show.
void state_control(ClassModel& classes, CongestionControl control)
{
    classes.congestion_control = control;
    for (RdmaClass& rdma_class : classes.classes) {
        if (classes.assumed)
            rdma_class.congestion_control.reset();
    }
}

void write_assumptions(Analysis& analysis)
{
    if (!analysis.classes.assumed)
        return;
    for (const RdmaClass& rdma_class : analysis.classes.classes)
        analysis.assumptions.push_back(assumption(rdma_class));
    if (analysis.classes.cnp.dscp)
        analysis.assumptions.push_back(
            fmt::format("CNPs leave the NICs with DSCP {}", *analysis.classes.cnp.dscp));
    if (!analysis.classes.classes.empty() || !has_ethernet_ports(*analysis.fabric))
        return;
    if (const std::uint32_t lost = lines_lost(*analysis.fabric); lost > 0)
        analysis.assumptions.push_back(fmt::format(
            "whether a device has PFC on is unknown, since {} about PFC, ECN or RoCE {} not understood; RDMA classes remain unknown",
            counted(lost, "line"),
            one_or_many(lost, "was", "were")));
    else
        analysis.assumptions.push_back(pfc_is_known_off(*analysis.fabric)
                ? "no device has PFC on for any priority, and nothing shows a class that RDMA uses without it; RDMA "
                  "classes remain unknown"
                : "no port is known to have PFC on (on some ports it is unknown), and nothing shows a class that RDMA "
                  "uses without it; RDMA classes remain unknown");
}

}

std::string describe(const Judgement& judgement, const Fabric& fabric)
{
    const auto other = [&] {
        return judgement.other.valid()
            ? fmt::format("{} {}", fabric.device(judgement.other).name, fabric.port(judgement.other).name)
            : std::string("the port itself");
    };
    switch (judgement.evidence) {
    case EvidenceKind::none:
        return "no evidence";
    case EvidenceKind::policy:
        return "the policy says so";
    case EvidenceKind::kind_of_port:
        return "of its kind or because it is down";
    case EvidenceKind::topology:
        return "the topology links it to a host";
    case EvidenceKind::rdma_host:
        return judgement.other.valid() ? fmt::format("{} is set up for RDMA", other())
                                       : std::string("its own captures show RDMA");
    case EvidenceKind::path:
        return fmt::format("it lies on a path between RDMA hosts, towards {}", other());
    case EvidenceKind::own_marking:
        return "its own configuration marks packets of an RDMA class";
    case EvidenceKind::far_end:
        return fmt::format("it is joined to {}, where RDMA is meant", other());
    case EvidenceKind::port_sign:
        return "something about RDMA is set up on it that is not in force";
    case EvidenceKind::stated_classes:
        return "the policy states RDMA classes, and nothing says that the port is for something else";
    case EvidenceKind::own_configuration:
        return judgement.priorities.empty()
            ? std::string("its own configuration reserves lossless buffer")
            : fmt::format(
                "its own configuration treats priority {} as lossless", to_string(judgement.priorities));
    }
    return {};
}

bool Analysis::is_lossless_at(const RdmaClass& rdma_class, PortId id) const
{
    if (rdma_class.pause != Pause::host_links)
        return rdma_class.pause == Pause::everywhere;
    if (fabric->device(id).kind == DeviceKind::host)
        return true;
    if (const auto peer = fabric->peer(id))
        return fabric->device(*peer).kind == DeviceKind::host;
    const EvidenceKind evidence = judgement(id).evidence;
    return evidence == EvidenceKind::topology || evidence == EvidenceKind::rdma_host;
}

PrioritySet Analysis::required_priorities(PortId id) const
{
    PrioritySet required = carried_classes(id);
    for (const RdmaClass& rdma_class : classes.classes) {
        if (!is_lossless_at(rdma_class, id))
            required.erase(rdma_class.priority);
    }
    return required;
}

PrioritySet Analysis::carried_classes(PortId id) const
{
    const Device& device = fabric->device(id);
    const Role role = device.role.value_or(Role::unknown);
    const Judgement& judgement = this->judgement(id);
    bool hosts_tell = false;
    for (const RdmaClass& rdma_class : classes.classes)
        hosts_tell = hosts_tell || (classes.assumed && rdma_class.used_by_hosts);
    PrioritySet required;
    for (const RdmaClass& rdma_class : classes.classes) {
        if (!ClassModel::applies_to(rdma_class, role) || (hosts_tell && !rdma_class.used_by_hosts))
            continue;
        // At a host link, only the classes that the host uses. If the host uses none of the expected classes,
        // all of them apply.
        if (rdma_class.pause != Pause::nowhere && judgement.evidence == EvidenceKind::rdma_host
            && !(judgement.priorities & classes.lossless()).empty()
            && !judgement.priorities.has(rdma_class.priority) && classes.assumed)
            continue;
        required.insert(rdma_class.priority);
    }
    return required;
}

bool Analysis::was_judged(PortId id) const
{
    if (!is_roce(id))
        return false;
    const Port& port = fabric->port(id);
    const bool pfc_known = port.pfc_rx.peek_known() && port.pfc_tx.peek_known();
    if (fabric->device(id).kind == DeviceKind::host)
        return pfc_known;
    if (port.pause_rx.is(true) && port.pause_tx.is(true))
        return true;
    return !carried_classes(id).empty() && (pfc_known || required_priorities(id).empty());
}

Analysis analyse(const Fabric& fabric, const Policy& policy)
{
    Analysis analysis;
    analysis.fabric = &fabric;
    analysis.policy = &policy;
    analysis.classes
        = policy.classes && !policy.classes->classes.empty() ? *policy.classes : infer_classes(fabric);
    if (policy.classes && policy.classes->congestion_control)
        state_control(analysis.classes, *policy.classes->congestion_control);
    if (!analysis.classes.sends_cnps())
        analysis.classes.cnp = {};
    settle_overrides(analysis);
    judge_ports(analysis);
    count_ports(analysis);
    write_assumptions(analysis);
    return analysis;
}

}
