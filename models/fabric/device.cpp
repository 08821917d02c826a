// SPDX-License-Identifier: Apache-2.0
// Lookups in one device, including whether an ECN profile can mark at all.
#include "models/fabric/device.h"

#include "models/fabric/target.h"
#include "models/fabric/value/port_name.h"
#include "models/fabric/words.h"
#include "models/text/nearest.h"

#include <algorithm>

namespace rocelint {

bool EcnProfile::marks() const
{
    // Unmetered traffic is green, so the green curve decides; on platforms with one curve, it is called
    // green.
    return std::ranges::any_of(
        curves, [](const EcnCurve& curve) { return curve.colour == Colour::green && curve.marks.is(true); });
}

bool EcnProfile::known() const
{
    return std::ranges::any_of(
        curves, [](const EcnCurve& curve) { return curve.colour == Colour::green && curve.marks.known(); });
}

const Queue* Device::queue(const Port& port, std::uint8_t number) const
{
    for (const Queue& queue : queues_of(port)) {
        if (queue.number == number)
            return &queue;
    }
    return nullptr;
}

const PriorityGroup* Device::group(const Port& port, std::uint8_t number) const
{
    for (const PriorityGroup& group : groups_of(port)) {
        if (group.number == number)
            return &group;
    }
    return nullptr;
}

const ClassMap* Device::map(const Setting<Ref>& ref) const { return target_of(maps, ref); }

std::string Device::part_name(std::uint32_t part) const
{
    if (part < ports.size())
        return std::string(ports[part].name);
    if (subnet && part < subnet->ports.size())
        return subnet->port_name(part);
    if (manager && part < manager->options.size())
        return std::string(manager->options[part].name);
    return {};
}

std::uint32_t Device::find_port(std::string_view wanted) const
{
    const std::string comparable = comparable_port_name(wanted);
    for (std::uint32_t index = 0; index < ports.size(); ++index) {
        if (equal_ignoring_case(ports[index].name, wanted)
            || comparable_port_name(ports[index].name) == comparable)
            return index;
    }
    for (std::uint32_t index = 0; index < ports.size(); ++index) {
        if (!ports[index].alias.empty() && comparable_port_name(ports[index].alias) == comparable)
            return index;
    }
    return Port::no_index;
}

Span Device::place(OriginId origin, const Port* port) const
{
    const Origin written = origins.look_up(origin);
    // An inherited value must be fixed where it is stated, in the profile or group, not where that is
    // referred to.
    if (written.kind == OriginKind::inherited && written.via.somewhere())
        return written.via;
    if (written.at.somewhere())
        return written.at;
    if (written.via.somewhere())
        return written.via;
    if (port != nullptr && port->at.somewhere())
        return port->at;
    if (identity.somewhere())
        return identity;
    return files.empty() ? Span{} : Span{files.front(), 0, 0};
}

const char* name_of(Role role) { return word_of(role).data(); }
const char* name_of(DeviceKind kind) { return word_of(kind).data(); }
std::string_view name_of_queues(const Device& device)
{
    return device.virtual_queues.peek_known() && device.virtual_queues.value ? "virtual output queue"
                                                                             : "queue";
}

const char* name_of(PortKind kind) { return word_of(kind).data(); }
const char* name_of(Trust trust) { return word_of(trust).data(); }
const char* name_of(WatchdogAction action) { return word_of(action).data(); }

}
