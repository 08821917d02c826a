// SPDX-License-Identifier: Apache-2.0
// Describes changes in words: the sentence of the property's row, with the value inserted.
#include "models/change/properties.h"
#include "models/fabric/words.h"
#include "models/text/sentence.h"

#include <fmt/format.h>

#include <algorithm>

namespace rocelint {
namespace {

// By MapKind.
constexpr std::array<std::string_view, 8> entry_words{"DSCP {} to traffic class {}",
    "PCP {} to traffic class {}",
    "traffic class {} to queue {}",
    "traffic class {} to priority group {}",
    "priority {} to queue {}",
    "priority {} to priority group {}",
    "traffic class {} rewritten to DSCP {}",
    "traffic class {} rewritten to PCP {}"};

std::string tell_priorities(std::string_view what, const PriorityDelta& delta)
{
    std::string text;
    if (!delta.add.empty())
        text = fmt::format("{} on for priority {}", what, to_string(delta.add));
    if (!delta.remove.empty())
        add_item(text, fmt::format("{} off for priority {}", what, to_string(delta.remove)));
    return text;
}

// Shows text of a file, which may span several lines, on one line.
std::string in_one_line(std::string_view text)
{
    constexpr std::size_t longest = 60;
    std::string line(text.substr(0, std::min(text.size(), longest)));
    std::ranges::replace(line, '\n', ' ');
    return text.size() > longest ? line + "…" : line;
}

// The value as the property's sentence shows it.
struct ValueText {
    std::string operator()(const PriorityDelta&) const { return {}; }
    std::string operator()(bool on) const { return on ? "on" : "off"; }
    std::string operator()(Trust trust) const { return std::string(word_of(trust)); }
    std::string operator()(const MapEntry& entry) const
    {
        return fmt::format(
            fmt::runtime(entry_words[static_cast<std::size_t>(entry.kind)]), entry.from, entry.to);
    }
    std::string operator()(const EcnTarget& target) const
    {
        return fmt::format("from {} to {} bytes with up to {} %",
            target.min_threshold.count,
            target.max_threshold.count,
            target.max_probability.value());
    }
    std::string operator()(const EcnShares& target) const
    {
        return fmt::format("from {} to {} % of the queue's depth with up to {} %",
            target.min_fill.value(),
            target.max_fill.value(),
            target.max_probability.value());
    }
    std::string operator()(const WatchdogTarget& target) const
    {
        std::string text;
        if (!target.priorities.empty())
            text += fmt::format(" for priority {}", to_string(target.priorities));
        if (target.detection)
            text += fmt::format(", detection {} ms", target.detection->count());
        if (target.restoration)
            text += fmt::format(", restoration {} ms", target.restoration->count());
        return target.poll ? fmt::format("{}, poll {} ms", text, target.poll->count()) : text;
    }
    std::string operator()(Bytes size) const { return std::to_string(size.count); }
    std::string operator()(std::uint8_t number) const { return std::to_string(number); }
    std::string operator()(RoceVersion version) const { return std::string(word_of(version)); }
    std::string operator()(BitsPerSecond speed) const { return std::to_string(speed.count / 1'000'000); }
    std::string operator()(Fec fec) const { return std::string(word_of(fec)); }
    std::string operator()(Metres length) const { return std::to_string(length.count); }
    std::string operator()(const SchedulerTarget& target) const
    {
        std::string text(word_of(target.kind));
        if (target.bandwidth)
            text += fmt::format(", {} %", target.bandwidth->value());
        return target.weight ? fmt::format("{}, weight {}", text, *target.weight) : text;
    }
    std::string operator()(DynamicThreshold threshold) const { return std::to_string(threshold.value); }
    std::string operator()(HashFields) const { return {}; }
    std::string operator()(const ManagerText&) const { return {}; }
};

}

std::string describe(const Change& change)
{
    const PropertyRow* row = find_row(change.property);
    if (row == nullptr)
        return name_of(change.property);
    if (const auto* delta = std::get_if<PriorityDelta>(&change.value))
        return tell_priorities(row->words_for_priorities, *delta);
    if (const auto* wanted = std::get_if<ManagerText>(&change.value))
        return change.property == Property::manager
            ? fmt::format("{} {}", wanted->what, wanted->text)
            : fmt::format("\"{}\" becomes \"{}\"", in_one_line(wanted->what), in_one_line(wanted->text));
    return fmt::format(fmt::runtime(row->words),
        fmt::arg("value", std::visit(ValueText{}, change.value)),
        fmt::arg("number", change.number));
}

const char* name_of(FixClass fix_class) { return word_of(fix_class).data(); }

}
