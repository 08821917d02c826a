// SPDX-License-Identifier: Apache-2.0
// Turns neutral changes into lines of OS10. A policy or map that ports share is changed only if all of them
// want it. What OS10 has no line for is refused.
#include "drivers/os10/os10_translator.h"

#include <fmt/format.h>

namespace rocelint::os10 {
namespace {

constexpr line_cli::PortHeader port_headers[]{
    {kind_of(LineKind::interface_), ""}, {kind_of(LineKind::interface_range), ""}};
constexpr line_cli::PortBlocks port_blocks{port_headers};

constexpr line_cli::ValueLine values[]{{Property::speed, kind_of(LineKind::speed)},
    {.property = Property::link_pause, .fact = kind_of(LineKind::pause_receive), .now = &Port::pause_rx},
    {.property = Property::link_pause, .fact = kind_of(LineKind::pause_send), .now = &Port::pause_tx}};

}

Os10Translator::Os10Translator(const line_cli::Task& task)
    : Translator({.platform = "OS10",
                     .grammar = grammar(),
                     .top = scope::top,
                     .blocks = port_blocks,
                     .values = values,
                     .of_members = line_cli::OfMembers::lag_if_stated},
        task)
    , blocks_(task.device, editor())
{
}

std::string Os10Translator::take(const Change& change, const Port& port)
{
    switch (change.property) {
    case Property::mtu:
        return put(change, fact_of(LineKind::mtu, {std::get<Bytes>(change.value).count + frame_header}));
    case Property::trust:
        return set_trust(change, port, std::get<Trust>(change.value));
    case Property::headroom:
        if (const Bytes* bytes = std::get_if<Bytes>(&change.value))
            return set_buffer(change, class_that_pauses(change, change.number), [&](Fact& line) {
                line.values[0].number = line.value(1) + bytes->count;
            });
        return "OS10 sets headroom aside for every class that pauses by itself";
    case Property::reserve:
        return set_buffer(change, class_of_group(change, change.number), [&](Fact& line) {
            line.values[0].number = std::get<Bytes>(change.value).count;
        });
    case Property::buffer_threshold:
        return set_share_of_buffer(change, std::get<DynamicThreshold>(change.value));
    case Property::cable_length:
        return "OS10 has no line for the length of a cable: pause buffer-size is in kilobytes";
    case Property::fec:
        return "the lines of OS10 for FEC are not read, and so not written";
    case Property::link_pause:
        return std::get<bool>(change.value) && !paused_after(change, port).empty()
            ? "OS10 does not take link-level flow control and PFC at the same time"
            : take_value(change);
    default:
        return take_value(change);
    }
}

// A port's trust comes from the map that it binds: use the map of another port that trusts the same, else the
// only map defined.
std::string Os10Translator::set_trust(const Change& change, const Port& port, Trust trust)
{
    if (port.trust.is(trust))
        return {};
    if (trust == Trust::dscp_else_pcp)
        return "no source was found for which of two trusted fields wins on OS10";
    std::string reason;
    for (const LineKind line : {LineKind::trust_dscp, LineKind::trust_pcp}) {
        const bool wanted = (line == LineKind::trust_dscp) == (trust == Trust::dscp) && trust != Trust::none;
        if (wanted || !reason.empty() || blocks_.bound(change.port.port, line).empty())
            continue;
        reason = editor().find(change.port.port, {kind_of(line)}).states()
            ? take_away(change, fact_of(line))
            : "a trust-map of system qos or of the port channel holds for other ports too";
    }
    if (!reason.empty() || trust == Trust::none)
        return reason;
    const LineKind wanted = trust == Trust::dscp ? LineKind::trust_dscp : LineKind::trust_pcp;
    if (const std::string_view name = blocks_.bound_by_trust(wanted, trust); !name.empty())
        return put(change, named(wanted, name));
    const LineKind kind = trust == Trust::dscp ? LineKind::dscp_map : LineKind::pcp_map;
    const Block* map = blocks_.blocks().find_if(kind, [](const Block&) { return true; });
    const bool is_only = map != nullptr
        && blocks_.blocks().find_if(kind, [&](const Block& other) { return &other != map; }) == nullptr;
    if (is_only)
        return put(change, named(wanted, map->name));
    return "OS10 trusts by a map, and no other port has one of that field";
}

Os10Translator::Found Os10Translator::find(const Change& change, LineKind binding) const
{
    return blocks_.policy_of(change,
        binding,
        binding == LineKind::service_network ? LineKind::network_policy : LineKind::queuing_policy);
}

std::string Os10Translator::set_map(const Change& change, const Port&, const MapEntry& entry)
{
    const LineKind binding = entry.kind == MapKind::dscp_to_tc ? LineKind::trust_dscp
        : entry.kind == MapKind::pcp_to_tc                     ? LineKind::trust_pcp
        : entry.kind == MapKind::tc_to_queue                   ? LineKind::use_traffic_map
                                                               : LineKind::nothing;
    if (binding == LineKind::nothing)
        return "on OS10 the class that pauses a priority makes its priority group and stops its queue";
    if (entry.to >= groups || (entry.kind != MapKind::dscp_to_tc && entry.from >= groups))
        return "OS10 has qos-groups and queues from 0 to 7";
    const std::string_view name = blocks_.bound(change.port.port, binding);
    const LineKind kind = binding == LineKind::trust_dscp ? LineKind::dscp_map
        : binding == LineKind::trust_pcp                  ? LineKind::pcp_map
                                                          : LineKind::traffic_map;
    const Block* map = blocks_.blocks().find(kind, name);
    if (map == nullptr)
        return name.empty() ? "no map of this kind is bound to the port"
                            : fmt::format("map {} is not in the files", name);
    std::string reason = blocks_.refuse_for_others(change, binding, name, "map");
    if (reason.empty())
        blocks_.move_point(*map, entry.from, entry.to);
    return reason;
}

std::string Os10Translator::set_watchdog(const Change&, const Port&, const WatchdogTarget&)
{
    return "no source was found for a PFC watchdog on OS10";
}

std::unique_ptr<line_cli::Translator> translator(const line_cli::Task& task)
{
    return std::make_unique<Os10Translator>(task);
}

}
