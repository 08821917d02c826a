// SPDX-License-Identifier: Apache-2.0
// Recognizes files by lines that only one platform writes. Looks only at the beginning of a file, and not at
// structured text, in which command lines are strings: each driver's detect() handles that.
#include "drivers/table/signs.h"

#include "models/text/ascii.h"
#include "models/text/prompt.h"

#include <algorithm>

namespace rocelint {
namespace {

constexpr std::size_t looked_at = std::size_t{256} << 10;
constexpr std::size_t longest_line = 200;
constexpr std::size_t shortest_sign = 3;
constexpr int certain = 100;

// Takes the next line off the text, without the blanks around it.
std::string_view take_line(std::string_view& text)
{
    return ascii::trimmed(ascii::take_until(text, '\n'), ascii::is_blank_or_cr);
}

bool is_structured(std::string_view text)
{
    const std::size_t first = text.find_first_not_of(" \t\r\n");
    // "{{- if .Values.roce }}" begins a template, and "<leaf1>display version" a transcript.
    return first != std::string_view::npos && !text.substr(first).starts_with("{{")
        && (text[first] == '{' || text[first] == '[' || text[first] == '<')
        && !begins_with_bracket_prompt(text.substr(first));
}

bool agrees(const Sign& sign, std::string_view line, std::size_t blanks)
{
    return blanks <= sign.most_blanks && line.starts_with(sign.begins)
        && line.find(sign.holds, sign.begins.size()) != std::string_view::npos
        && (sign.ends.empty() || sign.ends.find(line.back()) != std::string_view::npos);
}

Detection by_signs(int score, const Sign* heaviest)
{
    if (heaviest == nullptr)
        return {};
    if (heaviest->weight >= Sign::certain)
        return {certain, heaviest->reason};
    // A file that states its platform takes precedence over one that only looks like it.
    constexpr int most = 95;
    return score < Sign::enough ? Detection{} : Detection{std::min(score, most), heaviest->reason};
}

}

SignIndex::SignIndex(std::span<const Driver* const> drivers) : drivers_(drivers)
{
    for (std::uint32_t driver = 0; driver < drivers.size(); ++driver) {
        for (const Sign& sign : drivers[driver]->signs) {
            std::uint32_t& first = first_[bucket_of(sign.begins)];
            entries_.push_back({&sign, driver, first});
            first = static_cast<std::uint32_t>(entries_.size());
        }
    }
}

std::size_t SignIndex::bucket_of(std::string_view text)
{
    std::size_t hash = 0;
    for (const char c : text.substr(0, shortest_sign))
        hash = hash * 33 + static_cast<unsigned char>(c);
    return hash % buckets;
}

void SignIndex::weigh(
    std::string_view line, std::size_t blanks, std::vector<bool>& seen, std::vector<Tally>& tallies) const
{
    for (std::uint32_t at = first_[bucket_of(line)]; at != 0; at = entries_[at - 1].next) {
        const Entry& entry = entries_[at - 1];
        if (seen[at - 1] || !agrees(*entry.sign, line, blanks))
            continue;
        seen[at - 1] = true;
        Tally& tally = tallies[entry.driver];
        tally.score += entry.sign->weight;
        if (entry.sign->weight > 0
            && (tally.heaviest == nullptr || entry.sign->weight > tally.heaviest->weight))
            tally.heaviest = entry.sign;
    }
}

std::vector<SignIndex::Answer> SignIndex::detect(const Source& source) const
{
    std::vector<Tally> tallies(drivers_.size());
    std::vector<bool> seen(entries_.size());
    std::string_view text = source.text().substr(0, looked_at);
    if (is_structured(text))
        text = {};
    while (!text.empty()) {
        const char* const begin = text.data();
        const std::string_view line = take_line(text).substr(0, longest_line);
        if (line.size() >= shortest_sign)
            weigh(line, static_cast<std::size_t>(line.data() - begin), seen, tallies);
        if (const std::string_view typed = typed_at_prompt(line); typed.size() >= shortest_sign)
            weigh(typed, 0, seen, tallies);
        // Commands typed to change something do not show the state of the device.
        if (const BracketPrompt view = bracket_prompt(line); view.typed.starts_with("display "))
            weigh(view.typed, 0, seen, tallies);
    }
    std::vector<Answer> answers;
    bool decided = false;
    for (std::size_t at = 0; at < drivers_.size(); ++at) {
        Answer& answer
            = answers.emplace_back(drivers_[at], by_signs(tallies[at].score, tallies[at].heaviest));
        if (!decided && answer.detection.confidence < certain && drivers_[at]->detect != nullptr) {
            const Detection own = drivers_[at]->detect(source);
            if (own.confidence > answer.detection.confidence)
                answer.detection = own;
        }
        decided = decided || answer.detection.confidence >= certain;
    }
    return answers;
}

Detection detect(const Driver& driver, const Source& source)
{
    const Driver* const only = &driver;
    return SignIndex({&only, 1}).detect(source).front().detection;
}

}
