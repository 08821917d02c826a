// SPDX-License-Identifier: Apache-2.0
// Turns neutral changes into lines of Comware. What all ports share is changed only if all of them want it. What Comware has
// no line for, or none whose undo or unit is documented, is refused.
#include "drivers/comware/comware.h"
#include "drivers/comware/comware_translator.h"

#include <fmt/format.h>

#include <algorithm>

namespace rocelint::comware {
namespace {

constexpr line_cli::ValueLine values[]{{.property = Property::speed, .fact = kind_of(LineKind::speed)},
    {.property = Property::trust,
        .fact = kind_of(LineKind::trust),
        .off = line_cli::number_of(Trust::none),
        .no_words = "a port of Comware trusts the DSCP, the 802.1p priority or none of them"}};

constexpr std::string_view either_pause
    = "a port of Comware cannot have generic flow control and PFC for a priority (HP FlexFabric 11900 Layer 2 - LAN Switching "
      "Command Reference, priority-flow-control no-drop dot1p, table 8)";

}

ComwareTranslator::ComwareTranslator(const line_cli::Task& task)
    : Translator({.platform = "Comware",
                     .grammar = grammar(),
                     .top = scope::top,
                     .blocks = port_blocks(),
                     .values = values,
                     .of_members = line_cli::OfMembers::lag_if_stated},
        task)
    , blocks_(editor(), task.device, block_kinds)
    , cell_(cell_of_model(task.device.model))
{
}

std::string ComwareTranslator::take(const Change& change, const Port& port)
{
    switch (change.property) {
    case Property::mtu:
        return set_frame(change, port, std::get<Bytes>(change.value));
    case Property::speed:
        return put_speed_below(change, port, speed_of(port.name));
    case Property::link_pause:
        return set_link_pause(change, port, std::get<bool>(change.value));
    case Property::fec:
        return "the words of `port fec mode` are not documented where rocelint reads Comware from";
    case Property::headroom:
    case Property::reserve:
    case Property::buffer_threshold:
        return set_buffer(change, port);
    case Property::cable_length:
        return "Comware has no line for the length of a cable: `priority-flow-control dot1p … headroom` is a size";
    default:
        return take_value(change);
    }
}

std::string ComwareTranslator::set_frame(const Change& change, const Port& port, Bytes frame)
{
    std::string reason = put(change, fact_of(LineKind::frame, {frame.count + frame_trailer}));
    const std::uint64_t packet = std::max(frame.count, physics::ethernet_header) - physics::ethernet_header;
    // The packets of a routed port have a limit of their own.
    if (reason.empty() && port.routed.is(true) && !port.ip_mtu.is(Bytes{packet}))
        reason = put(change, fact_of(LineKind::mtu, {packet}));
    return reason;
}

std::string ComwareTranslator::set_link_pause(const Change& change, const Port& port, bool on)
{
    if (on && !paused_after(change, port).empty())
        return std::string(either_pause);
    std::string reason = take_away(change, fact_of(LineKind::link_pause_in));
    if (!reason.empty())
        return reason;
    return on ? put(change, fact_of(LineKind::link_pause)) : take_away(change, fact_of(LineKind::link_pause));
}

std::string ComwareTranslator::take_whole(const Change& change)
{
    const auto* wanted = std::get_if<HashFields>(&change.value);
    const Setting<HashFields>& now = device().load_balancing.ecmp;
    if (change.property != Property::hashing || wanted == nullptr || !now.known())
        return not_supported(change);
    if (now.value.has(HashField::other))
        return "the line of `ip load-sharing mode` has fields that no change of this program writes";
    const Fact* old = editor().find_global(kind_of(LineKind::hash));
    const std::string_view said = old == nullptr ? std::string_view{} : std::string_view(old->text);
    if (said.find("slot ") != std::string_view::npos || said.find("algorithm ") != std::string_view::npos
        || said.find("tunnel ") != std::string_view::npos)
        return "the line of `ip load-sharing mode` has an algorithm, or is for one slot or tunnels";
    const std::string fields = line_cli::words_to_hash(now.value, *wanted, hash_words);
    if (fields.empty())
        return {};
    const bool has_end = old == nullptr || said.ends_with("global");
    const std::string text = fields + (has_end ? " global" : "");
    return editor().put_global(named(LineKind::hash, text), old);
}

std::string ComwareTranslator::set_map(const Change& change, const Port& port, const MapEntry& entry)
{
    if (entry.kind == MapKind::pcp_to_tc)
        return "the map-table dot1p-lp also says which queue the packets of a DSCP are in, and which queue a paused priority "
               "stops";
    if (entry.kind == MapKind::tc_to_dscp)
        return "Comware rewrites the DSCP of packets where they enter, by the map-table dscp-dscp";
    if (entry.kind != MapKind::dscp_to_tc)
        return "on Comware a local precedence has the queue of its number, and the map-table dot1p-lp says which priority "
               "pauses it";
    if (entry.to >= queue_count)
        return "Comware has local precedences from 0 to 7";
    std::string reason = refuse_for_others(
        change, "the map-tables are those of the whole switch", [](std::uint32_t, const Port& other) {
            return other.kind == PortKind::physical || other.kind == PortKind::lag;
        });
    if (!reason.empty())
        return reason;
    if (const Block* direct = blocks_.blocks().find(LineKind::map_table, dscp_to_class))
        return set_entry(direct, dscp_to_class, entry.from, entry.to);
    const ClassMap* values_of = device().map(port.tc_to_priority_group);
    const std::uint8_t value = values_of == nullptr ? ClassMap::unmapped : values_of->to[entry.to];
    if (value == ClassMap::unmapped)
        return fmt::format(
            "no 802.1p value leads to local precedence {} alone, and a DSCP leads to an 802.1p value",
            entry.to);
    return set_entry(
        blocks_.blocks().find(LineKind::map_table, dscp_to_value), dscp_to_value, entry.from, value);
}

// Makes a point of a map-table lead to a target, and takes it out of the lines that lead it elsewhere.
std::string ComwareTranslator::set_entry(
    const Block* table, std::string_view name, std::uint8_t point, std::uint8_t target)
{
    const std::uint64_t bit = std::uint64_t{1} << point;
    const Fact wanted = fact_of(LineKind::entry, {bit, target});
    if (table == nullptr) {
        const line_cli::Stanza* last = blocks_.last();
        for (const line_cli::Stanza& stanza : lines().stanzas) {
            if (last == nullptr && says(lines().header(stanza)) == LineKind::interface_)
                last = &stanza;
        }
        if (last == nullptr)
            return "the files read have no place for the line";
        blocks_.make(*last, named(LineKind::map_table, name), {wanted});
        return {};
    }
    std::string reason;
    for (const Fact* line : table->facts) {
        if (says(*line) != LineKind::entry || !is_set(*line) || (line->value() & bit) == 0 || !reason.empty())
            continue;
        if (line->value(1) == target)
            return {};
        if (line->value() == bit)
            return blocks_.put_line(*table, *table->last_header->node, wanted, line);
        reason = blocks_.keep_members(*table, *line, 0, line->value() & ~bit);
    }
    return reason.empty() ? blocks_.put_line(*table, *table->last_header->node, wanted, nullptr) : reason;
}

bool ComwareTranslator::has_mode(std::uint32_t port) const
{
    const line_cli::FoundLine own = editor().find(port, {kind_of(LineKind::pfc)});
    if (own.fact != nullptr)
        return own.states();
    const Fact* all = editor().find_global(kind_of(LineKind::pfc));
    return all != nullptr && is_set(*all);
}

std::string ComwareTranslator::set_pfc(const Change& change, const Port& port, const PriorityDelta& delta)
{
    if (port.kind != PortKind::physical)
        return "PFC belongs to the physical ports";
    if (!port.pfc_tx.known())
        return "which priorities the port pauses is not known";
    const PrioritySet wanted = (port.pfc_tx.value | delta.add) - delta.remove;
    if (wanted == port.pfc_tx.value)
        return {};
    const Change no_pause{.port = change.port, .property = Property::link_pause, .value = false};
    if (!wanted.empty() && (port.pause_tx.is(true) || port.pause_rx.is(true))
        && !editor().asked().wants(change.port.port, no_pause))
        return std::string(either_pause);
    if (wanted.empty()) {
        const Fact* all = editor().find_global(kind_of(LineKind::no_drop));
        if (all != nullptr && is_set(*all))
            return "`priority-flow-control no-drop dot1p` of the whole switch gives the port its priorities";
        return take_away(change, fact_of(LineKind::no_drop));
    }
    std::string reason = put(change, fact_of(LineKind::no_drop, {wanted.bits}));
    return reason.empty() && !has_mode(change.port.port)
        ? put(change, fact_of(LineKind::pfc, {line_cli::number_of(PfcMode::enable)}))
        : reason;
}

std::string ComwareTranslator::set_watchdog(
    const Change& change, const Port& port, const WatchdogTarget& target)
{
    const PrioritySet paused = paused_after(change, port);
    if (port.kind != PortKind::physical || paused.empty())
        return "Comware detects deadlocks of the priorities with PFC of a physical port, and this port has none";
    if (target.poll)
        return "the detection of deadlocks of Comware has no polling interval";
    if (target.detection || target.restoration)
        return "the unit of deadlock intervals and delays depends on the deadlock precision, and H3C's public manuals "
               "do not state it";
    if (!target.priorities.empty() && target.priorities != paused)
        return "Comware detects deadlocks of every priority with PFC of the port that has an interval";
    const ClassMap* classes = device().map(port.pcp_to_tc);
    for (const Priority priority : paused) {
        const std::uint8_t tc = classes == nullptr ? ClassMap::unmapped : classes->to[priority];
        if (tc >= queue_count || editor().find_global_of({kind_of(LineKind::interval), tc}) == nullptr)
            return fmt::format(
                "no interval is set for the queue of priority {}, without which its deadlocks are not detected: choose the "
                "number of units in `priority-flow-control deadlock cos … interval` by hand, since H3C's public manuals do not "
                "state how long a unit is",
                priority);
    }
    return put(change, fact_of(LineKind::watchdog));
}

std::unique_ptr<line_cli::Translator> translator(const line_cli::Task& task)
{
    return std::make_unique<ComwareTranslator>(task);
}

}
