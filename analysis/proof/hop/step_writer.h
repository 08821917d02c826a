// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/proof/hop/hop.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace rocelint::proof {

/// Collects the steps of one hop. Formats text only for steps that are recorded.
class StepWriter {
public:
    StepWriter(const Fabric& fabric, std::uint8_t kind, Detail detail, Hop& hop)
        : fabric_(fabric), kind_(kind), detail_(detail), hop_(hop)
    {
    }

    template <class... Args>
    void add(Aspect aspect,
        Grade grade,
        PortId port,
        OriginId origin,
        Subject subject,
        fmt::format_string<Args...> format,
        Args&&... args)
    {
        hop_.outcome = std::max(hop_.outcome, grade);
        if (grade >= Grade::unproven && keeps_packets(aspect))
            hop_.lossless = false;
        if (detail_ == Detail::faults && grade == Grade::proven)
            return;
        const Device& device = fabric_.device(port);
        const Origin why = device.origins.look_up(origin);
        hop_.steps.push_back({aspect,
            grade,
            kind_,
            port,
            grade == Grade::broken ? device.place(origin, &device.ports[port.port])
                                   : device.origins.span(origin),
            why.kind == OriginKind::default_ ? why.note : std::string_view{},
            fmt::format(format, std::forward<Args>(args)...),
            subject});
    }

    /// Adds an unproven step for an unread setting, with the reason that the driver gives.
    void unread(Aspect aspect, PortId port, OriginId origin, std::string_view what)
    {
        const std::string_view reason = fabric_.device(port).origins.look_up(origin).note;
        add(aspect,
            Grade::unproven,
            port,
            origin,
            {},
            "{} is unknown{}{}",
            what,
            reason.empty() ? "" : ": ",
            reason);
    }

private:
    const Fabric& fabric_;
    std::uint8_t kind_;
    Detail detail_;
    Hop& hop_;
};

}
