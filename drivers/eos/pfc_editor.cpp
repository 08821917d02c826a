// SPDX-License-Identifier: Apache-2.0
// PFC is stated in several lines that add up, and its watchdog for the device or for a port: which of them an edit may touch
// without pausing or watching what nobody asked for. What would do so is refused.
#include "drivers/eos/pfc_editor.h"

#include "drivers/eos/grammar.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

namespace rocelint::eos {
namespace {

using line_cli::Fact;
using line_cli::fact_of;
using line_cli::FoundLine;
using line_cli::PortStanza;
using line_cli::Sense;
using line_cli::Value;

constexpr auto priority_kind = kind_of(Says::pfc_priority);
constexpr line_cli::LineName port_times{kind_of(Says::port_times)};

PrioritySet priorities_of(const Fact& fact)
{
    return fact.kind == priority_kind ? PrioritySet{static_cast<std::uint8_t>(fact.value())} : PrioritySet{};
}

// What a stanza's lines say, the last of them winning.
struct Priorities {
    PrioritySet no_drop;
    PrioritySet drop;

    void read(std::span<const Fact> facts)
    {
        for (const Fact& fact : facts) {
            const PrioritySet said = priorities_of(fact);
            no_drop = fact.sense == Sense::set ? no_drop | said : no_drop - said;
            drop = fact.sense == Sense::set ? drop - said : drop | said;
        }
    }
};

struct Time {
    std::optional<Milliseconds> wanted;
    const Setting<Milliseconds>* now;

