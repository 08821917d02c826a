// SPDX-License-Identifier: Apache-2.0
#include "drivers/eos/config.h"
#include "models/text/nearest.h"

#include <algorithm>
#include <bit>

namespace rocelint::eos {
namespace {

using State = CoverageState;

// "255.255.255.0" as 24; nothing for what is no mask.
std::optional<unsigned> mask_length(std::string_view text)
{
    const auto mask = parse_address(text);
    if (!mask || text.find(':') != std::string_view::npos)
        return std::nullopt;
    std::uint32_t bits = 0;
    for (std::size_t byte = 12; byte < 16; ++byte)
        bits = bits << 8 | mask->bytes[byte];
    const auto ones = static_cast<unsigned>(std::countl_one(bits));
    return static_cast<unsigned>(std::popcount(bits)) == ones ? std::optional(ones) : std::nullopt;
}

// "10.0.0.1/24", "2001:db8::1/64", and the older "10.0.0.1 255.255.255.0".
std::optional<IpPrefix> take_prefix(Words& words)
{
    const std::string_view word = words.next();
    auto prefix = parse_prefix(word);
    if (!prefix || word.find('/') != std::string_view::npos || !prefix->is_v4())
        return prefix;
    const auto length = mask_length(words.peek());
    if (!length)
        return std::nullopt;
    words.next();
    prefix->length = static_cast<std::uint8_t>(96 + *length);
    return prefix;
}

State read_address(PortLines& lines, Words words, bool v4, bool off, OriginId here, const Node& node)
{
    if (off && words.at_end()) {
        std::erase_if(lines.addresses, [v4](const AddressLine& line) { return line.prefix.is_v4() == v4; });
        return State::read;
    }
    // `virtual` is a gateway address that several switches share; for routing it is one of this one's.
    words.take("virtual");
    const std::string_view word = words.peek();
    if (word == "unnumbered" || word == "dhcp" || word == "auto-config" || word == "source-nat")
        return State::irrelevant;
    const auto prefix = take_prefix(words);
    if (!prefix)
        return State::unrecognised;
    if (off)
        std::erase_if(lines.addresses, [&](const AddressLine& line) { return line.prefix == *prefix; });
    else
        lines.addresses.push_back({*prefix, here, &node});
    return State::read;
}

std::optional<std::chrono::seconds> take_seconds(Words& words)
{
    const auto number = parse_number(words.next());
    return number && *number <= 0xffffffffU ? std::optional(std::chrono::seconds(*number)) : std::nullopt;
}

State read_timeout(Setting<std::chrono::seconds>& setting,
    Words words,
    bool off,
    Config& config,
    const Tree& tree,
    const Node& node)
{
    if (off) {
        setting = {};
        return State::read;
    }
    const auto seconds = take_seconds(words);
    if (!seconds)
        return State::unrecognised;
    setting = {*seconds, config.here(tree, node)};
    return State::read;
}

bool is_null_interface(std::string_view word) { return equal_ignoring_case(word, "null0"); }

// "ip route [vrf V] PREFIX (ADDRESS | INTERFACE [ADDRESS] | Null0) [DISTANCE] …"
State read_route(Config& config, Words words, const Tree& tree, const Node& node)
{
    RouteLine line;
    line.node = &node;
    line.route.at = tree.span(node);
    if (words.take("vrf"))
        line.vrf = words.next();
    if (line.vrf == "default")
        line.vrf = {};
    const auto prefix = take_prefix(words);
    if (!prefix)
        return State::unrecognised;
    line.route.to = *prefix;
    line.route.via = parse_address(words.peek());
    const std::string_view target = words.next();
    if (is_null_interface(target)) {
        line.route.discards = true;
    } else if (!line.route.via) {
        // Next-hop groups, tunnels and next hops in another VRF.
        if (target.empty() || kind_of_port(target) == PortKind::other)
            return State::unsupported;
        line.interface = target;
        line.route.via = parse_address(words.peek());
        if (line.route.via)
            words.next();
    }
    if (const auto distance = parse_number(words.peek()); distance && *distance > 0 && *distance <= 255)
        line.route.distance = static_cast<std::uint8_t>(*distance);
    config.routes.push_back(line);
    return State::read;
}

// "65000", and "65000.2" in the notation of RFC 5396.
std::optional<std::uint32_t> parse_asn(std::string_view text)
{
    const std::size_t dot = text.find('.');
    const auto high = parse_number(text.substr(0, dot));
    if (dot == std::string_view::npos)
        return high && *high <= 0xffffffffU ? std::optional(static_cast<std::uint32_t>(*high)) : std::nullopt;
    const auto low = parse_number(text.substr(dot + 1));
    if (!high || !low || *high > 0xffffU || *low > 0xffffU)
        return std::nullopt;
    return static_cast<std::uint32_t>(*high << 16U | *low);
}

// "neighbor SPINES allowas-in 2"
void read_neighbour(Config& config, const Tree& tree, const Node& line)
{
    Words words(line.key);
    if (!words.take("neighbor"))
        return;
    words.next();
    if (!words.take("allowas-in"))
        return;
    line.mark(State::read);
    // Without a number it is several times; how often, no source tells. At least once is certain.
    const std::uint64_t times = std::min(parse_number(words.next()).value_or(1), std::uint64_t{255});
    Setting<std::uint8_t>& allowed = config.device.forwarding.allow_own_as;
    if (!allowed.known() || times > allowed.value)
        allowed = {static_cast<std::uint8_t>(times), config.here(tree, line)};
}

void read_bgp(Config& config, Words words, const Tree& tree, const Node& node)
{
    for (const Node& line : node) {
        line.mark_subtree(State::irrelevant);
        read_neighbour(config, tree, line);
    }
    const auto asn = parse_asn(words.next());
    node.mark(asn ? State::read : State::unrecognised);
    if (asn)
        config.device.forwarding.bgp_asn = {*asn, config.here(tree, node)};
}

void read_mlag(Config& config, const Tree& tree, const Node& node)
{
    node.mark(State::read);
    for (const Node& line : node) {
        Words words(line.key);
        const bool link = words.take("peer-link");
        line.mark_subtree(link ? State::read : State::irrelevant);
        if (link)
            config.globals.peer_link = {words.next(), config.here(tree, line)};
    }
}

}

std::optional<CoverageState> read_interface_forwarding(
    Config& config, PortLines& lines, const Tree& tree, const Node& node)
{
    Words words(node.key);
    std::string_view word = words.next();
    const bool off = word == "no" || word == "default";
    if (off)
        word = words.next();
    if (word == "ip" || word == "ipv6") {
        if (!words.take("address"))
            return std::nullopt;
        return read_address(
            lines, words, word == "ip", off, off ? OriginId{} : config.here(tree, node), node);
    }
    if (word == "vrf") {
        words.take("forwarding");
        const std::string_view name = words.next();
        lines.vrf = off || name == "default" ? std::string_view{} : name;
        return State::irrelevant;
    }
    if (word == "arp" && words.take("aging") && words.take("timeout"))
        return read_timeout(lines.arp_timeout, words, off, config, tree, node);
    return std::nullopt;
}

bool read_forwarding(Config& config, const Tree& tree, const Node& node)
{
    const std::string_view line = node.key;
    Words words(line);
    const std::string_view first = words.next();
    if ((first == "ip" || first == "ipv6") && words.take("route")) {
        node.mark_subtree(read_route(config, words, tree, node));
        return true;
    }
    if (first == "router" && words.take("bgp")) {
        read_bgp(config, words, tree, node);
        return true;
    }
    if (first == "mlag" && words.take("configuration")) {
        read_mlag(config, tree, node);
        return true;
    }
    if (first == "mac" && words.take("address-table") && words.take("aging-time")) {
        node.mark(read_timeout(config.device.forwarding.mac_timeout, words, false, config, tree, node));
        return true;
    }
    if (first == "arp" && words.take("aging") && words.take("timeout") && words.take("default")) {
        node.mark(read_timeout(config.globals.arp_timeout, words, false, config, tree, node));
        return true;
    }
    return false;
}

}
