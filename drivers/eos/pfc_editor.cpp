// SPDX-License-Identifier: Apache-2.0
#include "drivers/eos/pfc_editor.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace rocelint::eos {
namespace {

struct PriorityLine {
    PrioritySet priorities;
    bool no_drop = false;
};

std::optional<PriorityLine> parse_priority_line(std::string_view line)
{
    if (!begins_with(line, "priority-flow-control priority"))
        return std::nullopt;
    Words words = plain_words(line);
    words.next();
    words.next();
    const auto priorities = parse_priorities(words.next());
    if (!priorities || priorities->empty())
        return std::nullopt;
    return PriorityLine{*priorities, words.take("no-drop") && !is_negated(line)};
}

std::string list_of(PrioritySet set)
{
    std::string text;
    for (const Priority priority : set)
        text += fmt::format("{}{}", text.empty() ? "" : ",", priority);
    return text;
}

bool is_on_line(std::string_view line)
{
    Words words = plain_words(line);
    if (!words.take("priority-flow-control"))
        return false;
    words.take("mode");
    return words.at_end() || words.peek() == "on" || words.peek() == "off";
}

constexpr LineName on_line{is_on_line};
constexpr LineName watchdog_line{[](std::string_view line) {
    Words words = plain_words(line);
    return words.take("priority-flow-control") && words.take("pause") && words.take("watchdog")
        && words.at_end();
}};
constexpr std::string_view port_timer = "priority-flow-control pause watchdog port timer";
constexpr LineName timer_line{[](std::string_view line) { return begins_with(line, port_timer); }};
constexpr std::string_view global_time = "priority-flow-control pause watchdog default";

struct Time {
    std::string_view word;
    std::optional<Milliseconds> wanted;
    const Setting<Milliseconds>* now;

    [[nodiscard]] bool differs() const { return wanted && !now->is(*wanted); }
};

std::array<Time, 3> times_of(const WatchdogTarget& target, const PfcWatchdog& now)
{
    return {Time{"timeout", target.detection, &now.detection},
        Time{"polling-interval", target.poll, &now.poll},
        Time{"recovery-time", target.restoration, &now.restoration}};
}

// What a stanza's lines say, the last of them winning.
struct Priorities {
    PrioritySet no_drop;
    PrioritySet drop;

    void read(const PortStanza& stanza)
    {
        for (const Node& line : *stanza.node) {
            const auto parsed = parse_priority_line(line.key);
            if (!parsed)
                continue;
            no_drop = parsed->no_drop ? no_drop | parsed->priorities : no_drop - parsed->priorities;
            drop = parsed->no_drop ? drop - parsed->priorities : drop | parsed->priorities;
        }
    }
};

}

std::string PfcEditor::add_priority(const Change& change, Priority priority)
{
    const std::string text = fmt::format("priority-flow-control priority {} no-drop", priority);
    for (const PortStanza* stanza : lines_.stanzas().of_port(change.port.port)) {
        for (const Node& line : *stanza->node) {
            const auto parsed = parse_priority_line(line.key);
            if (!parsed || parsed->no_drop || parsed->priorities != PrioritySet::of(priority)
                || !lines_.may_edit(*stanza, change))
                continue;
            writer_.command(path_of(*stanza, nullptr), text);
            return writer_.replace(*stanza->tree, line, text) ? std::string{} : std::string(conflicting_line);
        }
    }
    return lines_.add(change, text);
}

std::string PfcEditor::take_out(const Change& change, const PortStanza& stanza, PrioritySet gone)
{
    if (!lines_.may_edit(stanza, change)) {
        std::string reason;
        for (const Priority priority : gone) {
            reason = lines_.override_after(
                change, &stanza, {}, fmt::format("priority-flow-control priority {} drop", priority));
            if (!reason.empty())
                break;
        }
        return reason;
    }
    for (const Node& line : *stanza.node) {
        const auto parsed = parse_priority_line(line.key);
        if (!parsed || !parsed->no_drop || (parsed->priorities & gone).empty())
            continue;
        const PrioritySet left = parsed->priorities - gone;
        const bool made = left.empty()
            ? writer_.remove(*stanza.tree, line)
            : writer_.replace(
                *stanza.tree, line, fmt::format("priority-flow-control priority {} no-drop", list_of(left)));
        if (!made)
            return std::string(conflicting_line);
        // The command takes one priority at a time.
        for (const Priority priority : parsed->priorities& gone)
            writer_.command(path_of(stanza, nullptr),
                fmt::format("no priority-flow-control priority {} no-drop", priority));
    }
    return {};
}

