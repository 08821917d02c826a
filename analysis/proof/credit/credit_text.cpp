// SPDX-License-Identifier: Apache-2.0
// The proof in words, for `trace` and the rules, including every gap in the proof.
#include "analysis/proof/credit/credit_loops.h"
#include "models/text/append.h"
#include "models/text/sentence.h"

#include <fmt/format.h>

#include <algorithm>

namespace rocelint::proof {

std::string lid_list(const std::vector<Lid>& lids, std::size_t all)
{
    constexpr std::size_t most_ranges = 4;
    std::vector<std::string> ranges;
    std::size_t told = 0;
    for (std::size_t at = 0; at < lids.size() && ranges.size() < most_ranges;) {
        std::size_t end = at + 1;
        while (end < lids.size() && lids[end] == lids[end - 1] + 1)
            ++end;
        if (end - at > 2) {
            ranges.push_back(fmt::format("{} to {}", lids[at], lids[end - 1]));
        } else {
            end = at + 1;
            ranges.push_back(fmt::format("{}", lids[at]));
        }
        told += end - at;
        at = end;
    }
    if (told < all)
        return fmt::format("{} and {} more", fmt::join(ranges, ", "), all - told);
    return listed(ranges);
}

std::string to_text(const CreditLoop& loop, std::size_t hop, const Subnet& subnet)
{
    const CreditHop& here = loop.hops[hop];
    const CreditHop& next = loop.hops[(hop + 1) % loop.hops.size()];
    std::string text = fmt::format("{} -> {}{}: packets",
        subnet.port_name(here.from),
        subnet.port_name(here.to),
        here.vl == CreditHop::any_lane ? std::string() : fmt::format(", VL {}", int{here.vl}));
    if (!here.lids.empty())
        append(text,
            " for {} {}",
            one_or_many(here.lids.size(), "LID", "LIDs"),
            lid_list(here.lids, here.lids.size()));
    if (here.source != Subnet::none)
        append(text, " (the first from {})", subnet.node_name(here.source));
    append(text, " go on by port {}", int{subnet.ports[next.from].number});
    return text;
}

std::string lid_label(const Subnet& subnet, Lid lid)
{
    const std::uint32_t port = subnet.port_of_lid(lid);
    return port == Subnet::none ? fmt::format("LID {}", lid)
                                : fmt::format("LID {} ({})", lid, subnet.node_name(subnet.ports[port].node));
}

namespace {

std::string fate_text(const lid_routing::RouteFault& fault, const Subnet& subnet)
{
    using lid_routing::Fate;
    const std::uint32_t port = subnet.port_of(fault.at, fault.port);
    const std::uint32_t peer = port == Subnet::none ? Subnet::none : subnet.peer_of(port);
    switch (fault.fate) {
    case Fate::no_table:
        return "cannot be traced further, since its forwarding table was not captured";
    case Fate::no_entry:
        return "are dropped, since its forwarding table has no port for them";
    case Fate::no_link:
        return fmt::format("leave by port {}, which has no link, and are lost", int{fault.port});
    case Fate::unknown_link:
        return fmt::format("leave by port {}, whose far end is not captured", int{fault.port});
    case Fate::other_end:
        return fmt::format("leave by port {} to {}, whose address that is not, and are dropped",
            int{fault.port},
            peer == Subnet::none ? std::string("another node") : subnet.port_name(peer));
    case Fate::other_switch:
        return "are taken by the switch itself, whose address that is not";
    case Fate::circles:
        return "go round in a circle and never arrive";
    case Fate::goes_on:
    case Fate::arrives:
        break;
    }
    return {};
}

}

std::string to_text(const lid_routing::RouteFault& fault, const Subnet& subnet)
{
    return fmt::format("{}: packets for {} {}{}",
        subnet.node_name(fault.at),
        fault.lids == 1 ? lid_label(subnet, fault.first.front())
                        : "LIDs " + lid_list(fault.first, fault.lids),
        fate_text(fault, subnet),
        fault.data_lids != 0 ? "" : "; none of them are between end nodes");
}

std::string cut_off_text(const CreditProof& proof, const Subnet& subnet)
{
    return fmt::format("{} allows no way from {} to {}{}",
        proof.cut_off_by,
        subnet.node_name(proof.cut_off.first),
        subnet.node_name(proof.cut_off.second),
        proof.cut_off_pairs == 1 ? std::string()
                                 : fmt::format(", nor between {} more pair{} of switches",
                                     proof.cut_off_pairs - 1,
                                     proof.cut_off_pairs == 2 ? "" : "s"));
}

std::string to_text(const CreditProof& proof, const Subnet& subnet)
{
    std::string out
        = fmt::format("credit loops: {}, {} directions of cables between them, {} dependencies{}\n",
            counted(proof.switches, "switch", "switches"),
            proof.channels,
            proof.dependencies,
            proof.routes.empty() ? std::string() : ", by " + proof.routes);
    for (const std::string& note : proof.notes)
        append(out, "  {}\n", note);
    for (const CreditLoop& loop : proof.loops) {
        append(out,
            "  loop of {} cables{}{}:\n",
            loop.hops.size(),
            loop.management ? ", closed only by packets to or from management ports of switches" : "",
            loop.sure ? "" : ", unless path records keep packets apart by their service level");
        for (std::size_t hop = 0; hop < loop.hops.size(); ++hop)
            append(out, "    {}\n", to_text(loop, hop, subnet));
    }
    for (const lid_routing::RouteFault& fault : proof.faults)
        append(out, "  {}\n", to_text(fault, subnet));
    if (proof.cut_off_pairs != 0)
        append(out, "  {}\n", cut_off_text(proof, subnet));
    for (const std::string& reason : proof.unproven)
        append(out, "  not proven: {}\n", reason);
    if (proof.proven())
        out += "  no credit loop\n";
    return out;
}

}
