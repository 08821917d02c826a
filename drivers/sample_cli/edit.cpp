// SPDX-License-Identifier: Apache-2.0
// From changes to facts; LineEditor finds the lines. A change is refused with a sentence where the platform has no word for
// it, and where the line speaks for others that are not to be changed. Edits and commands come from one pass, so that they
// cannot differ.
#include "drivers/sample_cli/edit.h"

#include "drivers/line_cli/line_editor.h"
#include "drivers/line_cli/undo.h"
#include "drivers/sample_cli/grammar.h"

#include <fmt/format.h>

#include <algorithm>
#include <variant>

namespace rocelint::sample_cli {
namespace {

using line_cli::Fact;
using line_cli::Sense;
using line_cli::Value;

class Editor {
public:
    Editor(std::span<const Tree> trees, const Device& device, std::span<const Change> changes)
        : device_(device)
        , changes_(changes)
        , lines_(line_cli::read_lines(grammar(), scope::top, trees))
        , index_(lines_, port_blocks(), device)
        , editor_(grammar(), index_, device, changes, writer_)
        , lists_(editor_)
    {
    }

    [[nodiscard]] std::vector<Refusal> run()
    {
        std::vector<Refusal> refused;
        for (std::uint32_t at = 0; at < changes_.size(); ++at) {
            const Change& change = changes_[at];
            std::string reason = change.port.port < device_.ports.size()
                ? make(change)
                : "Sample CLI has nothing to change for the whole device";
            if (!reason.empty())
                refused.push_back({at, std::move(reason)});
        }
        lists_.finish();
        return refused;
    }

    [[nodiscard]] const line_cli::LineWriter& writer() const { return writer_; }

private:
    [[nodiscard]] std::string make(const Change& change)
    {
        switch (change.property) {
        case Property::pfc:
            return set_pfc(change, std::get<PriorityDelta>(change.value));
        case Property::trust:
            return set_trust(change, std::get<Trust>(change.value));
        case Property::mtu:
            return editor_.put(change, fact(Says::mtu, std::get<Bytes>(change.value).count));
        case Property::speed:
            return set_speed(change, std::get<BitsPerSecond>(change.value));
        case Property::ecn:
        case Property::ecn_thresholds:
            return set_marking(change, std::get<EcnTarget>(change.value));
        case Property::watchdog:
        case Property::watchdog_timers:
            return set_watchdog(change, std::get<WatchdogTarget>(change.value));
        case Property::dscp_map:
            return set_class(change, std::get<MapEntry>(change.value));
        case Property::scheduler:
            return set_service(change, std::get<SchedulerTarget>(change.value));
        default:
            return fmt::format("Sample CLI has no line for {}", name_of(change.property));
        }
    }

    [[nodiscard]] static Fact fact(Says what, std::uint64_t value)
    {
        return {.kind = kind(what), .values = {Value::of(value)}};
    }
    [[nodiscard]] static Fact of_number(Says what, std::uint8_t number, Sense sense = Sense::set)
    {
        return {.kind = kind(what), .number = number, .sense = sense, .values = {Value::of(number)}};
    }

    // One line for each priority: what is there already is left alone.
    [[nodiscard]] std::string set_pfc(const Change& change, const PriorityDelta& delta)
    {
        const std::uint32_t port = change.port.port;
        for (const Priority priority : delta.add) {
            if (editor_.find(port, {kind(Says::pfc), priority}).states())
                continue;
            if (std::string reason = editor_.add(change, of_number(Says::pfc, priority)); !reason.empty())
                return reason;
        }
        for (const Priority priority : delta.remove) {
            std::string reason = editor_.take_away(
                change, {kind(Says::pfc), priority}, of_number(Says::pfc, priority, Sense::clear));
            if (!reason.empty())
                return reason;
        }
        return {};
    }

    [[nodiscard]] std::string set_trust(const Change& change, Trust trust)
    {
        if (trust == Trust::dscp)
            return editor_.put(change, fact(Says::trust, static_cast<std::uint64_t>(trust)));
        if (trust != Trust::none)
            return "Sample CLI trusts the DSCP or nothing";
        return editor_.take_away(
            change, {kind(Says::trust)}, {.kind = kind(Says::trust), .sense = Sense::clear});
    }

