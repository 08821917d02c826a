// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/syntax/tree.h"

#include <string>
#include <string_view>
#include <vector>

namespace rocelint::windows_host {

/// One property of an object that PowerShell printed or exported.
struct Cell {
    std::string_view name; ///< "OperationalFlowControl"
    std::string_view value; ///< its text, without blanks around it
    const Node* node = nullptr; ///< the line or the exported value
    Span at;
    std::vector<const Node*> more{}; ///< of a list: the lines that continue the value
};

/// One object: a row of a table, a block of a list, an object of JSON or CliXml. The forms name the same properties.
struct Record {
    std::vector<Cell> cells;

    /// The property with this name, in any case, or null.
    [[nodiscard]] const Cell* find(std::string_view name) const;
};

/// The cmdlet whose objects have these properties.
enum class RecordKind {
    unknown,
    adapter, ///< Get-NetAdapter
    adapter_qos, ///< Get-NetAdapterQos
    adapter_rdma, ///< Get-NetAdapterRdma
    advanced_property, ///< Get-NetAdapterAdvancedProperty
    dcbx_setting, ///< Get-NetQosDcbxSetting
    flow_control, ///< Get-NetQosFlowControl
    traffic_class, ///< Get-NetQosTrafficClass
    policy, ///< Get-NetQosPolicy
    lldp_agent, ///< Get-NetLldpAgent
};
[[nodiscard]] RecordKind kind_of(const Record& record);

/// Reads the table or list that begins at `line`, and moves `line` behind it. Empty if the line begins neither; `line`
/// is then the next one. Marks what only frames the values: headings and their underlines.
[[nodiscard]] std::vector<Record> records_at(const Tree& tree, const Node*& line);

/// The objects of a file of ConvertTo-Json or Export-Clixml.
[[nodiscard]] std::vector<Record> exported_records(const Tree& tree);

/// Whether two names are equal apart from their case, as for PowerShell.
[[nodiscard]] bool same_name(std::string_view a, std::string_view b);

}
