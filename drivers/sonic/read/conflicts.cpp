// SPDX-License-Identifier: Apache-2.0
// Files of one device complement each other. A field with two values is reported with both locations; the
// later file wins, as when it is loaded last.
#include "drivers/sonic/read/reader.h"

#include <fmt/format.h>

namespace rocelint::sonic {
namespace {

// The fields of one row by name; builds an index only for rows too long to search field by field.
class SeenFields {
public:
    explicit SeenFields(const Node& row) : row_(row)
    {
        constexpr std::uint32_t searched = 32;
        if (row.child_count <= searched)
            return;
        nodes_.reserve(row.child_count);
        index_.reserve(row.child_count);
        for (const Node& field : row) {
            index_.put(field.key, static_cast<std::uint32_t>(nodes_.size()));
            nodes_.push_back(&field);
        }
    }

    [[nodiscard]] const Node* find(std::string_view key) const
    {
        if (nodes_.empty())
            return row_.child(key);
        const std::uint32_t found = index_.find(key);
        return found == NameIndex::none ? nullptr : nodes_[found];
    }

private:
    const Node& row_;
    std::vector<const Node*> nodes_;
    NameIndex index_;
};

void compare(Reader& reader, Table table, const Row& earlier, const Row& row)
{
    const SeenFields fields(*earlier.fields);
    for (const Node& field : *row.fields) {
        const Node* other = fields.find(field.key);
        if (other == nullptr || !field.is_scalar() || other->value == field.value)
            continue;
        reader.problem(row.span_of(field),
            fmt::format("{} {} {} is \"{}\" here and \"{}\" in {}; the value here ({}) is used",
                name_of(table),
                row.key.substr(0, 60),
                field.key.substr(0, 60),
                field.value.substr(0, 40),
                other->value.substr(0, 40),
                earlier.tree->source->path(),
                row.tree->source->path()));
    }
}

}

void report_conflicts(Reader& reader, std::span<const Tree> trees)
{
    if (trees.size() < 2 || reader.config().namespaces)
        return;
    for (std::size_t index = 0; index < table_count; ++index) {
        const auto table = static_cast<Table>(index);
        const std::vector<Row>& rows = reader.rows(table);
        if (rows.empty() || rows.front().file == rows.back().file)
            continue;
        NameIndex seen;
        seen.reserve(rows.size());
        for (std::uint32_t number = 0; number < rows.size(); ++number) {
            const Row& row = rows[number];
            const std::uint32_t before = seen.find(row.key);
            seen.put(row.key, number);
            if (before != NameIndex::none && rows[before].file != row.file)
                compare(reader, table, rows[before], row);
        }
    }
}

}
