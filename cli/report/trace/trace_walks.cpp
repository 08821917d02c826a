// SPDX-License-Identifier: Apache-2.0
// The hops of one walk in order, with what is proven at each hop and the line that is the evidence.
#include "cli/report/data/port_list.h"
#include "cli/report/trace/trace_page.h"
#include "cli/terminal/visible.h"
#include "models/text/sentence.h"

#include <algorithm>
#include <map>

namespace rocelint::cli {
namespace {

using proof::Grade;

// Hops at one depth that treat the packets alike.
struct HopGroup {
    std::vector<const proof::WalkHop*> hops;
    std::uint64_t paths = 0;
};

// Writes the walks of pairs.
class WalkWriter {
public:
    explicit WalkWriter(TracePage& page)
        : page_(page), data_(page.data()), fabric_(page.fabric()), colours_(page.colours())
    {
    }

    void write_pair(const TracedPair& pair)
    {
        page_.add("{}{} -> {}{}\n",
            colours_.bold,
            visible(endpoint_label(data_.proof, pair.from)),
            visible(endpoint_label(data_.proof, pair.to)),
            colours_.end);
        for (const std::uint32_t end : pair.cut_off)
            page_.add("{}unreachable{}: no cable of {} is up\n",
                page_.colour_of(Grade::unreachable),
                colours_.end,
                visible(endpoint_label(data_.proof, end)));
        if (pair.walks.empty() && pair.cut_off.empty())
            page_.add("unproven: no RDMA class is known that both ends use\n\n");
        for (const proof::Walk& walk : pair.walks)
            write_walk(walk);
    }

private:
    void write_walk(const proof::Walk& walk)
    {
        page_.add("\n{}{}{}: {}{}\n",
            colours_.bold,
            visible(packet_label(data_.proof, walk)),
            walk.packet.is_notification() ? " back" : "",
            counts(walk),
            colours_.end);
        if (!walk.start.empty()) {
            page_.add("  {}\n", visible(endpoint_label(data_.proof, walk.from)));
            write_steps(walk.start, 1);
        }
        const std::vector<HopGroup> groups = group(walk);
        for (const HopGroup& one : groups)
            write_group(walk, one);
        write_first_fault(walk);
    }

    static std::string counts(const proof::Walk& walk)
    {
        std::string out = counted(walk.paths, "path");
        if (walk.outcome() == Grade::proven)
            return out + ", proven";
        for (const auto& [number, word] : {std::pair(walk.broken, "broken"),
                 std::pair(walk.unproven, "unproven"),
                 std::pair(walk.proven(), "proven")}) {
            if (number > 0)
                out += fmt::format(", {} {}", number, word);
        }
        return out;
    }

    [[nodiscard]] std::vector<HopGroup> group(const proof::Walk& walk) const
    {
        std::vector<HopGroup> groups;
        std::map<std::string, std::size_t> known;
        for (const proof::WalkHop& hop : walk.hops) {
            std::string signature = fmt::format("{} {}", hop.depth, hop.is_dead_end());
            for (const proof::Step& step : hop.hop.steps)
                signature += fmt::format(
                    "|{} {} {}", static_cast<int>(step.outcome), side_of(hop, step), step.text);
            const auto [entry, fresh] = known.try_emplace(std::move(signature), groups.size());
            if (fresh)
                groups.emplace_back();
            groups[entry->second].hops.push_back(&hop);
            groups[entry->second].paths += hop.paths;
        }
        return groups;
    }

    [[nodiscard]] bool side_of(const proof::WalkHop& hop, const proof::Step& step) const
    {
        return !hop.is_dead_end() && step.port == data_.proof.channel(hop.channel).to;
    }

