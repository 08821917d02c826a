// SPDX-License-Identifier: Apache-2.0
#include "analysis/link_evidence.h"

#include "analysis/paths.h"

#include <algorithm>
#include <string_view>
#include <unordered_set>
#include <utility>
#include <vector>

namespace rocelint {
namespace {

Judgement& verdict_at(Analysis& analysis, PortId id) { return analysis.judgements[id.device][id.port]; }

// Judges a switch port that leads to a host.
void judge_host_link(Analysis& analysis, const Link& link, PortId here, PortId there)
{
    const Fabric& fabric = *analysis.fabric;
    const Device& host = fabric.device(there);
    if (host.kind != DeviceKind::host || fabric.device(here).kind != DeviceKind::network_switch)
        return;
    Judgement& mine = verdict_at(analysis, here);
    Judgement& theirs = verdict_at(analysis, there);
    const bool rdma_elsewhere = !host.nics.empty() && fabric.port(there).nic == Port::no_index;
    if (theirs.verdict == Verdict::unknown && link.source == LinkSource::topology && !rdma_elsewhere)
        theirs = {Verdict::roce, EvidenceKind::topology, link.at, {}, {}};
    if (mine.verdict != Verdict::unknown || theirs.verdict != Verdict::roce)
        return;
    mine = {Verdict::roce,
        theirs.evidence == EvidenceKind::topology ? EvidenceKind::topology : EvidenceKind::rdma_host,
        theirs.evidence == EvidenceKind::topology ? link.at : theirs.at,
        there,
        theirs.priorities};
}

// A storage system may speak NFS or iSCSI over TCP: without captures, only a class that the policy states for storage
// says that it uses RDMA.
bool states_classes_for_storage(const Analysis& analysis)
{
    return !analysis.classes.assumed
        && std::ranges::any_of(analysis.classes.classes, [](const RdmaClass& rdma_class) {
               return std::ranges::find(rdma_class.roles, Role::storage) != rdma_class.roles.end();
           });
}

bool is_between_switches(const Analysis& analysis, const Link& link)
{
    const Fabric& fabric = *analysis.fabric;
    return fabric.device(link.a).kind == DeviceKind::network_switch
        && fabric.device(link.b).kind == DeviceKind::network_switch
        && analysis.judgements[link.a.device][link.a.port].verdict != Verdict::not_roce
        && analysis.judgements[link.b.device][link.b.port].verdict != Verdict::not_roce;
}

void note_rdma_host(const Analysis& analysis, const Link& link, std::vector<bool>& has_rdma_host)
{
    const Fabric& fabric = *analysis.fabric;
    for (const PortId end : {link.a, link.b}) {
        const PortId other = end == link.a ? link.b : link.a;
        if (fabric.device(end).kind == DeviceKind::network_switch
            && fabric.device(other).kind == DeviceKind::host
            && analysis.judgement(end).verdict == Verdict::roce)
            has_rdma_host[end.device] = true;
    }
}

}

void judge_host_links(Analysis& analysis)
{
    for (const Link& link : analysis.fabric->links) {
        judge_host_link(analysis, link, link.a, link.b);
        judge_host_link(analysis, link, link.b, link.a);
    }
}

void judge_planned_hosts(Analysis& analysis)
{
    const Fabric& fabric = *analysis.fabric;
    std::unordered_set<std::string_view> planned;
    const bool storage_has_classes = states_classes_for_storage(analysis);
    for (const TopologyDevice& device : fabric.topology.devices) {
        if (device.role == Role::host || (device.role == Role::storage && storage_has_classes))
            planned.insert(device.name);
    }
    for (const OpenEnd& end : fabric.open_ends) {
        if (fabric.device(end.port).kind != DeviceKind::network_switch
            || verdict_at(analysis, end.port).verdict != Verdict::unknown || !planned.contains(end.neighbour))
            continue;
        verdict_at(analysis, end.port) = {Verdict::roce, EvidenceKind::topology, end.at, {}, {}};
    }
}

void judge_paths(Analysis& analysis)
{
    const Fabric& fabric = *analysis.fabric;
    std::vector<bool> has_rdma_host(fabric.devices.size(), false);
    std::vector<std::uint32_t> between;
    for (std::uint32_t index = 0; index < fabric.links.size(); ++index) {
        const Link& link = fabric.links[index];
        if (is_between_switches(analysis, link))
            between.push_back(index);
        else
            note_rdma_host(analysis, link, has_rdma_host);
    }
    for (const OpenEnd& end : fabric.open_ends) {
        if (verdict_at(analysis, end.port).evidence == EvidenceKind::topology)
            has_rdma_host[end.port.device] = true;
    }
    for (const std::uint32_t index : links_on_paths(fabric, between, has_rdma_host)) {
        const Link& link = fabric.links[index];
        for (const PortId end : {link.a, link.b}) {
            if (verdict_at(analysis, end).verdict == Verdict::unknown)
                verdict_at(analysis, end)
                    = {Verdict::roce, EvidenceKind::path, link.at, end == link.a ? link.b : link.a, {}};
        }
    }
}

bool is_within_fabric(const Device& device)
{
    const Role role = device.role.value_or(Role::unknown);
    return device.kind == DeviceKind::network_switch && role != Role::border && role != Role::management
        && role != Role::host && role != Role::storage;
}

void judge_far_ends(Analysis& analysis)
{
    const Fabric& fabric = *analysis.fabric;
    for (const Link& link : fabric.links) {
        if (!is_within_fabric(fabric.device(link.a)) || !is_within_fabric(fabric.device(link.b)))
            continue;
        for (const auto& [here, there] : {std::pair(link.a, link.b), std::pair(link.b, link.a)}) {
            if (verdict_at(analysis, here).verdict == Verdict::unknown
                && verdict_at(analysis, there).verdict == Verdict::roce
                && (verdict_at(analysis, there).evidence == EvidenceKind::own_configuration
                    || verdict_at(analysis, there).evidence == EvidenceKind::own_marking))
                verdict_at(analysis, here) = {Verdict::roce, EvidenceKind::far_end, link.at, there, {}};
        }
    }
}

}
