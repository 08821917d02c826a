// SPDX-License-Identifier: Apache-2.0
// Whether a port carries RDMA decides which findings exist at all, so every verdict names its evidence,
// strongest first (ADR 0005). A port without evidence is only checked for internal contradictions.
#include "analysis/evidence.h"

#include "analysis/analysis.h"
#include "analysis/paths.h"
#include "analysis/port_signs.h"
#include "models/fabric/classify.h"
#include "models/fabric/target.h"
#include "models/text/nearest.h"

#include <algorithm>
#include <string_view>
#include <unordered_set>

namespace rocelint {
namespace {

class Judge {
public:
    explicit Judge(Analysis& analysis) : analysis_(analysis), fabric_(*analysis.fabric) { }

    void run()
    {
        analysis_.judgements.resize(fabric_.devices.size());
        for (std::uint32_t device = 0; device < fabric_.devices.size(); ++device)
            judge_device(device);
        judge_capable_hosts();
        for (const Link& link : fabric_.links) {
            judge_host_link(link, link.a, link.b);
            judge_host_link(link, link.b, link.a);
        }
        judge_planned_hosts();
        judge_members();
        judge_paths();
        for (std::uint32_t device = 0; device < fabric_.devices.size(); ++device) {
            judge_own_configuration(device);
            mark_idle(device);
        }
        judge_far_ends();
        for (std::uint32_t device = 0; device < fabric_.devices.size(); ++device) {
            judge_signs(device);
            judge_stated(device);
        }
        judge_lags();
    }

private:
    Judgement& at(PortId id) { return analysis_.judgements[id.device][id.port]; }

    void judge_device(std::uint32_t index)
    {
        const Device& device = fabric_.devices[index];
        std::vector<Judgement>& judgements = analysis_.judgements[index];
        judgements.resize(device.ports.size());
        const std::vector<const PortPolicy*> entries = entries_for(device);
        for (std::uint32_t port = 0; port < device.ports.size(); ++port) {
            if (judge_by_kind(device, device.ports[port], judgements[port]))
                continue;
            judge_by_policy(entries, device.ports[port], judgements[port]);
            if (device.kind == DeviceKind::host && judgements[port].verdict == Verdict::unknown)
                judge_host_port(device, device.ports[port], judgements[port]);
        }
    }

    static bool has_iwarp(const Device& device, const Port& port)
    {
        return port.nic < device.nics.size() && device.nics[port.nic].is_iwarp();
    }

    static bool judge_by_kind(const Device& device, const Port& port, Judgement& judgement)
    {
        const bool carries = port.kind == PortKind::physical || port.kind == PortKind::lag;
        const bool down = port.admin_up.is(false) || port.link_up.is(false);
        if (carries && !down && !has_iwarp(device, port))
            return false;
        if (carries && !down) {
            judgement.verdict = Verdict::not_roce;
            judgement.evidence = EvidenceKind::kind_of_port;
            judgement.at = device.place(device.nics[port.nic].iwarp.origin, &port);
            return true;
        }
        judgement = {Verdict::not_roce,
            EvidenceKind::kind_of_port,
            down ? device.place(port.admin_up.is(false) ? port.admin_up.origin : port.link_up.origin, &port)
                 : port.at,
            {},
            {}};
        return true;
    }

    // The policy's entries for ports of this device. A rendered policy has thousands, few of them for one device.
    [[nodiscard]] std::vector<const PortPolicy*> entries_for(const Device& device) const
    {
        std::vector<const PortPolicy*> entries;
        for (const PortPolicy& entry : analysis_.policy->ports) {
            if (entry.rdma && glob_match(entry.device, device.name))
                entries.push_back(&entry);
        }
        return entries;
    }

    static void judge_by_policy(
        const std::vector<const PortPolicy*>& entries, const Port& port, Judgement& judgement)
    {
        for (const PortPolicy* entry : entries) {
            if (glob_match(entry->port, port.name))
                judgement = {*entry->rdma ? Verdict::roce : Verdict::not_roce,
                    EvidenceKind::policy,
                    entry->at,
                    {},
                    {}};
        }
    }

