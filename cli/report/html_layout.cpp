// SPDX-License-Identifier: Apache-2.0
// Where devices stand in the drawing. Pods are what stays together without the top tier; where there is no tier between leaves
// and top, neighbours by name stand for racks, so that two thousand devices still make a few dozen boxes.
#include "cli/report/html_data.h"
#include "models/routing/graph.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <numeric>

namespace rocelint::cli {
namespace {

constexpr std::uint32_t no_part = 0xffffffffU;
// A pod of more leaves than this is cut by name.
constexpr std::size_t most_in_part = 32;

bool less_by_number(std::string_view a, std::string_view b)
{
    const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
    while (!a.empty() && !b.empty()) {
        if (is_digit(a.front()) && is_digit(b.front())) {
            const auto digits = [&](std::string_view text) {
                const auto end = std::ranges::find_if_not(text, is_digit);
                return text.substr(0, static_cast<std::size_t>(end - text.begin()));
            };
            std::string_view x = digits(a);
            std::string_view y = digits(b);
            a.remove_prefix(x.size());
            b.remove_prefix(y.size());
            x.remove_prefix(std::min(x.find_first_not_of('0'), x.size()));
            y.remove_prefix(std::min(y.find_first_not_of('0'), y.size()));
            if (x.size() != y.size())
                return x.size() < y.size();
            if (x != y)
                return x < y;
            continue;
        }
        if (a.front() != b.front())
            return a.front() < b.front();
        a.remove_prefix(1);
        b.remove_prefix(1);
    }
    return a.size() < b.size();
}

class LayoutMaker {
public:
    explicit LayoutMaker(const Fabric& fabric) : fabric_(fabric), graph_(fabric)
    {
        layout_.places.resize(fabric.devices.size());
        joined_.resize(fabric.devices.size());
        std::iota(joined_.begin(), joined_.end(), 0U);
    }

    PageLayout run()
    {
        for (std::uint32_t device = 0; device < layout_.places.size(); ++device) {
            const DeviceKind kind = fabric_.devices[device].kind;
            layout_.places[device].tier = kind == DeviceKind::network_switch ? graph_.tier(device)
                : kind == DeviceKind::subnet                                 ? 1
                                                                             : 0;
            top_ = std::max(top_, layout_.places[device].tier);
        }
        join_pods();
        make_parts();
        place_hosts();
        return std::move(layout_);
    }

private:
    [[nodiscard]] bool is_switch(std::uint32_t device) const
    {
        return fabric_.devices[device].kind == DeviceKind::network_switch
            || fabric_.devices[device].kind == DeviceKind::subnet;
    }
    [[nodiscard]] std::uint32_t tier(std::uint32_t device) const { return layout_.places[device].tier; }

    std::uint32_t root(std::uint32_t device)
    {
        while (joined_[device] != device)
            device = joined_[device] = joined_[joined_[device]];
        return device;
    }

    void join_pods()
    {
        if (top_ < 3)
            return;
        for (const Link& link : fabric_.links) {
            const std::uint32_t a = link.a.device;
            const std::uint32_t b = link.b.device;
            if (is_switch(a) && is_switch(b) && tier(a) < top_ && tier(b) < top_)
                joined_[root(a)] = root(b);
        }
    }

    // By pod, then by tier where a pod is too large, or there are none.
    void make_parts()
    {
        std::map<std::array<std::uint32_t, 2>, std::vector<std::uint32_t>> groups;
        for (std::uint32_t device = 0; device < joined_.size(); ++device) {
            if (!is_switch(device))
                continue;
            const bool in_pod = top_ >= 3 && tier(device) < top_;
            groups[in_pod ? std::array{0U, root(device)} : std::array{tier(device), no_part}].push_back(
                device);
        }
        std::vector<std::vector<std::uint32_t>> parts;
        for (auto& [key, members] : groups) {
            std::ranges::sort(members, [this](std::uint32_t a, std::uint32_t b) {
                return less_by_number(fabric_.devices[a].name, fabric_.devices[b].name);
            });
            // A pod with its middle tier is kept whole up to twice the size.
            const std::size_t most = key[0] == 0 ? 2 * most_in_part : most_in_part;
            const std::size_t pieces = (members.size() + most - 1) / most;
            for (std::size_t piece = 0; piece < pieces; ++piece) {
                const auto at = [&](std::size_t index) {
                    return members.begin() + static_cast<std::ptrdiff_t>(members.size() * index / pieces);
                };
                parts.emplace_back(at(piece), at(piece + 1));
            }
        }
        std::ranges::sort(parts, [this](const auto& a, const auto& b) {
            return less_by_number(fabric_.devices[a.front()].name, fabric_.devices[b.front()].name);
        });
        for (const std::vector<std::uint32_t>& members : parts) {
            const auto part = static_cast<std::uint32_t>(layout_.parts.size());
            const std::string& first = fabric_.devices[members.front()].name;
            const std::string& last = fabric_.devices[members.back()].name;
            layout_.parts.push_back(members.size() == 1 ? first : fmt::format("{} … {}", first, last));
            for (const std::uint32_t device : members)
                layout_.places[device].part = part;
        }
    }

    // With the switch that its first cable leads to.
    void place_hosts()
    {
        for (const Link& link : fabric_.links) {
            for (const auto& [host, other] :
                {std::pair(link.a.device, link.b.device), std::pair(link.b.device, link.a.device)}) {
                if (!is_switch(host) && is_switch(other) && layout_.places[host].part == no_part)
                    layout_.places[host].part = layout_.places[other].part;
            }
        }
        for (const IbHostPort& port : fabric_.ib_host_ports) {
            if (port.host != IbHostPort::none && layout_.places[port.host].part == no_part)
                layout_.places[port.host].part = layout_.places[port.port.device].part;
        }
    }

    const Fabric& fabric_;
    routing::Graph graph_;
    PageLayout layout_;
    std::vector<std::uint32_t> joined_;
    std::uint32_t top_ = 0;
};

}

PageLayout lay_out(const Fabric& fabric) { return LayoutMaker(fabric).run(); }

}
