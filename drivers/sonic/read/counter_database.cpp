// SPDX-License-Identifier: Apache-2.0
// A dump of COUNTERS_DB, as `sonic-db-dump -n COUNTERS_DB -y` writes it. Counters are hashes by object ("COUNTERS:oid:0x…");
// what the objects are is in other hashes, by name (COUNTERS_PORT_NAME_MAP, COUNTERS_QUEUE_NAME_MAP, COUNTERS_PG_NAME_MAP). Unlike
// the show commands, the database does not know that counters were cleared (sonic-utilities, scripts/pfcstat, queuestat, wredstat,
// pg-drop and watermarkstat, pfcwd/main.py; sonic-swss, orchagent/portsorch.cpp and pfcactionhandler.h).
#include "drivers/sonic/read/counter_database.h"

#include "drivers/line_cli/read/shown_counters.h"
#include "drivers/sonic/tables/counter_keys.h"
#include "drivers/sonic/tables/forms.h"
#include "models/fabric/value/priority.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <unordered_map>

namespace rocelint::sonic {
namespace {

using State = CoverageState;

// What an object is.
enum class ObjectKind : std::uint8_t { port, queue, group };

struct Object {
    ObjectKind kind = ObjectKind::port;
    std::string_view port;
    std::uint8_t number = Counter::whole; ///< of the queue or the priority group
};

struct Statistic {
    ObjectKind of = ObjectKind::port;
    std::string_view name;
    CounterKind kind = CounterKind::queue_sent;
    bool whole = false; ///< counts for the port, although it is one of a queue
};

constexpr std::array statistics{
    Statistic{ObjectKind::port, "SAI_PORT_STAT_PAUSE_RX_PKTS", CounterKind::link_pause_received},
    Statistic{ObjectKind::port, "SAI_PORT_STAT_PAUSE_TX_PKTS", CounterKind::link_pause_sent},
    Statistic{ObjectKind::queue, "SAI_QUEUE_STAT_PACKETS", CounterKind::queue_sent},
    Statistic{ObjectKind::queue, "SAI_QUEUE_STAT_DROPPED_PACKETS", CounterKind::queue_dropped},
    Statistic{ObjectKind::queue, "SAI_QUEUE_STAT_WRED_DROPPED_PACKETS", CounterKind::queue_dropped},
    Statistic{ObjectKind::queue, "SAI_QUEUE_STAT_WRED_ECN_MARKED_PACKETS", CounterKind::marked},
    Statistic{ObjectKind::queue, "SAI_QUEUE_STAT_TRIM_PACKETS", CounterKind::queue_trimmed},
    Statistic{ObjectKind::queue, "PFC_WD_QUEUE_STATS_DEADLOCK_DETECTED", CounterKind::queue_stuck, true},
    Statistic{
        ObjectKind::group, "SAI_INGRESS_PRIORITY_GROUP_STAT_DROPPED_PACKETS", CounterKind::group_dropped},
    Statistic{ObjectKind::group,
        "SAI_INGRESS_PRIORITY_GROUP_STAT_XOFF_ROOM_WATERMARK_BYTES",
        CounterKind::headroom_peak},
};

// "SAI_PORT_STAT_PFC_3_RX_PKTS"
std::optional<line_cli::ShownCounter> pause_counter(std::string_view name)
{
    constexpr std::string_view head = "SAI_PORT_STAT_PFC_";
    if (!name.starts_with(head) || name.size() < head.size() + 2)
        return std::nullopt;
    const auto priority = static_cast<std::uint8_t>(name[head.size()] - '0');
    const std::string_view tail = name.substr(head.size() + 1);
    if (priority > 7 || (tail != "_RX_PKTS" && tail != "_TX_PKTS"))
        return std::nullopt;
    return line_cli::ShownCounter{.name = name,
        .kind = tail == "_RX_PKTS" ? CounterKind::pause_received : CounterKind::pause_sent,
        .part = priority};
}

class CounterDatabase {
public:
    CounterDatabase(Reading& reading, const Tree& tree)
        : reading_(reading), tree_(tree), shown_(reading.device, tree, reading.problems)
    {
    }

