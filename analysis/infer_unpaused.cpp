// SPDX-License-Identifier: Apache-2.0
// RoCE without PFC is a valid design: a queue that marks, a dedicated DSCP, and no pause. What all other
// devices do distinguishes it from forgotten PFC. A switch votes for the design if none of its ports pauses
// and it marks; a host, if it marks RDMA with a DSCP and has no PFC. Code points 0 to 7 are those of unmarked
// traffic, so switches alone cannot make them RDMA code points.
#include "analysis/infer_unpaused.h"

#include "models/fabric/classify.h"
#include "models/fabric/target.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>

namespace rocelint {
namespace {

constexpr Dscp first_marked = 8; // below it is class selector 0, best effort (RFC 2474 section 4.2.2)
// If more classes than that mark, marking does not indicate RDMA.
constexpr std::size_t most_classes = 2;

struct UnpausedVotes {
    std::uint32_t switches = 0; ///< switches that mark and have no PFC on any port
    std::uint32_t hosts = 0; ///< hosts that mark RDMA with a DSCP and have no PFC on any RDMA port
    std::array<std::uint32_t, 64> switch_dscp{};
    std::array<std::uint32_t, 64> host_dscp{};
    std::array<std::array<std::uint32_t, 8>, 64> queue{}; ///< of switches, by DSCP and queue
    std::array<Span, 64> seen_at{};
    std::array<std::uint32_t, 8> paused_by_switches{};
    std::array<std::uint32_t, 8> paused_by_hosts{};
};

bool counts(const Port& port) { return port.kind == PortKind::physical && !port.admin_up.is(false); }

bool is_unpaused(const Port& port) { return port.pfc_tx.known() && port.pfc_tx.value.empty(); }

// The queue of the code point, if it marks and differs from the queue of unmarked packets.
std::optional<std::uint8_t> marking_queue(
    const Device& device, const Port& port, Dscp dscp, const Setting<std::uint8_t>& ordinary, OriginId& why)
{
    const Treatment treatment = forward_dscp(device, port, dscp);
    if (!treatment.tc.configured() || !treatment.queue.known() || treatment.queue.value >= 8
        || !ordinary.known() || treatment.queue.value == ordinary.value)
        return std::nullopt;
    const Setting<Ref>& ecn = ecn_of_queue(device, port, treatment.queue.value);
    const EcnProfile* profile = target_of(device.ecn_profiles, ecn);
    if (profile == nullptr || !profile->marks())
        return std::nullopt;
    why = treatment.tc.origin;
    return treatment.queue.value;
}

// Headroom, a watchdog, or obeying pause without sending it indicates an incomplete PFC setup, and so do
// priorities configured for pause that have no effect because of another line or a missing one.
bool is_meant_to_pause(const Device& device, const Port& port)
{
    return (port.pfc_rx.known() && !port.pfc_rx.value.empty())
        || port.pfc_tx.origin.kind() == OriginKind::derived
        || (port.watchdog.priorities.configured() && !port.watchdog.priorities.value.empty())
        || std::ranges::any_of(device.groups_of(port),
            [](const PriorityGroup& group) { return group.lossless.configured() && group.lossless.value; });
}

void note_switch(const Device& device, UnpausedVotes& votes)
{
    PrioritySet paused;
    bool known = false;
    bool half_set_up = false;
    for (const Port& port : device.ports) {
        if (!counts(port))
            continue;
        if (!port.pfc_tx.known())
            return;
        half_set_up = half_set_up || (port.pfc_tx.value.empty() && is_meant_to_pause(device, port));
        known = true;
        paused = paused | port.pfc_tx.value;
    }
    for (const Priority priority : paused)
        ++votes.paused_by_switches[priority];
    if (!known || !paused.empty() || half_set_up)
        return;
    DscpSet marked;
    for (const std::vector<std::uint32_t>& group : ports_by_classification(device)) {
        const auto first = std::ranges::find_if(
            group, [&device](std::uint32_t port) { return counts(device.ports[port]); });
        if (first == group.end())
            continue;
        // Queues belong to the port, so any port of the group may be the one that marks.
        for (const std::uint32_t index : group) {
            const Port& port = device.ports[index];
            const Setting<std::uint8_t> ordinary = forward_dscp(device, port, 0).queue;
            for (const Dscp dscp : DscpSet::all() - marked) {
                OriginId why;
                const auto queue = marking_queue(device, port, dscp, ordinary, why);
                if (!queue)
                    continue;
                marked.insert(dscp);
                ++votes.queue[dscp][*queue];
                if (!votes.seen_at[dscp].somewhere())
                    votes.seen_at[dscp] = device.place(why, &port);
            }
        }
    }
    votes.switches += marked.empty() ? 0 : 1;
    for (const Dscp dscp : marked)
        ++votes.switch_dscp[dscp];
}

void note_host(const Device& host, DscpSet job_dscps, UnpausedVotes& votes)
{
    PrioritySet paused;
    DscpSet all;
    bool known = false;
    OriginId why;
    const Port* where = nullptr;
    for (const Nic& nic : host.nics) {
        if (nic.port >= host.ports.size() || host.ports[nic.port].kind == PortKind::virtual_function)
            continue;
        const Port& port = host.ports[nic.port];
        if (!port.pfc_tx.known())
            return;
        known = true;
        paused = paused | port.pfc_tx.value;
        const DscpSet forced = marked_dscps(nic);
        all = all | (forced.empty() ? job_dscps : forced);
        where = where == nullptr ? &port : where;
        why = why == OriginId{} ? port.pfc_tx.origin : why;
    }
    for (const Priority priority : paused)
        ++votes.paused_by_hosts[priority];
    if (!known || !paused.empty() || all.empty())
        return;
    ++votes.hosts;
    for (const Dscp dscp : all) {
        ++votes.host_dscp[dscp];
        if (!votes.seen_at[dscp].somewhere())
            votes.seen_at[dscp] = host.place(why, where);
    }
}

bool by_half(std::uint32_t votes, std::uint32_t voters) { return votes > 0 && votes * 2 >= voters; }

// Whether far more devices carry the class without PFC than with it.
bool is_unpaused_design(const RdmaClass& rdma_class, const UnpausedVotes& votes)
{
    constexpr std::uint32_t clear_majority = 3;
    const std::uint32_t by_switches = votes.paused_by_switches[rdma_class.priority];
    const std::uint32_t by_hosts = votes.paused_by_hosts[rdma_class.priority];
    const bool hosts_agree = votes.hosts > by_hosts || (votes.hosts == 0 && by_hosts == 0);
    return hosts_agree && votes.switches > 0 && votes.switches >= clear_majority * by_switches
        && std::ranges::any_of(rdma_class.dscps,
            [&votes](Dscp dscp) { return by_half(votes.switch_dscp[dscp], votes.switches); });
}

std::string some_of(std::uint32_t some, std::uint32_t all, std::string_view one, std::string_view many)
{
    return fmt::format("{} of {} {}", some, all, all == 1 ? one : many);
}

std::string unpaused_evidence(const UnpausedVotes& votes, DscpSet dscps)
{
    std::uint32_t switches = 0;
    std::uint32_t hosts = 0;
    for (const Dscp dscp : dscps) {
        switches = std::max(switches, votes.switch_dscp[dscp]);
        hosts = std::max(hosts, votes.host_dscp[dscp]);
    }
    std::string text;
    if (votes.switches > 0)
        text = some_of(switches, votes.switches, "switch without PFC marks", "switches without PFC mark")
            + " packets of it";
    if (votes.hosts > 0)
        text += (text.empty() ? "" : ", and ")
            + some_of(hosts, votes.hosts, "RDMA host without PFC sends", "RDMA hosts without PFC send")
            + " it";
    return text;
}

// The code points that RDMA uses without PFC.
DscpSet chosen_dscps(const UnpausedVotes& votes, DscpSet taken)
{
    DscpSet chosen;
    for (const Dscp dscp : DscpSet::all() - taken) {
        const bool of_switches = by_half(votes.switch_dscp[dscp], votes.switches);
        if (votes.hosts > 0 ? by_half(votes.host_dscp[dscp], votes.hosts)
                            : of_switches && dscp >= first_marked)
            chosen.insert(dscp);
    }
    return chosen;
}

Priority free_number(const ClassModel& model, Priority wished)
{
    const auto is_free = [&model](Priority number) { return model.of_priority(number) == nullptr; };
    if (is_free(wished))
        return wished;
    for (const Priority number : PrioritySet::all()) {
        if (is_free(number))
            return number;
    }
    return wished;
}

void add_classes(const UnpausedVotes& votes, DscpSet dscps, ClassModel& model)
{
    // Hosts use one class for all their traffic; on switches, the code points of one queue form one class.
    std::array<DscpSet, 9> of_queue{};
    for (const Dscp dscp : dscps) {
        const auto most = std::ranges::max_element(votes.queue[dscp]);
        of_queue[*most == 0 ? 8 : static_cast<std::size_t>(most - votes.queue[dscp].begin())].insert(dscp);
    }
    const auto classes
        = static_cast<std::size_t>(std::ranges::count_if(of_queue, [](DscpSet set) { return !set.empty(); }));
    if (votes.hosts == 0 && classes > most_classes)
        return;
    for (const DscpSet& set : of_queue) {
        if (set.empty())
            continue;
        RdmaClass added{.name = fmt::format("DSCP {}", to_string(set)),
            .priority = free_number(model, static_cast<Priority>(set.first() >> 3)),
            .pause = Pause::nowhere,
            .dscps = set,
            .at = votes.seen_at[set.first()],
            .evidence = unpaused_evidence(votes, set)};
        added.used_by_hosts = votes.hosts > 0;
        added.dscps_from_hosts = votes.hosts > 0;
        added.ecn = votes.switches > 0;
        model.classes.push_back(std::move(added));
    }
}

// Whether both ends of the link mark the class and neither pauses it; nullopt if unknown.
std::optional<bool> only_marks(const Fabric& fabric, const Link& link, const RdmaClass& rdma_class)
{
    for (const PortId id : {link.a, link.b}) {
        const Device& device = fabric.device(id);
        const Port& port = fabric.port(id);
        if (!port.pfc_tx.known())
            return std::nullopt;
        if (port.pfc_tx.value.has(rdma_class.priority))
            return false;
        const Setting<std::uint8_t> ordinary = forward_dscp(device, port, 0).queue;
        const bool marks = std::ranges::any_of(rdma_class.dscps, [&](Dscp dscp) {
            OriginId why;
            return marking_queue(device, port, dscp, ordinary, why).has_value();
        });
        if (!marks)
            return false;
    }
    return true;
}

// If PFC was forgotten, it is missing in places; by design, no link between switches has it, and some switch
// has none at all.
bool pauses_host_links_only(const Fabric& fabric, const RdmaClass& rdma_class)
{
    constexpr std::uint32_t fewest_links = 2;
    std::uint32_t links = 0;
    bool some_without = false;
    for (const Link& link : fabric.links) {
        if (fabric.device(link.a).kind != DeviceKind::network_switch
            || fabric.device(link.b).kind != DeviceKind::network_switch)
            continue;
        if (only_marks(fabric, link, rdma_class) != true)
            return false;
        ++links;
        for (const PortId end : {link.a, link.b})
            some_without = some_without
                || std::ranges::all_of(fabric.device(end).ports,
                    [](const Port& port) { return port.kind != PortKind::physical || is_unpaused(port); });
    }
    return some_without && links >= fewest_links;
}

}

void infer_unpaused_classes(const Fabric& fabric, const JobMarks& jobs, ClassModel& model)
{
    UnpausedVotes votes;
    for (std::uint32_t index = 0; index < fabric.devices.size(); ++index) {
        const Device& device = fabric.devices[index];
        if (device.kind == DeviceKind::network_switch)
            note_switch(device, votes);
        else if (device.kind == DeviceKind::host)
            note_host(device, jobs.on(index), votes);
    }
    for (RdmaClass& rdma_class : model.classes) {
        if (pauses_host_links_only(fabric, rdma_class)) {
            rdma_class.pause = Pause::host_links;
            rdma_class.evidence += "; no link between switches does, and all of them mark it";
        }
    }
    std::erase_if(model.classes, [&votes](const RdmaClass& rdma_class) {
        return rdma_class.pause == Pause::everywhere && is_unpaused_design(rdma_class, votes);
    });
    add_classes(votes, chosen_dscps(votes, model.dscps()), model);
}

}
