// SPDX-License-Identifier: Apache-2.0
// A waiver beside what it accepts, in the configuration's own comments. Devices keep comments or drop them; the file that is
// checked has them.
#include "rules/inline_waiver.h"

#include "analysis/policy.h"
#include "models/text/nearest.h"

#include <algorithm>
#include <cstring>

namespace rocelint {
namespace {

constexpr std::string_view marker = "rocelint: ignore=";

// memmem: every byte of every input passes here, and string_view::find stops at each 'r'.
std::size_t find_marker(std::string_view text, std::size_t from)
{
    const void* found = from < text.size()
        ? memmem(text.data() + from, text.size() - from, marker.data(), marker.size())
        : nullptr;
    return found == nullptr ? std::string_view::npos
                            : static_cast<std::size_t>(static_cast<const char*>(found) - text.data());
}

std::string_view field(std::string_view comment, std::string_view name)
{
    const std::size_t at = comment.find(name);
    if (at == std::string_view::npos)
        return {};
    std::string_view value = comment.substr(at + name.size());
    const bool quoted = value.starts_with('"');
    if (quoted)
        value.remove_prefix(1);
    return value.substr(0, value.find_first_of(quoted ? "\"" : " \t\r"));
}

bool is_comment(std::string_view line)
{
    const std::size_t first = line.find_first_not_of(" \t");
    return first != std::string_view::npos
        && (line[first] == '!' || line[first] == '#' || line.substr(first).starts_with("//"));
}

}

std::vector<InlineWaiver> find_inline_waivers(const Source& source)
{
    std::vector<InlineWaiver> waivers;
    const std::string_view text = source.text();
    std::size_t at = find_marker(text, 0);
    if (at == std::string_view::npos)
        return waivers;
    const LineTable lines(text);
    for (; at != std::string_view::npos; at = find_marker(text, at + marker.size())) {
        const std::uint32_t line = lines.position(static_cast<std::uint32_t>(at)).line;
        const std::string_view whole = lines.line(line);
        const std::string_view comment = text.substr(at, text.find('\n', at) - at);
        InlineWaiver waiver{.codes = field(comment, "ignore="),
            .reason = field(comment, "reason="),
            .until = field(comment, "until="),
            .at = source.span_of(comment.substr(0, comment.find('\r'))),
            .line = line,
            .covers_to = line};
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
        const std::size_t comma = rest.find(',');
        each.push_back(rest.substr(0, comma));
        rest = comma == std::string_view::npos ? std::string_view{} : rest.substr(comma + 1);
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
    return !reason.empty() && (until.empty() || (is_iso_date(until) && until >= today));
}

bool InlineWaiver::is_over(std::string_view today) const { return is_iso_date(until) && until < today; }

}
