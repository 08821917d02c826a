// SPDX-License-Identifier: Apache-2.0
// Reads waivers in the configuration's own comments, next to what they accept. Devices may drop comments; the
// checked file still has them.
#include "rules/engine/inline_waiver.h"

#include "analysis/policy/policy.h"
#include "models/syntax/waiver_comment.h"
#include "models/text/ascii.h"
#include "models/text/nearest.h"

#include <algorithm>
#include <utility>

namespace rocelint {
namespace {

constexpr std::string_view letters = "abcdefghijklmnopqrstuvwxyz_-";

// Takes `key=value` or `key="some words"` off the front. Skips anything else one word at a time.
std::pair<std::string_view, std::string_view> take_field(std::string_view& rest)
{
    rest.remove_prefix(std::min(rest.find_first_not_of(" \t\r,;"), rest.size()));
    const std::size_t equals = rest.find('=');
    const std::size_t blank = std::min(rest.find_first_of(" \t\r"), rest.size());
    if (equals >= blank) {
        rest.remove_prefix(blank);
        return {};
    }
    const std::string_view key = rest.substr(0, equals);
    rest.remove_prefix(equals + 1);
    const bool quoted = rest.starts_with('"');
    if (quoted)
        rest.remove_prefix(1);
    const std::size_t end = std::min(rest.find_first_of(quoted ? "\"" : " \t\r"), rest.size());
    const std::string_view value = rest.substr(0, end);
    rest.remove_prefix(std::min(end + (quoted ? 1 : 0), rest.size()));
    return {key, value};
}

void read_fields(std::string_view comment, InlineWaiver& waiver)
{
    // A second waiver on the line is read separately.
    std::string_view rest = comment.substr(0, comment.find(waiver_mark, waiver_mark.size()));
    rest.remove_prefix(waiver_mark.size());
    while (!rest.empty()) {
        const auto [key, value] = take_field(rest);
        if (key == "ignore")
            waiver.codes = value;
        else if (key == "reason")
            waiver.reason = value;
        else if (key == "until" || key == "expires")
            waiver.until = value;
        else if (!key.empty() && key != "owner" && waiver.unknown.empty()
            && key.find_first_not_of(letters) == std::string_view::npos)
            waiver.unknown = key;
    }
}

bool is_comment(std::string_view line)
{
    const std::size_t first = line.find_first_not_of(" \t");
    return first != std::string_view::npos
        && (line[first] == '!' || line[first] == '#' || line.substr(first).starts_with("//"));
}

}

namespace {

// Whether a comment starts directly before the waiver mark.
bool begins_comment(std::string_view before)
{
    before = ascii::trimmed_back(before, ascii::is_blank);
    return before.ends_with('!') || before.ends_with('#') || before.ends_with("//");
}

// Whether `comment`, from the waiver mark on, is a waiver or a misspelled one: "ignroe=", "ignore =".
bool is_waiver(std::string_view comment, bool in_comment)
{
    const std::string_view rest = ascii::trimmed_front(comment.substr(waiver_mark.size()), ascii::is_blank);
    if (rest.starts_with("ignore="))
        return true;
    const std::size_t word = std::min(rest.find_first_not_of(letters), rest.size());
    return word > 0 && in_comment
        && ascii::trimmed_front(rest.substr(word), ascii::is_blank).starts_with('=');
}

}

std::vector<InlineWaiver> find_inline_waivers(const Source& source)
{
    std::vector<InlineWaiver> waivers;
    const std::string_view text = source.text();
    std::size_t at = find_waiver_mark(text, 0);
    if (at == std::string_view::npos)
        return waivers;
    const LineTable lines(text);
    for (; at != std::string_view::npos; at = find_waiver_mark(text, at + waiver_mark.size())) {
        const std::uint32_t line = lines.position(static_cast<std::uint32_t>(at)).line;
        const std::string_view whole = lines.line(line);
        const std::string_view comment = text.substr(at, text.find('\n', at) - at);
        if (!is_waiver(comment, is_comment(whole) || begins_comment(text.substr(0, at))))
            continue;
        InlineWaiver waiver{
            .at = source.span_of(comment.substr(0, comment.find('\r'))), .line = line, .covers_to = line};
        read_fields(comment, waiver);
        if (is_comment(whole)) {
            do
                ++waiver.covers_to;
            while (waiver.covers_to < lines.line_count() && is_comment(lines.line(waiver.covers_to)));
        }
        waivers.push_back(waiver);
    }
    return waivers;
}

std::vector<std::string_view> InlineWaiver::list() const
{
    std::vector<std::string_view> each;
    std::string_view rest = codes;
    while (!rest.empty()) {
        each.push_back(ascii::take_until(rest, ','));
    }
    return each;
}

bool InlineWaiver::lists(std::string_view code) const
{
    return std::ranges::any_of(
        list(), [code](std::string_view one) { return equal_ignoring_case(one, code); });
}

bool InlineWaiver::holds(std::string_view today) const
{
    return !reason.empty() && unknown.empty() && (until.empty() || (is_iso_date(until) && until >= today));
}

bool InlineWaiver::is_over(std::string_view today) const { return is_iso_date(until) && until < today; }

}
