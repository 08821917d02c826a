// SPDX-License-Identifier: Apache-2.0
#include "cli/report/port_list.h"
#include "cli/report/snippet.h"
#include "cli/report/trace_data.h"
#include "cli/report/visible.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>

namespace rocelint::cli {
namespace {

using proof::Grade;

struct TraceColours {
    std::string_view bad;
    std::string_view doubtful;
    std::string_view good;
    std::string_view bold;
    std::string_view gutter;
    std::string_view end;
};
constexpr TraceColours trace_ansi{"\x1b[1;31m", "\x1b[1;33m", "\x1b[32m", "\x1b[1m", "\x1b[1;34m", "\x1b[0m"};

// Hops at one depth that do the same to the packets.
struct HopGroup {
    std::vector<const proof::WalkHop*> hops;
    std::uint64_t paths = 0;
};

class TraceWriter {
public:
    explicit TraceWriter(const TraceData& data)
        : data_(data), fabric_(data.fabric()), colours_(data.colour ? trace_ansi : TraceColours{})
    {
    }

    std::string write()
    {
        for (const std::string& note : data_.notes)
            add("note: {}\n", visible(note));
        if (!data_.notes.empty())
            out_ += '\n';
        if (data_.all)
            write_all(*data_.all);
        if (data_.deadlock != nullptr)
            write_deadlock(proof::to_text(*data_.deadlock, fabric_));
        for (const TracedPair& pair : data_.pairs) {
            if (&pair != data_.pairs.data())
                out_ += '\n';
            write_pair(pair);
        }
        if (!data_.all)
            write_verdict();
        return std::move(out_);
    }

private:
    template <class... Args>
    void add(fmt::format_string<Args...> format, Args&&... args)
    {
        fmt::format_to(std::back_inserter(out_), format, std::forward<Args>(args)...);
    }

    [[nodiscard]] std::string_view colour_of(Grade outcome) const
    {
        return outcome == Grade::broken  ? colours_.bad
            : outcome == Grade::unproven ? colours_.doubtful
            : outcome == Grade::proven   ? colours_.good
                                         : std::string_view{};
    }

    [[nodiscard]] std::string place_of(Span at) const
    {
        const Place place = data_.places.find(at);
        return place.source == nullptr
            ? std::string()
            : fmt::format("{}:{}", visible(place.source->path()), place.begin.line);
    }

    void write_pair(const TracedPair& pair)
    {
        add("{}{} -> {}{}\n",
            colours_.bold,
            visible(endpoint_label(data_.proof, pair.from)),
            visible(endpoint_label(data_.proof, pair.to)),
            colours_.end);
        if (pair.walks.empty())
            add("unproven: no RDMA class is known that both ends use\n\n");
        for (const proof::Walk& walk : pair.walks)
            write_walk(walk);
    }

