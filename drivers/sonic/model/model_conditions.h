// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/sonic/read/cells.h"

#include <array>
#include <string>
#include <string_view>
#include <vector>

namespace rocelint::sonic {

/// CONFIG_DB as the YANG models see it: rows repeated in several files are merged, and lists are joined by
/// commas. A document in YANG form has no rows here.
class ModelRows {
public:
    /// The current configuration with the changes in `wanted`.
    ModelRows(const Config& config, const std::vector<WantedRow>& wanted);

    using Rows = std::map<std::string, Fields, std::less<>>;
    [[nodiscard]] const Rows& of(Table table) const { return rows_[static_cast<std::size_t>(table)]; }
    [[nodiscard]] bool has(Table table, std::string_view key) const { return of(table).contains(key); }
    /// The value of a field, or empty.
    [[nodiscard]] std::string_view field(Table table, std::string_view key, std::string_view name) const;
    /// A field of DEVICE_METADATA|localhost, or empty.
    [[nodiscard]] std::string_view device(std::string_view name) const
    {
        return field(Table::device_metadata, "localhost", name);
    }
    /// Whether the files are the switch's whole configuration, so that the switch has nothing else.
    [[nodiscard]] bool whole() const { return whole_; }

private:
    std::array<Rows, table_count> rows_;
    bool whole_ = false;
};

/// One violation of the models by a row.
struct ModelFault {
    Table table{};
    std::string key;
    std::string what; ///< "has mtu 9600: out of range, 68 to 9216 (sonic-port.yang)"

    /// "PORT|Ethernet0 has mtu 9600: …"
    [[nodiscard]] std::string sentence() const;
    /// Whether the other fault is the same for the same table, in any row.
    [[nodiscard]] bool is_like(const ModelFault& other) const
    {
        return table == other.table && what == other.what;
    }
};

/// All faults of the rows under the models of model_table.h, by table
/// and key. Rows missing from a partial configuration are not faults.
[[nodiscard]] std::vector<ModelFault> model_faults(const ModelRows& rows);

/// Checks conditions over several fields of a row or several rows: the `must` and `when` of the models.
/// Returns an empty text if this row meets them.
[[nodiscard]] std::string broken_together(
    const ModelRows& rows, Table table, std::string_view key, const Fields& fields);

/// Refuses changes that would add faults under the models that the configuration does not have now.
void refuse_by_model(
    const Config& config, const std::vector<WantedRow>& wanted, std::vector<Refusal>& refused);

}
