// SPDX-License-Identifier: Apache-2.0
// `trace` for people: first the verdict, then the first broken step, then the paths.
#include "cli/report/data/port_list.h"
#include "cli/report/trace/trace_page.h"
#include "cli/terminal/visible.h"
#include "models/text/ascii.h"
#include "models/text/sentence.h"

namespace rocelint::cli {
namespace {

using proof::Grade;

// Writes the proof: of single pairs with their walks, or of all pairs with the causes.
class TraceWriter {
public:
    explicit TraceWriter(TracePage& page)
        : page_(page), data_(page.data()), fabric_(page.fabric()), colours_(page.colours())
    {
    }

    void write()
    {
        for (const std::string& note : data_.notes)
            page_.add("note: {}\n", visible(note));
        if (!data_.notes.empty())
            page_.add("\n");
        if (data_.all)
            write_all(*data_.all);
        const bool ethernet = !data_.all || data_.all->pairs > 0 || data_.subnets.empty();
        if (data_.deadlock != nullptr && ethernet)
            write_lines(proof::to_text(*data_.deadlock, fabric_));
        for (const TracedPair& pair : data_.pairs) {
            if (&pair != data_.pairs.data())
                page_.add("\n");
            cli::write_pair(page_, pair);
        }
        for (const proof::LidWalk& walk : data_.lid_walks)
            write_lines(proof::to_text(walk, *fabric_.devices[walk.device].subnet));
        for (const TracedSubnet& subnet : data_.subnets)
            write_lines(proof::to_text(subnet.credits, *fabric_.devices[subnet.device].subnet));
        if (!data_.all)
            write_verdict();
        else if (!data_.subnets.empty())
            page_.add("{}{}{}: with all that InfiniBand shows\n",
                page_.colour_of(data_.verdict()),
                name_of(data_.verdict()),
                colours_.end);
    }

private:
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
        for (const proof::LidWalk& walk : data_.lid_walks) {
            ++paths;
            broken += walk.grade() == Grade::broken ? 1 : 0;
            unproven += walk.grade() == Grade::unproven ? 1 : 0;
        }
        const Grade verdict = data_.verdict();
        page_.add("\n{}{}{}: of {} there and back {} broken, {} unproven, {} proven\n",
            page_.colour_of(verdict),
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
        // There is only InfiniBand.
        if (all.pairs == 0 && !data_.subnets.empty())
            return;
        if (all.pairs == 0) {
            page_.add("{}unproven{}: no two RDMA endpoints share a class\n",
                page_.colour_of(verdict),
                colours_.end);
            return;
        }
        page_.add("{}{}{}: of {} of RDMA endpoints {}{} broken, {} unproven, {} proven ({}, {})\n",
            page_.colour_of(verdict),
            name_of(verdict),
            colours_.end,
            counted(all.pairs, "pair"),
            all.unreachable > 0 ? fmt::format("{} unreachable, ", all.unreachable) : std::string(),
            all.broken,
            all.unproven,
            all.proven(),
            counted(all.endpoints, "endpoint"),
            counted(all.causes.size(), "cause"));
        if (all.assumed_hops > 0)
            page_.add("  {} with something that the platform handles automatically and does not show\n",
                counted(all.assumed_hops, "hop"));
    }

    void write_lines(std::string_view text)
    {
        while (!text.empty()) {
            page_.add("{}\n", visible(ascii::take_until(text, '\n')));
        }
    }

    void write_cause(const proof::AffectedPairs& affected, std::size_t number)
    {
        constexpr std::size_t most_causes = 50;
        if (number > most_causes) {
            if (number == most_causes + 1)
                page_.add("and {} more causes; --format json lists all\n\n",
                    data_.all->causes.size() - most_causes);
            return;
        }
        const proof::Step& step = affected.cause.step;
        page_.add("{}{}. {}{}{}{}: {}: {}{}\n",
            colours_.bold,
            number,
            page_.colour_of(step.outcome),
            name_of(step.outcome),
            colours_.end,
            colours_.bold,
            visible(port_label(fabric_, step.port)),
            visible(step.text),
            colours_.end);
        page_.quote(step);
        const std::vector<PortId>& ports = affected.cause.ports;
        if (ports.size() > 1 && ports.front().device != ports.back().device) {
            page_.add("  on {}\n", ports_of(ports, fabric_));
        } else if (ports.size() > 1) {
            std::vector<std::string_view> names;
            names.reserve(ports.size());
            for (const PortId port : ports)
                names.push_back(name_of_port(fabric_, port));
            page_.add("  on {}: {}\n", counted(names.size(), "port"), list_ports(names));
        }
        page_.add("  {} of {} have a path that meets it; one:\n",
            affected.pairs,
            counted(data_.all->pairs, "pair"));
        const auto example = counterexample(data_.proof, affected);
        if (!example)
            return;
        if (example->path.empty())
            page_.add("    {} > ... > {}\n\n",
                visible(endpoint_label(data_.proof, example->walk.from)),
                visible(endpoint_label(data_.proof, example->walk.to)));
        else
            page_.add("    {}{}\n\n",
                example->walk.packet.is_notification() ? "CNPs: " : "",
                joined(path_labels(data_.proof, example->walk, example->path)));
    }

    TracePage& page_;
    const TraceData& data_;
    const Fabric& fabric_;
    const TraceColours& colours_;
};

}

std::string trace_text(const TraceData& data)
{
    TracePage page(data);
    TraceWriter(page).write();
    return page.take();
}

}
