// SPDX-License-Identifier: Apache-2.0
// Only the rules whose record names a witness can be confirmed or contradicted. A counter that did not count proves
// nothing: there may have been no congestion. So a contradiction is something that could not be if the finding were right.
#include "rules/engine/counter_evidence.h"

#include "rules/observed.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <span>

namespace rocelint {
namespace {

// Whether no queue of the port has a marking profile.
bool marks_nowhere(const Device& device, const Port& port)
{
    const std::span queues = std::span(device.queues).subspan(port.first_queue, port.queue_count);
    return port.queues_visible && std::ranges::all_of(queues, [](const Queue& queue) {
        return queue.ecn.peek_known() && queue.ecn.value.none();
    });
}

class Weighing {
public:
    Weighing(Finding& finding, const Fabric& fabric) : finding_(finding), fabric_(fabric) { }

    void weigh()
    {
        finding_.evidence = Evidence::silent;
        // The rules about counters have seen what they report.
        if (finding_.rule->code.starts_with("EVD")) {
            finding_.evidence = Evidence::confirmed;
            return;
        }
        if (finding_.rule->witness == Witness::none)
            return;
        std::set<PortId> ports(finding_.also_on.begin(), finding_.also_on.end());
        PrioritySet priorities;
        for (const Subject& subject : finding_.subjects) {
            ports.insert(subject.port);
            const bool is_of_all_ports = finding_.rule->witness == Witness::storm
                || finding_.rule->witness == Witness::unheeded_pause;
            if (subject.port.port == Port::no_index && is_of_all_ports)
                add_ports_of(subject.port.device, ports);
            if (subject.part.kind == Part::Kind::number && subject.part.value < 8)
                priorities.insert(static_cast<Priority>(subject.part.value));
        }
        for (const PortId port : ports) {
            if (port.device >= fabric_.devices.size() || port.port >= fabric_.device(port).ports.size())
                continue;
            ask(port, priorities);
        }
    }

private:
    void add_ports_of(std::uint32_t device, std::set<PortId>& ports) const
    {
        if (device >= fabric_.devices.size())
            return;
        for (std::uint32_t port = 0; port < fabric_.devices[device].ports.size(); ++port)
            ports.insert({device, port});
    }

    void ask(PortId port, PrioritySet priorities)
    {
        switch (finding_.rule->witness) {
        case Witness::pause:
            for (const Priority priority : priorities)
                ask_pause(port, priority);
            return;
        case Witness::headroom:
            for (const Priority priority : priorities) {
                confirm(observe_drops(fabric_.device(port), port.port, priority));
                show_peak(port, priority);
            }
            return;
        case Witness::congestion_control:
            return ask_congestion_control(port);
        case Witness::storm:
            confirm(seen(port, CounterKind::storm));
            confirm(seen(port, CounterKind::queue_stuck));
            if (const auto peer = fabric_.peer(port))
                confirm(seen(*peer, CounterKind::storm));
            return;
        case Witness::marking:
            for (const Priority priority : priorities)
                ask_marking(port, priority);
            return;
        case Witness::link_pause:
            confirm(seen(port, CounterKind::link_pause_sent));
            confirm(seen(port, CounterKind::link_pause_received));
            return;
        case Witness::unheeded_pause:
            for (const Priority priority : priorities)
                ask_unheeded_pause(port, priority);
            return;
        case Witness::reordering:
            confirm(seen(port, CounterKind::out_of_sequence));
            return;
        case Witness::none:
            return;
        }
    }

    [[nodiscard]] Observed seen(PortId port, CounterKind kind, std::uint8_t part = Counter::whole) const
    {
        return observe(fabric_.device(port), port.port, kind, part);
    }

    // The finding says that the port has no PFC for the priority.
    void ask_pause(PortId port, Priority priority)
    {
        const Port& here = fabric_.port(port);
        if (!here.pfc_tx.peek_known() || !here.pfc_rx.peek_known() || here.pfc_tx.value.has(priority)
            || here.pfc_rx.value.has(priority))
            return;
        const Observed sent = seen(port, CounterKind::pause_sent, priority);
        const Observed received = seen(port, CounterKind::pause_received, priority);
        for (const Observed& one : {sent, received}) {
            if (one.counter != nullptr && one.counter->only_with_pfc)
                return contradict(one.counter->at,
                    fmt::format("the device has the counter {} only while PFC is on for priority {}",
                        one.counter->name,
                        priority));
        }
        if (sent.counted() && sent.is_growth)
            return contradict(
                sent.counter->at, fmt::format("the port pauses priority {}: {}", priority, describe(sent)));
        confirm(received);
        confirm(observe_drops(fabric_.device(port), port.port, priority));
        if (const auto peer = fabric_.peer(port))
            confirm(observe_pause_sent(fabric_.device(*peer), peer->port, priority));
    }

