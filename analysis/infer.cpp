// SPDX-License-Identifier: Apache-2.0
// Without a policy, the classes are those that devices, hosts and jobs agree on. A priority is lossless if it
// is paused by at least half of the switches that have PFC at all, or by at least half of the RDMA hosts. Its
// DSCPs are those that hosts put on RDMA packets of that priority or, if no host shows any, those that at
// least half of the switches map to it. If a switch states code points for the priority, the default entries
// of its platform's map do not count there: default entries only decide if no switch states anything. If no
// switch shows any DSCP either, the maps of the hosts decide.
#include "analysis/analysis.h"
#include "analysis/host_marks.h"
#include "analysis/infer_unpaused.h"
#include "models/fabric/classify.h"
#include "models/fabric/member_places.h"
#include "models/fabric/target.h"
#include "models/text/sentence.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <vector>

namespace rocelint {
namespace {

struct Votes {
    std::uint32_t switches = 0; ///< switches with PFC on any port
    std::uint32_t hosts = 0; ///< RDMA hosts whose PFC is known
    std::array<std::uint32_t, 8> switch_priority{};
    std::array<std::uint32_t, 8> host_priority{};
    /// The subset of `host_priority` whose own map puts the DSCP that they mark into another priority.
    std::array<std::uint32_t, 8> torn_hosts{};
    std::array<std::uint32_t, 8>
        sending_hosts{}; ///< hosts that send RDMA in this priority and do not pause it
    std::array<std::uint32_t, 8> marking_hosts{}; ///< hosts that put a DSCP on packets of this priority
    std::array<std::uint32_t, 8> switch_pcp{}; ///< switches that map packets to this priority by PCP alone
    std::array<std::uint32_t, 8> pcp_by_choice{}; ///< the subset of them where this is configured explicitly
    /// Hosts that mark packets of this priority and classify by DSCP.
    std::array<std::uint32_t, 8> dscp_hosts{};
    /// Switches that mark packets of this priority, and hosts that react to marks.
    std::array<std::uint32_t, 8> ecn{};
    /// Hosts all of whose NICs neither send CNPs nor obey them on this priority.
    std::array<std::uint32_t, 8> deaf_hosts{};
    /// Switches with a line that maps a DSCP to this priority.
    std::array<std::uint32_t, 8> stating_switches{};
    /// Switches whose DSCPs of this priority are not only default entries of their map.
    std::array<std::uint32_t, 8> deciding_switches{};
    std::array<std::array<std::uint32_t, 64>, 8> switch_dscp{};
    /// By an explicit line, not by a default entry of the map.
    std::array<std::array<std::uint32_t, 64>, 8> stated_dscp{};
    std::array<std::uint32_t, 8> tagging_hosts{}; ///< hosts that send RDMA with this priority in the VLAN tag
    std::array<std::uint32_t, 8> mapping_hosts{}; ///< hosts whose map puts a DSCP into this priority
    std::array<std::array<std::uint32_t, 64>, 8> host_map{};
    std::array<std::array<std::uint32_t, 64>, 8> host_dscp{};
    std::array<std::array<std::uint32_t, 64>, 8> job_dscp{}; ///< marked only by jobs: the NICs force nothing
    std::array<std::uint32_t, 64> cnp_dscp{};
    std::array<std::uint32_t, 8> cnp_priority{};
    std::array<Span, 8> seen_at{};
};

// The behavior of one switch, combined over its ports.
struct SwitchView {
    PrioritySet paused;
    PrioritySet marked; ///< paused priorities whose queue marks
    std::array<DscpSet, 8> dscps{};
    std::array<DscpSet, 8> stated{}; ///< the subset of `dscps` that a line maps explicitly
    PrioritySet decided; ///< priorities with a DSCP that is more than a default entry of the map
    PrioritySet by_choice; ///< the subset of `by_pcp` for ports whose trust is configured explicitly
    PrioritySet by_pcp; ///< paused priorities that ports without DSCP trust fill by PCP
};

// The configuration of a port that is shut down says nothing about the fabric.
bool pauses(const Port& port)
{
    return port.kind == PortKind::physical && !port.admin_up.is(false) && port.pfc_tx.known()
        && !port.pfc_tx.value.empty();
}

void view_port(const Device& device, const Port& port, SwitchView& view, Votes& votes)
{
    if (!pauses(port))
        return;
    PrioritySet mine = port.pfc_tx.value;
    // Tunnel remapping adds lossless priorities that no host uses; the watchdog covers only the real ones.
    // (Whether a device remaps is not stated in its maps, and may be missing from a fragment.)
    const PrioritySet watched = port.watchdog.priorities.value_or({}) & mine;
    if (!watched.empty())
        mine = watched;
    for (const Priority priority : mine) {
        if (!votes.seen_at[priority].somewhere())
            votes.seen_at[priority] = place_of(device, port.pfc_tx, PrioritySet::of(priority), &port);
        if (view.marked.has(priority))
            continue;
        const Setting<std::uint8_t> queue = queue_of_priority(device, port, priority);
        if (!queue.known())
            continue;
        const EcnProfile* ecn = target_of(device.ecn_profiles, ecn_of_queue(device, port, queue.value));
        if (ecn != nullptr && ecn->marks())
            view.marked.insert(priority);
    }
    view.paused = view.paused | mine;
}

void view_maps(const Device& device, const Port& port, SwitchView& view)
{
    for (const Dscp dscp : DscpSet::all()) {
        const Treatment treatment = classify_dscp(device, port, dscp);
        const Setting<std::uint8_t> priority = priority_of(treatment);
        if (!priority.known() || !view.paused.has(priority.value))
            continue;
        view.dscps[priority.value].insert(dscp);
        if (treatment.tc.configured())
            view.stated[priority.value].insert(dscp);
        if (treatment.tc.origin.kind() != OriginKind::default_)
            view.decided.insert(priority.value);
    }
    if (!port.trust.is(Trust::pcp))
        return;
    for (const Priority pcp : PrioritySet::all()) {
        const Setting<std::uint8_t> priority = priority_of(classify_pcp(device, port, pcp));
        if (priority.known() && view.paused.has(priority.value))
            (port.trust.configured() ? view.by_choice : view.by_pcp).insert(priority.value);
    }
}

bool pauses_something(const Device& device, const std::vector<std::uint32_t>& ports)
{
    return std::ranges::any_of(ports, [&device](std::uint32_t port) { return pauses(device.ports[port]); });
}

void vote_switch(const Device& device, Votes& votes)
{
    SwitchView view;
    for (const Port& port : device.ports)
        view_port(device, port, view, votes);
    if (view.paused.empty())
        return;
    for (const std::vector<std::uint32_t>& group : ports_by_classification(device)) {
        if (pauses_something(device, group))
            view_maps(device, device.ports[group.front()], view);
    }
    view.by_pcp = view.by_pcp | view.by_choice;
    ++votes.switches;
    for (const Priority priority : view.paused) {
        ++votes.switch_priority[priority];
        votes.switch_pcp[priority] += view.by_pcp.has(priority) && view.dscps[priority].empty() ? 1 : 0;
        votes.pcp_by_choice[priority] += view.by_choice.has(priority) && view.dscps[priority].empty() ? 1 : 0;
        votes.ecn[priority] += view.marked.has(priority) ? 1 : 0;
        for (const Dscp dscp : view.dscps[priority])
            ++votes.switch_dscp[priority][dscp];
        votes.deciding_switches[priority] += view.decided.has(priority) ? 1 : 0;
        votes.stating_switches[priority] += view.stated[priority].empty() ? 0 : 1;
        for (const Dscp dscp : view.stated[priority])
            ++votes.stated_dscp[priority][dscp];
    }
}

// The priority that a host intends for a DSCP: the one in its map, if the host pauses that priority,
// otherwise the only priority that it pauses. Even a host that trusts the wrong field shows its intention
// this way.
std::optional<Priority> meant_priority(const Device& host, const Port& port, Dscp dscp)
{
    const PrioritySet paused = port.pfc_tx.value;
    const Setting<std::uint8_t> mapped = classify_dscp(host, port, dscp).tc;
    if (mapped.known() && (paused.empty() || paused.has(mapped.value)))
        return mapped.value;
    return paused.size() == 1 ? std::optional(paused.first()) : std::nullopt;
}

void vote_host(const Device& host, DscpSet job_dscps, Votes& votes)
{
    PrioritySet paused;
    PrioritySet reacts;
    PrioritySet deaf = PrioritySet::all();
    std::array<DscpSet, 8> dscps{};
    std::array<DscpSet, 8> of_jobs{};
    std::array<DscpSet, 8> mapped{};
    PrioritySet by_dscp;
    PrioritySet by_tag;
    PrioritySet torn;
    PrioritySet sends;
    bool known = false;
    for (const Nic& nic : host.nics) {
        if (nic.cnp_dscp.known())
            ++votes.cnp_dscp[nic.cnp_dscp.value & 63];
        if (nic.cnp_priority.known())
            ++votes.cnp_priority[nic.cnp_priority.value & 7];
        if (nic.port >= host.ports.size())
            continue;
        const Port& port = host.ports[nic.port];
        if (!port.pfc_tx.known() || port.kind == PortKind::virtual_function)
            continue;
        known = true;
        if (nic.rdma_priority.peek_known() && port.trust.is(Trust::pcp))
            by_tag.insert(nic.rdma_priority.value);
        for (const Priority priority : port.pfc_tx.value) {
            if (!votes.seen_at[priority].somewhere())
                votes.seen_at[priority] = place_of(host, port.pfc_tx, PrioritySet::of(priority), &port);
        }
        paused = paused | port.pfc_tx.value;
        for (const Dscp dscp : port.trust.is(Trust::dscp) ? DscpSet::all() : DscpSet{}) {
            const Setting<std::uint8_t> priority = classify_dscp(host, port, dscp).tc;
            if (priority.peek_known() && port.pfc_tx.value.has(priority.value))
                mapped[priority.value].insert(dscp);
        }
        reacts = reacts | (nic.ecn_reaction.value_or({}) & port.pfc_tx.value);
        deaf = (deaf & nic.notification_seen & nic.reaction_seen)
            - (nic.ecn_notification.value_or({}) | nic.ecn_reaction.value_or({}));
        const DscpSet marked = marked_dscps(nic);
        for (const Dscp dscp : marked | job_dscps) {
            const auto priority = meant_priority(host, port, dscp);
            if (!priority)
                continue;
            if (!marked.has(dscp)) {
                if (marked.empty())
                    of_jobs[*priority].insert(dscp);
                continue;
            }
            dscps[*priority].insert(dscp);
            const Setting<std::uint8_t> own = classify_dscp(host, port, dscp).tc;
            if (port.trust.is(Trust::dscp) && own.peek_known() && own.value != *priority) {
                torn.insert(*priority);
                sends.insert(own.value);
            }
            if (!port.trust.is(Trust::pcp))
                by_dscp.insert(*priority);
        }
    }
    if (!known)
        return;
    ++votes.hosts;
    for (const Priority priority : PrioritySet::all()) {
        votes.host_priority[priority] += paused.has(priority) ? 1 : 0;
        votes.torn_hosts[priority] += torn.has(priority) ? 1 : 0;
        votes.sending_hosts[priority] += sends.has(priority) ? 1 : 0;
        votes.marking_hosts[priority] += dscps[priority].empty() ? 0 : 1;
        votes.dscp_hosts[priority] += by_dscp.has(priority) ? 1 : 0;
        votes.tagging_hosts[priority] += by_tag.has(priority) ? 1 : 0;
        votes.ecn[priority] += reacts.has(priority) ? 1 : 0;
        votes.deaf_hosts[priority] += paused.has(priority) && deaf.has(priority) ? 1 : 0;
        for (const Dscp dscp : dscps[priority])
            ++votes.host_dscp[priority][dscp];
        for (const Dscp dscp : of_jobs[priority])
            ++votes.job_dscp[priority][dscp];
        votes.mapping_hosts[priority] += mapped[priority].empty() ? 0 : 1;
        for (const Dscp dscp : mapped[priority])
            ++votes.host_map[priority][dscp];
    }
}

bool at_least_half(std::uint32_t votes, std::uint32_t voters) { return votes > 0 && votes * 2 >= voters; }

template <std::size_t Count>
std::optional<std::uint8_t> most_voted(const std::array<std::uint32_t, Count>& votes)
{
    const auto best = std::ranges::max_element(votes);
    return *best == 0 ? std::nullopt : std::optional(static_cast<std::uint8_t>(best - votes.begin()));
}

DscpSet most_use(const std::array<std::uint32_t, 64>& votes, std::uint32_t voters)
{
    DscpSet chosen;
    for (const Dscp dscp : DscpSet::all()) {
        if (at_least_half(votes[dscp], voters))
            chosen.insert(dscp);
    }
    return chosen;
}

RdmaClass make_class(Priority priority, const Votes& votes)
{
    RdmaClass made{
        .name = fmt::format("priority {}", priority), .priority = priority, .at = votes.seen_at[priority]};
    made.evidence = fmt::format("{} of {} with PFC and {} of {} RDMA {} pause it",
        votes.switch_priority[priority],
        counted(votes.switches, "switch", "switches"),
        votes.host_priority[priority],
        votes.hosts,
        one_or_many(votes.hosts, "host", "hosts"));
    made.used_by_hosts = votes.host_priority[priority] + votes.sending_hosts[priority] > 0;
    made.ecn = votes.ecn[priority] > 0;
    // No switch marks, and every host that uses the class says that it would not react.
    if (!made.ecn && made.used_by_hosts && votes.deaf_hosts[priority] == votes.host_priority[priority])
        made.congestion_control = CongestionControl::none;
    // Hosts that classify by PCP may also mark by DSCP; if every switch is explicitly configured for PCP, the
    // fabric uses PCP.
    if (votes.pcp_by_choice[priority] > 0 && votes.pcp_by_choice[priority] == votes.switch_priority[priority]
        && votes.dscp_hosts[priority] == 0) {
        made.trust = Trust::pcp;
        return made;
    }
    made.dscps = most_use(votes.host_dscp[priority], votes.marking_hosts[priority]);
    // Stated code points only count if they apply on most of the switches, by an explicit line or by default.
    const DscpSet used = most_use(votes.switch_dscp[priority], votes.switch_priority[priority]);
    DscpSet of_switches = most_use(votes.stated_dscp[priority], votes.stating_switches[priority]) & used;
    if (of_switches.empty())
        of_switches = used;
    DscpSet of_jobs;
    for (const Dscp dscp : DscpSet::all()) {
        if (votes.job_dscp[priority][dscp] > 0)
            of_jobs.insert(dscp);
    }
    // A line in a job's environment does not outvote the switches: if they disagree, the job is at fault.
    if (made.dscps.empty())
        made.dscps = of_switches.empty() ? of_jobs : of_jobs & of_switches;
    made.dscps_from_hosts = !made.dscps.empty();
    if (made.dscps_from_hosts)
        return made;
    made.dscps = of_switches;
    const bool tagged = at_least_half(votes.switch_pcp[priority], votes.switch_priority[priority])
        || at_least_half(votes.tagging_hosts[priority], votes.host_priority[priority]);
    if (made.dscps.empty() && tagged)
        made.trust = Trust::pcp;
    if (made.dscps.empty() && made.trust != Trust::pcp)
        made.dscps = most_use(votes.host_map[priority], votes.mapping_hosts[priority]);
    made.dscps_by_default = votes.deciding_switches[priority] == 0;
    return made;
}

// If two priorities carry the same code points, one is the fabric's and the other is a device's mistake
// (PFC014). Keeps the one that more hosts use, then the one that more switches use, then the lower one. A host that
// pauses one priority and sends RDMA in another does not count for the first.
void drop_doubles(std::vector<RdmaClass>& classes, const Votes& votes)
{
    const auto weight = [&votes](const RdmaClass& rdma_class) {
        return std::pair(votes.host_priority[rdma_class.priority] - votes.torn_hosts[rdma_class.priority],
            votes.switch_priority[rdma_class.priority]);
    };
    std::vector<RdmaClass> kept;
    for (const RdmaClass& candidate : classes) {
        const bool doubled = std::ranges::any_of(classes, [&](const RdmaClass& other) {
            if (other.priority == candidate.priority || candidate.dscps.empty()
                || !(candidate.dscps - other.dscps).empty())
                return false;
            return weight(other) > weight(candidate)
                || (weight(other) == weight(candidate) && other.priority < candidate.priority);
        });
        if (!doubled)
            kept.push_back(candidate);
    }
    classes = std::move(kept);
}

}

ClassModel infer_classes(const Fabric& fabric)
{
    const JobMarks jobs(fabric);
    Votes votes;
    for (std::uint32_t index = 0; index < fabric.devices.size(); ++index) {
        const Device& device = fabric.devices[index];
        if (device.kind == DeviceKind::network_switch)
            vote_switch(device, votes);
        else if (device.kind == DeviceKind::host)
            vote_host(device, jobs.on(index), votes);
    }
    ClassModel model;
    model.assumed = true;
    for (const Priority priority : PrioritySet::all()) {
        if (at_least_half(votes.switch_priority[priority], votes.switches)
            || at_least_half(votes.host_priority[priority], votes.hosts))
            model.classes.push_back(make_class(priority, votes));
    }
    drop_doubles(model.classes, votes);
    infer_unpaused_classes(fabric, jobs, model);
    model.cnp.dscp = most_voted(votes.cnp_dscp);
    model.cnp.priority = most_voted(votes.cnp_priority);
    return model;
}

}
