// SPDX-License-Identifier: Apache-2.0
// Pairs are compared in groups, as they are proved: endpoints that are indistinguishable in both checks have
// the same result, and one of them is walked to find the deciding step.
#include "workspace/compare/path_changes.h"

#include "analysis/proof/path/walk.h"
#include "workspace/check/outcome.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <tuple>
#include <unordered_map>

namespace rocelint::workspace {
namespace {

using proof::Grade;

constexpr std::size_t most_examples = 3;
// Each walk traces the paths of one pair. Groups beyond this number are reported without the deciding step.
constexpr std::size_t most_walks = 256;

std::string name_of_port(const Fabric& fabric, PortId id)
{
    const Named named = name_port(id, fabric);
    return named.port.empty() ? std::string(named.device) : fmt::format("{} {}", named.device, named.port);
}

std::string name_of_endpoint(const proof::FabricProof& proof, std::uint32_t index)
{
    const routing::Endpoint& endpoint = proof.destinations().endpoints[index];
    const Fabric& fabric = proof.graph().fabric();
    if (endpoint.host.valid())
        return name_of_port(fabric, endpoint.host);
    const std::string at = name_of_port(fabric, endpoint.attachments.front());
    return endpoint.name.empty() ? fmt::format("the host at {}", at)
                                 : fmt::format("{} (at {})", endpoint.name, at);
}

// Endpoints that share one group now and one group before.
struct JoinedGroup {
    std::uint32_t now = 0;
    std::optional<std::uint32_t> before;
    std::vector<std::uint32_t> members; ///< endpoints of the later check
};

struct Place {
    PortId port;
    std::string reason;
    bool lossy = false;
};

class PathComparer {
public:
    PathComparer(const ProvenPaths* before, const ProvenPaths& now) : before_(before), now_(now) { }

    std::vector<PathChange> run()
    {
        join_groups();
        for (const JoinedGroup& from : groups_) {
            for (const JoinedGroup& to : groups_)
                compare(from, to);
        }
        std::vector<PathChange> changes;
        for (auto& [key, change] : changes_)
            changes.push_back(std::move(change));
        std::ranges::stable_sort(changes, [](const PathChange& a, const PathChange& b) {
            return std::tuple(b.now, b.pairs) < std::tuple(a.now, a.pairs);
        });
        return changes;
    }

private:
    void join_groups()
    {
        if (before_ != nullptr) {
            for (std::uint32_t index = 0; index < before_->grades.group_of.size(); ++index)
                earlier_.emplace(name_of_endpoint(before_->proof, index), index);
        }
        std::map<std::pair<std::uint32_t, std::optional<std::uint32_t>>, std::size_t> known;
        for (std::uint32_t index = 0; index < now_.grades.group_of.size(); ++index) {
            const auto was = earlier_.find(name_of_endpoint(now_.proof, index));
            const auto before
                = was == earlier_.end() ? std::nullopt : std::optional(before_->grades.group_of[was->second]);
            const std::uint32_t now = now_.grades.group_of[index];
            const auto [place, fresh] = known.try_emplace({now, before}, groups_.size());
            if (fresh)
                groups_.push_back({now, before, {}});
            groups_[place->second].members.push_back(index);
        }
    }

    void compare(const JoinedGroup& from, const JoinedGroup& to)
    {
        const std::uint64_t pairs
            = std::uint64_t{from.members.size()} * (to.members.size() - (&from == &to ? 1 : 0));
        const std::optional<Grade> now = now_.grades.between(from.now, to.now);
        if (pairs == 0 || !now)
            return;
        const std::optional<Grade> before
            = from.before && to.before ? before_->grades.between(*from.before, *to.before) : std::nullopt;
        if (before == now || (!before && *now == Grade::proven))
            return;
        const bool mended = *now == Grade::proven;
        const std::uint32_t first = from.members.front();
        const std::uint32_t second = to.members[&from == &to ? 1 : 0];
        const Place place = mended ? place_in(*before_,
                                earlier_.at(name_of_endpoint(now_.proof, first)),
                                earlier_.at(name_of_endpoint(now_.proof, second)))
                                   : place_in(now_, first, second);
        PathChange& change = changes_[{before, *now, place.port, place.reason}];
        change.before = before;
        change.now = *now;
        change.reason = place.reason;
        change.lossy = place.lossy;
        if (place.port.valid()) {
            const Named named = name_port(place.port, (mended ? *before_ : now_).proof.graph().fabric());
            change.device = named.device;
            change.port = named.port;
        }
        change.pairs += pairs;
        add_examples(from, to, change);
    }

    void add_examples(const JoinedGroup& from, const JoinedGroup& to, PathChange& change) const
    {
        for (const std::uint32_t one : from.members) {
            for (const std::uint32_t other : to.members) {
                if (change.examples.size() == most_examples)
                    return;
                if (one != other)
                    change.examples.emplace_back(
                        name_of_endpoint(now_.proof, one), name_of_endpoint(now_.proof, other));
            }
        }
    }

    // The worst step on the path, or on the path of CNPs back.
    Place place_in(const ProvenPaths& paths, std::uint32_t from, std::uint32_t to)
    {
        if (walks_++ >= most_walks)
            return {};
        Place place;
        Grade worst = Grade::proven;
        const auto look = [&](std::optional<proof::Walk> walk) {
            if (!walk)
                return;
            for (const proof::Step& step : walk->start)
                take_worse(step, worst, place);
            for (const proof::WalkHop& hop : walk->hops) {
                for (const proof::Step& step : hop.hop.steps)
                    take_worse(step, worst, place);
            }
        };
        const std::size_t classes = paths.proof.analysis().classes.classes.size();
        for (std::uint8_t kind = 0; kind < classes; ++kind) {
            if (paths.proof.uses(to, kind))
                look(proof::walk(paths.proof, from, to, kind));
        }
        look(proof::walk(paths.proof, to, from, proof::Packet::notification));
        return place;
    }

    // Of equally bad steps, the first that loses packets counts.
    static void take_worse(const proof::Step& step, Grade& worst, Place& place)
    {
        const bool lossy = proof::keeps_packets(step.aspect) || step.aspect == proof::Aspect::mtu;
        if (step.outcome < Grade::unproven || std::pair(step.outcome, lossy) <= std::pair(worst, place.lossy))
            return;
        worst = step.outcome;
        place = {step.port, step.text, lossy};
    }

    using Key = std::tuple<std::optional<Grade>, Grade, PortId, std::string>;

    const ProvenPaths* before_;
    const ProvenPaths& now_;
    std::unordered_map<std::string, std::uint32_t> earlier_; ///< endpoints of the earlier check, by name
    std::vector<JoinedGroup> groups_;
    std::map<Key, PathChange> changes_;
    std::size_t walks_ = 0;
};

}

ProvenPaths::ProvenPaths(const Analysis& analysis) : proof(analysis)
{
    all = proof::prove_all_pairs(proof, {}, &grades);
}

std::vector<PathChange> path_changes(const ProvenPaths* before, const ProvenPaths& now)
{
    return PathComparer(before, now).run();
}

}
