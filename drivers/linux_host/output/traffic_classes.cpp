// SPDX-License-Identifier: Apache-2.0
// mlnx_qos, dcb and scripts each describe traffic classes differently; here they become the model's maps and
// schedulers.
#include "drivers/linux_host/output/outputs.h"
#include "models/catalog/catalog.h"
#include "models/text/ascii.h"

#include <algorithm>

namespace rocelint::linux_host {
namespace {

constexpr std::string_view no_marking_here
    = "a NIC does not mark what it sends; congestion marks are set by the switches";

// The map that the setting already refers to, or a new one: later output replaces earlier output.
Ref place_map(Device& device, const Setting<Ref>& bound, const ClassMap& map)
{
    if (bound.known() && !bound.value.none() && bound.value.index < device.maps.size()) {
        device.maps[bound.value.index] = map;
        return bound.value;
    }
    device.maps.push_back(map);
    return {static_cast<std::uint32_t>(device.maps.size() - 1)};
}

bool same_service(const Scheduler& scheduler, const ServedClass& served)
{
    return scheduler.kind.known() == served.kind.known() && scheduler.kind.value == served.kind.value
        && scheduler.bandwidth.known() == served.bandwidth.known()
        && scheduler.bandwidth.value == served.bandwidth.value
        && scheduler.limit.known() == served.limit.known() && scheduler.limit.value == served.limit.value;
}

// Classes of one port that are served in the same way share a scheduler.
Ref place_scheduler(Device& device, std::size_t first, const ServedClass& served)
{
    for (std::size_t index = first; index < device.schedulers.size(); ++index) {
        if (same_service(device.schedulers[index], served))
            return {static_cast<std::uint32_t>(index)};
    }
    Scheduler& made = device.schedulers.emplace_back();
    made.at = served.at;
    made.kind = served.kind;
    made.bandwidth = served.bandwidth;
    made.limit = served.limit;
    made.name = !served.kind.known()                 ? "vendor"
        : served.kind.value == SchedulerKind::strict ? "strict"
                                                     : "ets";
    return {static_cast<std::uint32_t>(device.schedulers.size() - 1)};
}

void apply_class_map(HostBuilder& host, Port& port, const TrafficClasses& facts)
{
    Device& device = host.device();
    ClassMap queues;
    queues.kind = MapKind::tc_to_queue;
    queues.name = "prio_tc";
    bool one_to_one = true;
    OriginId any;
    for (const Priority priority : PrioritySet::all()) {
        const std::uint8_t tc = facts.of_priority[priority];
        one_to_one = one_to_one && tc == priority;
        if (tc == TrafficClasses::nothing)
            continue;
        any = facts.of_priority_origin[priority];
        queues.set(priority, tc, any);
    }
    if (any == OriginId{})
        return;
    if (one_to_one) {
        port.tc_to_queue = {Ref{}, any};
        port.priority_to_queue = {Ref{}, any};
        return;
    }
    port.tc_to_queue = {place_map(device, port.tc_to_queue, queues), any};
    queues.kind = MapKind::priority_to_queue;
    port.priority_to_queue = {place_map(device, port.priority_to_queue, queues), any};
}

}

bool shows_classes(const TrafficClasses& facts)
{
    return std::ranges::any_of(facts.classes, &ServedClass::present)
        || std::ranges::any_of(
            facts.of_priority, [](std::uint8_t tc) { return tc != TrafficClasses::nothing; });
}

void apply(HostBuilder& host, std::uint32_t index, const TrafficClasses& facts)
{
    Device& device = host.device();
    Port& port = host.port_at(index);
    std::uint16_t count = 0;
    for (const ServedClass& served : facts.classes)
        count = static_cast<std::uint16_t>(count + (served.present ? 1 : 0));
    // An output may be about something else.
    if (shows_classes(facts))
        host.net(index).classes = facts;
    apply_class_map(host, port, facts);
    if (count == 0)
        return;
    if (port.queue_count < count)
        port.first_queue = static_cast<std::uint32_t>(device.queues.size());
    if (device.queues.size() < std::size_t{port.first_queue} + count)
        device.queues.resize(std::size_t{port.first_queue} + count);
    port.queue_count = count;
    port.queues_visible = true;
    const std::size_t first_scheduler = device.schedulers.size();
    const OriginId no_marking = host.origins().unread(no_marking_here);
    std::uint32_t at = port.first_queue;
    for (const std::uint8_t tc : PrioritySet::all()) {
        const ServedClass& served = facts.classes[tc];
        if (!served.present)
            continue;
        Queue& queue = device.queues[at++];
        queue = {};
        queue.number = tc;
        queue.ecn = Setting<Ref>::unread(no_marking);
        const OriginId why = served.kind.known() ? served.kind.origin : host.origins().explicit_at(served.at);
        queue.scheduler = {place_scheduler(device, first_scheduler, served), why};
    }
}

void apply(HostBuilder& host, std::uint32_t index, const ReceiveBuffers& facts)
{
    Device& device = host.device();
    Port& port = host.port_at(index);
    if (facts.of_priority_origin == OriginId{})
        return;
    host.net(index).buffers = facts;
    if (port.group_count == 0) {
        port.first_group = static_cast<std::uint32_t>(device.groups.size());
        port.group_count = 8;
        device.groups.resize(device.groups.size() + 8);
    }
    const auto first_profile = static_cast<std::uint32_t>(device.buffer_profiles.size());
    constexpr std::array names{
        "buffer 0", "buffer 1", "buffer 2", "buffer 3", "buffer 4", "buffer 5", "buffer 6", "buffer 7"};
    for (const std::uint8_t buffer : PrioritySet::all()) {
        BufferProfile& profile = device.buffer_profiles.emplace_back();
        profile.name = names[buffer];
        profile.at = host.origins().span(facts.of_priority_origin);
        if (facts.size_origin != OriginId{})
            profile.reserved = {Bytes{facts.size[buffer]}, facts.size_origin};
    }
    // Groups are numbered by priority, because the NIC pauses priorities; several groups may share a buffer.
    for (const Priority priority : PrioritySet::all()) {
        PriorityGroup& group = device.groups[port.first_group + priority];
        group = {};
        group.number = priority;
        if (facts.of_priority[priority] < 8)
            group.buffer = {Ref{first_profile + facts.of_priority[priority]}, facts.of_priority_origin};
    }
}

void apply_dscp_map(HostBuilder& host, std::uint32_t index, ClassMap map)
{
    Port& port = host.port_at(index);
    map.kind = MapKind::dscp_to_tc;
    map.name = "dscp2prio";
    const catalog::PlatformDefault rest
        = catalog::platform_default("linux-host", "priority_of_unmapped_dscp");
    if (rest.known()) {
        const OriginId unlisted = host.origins().lacking(host.origins().default_of(rest.source), map.at);
        for (std::uint8_t dscp = 0; dscp < 64; ++dscp) {
            if (map.to[dscp] == ClassMap::unmapped)
                map.set(dscp, static_cast<std::uint8_t>(rest.number()), unlisted);
        }
    }
    port.dscp_to_tc = {place_map(host.device(), port.dscp_to_tc, map), host.origins().explicit_at(map.at)};
}

void apply_pfc(HostBuilder& host, std::uint32_t index, PrioritySet priorities, Span at)
{
    Port& port = host.port_at(index);
    const OriginId why = host.origins().explicit_at(at);
    port.pfc_rx = {priorities, why};
    port.pfc_tx = {priorities, why};
    // The NIC accounts and pauses by the priority itself.
    port.tc_to_priority_group = {Ref{}, why};
    port.priority_to_priority_group = {Ref{}, why};
}

// A priority's group is lossless if its traffic class is.
void HostBuilder::settle_queues()
{
    for (std::uint32_t index = 0; index < nets_.size(); ++index) {
        const NetDevice& net = nets_[index];
        for (const Priority priority : PrioritySet::all()) {
            const std::uint8_t tc = net.classes.of_priority[priority];
            if (tc >= net.lossless_class.size() || !net.lossless_class[tc].peek_known())
                continue;
            Port& port = device_.ports[index];
            if (port.group_count == 0) {
                port.first_group = static_cast<std::uint32_t>(device_.groups.size());
                port.group_count = 8;
                device_.groups.resize(device_.groups.size() + 8);
                for (const Priority each : PrioritySet::all())
                    device_.groups[port.first_group + each].number = each;
            }
            device_.groups[port.first_group + priority].lossless = net.lossless_class[tc];
        }
    }
}

std::optional<std::uint8_t> small_number(std::string_view text, std::uint8_t limit)
{
    const auto number = parse_number(text);
    if (!number || *number > limit)
        return std::nullopt;
    return static_cast<std::uint8_t>(*number);
}

std::optional<BitsPerSecond> gigabits(std::string_view text)
{
    const std::size_t point = text.find('.');
    const auto whole = parse_number(text.substr(0, point));
    if (!whole || *whole > 1'000'000)
        return std::nullopt;
    std::uint64_t rate = *whole * 1'000'000'000;
    if (point == std::string_view::npos)
        return BitsPerSecond{rate};
    const std::string_view decimals = text.substr(point + 1);
    const auto part = parse_number(decimals);
    if (!part || decimals.size() > 9)
        return std::nullopt;
    std::uint64_t unit = 1'000'000'000;
    for (std::size_t digit = 0; digit < decimals.size(); ++digit)
        unit /= 10;
    return BitsPerSecond{rate + *part * unit};
}

std::optional<std::string_view> value_of(std::string_view line, std::string_view key)
{
    if (!line.starts_with(key) || line.size() <= key.size() || line[key.size()] != ':')
        return std::nullopt;
    return ascii::trimmed_front(line.substr(key.size() + 1), ascii::is_blank);
}

}
