// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/sonic/cells.h"

#include <array>
#include <string>
#include <string_view>
#include <vector>

namespace rocelint::sonic {

/// CONFIG_DB as the YANG models see it: rows that several files state are one, and lists have commas. A document in the form
/// of YANG itself has no rows here.
class ModelRows {
public:
    /// The configuration as it is, with `wanted` made.
    ModelRows(const Config& config, const std::vector<WantedRow>& wanted);

    using Rows = std::map<std::string, Fields, std::less<>>;
    [[nodiscard]] const Rows& of(Table table) const { return rows_[static_cast<std::size_t>(table)]; }
    [[nodiscard]] bool has(Table table, std::string_view key) const { return of(table).contains(key); }
    /// A field, or empty.
    [[nodiscard]] std::string_view field(Table table, std::string_view key, std::string_view name) const;
    /// A field of DEVICE_METADATA|localhost, or empty.
    [[nodiscard]] std::string_view device(std::string_view name) const
    {
        return field(Table::device_metadata, "localhost", name);
    }
    /// The files are all that the switch has, so that what they lack is not there.
    [[nodiscard]] bool whole() const { return whole_; }

private:
    std::array<Rows, table_count> rows_;
    bool whole_ = false;
};

/// What the models have against one row.
struct ModelFault {
    Table table{};
    std::string key;
    std::string what; ///< "has mtu 9600: out of range, 68 to 9216 (sonic-port.yang)"

    /// "PORT|Ethernet0 has mtu 9600: …"
    [[nodiscard]] std::string sentence() const;
    /// The same against the same table, in whichever row.
    [[nodiscard]] bool is_like(const ModelFault& other) const
    {
        return table == other.table && what == other.what;
    }
};

/// All that the models of model_table.h have against the rows, by table and key. What a part of a configuration lacks is not
/// among it.
[[nodiscard]] std::vector<ModelFault> model_faults(const ModelRows& rows);

/// What stands in several fields of a row, or in several rows: the `must` and `when` of the models. Empty where nothing is
/// wrong with this row.
[[nodiscard]] std::string broken_together(
    const ModelRows& rows, Table table, std::string_view key, const Fields& fields);

/// Refuses changes after which the models would have something against the configuration that they do not have before.
void refuse_by_model(
    const Config& config, const std::vector<WantedRow>& wanted, std::vector<Refusal>& refused);

}
