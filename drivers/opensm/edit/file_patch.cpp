// SPDX-License-Identifier: Apache-2.0
#include "drivers/opensm/edit/file_patch.h"

#include "models/text/ascii.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <span>

namespace rocelint::opensm {
namespace {

constexpr std::string_view by_signal = "# opensm reads its files again by SIGHUP\n";
constexpr std::string_view by_restart = "# opensm reads its files again by a restart of its service\n";
constexpr std::string_view meant_mark = "# then opensm runs with: ";
constexpr std::string_view nowhere = "/dev/null";
constexpr std::string_view no_feed = "\\ No newline at end of file\n";

std::vector<std::string_view> lines_of(std::string_view text)
{
    std::vector<std::string_view> lines;
    while (!text.empty()) {
        const std::size_t feed = text.find('\n');
        const std::size_t size = feed == std::string_view::npos ? text.size() : feed + 1;
        lines.push_back(text.substr(0, size));
        text.remove_prefix(size);
    }
    return lines;
}

using Lines = std::vector<std::string_view>;

// Returns which lines of the two texts stay, as pairs in ascending order: a longest common subsequence (Hunt,
// McIlroy 1976).
std::vector<std::pair<std::size_t, std::size_t>> kept_lines(const Lines& a, const Lines& b)
{
    const std::size_t width = b.size() + 1;
    std::vector<std::uint32_t> longest((a.size() + 1) * width);
    for (std::size_t i = a.size(); i-- > 0;) {
        for (std::size_t j = b.size(); j-- > 0;)
            longest[i * width + j] = a[i] == b[j]
                ? longest[(i + 1) * width + j + 1] + 1
                : std::max(longest[(i + 1) * width + j], longest[i * width + j + 1]);
    }
    std::vector<std::pair<std::size_t, std::size_t>> kept;
    for (std::size_t i = 0, j = 0; i < a.size() && j < b.size();) {
        if (a[i] == b[j])
            kept.emplace_back(i++, j++);
        else if (longest[(i + 1) * width + j] >= longest[i * width + j + 1])
            ++i;
        else
            ++j;
    }
    return kept;
}

void add_hunk(FilePatch& patch,
    std::size_t line,
    std::span<const std::string_view> removed,
    std::span<const std::string_view> added)
{
    if (!removed.empty() || !added.empty())
        patch.hunks.push_back({static_cast<std::uint32_t>(line),
            {removed.begin(), removed.end()},
            {added.begin(), added.end()}});
}

void write_lines(std::string& text, char sign, const std::vector<std::string>& lines)
{
    for (const std::string& line : lines) {
        text += sign;
        text += line;
        if (!line.ends_with('\n'))
            text += fmt::format("\n{}", no_feed);
    }
}

bool take(std::string_view& rest, std::string_view beginning)
{
    if (!rest.starts_with(beginning))
        return false;
    rest.remove_prefix(beginning.size());
    return true;
}

// Whether the text is a name inside the manager's own folder.
bool is_name(std::string_view name)
{
    return !name.empty() && name.front() != '.' && name.find('/') == std::string_view::npos;
}

std::optional<std::uint32_t> take_count(std::string_view& text)
{
    std::uint32_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc{})
        return std::nullopt;
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
    return number;
}

// Parses `@@ -LINE,REMOVED +LINE,ADDED @@`, and its lines.
bool take_hunk(std::string_view& rest, FilePatch& patch)
{
    std::string_view head = ascii::take_until(rest, '\n');
    if (!take(head, "@@ -"))
        return false;
    const auto line = take_count(head);
    const auto removed = take(head, ",") ? take_count(head) : std::nullopt;
    const bool other = take(head, " +") && take_count(head) && take(head, ",");
    const auto added = other ? take_count(head) : std::nullopt;
    if (!line || !removed || !added || head != " @@" || (*removed > 0 && *line == 0))
        return false;
    // If no line is removed, the number is that of the line before.
    Hunk& hunk = patch.hunks.emplace_back();
    hunk.line = *removed > 0 ? *line - 1 : *line;
    const auto take_lines = [&rest](char sign, std::uint32_t count, std::vector<std::string>& lines) {
        for (; count > 0 && rest.starts_with(sign); --count) {
            rest.remove_prefix(1);
            lines.push_back(std::string(ascii::take_until(rest, '\n')) + '\n');
            if (take(rest, no_feed))
                lines.back().pop_back();
        }
        return count == 0;
    };
    return take_lines('-', *removed, hunk.removed) && take_lines('+', *added, hunk.added);
}

bool take_file(std::string_view& rest, ManagerPatch& patch)
{
    std::string_view old = ascii::take_until(rest, '\n');
    std::string_view fresh = ascii::take_until(rest, '\n');
    if (!take(old, "--- ") || !take(fresh, "+++ "))
        return false;
    FilePatch& file = patch.files.emplace_back();
    file.created = old == nowhere;
    file.deleted = fresh == nowhere;
    file.name = file.created ? fresh : old;
    if (!is_name(file.name) || (!file.created && !file.deleted && old != fresh))
        return false;
    while (rest.starts_with("@@ ")) {
        if (!take_hunk(rest, file))
            return false;
    }
    return true;
}

}

