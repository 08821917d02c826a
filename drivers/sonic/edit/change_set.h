// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/sonic/read/cells.h"
#include "models/change/asked.h"

#include <ranges>
#include <span>

namespace rocelint::sonic {

/// The requested changes, and the cells in which they are made.
struct ChangeSet {
    const Device& device;
    Asked asked;
    Cells& cells;

    /// Every port of the device, by index.
    [[nodiscard]] auto ports() const
    {
        return std::views::iota(0U, static_cast<std::uint32_t>(device.ports.size()));
    }
};

/// Refers from a field of the queue's row in QUEUE to a row of `table`. The row is that of a port, "Ethernet0|3"; on a
/// switch of a chassis that of a system port, "host|asic|Ethernet0|3": objects if the configuration does not state the
/// names of its card and ASIC.
[[nodiscard]] Objection set_queue(
    const ChangeSet& set, const Change& change, std::string_view field, Table table, std::string_view name);

/// A name that no row of the table has: `wanted`, or `wanted` with a number appended.
[[nodiscard]] std::string free_name(const Cells& cells, Table table, const std::string& wanted);
/// Copies the fields of a row, for a new row that differs in a few.
[[nodiscard]] Fields fields_of(const Row& row);

/// Sets entries of maps. If only some of the ports that share a map want a change, those get a copy.
class MapEditor {
public:
    explicit MapEditor(const ChangeSet& set) : set_(set) { }
    Objection take(const Change& change, std::uint32_t port, const MapEntry& entry);

private:
    using Entries = std::map<std::uint8_t, std::uint8_t>;
    [[nodiscard]] Entries wanted_on(std::uint32_t port, MapKind kind) const;
    Objection copy(const ClassMap& map, std::uint32_t port, const Entries& entries);
    const ChangeSet& set_;
    /// Copies by the map they come from and their entries.
    std::map<std::pair<const ClassMap*, Entries>, std::string> copies_;
};

/// Binds and changes WRED profiles.
class EcnEditor {
public:
    explicit EcnEditor(const ChangeSet& set) : set_(set) { }
    Objection bind(const Change& change, const EcnTarget& target);
    Objection set_thresholds(const Change& change, const EcnTarget& target);

private:
    [[nodiscard]] bool all_want(const Change& change, std::uint32_t profile) const;
    const ChangeSet& set_;
};

/// Binds queues to another scheduler.
class SchedulerEditor {
public:
    explicit SchedulerEditor(const ChangeSet& set) : set_(set) { }
    Objection bind(const Change& change, const SchedulerTarget& target);

private:
    const ChangeSet& set_;
};

/// Changes lossless priority groups, their profiles, and the cable length that headroom is computed for.
class BufferEditor {
public:
    explicit BufferEditor(const ChangeSet& set) : set_(set) { }
    Objection set_headroom(const Port& port, const PriorityDelta& delta);
    Objection set_headroom(const Change& change, Bytes xoff);
    Objection set_cable(const Port& port, Metres length);
    /// Sets a field of the profile of one group.
    Objection set_profile(const Change& change, const NumberField& field, std::int64_t value);
    void drop_headroom(const Port& port, Priority priority);
    [[nodiscard]] std::string lossy_profile(const Port& port, std::uint8_t number) const;
    /// Moves lossless groups with headroom for the port's old speed to headroom for the new speed.
    Objection follow_speed(const Port& port, BitsPerSecond speed);

private:
    Objection bind_anew(const Port& port, std::optional<BitsPerSecond> speed, std::optional<Metres> length);
    Objection bind_to_made(const Port& port, std::uint8_t number, const std::string& profile);
    /// Whether the switch creates the headroom of this priority again after its row is removed.
    [[nodiscard]] bool comes_back(const Port& port, Priority priority) const;
    void bind(const Port& port, std::uint8_t group, const std::string& profile);
    /// The first port with this profile that does not want the change; Port::no_index if all want it.
    [[nodiscard]] std::uint32_t unwilling(const Change& change, std::uint32_t profile) const;
    const ChangeSet& set_;
};

}
