// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/change/change.h"
#include "models/fabric/fabric.h"

#include <compare>
#include <cstdint>
#include <string_view>

namespace rocelint {

/// The part of a property that a fault is about. Two faults are of one part only if they are about the same thing: a number, a
/// name or a statement identifies it, never a hash and never a place in a list.
struct Part {
    /// In the order of findings at one place. `number` is a priority (of PFC, ECN, headroom, watchdog), a DSCP or a traffic class
    /// (of maps and marking), as the property says.
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
    std::uint16_t value = 0; ///< of a number, or the P_Key of a partition
    Span at; ///< of a statement
    /// Of a pool, profile, option or own rule; of a contradiction its sentence. The fabric or the table of rules holds it.
    std::string_view name;

    constexpr Part() = default;
    /// A priority, a DSCP, a traffic class.
    constexpr Part(std::uint8_t number) : kind(Kind::number), value(number) { }
    /// An option of a program, by its name.
    [[nodiscard]] static constexpr Part option(std::string_view name) { return named(Kind::option, name); }
    /// A contradiction between what files say of a device as a whole, by the sentence that states it.
    [[nodiscard]] static constexpr Part contradiction(std::string_view sentence)
    {
        return named(Kind::contradiction, sentence);
    }
    /// A rule of the site's own, by its code.
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
    /// What a file states at one place and gives no name.
    [[nodiscard]] static constexpr Part statement(Span at)
    {
        Part part;
        part.kind = Kind::statement;
        part.at = at;
        return part;
    }
    /// A buffer pool. Pools and profiles that a platform leaves without a name are known by their statement.
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

/// The identity of a fault: which property of what is wrong. Not the span, since an absent line has none.
struct Subject {
    /// All of the property.
    static constexpr Part whole{};
    PortId port; ///< port index Port::no_index for the whole device
    Property property = Property::pfc;
    Part part;
    friend constexpr auto operator<=>(const Subject&, const Subject&) = default;
};

/// Whether a fault of `wide` includes that of `narrow`: the same property of the same device, there of the same port or of all
/// ports, and of the same part or of all of the property.
[[nodiscard]] constexpr bool covers(const Subject& wide, const Subject& narrow)
{
    return wide.port.device == narrow.port.device && wide.property == narrow.property
        && (wide.port.port == narrow.port.port || wide.port.port == Port::no_index)
        && (wide.part.is_whole() || wide.part == narrow.part);
}

}