    // The finding says that the port keeps sending while its peer pauses it.
    void ask_unheeded_pause(PortId port, Priority priority)
    {
        const Setting<PrioritySet>& obeyed = fabric_.port(port).pfc_rx;
        if (!obeyed.peek_known() || !obeyed.value.has(priority))
            return;
        confirm(seen(port, CounterKind::pause_received, priority));
        if (const auto peer = fabric_.peer(port)) {
            confirm(observe_pause_sent(fabric_.device(*peer), peer->port, priority));
            confirm(observe_drops(fabric_.device(*peer), peer->port, priority));
        }
    }

    void ask_congestion_control(PortId port)
    {
        const Observed marks = seen(port, CounterKind::marks_received);
        const Observed sent = seen(port, CounterKind::cnps_sent);
        const Observed ignored = seen(port, CounterKind::cnps_ignored);
        const Observed handled = seen(port, CounterKind::cnps_handled);
        const auto alone = [](const Observed& cause, const Observed& effect) {
            return cause.counted() && effect.stands_still() && cause.is_growth == effect.is_growth;
        };
        if (alone(marks, sent))
            confirm(marks);
        if (alone(ignored, handled))
            confirm(ignored);
        // The counters are of all priorities together, so they contradict only a half that is off on all.
        const Device& device = fabric_.device(port);
        const std::uint32_t nic = fabric_.port(port).nic;
        if (nic >= device.nics.size())
            return;
        const auto is_off
            = [](const Setting<PrioritySet>& half) { return half.peek_known() && half.value.empty(); };
        if (is_off(device.nics[nic].ecn_notification) && sent.counted() && sent.is_growth)
            contradict(sent.counter->at, "the NIC sends CNPs: " + describe(sent));
        if (is_off(device.nics[nic].ecn_reaction) && handled.counted() && handled.is_growth)
            contradict(handled.counter->at, "the NIC slows down on CNPs: " + describe(handled));
    }

    // The finding says that the queue of the priority never marks.
    void ask_marking(PortId port, Priority priority)
    {
        const Device& device = fabric_.device(port);
        const Observed marks = observe_queue(device, port.port, CounterKind::marked, priority);
        if (marks.counted() && marks.is_growth)
            return contradict(marks.counter->at, "the queue marks packets: " + describe(marks));
        if (!marks.stands_still() || !marks.is_growth)
            return;
        // The congestion that made the switch pause may be that of another queue that marks, unless its counter shows that it did not.
        for (std::uint32_t other = 0; other < device.ports.size(); ++other) {
            const Port& its = device.ports[other];
            if (its.kind != PortKind::physical || its.admin_up.is(false) || its.link_up.is(false)
                || marks_nowhere(device, its))
                continue;
            const Observed elsewhere = observe_queue(device, other, CounterKind::marked, priority);
            if (!elsewhere.stands_still() || !elsewhere.is_growth)
                return;
        }
        for (std::uint32_t other = 0; other < device.ports.size(); ++other) {
            const Observed paused = observe_pause_sent(device, other, priority);
            if (paused.is_growth)
                confirm(paused);
        }
    }

    void confirm(const Observed& observed)
    {
        if (!observed.counted())
            return;
        finding_.evidence = Evidence::confirmed;
        show(observed.counter->at, describe(observed));
    }

    // The highest fill of the headroom is the least that it needs; it proves neither that this is enough nor
    // that it is not.
    void show_peak(PortId port, Priority priority)
    {
        const Counter* peak = headroom_peak(fabric_.device(port), port.port, priority);
        if (peak != nullptr && peak_of(*peak) > 0)
            show(peak->at,
                fmt::format(
                    "the headroom held up to {} bytes, so it needs at least as many", peak_of(*peak)));
    }

    // Evidence of one port is not undone by another.
    void contradict(Span at, std::string what)
    {
        if (finding_.evidence == Evidence::silent)
            finding_.evidence = Evidence::contradicted;
        show(at, std::move(what));
    }

    // A profile may be bound to many ports.
    void show(Span at, std::string what)
    {
        constexpr std::size_t most = 4;
        if (shown_++ < most)
            finding_.related.push_back({at, "counter: " + what, {}});
    }

    Finding& finding_;
    const Fabric& fabric_;
    std::size_t shown_ = 0;
};

}

void weigh_counters(std::vector<Finding>& findings, const Fabric& fabric)
{
    const bool any
        = std::ranges::any_of(fabric.devices, [](const Device& device) { return !device.counters.empty(); });
    if (!any)
        return;
    for (Finding& finding : findings)
        Weighing(finding, fabric).weigh();
}

}
