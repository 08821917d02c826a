// SPDX-License-Identifier: Apache-2.0
// What a change interrupts on a running device depends on platform, chip and direction. If it is undocumented,
// the change's own class applies and the plan states that nothing is known; a hopeful guess might take a link
// down.
#include "models/catalog/push_hazards.h"

#include "models/catalog/asic.h"
#include "models/catalog/catalog_tables.h"
#include "models/catalog/entries.h"
#include "models/fabric/classify.h"
#include "models/fabric/target.h"
#include "models/fabric/words.h"

#include <algorithm>
#include <array>

namespace rocelint::catalog {
namespace {

enum class Direction : std::uint8_t { any, set, clear };
enum class Unless : std::uint8_t {
    never,
    headroom_profile_there,
    poll_interval_set,
    watched_already,
    polls_in_time,
    virtual_queue,
    class_not_paused
};

struct HazardEntry {
    std::string_view platform;
    std::vector<Property> properties;
    std::vector<std::string_view> asics;
    Direction direction = Direction::any;
    std::string_view value; // "bytes", "priorities", "watched" or empty
    Unless unless = Unless::never;
    PushClass push_class = PushClass::hitless;
    PushClass undo_class = PushClass::hitless;
    std::string_view reason;
    std::string_view source;
};

Property property_of(std::string_view name)
{
    const auto found = find_word<Property>(name);
    ensure(found.has_value() && *found != Property::syntax, "a push hazard names an unknown property");
    return *found;
}

PushClass class_of(std::string_view name)
{
    for (const PushClass known : {PushClass::hitless, PushClass::disruptive, PushClass::refused}) {
        if (name == name_of(known))
            return known;
    }
    ensure(false, "a push hazard has an unknown class");
    return PushClass::refused;
}

Unless exception_of(std::string_view name)
{
    if (name == "headroom-profile-there")
        return Unless::headroom_profile_there;
    if (name == "poll-interval-set")
        return Unless::poll_interval_set;
    if (name == "polls-in-time")
        return Unless::polls_in_time;
    if (name == "virtual-queue")
        return Unless::virtual_queue;
    if (name == "class-not-paused")
        return Unless::class_not_paused;
    ensure(name == "watched-already", "a push hazard has an unknown exception");
    return Unless::watched_already;
}

// push_hazards.yaml, read when the first hazard is looked up.
struct HazardFile {
    CatalogFile file{"push_hazards.yaml", table::push_hazards};
    std::vector<HazardEntry> entries;

