// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/line_cli/read/device_lines.h"
#include "models/fabric/value/definition.h"

#include <vector>

namespace rocelint::line_cli {

/// Enters the names that the lines define and use. `duties_of(line)` returns the duties that a line (the
/// header of a definition, or a line in its block) gives the definition. `is_own(name)`: whether the platform
/// itself defines the name.
template <class DutiesOf, class IsOwn>
void enter_names(NameBook& book, const Lines& lines, DutiesOf&& duties_of, IsOwn&& is_own)
{
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

}
