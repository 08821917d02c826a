// SPDX-License-Identifier: Apache-2.0
#include "drivers/ib_fabric/record_tables.h"

#include <algorithm>

namespace rocelint::ib_fabric {

CoverageState add_sl2vl(Draft& draft,
    const RecordPort& of,
    std::uint8_t in,
    const std::vector<std::uint8_t>& values,
    const Node& line)
{
    OfPort<IbSl2vl> made;
    if (values.size() != made.fact.table.vl.size() || of.lid == 0)
        return CoverageState::unrecognised;
    std::ranges::copy(values, made.fact.table.vl.begin());
    made.key = {draft.node_of_lid(static_cast<Lid>(of.lid), line), of.port};
    made.fact.in = in;
    made.fact.at = draft.span(line);
    draft.sl2vl.push_back(made);
    return CoverageState::read;
}

CoverageState add_turns(Draft& draft, const RecordPort& of, const LaneTurns& turns, const Node& line)
{
    if (turns.weights.size() != turns.lanes.size() || of.lid == 0)
        return CoverageState::unrecognised;
    const PortKey key{draft.node_of_lid(static_cast<Lid>(of.lid), line), of.port};
    auto found = std::ranges::find_if(draft.arbitration,
        [key](const auto& known) { return known.key.node == key.node && known.key.number == key.number; });
    if (found == draft.arbitration.end())
        found = draft.arbitration.insert(found, {key, {}});
    std::vector<IbArbEntry>& table = turns.is_high ? found->fact.high : found->fact.low;
    for (std::size_t index = 0; index < turns.weights.size(); ++index)
        table.push_back({turns.lanes[index], turns.weights[index]});
    (turns.is_high ? found->fact.high_at : found->fact.low_at) = draft.span(line);
    return CoverageState::read;
}

CoverageState add_row(Draft& draft, const RecordPort& of, Span record, Scan& scan, const Node& line)
{
    const auto to = scan.decimal(0xffff);
    const auto out = to ? scan.blanks().decimal(255) : std::nullopt;
    if (!out || of.lid == 0)
        return CoverageState::unrecognised;
    const std::uint32_t node = draft.node_of_lid(static_cast<Lid>(of.lid), line);
    auto found = std::ranges::find(draft.tables, node, &IbForwarding::node);
    if (found == draft.tables.end()) {
        found = draft.tables.emplace(found);
        found->node = node;
        found->at = record;
        found->rows = draft.span(line);
    }
    if (*out != IbForwarding::unreachable) {
        if (found->out.size() <= *to)
            found->out.resize(*to + 1, IbForwarding::unreachable);
        found->out[*to] = static_cast<std::uint8_t>(*out);
    }
    found->rows.length = line.offset + line.length - found->rows.offset;
    return CoverageState::read;
}

CoverageState add_keys(Draft& draft, const RecordPort& of, Scan& scan, const Node& line)
{
    if (of.lid == 0)
        return CoverageState::unrecognised;
    const PortKey key{draft.node_of_lid(static_cast<Lid>(of.lid), line), of.port};
    auto found = std::ranges::find_if(draft.pkeys,
        [key](const auto& known) { return known.key.node == key.node && known.key.number == key.number; });
    if (found == draft.pkeys.end()) {
        found = draft.pkeys.insert(found, {key, {}});
        found->fact.at = draft.span(line);
    }
    while (!scan.blanks().at_end()) {
        const auto value = scan.hexadecimal(0xffff);
        if (!value)
            return CoverageState::unrecognised;
        found->fact.add(static_cast<std::uint16_t>(*value));
    }
    return CoverageState::read;
}

}
