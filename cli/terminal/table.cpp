// SPDX-License-Identifier: Apache-2.0
// Tables for people. A cell that is too long is continued below and never cut off: the end of a path or of a
// reason is often what matters.
#include "cli/terminal/table.h"

#include "cli/terminal/visible.h"

#include <algorithm>
#include <numeric>

namespace rocelint::cli {
namespace {

constexpr std::size_t between = 2; // blanks between two columns
constexpr std::size_t least_width = 8; // of a column whose cells are broken

bool begins_character(char c) { return (static_cast<unsigned char>(c) & 0xc0U) != 0x80U; }

std::size_t columns_of(std::string_view text)
{
    return static_cast<std::size_t>(std::ranges::count_if(text, begins_character));
}

// The length in bytes of the first `count` characters.
std::size_t bytes_of(std::string_view text, std::size_t count)
{
    std::size_t at = 0;
    while (at < text.size() && (count > 0 || !begins_character(text[at])))
        count -= begins_character(text[at++]) ? 1 : 0;
    return at;
}

// Takes the first line of at most `width` columns off the text. Breaks at a blank, else behind a separator of
// a path or a list, else anywhere.
std::string_view take_line(std::string_view& text, std::size_t width)
{
    if (columns_of(text) <= width) {
        const std::string_view line = text;
        text = {};
        return line;
    }
    const std::size_t most = bytes_of(text, width);
    std::size_t end = text.substr(0, most + 1).rfind(' ');
    if (end == std::string_view::npos || end == 0) {
        const std::size_t separator = text.substr(0, most).find_last_of("/,;:._-");
        end = separator == std::string_view::npos || separator == 0 ? most : separator + 1;
    }
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(end);
    text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
    return line.substr(0, line.find_last_not_of(' ') + 1);
}

class TableLayout {
public:
    TableLayout(std::span<const Column> columns, const std::vector<TableRow>& rows) : columns_(columns)
    {
        rows_.reserve(rows.size());
        for (const TableRow& row : rows) {
            TableRow& shown = rows_.emplace_back();
            for (const std::string& cell : row)
                shown.push_back(visible(cell));
        }
    }

    std::string text(std::size_t width)
    {
        find_widths(width);
        TableRow titles;
        for (const Column& column : columns_)
            titles.emplace_back(column.title);
        write(titles);
        for (const TableRow& row : rows_)
            write(row);
        return std::move(out_);
    }

private:
    void find_widths(std::size_t width)
    {
        std::vector<std::size_t> least;
        for (std::size_t column = 0; column < columns_.size(); ++column) {
            const std::size_t title = columns_of(columns_[column].title);
            std::size_t widest = title;
            for (const TableRow& row : rows_)
                widest = std::max(widest, columns_of(row[column]));
            widths_.push_back(widest);
            least.push_back(
                columns_[column].number ? widest : std::min(widest, std::max(title, least_width)));
        }
        std::size_t whole = std::accumulate(widths_.begin(), widths_.end(), between * (widths_.size() - 1));
        while (whole > width) {
            // The widest column gives way first, down to the next one or to what is too much.
            std::size_t widest = widths_.size();
            std::size_t next = 0;
            for (std::size_t column = 0; column < widths_.size(); ++column) {
                if (widths_[column] == least[column])
                    continue;
                if (widest == widths_.size() || widths_[column] > widths_[widest]) {
                    next = widest == widths_.size() ? 0 : widths_[widest];
                    widest = column;
                } else {
                    next = std::max(next, widths_[column]);
                }
            }
            if (widest == widths_.size())
                return;
            const std::size_t wanted = std::max({least[widest],
                std::min(next, widths_[widest] - 1),
                widths_[widest] - std::min(widths_[widest], whole - width)});
            whole -= widths_[widest] - wanted;
            widths_[widest] = wanted;
        }
    }

    void write(const TableRow& row)
    {
        std::vector<std::string_view> rest(row.begin(), row.end());
        do {
            std::string line;
            std::size_t at = 0; // where the next column begins
            std::size_t filled = 0;
            for (std::size_t column = 0; column < rest.size(); ++column) {
                const std::string_view cell = take_line(rest[column], widths_[column]);
                const std::size_t size = columns_of(cell);
                const std::size_t from
                    = at + (columns_[column].number && size < widths_[column] ? widths_[column] - size : 0);
                if (size > 0) {
                    line.append(from - filled, ' ').append(cell);
                    filled = from + size;
                }
                at += widths_[column] + between;
            }
            out_.append(line).append("\n");
        } while (std::ranges::any_of(rest, [](std::string_view cell) { return !cell.empty(); }));
    }

    std::span<const Column> columns_;
    std::vector<TableRow> rows_;
    std::vector<std::size_t> widths_;
    std::string out_;
};

}

std::string table(std::span<const Column> columns, const std::vector<TableRow>& rows, std::size_t width)
{
    return TableLayout(columns, rows).text(width);
}

std::string folded(std::string_view sentence, std::size_t width, std::size_t indent)
{
    const std::string shown = visible(sentence);
    std::string_view rest = shown;
    std::string out;
    const std::size_t room = std::max(width, indent + least_width) - indent;
    do {
        out.append(out.empty() ? 0 : indent, ' ');
        out.append(take_line(rest, room)).append("\n");
    } while (!rest.empty());
    return out;
}

}
