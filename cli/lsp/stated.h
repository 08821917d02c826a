// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/fabric/fabric.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace rocelint::cli {

/// A place in a file of a check, with the line around it.
struct Cursor {
    const Source* source = nullptr;
    std::size_t offset = 0;
    std::size_t line_begin = 0;
    std::size_t line_end = 0;

    /// Whether a span begins on the line, or holds the place without being of several lines.
    [[nodiscard]] bool is_on_line(Span span) const;
    [[nodiscard]] bool is_in(Span span) const;
};

/// A setting of the model that the text at some place states, or that takes its value from there.
struct Stated {
    std::string_view what; ///< for people: "the MTU"
    std::string value; ///< empty: it refers to something without a name
    PortId port; ///< of what is not of one port: Port::no_index of the device
    std::string part; ///< within it: "queue 3", "profile lossless"; or empty
    Span at; ///< that the place was found by
    Span definition; ///< of a setting that refers to something: where that is defined
    Span elsewhere; ///< of an inherited one: the other of the two places that say so
    const ClassMap* map = nullptr; ///< of an entry of a map
    std::uint8_t point = 0; ///< that it maps
    const PriorityGroup* group = nullptr; ///< of a setting of a priority group
    const BufferProfile* profile = nullptr; ///< of a setting of a profile
    bool pauses = false; ///< it says what PFC does
};

/// Every setting that the place says anything about, in the model's order: those whose words it stands in, or, on a line of
/// ordinary length where there is none, those of the line.
[[nodiscard]] std::vector<Stated> stated_at(const Fabric& fabric, const Cursor& cursor);

/// The ports that the place belongs to: those of the settings there, those whose stanza it opens or stands in (by indentation), and those that
/// a neighbour's name there is about.
[[nodiscard]] std::vector<PortId> ports_at(
    const Fabric& fabric, const Cursor& cursor, const std::vector<Stated>& stated);

/// "61 440": groups of three, parted by a thin space as SI writes them.
[[nodiscard]] std::string grouped(std::uint64_t number);

/// The devices that a file is part of.
[[nodiscard]] std::vector<std::uint32_t> devices_of(const Fabric& fabric, SourceId source);

}