    static void judge_host_port(const Device& host, const Port& port, Judgement& judgement)
    {
        if (port.nic >= host.nics.size())
            return;
        const Nic& nic = host.nics[port.nic];
        const PrioritySet paused = port.pfc_tx.value_or({});
        OriginId why = paused.empty() ? OriginId{} : port.pfc_tx.origin;
        bool marks = false;
        PrioritySet used;
        for (const Setting<std::uint8_t>& tos : {nic.traffic_class, nic.cm_tos}) {
            if (!tos.known() || tos.value == 0)
                continue;
            marks = true;
            why = why == OriginId{} ? tos.origin : why;
            const Setting<std::uint8_t> priority
                = classify_dscp(host, port, static_cast<Dscp>(tos.value >> 2)).tc;
            if (priority.known())
                used.insert(priority.value);
        }
        for (const Setting<std::uint8_t>& priority : {nic.rdma_priority, nic.roce_priority}) {
            if (!priority.peek_known())
                continue;
            marks = true;
            why = why == OriginId{} ? priority.origin : why;
            used.insert(priority.value);
        }
        // DSCP trust is never a default (mlx5 starts with PCP), so it means that the port was set up for
        // RoCEv2. That the NIC responds to congestion marks proves nothing, since that is the factory
        // setting.
        const bool trusts = port.trust.configured() && port.trust.is(Trust::dscp);
        why = why == OriginId{} && trusts ? port.trust.origin : why;
        if (paused.empty() && !marks && !trusts)
            return;
        judgement = {Verdict::roce,
            EvidenceKind::rdma_host,
            host.place(why, &port),
            {},
            paused.empty() ? used : used & paused};
    }

