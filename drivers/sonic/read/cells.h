// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/driver.h"
#include "drivers/sonic/tables/fields.h"
#include "drivers/sonic/tables/forms.h"
#include "models/syntax/json/json_edit.h"
#include "models/text/objection.h"

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace rocelint::sonic {

/// The fields of a row, by name. Their order does not matter here: in
/// the file existing fields keep their place and new ones come last.
using Fields = std::map<std::string, std::string, std::less<>>;

/// A row to be written.
struct WantedRow {
    Table table = Table::unknown;
    std::string key;
    const Row* existing = nullptr; ///< null for a new row
    bool removed = false;
    Fields set; ///< fields to set; for a new row all of its fields
    /// Indexes of the changes that request the row, ascending.
    std::vector<std::uint32_t> changes;
};

/// The wanted content of CONFIG_DB, cell by cell, independent of how a file writes
/// it. A row whose key names several ports or numbers ("Ethernet0,Ethernet4|3-4")
/// is edited in place if all of them want the same; else it is split.
class Cells {
public:
    explicit Cells(const Config& config) : config_(config) { }

    /// Attributes the following calls to this change.
    void begin_change(std::uint32_t index) { change_ = index; }
    /// Sets a field of the row of one port, or of one port and number ("Ethernet0", "Ethernet0|3",
    /// "linecard1|asic0|Ethernet0|3").
    void set(Table table, std::string_view item, std::string_view field, std::string_view value);
    /// Like set and set_named, for a number. Objects if SONiC does not accept the number; then nothing is set.
    Objection put(const NumberField& field, std::string_view item, std::uint64_t number);
    Objection put_named(const NumberField& field, std::string_view key, std::uint64_t number);
    /// Removes the row of one item.
    void remove(Table table, std::string_view item);
    /// Sets a field of a row with a single name ("AZURE", "GLOBAL").
    void set_named(Table table, std::string_view key, std::string_view field, std::string_view value);
    /// The row that covers this item, or null.
    [[nodiscard]] const Row* find(Table table, std::string_view item) const;
    /// How a field of this table refers to a row of another: by its name, or as "[TABLE|name]" where the file
    /// does so (CONFIG_DB before version 3.0.3).
    [[nodiscard]] std::string refer(
        Table table, std::string_view field, Table target, std::string_view name) const;
    [[nodiscard]] const Config& config() const { return config_; }

    /// The rows to write, in the order of tables and keys.
    [[nodiscard]] std::vector<WantedRow> finish() const;

private:
    struct Wish {
        Fields set;
        bool removed = false;
        std::vector<std::uint32_t> changes;
        /// Compares what is wanted, not which changes request it.
        friend bool operator==(const Wish& a, const Wish& b)
        {
            return a.set == b.set && a.removed == b.removed;
        }
    };
    using Items = std::map<std::string, Wish, std::less<>>;
    void note(std::vector<std::uint32_t>& changes) const;
    void split(Table table, const Row& row, const Items& wishes, std::vector<WantedRow>& rows) const;

    const Config& config_;
    std::map<Table, Items> items_;
    std::map<std::pair<Table, std::string>, Wish> named_;
    std::uint32_t change_ = 0;
    /// Rows by item, for each table that was looked up.
    mutable std::map<Table, std::map<std::string, const Row*, std::less<>>> index_;
};

/// The single items of a row's key: each port, or each port with each number.
[[nodiscard]] std::vector<std::string> items_of(Table table, std::string_view key);

/// Returns the edits of the files. Refused, with the reason,
/// if a file is not in one of the two forms of config_db.json.
[[nodiscard]] Result<std::vector<Edit>> edits_of(
    std::span<const Tree> trees, const Config& config, const std::vector<WantedRow>& rows);

/// The value of a field as JSON: a list where the YANG model has one, else text.
[[nodiscard]] JsonValue row_value(const WantedRow& row);
[[nodiscard]] JsonValue field_value(Table table, std::string_view text);

}
