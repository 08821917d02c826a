// SPDX-License-Identifier: Apache-2.0
// Reads where a device forwards packets: the addresses of its ports, static routes, and what BGP and link-state
// routing do.
#include "drivers/line_cli/read/device_lines.h"

#include <algorithm>

namespace rocelint::line_cli {

void DeviceLines::take_own_as(
    const Fact& header, std::span<const Fact> inside, std::uint8_t allowas_in, std::uint64_t times)
{
    Forwarding& forwarding = device.forwarding;
    const auto asn = parse_asn(header.text);
    header.node->mark(asn ? CoverageState::read : CoverageState::unrecognised);
    if (asn)
        forwarding.bgp_asn = {*asn, device.origins.explicit_at(header.at)};
    constexpr std::uint8_t nothing = 0; // headers of inner blocks
    for (const Fact& line : inside) {
        if (line.kind == nothing)
            line.node->mark(CoverageState::irrelevant);
        if (line.kind != allowas_in)
            continue;
        if (line.sense == Sense::set)
            allow_own_as(line.values[0].written() ? line.value() : times, line.at);
    }
}

void DeviceLines::allow_own_as(std::uint64_t times, Span at)
{
    Setting<std::uint8_t>& allowed = device.forwarding.allow_own_as;
    if (!allowed.peek_known() || times > allowed.value)
        allowed = {static_cast<std::uint8_t>(times), device.origins.explicit_at(at)};
}

void DeviceLines::take_path_lines(
    const Fact& header, std::span<const Fact> inside, std::uint8_t most_paths, std::uint8_t relaxed)
{
    LoadBalancing& balancing = device.load_balancing;
    for (const Node* line = header.node->first; line != nullptr; line = line->next)
        bgp_has_vrf_ = bgp_has_vrf_ || line->key.starts_with("vrf ");
    for (const Fact& line : inside) {
        if (line.kind == relaxed && (line.sense == Sense::set || line.sense == Sense::off)) {
            balancing.relaxed_paths = {line.sense == Sense::set, device.origins.explicit_at(line.at)};
        } else if (line.kind == most_paths && line.sense == Sense::unread) {
            balancing.most_paths = Setting<std::uint32_t>::unread(
                device.origins.unread("the number of paths is not understood"));
        } else if (line.kind == most_paths && line.sense == Sense::set) {
            const std::uint64_t number
                = line.values[1].written() ? std::min(line.value(), line.value(1)) : line.value();
            if (!balancing.most_paths.peek_known() || number > balancing.most_paths.value)
                balancing.most_paths
                    = {static_cast<std::uint32_t>(number), device.origins.explicit_at(line.at)};
        }
    }
}

void DeviceLines::fill_paths(Setting<std::uint32_t> most_paths, Setting<bool> relaxed)
{
    if (!device.forwarding.bgp_asn.peek_known())
        return;
    const Span process = device.origins.span(device.forwarding.bgp_asn.origin);
    const auto fill = [&](auto& setting, auto absent) {
        if (setting.origin != OriginId{})
            return;
        if (bgp_has_vrf_) {
            absent.value = {};
            absent.origin = device.origins.unread(
                "BGP of a VRF is not read, and BGP of the default VRF has no such line");
        } else
            absent.origin = device.origins.lacking(absent.origin, process);
        setting = absent;
    };
    fill(device.load_balancing.most_paths, most_paths);
    fill(device.load_balancing.relaxed_paths, relaxed);
}

void DeviceLines::take_address(
    std::uint32_t port, const Fact& fact, Words words, std::span<const std::string_view> elsewhere, bool v4)
{
    auto& addresses = ports[port].addresses;
    if (words.at_end() && fact.sense != Sense::set) {
        std::erase_if(addresses, [&](const auto& line) { return line.first.is_v4() == v4; });
        return;
    }
    if (std::ranges::find(elsewhere, words.peek()) != elsewhere.end())
        return mark_line(*fact.node, CoverageState::irrelevant);
    const auto prefix = take_prefix(words);
    if (!prefix)
        return fact.node->mark(CoverageState::unrecognised);
    if (fact.sense == Sense::set)
        addresses.emplace_back(*prefix, &fact);
    else
        std::erase_if(addresses, [&](const auto& line) { return line.first == *prefix; });
}

void DeviceLines::take_spaced_address(
    std::uint32_t port, const Fact& fact, std::span<const std::string_view> elsewhere, bool v4)
{
    Words words(fact.text);
    std::string slashed = take_slashed(words);
    slashed.append(" ").append(words.rest());
    take_address(port, fact, Words(slashed), elsewhere, v4);
}

void DeviceLines::take_spaced_route(const Fact& fact, std::string_view vrf)
{
    Words words(fact.text);
    std::string text;
    if (words.take(vrf))
        text = "vrf " + std::string(words.next()) + ' ';
    text += take_slashed(words);
    text.append(" ").append(words.rest());
    Fact route = fact;
    route.text = device.arena->keep(text);
    take_route(route);
}

void DeviceLines::take_link_state(const Fact& header, std::string_view vrf)
{
    if (header.sense == Sense::set && header.text.find(vrf) == std::string_view::npos)
        device.forwarding.link_state = {true, device.origins.explicit_at(header.at)};
}

void DeviceLines::take_route(const Fact& fact)
{
    if (fact.sense != Sense::set)
        return;
    const RouteLine line = parse_route(fact);
    const bool other = !line.interface.empty() && kind_of_(line.interface) == PortKind::other;
    const CoverageState state = other ? CoverageState::unsupported : line.state;
    mark_all(*fact.node, state);
    if (state == CoverageState::read)
        routes_.push_back(line);
}

}
