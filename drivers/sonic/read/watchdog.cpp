// SPDX-License-Identifier: Apache-2.0
// PFC_WD and what may keep it from working: the global
// switch, the counters that it polls, and BIG_RED_SWITCH.
#include "drivers/sonic/read/reader.h"
#include "models/text/ascii.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace rocelint::sonic {
namespace {

constexpr std::string_view only_wanted
    = "default_pfcwd_status starts nothing by itself: `pfcwd start_default`, which config load_minigraph runs, writes rows of "
      "PFC_WD, and there are none (sonic-utilities pfcwd/main.py)";
constexpr std::string_view red_switch
    = "BIG_RED_SWITCH takes the watchdog's place (sonic-swss orchagent/pfcwdorch.cpp)";
constexpr std::string_view polling_off
    = "the counters that the watchdog polls are off (FLEX_COUNTER_TABLE PFCWD)";

constexpr std::string_view never_restored
    = "without a restoration_time the queue is never restored (sonic-swss orchagent/pfc_restore.lua)";

// Settings that apply to all ports.
struct Shared {
    Setting<Milliseconds> poll;
    Setting<bool> off; ///< known and true: the watchdog is off everywhere
    bool has_rows = false;
};

void take_global(Reader& reader, const Row& row, Shared& shared)
{
    for (const Node& field : *row.fields) {
        if (&field == row.header)
            continue;
        if (field.key == poll_interval.name()) {
            field.mark(CoverageState::read);
            reader.time(row, field, poll_interval, shared.poll);
        } else if (field.key == "BIG_RED_SWITCH") {
            field.mark(CoverageState::read);
            if (reader.flag(row, field).value_or(false)) {
                shared.off = {true, reader.origins().derived(row.span_of(field), {}, red_switch)};
                reader.device().forced_drop = {true, reader.at(row, field)};
            }
        } else if (field.key == "NULL") {
            field.mark(CoverageState::irrelevant);
        }
    }
}

void read_counters(Reader& reader, Shared& shared)
{
    for (const Row& row : reader.rows(Table::flex_counter_table)) {
        if (row.key != "PFCWD") {
            row.fields->mark_subtree(CoverageState::irrelevant);
            continue;
        }
        for (const Node& field : *row.fields) {
            field.mark_subtree(CoverageState::irrelevant);
            if (field.key == "FLEX_COUNTER_STATUS") {
                field.mark(CoverageState::read);
                if (!reader.flag(row, field).value_or(true))
                    shared.off = {true, reader.origins().derived(row.span_of(field), {}, polling_off)};
            } else if (field.key == counter_poll_interval.name()) {
                field.mark(CoverageState::read);
                Setting<Milliseconds> poll;
                reader.time(row, field, counter_poll_interval, poll);
                if (poll.known() && !shared.poll.known())
                    shared.poll = poll;
            }
        }
    }
}

PfcWatchdog take_port_row(Reader& reader, const Row& row)
{
    PfcWatchdog watchdog;
    watchdog.enabled = {true, reader.at(row)};
    watchdog.action = {WatchdogAction::drop,
        reader.absent(Table::pfc_wd, reader.defaults().origin(Default::watchdog_action))};
    bool has_detection = false;
    for (const Node& field : *row.fields) {
        if (&field == row.header)
            continue;
        field.mark(CoverageState::read);
        if (field.key == watchdog_action.name) {
            const auto action = reader.word(row, field, watchdog_action);
            watchdog.action = action
                ? Setting<WatchdogAction>{*action, reader.at(row, field)}
                : Setting<WatchdogAction>::unread(reader.origins().unread("SONiC does not know this action"));
        } else if (field.key == detection_time.name()) {
            has_detection = true;
            reader.time(row, field, detection_time, watchdog.detection);
        } else if (field.key == restoration_time.name()) {
            reader.time(row, field, restoration_time, watchdog.restoration);
        } else if (field.key == "pfc_stat_history" || field.key == "NULL") {
            field.mark(CoverageState::irrelevant);
        } else {
            field.mark(CoverageState::unrecognised);
        }
    }
    if (!has_detection && !reader.whole()) {
        watchdog.enabled = Setting<bool>::unread(reader.unread_because_absent(Table::pfc_wd));
    } else if (!has_detection) {
        constexpr std::string_view refused
            = "the daemon refuses a row without detection_time (sonic-swss orchagent/pfcwdorch.cpp)";
        watchdog.enabled = {false, reader.origins().derived(row.span(), {}, refused)};
    }
    if (watchdog.restoration.origin == OriginId{} && !reader.whole())
        watchdog.restoration = Setting<Milliseconds>::unread(reader.unread_because_absent(Table::pfc_wd));
    if (watchdog.restoration.origin == OriginId{}) {
        watchdog.restoration = Setting<Milliseconds>::unread(reader.origins().unread(never_restored));
        watchdog.restores = {false, reader.origins().derived(row.span(), {}, never_restored)};
    }
    return watchdog;
}

// PORT_QOS_MAP pfcwd_sw_enable was added in database version 3.0.5; db_migrator.py fills it from pfc_enable.
enum class Release : std::uint8_t { unknown, before, since };
Release release_of(std::string_view version)
{
    constexpr std::string_view prefix = "version_";
    if (!version.starts_with(prefix))
        return Release::unknown;
    version.remove_prefix(prefix.size());
    std::array<std::uint64_t, 3> parts{};
    for (std::uint64_t& part : parts) {
        part = parse_number(ascii::take_until(version, '_')).value_or(0);
    }
    return parts < std::array<std::uint64_t, 3>{3, 0, 5} ? Release::before : Release::since;
}

// `wanted`: the origin of a flag that requests the watchdog although no row starts it, or none.
void finish_port(Reader& reader, std::uint32_t index, const Shared& shared, Release release, OriginId wanted)
{
    Port& port = reader.device().ports[index];
    const PortNotes& notes = reader.notes(index);
    PfcWatchdog& watchdog = port.watchdog;
    const Defaults& defaults = reader.defaults();
    if (watchdog.enabled.origin == OriginId{})
        watchdog.enabled = {false,
            wanted != OriginId{} ? wanted
                                 : reader.absent_row(Table::pfc_wd, defaults.origin(Default::watchdog))};
    if (!watchdog.enabled.known()) {
        for (OriginId* origin :
            {&watchdog.detection.origin, &watchdog.restoration.origin, &watchdog.action.origin}) {
            if (*origin == OriginId{})
                *origin = watchdog.enabled.origin;
        }
    }
    if (shared.off.known() && watchdog.enabled.value_or(false))
        watchdog.enabled = {false, shared.off.origin};
    if (watchdog.poll.origin == OriginId{})
        watchdog.poll = shared.poll;
    if (notes.watched_origin != OriginId{}) {
        watchdog.priorities = {notes.watched, notes.watched_origin};
    } else if (!reader.whole()) {
        watchdog.priorities = Setting<PrioritySet>::unread(reader.unread_because_absent(Table::port_qos_map));
    } else if (port.pfc_tx.known() && port.pfc_tx.value.empty()) {
        watchdog.priorities = {PrioritySet{}, defaults.origin(Default::watchdog_priorities)};
    } else if (release == Release::before && port.pfc_tx.known()) {
        constexpr std::string_view migrated = "before database version 3.0.5 the watchdog watches "
                                              "pfc_enable (sonic-utilities db_migrator.py)";
        const Span pfc = reader.origins().span(port.pfc_tx.origin);
        watchdog.priorities = {port.pfc_tx.value, reader.origins().derived(pfc, {}, migrated)};
    } else if (release == Release::since) {
        watchdog.priorities = {PrioritySet{}, defaults.origin(Default::watchdog_priorities)};
    } else {
        watchdog.priorities = Setting<PrioritySet>::unread(
            reader.origins().unread("without pfcwd_sw_enable the watched priorities depend on the release"));
    }
}

}

