// SPDX-License-Identifier: Apache-2.0
// Marking, scheduling and buffers as lines of Comware. Sizes are whole cells.
#include "drivers/comware/comware.h"
#include "drivers/comware/comware_translator.h"
#include "drivers/comware/queue_lines.h"
#include "models/catalog/catalog.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <vector>

namespace rocelint::comware {
namespace {

// The same curve as the line states it, in the slots of its row.
Fact like(const Fact& line, const Fact& curve)
{
    Fact made = fact_of(says(line), {}, curve.number);
    std::size_t slot = 0;
    made.values.at(slot++) = line_cli::Value::of(curve.number);
    if (is_of_level(line))
        made.values.at(slot++) = line.values[1];
    for (const std::size_t of : {std::size_t{2}, std::size_t{3}, std::size_t{4}})
        made.values.at(slot++) = curve.values.at(of);
    return made;
}

// The lines that state the curves of the drop levels, each once: RDMA packets may be of any level.
std::vector<const Fact*> stated_curves(const QueueLines& lines)
{
    std::vector<const Fact*> stated;
    for (const Fact* line : lines.levels) {
        if (line != nullptr && std::ranges::find(stated, line) == stated.end())
            stated.push_back(line);
    }
    return stated;
}

// The row of a kind whose line begins with these words.
const line_cli::Statement* row_with(LineKind kind, std::string_view words)
{
    for (const line_cli::Statement& row : grammar().rows()) {
        if (row.fact == kind_of(kind) && row.pattern.text().starts_with(words))
            return &row;
    }
    return nullptr;
}

}

std::vector<Fact> usual(const Fact& line)
{
    Fact made = line;
    if (says(line) == LineKind::frame) {
        // `undo jumboframe enable` denies jumbo frames; without a size, the line restores the largest frame.
        made.values.at(0) = {};
        return {made};
    }
    if (says(line) != LineKind::curve && says(line) != LineKind::curves)
        return {};
    std::size_t slot = is_of_level(line) ? 2 : 1;
    for (const std::string_view entry : {"wred_low", "wred_high", "wred_percent"})
        made.values.at(slot++) = line_cli::Value::of(catalog::platform_default("comware", entry).number());
    return {made};
}

std::optional<std::uint64_t> ComwareTranslator::cells_of(Bytes size, std::string& reason) const
{
    if (cell_ == 0)
        reason
            = "sizes are in cells, whose number of bytes differs by series, and no line shows a model whose cells are known";
    else if (size.count % cell_ != 0)
        reason
            = fmt::format("sizes are in cells of {} bytes here, and {} bytes do not divide into whole cells",
                cell_,
                size.count);
    return reason.empty() ? std::optional(size.count / cell_) : std::nullopt;
}

std::string ComwareTranslator::set_ecn(const Change& change, const Port& port, const EcnTarget& target)
{
    if (change.number >= queue_count)
        return "Comware has queues from 0 to 7";
    if (port.kind != PortKind::physical)
        return "marking belongs to the physical ports";
    if (target.max_probability.hundredths % 100 != 0)
        return "Comware takes a marking probability in whole percent";
    std::string reason;
    const auto low = cells_of(target.min_threshold, reason);
    const auto high = low ? cells_of(target.max_threshold, reason) : std::nullopt;
    if (!low || !high)
        return reason;
    const Fact curve = fact_of(LineKind::curve,
        {change.number, 0, *low, *high, target.max_probability.hundredths / 100},
        change.number);
    const line_cli::FoundLine apply = editor().find(change.port.port, {kind_of(LineKind::apply_table)});
    if (!apply.states())
        return set_ecn_of_port(change, curve);
    const Block* table = blocks_.blocks().find(LineKind::wred_table, apply.fact->text);
    if (table == nullptr)
        return apply.fact->text.empty()
            ? "the port applies the table of the default values, which has no lines"
            : fmt::format("WRED table {} is not in the files", apply.fact->text);
    if (std::string others
        = blocks_.refuse_for_others(change, LineKind::apply_table, apply.fact->text, "WRED table");
        !others.empty())
        return others;
    return set_ecn_of_table(change, *table, curve);
}

// The table has default values for the levels that no line of it names.
std::string ComwareTranslator::set_ecn_of_table(const Change& change, const Block& table, Fact curve)
{
    QueueLines lines;
    for (const Fact* line : table.facts)
        lines.take(*line, change.number);
    std::string reason = lines.levels.front() == nullptr
        ? blocks_.put_line(table, *table.last_header->node, curve, nullptr)
        : std::string{};
    for (const Fact* old : stated_curves(lines)) {
        if (reason.empty())
            reason = blocks_.put_line(table, *table.last_header->node, like(*old, curve), old);
    }
    return reason.empty() && lines.marks == nullptr ? blocks_.put_line(table,
               *table.last_header->node,
               fact_of(LineKind::marks, {change.number}, change.number),
               nullptr)
                                                    : reason;
}

// A port without a table has lines of its own. The undo of new ones is not documented.
std::string ComwareTranslator::set_ecn_of_port(const Change& change, Fact curve)
{
    QueueLines found;
    const line_cli::PortStanza* of = nullptr;
    std::map<const Fact*, const line_cli::PortStanza*> places;
    for (const line_cli::PortStanza* stanza : editor().stanzas().of_port(change.port.port)) {
        for (const Fact& line : editor().stanzas().facts(*stanza)) {
            if (!found.take(line, change.number))
                continue;
            of = stanza;
            places[&line] = stanza;
        }
    }
    if (found.levels.front() == nullptr)
        return "the port applies no WRED table: a table gives all of its queues thresholds, and how a line of the port alone "
               "is undone is not documented where rocelint reads Comware from";
    std::string reason;
    for (const Fact* old : stated_curves(found)) {
        if (!editor().may_edit(*places.at(old), change))
            return "other ports share the lines of the port";
        if (reason.empty())
            reason = editor().replace({places.at(old), old}, like(*old, curve));
    }
    if (reason.empty() && found.marks == nullptr && of != nullptr)
        reason = put(change, fact_of(LineKind::port_marks, {change.number}, change.number));
    return reason;
}

std::string ComwareTranslator::set_scheduler(
    const Change& change, const Port& port, const SchedulerTarget& target)
{
    if (change.number >= queue_count)
        return "Comware has queues from 0 to 7";
    if (port.kind != PortKind::physical)
        return "queues belong to the physical ports";
    if (target.bandwidth)
        return "Comware serves queues by weights, not by shares";
    const std::uint32_t index = change.port.port;
    const line_cli::FoundLine all = editor().find(index, {kind_of(LineKind::strict)});
    const line_cli::FoundLine wrr = editor().find(index, {kind_of(LineKind::wrr)});
    const line_cli::FoundLine wfq = editor().find(index, {kind_of(LineKind::wfq)});
    const bool strict = target.kind == SchedulerKind::strict;
    if (all.states())
        return strict ? std::string{} : "`qos sp` serves all queues of the port strictly";
    if (!wrr.states() && !wfq.states())
        return "no line says how the port serves its queues, and what it does then differs by series";
    const bool fair = wfq.states() && (!wrr.states() || wfq.fact > wrr.fact);
    const line_cli::FoundLine& mode = fair ? wfq : wrr;
    Fact line = fact_of(LineKind::served,
        {change.number, line_cli::number_of(strict ? Group::strict : Group::first)},
        change.number);
    line.statement = row_with(LineKind::served, fair ? "qos wfq" : "qos wrr");
    const line_cli::FoundLine old = editor().find(index, {kind_of(LineKind::served), change.number});
    if (!strict && !target.weight)
        return old.states() && static_cast<Group>(old.fact->value(1)) != Group::strict
            ? std::string{}
            : "a queue that is not strict needs a weight";
    if (!strict)
        line.values.at(mode.fact->value() == 0 ? 2 : 3) = line_cli::Value::of(*target.weight);
    return editor().put(change, line, line_cli::Keep::nothing);
}

std::string ComwareTranslator::set_buffer(const Change& change, const Port& port)
{
    if (const auto* delta = std::get_if<PriorityDelta>(&change.value))
        return are_lossless(port, *delta)
            ? std::string{}
            : "Comware gives headroom to the priorities with PFC: `priority-flow-control dot1p … headroom` only sizes it";
    if (port.kind != PortKind::physical || change.number >= queue_count)
        return "buffers belong to the 802.1p values from 0 to 7 of the physical ports";
    if (const auto* threshold = std::get_if<DynamicThreshold>(&change.value)) {
        if (editor().find(change.port.port, {kind_of(LineKind::fixed), change.number}).states())
            return "the 802.1p value has a static threshold";
        const auto percent = percent_of(threshold->value);
        return percent
            ? put(change, fact_of(LineKind::share, {change.number, *percent}, change.number))
            : "Comware has thresholds from 1/128 to 8 times the free buffer, the exponents -7 to 3";
    }
    std::string reason;
    const auto cells = cells_of(std::get<Bytes>(change.value), reason);
    if (!cells)
        return reason;
    const LineKind kind = change.property == Property::headroom ? LineKind::headroom : LineKind::reserve;
    return put(change, fact_of(kind, {change.number, *cells}, change.number));
}

}
