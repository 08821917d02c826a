// SPDX-License-Identifier: Apache-2.0
// Whether a port carries RDMA decides which findings exist at all, so every verdict names its evidence,
// strongest first (ADR 0005). A port without evidence is only checked for internal contradictions.
#include "analysis/evidence.h"

#include "analysis/analysis.h"
#include "analysis/link_evidence.h"
#include "analysis/port_evidence.h"
#include "analysis/port_signs.h"
#include "models/text/nearest.h"

#include <algorithm>
#include <optional>
#include <vector>

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
        judge_host_links(analysis_);
        judge_planned_hosts(analysis_);
        judge_members();
        judge_paths(analysis_);
        for (std::uint32_t device = 0; device < fabric_.devices.size(); ++device) {
            judge_own_configuration(device);
            mark_idle(device);
        }
        judge_far_ends(analysis_);
        for (std::uint32_t device = 0; device < fabric_.devices.size(); ++device) {
            judge_signs(device);
            judge_stated(device);
        }
        if (!any_intended())
            judge_listed_devices();
        judge_lags();
    }

private:
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

    void judge_own_configuration(std::uint32_t index)
    {
        const Device& device = fabric_.devices[index];
        if (device.kind != DeviceKind::network_switch)
            return;
        for (std::uint32_t port = 0; port < device.ports.size(); ++port) {
            Judgement& judgement = analysis_.judgements[index][port];
            if (judgement.verdict == Verdict::unknown && device.ports[port].kind == PortKind::physical)
                judge_lossless_marks(device, device.ports[port], analysis_.classes, judgement);
        }
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

    [[nodiscard]] bool any_intended() const
    {
        return std::ranges::any_of(analysis_.judgements, [](const std::vector<Judgement>& judgements) {
            return std::ranges::find(judgements, Verdict::roce, &Judgement::verdict) != judgements.end();
        });
    }

    // Nothing else shows RDMA anywhere, but captures list RDMA devices of hosts: they are what the files are about,
    // together with the switch ports that lead to them and the paths between them.
    void judge_listed_devices()
    {
        for (std::uint32_t index = 0; index < fabric_.devices.size(); ++index) {
            const Device& host = fabric_.devices[index];
            std::vector<Judgement>& judgements = analysis_.judgements[index];
            for (const Nic& nic : host.nics) {
                if (host.kind == DeviceKind::host && nic.port < judgements.size() && !nic.rdma_device.empty()
                    && judgements[nic.port].verdict == Verdict::unknown && !nic.has_v2_gid.is(false))
                    judgements[nic.port] = {Verdict::roce,
                        EvidenceKind::rdma_host,
                        host.place(host.ports[nic.port].pfc_tx.origin, &host.ports[nic.port]),
                        {},
                        {}};
            }
        }
        judge_members();
        judge_host_links(analysis_);
        judge_paths(analysis_);
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
                    || (is_within_fabric(device) && !is_for_other_use(device, mine)
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
                || device.ports[port].kind != PortKind::physical || is_iwarp_port(device, device.ports[port]))
                continue;
            Judgement otherwise;
            judge_by_policy(entries, device.ports[port], otherwise);
            if (otherwise.verdict == Verdict::unknown && device.kind == DeviceKind::host)
                judge_host_port(device, device.ports[port], otherwise);
            if (otherwise.verdict == Verdict::unknown && device.kind == DeviceKind::network_switch)
                judge_lossless_marks(device, device.ports[port], analysis_.classes, otherwise);
            judgement.idle = otherwise.verdict == Verdict::roce;
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
