// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/change/change.h"
#include "models/fabric/fabric.h"

#include <compare>
#include <cstdint>
#include <string_view>

namespace rocelint {

/// The part of a property that a fault is about. Two faults have the same part only if they are about the
/// same thing, identified by a number, a name or a statement, never by a hash or an index.
struct Part {
    /// In the order in which findings at one place are sorted. The meaning of `number` depends on the
    /// property: a priority (PFC, ECN, headroom, watchdog), a DSCP or a traffic class (maps and marking).
    enum class Kind : std::uint8_t {
        number,
        whole,
        pool,
        profile,
        option,
        partition,
        contradiction,
        statement,
        site_rule
    };

    Kind kind = Kind::whole;
    std::uint16_t value = 0; ///< a number, or the P_Key of a partition
    Span at; ///< the place of a statement
    /// The name of a pool, profile, option or own rule, or the sentence of a contradiction. Owned by the
    /// fabric or the table of rules.
    std::string_view name;

    constexpr Part() = default;
    /// A priority, a DSCP, a traffic class.
    constexpr Part(std::uint8_t number) : kind(Kind::number), value(number) { }
    /// An option of a program, by its name.
    [[nodiscard]] static constexpr Part option(std::string_view name) { return named(Kind::option, name); }
    /// A contradiction between files about a device as a whole, identified by the sentence that states it.
    [[nodiscard]] static constexpr Part contradiction(std::string_view sentence)
    {
        return named(Kind::contradiction, sentence);
    }
    /// One of the site's own rules, by its code.
    [[nodiscard]] static constexpr Part site_rule(std::string_view code)
    {
        return named(Kind::site_rule, code);
    }
    /// A partition of an InfiniBand subnet, by its P_Key.
    [[nodiscard]] static constexpr Part partition(std::uint16_t pkey)
    {
        Part part;
        part.kind = Kind::partition;
        part.value = pkey;
        return part;
    }
    /// An unnamed statement of a file, by its place.
    [[nodiscard]] static constexpr Part statement(Span at)
    {
        Part part;
        part.kind = Kind::statement;
        part.at = at;
        return part;
    }
    /// A buffer pool. Pools and profiles that a platform leaves unnamed are identified by their statement.
    [[nodiscard]] static constexpr Part of(const BufferPool& pool)
    {
        return pool.name.empty() ? statement(pool.at) : named(Kind::pool, pool.name);
    }
    [[nodiscard]] static constexpr Part of(const BufferProfile& profile)
    {
        return profile.name.empty() ? statement(profile.at) : named(Kind::profile, profile.name);
    }
    [[nodiscard]] constexpr bool is_whole() const { return kind == Kind::whole; }
    friend constexpr auto operator<=>(const Part&, const Part&) = default;

private:
    [[nodiscard]] static constexpr Part named(Kind kind, std::string_view name)
    {
        Part part;
        part.kind = kind;
        part.name = name;
        return part;
    }
};

/// The identity of a fault: which property of which device or port is wrong. The span is not part of it,
/// since a missing line has none.
struct Subject {
    /// The whole property.
    static constexpr Part whole{};
    PortId port; ///< port index Port::no_index for the whole device
    Property property = Property::pfc;
    Part part;
    friend constexpr auto operator<=>(const Subject&, const Subject&) = default;
};

/// Whether a fault of `wide` includes that of `narrow`: the same property of the same device, of the same
/// port or of all ports, and of the same part or of the whole property.
[[nodiscard]] constexpr bool covers(const Subject& wide, const Subject& narrow)
{
    return wide.port.device == narrow.port.device && wide.property == narrow.property
        && (wide.port.port == narrow.port.port || wide.port.port == Port::no_index)
        && (wide.part.is_whole() || wide.part == narrow.part);
}

}