    void read()
    {
        name_objects("COUNTERS_PORT_NAME_MAP", ObjectKind::port);
        name_objects("COUNTERS_QUEUE_NAME_MAP", ObjectKind::queue);
        name_objects("COUNTERS_PG_NAME_MAP", ObjectKind::group);
        leave_out_multicast();
        bool has_rows = false;
        for (const Node& row : *tree_.root) {
            const std::string_view oid = object_of_key(row.key);
            has_rows = has_rows || !oid.empty();
            const auto object = objects_.find(oid);
            if (oid.empty() || object == objects_.end())
                pass(row);
            else
                read_row(row, object->second);
        }
        if (has_rows && objects_.empty())
            reading_.problems.push_back({SyntaxProblem::Severity::warning,
                tree_.span(*tree_.root->begin()),
                "no table such as COUNTERS_PORT_NAME_MAP says of which ports these counters are, so none is used; dump "
                "the whole database (sonic-db-dump -n COUNTERS_DB -y)"});
    }

private:
    static void pass(const Node& row)
    {
        if (row.state == State::unrecognised)
            row.mark_subtree(State::irrelevant);
    }

    // {"Ethernet0": "oid:0x1000000000002"}, {"Ethernet0:3": "oid:0x1500000000021c"}
    void name_objects(std::string_view table, ObjectKind kind)
    {
        const Node* row = tree_.root->child(table);
        if (row == nullptr)
            return;
        row->mark_subtree(State::read);
        for (const Node& name : fields_of(*row)) {
            Object object{.kind = kind, .port = name.key};
            if (kind != ObjectKind::port) {
                const std::size_t colon = name.key.rfind(':');
                const auto number = colon == std::string_view::npos
                    ? std::nullopt
                    : parse_number(name.key.substr(colon + 1));
                if (!number || *number >= Counter::whole)
                    continue;
                object.port = name.key.substr(0, colon);
                object.number = static_cast<std::uint8_t>(*number);
            }
            if (name.is_scalar())
                objects_[name.value] = object;
        }
    }

    void leave_out_multicast()
    {
        const Node* row = tree_.root->child("COUNTERS_QUEUE_TYPE_MAP");
        if (row == nullptr)
            return;
        row->mark_subtree(State::read);
        for (const Node& type : fields_of(*row)) {
            if (type.is_scalar() && type.value == "SAI_QUEUE_TYPE_MULTICAST")
                objects_.erase(type.key);
        }
    }

    void read_row(const Node& row, const Object& object)
    {
        row.mark(State::read);
        const Node& fields = fields_of(row);
        for (const Node& member : row) {
            if (&member == &fields)
                member.mark(State::read);
            else if (&row != &fields)
                member.mark_subtree(State::irrelevant);
        }
        for (const Node& field : fields) {
            if (!read_field(field, object))
                pass(field);
        }
    }

    // False if it is no counter that is used.
    bool read_field(const Node& field, const Object& object)
    {
        if (object.kind == ObjectKind::port) {
            if (auto pause = pause_counter(field.key)) {
                pause->on = object.port;
                shown_.add(*pause, &field);
                return true;
            }
        }
        const auto known = std::ranges::find_if(
            statistics, [&](const Statistic& one) { return one.of == object.kind && one.name == field.key; });
        if (known == statistics.end())
            return false;
        const std::string name = object.kind == ObjectKind::port
            ? std::string(known->name)
            : fmt::format("{} of {} {}",
                known->name,
                object.kind == ObjectKind::queue ? "queue" : "priority group",
                object.number);
        shown_.add({.on = object.port,
                       .name = name,
                       .kind = known->kind,
                       .part = known->whole ? Counter::whole : object.number},
            &field);
        return true;
    }

    Reading& reading_;
    const Tree& tree_;
    line_cli::ShownCounters shown_;
    std::unordered_map<std::string_view, Object> objects_;
};

}

void read_counter_database(Reading& reading, const Tree& tree) { CounterDatabase(reading, tree).read(); }

}
