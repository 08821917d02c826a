// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/sonic/tables/tables.h"
#include "models/syntax/tree.h"
#include "models/text/arena.h"

#include <array>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace rocelint::sonic {

/// One row of a table, in any form that a file may have.
struct Row {
    std::string_view key; ///< without the table name: "Ethernet0|3-4", "AZURE"
    const Node* header = nullptr; ///< the node that holds the key
    const Node* fields = nullptr; ///< an object
    const Tree* tree = nullptr;
    std::uint32_t file = 0; ///< index of the tree

    [[nodiscard]] Span span() const { return tree->span(*header); }
    [[nodiscard]] Span span_of(const Node& field) const { return tree->span(field); }
};

/// CONFIG_DB as rows by table, from any form: nested tables, "TABLE|key", the list of swssconfig, YANG, or
/// one of these as an element of a list.
struct Config {
    std::array<std::vector<Row>, table_count> rows;
    std::array<bool, table_count> present{};
    /// Where a table begins, in the first file that nests its rows.
    std::array<Span, table_count> headers{};
    /// The files are the namespaces of one multi-ASIC device (config_db0.json, config_db1.json and so on).
    bool namespaces = false;
    /// By file: which card of a chassis the file is of, where the files are those of several cards; else empty. The files
    /// are namespaces then.
    std::vector<std::uint32_t> cards;
    /// The rows were inside an extra named object, as in the
    /// test vectors of the YANG models: a sample, not a device.
    bool wrapped = false;
    /// An unmodelled table decides how packets are hashed.
    bool hash_unread = false;
    /// Every file was parsed to its end.
    bool complete = true;

    [[nodiscard]] const std::vector<Row>& of(Table table) const
    {
        return rows[static_cast<std::size_t>(table)];
    }
    [[nodiscard]] bool has(Table table) const { return present[static_cast<std::size_t>(table)]; }
};

/// Sorts the content of every file into rows, and marks what
/// is known not to matter. Joined keys are stored in `arena`.
[[nodiscard]] Config normalise(
    std::span<const Tree> trees, Arena& arena, std::vector<SyntaxProblem>& problems);

/// The fields of a flat row, including a row of a database dump.
[[nodiscard]] const Node& fields_of(const Node& row);

/// "BUFFER_POOL|x" or "[BUFFER_POOL|x]" without the table.
[[nodiscard]] std::string_view strip_reference(std::string_view reference);

}
