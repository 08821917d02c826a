// SPDX-License-Identifier: Apache-2.0
// The proof in words, for `trace` and the rules: every gap is part of them.
#include "analysis/proof/credit_loops.h"
#include "models/text/append.h"

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
    if (ranges.size() < 2)
        return ranges.empty() ? std::string() : ranges.front();
    const std::string last = ranges.back();
    ranges.pop_back();
    return fmt::format("{} and {}", fmt::join(ranges, ", "), last);
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
        append(
            text, " for LID{} {}", here.lids.size() == 1 ? "" : "s", lid_list(here.lids, here.lids.size()));
    if (here.source != Subnet::none)
        append(text, " (the first from {})", subnet.node_name(here.source));
    append(text, " go on by port {}", int{subnet.ports[next.from].number});
    return text;
}

std::string to_text(const CreditProof& proof, const Subnet& subnet)
{
    std::string out
        = fmt::format("credit loops: {} switches, {} directions of cables between them, {} dependencies{}\n",
            proof.switches,
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
    for (const std::string& reason : proof.unproven)
        append(out, "  not proven: {}\n", reason);
    if (proof.proven())
        out += "  no credit loop\n";
    return out;
}

}
