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

/// A place in a file of a check, with its line.
struct Cursor {
    const Source* source = nullptr;
    std::size_t offset = 0;
    std::size_t line_begin = 0;
    std::size_t line_end = 0;

    /// Whether a span begins on the line; and whether a span on a single line contains the place.
    [[nodiscard]] bool is_on_line(Span span) const;
    [[nodiscard]] bool is_in(Span span) const;
};

/// A setting of the model that the text at a place states, or that takes its value from there.
struct Stated {
    std::string_view what; ///< for people: "the MTU"
    std::string value; ///< empty: a reference to something without a name
    PortId port; ///< Port::no_index of the device for a setting that does not belong to one port
    std::string part; ///< the part of the port or device: "queue 3", "profile lossless"; or empty
    Span at; ///< the span that matched the place
    Span definition; ///< For a reference: where its target is defined.
    Span elsewhere; ///< for an inherited setting: the other of the two places that state it
    const ClassMap* map = nullptr; ///< for an entry of a map
    std::uint8_t point = 0; ///< the point that the entry maps
    const PriorityGroup* group = nullptr; ///< for a setting of a priority group
    const BufferProfile* profile = nullptr; ///< for a setting of a profile
    bool pauses = false; ///< the setting controls PFC or headroom
};

/// All settings that the place states, in the model's order: those whose words contain the place; otherwise,
/// on a line of ordinary length, those of the whole line.
[[nodiscard]] std::vector<Stated> stated_at(const Fabric& fabric, const Cursor& cursor);

/// The ports that the place belongs to: the ports of the settings there, the ports whose stanza begins there
/// or contains the place (by indentation), and the ports that a neighbor's name there refers to.
[[nodiscard]] std::vector<PortId> ports_at(
    const Fabric& fabric, const Cursor& cursor, const std::vector<Stated>& stated);

/// "61 440": groups of three digits, separated by a thin space as in SI.
[[nodiscard]] std::string grouped(std::uint64_t number);

/// The devices that a file belongs to.
[[nodiscard]] std::vector<std::uint32_t> devices_of(const Fabric& fabric, SourceId source);

}
