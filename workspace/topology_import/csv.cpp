// SPDX-License-Identifier: Apache-2.0
// Spreadsheets in German or French locales separate by semicolons, copied tables by tabs.
#include "workspace/topology_import/csv.h"

#include "models/text/ascii.h"

#include <algorithm>

namespace rocelint::workspace {
namespace {

class CsvReader {
public:
    CsvReader(std::string_view text, char separator) : text_(text), separator_(separator) { }

    CsvTable read()
    {
        while (at_ < text_.size() && !table_.open_quote) {
            if (!skip_line())
                read_row();
        }
        return std::move(table_);
    }

private:
    // Skips a line that is not a row.
    bool skip_line()
    {
        std::string_view rest = text_.substr(at_);
        const std::string_view line = ascii::take_line(rest);
        const std::string_view words = ascii::trimmed(line, ascii::is_blank_or_cr);
        if (!words.empty() && words.front() != '#')
            return false;
        at_ = text_.size() - rest.size();
        return true;
    }

    void read_row()
    {
        CsvRow row{.offset = static_cast<std::uint32_t>(at_)};
        bool more = true;
        while (more && !table_.open_quote)
            more = read_cell(row);
        std::size_t end = at_;
        while (end > row.offset && ascii::is_white(text_[end - 1]))
            --end;
        row.length = static_cast<std::uint32_t>(end - row.offset);
        if (!table_.open_quote)
            table_.rows.push_back(std::move(row));
    }

    // Reads one cell and what ends it; false at the end of the row.
    bool read_cell(CsvRow& row)
    {
        while (at_ < text_.size() && text_[at_] != separator_ && ascii::is_blank(text_[at_]))
            ++at_;
        std::string cell;
        if (at_ < text_.size() && text_[at_] == '"')
            read_quoted(cell);
        while (at_ < text_.size() && text_[at_] != separator_ && text_[at_] != '\n')
            cell += text_[at_++];
        row.cells.emplace_back(ascii::trimmed(cell, ascii::is_blank_or_cr));
        const bool more = at_ < text_.size() && text_[at_] == separator_;
        if (at_ < text_.size())
            ++at_;
        return more;
    }

    void read_quoted(std::string& cell)
    {
        const auto begin = static_cast<std::uint32_t>(at_);
        for (++at_; at_ < text_.size(); ++at_) {
            if (text_[at_] != '"') {
                cell += text_[at_];
            } else if (at_ + 1 < text_.size() && text_[at_ + 1] == '"') {
                cell += '"';
                ++at_;
            } else {
                ++at_;
                return;
            }
        }
        table_.open_quote = begin;
    }

    std::string_view text_;
    char separator_;
    std::size_t at_ = 0;
    CsvTable table_;
};

}

char csv_separator(std::string_view header)
{
    char best = '\0';
    std::ptrdiff_t most = 0;
    for (const char separator : {',', ';', '\t'}) {
        if (const auto count = std::ranges::count(header, separator); count > most) {
            most = count;
            best = separator;
        }
    }
    return best;
}

CsvTable read_csv(std::string_view text, char separator) { return CsvReader(text, separator).read(); }

}