std::string PfcEditor::set_priorities(const Change& change, const Port& port, const PriorityDelta& delta)
{
    if (device_.pfc_all_off.is(true) && !delta.add.empty())
        return "priority-flow-control all off switches PFC off on every port";
    if (port.kind != PortKind::physical)
        return "PFC belongs to the physical ports";
    Priorities own;
    Priorities inherited;
    for (const PortStanza* stanza : lines_.stanzas().of_port(change.port.port))
        own.read(*stanza);
    const PortStanza* profile = lines_.stanzas().profile_of(change.port.port);
    if (profile != nullptr)
        inherited.read(*profile);
    const PrioritySet before = own.no_drop | (inherited.no_drop - own.drop);
    const FoundLine on = lines_.find(change.port.port, on_line);
    const bool is_on = on.line != nullptr && !is_negated(on.line->key) && !on.line->key.ends_with("off");
    const PrioritySet unasked = before - delta.add - delta.remove;
    if (!is_on && !delta.add.empty() && !unasked.empty())
        return fmt::format("PFC is off, and switching it on would pause priority {} too", to_string(unasked));
    std::string reason;
    if (!is_on && !delta.add.empty()) {
        const bool old_form = on.line != nullptr && on.line->key.find(" mode ") != std::string_view::npos;
        const std::string text = old_form ? "priority-flow-control mode on" : "priority-flow-control on";
        reason = on.line != nullptr ? lines_.put(change, on_line, text) : lines_.add(change, text);
    }
    for (const Priority priority : delta.add - before) {
        if (reason.empty())
            reason = add_priority(change, priority);
    }
    const PrioritySet gone = before & delta.remove;
    for (const PortStanza* stanza : lines_.stanzas().of_port(change.port.port)) {
        Priorities here;
        here.read(*stanza);
        if (reason.empty() && !(here.no_drop & gone).empty())
            reason = take_out(change, *stanza, here.no_drop & gone);
    }
    if (reason.empty() && profile != nullptr && !((inherited.no_drop - own.drop) & gone).empty())
        reason = take_out(change, *profile, (inherited.no_drop - own.drop) & gone);
    return reason;
}

bool PfcEditor::all_want_times(const Change& change, const PfcWatchdog& now) const
{
    if (change.shared)
        return true;
    for (std::uint32_t index = 0; index < device_.ports.size(); ++index) {
        const Port& port = device_.ports[index];
        const bool has_own = lines_.find(index, timer_line).line != nullptr;
        if (port.kind != PortKind::physical || has_own || lines_.wants(index, change))
            continue;
        // A first timeout starts the watchdog everywhere; a changed one does nothing where PFC is off.
        const bool idle = port.pfc_tx.known() && port.pfc_tx.value.empty();
        if (!idle || !now.detection.known())
            return false;
    }
    return true;
}

std::string PfcEditor::set_global_times(const WatchdogTarget& target, const PfcWatchdog& now)
{
    for (const Time& time : times_of(target, now)) {
        if (!time.differs())
            continue;
        const Node* old = nullptr;
        for (const Tree& tree : trees_) {
            if (tree.root == nullptr)
                continue;
            for (const Node& line : *tree.root) {
                if (begins_with(line.key, fmt::format("{} {}", global_time, time.word)))
                    old = &line;
            }
        }
        const std::string value = seconds_text(*time.wanted);
        const std::string fresh = fmt::format("{} {} {}", global_time, time.word, value);
        const bool rewritten = old != nullptr && !is_negated(old->key);
        if (!put_global(trees_,
                writer_,
                old,
                "priority-flow-control pause watchdog",
                rewritten ? with_part(old->key, time.word, value) : fresh))
            return std::string(conflicting_line);
    }
    return {};
}

std::string PfcEditor::set_port_timers(
    const Change& change, const Port& port, const WatchdogTarget& target, const Node* line)
{
    std::string text(port_timer);
    if (line != nullptr && !is_negated(line->key))
        text = line->key;
    for (const Time& time : times_of(target, port.watchdog)) {
        if (time.differs())
            text = with_part(text, time.word, seconds_text(*time.wanted));
        else if (line == nullptr)
            text = with_part(
                text, time.word, time.now->known() ? seconds_text(time.now->value) : std::string("auto"));
    }
    return lines_.put(change, timer_line, text);
}

std::string PfcEditor::set_watchdog(const Change& change, const Port& port, const WatchdogTarget& target)
{
    if (port.kind != PortKind::physical)
        return "the watchdog belongs to the physical ports";
    const PfcWatchdog& now = port.watchdog;
    if (!target.detection && !now.detection.known())
        return "the watchdog needs a detection time";
    const FoundLine enabled = lines_.find(change.port.port, watchdog_line);
    if (enabled.line != nullptr && is_negated(enabled.line->key)) {
        std::string reason = lines_.put(change, watchdog_line, "priority-flow-control pause watchdog");
        if (!reason.empty())
            return reason;
    }
    if (!std::ranges::any_of(times_of(target, now), &Time::differs))
        return {};
    const FoundLine timers = lines_.find(change.port.port, timer_line);
    if (timers.line != nullptr)
        return set_port_timers(change, port, target, timers.line);
    if (all_want_times(change, now))
        return set_global_times(target, now);
    return set_port_timers(change, port, target, nullptr);
}

}
