// SPDX-License-Identifier: Apache-2.0
// Corrections are byte ranges of the original file, so that everything else stays as written. Overlapping
// edits are refused, because each was made for text that the other changes.
#include "models/text/edit.h"

#include "models/text/redact.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <utility>

namespace rocelint {
namespace {

constexpr std::size_t context_lines = 3;

bool before_in_text(const Edit& a, const Edit& b)
{
    return a.at.offset != b.at.offset ? a.at.offset < b.at.offset : a.at.length < b.at.length;
}

std::vector<std::string_view> lines_of(std::string_view text)
{
    std::vector<std::string_view> lines;
    while (!text.empty()) {
        const std::size_t end = text.find('\n');
        const std::size_t length = end == std::string_view::npos ? text.size() : end + 1;
        lines.push_back(text.substr(0, length));
        text.remove_prefix(length);
    }
    return lines;
}

// A name with the prefix that git and `patch -p1` remove. Neither accepts a name that begins at the root.
std::string side_name(std::string_view side, std::string_view path)
{
    while (path.starts_with("./") || path.starts_with('/'))
        path.remove_prefix(path.starts_with('/') ? 1 : 2);
    return diff_name(fmt::format("{}/{}", side, path));
}

// Lines [old_first, old_end) became [new_first, new_end), counted from 0.
struct Block {
    std::size_t old_first;
    std::size_t old_end;
    std::size_t new_first;
    std::size_t new_end;
};

// Converts offsets to lines; offsets must ascend.
class LineCounter {
public:
    explicit LineCounter(std::string_view text) : text_(text) { }
    std::size_t line_of(std::size_t offset)
    {
        for (; at_ < std::min(offset, text_.size()); ++at_)
            line_ += text_[at_] == '\n' ? 1 : 0;
        return line_;
    }

private:
    std::string_view text_;
    std::size_t at_ = 0;
    std::size_t line_ = 0;
};

class Differ {
public:
    Differ(std::string_view before, std::string_view after)
        : before_(before), old_(lines_of(before)), new_(lines_of(after))
    {
    }

    std::string run(std::string_view path, const std::vector<Edit>& sorted)
    {
        find_blocks(sorted);
        if (!blocks_.empty())
            find_secret_lines();
        std::string out;
        for (std::size_t first = 0; first < blocks_.size();) {
            std::size_t last = first;
            while (last + 1 < blocks_.size() && belong_together(blocks_[last], blocks_[last + 1]))
                ++last;
            if (out.empty())
                out = fmt::format("--- {}\n+++ {}\n", side_name("a", path), side_name("b", path));
            write_hunk(out, first, last);
            first = last + 1;
        }
        return out;
    }

private:
    // Finds the whole lines that edits touch, without lines at either end that stay equal.
    void find_blocks(const std::vector<Edit>& sorted)
    {
        LineCounter counter(before_);
        std::ptrdiff_t shift = 0;
        std::size_t at = 0;
        while (at < sorted.size()) {
            const std::size_t first = counter.line_of(sorted[at].at.offset);
            std::size_t end = first;
            std::ptrdiff_t growth = 0;
            for (; at < sorted.size(); ++at) {
                const std::size_t offset = sorted[at].at.offset;
                if (end != first && counter.line_of(offset) >= end)
                    break;
                end = std::max(end, counter.line_of(offset + sorted[at].at.length) + 1);
                growth += std::ranges::count(sorted[at].text, '\n')
                    - std::ranges::count(before_.substr(offset, sorted[at].at.length), '\n');
            }
            Block block{first, std::min(end, old_.size()), 0, 0};
            block.new_first = static_cast<std::size_t>(static_cast<std::ptrdiff_t>(first) + shift);
            block.new_end = std::min(
                static_cast<std::size_t>(static_cast<std::ptrdiff_t>(end) + shift + growth), new_.size());
            shift += growth;
            trim(block);
            if (block.old_first != block.old_end || block.new_first != block.new_end)
                blocks_.push_back(block);
        }
    }