FilePatch patch_between(std::string_view name, std::string_view before, std::string_view after)
{
    FilePatch patch{.name = std::string(name), .hunks = {}};
    const Lines a = lines_of(before);
    const Lines b = lines_of(after);
    std::size_t head = 0;
    while (head < std::min(a.size(), b.size()) && a[head] == b[head])
        ++head;
    std::size_t tail = 0;
    while (tail < std::min(a.size(), b.size()) - head && a[a.size() - tail - 1] == b[b.size() - tail - 1])
        ++tail;
    const Lines old(
        a.begin() + static_cast<std::ptrdiff_t>(head), a.end() - static_cast<std::ptrdiff_t>(tail));
    const Lines fresh(
        b.begin() + static_cast<std::ptrdiff_t>(head), b.end() - static_cast<std::ptrdiff_t>(tail));
    // A larger table is not worth the memory; then the whole difference is one hunk.
    constexpr std::size_t most_cells = std::size_t{1} << 24;
    std::vector<std::pair<std::size_t, std::size_t>> kept;
    if (old.size() * fresh.size() <= most_cells)
        kept = kept_lines(old, fresh);
    kept.emplace_back(old.size(), fresh.size());
    std::size_t i = 0;
    std::size_t j = 0;
    for (const auto& [stays, there] : kept) {
        add_hunk(
            patch, head + i, std::span(old).subspan(i, stays - i), std::span(fresh).subspan(j, there - j));
        i = stays + 1;
        j = there + 1;
    }
    return patch;
}

std::string write_patch(const ManagerPatch& patch)
{
    std::string text(patch.restart ? by_restart : by_signal);
    for (const MeantOption& option : patch.meant)
        text += fmt::format("{}{} {}\n", meant_mark, option.name, option.value);
    for (const FilePatch& file : patch.files) {
        text += fmt::format("--- {}\n+++ {}\n",
            file.created ? nowhere : std::string_view(file.name),
            file.deleted ? nowhere : std::string_view(file.name));
        std::size_t shift = 0;
        for (const Hunk& hunk : file.hunks) {
            const std::size_t old = hunk.line + (hunk.removed.empty() ? 0U : 1U);
            const std::size_t fresh = hunk.line + shift + (hunk.added.empty() ? 0U : 1U);
            text += fmt::format("@@ -{},{} +{},{} @@\n", old, hunk.removed.size(), fresh, hunk.added.size());
            write_lines(text, '-', hunk.removed);
            write_lines(text, '+', hunk.added);
            shift += hunk.added.size() - hunk.removed.size();
        }
    }
    return text;
}

std::optional<ManagerPatch> read_patch(std::string_view text)
{
    ManagerPatch patch;
    patch.restart = take(text, by_restart);
    if (!patch.restart && !take(text, by_signal))
        return std::nullopt;
    while (take(text, meant_mark)) {
        const std::string_view line = ascii::take_until(text, '\n');
        const std::size_t blank = line.find(' ');
        if (blank == std::string_view::npos)
            return std::nullopt;
        patch.meant.push_back({std::string(line.substr(0, blank)), std::string(line.substr(blank + 1))});
    }
    while (!text.empty()) {
        if (!take_file(text, patch))
            return std::nullopt;
    }
    return patch;
}

std::optional<std::string> apply_patch(std::string_view text, const FilePatch& patch)
{
    const Lines lines = lines_of(text);
    std::string out;
    std::size_t at = 0;
    for (const Hunk& hunk : patch.hunks) {
        if (hunk.line < at || hunk.line > lines.size() || hunk.removed.size() > lines.size() - hunk.line)
            return std::nullopt;
        for (; at < hunk.line; ++at)
            out += lines[at];
        for (const std::string& removed : hunk.removed) {
            if (lines[at++] != removed)
                return std::nullopt;
        }
        for (const std::string& added : hunk.added)
            out += added;
    }
    for (; at < lines.size(); ++at)
        out += lines[at];
    return out;
}

}
