// SPDX-License-Identifier: Apache-2.0
// What packets meet on the way to a destination class is the same for all sources connected to a switch, so
// it is computed once, backwards from the destination. All equal-cost paths count, because the hash may
// choose any of them.
#include "analysis/proof/path/class_proof.h"

#include "analysis/proof/path/next_channels.h"

#include <algorithm>

namespace rocelint::proof {

ClassProof::ClassProof(const FabricProof& proof,
    const std::vector<std::vector<std::uint32_t>>& hop_sets,
    CauseTable& causes,
    SetTable& sets)
    : proof_(&proof)
    , hop_sets_(&hop_sets)
    , causes_(&causes)
    , unite_(sets)
    , finder_(proof.graph(), proof.destinations())
    , known_(proof.graph().fabric().devices.size())
{
}

void ClassProof::choose(std::uint32_t destination_class)
{
    routes_ = &finder_.find(destination_class);
    class_ = &proof_->destinations().classes[destination_class];
    endpoint_ = class_->endpoints.front();
    for (std::vector<Known>& device : known_)
        device.clear();
    arrivals_.clear();
}

std::uint32_t ClassProof::set_of(std::uint32_t channel, const Packet& packet) const
{
    const std::span<const JudgedHop> hops = proof_->hops(channel);
    for (std::size_t index = 0; index < hops.size(); ++index) {
        if (hops[index].in == packet)
            return (*hop_sets_)[channel][index];
    }
    return 0;
}

Reached ClassProof::from(std::uint32_t device, const Packet& packet) { return look(device, packet, 0); }

Reached ClassProof::arrive(std::uint32_t device, const Packet& packet)
{
    arrivals_.push_back({device, packet});
    return {0, unite_.table().make({static_cast<std::uint32_t>(arrivals_.size() - 1)})};
}

Reached ClassProof::look(std::uint32_t device, const Packet& packet, std::uint32_t depth)
{
    // The maximum number of hops of an IP packet (RFC 791 section 3.1, time to live).
    constexpr std::uint32_t most_hops = 255;
    const auto found = std::ranges::find(known_[device], packet, &Known::packet);
    const bool loops = found != known_[device].end() && found->open;
    if (loops || depth == most_hops) {
        const Step step{Aspect::route,
            Grade::broken,
            packet.kind,
            {device, Port::no_index},
            routes_->evidence(device),
            {},
            "configured routes lead in a circle",
            {}};
        return {cause_set(step), 0};
    }
    if (found != known_[device].end())
        return found->reached;
    const std::size_t index = known_[device].size();
    known_[device].push_back({packet, {}, true});
    Reached reached;
    const bool attached = std::ranges::binary_search(class_->leaves, device);
    if (attached && routes_->source(device) != routing::RouteSource::static_route) {
        reached = arrive(device, packet);
    } else {
        const std::span<const std::uint32_t> hops = routes_->next_hops(device);
        std::optional<std::uint32_t> guess;
        if (const auto step = guessed_way(*proof_, *routes_, device))
            guess = cause_set(*step);
        std::vector<std::uint32_t> causes;
        std::vector<std::uint32_t> arrivals;
        for (const std::uint32_t channel : hops) {
            causes.push_back(set_of(channel, packet));
            const std::uint32_t next = proof_->graph().to_device(channel);
            const JudgedHop* hop = proof_->find(channel, packet);
            if (hop == nullptr || !proof_->graph().is_switch(next))
                continue;
            if (guess)
                causes.push_back(*guess);
            const Reached further = look(next, hop->out, depth + 1);
            causes.push_back(further.causes);
            arrivals.push_back(further.arrivals);
        }
        for (const Step& step : dead_ends(*proof_, *routes_, device, endpoint_, hops.empty()))
            causes.push_back(cause_set(step));
        reached = {unite_(causes), unite_(arrivals)};
    }
    known_[device][index].reached = reached;
    known_[device][index].open = false;
    return reached;
}

}
