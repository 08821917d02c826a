// SPDX-License-Identifier: Apache-2.0
// Assigns the lines of a device to its ports: which header applies to which port, and how ports and device
// are named.
#include "drivers/line_cli/read/device_lines.h"

#include "drivers/line_cli/grammar/port_ranges.h"
#include "models/fabric/meter.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

namespace rocelint::line_cli {

DeviceLines::DeviceLines(const Grammar& grammar,
    Lines&& read,
    Device& target,
    std::vector<SyntaxProblem>& found,
    PortKind (*kind_of)(std::string_view name),
    std::string_view (*type_word)(std::string_view letters))
    : SettingMaker(target, found)
    , device(target)
    , problems(found)
    , lines(std::move(read))
    , said(grammar, lines)
    , whole(said.add_place())
    , grammar_(grammar)
    , kind_of_(kind_of)
    , type_word_(type_word)
{
}

void DeviceLines::join_by_lines(std::uint8_t channel_group, std::string_view channel)
{
    // join() below may append a port channel that has no stanza of its own, so the bound is fixed here.
    const auto count = static_cast<std::uint32_t>(device.ports.size());
    for (std::uint32_t index = 0; index < count; ++index) {
        const Port& port = device.ports[index];
        if (port.kind == PortKind::subinterface) {
            const auto parent = port_by_name.find(port.name.substr(0, port.name.find('.')));
            if (parent != port_by_name.end())
                device.ports[index].parent = parent->second;
        }
        const Fact* group = said.find(ports[index].place, channel_group);
        if (port.kind == PortKind::physical && group != nullptr && group->sense == Sense::set)
            join(index, port_of_name(fmt::format("{}{}", channel, group->value()), group->at), group->at);
    }
}

std::uint32_t DeviceLines::port_index(std::string_view name, Span at)
{
    const auto [found, fresh]
        = port_by_name.try_emplace(name, static_cast<std::uint32_t>(device.ports.size()));
    if (fresh) {
        Port port;
        port.name = name;
        port.kind = kind_of_(name);
        port.at = at;
        device.ports.push_back(port);
        ports.push_back({.place = said.add_place(), .membership = {}, .addresses = {}, .lists = {}});
    }
    return found->second;
}

std::uint32_t DeviceLines::port_of_name(const std::string& name, Span at)
{
    const auto known = port_by_name.find(name);
    return known != port_by_name.end() ? known->second : port_index(device.arena->keep(name), at);
}

std::uint32_t DeviceLines::port_spelt(std::string_view name, Span at)
{
    if (type_word_ == nullptr)
        return port_index(name, at);
    const std::size_t digits = std::min(name.find_first_of("0123456789"), name.size());
    const std::string_view word = type_word_(name.substr(0, digits));
    std::string spelt(word.empty() ? name.substr(0, digits) : word);
    spelt += name.substr(digits);
    return port_of_name(spelt, at);
}

void DeviceLines::join(std::uint32_t port, std::uint32_t lag, Span membership)
{
    device.ports[port].lag = lag;
    ports[port].membership = membership;
    ports[lag].configured = true;
}

std::optional<std::string_view> DeviceLines::single_port(const Fact& header, std::string_view prefix)
{
    const bool plain = prefix.empty() && !is_port_range(header.text);
    return plain ? std::optional(header.text) : std::nullopt;
}

std::vector<std::string> DeviceLines::port_names(
    const Fact& header, std::string_view prefix, std::span<const Fact> inside)
{
    const std::size_t lines_per_port = 1 + inside.size();
    auto names = expand_ports(header.text, std::min(most_ports_of_range, range_budget_ / lines_per_port));
    if (!names) {
        problems.push_back({SyntaxProblem::Severity::error,
            header.at,
            "this list of interfaces cannot be expanded; its lines are not read"});
        mark_all(*header.node, CoverageState::unrecognised);
        return {};
    }
    range_budget_ -= names->size() * lines_per_port;
    for (std::string& name : *names)
        name.insert(0, prefix);
    return *std::move(names);
}

std::uint32_t DeviceLines::configure(std::uint32_t port, const Fact& header)
{
    if (!ports[port].configured)
        device.ports[port].at = header.at;
    ports[port].configured = true;
    port_headers.emplace_back(port, header.node);
    return port;
}

void DeviceLines::mark_all(const Node& node, CoverageState state) const
{
    if (grammar_.dialect().flat)
        node.mark(state);
    else
        node.mark_subtree(state);
}

void DeviceLines::take_speed(Port& port, const Stated& line)
{
    if (line.is(Sense::set) && line.fact->value() != 0)
        port.speed = {value_as<BitsPerSecond>(*line.fact), origin_of(line)};
}

void DeviceLines::take_type_as_mode(Port& port)
{
    const bool routed = port.kind == PortKind::vlan || port.kind == PortKind::loopback
        || port.kind == PortKind::management || port.kind == PortKind::subinterface;
    if (routed)
        port.routed
            = {true, device.origins.derived(port.at, {}, "an interface of this type is always routed")};
}

void DeviceLines::begin_queues(Port& port, std::uint8_t count, bool visible) const
{
    port.first_queue = static_cast<std::uint32_t>(device.queues.size());
    port.queue_count = count;
    port.queues_visible = visible;
}

void DeviceLines::begin_groups(Port& port, std::uint8_t count) const
{
    port.first_group = static_cast<std::uint32_t>(device.groups.size());
    port.group_count = count;
    port.groups_visible = true;
}

void DeviceLines::add_unread_queues(Port& port, std::uint8_t count, OriginId reason)
{
    const auto unread = Setting<Ref>::unread(reason);
    begin_queues(port, count);
    for (std::uint8_t number = 0; number < count; ++number)
        device.queues.push_back({.number = number, .ecn = unread, .scheduler = unread, .buffer = {}});
}

std::vector<const Fact*> DeviceLines::list_of(std::uint32_t port, std::uint8_t kind) const
{
    std::vector<const Fact*> facts;
    for (const std::uint32_t of : {device.ports[port].lag, port}) {
        if (of != Port::no_index)
            std::ranges::copy_if(ports[of].lists, std::back_inserter(facts), [&](const Fact* fact) {
                return fact->kind == kind;
            });
    }
    return facts;
}

void DeviceLines::take_ports(const Fact& header, std::span<const Fact> inside, const PortLineKinds& kinds)
{
    if (kind_of_(header.text) == PortKind::other)
        return header.node->mark_subtree(CoverageState::unrecognised);
    for_each_port_line(
        header, {}, inside, [&](std::uint32_t port, const Fact& fact) { take_port_line(port, fact, kinds); });
}

void DeviceLines::take_port_line(std::uint32_t port, const Fact& fact, const PortLineKinds& kinds)
{
    if (fact.kind == kinds.address || fact.kind == kinds.address6)
        return take_address(port, fact, Words(fact.text), kinds.elsewhere, fact.kind == kinds.address);
    if (fact.kind == kinds.vrf)
        fact.node->mark(CoverageState::irrelevant);
    said.put(ports[port].place, fact);
}

void DeviceLines::bind_unread_policy(std::uint32_t port, std::string_view why, Span at)
{
    const Meter unread{.dscps = DscpSet::all(), .why_unknown = why, .at = at};
    bind_meters(device, port, {&unread, 1});
}

}
