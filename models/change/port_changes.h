// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/change/changes_between.h"
#include "models/change/same_fields.h"

#include <fmt/format.h>

#include <string_view>
#include <utility>

namespace rocelint {

/// Finds the changes for the differences of one port, and reports those that no Change can express.
class PortChanges {
public:
    PortChanges(const Device& live, const Device& wanted, PortId id, ChangesBetween& out)
        : PortChanges(live, wanted, id, id.port, out)
    {
    }
    /// Makes the port like another one, `wanted_port`.
    PortChanges(
        const Device& live, const Device& wanted, PortId id, std::uint32_t wanted_port, ChangesBetween& out)
        : both_{live, wanted}
        , live_(live)
        , wanted_(wanted)
        , id_(id)
        , a_(live.ports[id.port])
        , b_(wanted.ports[wanted_port])
        , out_(out)
    {
    }

    /// Adds the changes that set this property of the port as wanted.
    void make(Property property);

private:
    void make_rows(Property property);
    template <class T, class V>
    void make_row(const Field<T, V>& row, const T& live, const T& wanted);
    template <class T, class Target>
    void make_row(const Reference<T, Target>& row, const T& live, const T& wanted);
    void make_pfc();
    void make_link_pause();
    void make_mtu();
    void make_watchdog();
    void make_watchdog_timers();
    void make_watchdog(Property property);
    void make_map(Property property, MapKind kind, const Setting<Ref>& from, const Setting<Ref>& to);
    void make_ecn();
    void make_curve(std::uint8_t number, const EcnProfile* live, const EcnProfile& wanted);
    void make_schedulers();
    void make_queue_buffers();
    void make_groups();
    void make_group_profile(
        std::uint8_t number, Priority priority, const BufferProfile& live, const BufferProfile& wanted);
    void make_pools();
    void make_lag();
    void make_congestion_control();
    void make_marking();

    /// The live and the wanted NIC of the port, null if it has none.
    [[nodiscard]] std::pair<const Nic*, const Nic*> nics() const;
    /// Whether a wanted group has headroom and belongs to one of these priorities.
    [[nodiscard]] bool keeps_headroom(PrioritySet priorities) const;
    /// Whether the headroom of a wanted group was computed for a speed other than the wanted one.
    [[nodiscard]] bool has_other_speed() const;

    void add(Property property, ChangeValue value, std::uint8_t number = Change{}.number);
    void leave(Property property, std::string_view why, bool unasked = false);
    /// True if `wanted` is known and `live` differs. If only `live` is known, records the difference as left.
    template <class T>
    bool wants(Property property, const Setting<T>& live, const Setting<T>& wanted, std::string_view what);
    /// Reports which settings of the record differ that no change of this property sets.
    template <class T>
    void leave_rows(Property property, const T& live, const T& wanted);

    TwoReadings both_;
    const Device& live_;
    const Device& wanted_;
    PortId id_;
    const Port& a_;
    const Port& b_;
    ChangesBetween& out_;
};

template <class T>
bool PortChanges::wants(
    Property property, const Setting<T>& live, const Setting<T>& wanted, std::string_view what)
{
    if (wanted.known())
        return !live.known() || !(live.value == wanted.value);
    if (live.known())
        leave(property, fmt::format("{} is configured, and nothing says what it should be", what), true);
    return false;
}

}
