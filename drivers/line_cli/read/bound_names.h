// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/line_cli/read/device_lines.h"
#include "models/fabric/value/definition.h"

#include <cstdint>
#include <span>
#include <vector>

namespace rocelint::line_cli {

/// A duty that a line of this kind (the header of a definition, or a line in its block) gives the definition.
struct LineDuty {
    template <class Kind>
    constexpr LineDuty(Kind of, Duty gives, bool (*if_so)(const Fact& line) = nullptr)
        : kind(static_cast<std::uint8_t>(of)), duty(gives), counts(if_so)
    {
    }
    std::uint8_t kind;
    Duty duty;
    bool (*counts)(const Fact& line); ///< whether this line gives it; null: every line does
};

/// Enters the names that the lines define and use. `is_own(name)`: whether the platform itself defines the name.
template <class IsOwn>
void enter_names(NameBook& book, const Lines& lines, std::span<const LineDuty> line_duties, IsOwn&& is_own)
{
    const auto duties_of = [&](const Fact& line) {
        Duties duties;
        for (const LineDuty& row : line_duties) {
            if (row.kind == line.kind && is_set(line) && (row.counts == nullptr || row.counts(line)))
                duties = duties | Duties::of(row.duty);
        }
        return duties;
    };
    const auto use = [&](const Fact& line) {
        const bool names = line.sense == Sense::set && line.statement != nullptr
            && !line.statement->uses.empty() && !is_own(line.text);
        if (names)
            book.use(line.statement->uses, line.text, line.at);
    };
    for (const Stanza& stanza : lines.stanzas) {
        const Fact& header = lines.header(stanza);
        if (header.sense != Sense::set || header.statement == nullptr)
            continue;
        Duties duties = duties_of(header);
        for (const Fact& line : lines.inside(stanza)) {
            duties = duties | duties_of(line);
            use(line);
        }
        use(header);
        if (!header.statement->defines.empty())
            book.define(header.statement->defines, header.text, header.at, duties);
    }
}

/// Adds the definitions that no line uses to the device. Reports the names that a line uses and nothing
/// defines, even if no setting depends on them: an OS10 port whose PFC is off ignores its network-qos policy,
/// but the missing policy shows that PFC was intended.
inline void take_names(const NameBook& book, DeviceLines& device)
{
    for (const Definition& each : book.undefined()) {
        if (each.at.somewhere())
            static_cast<void>(device.lost(each.what, each.name, each.at));
    }
    device.device.unbound = book.unbound();
}

/// Does both.
template <class IsOwn>
void resolve_names(DeviceLines& device, std::span<const LineDuty> line_duties, IsOwn&& is_own)
{
    NameBook names;
    enter_names(names, device.lines, line_duties, is_own);
    take_names(names, device);
}

}
