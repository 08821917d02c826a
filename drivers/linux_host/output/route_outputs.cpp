// SPDX-License-Identifier: Apache-2.0
// Routes and GPUs of a host: where packets leave the host, and how much bandwidth each GPU can expect.
#include "drivers/linux_host/output/outputs.h"
#include "models/syntax/indent_tree.h"

#include <algorithm>

namespace rocelint::linux_host {
namespace {

using State = CoverageState;

constexpr std::array<std::string_view, 6> other_types{
    "local", "broadcast", "multicast", "anycast", "throw", "nat"};

bool discards(std::string_view type)
{
    return type == "blackhole" || type == "unreachable" || type == "prohibit";
}

class RouteReader {
public:
    RouteReader(HostBuilder& host, const Section& section) : host_(host), section_(section) { }

    void read()
    {
        section_.take_lines([this](const Node& line) { return take(line); });
    }

private:
    // "default via 10.0.0.1 dev eth0 metric 100", "10.0.0.0/8 proto bgp", then "nexthop via 10.0.0.1 dev eth0 weight 1"
    State take(const Node& line)
    {
        Words words(line.key);
        std::string_view first = words.next();
        if (first == "nexthop")
            return to_ ? take_hop(line, words, false) : State::unrecognised;
        to_.reset();
        metric_ = 0;
        if (std::ranges::find(other_types, first) != other_types.end())
            return State::irrelevant;
        const bool discard = discards(first);
        if (discard || first == "unicast")
            first = words.next();
        is_default_ = first == "default";
        to_ = is_default_ ? parse_prefix("0.0.0.0/0") : parse_prefix(first);
        if (!to_)
            return State::unrecognised;
        return take_hop(line, words, discard);
    }

    State take_hop(const Node& line, Words& words, bool discard)
    {
        StaticRoute route;
        route.at = section_.span(line);
        route.discards = discard;
        std::string_view interface;
        bool connected = false;
        while (!words.at_end()) {
            const std::string_view key = words.next();
            if (key == "via") {
                words.take("inet6");
                words.take("inet");
                route.via = parse_address(words.next());
            } else if (key == "dev") {
                interface = words.next();
            } else if (key == "metric") {
                metric_ = static_cast<std::uint32_t>(
                    std::min<std::uint64_t>(parse_number(words.next()).value_or(0), 0xffffffffU));
            } else if (key == "proto") {
                // A route that comes with an address: the address already implies it.
                connected = words.next() == "kernel" || connected;
            } else if (key == "table" && words.next() != "main") {
                to_.reset();
                return State::irrelevant;
            }
        }
        if (connected && !route.via) {
            to_.reset();
            return State::irrelevant;
        }
        if (!interface.empty())
            route.port = host_.port(interface, route.at);
        if (is_default_ && route.via && !IpPrefix{*route.via, 128}.is_v4())
            to_ = IpPrefix{};
        route.to = *to_;
        // The header line of several next hops is not a route by itself.
        if (route.discards || route.via || route.port != Port::no_index)
            host_.add_route(route, metric_);
        return State::read;
    }

    HostBuilder& host_;
    const Section& section_;
    std::optional<IpPrefix> to_;
    std::uint32_t metric_ = 0;
    bool is_default_ = false;
};

// "GPU 0: NVIDIA H100 80GB HBM3 (UUID: …)" from -L; "GPU0  X  NV18  PIX
// …" from topo -m, below a line of column titles.
bool is_gpu(std::string_view line)
{
    Words words(line);
    std::string_view first = words.next();
    const std::string_view second = words.next();
    if (first == "GPU")
        return second.size() > 1 && second.back() == ':'
            && parse_number(second.substr(0, second.size() - 1)).has_value();
    if (!first.starts_with("GPU") || !parse_number(first.substr(3)))
        return false;
    constexpr std::array<std::string_view, 6> relations{"X", "SYS", "NODE", "PHB", "PXB", "PIX"};
    return second.starts_with("NV") || std::ranges::find(relations, second) != relations.end();
}

// "NVIDIA H100 80GB HBM3" of the first of these lines; the other form does not show the model.
std::string_view gpu_model(std::string_view line)
{
    const std::size_t colon = line.find(": ");
    const std::size_t bracket = line.find(" (UUID");
    return colon == std::string_view::npos || bracket == std::string_view::npos || bracket < colon + 2
        ? std::string_view{}
        : line.substr(colon + 2, bracket - colon - 2);
}

}

void read_ip_route(HostBuilder& host, const Section& section) { RouteReader(host, section).read(); }

void read_gpus(HostBuilder& host, const Section& section)
{
    std::uint32_t count = 0;
    Span first;
    std::string_view model;
    for (const Node& line : section.node) {
        if (line.kind != Node::Kind::line)
            continue;
        const bool gpu = is_gpu(line.key);
        line.mark(gpu ? State::read : State::irrelevant);
        if (gpu && count++ == 0) {
            first = section.span(line);
            model = gpu_model(line.key);
        }
    }
    if (count == 0)
        return;
    const OriginId here = host.origins().explicit_at(first);
    host.device().gpus = {count, here};
    if (!model.empty())
        host.device().gpu_model = {host.keep(model, section.tree), here};
}

}