    [[nodiscard]] bool differs() const { return wanted && !now->is(*wanted); }
};

// In the order of the slots.
std::array<Time, 3> times_of(const WatchdogTarget& target, const PfcWatchdog& now)
{
    return {Time{target.detection, &now.detection},
        Time{target.poll, &now.poll},
        Time{target.restoration, &now.restoration}};
}

}

std::string PfcEditor::switch_on(const Change& change, const FoundLine& on)
{
    const Fact wanted = fact_of(Says::pfc);
    return on.fact != nullptr ? lines_.put(change, wanted) : lines_.add(change, wanted);
}

std::string PfcEditor::add_priority(const Change& change, Priority priority)
{
    const PrioritySet one = PrioritySet::of(priority);
    const Fact wanted = fact_of(Says::pfc_priority, {one.bits});
    for (const PortStanza* stanza : lines_.stanzas().of_port(change.port.port)) {
        for (const Fact& fact : lines_.stanzas().facts(*stanza)) {
            if (priorities_of(fact) == one && fact.sense != Sense::set && lines_.may_edit(*stanza, change))
                return lines_.replace({stanza, &fact}, wanted);
        }
    }
    return lines_.add(change, wanted);
}

std::string PfcEditor::take_out(const Change& change, const PortStanza& stanza, PrioritySet gone)
{
    if (!lines_.may_edit(stanza, change)) {
        std::string reason;
        for (const Priority priority : gone) {
            Fact drop = fact_of(Says::pfc_priority, {PrioritySet::of(priority).bits});
            drop.sense = Sense::off;
            reason = lines_.override_after(change, &stanza, drop);
            if (!reason.empty())
                break;
        }
        return reason;
    }
    for (const Fact& fact : lines_.stanzas().facts(stanza)) {
        const PrioritySet here = priorities_of(fact) & gone;
        if (fact.sense != Sense::set || here.empty())
            continue;
        Fact rest = fact;
        rest.values[0].number &= ~std::uint64_t{gone.bits};
        line_cli::LineWriter& writer = lines_.writer();
        const bool made = rest.value() == 0
            ? writer.remove(stanza.tree(), *fact.node)
            : writer.replace(stanza.tree(), *fact.node, lines_.text_of(rest, &fact));
        if (!made)
            return std::string(line_cli::conflicting_line);
        // The command takes one priority at a time.
        for (const Priority priority : here) {
            Fact negated = fact;
            negated.sense = Sense::off;
            negated.values[0].number = PrioritySet::of(priority).bits;
            writer.command(lines_.path_of(stanza), lines_.text_of(negated));
        }
    }
    return {};
}

std::string PfcEditor::set_priorities(const Change& change, const Port& port, const PriorityDelta& delta)
{
    if (device_.pfc_all_off.is(true) && !delta.add.empty())
        return "priority-flow-control all off switches PFC off on every port";
    if (port.kind != PortKind::physical)
        return "PFC belongs to the physical ports";
    const line_cli::StanzaIndex& stanzas = lines_.stanzas();
    Priorities own;
    Priorities inherited;
    for (const PortStanza* stanza : stanzas.of_port(change.port.port))
        own.read(stanzas.facts(*stanza));
    const PortStanza* profile = stanzas.profile_of(change.port.port);
    if (profile != nullptr)
        inherited.read(stanzas.facts(*profile));
    const PrioritySet of_profile = inherited.no_drop - own.drop;
    const PrioritySet before = own.no_drop | of_profile;
    const FoundLine on = lines_.find(change.port.port, {kind_of(Says::pfc)});
    const bool starts = !on.states() && !delta.add.empty();
    const PrioritySet unasked = before - delta.add - delta.remove;
    if (starts && !unasked.empty())
        return fmt::format("PFC is off, and switching it on would pause priority {} too", to_string(unasked));
    std::string reason;
    if (starts)
        reason = switch_on(change, on);
    for (const Priority priority : delta.add - before) {
        if (reason.empty())
            reason = add_priority(change, priority);
    }
    const PrioritySet gone = before & delta.remove;
    for (const PortStanza* stanza : stanzas.of_port(change.port.port)) {
        Priorities here;
        here.read(stanzas.facts(*stanza));
        if (reason.empty() && !(here.no_drop & gone).empty())
            reason = take_out(change, *stanza, here.no_drop & gone);
    }
    if (reason.empty() && profile != nullptr && !(of_profile & gone).empty())
        reason = take_out(change, *profile, of_profile & gone);
    return reason;
}

bool PfcEditor::all_want_times(const Change& change, const PfcWatchdog& now) const
{
    if (change.shared)
        return true;
    for (std::uint32_t index = 0; index < device_.ports.size(); ++index) {
        const Port& port = device_.ports[index];
        const bool has_own = lines_.find(index, port_times).fact != nullptr;
        if (port.kind != PortKind::physical || has_own || lines_.wants(index, change))
            continue;
        // A first timeout starts the watchdog everywhere; a changed one does nothing where PFC is off.
        const bool idle = port.pfc_tx.known() && port.pfc_tx.value.empty();
        if (!idle || !now.detection.known())
            return false;
    }
    return true;
}

// Each time has a line of its own, or shares one with others.
std::string PfcEditor::set_device_times(Fact wanted)
{
    const auto line_of
        = [&](std::size_t slot) { return lines_.find_global(wanted.kind, static_cast<std::uint8_t>(slot)); };
    std::string reason;
    for (std::size_t slot = 0; slot < 3 && reason.empty(); ++slot) {
        if (!wanted.values[slot].written())
            continue;
        const Fact* line = line_of(slot);
        Fact times = fact_of(Says::default_times);
        for (std::size_t other = slot; other < 3; ++other) {
            if (other == slot || (line != nullptr && line_of(other) == line))
                times.values[other] = std::exchange(wanted.values[other], {});
        }
        reason = lines_.put_global(times, line);
    }
    return reason;
}

std::string PfcEditor::set_watchdog(const Change& change, const Port& port, const WatchdogTarget& target)
{
    if (port.kind != PortKind::physical)
        return "the watchdog belongs to the physical ports";
    const PfcWatchdog& now = port.watchdog;
    if (!target.detection && !now.detection.known())
        return "the watchdog needs a detection time";
    const FoundLine enabled = lines_.find(change.port.port, {kind_of(Says::watchdog)});
    if (enabled.fact != nullptr && !enabled.states()) {
        std::string reason = lines_.put(change, fact_of(Says::watchdog));
        if (!reason.empty())
            return reason;
    }
    const auto times = times_of(target, now);
    if (!std::ranges::any_of(times, &Time::differs))
        return {};
    const bool has_line = lines_.find(change.port.port, port_times).fact != nullptr;
    const bool of_device = !has_line && all_want_times(change, now);
    Fact wanted = fact_of(of_device ? Says::default_times : Says::port_times);
    for (std::size_t slot = 0; slot < times.size(); ++slot) {
        const Time& time = times[slot];
        Value& value = wanted.values[slot];
        if (time.differs())
            value = Value::of(time.wanted->count());
        else if (!has_line && !of_device)
            value = time.now->known() ? Value::of(time.now->value.count())
                                      : Value{.state = Value::State::instead};
    }
    return of_device ? set_device_times(wanted) : lines_.put(change, wanted);
}

}