void read_watchdog(Reader& reader)
{
    Device& device = reader.device();
    Shared shared;
    device.forced_drop = {false, reader.absent(Table::pfc_wd, reader.defaults().origin(Default::watchdog))};
    for (const Row& row : reader.rows(Table::pfc_wd)) {
        if (row.key == "GLOBAL") {
            take_global(reader, row, shared);
            continue;
        }
        shared.has_rows = true;
        const PfcWatchdog watchdog = take_port_row(reader, row);
        visit_items(row.key, [&](std::string_view name) {
            const std::uint32_t index = reader.find_port(name, row);
            if (index != NameIndex::none)
                device.ports[index].watchdog = watchdog;
        });
    }
    read_counters(reader, shared);
    if (!shared.poll.known())
        shared.poll = {Milliseconds(100),
            reader.absent(Table::pfc_wd, reader.defaults().origin(Default::watchdog_poll))};
    OriginId wanted;
    for (const Row& row : reader.rows(Table::device_metadata)) {
        const Node* status = row.fields->child("default_pfcwd_status");
        if (status != nullptr && status->value == "enable" && reader.whole() && !shared.has_rows)
            wanted = reader.origins().derived(row.span_of(*status), {}, only_wanted);
    }
    const Release release = release_of(device.version);
    for (std::uint32_t index = 0; index < device.ports.size(); ++index) {
        const PortKind kind = device.ports[index].kind;
        if (kind == PortKind::physical || kind == PortKind::internal)
            finish_port(reader, index, shared, release, wanted);
    }
}

}