    void trim(Block& block) const
    {
        while (block.old_first < block.old_end && block.new_first < block.new_end
            && old_[block.old_first] == new_[block.new_first]) {
            ++block.old_first;
            ++block.new_first;
        }
        while (block.old_first < block.old_end && block.new_first < block.new_end
            && old_[block.old_end - 1] == new_[block.new_end - 1]) {
            --block.old_end;
            --block.new_end;
        }
    }

    // Context helps readers and patch(1), but must not show a secret.
    void find_secret_lines()
    {
        LineRedactor redactor;
        is_secret_.resize(
            blocks_.back().old_end + std::min(context_lines, old_.size() - blocks_.back().old_end));
        for (std::size_t line = 0; line < is_secret_.size(); ++line)
            is_secret_[line] = redactor.line(without_line_feed(old_[line])) != without_line_feed(old_[line]);
    }

    [[nodiscard]] bool belong_together(const Block& one, const Block& next) const
    {
        return next.old_first - one.old_end <= 2 * context_lines
            && !shows_secret(one.old_end, next.old_first);
    }

    [[nodiscard]] bool shows_secret(std::size_t first, std::size_t end) const
    {
        return std::find(is_secret_.begin() + static_cast<std::ptrdiff_t>(first),
                   is_secret_.begin() + static_cast<std::ptrdiff_t>(end),
                   true)
            != is_secret_.begin() + static_cast<std::ptrdiff_t>(end);
    }

    // Number of context lines before and after a hunk. If a secret shortens one side, both sides get the same
    // number: patch(1) treats fewer lines before as the beginning of the file, and fewer after as its end.
    [[nodiscard]] std::pair<std::size_t, std::size_t> context_of(std::size_t first, std::size_t last) const
    {
        const std::size_t most_lead = std::min(context_lines, blocks_[first].old_first);
        const std::size_t most_tail = std::min(context_lines, old_.size() - blocks_[last].old_end);
        std::size_t lead = 0;
        while (lead < most_lead && !is_secret_[blocks_[first].old_first - lead - 1])
            ++lead;
        std::size_t tail = 0;
        while (tail < most_tail && !is_secret_[blocks_[last].old_end + tail])
            ++tail;
        if (lead < most_lead || tail < most_tail)
            lead = tail = std::min(lead, tail);
        return {lead, tail};
    }

    void write_hunk(std::string& out, std::size_t first, std::size_t last) const
    {
        const auto [lead, tail] = context_of(first, last);
        const std::size_t old_first = blocks_[first].old_first - lead;
        const std::size_t new_first = blocks_[first].new_first - lead;
        const std::size_t old_count = blocks_[last].old_end + tail - old_first;
        const std::size_t new_count = blocks_[last].new_end + tail - new_first;
        out += fmt::format("@@ -{} +{} @@\n", range(old_first, old_count), range(new_first, new_count));
        std::size_t line = old_first;
        for (std::size_t index = first; index <= last; ++index) {
            for (; line < blocks_[index].old_first; ++line)
                write(out, ' ', old_[line]);
            const std::vector<std::string_view> secrets = kept_secrets(blocks_[index]);
            for (; line < blocks_[index].old_end; ++line)
                write_changed(out, '-', old_[line], secrets);
            for (std::size_t added = blocks_[index].new_first; added < blocks_[index].new_end; ++added)
                write_changed(out, '+', new_[added], secrets);
        }
        for (; line < old_first + old_count; ++line)
            write(out, ' ', old_[line]);
    }

    // POSIX diff omits a count of one; an empty range gives the line before it.
    static std::string range(std::size_t first, std::size_t count)
    {
        if (count == 1)
            return fmt::format("{}", first + 1);
        return fmt::format("{},{}", count == 0 ? first : first + 1, count);
    }

    static std::string_view without_line_feed(std::string_view line)
    {
        return line.substr(0, line.size() - (line.ends_with('\n') ? 1 : 0));
    }

