// SPDX-License-Identifier: Apache-2.0
// From changes to facts; LineEditor finds the lines. A change is refused with a sentence if the platform has
// no word for it, or if its line also applies to ports that must not change.
#include "drivers/line_cli/write/translator.h"
#include "drivers/sample_cli/grammar.h"
#include "drivers/sample_cli/sample_cli.h"

#include <fmt/format.h>

#include <algorithm>
#include <variant>

namespace rocelint::sample_cli {
namespace {

// A property that is one number of one line needs only a row here.
constexpr line_cli::ValueLine values[]{{.property = Property::trust,
                                           .fact = kind(LineKind::trust),
                                           .off = static_cast<std::uint64_t>(Trust::none),
                                           .no_words = "Sample CLI trusts the DSCP or nothing"},
    {.property = Property::mtu, .fact = kind(LineKind::mtu)}};

class Translator final : public line_cli::Translator {
public:
    explicit Translator(const line_cli::Task& task)
        : line_cli::Translator({.platform = "Sample CLI",
                                   .grammar = grammar(),
                                   .top = scope::top,
                                   .blocks = port_blocks(),
                                   .values = values},
            task)
    {
    }

private:
    std::string take(const Change& change, const Port&) override
    {
        return change.property == Property::speed ? set_speed(change, std::get<BitsPerSecond>(change.value))
                                                  : take_value(change);
    }

    // One line for each priority; existing lines are left alone.
    std::string set_pfc(const Change& change, const Port&, const PriorityDelta& delta) override
    {
        const std::uint32_t port = change.port.port;
        for (const Priority priority : delta.add) {
            if (editor().find(port, {kind(LineKind::pfc), priority}).states())
                continue;
            std::string reason = editor().add(change, fact_of(LineKind::pfc, {priority}, priority));
            if (!reason.empty())
                return reason;
        }
        for (const Priority priority : delta.remove) {
            Fact cleared = fact_of(LineKind::pfc, {priority}, priority);
            cleared.sense = Sense::clear;
            std::string reason = editor().take_away(change, {kind(LineKind::pfc), priority}, cleared);
            if (!reason.empty())
                return reason;
        }
        return {};
    }

    [[nodiscard]] std::string set_speed(const Change& change, BitsPerSecond speed)
    {
        const auto terms = grammar().row(kind(LineKind::speed))->slots[0].terms;
        if (std::ranges::find(terms, speed.count, &line_cli::Term::number) == terms.end())
            return fmt::format("Sample CLI has no ports of {} Gb/s", speed.count / 1'000'000'000);
        return editor().put(change, fact_of(LineKind::speed, {speed.count}));
    }

    std::string set_ecn(const Change& change, const Port&, const EcnTarget& target) override
    {
        if (target.max_probability.hundredths % 100 != 0)
            return "the probability is written in whole percent";
        return editor().put(change,
            fact_of(LineKind::marking,
                {change.number,
                    target.min_threshold.count,
                    target.max_threshold.count,
                    target.max_probability.hundredths / 100},
                change.number));
    }

    std::string set_watchdog(const Change& change, const Port& port, const WatchdogTarget& target) override
    {
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
        return editor().put(change, fact_of(LineKind::watchdog, {detection->count(), restoration->count()}));
    }

    // A line for the whole device also changes the other ports.
    static bool always(std::uint32_t, const Port&) { return true; }

    std::string set_map(const Change& change, const Port&, const MapEntry& entry) override
    {
        if (entry.kind != MapKind::dscp_to_tc)
            return not_supported(change);
        std::string reason = refuse_for_others(change, "the map of DSCPs is that of all ports", always);
        if (!reason.empty())
            return reason;
        return lists().set(fact_of(LineKind::class_of_dscp, {std::uint64_t{1} << entry.from, entry.to}));
    }

    std::string set_scheduler(const Change& change, const Port&, const SchedulerTarget& target) override
    {
        std::string reason = refuse_for_others(change, "the shares of queues are those of all ports", always);
        if (!reason.empty())
            return reason;
        Fact wanted = fact_of(LineKind::service, {change.number}, change.number);
        if (target.kind == SchedulerKind::strict)
            wanted.values[1].state = Value::State::instead;
        else if (!target.bandwidth || target.bandwidth->hundredths % 100 != 0)
            return "a queue has a share in whole percent";
        else
            wanted.values[1] = Value::of(target.bandwidth->hundredths / 100);
        return editor().put_global(wanted, editor().find_global_of({wanted.kind, wanted.number}));
    }
};

}

std::unique_ptr<line_cli::Translator> translator(const line_cli::Task& task)
{
    return std::make_unique<Translator>(task);
}

}
