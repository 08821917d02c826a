// SPDX-License-Identifier: Apache-2.0
// What is not a line of its own: names of ports, lists of priorities, applied profiles, and which family a configuration
// is for.
#include "drivers/aoscx/config.h"
#include "drivers/line_cli/grammar/listed_words.h"
#include "models/catalog/catalog.h"
#include "models/syntax/indent_tree.h"

#include <fmt/format.h>

namespace rocelint::aoscx {
namespace {

bool lists_model(std::string_view entry, std::string_view model)
{
    for (Words wanted(model); !wanted.at_end();) {
        if (line_cli::is_of_models(catalog::platform_default("aoscx", entry).value, wanted.next()))
            return true;
    }
    return false;
}

void append_list(std::string& text, std::string_view word, PrioritySet priorities)
{
    if (priorities.empty())
        return;
    text += fmt::format("{}{} ", text.empty() ? "" : " ", word);
    std::string_view comma;
    for (const Priority priority : priorities) {
        text += fmt::format("{}{}", comma, priority);
        comma = ",";
    }
}

}

Family family_of_model(std::string_view model)
{
    return lists_model("models_small", model) ? Family::small
        : lists_model("models_large", model)  ? Family::large
        : lists_model("models_fixed", model)  ? Family::fixed
                                              : Family::unknown;
}

Family family_of(const line_cli::Lines& lines)
{
    Family found = Family::unknown;
    for (const Fact& line : lines.facts) {
        if (line.sense == Sense::clear)
            continue;
        switch (says(line)) {
        case LineKind::product:
            if (const Family named = family_of_model(line.text); named != Family::unknown)
                return named;
            break;
        case LineKind::pool:
        case LineKind::watchdog:
        case LineKind::watchdog_times:
        case LineKind::cable:
        case LineKind::headroom:
        case LineKind::xoff:
        case LineKind::xon:
            found = Family::pools;
            break;
        default:
            break;
        }
    }
    return found;
}

std::optional<Pausing> pausing_of(std::string_view lists)
{
    Pausing pausing;
    bool any = false;
    for (Words words(lists); !words.at_end(); any = true) {
        std::string_view word = words.next();
        const bool obeys = word == "rx" || word == "rxtx";
        const bool sends = word == "tx" || word == "rxtx";
        const bool both = !obeys && !sends;
        if (!both)
            word = words.next();
        const auto priorities = word.empty() ? std::nullopt : parse_priorities(word);
        if (!priorities)
            return std::nullopt;
        pausing.rx = obeys || both ? pausing.rx | *priorities : pausing.rx;
        pausing.tx = sends || both ? pausing.tx | *priorities : pausing.tx;
    }
    return any ? std::optional(pausing) : std::nullopt;
}

std::string lists_of(const Pausing& pausing)
{
    const PrioritySet both = pausing.rx - (pausing.rx - pausing.tx);
    std::string text;
    append_list(text, "rxtx", both);
    append_list(text, "rx", pausing.rx - both);
    append_list(text, "tx", pausing.tx - both);
    return text;
}

std::optional<AppliedQueues> applied_of(const Fact* line)
{
    if (line == nullptr || !is_set(*line))
        return std::nullopt;
    Words words(line->text);
    AppliedQueues applied{.queues = words.next(), .schedule = {}};
    if (!words.take("schedule-profile"))
        return std::nullopt;
    applied.schedule = words.next();
    return applied.schedule.empty() || !words.at_end() ? std::nullopt : std::optional(applied);
}

MappedQueues mapped_by(const Block& profile)
{
    MappedQueues mapped{};
    for (const Fact* line : profile.facts) {
        if (says(*line) != LineKind::mapped)
            continue;
        const std::uint64_t all = line->values[1].written() ? line->value(1) : 0;
        for (std::uint8_t local = 0; local < queue_count; ++local) {
            const bool removed = line->sense == Sense::clear && all == 0 && mapped.at(local) != nullptr
                && mapped.at(local)->number == line->number;
            if ((all >> local & 1U) != 0)
                mapped.at(local) = line->sense == Sense::clear ? nullptr : line;
            else if (removed)
                mapped.at(local) = nullptr;
        }
    }
    return mapped;
}

PortKind kind_of_port(std::string_view name)
{
    const bool dotted = name.find('.') != std::string_view::npos;
    if (!name.empty() && name.front() >= '0' && name.front() <= '9'
        && name.find('/') != std::string_view::npos)
        return dotted ? PortKind::subinterface : PortKind::physical;
    const PortKind kind = line_cli::kind_by_header(port_blocks(), name);
    return dotted && kind == PortKind::lag ? PortKind::subinterface : kind;
}

std::string pool_name(std::uint64_t index) { return fmt::format("lossless pool {}", index); }

std::uint8_t listed(std::string_view list, std::size_t place)
{
    Words words(list);
    for (; place > 0; --place)
        words.next();
    return static_cast<std::uint8_t>(parse_number(words.next()).value_or(ClassMap::unmapped));
}

}
