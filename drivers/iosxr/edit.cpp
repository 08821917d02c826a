// SPDX-License-Identifier: Apache-2.0
// Turns neutral changes into lines of IOS XR. What ports share is changed only if all of them want it. What IOS XR has no
// line for is refused, and so is what would take thresholds or headroom that are a choice.
#include "drivers/iosxr/iosxr.h"
#include "drivers/iosxr/iosxr_translator.h"
#include "drivers/iosxr/watchdog_times.h"
#include "models/physics/wire.h"

#include <fmt/format.h>

#include <algorithm>

namespace rocelint::iosxr {
namespace {

constexpr line_cli::ValueLine values[]{{.property = Property::fec,
    .fact = kind_of(LineKind::fec),
    .no_words = "IOS XR has one word for the Reed-Solomon code of a speed"}};

constexpr std::string_view of_location = "the lossless traffic classes are those of all ports of a location";

// A class-map that looks at the other field as well may stay: a packet that matches either of them is in the class.
bool is_wide(const Fact& condition, std::uint8_t match)
{
    const bool is_point = says(condition) == LineKind::match_dscp || says(condition) == LineKind::match_cos;
    return condition.kind != match && says(condition) != LineKind::match_label && !is_point;
}

constexpr line_cli::ClassMapStyle class_maps{.policy = kind_of(LineKind::policy_map),
    .class_map = kind_of(LineKind::class_map),
    .set_class = kind_of(LineKind::set_class),
    .rest = class_of_all,
    .made_name = "CLASS",
    .is_wide = is_wide};

}

IosxrTranslator::IosxrTranslator(const line_cli::Task& task)
    : Translator({.platform = "IOS XR",
                     .grammar = grammar(),
                     .top = scope::top,
                     .blocks = port_blocks(),
                     .values = values,
                     .of_members = line_cli::OfMembers::lag_if_stated},
        task)
    , blocks_(editor(), task.device, block_kinds)
    , class_maps_(class_maps, blocks_)
{
}

const Block* IosxrTranslator::profile_of(std::string_view port) const
{
    const Block* own = blocks_.blocks().find_if(
        LineKind::profile, [&](const Block& each) { return is_own_location(each.name, port); });
    return own != nullptr ? own : blocks_.blocks().find_if(LineKind::profile, [&](const Block& each) {
        return is_shared_location(each.name, port);
    });
}

std::string IosxrTranslator::take(const Change& change, const Port& port)
{
    switch (change.property) {
    case Property::mtu:
        return set_size(change, std::get<Bytes>(change.value));
    case Property::trust:
        return set_trust(change, port, std::get<Trust>(change.value));
    case Property::link_pause:
        return set_link_pause(change, port, std::get<bool>(change.value));
    case Property::speed:
        return "the type of a port of IOS XR is its speed";
    case Property::headroom:
        return set_headroom(change, port);
    case Property::buffer_threshold:
        return "IOS XR has pause thresholds in bytes or as times, and no dynamic ones";
    case Property::reserve:
        return "IOS XR has no line for the reserve of a traffic class";
    case Property::cable_length:
        return "IOS XR has no line for the length of a cable: headroom is in bytes";
    default:
        return take_value(change);
    }
}

std::string IosxrTranslator::set_size(const Change& change, Bytes frame)
{
    std::string reason = put(change, fact_of(LineKind::mtu, {frame.count}));
    // Packets of IPv4 have a limit of their own where a line states one.
    if (reason.empty() && editor().find(change.port.port, {kind_of(LineKind::ip_mtu)}).states())
        reason = put(change,
            fact_of(LineKind::ip_mtu,
                {std::max(frame.count, physics::ethernet_header) - physics::ethernet_header}));
    return reason;
}

std::string IosxrTranslator::set_link_pause(const Change& change, const Port& port, bool on)
{
    if (!on)
        return take_away(change, fact_of(LineKind::link_pause));
    const PrioritySet paused = paused_after(change, port);
    return paused.empty() ? put(change, fact_of(LineKind::link_pause, {line_cli::number_of(Pause::both)}))
                          : "a port with PFC on must not pause the whole link as well";
}

// Takes a traffic class away from all ports of a location.
std::string IosxrTranslator::remove_class(const Change& change, const Port& port, Priority priority)
{
    const Block* profile = profile_of(port.name);
    std::string reason = refuse_for_others(change, of_location, [&](std::uint32_t index, const Port& other) {
        const PrioritySet now = other.pfc_tx.value_or({});
        return profile_of(other.name) == profile && now.has(priority)
            && editor().asked().pfc_after(index, now).has(priority);
    });
    for (const LineKind kind : {LineKind::internal, LineKind::extended}) {
        if (reason.empty())
            reason = blocks_.remove(*profile, profile->find(kind, priority));
    }
    return reason;
}

std::string IosxrTranslator::set_pfc(const Change& change, const Port& port, const PriorityDelta& delta)
{
    if (port.kind != PortKind::physical)
        return "PFC belongs to the physical ports";
    if (!port.pfc_tx.known())
        return "which priorities the port pauses is not known";
    const PrioritySet now = port.pfc_tx.value;
    const PrioritySet then = (now | delta.add) - delta.remove;
    if (then.bits == now.bits)
        return {};
    if (then.empty())
        return put(change, fact_of(LineKind::pfc, {0}));
    const Block* profile = profile_of(port.name);
    PrioritySet lossless;
    for (Priority number = 0; profile != nullptr && number < class_count; ++number) {
        if (profile->find(LineKind::internal, number) != nullptr
            || profile->find(LineKind::extended, number) != nullptr)
            lossless.insert(number);
    }
    if (const PrioritySet missing = then - lossless; !missing.empty())
        return fmt::format(
            "traffic class {} has no line of hw-module profile priority-flow-control for the location of the port, and its "
            "pause threshold and headroom are a choice",
            to_string(missing));
    if (const PrioritySet unasked = now.empty() ? lossless - then - delta.remove : PrioritySet{};
        !unasked.empty())
        return fmt::format("PFC is off, and switching it on would pause priority {} too", to_string(unasked));
    std::string reason;
    for (const Priority priority : lossless - then) {
        if (reason.empty())
            reason = remove_class(change, port, priority);
    }
    return reason.empty() ? put(change, fact_of(LineKind::pfc, {1})) : reason;
}

std::string IosxrTranslator::set_watchdog(
    const Change& change, const Port& port, const WatchdogTarget& target)
{
    const PrioritySet paused = paused_after(change, port);
    if (port.kind != PortKind::physical || paused.empty())
        return "the watchdog of IOS XR watches the queues with PFC of a physical port, and this port has none";
    if (!(target.priorities - paused).empty())
        return "IOS XR watches the priorities with PFC";
    const Fact* whole = editor().find_global(kind_of(LineKind::watchdog));
    if (whole != nullptr && whole->sense == Sense::set && whole->value() == 0)
        return "the router switches the watchdog of all ports off, and no source that was read states whether a port can "
               "switch it on again";
    std::string reason
        = port.watchdog.enabled.is(true) ? std::string{} : put(change, fact_of(LineKind::watchdog, {1}));
    const bool same = (!target.detection || port.watchdog.detection.is(*target.detection))
        && (!target.restoration || port.watchdog.restoration.is(*target.restoration))
        && (!target.poll || port.watchdog.poll.is(*target.poll));
    return !reason.empty() || same ? reason : set_times(change, port, target);
}

// Both times are multiples of one interval.
std::string IosxrTranslator::set_times(const Change& change, const Port& port, const WatchdogTarget& target)
{
    const PfcWatchdog& now = port.watchdog;
    const auto after = [](const std::optional<Milliseconds>& wanted, const Setting<Milliseconds>& present) {
        const Milliseconds time = wanted ? *wanted : present.value_or(Milliseconds(0));
        return static_cast<std::uint64_t>(time.count());
    };
    const std::uint64_t detection = after(target.detection, now.detection);
    const std::uint64_t restoration = after(target.restoration, now.restoration);
    const auto times
        = times_of(detection, restoration, after(target.poll, now.poll), target.poll.has_value());
    if (!times)
        return std::string(odd_times);
    std::string reason;
    const auto put_line = [&](LineKind kind, std::uint64_t value, bool stated) {
        if (reason.empty() && value != 0 && !stated)
            reason = put(change, fact_of(kind, {value}));
    };
    const bool same_interval = now.poll.known() && after({}, now.poll) == times->interval;
    const auto is_there = [&](const Setting<Milliseconds>& present, std::uint64_t wanted) {
        return same_interval && present.known() && after({}, present) == wanted;
    };
    put_line(LineKind::watchdog_interval, times->interval, same_interval);
    put_line(LineKind::watchdog_shutdown, times->shutdown, is_there(now.detection, detection));
    put_line(LineKind::watchdog_restore, times->restore, is_there(now.restoration, restoration));
    return reason;
}

std::string IosxrTranslator::set_headroom(const Change& change, const Port& port)
{
    const Block* profile = profile_of(port.name);
    if (const auto* delta = std::get_if<PriorityDelta>(&change.value)) {
        const PrioritySet paused = paused_after(change, port);
        return delta->remove.empty() && (delta->add - paused).empty() && profile != nullptr
            ? std::string{}
            : "IOS XR sets headroom aside for traffic classes of hw-module profile priority-flow-control, in bytes";
    }
    const Bytes* bytes = std::get_if<Bytes>(&change.value);
    const Fact* line = profile == nullptr || change.number >= class_count
        ? nullptr
        : profile->find(LineKind::internal, change.number);
    if (bytes == nullptr || line == nullptr || line->sense != Sense::set || !has_values(*line))
        return "only a line of buffer-internal with thresholds states headroom in bytes";
    std::string reason = refuse_for_others(change, of_location, [&](std::uint32_t, const Port& other) {
        return other.kind == PortKind::physical && profile_of(other.name) == profile
            && other.pfc_tx.value_or({}).has(change.number);
    });
    if (!reason.empty())
        return reason;
    Fact wanted = *line;
    wanted.values[2].number = bytes->count;
    return blocks_.put_line(*profile, *profile->last_header->node, wanted, line);
}

std::unique_ptr<line_cli::Translator> translator(const line_cli::Task& task)
{
    return std::make_unique<IosxrTranslator>(task);
}

}
