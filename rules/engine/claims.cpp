// SPDX-License-Identifier: Apache-2.0
#include "rules/engine/claims.h"

#include <algorithm>
#include <array>

namespace rocelint {

const std::size_t* Claims::find(const Subject& subject) const
{
    const std::size_t* wider = find_wider(subject);
    return wider != nullptr ? wider : find_narrower(subject);
}

const std::size_t* Claims::find_cover(const Subject& subject) const
{
    for (const Subject& wide : {subject, Subject{subject.port, subject.property, Subject::whole}}) {
        if (const auto found = covered_.find(wide); found != covered_.end())
            return &found->second;
    }
    return nullptr;
}

// Looks up all subjects that include this one: itself, and with the port, the part, or both widened.
const std::size_t* Claims::find_wider(const Subject& subject) const
{
    const PortId device{subject.port.device, Port::no_index};
    for (const Subject& wide : std::array{subject,
             Subject{subject.port, subject.property, Subject::whole},
             Subject{device, subject.property, subject.part},
             Subject{device, subject.property, Subject::whole}}) {
        if (const auto found = claimed_.find(wide); found != claimed_.end())
            return &found->second;
    }
    return nullptr;
}

// Only a subject for a whole device or a whole property includes other subjects.
const std::size_t* Claims::find_narrower(const Subject& subject) const
{
    const bool of_device = subject.port.port == Port::no_index;
    if (!of_device && !subject.part.is_whole())
        return nullptr;
    const PortId first{subject.port.device, of_device ? 0 : subject.port.port};
    for (auto at = claimed_.lower_bound({first, Property{}, std::uint8_t{0}}); at != claimed_.end(); ++at) {
        const Subject& claimed = at->first;
        if (claimed.port.device != subject.port.device || (!of_device && claimed.port != subject.port))
            break;
        // "The device's PFC of priority 3" also matches "the port's PFC".
        if (covers(subject, claimed)
            || (of_device && covers({subject.port, subject.property, Subject::whole}, claimed)
                && claimed.part.is_whole()))
            return &at->second;
    }
    return nullptr;
}

}