    // Secrets that a changed line keeps, as in a JSON file with a single line. A changed value that only
    // looks like a secret ("hash-key") is what the reader wants to see.
    [[nodiscard]] std::vector<std::string_view> kept_secrets(const Block& block) const
    {
        std::vector<std::string_view> before;
        for (std::size_t line = block.old_first; line < block.old_end; ++line)
            add_secrets(before, old_[line]);
        if (before.empty())
            return before;
        std::vector<std::string_view> after;
        for (std::size_t line = block.new_first; line < block.new_end; ++line)
            add_secrets(after, new_[line]);
        std::erase_if(
            before, [&](std::string_view secret) { return std::ranges::find(after, secret) == after.end(); });
        return before;
    }

    static void add_secrets(std::vector<std::string_view>& all, std::string_view line)
    {
        for (const Secret& secret : find_secrets(without_line_feed(line)))
            all.push_back(line.substr(secret.begin, secret.end - secret.begin));
    }

    static void write_changed(
        std::string& out, char mark, std::string_view line, const std::vector<std::string_view>& secrets)
    {
        std::string shown(line);
        for (const std::string_view secret : secrets) {
            if (const std::size_t at = shown.find(secret); at != std::string::npos)
                shown.replace(at, secret.size(), redaction);
        }
        write(out, mark, shown);
    }

    static void write(std::string& out, char mark, std::string_view line)
    {
        out += mark;
        out += line;
        if (!line.ends_with('\n'))
            out += "\n\\ No newline at end of file\n";
    }

    std::string_view before_;
    std::vector<std::string_view> old_;
    std::vector<std::string_view> new_;
    std::vector<Block> blocks_;
    std::vector<bool> is_secret_; ///< by old line, for lines that a hunk may show
};

}

Result<std::string> apply_edits(const Source& source, std::vector<Edit> edits)
{
    std::ranges::stable_sort(edits, before_in_text);
    const std::string_view text = source.text();
    std::string out;
    std::size_t done = 0;
    for (const Edit& edit : edits) {
        if (edit.at.offset < done)
            return fail(ErrorKind::invalid, "two corrections change the same place", edit.at);
        ensure(
            edit.at.offset + std::size_t{edit.at.length} <= text.size(), "an edit lies outside of its file");
        out += text.substr(done, edit.at.offset - done);
        out += edit.text;
        done = edit.at.offset + edit.at.length;
    }
    out += text.substr(done);
    return out;
}

std::string diff_name(std::string_view path)
{
    const auto plain = [](char c) { return c >= ' ' && c <= '~' && c != '"' && c != '\\'; };
    if (std::ranges::all_of(path, plain))
        return std::string(path);
    std::string name = "\"";
    for (const char c : path) {
        constexpr std::string_view signs = "\a\b\t\n\v\f\r\"\\";
        constexpr std::string_view letters = "abtnvfr\"\\";
        const std::size_t sign = signs.find(c);
        if (plain(c))
            name += c;
        else if (sign != std::string_view::npos)
            name += fmt::format("\\{}", letters[sign]);
        else
            name += fmt::format("\\{:03o}", static_cast<unsigned char>(c));
    }
    return name + '"';
}

std::string unified_diff(
    std::string_view path, std::string_view before, std::string_view after, const std::vector<Edit>& edits)
{
    std::vector<Edit> sorted = edits;
    std::ranges::stable_sort(sorted, before_in_text);
    return Differ(before, after).run(path, sorted);
}

std::string new_file_diff(std::string_view path, std::string_view text)
{
    std::string diff = fmt::format(
        "--- /dev/null\n+++ {}\n@@ -0,0 +1,{} @@\n", side_name("b", path), std::ranges::count(text, '\n'));
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size() - 1) + 1;
        diff += '+';
        diff += text.substr(0, end);
        text.remove_prefix(end);
    }
    return diff;
}

}
