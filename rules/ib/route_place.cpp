// SPDX-License-Identifier: Apache-2.0
// Tables have millions of rows but findings cite only a few, so lines are searched for only when a finding
// needs them.
#include "rules/ib/route_place.h"

#include "models/text/ascii.h"

#include <algorithm>
#include <charconv>

namespace rocelint {
namespace {

// Whether a row starts with the LID; tools write LIDs as 0x0012 or 0012, always in hexadecimal.
bool begins_with(std::string_view row, Lid lid)
{
    row = ascii::trimmed_front(row, ascii::is_blank);
    if (row.starts_with("0x"))
        row.remove_prefix(2);
    unsigned number = 0;
    const auto read = std::from_chars(row.data(), row.data() + row.size(), number, 16);
    return read.ec == std::errc() && number == lid;
}

}

Span row_of_lid(const Fabric& fabric, const Subnet& subnet, std::uint32_t node, Lid lid)
{
    const IbForwarding* table = subnet.forwarding_of(node);
    if (table == nullptr)
        return {};
    const Source* source = fabric.sources.find(table->rows.source);
    if (source == nullptr || !table->rows.somewhere())
        return table->at;
    const std::string_view rows = source->text().substr(table->rows.offset, table->rows.length);
    for (std::size_t begin = 0; begin < rows.size();) {
        const std::size_t end = std::min(rows.find('\n', begin), rows.size());
        if (begins_with(rows.substr(begin, end - begin), lid)) {
            Span at = table->rows;
            at.offset += static_cast<std::uint32_t>(begin);
            at.length = static_cast<std::uint32_t>(end - begin);
            return at;
        }
        begin = end + 1;
    }
    return table->at;
}

}
