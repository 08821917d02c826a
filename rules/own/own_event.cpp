// SPDX-License-Identifier: Apache-2.0
#include "rules/own/own_event.h"

#include "models/confined/bytes.h"

#include <utility>

namespace rocelint {

std::string write_own_events(const std::vector<OwnEvent>& events)
{
    confined::ByteWriter out;
    for (const OwnEvent& event : events) {
        out.byte(static_cast<std::uint8_t>(event.kind));
        for (const std::uint32_t number : {event.rule,
                 event.ports,
                 event.port.device,
                 event.port.port,
                 event.at.source,
                 event.at.offset,
                 event.at.length})
            out.number(number);
        out.text(event.text);
    }
    return out.take();
}

std::vector<OwnEvent> read_own_events(std::string_view bytes)
{
    std::vector<OwnEvent> events;
    confined::ByteReader in(bytes);
    while (!in.done() && !in.failed()) {
        OwnEvent event;
        event.kind = static_cast<OwnEvent::Kind>(in.byte());
        for (std::uint32_t* number : {&event.rule,
                 &event.ports,
                 &event.port.device,
                 &event.port.port,
                 &event.at.source,
                 &event.at.offset,
                 &event.at.length})
            *number = static_cast<std::uint32_t>(in.number());
        event.text = in.text();
        events.push_back(std::move(event));
    }
    return events;
}

}