    // Judges a switch port that leads to a host.
    void judge_host_link(const Link& link, PortId here, PortId there)
    {
        const Device& host = fabric_.device(there);
        if (host.kind != DeviceKind::host || fabric_.device(here).kind != DeviceKind::network_switch)
            return;
        Judgement& mine = at(here);
        Judgement& theirs = at(there);
        const bool rdma_elsewhere = !host.nics.empty() && fabric_.port(there).nic == Port::no_index;
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

    // Judges a port that the topology links to a host whose captures are missing.
    void judge_planned_hosts()
    {
        std::unordered_set<std::string_view> planned;
        const bool storage_has_classes = states_classes_for_storage();
        for (const TopologyDevice& device : fabric_.topology.devices) {
            if (device.role == Role::host || (device.role == Role::storage && storage_has_classes))
                planned.insert(device.name);
        }
        for (const OpenEnd& end : fabric_.open_ends) {
            if (fabric_.device(end.port).kind != DeviceKind::network_switch
                || at(end.port).verdict != Verdict::unknown || !planned.contains(end.neighbour))
                continue;
            at(end.port) = {Verdict::roce, EvidenceKind::topology, end.at, {}, {}};
        }
    }

    // A storage system may speak NFS or iSCSI over TCP: without captures, only a class that the policy states for storage
    // says that it uses RDMA.
    [[nodiscard]] bool states_classes_for_storage() const
    {
        return !analysis_.classes.assumed
            && std::ranges::any_of(analysis_.classes.classes, [](const RdmaClass& rdma_class) {
                   return std::ranges::find(rdma_class.roles, Role::storage) != rdma_class.roles.end();
               });
    }

    // A LAG's entry in a policy also applies to its members, and so does evidence that a host's bond carries
    // RDMA.
    void judge_members()
    {
        for (std::uint32_t device = 0; device < fabric_.devices.size(); ++device) {
            const std::vector<Port>& ports = fabric_.devices[device].ports;
            for (std::uint32_t port = 0; port < ports.size(); ++port) {
                if (ports[port].lag >= ports.size())
                    continue;
                const Judgement& lag = analysis_.judgements[device][ports[port].lag];
                Judgement& member = analysis_.judgements[device][port];
                const bool by_bond
                    = fabric_.devices[device].kind == DeviceKind::host && lag.verdict == Verdict::roce;
                if (member.verdict == Verdict::unknown && (by_bond || lag.evidence == EvidenceKind::policy))
                    member = lag;
            }
        }
    }

    void judge_paths()
    {
        std::vector<bool> has_rdma_host(fabric_.devices.size(), false);
        std::vector<std::uint32_t> between;
        for (std::uint32_t index = 0; index < fabric_.links.size(); ++index) {
            const Link& link = fabric_.links[index];
            if (between_switches(link))
                between.push_back(index);
            else
                note_host(link, has_rdma_host);
        }
        for (const OpenEnd& end : fabric_.open_ends) {
            if (at(end.port).evidence == EvidenceKind::topology)
                has_rdma_host[end.port.device] = true;
        }
        for (const std::uint32_t index : links_on_paths(fabric_, between, has_rdma_host)) {
            const Link& link = fabric_.links[index];
            for (const PortId end : {link.a, link.b}) {
                if (at(end).verdict == Verdict::unknown)
                    at(end)
                        = {Verdict::roce, EvidenceKind::path, link.at, end == link.a ? link.b : link.a, {}};
            }
        }
    }

    [[nodiscard]] bool between_switches(const Link& link) const
    {
        return fabric_.device(link.a).kind == DeviceKind::network_switch
            && fabric_.device(link.b).kind == DeviceKind::network_switch
            && analysis_.judgements[link.a.device][link.a.port].verdict != Verdict::not_roce
            && analysis_.judgements[link.b.device][link.b.port].verdict != Verdict::not_roce;
    }

    void note_host(const Link& link, std::vector<bool>& has_rdma_host)
    {
        for (const PortId end : {link.a, link.b}) {
            const PortId other = end == link.a ? link.b : link.a;
            if (fabric_.device(end).kind == DeviceKind::network_switch
                && fabric_.device(other).kind == DeviceKind::host && at(end).verdict == Verdict::roce)
                has_rdma_host[end.device] = true;
        }
    }

    void judge_own_configuration(std::uint32_t index)
    {
        const Device& device = fabric_.devices[index];
        if (device.kind != DeviceKind::network_switch)
            return;
        for (std::uint32_t port = 0; port < device.ports.size(); ++port) {
            Judgement& judgement = analysis_.judgements[index][port];
            if (judgement.verdict == Verdict::unknown && device.ports[port].kind == PortKind::physical)
                judge_lossless_marks(device, device.ports[port], judgement);
        }
    }

    // A leaf or spine that lost its whole configuration shows no evidence itself, but its neighbors do, from
    // whatever source the link between them is known. Goes only one step: a verdict reached here is no
    // evidence for a further link.
    void judge_far_ends()
    {
        for (const Link& link : fabric_.links) {
            if (!within_fabric(link.a) || !within_fabric(link.b))
                continue;
            for (const auto& [here, there] : {std::pair(link.a, link.b), std::pair(link.b, link.a)}) {
                if (at(here).verdict == Verdict::unknown && at(there).verdict == Verdict::roce
                    && (at(there).evidence == EvidenceKind::own_configuration
                        || at(there).evidence == EvidenceKind::own_marking))
                    at(here) = {Verdict::roce, EvidenceKind::far_end, link.at, there, {}};
            }
        }
    }

    [[nodiscard]] bool within_fabric(PortId id) const
    {
        const Role role = fabric_.device(id).role.value_or(Role::unknown);
        return fabric_.device(id).kind == DeviceKind::network_switch && role != Role::border
            && role != Role::management && role != Role::host && role != Role::storage;
    }

    // A host without any port set up for RDMA, although its RDMA devices have RoCE addresses or were set to RoCE
    // instead of iWARP, or a job that uses them runs on it, or the site states classes: its ports are judged as
    // RDMA ports, since the setup is missing.
    void judge_capable_hosts()
    {
        std::vector<bool> has_job(fabric_.devices.size(), false);
        for (const std::uint32_t job : fabric_.jobs) {
            if (job < fabric_.host_of_job.size() && fabric_.host_of_job[job])
                has_job[*fabric_.host_of_job[job]] = true;
        }
        for (std::uint32_t index = 0; index < fabric_.devices.size(); ++index) {
            const Device& host = fabric_.devices[index];
            std::vector<Judgement>& judgements = analysis_.judgements[index];
            if (host.kind != DeviceKind::host
                || std::ranges::find(judgements, Verdict::roce, &Judgement::verdict) != judgements.end())
                continue;
            for (const Nic& nic : host.nics) {
                if (nic.port >= judgements.size() || nic.rdma_device.empty()
                    || judgements[nic.port].verdict != Verdict::unknown
                    || (!states_classes_of(host) && !has_job[index] && nic.gids.empty()
                        && !nic.has_v2_gid.is(true) && !nic.iwarp.is(false)))
                    continue;
                const Port& port = host.ports[nic.port];
                judgements[nic.port]
                    = {Verdict::roce, EvidenceKind::rdma_host, host.place(port.pfc_tx.origin, &port), {}, {}};
            }
        }
    }

    [[nodiscard]] bool states_classes_of(const Device& device) const
    {
        const Role role = device.role.value_or(Role::unknown);
        return !analysis_.classes.assumed
            && std::ranges::any_of(analysis_.classes.classes,
                [role](const RdmaClass& rdma_class) { return ClassModel::applies_to(rdma_class, role); });
    }

    // Something RDMA-related is configured on the port but not in force. Definitions alone are no sign:
    // templates carry them to switches that do not use them. Without a policy, on a switch with other ports
    // where RDMA works, a partial setup on a port usually also comes from the template.
    void judge_signs(std::uint32_t index)
    {
        const Device& device = fabric_.devices[index];
        if (device.kind != DeviceKind::network_switch)
            return;
        const std::vector<Judgement>& judgements = analysis_.judgements[index];
        const bool works
            = std::ranges::find(judgements, Verdict::roce, &Judgement::verdict) != judgements.end();
        if (works && analysis_.classes.assumed)
            return;
        for (std::uint32_t port = 0; port < device.ports.size(); ++port) {
            Judgement& judgement = analysis_.judgements[index][port];
            if (judgement.verdict != Verdict::unknown || device.ports[port].kind != PortKind::physical
                || is_for_other_use(device, device.ports[port]))
                continue;
            if (const auto sign = find_port_sign(device, device.ports[port], fabric_.sources))
                judgement = {Verdict::roce, EvidenceKind::port_sign, *sign, {}, {}};
        }
    }

    // Classes that switches recognise by PCP alone stay on tagged links.
    bool can_carry_classes(const Port& port) const
    {
        return !port.tagged.is(false)
            || std::ranges::any_of(analysis_.classes.classes,
                [](const RdmaClass& rdma_class) { return rdma_class.trust != Trust::pcp; });
    }

    // The site states classes, so a switch port is expected to carry RDMA unless something indicates another
    // use.
    void judge_stated(std::uint32_t index)
    {
        const Device& device = fabric_.devices[index];
        const PolicyScope& scope = analysis_.policy->scope;
        const Role role = device.role.value_or(Role::unknown);
        if (device.kind != DeviceKind::network_switch || !states_classes_of(device))
            return;
        for (std::uint32_t port = 0; port < device.ports.size(); ++port) {
            Judgement& judgement = analysis_.judgements[index][port];
            const Port& mine = device.ports[port];
            if (mine.kind != PortKind::physical || judgement.evidence == EvidenceKind::policy
                || judgement.verdict == Verdict::not_roce)
                continue;
            const auto speed = mine.speed.peek_known() ? std::optional(mine.speed.value) : std::nullopt;
            const bool covered = scope.covers(device.name, role, mine.name, speed);
            if (!covered)
                judgement = {Verdict::not_roce, EvidenceKind::policy, scope.at, {}, {}};
            else if (judgement.verdict == Verdict::unknown
                && (scope.given
                    || (within_fabric({index, port}) && !is_for_other_use(device, mine)
                        && can_carry_classes(mine))))
                judgement = {Verdict::roce, EvidenceKind::stated_classes, {}, {}, {}};
        }
    }

    // A port that is down now may come up later, so what is configured on it is at least reported.
    void mark_idle(std::uint32_t index)
    {
        const Device& device = fabric_.devices[index];
        const std::vector<const PortPolicy*> entries = entries_for(device);
        for (std::uint32_t port = 0; port < device.ports.size(); ++port) {
            Judgement& judgement = analysis_.judgements[index][port];
            if (judgement.evidence != EvidenceKind::kind_of_port
                || device.ports[port].kind != PortKind::physical || has_iwarp(device, device.ports[port]))
                continue;
            Judgement otherwise;
            judge_by_policy(entries, device.ports[port], otherwise);
            if (otherwise.verdict == Verdict::unknown && device.kind == DeviceKind::host)
                judge_host_port(device, device.ports[port], otherwise);
            if (otherwise.verdict == Verdict::unknown && device.kind == DeviceKind::network_switch)
                judge_lossless_marks(device, device.ports[port], otherwise);
            judgement.idle = otherwise.verdict == Verdict::roce;
        }
    }

    void judge_lossless_marks(const Device& device, const Port& port, Judgement& judgement)
    {
        const auto accept = [&](OriginId origin,
                                PrioritySet priorities,
                                EvidenceKind kind = EvidenceKind::own_configuration) {
            judgement = {Verdict::roce, kind, device.place(origin, &port), {}, priorities};
        };
        if (port.pfc_tx.known() && !port.pfc_tx.value.empty())
            return accept(port.pfc_tx.origin, port.pfc_tx.value);
        if (port.watchdog.priorities.configured() && !port.watchdog.priorities.value.empty())
            return accept(port.watchdog.priorities.origin, port.watchdog.priorities.value);
        for (const PriorityGroup& group : device.groups_of(port)) {
            if (group.lossless.configured() && group.lossless.value)
                return accept(group.buffer.origin, {});
        }
        // ECN alone may be for DCTCP; on the queue of an RDMA class it indicates RDMA.
        for (const RdmaClass& rdma_class : analysis_.classes.classes) {
            for (const Dscp dscp : rdma_class.dscps) {
                const Treatment treatment = classify_dscp(device, port, dscp);
                if (!treatment.queue.known())
                    continue;
                const Setting<Ref>& ecn = ecn_of_queue(device, port, treatment.queue.value);
                const EcnProfile* profile = target_of(device.ecn_profiles, ecn);
                if (ecn.configured() && profile != nullptr && profile->marks())
                    return accept(
                        ecn.origin, PrioritySet::of(rdma_class.priority), EvidenceKind::own_marking);
            }
        }
    }

    void judge_lags()
    {
        for (std::uint32_t device = 0; device < fabric_.devices.size(); ++device) {
            const std::vector<Port>& ports = fabric_.devices[device].ports;
            for (std::uint32_t port = 0; port < ports.size(); ++port) {
                const Judgement& member = analysis_.judgements[device][port];
                if (ports[port].lag >= ports.size() || member.verdict != Verdict::roce)
                    continue;
                Judgement& lag = analysis_.judgements[device][ports[port].lag];
                if (lag.verdict == Verdict::unknown)
                    lag = member;
            }
        }
    }

    Analysis& analysis_;
    const Fabric& fabric_;
};

}

void judge_ports(Analysis& analysis) { Judge(analysis).run(); }

}
