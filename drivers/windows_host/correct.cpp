// SPDX-License-Identifier: Apache-2.0
// Microsoft, DcbQos module reference, New-NetQosTrafficClass: the default class has the priorities and the bandwidth that the
// other classes leave.
#include "drivers/windows_host/correct.h"

#include "models/text/ascii.h"

#include <fmt/format.h>

#include <algorithm>

namespace rocelint::windows_host {
namespace {

template <class T>
void take(Setting<T>& into, const Setting<T>& from)
{
    if (!into.peek_known() && into.origin == OriginId{})
        into = from;
}

}

void join(HostFacts& shown, const HostFacts& set)
{
    for (const AdapterFacts& from : set.adapters) {
        AdapterFacts& into = shown.adapter(from.name, from.at);
        take(into.rdma, from.rdma);
        take(into.qos, from.qos);
        take(into.willing, from.willing);
        take(into.lldp, from.lldp);
        take(into.technology, from.technology);
        take(into.link_pause, from.link_pause);
        take(into.tag_mode, from.tag_mode);
        take(into.jumbo, from.jumbo);
        take(into.vlan, from.vlan);
    }
    const auto is_known = [](const Setting<bool>& one) { return one.peek_known(); };
    if (std::ranges::none_of(shown.asked_pfc, is_known))
        shown.asked_pfc = set.asked_pfc;
    if (shown.asked_classes.empty() && set.classes_stated.origin == OriginId{})
        shown.asked_classes = set.asked_classes;
    take(shown.willing, set.willing);
    take(shown.smb_direct_priority, set.smb_direct_priority);
    take(shown.heartbeat_priority, set.heartbeat_priority);
    shown.unread_trust = set.unread_trust;
}

namespace {

class Corrector {
public:
    Corrector(Device& device, std::vector<SyntaxProblem>& problems, HostFacts& facts)
        : device_(device), problems_(problems), facts_(facts)
    {
    }

    void run(const HostFacts& corrected)
    {
        for (const AdapterFacts& from : corrected.adapters) {
            AdapterFacts& into = facts_.adapter(from.name, from.at);
            into.asks_anew = puts_in_force(into, from);
            correct(into.rdma, from.rdma, "RDMA", from.name);
            correct(into.qos, from.qos, "QoS", from.name);
            if (!into.willing.peek_known())
                into.willing = facts_.willing;
            correct(into.willing, from.willing, "Willing", from.name);
            correct(into.technology, from.technology, "*NetworkDirectTechnology", from.name);
            correct(into.link_pause, from.link_pause, "*FlowControl", from.name);
            correct(into.tag_mode, from.tag_mode, "*PriorityVLANTag", from.name);
            correct(into.jumbo, from.jumbo, "*JumboPacket", from.name);
        }
        for (const Priority priority : PrioritySet::all())
            correct(facts_.asked_pfc[priority], corrected.asked_pfc[priority], "flow control", "the host");
        correct(facts_.willing, corrected.willing, "Willing", "the host");
        if (corrected.changes_classes && corrected.classes_stated.origin == OriginId{}) {
            for (ServedClass& served : facts_.asked_classes)
                compare(served, corrected.asked_classes);
            facts_.asked_classes = corrected.asked_classes;
            share_out();
        }
    }

private:
    // Whether the adapter has the host's own settings only with the correction.
    [[nodiscard]] bool puts_in_force(const AdapterFacts& now, const AdapterFacts& from) const
    {
        const Setting<bool>& willing = now.willing.peek_known() ? now.willing : facts_.willing;
        return (from.willing.is(false) && !willing.is(false)) || (from.qos.is(true) && !now.qos.is(true));
    }

    template <class T>
    void correct(Setting<T>& into, const Setting<T>& from, std::string_view what, std::string_view name)
    {
        if (!from.peek_known())
            return;
        const Span shown = device_.origins.span(into.origin);
        if (into.peek_known() && !(into.value == from.value) && shown.somewhere())
            problems_.push_back({.severity = SyntaxProblem::Severity::warning,
                .at = shown,
                .message = fmt::format(
                    "the capture shows another {} of {:.80} than the script with corrections sets: not run yet, or undone; "
                    "run it, then capture again",
                    what,
                    name),
                .outdated = true,
                .hint = device_.origins.span(from.origin),
                .hint_message = "this is what the script sets"});
        into = from;
    }

    void compare(ServedClass& shown, const std::vector<ServedClass>& classes)
    {
        for (const ServedClass& served : classes) {
            if (same_name(served.name, shown.name))
                correct(shown.bandwidth, served.bandwidth, "bandwidth", shown.name);
        }
    }

    // Gives the default class what the others leave.
    void share_out()
    {
        std::uint64_t taken = 0;
        for (const ServedClass& served : facts_.asked_classes) {
            if (served.name != default_class && served.kind.is(SchedulerKind::weighted))
                taken += served.bandwidth.value_or({}).hundredths;
        }
        constexpr std::uint64_t whole = 10'000;
        for (ServedClass& served : facts_.asked_classes) {
            if (served.name == default_class && served.bandwidth.peek_known() && taken <= whole)
                served.bandwidth.value = Percent{static_cast<std::uint16_t>(whole - taken)};
        }
    }

    Device& device_;
    std::vector<SyntaxProblem>& problems_;
    HostFacts& facts_;
};

}

void correct(
    Device& device, std::vector<SyntaxProblem>& problems, HostFacts& facts, const HostFacts& corrected)
{
    Corrector(device, problems, facts).run(corrected);
}

}