    void write_walk(const proof::Walk& walk)
    {
        add("\n{}{}{}: {}{}\n",
            colours_.bold,
            visible(packet_label(data_.proof, walk)),
            walk.packet.is_notification() ? " back" : "",
            counts(walk),
            colours_.end);
        if (!walk.start.empty()) {
            add("  {}\n", visible(endpoint_label(data_.proof, walk.from)));
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
        return !hop.is_dead_end() && step.port == data_.proof.way(hop.way).to;
    }

    void write_group(const proof::Walk& walk, const HopGroup& group)
    {
        const proof::WalkHop& first = *group.hops.front();
        const std::string paths = group.paths >= walk.paths
            ? std::string(walk.paths == 1 ? "" : fmt::format("  (all {} paths)", walk.paths))
            : fmt::format("  ({} of {} paths)", group.paths, walk.paths);
        if (first.is_dead_end())
            add("  hop {}: {}{}\n",
                first.depth + 1,
                visible(port_label(fabric_, first.hop.steps.front().port)),
                paths);
        else
            add("  hop {}: {} -> {}{}{}\n",
                first.depth + 1,
                ends(group, false),
                ends(group, true),
                paths,
                route_of(first));
        write_steps(first.hop.steps, group.hops.size());
    }

    // One end of the group's ways: "leaf1 Ethernet0", "leaf1 Ethernet100 to Ethernet228", "32 ports of spine1 to spine32".
    [[nodiscard]] std::string ends(const HopGroup& group, bool arriving) const
    {
        std::vector<PortId> ports;
        std::string_view uncollected;
        for (const proof::WalkHop* hop : group.hops) {
            const proof::Way way = data_.proof.way(hop->way);
            const PortId end = arriving ? way.to : way.from;
            if (end.valid())
                ports.push_back(end);
            else
                uncollected = way.name.empty() ? std::string_view("a host") : way.name;
        }
        if (ports.empty())
            return visible(uncollected);
        std::ranges::sort(ports);
        ports.erase(std::ranges::unique(ports).begin(), ports.end());
        return ports.size() == 1 ? visible(port_label(fabric_, ports.front())) : several(ports);
    }

    // "leaf1 Ethernet100 to Ethernet228" of one device, else "32 ports of spine1 to spine32".
    [[nodiscard]] std::string several(const std::vector<PortId>& ports) const
    {
        std::vector<std::string_view> devices;
        std::vector<std::string_view> names;
        for (const PortId port : ports) {
            names.push_back(name_of_port(port));
            if (devices.empty() || devices.back() != fabric_.device(port).name)
                devices.push_back(fabric_.device(port).name);
        }
        // "spine2" before "spine10".
        std::ranges::stable_sort(
            devices, {}, [](std::string_view name) { return std::pair(name.size(), name); });
        if (devices.size() == 1)
            return fmt::format("{} {}", visible(devices.front()), list_ports(names));
        return fmt::format("{} of {}", counted(ports.size(), "port"), list_ports(devices));
    }

    [[nodiscard]] std::string route_of(const proof::WalkHop& hop) const
    {
        if (hop.route != routing::RouteSource::static_route)
            return {};
        return fmt::format("  by the route at {}", place_of(hop.route_at));
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
            const std::string place = place_of(step.at);
            add("    {}{:8}{}  {}",
                colour_of(step.outcome),
                name_of(step.outcome),
                colours_.end,
                texts[index]);
            if (!place.empty() || !step.by_default.empty())
                add("{:{}}  {}{}",
                    "",
                    widest - texts[index].size(),
                    place.empty() ? "the platform's default" : place,
                    alike > 1 ? fmt::format(", and {} alike", alike - 1) : std::string());
            out_ += '\n';
        }
    }

    void write_first_fault(const proof::Walk& walk)
    {
        const FirstFault fault = first_fault(walk);
        if (fault.step == nullptr)
            return;
        const proof::Step& step = *fault.step;
        const bool broken = step.outcome == Grade::broken;
        add("  {}{} at {}{}: {}\n",
            colour_of(step.outcome),
            broken ? "first broken" : "unproven",
            visible(port_label(fabric_, step.port)),
            colours_.end,
            visible(step.text));
        quote(step);
        if (fault.hop == nullptr)
            return;
        const auto index = static_cast<std::uint32_t>(fault.hop - walk.hops.data());
        constexpr std::size_t most_paths = 8;
        add("  crossed by {} of {}:\n", fault.hop->paths, counted(walk.paths, "path"));
        const auto paths = proof::paths_through(walk, index, most_paths);
        for (const std::vector<std::uint32_t>& path : paths)
            add("    {}\n", joined(path_labels(data_.proof, walk, path)));
        if (fault.hop->paths > paths.size())
            add("    and {} more\n", fault.hop->paths - paths.size());
    }

    static std::string joined(const std::vector<std::string>& labels)
    {
        std::string out;
        for (const std::string& label : labels)
            out += (out.empty() ? "" : " > ") + visible(label);
        return out;
    }

    void quote(const proof::Step& step)
    {
        const Place place = data_.places.find(step.at);
        if (place.source == nullptr)
            return;
        const Snippet snippet = make_snippet(place, step.at);
        const std::size_t width = fmt::formatted_size("{}", place.begin.line);
        add("  {0}{1:{2}}--> {3}{4}:{5}:{6}\n",
            colours_.gutter,
            "",
            width,
            colours_.end,
            visible(place.source->path()),
            place.begin.line,
            place.begin.column);
        add("  {}{:>{}} |{} {}\n", colours_.gutter, place.begin.line, width, colours_.end, snippet.text);
        add("  {0}{1:{2}} |{3} {1:{4}}{5}{6}{3}\n",
            colours_.gutter,
            "",
            width,
            colours_.end,
            snippet.marker_begin,
            colour_of(step.outcome),
            std::string(snippet.marker_width, '^'));
    }

