// SPDX-License-Identifier: Apache-2.0
// Places devices in the drawing. A pod is what stays connected without the top tier. Without a tier between
// leaves and top, groups of similar names stand for racks, so that even two thousand devices need only a few
// dozen boxes.
#include "cli/report/html/html_data.h"
#include "models/routing/graph.h"
#include "models/text/ascii.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <numeric>
#include <utility>

namespace rocelint::cli {
namespace {

constexpr std::uint32_t no_part = 0xffffffffU;
// A pod with more leaves than this is split by name, unless a tier would then have too many boxes to be
// legible.
constexpr std::size_t most_in_part = 32;
constexpr std::size_t most_parts = 28;

bool less_by_number(std::string_view a, std::string_view b)
{
    while (!a.empty() && !b.empty()) {
        if (ascii::is_digit(a.front()) && ascii::is_digit(b.front())) {
            const auto digits = [&](std::string_view text) {
                const auto end = std::ranges::find_if_not(text, ascii::is_digit);
                return text.substr(0, static_cast<std::size_t>(end - text.begin()));
            };
            std::string_view x = digits(a);
            std::string_view y = digits(b);
            a.remove_prefix(x.size());
            b.remove_prefix(y.size());
            x = ascii::trimmed_front(x, '0');
            y = ascii::trimmed_front(y, '0');
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
    LayoutMaker(const Fabric& fabric, const SubnetNodes& subnets)
        : fabric_(fabric), subnets_(subnets), graph_(fabric)
    {
        layout_.places.resize(fabric.devices.size() + subnets.nodes().size());
        joined_.resize(layout_.places.size());
        std::iota(joined_.begin(), joined_.end(), 0U);
        for (const Link& link : fabric.links)
            links_.push_back({link.a.device, link.b.device});
        for (const SubnetCable& cable : subnets.cables())
            links_.push_back({id_of(cable.a), id_of(cable.b)});
    }

    PageLayout run()
    {
        for (std::uint32_t device = 0; device < layout_.places.size(); ++device) {
            layout_.places[device].tier = is_node(device) ? node(device).tier
                : is_switch(device)                       ? graph_.tier(device)
                                                          : 0;
            top_ = std::max(top_, layout_.places[device].tier);
        }
        join_pods();
        make_parts();
        place_hosts();
        return std::move(layout_);
    }

private:
    // Indices after the devices of the fabric are the nodes of its subnets.
    [[nodiscard]] bool is_node(std::uint32_t device) const { return device >= fabric_.devices.size(); }
    [[nodiscard]] const SubnetNode& node(std::uint32_t device) const
    {
        return subnets_.nodes()[device - fabric_.devices.size()];
    }
    [[nodiscard]] std::uint32_t id_of(PortId port) const
    {
        const std::uint32_t host = subnets_.host_of(port);
        return host != SubnetNodes::none
            ? host
            : static_cast<std::uint32_t>(fabric_.devices.size()) + subnets_.node_of(port);
    }
    [[nodiscard]] bool is_switch(std::uint32_t device) const
    {
        return is_node(device) ? node(device).in(fabric_).kind == IbNodeKind::network_switch
                               : fabric_.devices[device].kind == DeviceKind::network_switch;
    }
    [[nodiscard]] std::string name(std::uint32_t device) const
    {
        return is_node(device) ? fabric_.devices[node(device).device].subnet->node_name(node(device).node)
                               : fabric_.devices[device].name;
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
        for (const auto& [a, b] : links_) {
            if (is_switch(a) && is_switch(b) && tier(a) < top_ && tier(b) < top_)
                joined_[root(a)] = root(b);
        }
    }

    // By pod, or by tier if there are no pods; groups that are too large are split.
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
            std::ranges::sort(members,
                [this](std::uint32_t a, std::uint32_t b) { return less_by_number(name(a), name(b)); });
            // A pod that has a middle tier is split only if it is twice as large.
            const std::size_t most = std::max(key[0] == 0 ? 2 * most_in_part : most_in_part,
                (members.size() + most_parts - 1) / most_parts);
            const std::size_t pieces = (members.size() + most - 1) / most;
            for (std::size_t piece = 0; piece < pieces; ++piece) {
                const auto at = [&](std::size_t index) {
                    return members.begin() + static_cast<std::ptrdiff_t>(members.size() * index / pieces);
                };
                parts.emplace_back(at(piece), at(piece + 1));
            }
        }
        std::ranges::sort(parts, [this](const auto& a, const auto& b) {
            return less_by_number(name(a.front()), name(b.front()));
        });
        for (const std::vector<std::uint32_t>& members : parts) {
            const auto part = static_cast<std::uint32_t>(layout_.parts.size());
            const std::string first = name(members.front());
            const std::string last = name(members.back());
            layout_.parts.push_back(members.size() == 1 ? first : fmt::format("{} … {}", first, last));
            for (const std::uint32_t device : members)
                layout_.places[device].part = part;
        }
    }

    // Places each host with the switch that its first cable leads to.
    void place_hosts()
    {
        for (const auto& [a, b] : links_) {
            for (const auto& [host, other] : {std::pair(a, b), std::pair(b, a)}) {
                if (!is_switch(host) && is_switch(other) && layout_.places[host].part == no_part)
                    layout_.places[host].part = layout_.places[other].part;
            }
        }
    }

    const Fabric& fabric_;
    const SubnetNodes& subnets_;
    routing::Graph graph_;
    std::vector<std::pair<std::uint32_t, std::uint32_t>> links_;
    PageLayout layout_;
    std::vector<std::uint32_t> joined_;
    std::uint32_t top_ = 0;
};

}

PageLayout lay_out(const Fabric& fabric, const SubnetNodes& subnets)
{
    return LayoutMaker(fabric, subnets).run();
}

}
