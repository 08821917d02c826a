// SPDX-License-Identifier: Apache-2.0
// Reads tables of cables: of people, with header words in any order; the links of a lab of sonic-mgmt
// (ansible/files/sonic_lab_links.csv, whose BandWidth is in Mb/s); cables exported from NetBox or written for
// its import (dcim/forms/bulk_import.py CableImportForm and dcim/tables/cables.py, NetBox 4.2).
#include "models/text/ascii.h"
#include "workspace/topology_import/draft.h"
#include "workspace/topology_import/forms.h"
#include "workspace/topology_import/table_columns.h"

#include <fmt/format.h>

#include <algorithm>

namespace rocelint::workspace {
namespace {

TableColumns columns_of(const ParsedText& text)
{
    if (text.shape != TextShape::table || text.table.rows.empty())
        return {};
    return find_columns(text.table.rows.front().cells);
}

bool has_header(const ParsedText& text, std::initializer_list<std::string_view> words)
{
    if (text.shape != TextShape::table || text.table.rows.empty())
        return false;
    return std::ranges::any_of(text.table.rows.front().cells, [&words](const std::string& cell) {
        const auto own = header_words(cell);
        return std::ranges::equal(own, words);
    });
}

class CableTableReader {
public:
    CableTableReader(const ParsedText& text, std::string_view name)
        : text_(text), columns_(columns_of(text)), draft_(text.source, name)
    {
    }

    Result<Topology> read()
    {
        const CsvTable& table = text_.table;
        if (table.open_quote)
            return fail_in_file(
                text_.source, *table.open_quote, "this quote is not closed; add the second '\"'");
        for (std::size_t row = 1; row < table.rows.size(); ++row)
            add(table.rows[row]);
        return draft_.finish();
    }

private:
    [[nodiscard]] static std::string_view cell(const CsvRow& row, std::optional<std::size_t> column)
    {
        return column && *column < row.cells.size() ? std::string_view(row.cells[*column])
                                                    : std::string_view{};
    }

    void add(const CsvRow& row)
    {
        const Span at{text_.source.id(), row.offset, row.length};
        if (const std::string_view status = cell(row, columns_.status); !is_in_use(status)) {
            draft_.remark(at, fmt::format("the cable is left out: its status is {}", status));
            return;
        }
        for (const EndColumns& end : columns_.ends) {
            const std::string_view type = cell(row, end.type);
            if (!type.empty() && !type.ends_with("interface")) {
                draft_.remark(at,
                    fmt::format(
                        "the cable is left out: one end is a {}, not an interface; export the interfaces "
                        "as JSON, which state their far ends",
                        type));
                return;
            }
        }
        draft_.cable(end_of(row, columns_.ends[0]), end_of(row, columns_.ends[1]), at, facts_of(row, at));
    }

    // LinkStatusChoices of NetBox; other tables have words of their own.
    static bool is_in_use(std::string_view status)
    {
        const std::string word = ascii::lowered(status);
        return word != "planned" && word != "decommissioning" && word != "decommissioned";
    }

    [[nodiscard]] static DraftEnd end_of(const CsvRow& row, const EndColumns& columns)
    {
        if (!columns.whole)
            return {cell(row, columns.device), cell(row, columns.port)};
        const std::string_view whole = cell(row, columns.whole);
        const std::size_t colon = std::min(whole.find(':'), whole.size());
        return {whole.substr(0, colon), whole.substr(std::min(colon + 1, whole.size()))};
    }

    [[nodiscard]] CableFacts facts_of(const CsvRow& row, Span at)
    {
        CableFacts facts;
        if (const std::string_view length = cell(row, columns_.length); !length.empty()) {
            const std::string_view unit = cell(row, columns_.length_unit);
            facts.length = parse_cable_length(length, unit.empty() ? columns_.unit_of_length : unit);
            if (!facts.length)
                draft_.mistake(at,
                    fmt::format(
                        "'{}{}{}' is not the length of a cable; write metres, or a number with m, cm, km, "
                        "ft or in",
                        length,
                        unit.empty() ? "" : " ",
                        unit));
        }
        if (const std::string_view speed = cell(row, columns_.speed); !speed.empty()) {
            facts.speed = parse_stated_speed(fmt::format(
                "{}{}", speed, ascii::is_number(speed) ? std::string_view(columns_.unit_of_speed) : ""));
            if (!facts.speed)
                draft_.mistake(at, fmt::format("'{}' is not a speed; write 400G, or Mb/s", speed));
        }
        return facts;
    }

    const ParsedText& text_;
    TableColumns columns_;
    TopologyDraft draft_;
};

}

bool fits_sonic_links(const ParsedText& text)
{
    return has_header(text, {"start", "device"}) && columns_of(text).complete();
}

bool fits_netbox_table(const ParsedText& text)
{
    return (has_header(text, {"side", "a", "name"}) || has_header(text, {"termination", "a"}))
        && columns_of(text).complete();
}

bool fits_cable_table(const ParsedText& text)
{
    return columns_of(text).complete() && !fits_sonic_links(text) && !fits_netbox_table(text);
}

Result<Topology> read_cable_table(const ParsedText& text, std::string_view name)
{
    return CableTableReader(text, name).read();
}

}