    void write_verdict()
    {
        std::uint64_t paths = 0;
        std::uint64_t broken = 0;
        std::uint64_t unproven = 0;
        for (const TracedPair& pair : data_.pairs) {
            for (const proof::Walk& walk : pair.walks) {
                paths += walk.paths;
                broken += walk.broken;
                unproven += walk.unproven;
            }
        }
        const Grade verdict = data_.verdict();
        add("\n{}{}{}: of {} there and back {} broken, {} unproven, {} proven\n",
            colour_of(verdict),
            name_of(verdict),
            colours_.end,
            counted(paths, "path"),
            broken,
            unproven,
            paths - broken - unproven);
    }

    void write_all(const proof::AllPairs& all)
    {
        std::size_t number = 0;
        for (const proof::AffectedPairs& affected : all.causes)
            write_cause(affected, ++number);
        const Grade verdict = data_.verdict();
        if (all.pairs == 0) {
            add("{}unproven{}: there are no two RDMA endpoints that share a class\n",
                colour_of(verdict),
                colours_.end);
            return;
        }
        add("{}{}{}: of {} of RDMA endpoints {} broken, {} unproven, {} proven ({}, {})\n",
            colour_of(verdict),
            name_of(verdict),
            colours_.end,
            counted(all.pairs, "pair"),
            all.broken,
            all.unproven,
            all.proven(),
            counted(all.endpoints, "endpoint"),
            counted(all.causes.size(), "cause"));
        if (all.assumed_hops > 0)
            add("  {} with something that the platform does not show and takes care of by itself\n",
                counted(all.assumed_hops, "hop"));
    }

    void write_deadlock(std::string_view text)
    {
        while (!text.empty()) {
            const std::size_t feed = text.find('\n');
            add("{}\n", visible(text.substr(0, feed)));
            text.remove_prefix(feed == std::string_view::npos ? text.size() : feed + 1);
        }
    }

    void write_cause(const proof::AffectedPairs& affected, std::size_t number)
    {
        constexpr std::size_t most_causes = 50;
        if (number > most_causes) {
            if (number == most_causes + 1)
                add("and {} more causes; --format json lists all\n\n",
                    data_.all->causes.size() - most_causes);
            return;
        }
        const proof::Step& step = affected.cause.step;
        add("{}{}. {}{}{}{}: {}: {}{}\n",
            colours_.bold,
            number,
            colour_of(step.outcome),
            name_of(step.outcome),
            colours_.end,
            colours_.bold,
            visible(port_label(fabric_, step.port)),
            visible(step.text),
            colours_.end);
        quote(step);
        const std::vector<PortId>& ports = affected.cause.ports;
        if (ports.size() > 1 && ports.front().device != ports.back().device) {
            add("  on {}\n", several(ports));
        } else if (ports.size() > 1) {
            std::vector<std::string_view> names;
            for (const PortId port : ports)
                names.push_back(name_of_port(port));
            add("  on {}: {}\n", counted(names.size(), "port"), list_ports(names));
        }
        add("  {} of {} have a path that meets it; one:\n",
            affected.pairs,
            counted(data_.all->pairs, "pair"));
        const auto example = counterexample(data_.proof, affected);
        if (!example)
            return;
        if (example->path.empty())
            add("    {} > ... > {}\n\n",
                visible(endpoint_label(data_.proof, example->walk.from)),
                visible(endpoint_label(data_.proof, example->walk.to)));
        else
            add("    {}{}\n\n",
                example->walk.packet.is_notification() ? "CNPs: " : "",
                joined(path_labels(data_.proof, example->walk, example->path)));
    }

    [[nodiscard]] std::string_view name_of_port(PortId id) const
    {
        const Device& device = fabric_.device(id);
        return id.port < device.ports.size() ? device.ports[id.port].name : std::string_view(device.name);
    }

    const TraceData& data_;
    const Fabric& fabric_;
    TraceColours colours_;
    std::string out_;
};

}

std::string trace_text(const TraceData& data) { return TraceWriter(data).write(); }

}