    void write_group(const proof::Walk& walk, const HopGroup& group)
    {
        const proof::WalkHop& first = *group.hops.front();
        const std::string paths = group.paths >= walk.paths
            ? std::string(walk.paths == 1 ? "" : fmt::format("  (all {} paths)", walk.paths))
            : fmt::format("  ({} of {} paths)", group.paths, walk.paths);
        if (first.is_dead_end())
            page_.add("  hop {}: {}{}\n",
                first.depth + 1,
                visible(port_label(fabric_, first.hop.steps.front().port)),
                paths);
        else
            page_.add("  hop {}: {} -> {}{}{}\n",
                first.depth + 1,
                ends(group, false),
                ends(group, true),
                paths,
                route_of(first));
        write_steps(first.hop.steps, group.hops.size());
    }

    // One end of the group's channels: "leaf1 Ethernet0", "leaf1 Ethernet100 to Ethernet228", "32 ports of
    // spine1 to spine32".
    [[nodiscard]] std::string ends(const HopGroup& group, bool arriving) const
    {
        std::vector<PortId> ports;
        std::string_view uncollected;
        for (const proof::WalkHop* hop : group.hops) {
            const proof::Channel channel = data_.proof.channel(hop->channel);
            const PortId end = arriving ? channel.to : channel.from;
            if (end.valid())
                ports.push_back(end);
            else
                uncollected = channel.name.empty() ? std::string_view("a host") : channel.name;
        }
        if (ports.empty())
            return visible(uncollected);
        std::ranges::sort(ports);
        ports.erase(std::ranges::unique(ports).begin(), ports.end());
        return ports.size() == 1 ? visible(port_label(fabric_, ports.front())) : ports_of(ports, fabric_);
    }

    [[nodiscard]] std::string route_of(const proof::WalkHop& hop) const
    {
        if (hop.route != routing::RouteSource::static_route)
            return {};
        return fmt::format("  by the route at {}", page_.place_of(hop.route_at));
    }

    void write_steps(const std::vector<proof::Step>& steps, std::size_t alike)
    {
        std::vector<std::string> texts;
        std::size_t widest = 0;
        for (const proof::Step& step : steps) {
            texts.push_back(
                fmt::format("{}: {}", visible(port_label(fabric_, step.port)), visible(step.text)));
            widest = std::max(widest, texts.back().size());
        }
        for (std::size_t index = 0; index < steps.size(); ++index) {
            const proof::Step& step = steps[index];
            const std::string place = page_.place_of(step.at);
            page_.add("    {}{:8}{}  {}",
                page_.colour_of(step.outcome),
                name_of(step.outcome),
                colours_.end,
                texts[index]);
            if (!place.empty() || !step.by_default.empty())
                page_.add("{:{}}  {}{}",
                    "",
                    widest - texts[index].size(),
                    place.empty() ? "the platform's default" : place,
                    alike > 1 ? fmt::format(", and {} alike", alike - 1) : std::string());
            page_.add("\n");
        }
    }

    void write_first_fault(const proof::Walk& walk)
    {
        const FirstFault fault = first_fault(walk);
        if (fault.step == nullptr)
            return;
        const proof::Step& step = *fault.step;
        const bool broken = step.outcome >= Grade::broken;
        page_.add("  {}{} at {}{}: {}\n",
            page_.colour_of(step.outcome),
            step.outcome == Grade::unreachable ? "unreachable"
                : broken                       ? "first broken"
                                               : "unproven",
            visible(port_label(fabric_, step.port)),
            colours_.end,
            visible(step.text));
        page_.quote(step);
        if (fault.hop == nullptr)
            return;
        const auto index = static_cast<std::uint32_t>(fault.hop - walk.hops.data());
        constexpr std::size_t most_paths = 8;
        page_.add("  crossed by {} of {}:\n", fault.hop->paths, counted(walk.paths, "path"));
        const auto paths = proof::paths_through(walk, index, most_paths);
        for (const std::vector<std::uint32_t>& path : paths)
            page_.add("    {}\n", joined(path_labels(data_.proof, walk, path)));
        if (fault.hop->paths > paths.size())
            page_.add("    and {} more\n", fault.hop->paths - paths.size());
    }

    TracePage& page_;
    const TraceData& data_;
    const Fabric& fabric_;
    const TraceColours& colours_;
};

}

void write_pair(TracePage& page, const TracedPair& pair) { WalkWriter(page).write_pair(pair); }

}