    HazardFile()
    {
        for (const Node& node : file.section("hazards")) {
            HazardEntry& entry = entries.emplace_back();
            entry.platform = CatalogFile::member(node, "platform")->value;
            for (const Node& property : *CatalogFile::member(node, "properties"))
                entry.properties.push_back(property_of(property.value));
            if (const Node* asics = node.child("asic")) {
                for (const Node& asic : *asics)
                    entry.asics.push_back(asic.value);
            }
            if (const Node* direction = node.child("direction")) {
                ensure(direction->value == "set" || direction->value == "clear",
                    "a push hazard has an unknown direction");
                entry.direction = direction->value == "set" ? Direction::set : Direction::clear;
            }
            if (const Node* value = node.child("value")) {
                ensure(value->value == "bytes" || value->value == "priorities" || value->value == "watched",
                    "a push hazard has an unknown kind of value");
                entry.value = value->value;
            }
            if (const Node* unless = node.child("unless")) {
                entry.unless = exception_of(unless->value);
            }
            entry.push_class = class_of(CatalogFile::member(node, "class")->value);
            entry.undo_class = class_of(CatalogFile::member(node, "undo")->value);
            entry.reason = CatalogFile::member(node, "reason")->value;
            entry.source = file.source(CatalogFile::member(node, "source")->value);
        }
    }
};

bool goes(const Change& change, Direction direction)
{
    if (direction == Direction::any)
        return true;
    const bool wants_set = direction == Direction::set;
    if (const auto* delta = std::get_if<PriorityDelta>(&change.value))
        return wants_set ? !delta->add.empty() : !delta->remove.empty();
    if (const auto* on = std::get_if<bool>(&change.value))
        return *on == wants_set;
    return wants_set;
}

bool sets(const Change& change, std::string_view value)
{
    if (value == "bytes")
        return std::holds_alternative<Bytes>(change.value);
    if (value == "priorities")
        return std::holds_alternative<PriorityDelta>(change.value);
    const auto* watchdog = std::get_if<WatchdogTarget>(&change.value);
    return value.empty() || (watchdog != nullptr && !watchdog->priorities.empty());
}

bool matches(const HazardEntry& entry, std::string_view platform, std::string_view asic, const Change& change)
{
    if (entry.platform != platform || !goes(change, entry.direction) || !sets(change, entry.value)
        || std::ranges::find(entry.properties, change.property) == entry.properties.end())
        return false;
    if (entry.asics.empty())
        return true;
    // An unknown ASIC may be any of them, but a mere possibility is no reason to refuse.
    return asic.empty() ? entry.push_class != PushClass::refused
                        : std::ranges::find(entry.asics, asic) != entry.asics.end();
}

// Whether a profile exists for the port's headroom as it will be after the change.
bool has_headroom_profile(const Device& device, const Change& change)
{
    if (device.headroom.dynamic.is(true))
        return true;
    if (change.port.port >= device.ports.size())
        return false;
    const Port& port = device.ports[change.port.port];
    const auto* wanted = std::get_if<Metres>(&change.value);
    if (!port.speed.known() || (wanted == nullptr && !port.cable_length.known()))
        return false;
    const Metres length = wanted != nullptr ? *wanted : port.cable_length.value;
    // An unused profile may be a row of the table from which the daemon creates profiles, so only profiles of
    // groups count.
    return std::ranges::any_of(device.groups, [&](const PriorityGroup& group) {
        const BufferProfile* profile = target_of(device.buffer_profiles, group.buffer);
        return profile != nullptr && profile->for_speed.is(port.speed.value) && profile->for_cable.is(length);
    });
}

bool polls_too_late(const Port& port)
{
    const PfcWatchdog& watchdog = port.watchdog;
    return watchdog.poll.known()
        && ((watchdog.detection.known() && watchdog.detection.value < watchdog.poll.value)
            || (watchdog.restoration.known() && watchdog.restoration.value < watchdog.poll.value));
}

// Whether no port pauses the class that the code point is in, or the class that it moves to. All ports may
// share the map.
bool leaves_pause_alone(const Device& device, const Change& change)
{
    const auto* entry = std::get_if<MapEntry>(&change.value);
    return entry != nullptr && std::ranges::all_of(device.ports, [&](const Port& port) {
        if (port.kind != PortKind::physical)
            return true;
        if (!port.pfc_tx.known())
            return false;
        const ClassMap* map = device.map(port.dscp_to_tc);
        for (const Priority paused : port.pfc_tx.value) {
            const Setting<std::uint8_t> tc = tc_of_priority(device, port, paused);
            if (!tc.known() || map == nullptr || tc.value == entry->to
                || tc.value == map->at_point(entry->from))
                return false;
        }
        return true;
    });
}

// Without a device, no exception can be checked.
bool is_excepted(Unless unless, const Device* device, const Change& change)
{
    if (device == nullptr || unless == Unless::never)
        return false;
    if (unless == Unless::headroom_profile_there)
        return has_headroom_profile(*device, change);
    if (unless == Unless::class_not_paused)
        return leaves_pause_alone(*device, change);
    if (unless == Unless::polls_in_time)
        return std::ranges::none_of(device->ports, polls_too_late);
    if (unless == Unless::virtual_queue)
        return change.property == Property::ecn && device->virtual_queues.is(true);
    if (unless == Unless::watched_already) {
        const auto* target = std::get_if<WatchdogTarget>(&change.value);
        return target != nullptr && change.port.port < device->ports.size()
            && device->ports[change.port.port].watchdog.priorities.configured()
            && device->ports[change.port.port].watchdog.priorities.is(target->priorities);
    }
    return std::ranges::any_of(
        device->ports, [](const Port& port) { return port.watchdog.poll.configured(); });
}

Hazard own_class(const Change& change)
{
    if (change.fix_class == FixClass::manual)
        return {PushClass::refused, PushClass::refused, "this change is left to a person", {}};
    const PushClass own = change.fix_class == FixClass::hitless ? PushClass::hitless : PushClass::disruptive;
    return {own, own, "how this platform behaves during the change is undocumented", {}};
}

// The kernel driver of the NIC of a port.
std::string_view driver_of(const Device& device, std::uint32_t port)
{
    const std::uint32_t nic = port < device.ports.size() ? device.ports[port].nic : Port::no_index;
    if (nic >= device.nics.size())
        return {};
    return device.nics[nic].driver.value_or({});
}

Hazard find(std::string_view platform, std::string_view asic, const Change& change, const Device* device)
{
    static const HazardFile catalog;
    Hazard found = own_class(change);
    if (found.push_class == PushClass::refused)
        return found;
    bool first = true;
    for (const HazardEntry& entry : catalog.entries) {
        if (!matches(entry, platform, asic, change) || is_excepted(entry.unless, device, change))
            continue;
        const bool worse = entry.push_class > found.push_class
            || (entry.push_class == found.push_class && entry.undo_class > found.undo_class);
        if (!first && !worse)
            continue;
        found = {entry.push_class,
            std::max(entry.undo_class, first ? PushClass::hitless : found.undo_class),
            std::string(entry.reason),
            entry.source};
        first = false;
    }
    return found;
}

}

Hazard find_hazard(std::string_view platform, std::string_view asic, const Change& change)
{
    return find(platform, asic, change, nullptr);
}

Hazard find_hazard(const Device& device, const Change& change)
{
    if (device.kind == DeviceKind::host)
        return find(device.platform, driver_of(device, change.port.port), change, &device);
    const Asic* asic = asic_of(device);
    return find(device.platform, asic != nullptr ? asic->name : std::string_view{}, change, &device);
}

const char* name_of(PushClass push_class)
{
    constexpr std::array names{"hitless", "disruptive", "refused"};
    return names[static_cast<std::size_t>(push_class)];
}

}
