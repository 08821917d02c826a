// SPDX-License-Identifier: Apache-2.0
// The values of a line: numbers with units, words, lists of code points. The same Slot reads and writes them.
#include "drivers/line_cli/grammar/slot.h"

#include "models/fabric/value/priority.h"
#include "models/text/nearest.h"

#include <fmt/format.h>

#include <algorithm>

namespace rocelint::line_cli {
namespace {

constexpr std::uint64_t thousand = 1000;
constexpr std::uint64_t largest_number = 1'000'000'000'000;

bool is_digit(char c) { return c >= '0' && c <= '9'; }

std::uint64_t largest(const Slot& slot)
{
    if (slot.impossible_above != 0)
        return slot.impossible_above;
    const bool bounded = slot.kind == SlotKind::index || slot.kind == SlotKind::set
        || slot.kind == SlotKind::ranges || slot.kind == SlotKind::points;
    return bounded ? slot.most : largest_number;
}

// Parses thousandths: "0.05" is 50.
std::optional<std::uint64_t> parse_thousandths(std::string_view text)
{
    const std::size_t point = text.find('.');
    const auto whole = parse_number(text.substr(0, point));
    if (!whole || *whole > largest_number)
        return std::nullopt;
    std::uint64_t decimals = 0;
    if (point != std::string_view::npos) {
        const std::string_view digits = text.substr(point + 1);
        const auto number = parse_number(digits);
        if (!number || digits.size() > 3)
            return std::nullopt;
        decimals = *number * (digits.size() == 1 ? 100U : digits.size() == 2 ? 10U : 1U);
    }
    return *whole * thousand + decimals;
}

std::string thousandths_text(std::uint64_t number)
{
    std::string text = fmt::format("{}.{:03}", number / thousand, number % thousand);
    while (text.back() == '0')
        text.pop_back();
    if (text.back() == '.')
        text.pop_back();
    return text;
}

const Term* find_term(const Slot& slot, std::string_view word)
{
    for (const Term& term : slot.terms) {
        if (term.word.size() == word.size() && same_text(term.word.data(), word.data(), word.size()))
            return &term;
    }
    return nullptr;
}

Fit take_number(const Slot& slot, Words& words, Value& value)
{
    const std::string_view word = words.peek();
    if (!slot.instead.empty() && word == slot.instead) {
        words.next();
        value.state = Value::State::instead;
        return Fit::fits;
    }
    const auto number = slot.kind == SlotKind::thousandths ? parse_thousandths(word) : parse_number(word);
    if (!number || *number > largest_number)
        return Fit::impossible;
    words.next();
    Value taken = Value::of(*number);
    if (!slot.terms.empty()) {
        const Term* term = words.at_end() ? nullptr : find_term(slot, words.peek());
        if (term != nullptr)
            words.next();
        else
            term = find_term(slot, {});
        if (term == nullptr)
            return Fit::other_word;
        if (*number > largest_number / term->number)
            return Fit::impossible;
        taken = Value::of(*number * term->number, static_cast<std::uint8_t>(term - slot.terms.data()));
    }
    if (taken.number > largest(slot))
        return Fit::impossible;
    value = taken;
    return takes(slot, value) ? Fit::fits : Fit::out_of_range;
}

Fit take_points(const Slot& slot, Words& words, Value& value)
{
    DscpSet all;
    while (!words.at_end()) {
        const std::string_view word = words.peek();
        if (const auto named = parse_dscp(word))
            all.insert(*named);
        else if (const auto range = parse_dscps(word); range && is_digit(word.front()))
            all = all | *range;
        else if (is_digit(word.front()))
            return Fit::impossible;
        else
            break;
        words.next();
        if (slot.kind == SlotKind::set || slot.kind == SlotKind::ranges)
            break;
    }
    if (all.empty() || (largest(slot) < 63 && (all.bits >> (largest(slot) + 1)) != 0))
        return Fit::impossible;
    value = Value::of(all.bits);
    return Fit::fits;
}

std::string points_text(std::uint64_t bits, std::string_view separator)
{
    std::string text;
    for (std::uint64_t point = 0; point < 64; ++point) {
        if (((bits >> point) & 1U) != 0)
            text += fmt::format("{}{}", text.empty() ? "" : separator, point);
    }
    return text;
}

// Writes "0-3,5".
std::string ranges_text(std::uint64_t bits)
{
    std::string text;
    for (std::uint64_t point = 0; point < 64; ++point) {
        if (((bits >> point) & 1U) == 0)
            continue;
        const std::uint64_t first = point;
        while (point < 63 && ((bits >> (point + 1)) & 1U) != 0)
            ++point;
        text += fmt::format("{}{}", text.empty() ? "" : ",", first);
        if (point > first)
            text += fmt::format("-{}", point);
    }
    return text;
}

std::string with_unit(std::uint64_t amount, const Term& term)
{
    return term.word.empty() ? fmt::format("{}", amount) : fmt::format("{} {}", amount, term.word);
}

std::string number_text(const Slot& slot, const Value& value, std::size_t preferred)
{
    const std::uint8_t measure = slot.terms[value.term].measure;
    const auto serves
        = [&](const Term& term) { return term.measure == measure && value.number % term.number == 0; };
    if (preferred < slot.terms.size() && serves(slot.terms[preferred]))
        return with_unit(value.number / slot.terms[preferred].number, slot.terms[preferred]);
    const auto term = std::ranges::find_if(slot.terms, serves);
    return term == slot.terms.end() ? std::string{} : with_unit(value.number / term->number, *term);
}

Fit text_fit(const Slot& slot, std::string_view text)
{
    if (text.empty())
        return Fit::other_word;
    return slot.text == nullptr || text_objection(*slot.text, text).empty() ? Fit::fits : Fit::out_of_range;
}

const Term* smallest_unit(const Slot& slot)
{
    const Term* smallest = nullptr;
    for (const Term& term : slot.terms) {
        if (term.measure == 0 && (smallest == nullptr || term.number < smallest->number))
            smallest = &term;
    }
    return smallest;
}

}

std::optional<std::uint8_t> parse_dscp(std::string_view word)
{
    if (const auto number = parse_number(word))
        return *number < 64 ? std::optional(static_cast<std::uint8_t>(*number)) : std::nullopt;
    constexpr std::uint8_t expedited = 46;
    if (equal_ignoring_case(word, "ef"))
        return expedited;
    const auto digit = [&](std::size_t at) { return static_cast<unsigned>(word[at] - '0'); };
    if (word.size() == 3 && equal_ignoring_case(word.substr(0, 2), "cs") && digit(2) < 8)
        return static_cast<std::uint8_t>(digit(2) * 8);
    if (word.size() == 4 && equal_ignoring_case(word.substr(0, 2), "af") && digit(2) >= 1 && digit(2) <= 4
        && digit(3) >= 1 && digit(3) <= 3)
        return static_cast<std::uint8_t>(digit(2) * 8 + digit(3) * 2);
    return std::nullopt;
}

const Term* other_measure_of(const Slot& slot, const Value& value)
{
    const bool other = value.term < slot.terms.size() && slot.terms[value.term].measure != 0;
    return other ? &slot.terms[value.term] : nullptr;
}

bool takes(const Slot& slot, const Value& value)
{
    const bool counted = slot.kind == SlotKind::number || slot.kind == SlotKind::thousandths;
    if (!counted || !value.written())
        return true;
    // The limits apply to the first measure. Converting another measure needs information that a row does not
    // have.
    if (const Term* term = other_measure_of(slot, value); term != nullptr)
        return term->most == 0 || value.number <= term->most;
    return value.number >= slot.least && value.number <= slot.most && value.number % slot.step == 0;
}

Fit take_slot(const Slot& slot, std::size_t index, Words& words, Fact& fact)
{
    Value& value = fact.values[index];
    switch (slot.kind) {
    case SlotKind::number:
    case SlotKind::thousandths:
        return take_number(slot, words, value);
    case SlotKind::index: {
        const Term* term = find_term(slot, words.peek());
        const auto number = slot.terms.empty() ? parse_number(words.peek())
            : term != nullptr                  ? std::optional(term->number)
                                               : std::nullopt;
        if (!number || *number < slot.least || *number > largest(slot))
            return slot.terms.empty() ? Fit::impossible : Fit::other_word;
        words.next();
        fact.number = static_cast<std::uint8_t>(*number);
        value = Value::of(*number);
        return Fit::fits;
    }
    case SlotKind::word: {
        const Term* term = find_term(slot, words.peek());
        if (term == nullptr)
            return Fit::other_word;
        words.next();
        value = Value::of(term->number, static_cast<std::uint8_t>(term - slot.terms.data()));
        return Fit::fits;
    }
    case SlotKind::set:
    case SlotKind::ranges:
    case SlotKind::points:
        return take_points(slot, words, value);
    case SlotKind::text:
        fact.text = words.next();
        return text_fit(slot, fact.text);
    case SlotKind::rest:
        fact.text = words.rest();
        words = Words({});
        return text_fit(slot, fact.text);
    }
    return Fit::other_word;
}

bool is_written(const Slot& slot, std::size_t index, const Fact& fact)
{
    switch (slot.kind) {
    case SlotKind::text:
    case SlotKind::rest:
        return !fact.text.empty();
    case SlotKind::index:
        return fact.number != Fact::no_number;
    default:
        return fact.values[index].state == Value::State::written
            || fact.values[index].state == Value::State::instead;
    }
}

std::string slot_text(const Slot& slot, std::size_t index, const Fact& fact, std::size_t preferred)
{
    const Value& value = fact.values[index];
    if (value.state == Value::State::instead)
        return std::string(slot.instead);
    switch (slot.kind) {
    case SlotKind::text:
    case SlotKind::rest:
        return std::string(fact.text);
    case SlotKind::index: {
        const auto term = std::ranges::find(slot.terms, fact.number, &Term::number);
        return term == slot.terms.end() ? fmt::format("{}", fact.number) : std::string(term->word);
    }
    case SlotKind::word: {
        if (preferred < slot.terms.size() && slot.terms[preferred].number == value.number)
            return std::string(slot.terms[preferred].word);
        const auto term = std::ranges::find_if(
            slot.terms, [&](const Term& each) { return each.number == value.number && !each.only_read; });
        return term == slot.terms.end() ? std::string{} : std::string(term->word);
    }
    case SlotKind::set:
        return points_text(value.number, ",");
    case SlotKind::ranges:
        return ranges_text(value.number);
    case SlotKind::points:
        return points_text(value.number, " ");
    case SlotKind::thousandths:
        return thousandths_text(value.number);
    case SlotKind::number:
        return slot.terms.empty() ? fmt::format("{}", value.number) : number_text(slot, value, preferred);
    }
    return {};
}

std::string range_text(const Slot& slot, const Value& value)
{
    const Term* term = other_measure_of(slot, value);
    return term != nullptr && term->most != 0 ? fmt::format("at most {} {}", term->most, term->word)
                                              : range_text(slot);
}

std::string range_text(const Slot& slot)
{
    if (slot.kind == SlotKind::thousandths)
        return fmt::format("{} to {}{}{}",
            thousandths_text(slot.least),
            thousandths_text(slot.most),
            slot.step == 1 ? "" : " in steps of ",
            slot.step == 1 ? "" : thousandths_text(slot.step));
    const Term* unit = slot.kind == SlotKind::number ? smallest_unit(slot) : nullptr;
    const std::uint64_t size = unit == nullptr ? 1 : unit->number;
    return fmt::format("{} to {}{}{}",
        slot.least / size,
        slot.most / size,
        unit == nullptr || unit->word.empty() ? "" : " ",
        unit == nullptr ? "" : unit->word);
}

}
