// SPDX-License-Identifier: Apache-2.0
// The proof in words, for `trace` and the DLK rules, including every assumption and limit.
#include "analysis/proof/deadlock/deadlock.h"
#include "models/text/append.h"
#include "models/text/sentence.h"

#include <fmt/format.h>

#include <string_view>

namespace rocelint::proof {
namespace {

std::string port_name(const Fabric& fabric, PortId id)
{
    return fmt::format("{} {}", fabric.device(id).name, fabric.port(id).name);
}

std::string place(const Fabric& fabric, Span at)
{
    const Source* source = fabric.sources.find(at.source);
    if (!at.somewhere() || source == nullptr)
        return "";
    return fmt::format("{}:{}", source->path(), LineTable(source->text()).position(at.offset).line);
}

class Writer {
public:
    Writer(const DeadlockProof& proof, const Fabric& fabric) : proof_(proof), fabric_(fabric) { }

    std::string text()
    {
        append(out_,
            "deadlock: {} buffers, {} dependencies, {} links and devices that may fail, {} at once; {} "
            "looked at one by one{}\n",
            proof_.buffers,
            proof_.dependencies,
            proof_.include_failures == 0 ? 0 : proof_.elements,
            proof_.include_failures,
            counted(proof_.examined, "failure"),
            proof_.bound_reached ? " (the bound was reached: the rest is not proved)" : "");
        for (const std::string& assumption : proof_.assumptions)
            append(out_, "  assumed: {}\n", assumption);
        if (proof_.unrouted != routing::none)
            append(out_,
                "  unproven at {}: the tiers do not lead everywhere, and the shortest paths otherwise close "
                "a ring\n",
                fabric_.devices[proof_.unrouted].name);
        else if (proof_.rings.empty() && proof_.unknown.empty())
            append(out_,
                "  no ring of lossless buffers{}\n",
                proof_.bound_reached               ? " was found within the bound"
                    : proof_.include_failures == 0 ? ""
                    : proof_.include_failures == 1
                    ? ", whichever single link or device fails"
                    : fmt::format(", whichever {} links and devices fail", proof_.include_failures));
        for (const Ring& ring : proof_.rings)
            write(ring);
        for (const PortId port : proof_.unknown)
            append(out_, "  unproven at {}: it is not known whether it pauses\n", port_name(fabric_, port));
        return std::move(out_);
    }

private:
    [[nodiscard]] PortId end_of(const RingHop& hop, bool far) const
    {
        const Link& link = fabric_.links[routing::link_of(hop.buffer.channel)];
        const bool forward = (hop.buffer.channel & 1U) == 0;
        return far == forward ? link.b : link.a;
    }
    [[nodiscard]] std::string_view endpoint(const RingHop& hop) const
    {
        return hop.endpoint < proof_.endpoints.size() ? std::string_view(proof_.endpoints[hop.endpoint])
                                                      : std::string_view();
    }

    void write(const Ring& ring)
    {
        append(out_,
            "  ring of {} buffers{}:\n",
            ring.hops.size(),
            ring.failures.empty() ? std::string()
                                  : fmt::format(" once {} is lost", describe(ring.failures, fabric_)));
        for (const RingHop& hop : ring.hops) {
            append(out_,
                "    {} -> {}, priority {}{}: packets for {} arrive by {}{} and leave by {}{}\n",
                port_name(fabric_, end_of(hop, false)),
                port_name(fabric_, end_of(hop, true)),
                int{hop.buffer.priority},
                hop.buffer.moved ? " (bounced)" : "",
                endpoint(hop),
                name_of(hop.came_by),
                hop.came_evidence.somewhere() ? " at " + place(fabric_, hop.came_evidence) : std::string(),
                name_of(hop.source),
                hop.evidence.somewhere() ? " at " + place(fabric_, hop.evidence) : std::string());
        }
        for (const Proposal& proposal : ring.proposals)
            append(out_, "    proved to help: {}\n", proposal.text);
    }

    const DeadlockProof& proof_;
    const Fabric& fabric_;
    std::string out_;
};

}

const char* name_of(routing::RouteSource source)
{
    switch (source) {
    case routing::RouteSource::up_down:
        return "a shortest path up and down";
    case routing::RouteSource::connected:
        return "its own port";
    case routing::RouteSource::shortest:
        return "a shortest path";
    case routing::RouteSource::learnt:
        return "a shortest path of its routing protocol";
    case routing::RouteSource::static_route:
        return "a configured route";
    case routing::RouteSource::mlag_peer_link:
        return "the peer link";
    case routing::RouteSource::valley:
        return "a route down and up again";
    case routing::RouteSource::tunnel:
        return "the tunnel to the other switch of the pair";
    }
    return "";
}

std::string describe(const routing::Failures& failures, const Fabric& fabric)
{
    std::string text;
    for (const std::uint32_t link : failures.links) {
        const Link& lost = fabric.links[link];
        add_item(text,
            fmt::format("the link between {} and {}", port_name(fabric, lost.a), port_name(fabric, lost.b)),
            " and ");
    }
    for (const std::uint32_t device : failures.devices)
        add_item(text, fabric.devices[device].name, " and ");
    return text;
}

std::string to_text(const DeadlockProof& proof, const Fabric& fabric) { return Writer(proof, fabric).text(); }

}