    [[nodiscard]] std::string set_speed(const Change& change, BitsPerSecond speed)
    {
        const auto terms = grammar().row(kind(Says::speed))->slots[0].terms;
        if (std::ranges::find(terms, speed.count, &line_cli::Term::number) == terms.end())
            return fmt::format("Sample CLI has no ports of {} Gb/s", speed.count / 1'000'000'000);
        return editor_.put(change, fact(Says::speed, speed.count));
    }

    [[nodiscard]] std::string set_marking(const Change& change, const EcnTarget& target)
    {
        if (target.max_probability.hundredths % 100 != 0)
            return "the probability is written in whole percent";
        Fact wanted = of_number(Says::marking, change.number);
        wanted.values[1] = Value::of(target.min_threshold.count);
        wanted.values[2] = Value::of(target.max_threshold.count);
        wanted.values[3] = Value::of(target.max_probability.hundredths / 100);
        return editor_.put(change, wanted);
    }

    [[nodiscard]] std::string set_watchdog(const Change& change, const WatchdogTarget& target)
    {
        const Port& port = device_.ports[change.port.port];
        const auto detection = target.detection ? target.detection
            : port.watchdog.detection.known()   ? std::optional(port.watchdog.detection.value)
                                                : std::nullopt;
        const auto restoration = target.restoration ? target.restoration
            : port.watchdog.restoration.known()     ? std::optional(port.watchdog.restoration.value)
                                                    : std::nullopt;
        if (!detection || !restoration)
            return "the watchdog needs a time for detection and one for restoration";
        if (target.poll)
            return "the watchdog of Sample CLI has no polling interval";
        if (target.priorities != port.pfc_rx.value_or({}))
            return "the watchdog of Sample CLI watches every priority with PFC";
        Fact wanted = fact(Says::watchdog, detection->count());
        wanted.values[1] = Value::of(restoration->count());
        return editor_.put(change, wanted);
    }

    // Lines for the whole device change the port's neighbours too.
    [[nodiscard]] std::string refuse_for_others(const Change& change, std::string_view what) const
    {
        for (std::uint32_t port = 0; port < device_.ports.size() && !change.shared; ++port) {
            if (port != change.port.port && !editor_.wants(port, change))
                return fmt::format("{} of all ports, and {} must not change", what, device_.ports[port].name);
        }
        return {};
    }

    [[nodiscard]] std::string set_class(const Change& change, const MapEntry& entry)
    {
        if (std::string reason = refuse_for_others(change, "the map of DSCPs is that"); !reason.empty())
            return reason;
        Fact wanted = fact(Says::class_of_dscp, std::uint64_t{1} << entry.from);
        wanted.values[1] = Value::of(entry.to);
        return lists_.set(wanted);
    }

    [[nodiscard]] std::string set_service(const Change& change, const SchedulerTarget& target)
    {
        if (std::string reason = refuse_for_others(change, "the shares of queues are those"); !reason.empty())
            return reason;
        Fact wanted = of_number(Says::service, change.number);
        if (target.kind == SchedulerKind::strict)
            wanted.values[1].state = Value::State::instead;
        else if (!target.bandwidth || target.bandwidth->hundredths % 100 != 0)
            return "a queue has a share in whole percent";
        else
            wanted.values[1] = Value::of(target.bandwidth->hundredths / 100);
        const Fact* old = nullptr;
        for (const line_cli::Stanza& stanza : lines_.stanzas) {
            const Fact& line = lines_.header(stanza);
            if (line.kind == wanted.kind && line.number == wanted.number && line.sense == Sense::set)
                old = &line;
        }
        return editor_.put_global(wanted, old);
    }

    const Device& device_;
    std::span<const Change> changes_;
    line_cli::Lines lines_;
    line_cli::StanzaIndex index_;
    line_cli::LineWriter writer_{grammar()};
    line_cli::LineEditor editor_;
    line_cli::ListLines lists_;
};

}

Editing edit(std::span<const Tree> trees, const Device& device, std::span<const Change> changes)
{
    Editor editor(trees, device, changes);
    Editing editing;
    editing.refused = editor.run();
    // What is refused must leave nothing behind: the caller asks again without it.
    if (editing.refused.empty())
        editing.edits = editor.writer().edits();
    return editing;
}

Commands commands(std::span<const Tree> trees, const Device& device, std::span<const Change> changes)
{
    Editor editor(trees, device, changes);
    Commands made;
    made.refused = editor.run();
    if (made.refused.empty())
        made.text = editor.writer().commands();
    return made;
}

// Every line has a negation, so that two texts are enough.
Commands undo(
    std::span<const Tree> before, std::span<const Tree> after, const Device&, std::span<const Change>)
{
    return {.text = line_cli::undo_lines(grammar().dialect(), before, after)};
}

}
