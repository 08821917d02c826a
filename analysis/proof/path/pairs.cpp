// SPDX-License-Identifier: Apache-2.0
// Proves every ordered pair of RDMA endpoints in groups: endpoints that enter and leave the fabric alike
// share one result.
#include "analysis/proof/path/pairs.h"

#include "analysis/proof/path/class_proof.h"
#include "models/parallel/parallel.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <unordered_map>
#include <utility>

namespace rocelint::proof {
namespace {

// First packets that enter the fabric in the same way: the same packet in the same switch after the same
// causes.
struct Entry {
    std::uint32_t device = 0;
    Packet packet;
    std::uint32_t causes = 0; ///< met up to and including the first channel
    friend auto operator<=>(const Entry&, const Entry&) = default;
};

// Endpoints that cannot be told apart: same class, same entries, same last section.
struct EndpointGroup {
    std::uint32_t destination_class = 0;
    std::vector<std::uint32_t> entries; ///< indices, by kind and attachment
    /// The last section: by leaf, what each packet that arrives by it meets.
    std::vector<std::tuple<std::uint32_t, Packet, std::uint32_t>> last;
    std::uint8_t kinds = 0;
    friend auto operator<=>(const EndpointGroup&, const EndpointGroup&) = default;
};

struct Members {
    std::uint64_t count = 0;
    std::uint32_t first = 0;
    std::uint32_t second = 0;
};

// Enough to divide the work evenly on any machine.
constexpr std::size_t shares = 64;

class PairProver {
public:
    PairProver(const FabricProof& proof, const Parts& parts, PairGrades* grades)
        : proof_(proof), parts_(parts), grades_(grades), unite_(sets_)
    {
        all_.between.resize(std::size_t{parts.count} * parts.count);
    }

    AllPairs run()
    {
        collect_causes();
        group_endpoints();
        follow();
        if (grades_ != nullptr) {
            grades_->groups = static_cast<std::uint32_t>(groups_.size());
            grades_->of_groups.assign(groups_.size() * groups_.size(), std::nullopt);
        }
        by_cause_.resize(causes_.causes().size());
        for (std::uint32_t from = 0; from < groups_.size(); ++from) {
            for (std::uint32_t to = 0; to < groups_.size(); ++to)
                join(from, to);
        }
        conclude();
        return std::move(all_);
    }

private:
    std::uint32_t set_of_faults(std::uint32_t first, std::uint32_t count)
    {
        std::vector<std::uint32_t> ids;
        for (const Step& step : proof_.faults(first, count)) {
            if (step.outcome == Grade::assumed)
                ++all_.assumed_hops;
            else
                ids.push_back(causes_.add(step));
        }
        return sets_.make(std::move(ids));
    }

    void collect_causes()
    {
        hop_sets_.resize(proof_.channel_count());
        for (std::uint32_t channel = 0; channel < proof_.channel_count(); ++channel) {
            for (const JudgedHop& hop : proof_.hops(channel))
                hop_sets_[channel].push_back(set_of_faults(hop.first_fault, hop.fault_count));
        }
    }

    [[nodiscard]] std::uint32_t set_of(std::uint32_t channel, const Packet& packet) const
    {
        const std::span<const JudgedHop> hops = proof_.hops(channel);
        const auto found = std::ranges::find(hops, packet, &JudgedHop::in);
        return found == hops.end() ? 0 : hop_sets_[channel][static_cast<std::size_t>(found - hops.begin())];
    }

    void group_endpoints()
    {
        std::map<EndpointGroup, std::uint32_t> known;
        const routing::Destinations& destinations = proof_.destinations();
        all_.endpoints = static_cast<std::uint32_t>(destinations.endpoints.size());
        for (std::uint32_t endpoint = 0; endpoint < destinations.endpoints.size(); ++endpoint) {
            EndpointGroup group{.destination_class = destinations.class_of[endpoint]};
            for (const JudgedStart& start : proof_.starts(endpoint))
                group.entries.push_back(entry_of(start));
            for (std::uint8_t kind = 0; kind < 8; ++kind)
                group.kinds = static_cast<std::uint8_t>(
                    group.kinds | (proof_.uses(endpoint, kind) ? 1U << kind : 0U));
            for (const PortId port : destinations.endpoints[endpoint].attachments)
                add_last_metre(port, group);
            const auto [place, fresh]
                = known.try_emplace(std::move(group), static_cast<std::uint32_t>(groups_.size()));
            if (fresh) {
                groups_.push_back(place->first);
                members_.push_back({0, endpoint, endpoint});
            }
            if (grades_ != nullptr)
                grades_->group_of.push_back(place->second);
            Members& members = members_[place->second];
            if (++members.count == 2)
                members.second = endpoint;
        }
    }

    std::uint32_t entry_of(const JudgedStart& start)
    {
        const JudgedHop* hop = proof_.find(start.channel, start.packet);
        const Entry entry{proof_.channel(start.channel).to.device,
            hop->out,
            unite_(set_of_faults(start.first_fault, start.fault_count), set_of(start.channel, start.packet))};
        const auto [place, fresh]
            = known_entries_.try_emplace(entry, static_cast<std::uint32_t>(entries_.size()));
        if (fresh)
            entries_.push_back(entry);
        return place->second;
    }

    void add_last_metre(PortId attachment, EndpointGroup& group)
    {
        const std::uint32_t channel = proof_.channel_out(attachment);
        if (channel == routing::none)
            return;
        const std::span<const JudgedHop> hops = proof_.hops(channel);
        for (std::size_t index = 0; index < hops.size(); ++index)
            group.last.emplace_back(attachment.device, hops[index].in, hop_sets_[channel][index]);
        std::ranges::sort(group.last);
    }

    // Follows packets from every entry to every class.
    void follow()
    {
        const std::size_t classes = proof_.destinations().classes.size();
        reached_.resize(classes);
        arrivals_.resize(classes);
        const std::size_t parts = std::min(shares, classes);
        run_parallel(parts, [&](std::size_t part) {
            ClassProof one(proof_, hop_sets_, causes_, sets_);
            for (std::size_t index = part; index < classes; index += parts) {
                one.choose(static_cast<std::uint32_t>(index));
                for (const Entry& entry : entries_)
                    reached_[index].push_back(one.from(entry.device, entry.packet));
                arrivals_[index] = one.arrivals();
            }
        });
    }

    // Adds to `met_` the causes that packets of one entry meet on the whole path to an endpoint of the group.
    void meet(std::uint32_t entry, const EndpointGroup& group)
    {
        const Reached& reached = reached_[group.destination_class][entry];
        met_.push_back(entries_[entry].causes);
        met_.push_back(reached.causes);
        if (reached.arrivals == 0)
            return;
        for (const std::uint32_t index : sets_.members(reached.arrivals)) {
            const Arrival& arrival = arrivals_[group.destination_class][index];
            for (const auto& [device, packet, set] : group.last) {
                if (device == arrival.device && packet == arrival.packet)
                    met_.push_back(set);
            }
        }
    }

    void join(std::uint32_t from, std::uint32_t to)
    {
        const EndpointGroup& source = groups_[from];
        const EndpointGroup& target = groups_[to];
        const std::uint64_t count = members_[from].count * (members_[to].count - (from == to ? 1 : 0));
        const auto shared = static_cast<std::uint8_t>(source.kinds & target.kinds);
        if (count == 0 || shared == 0)
            return;
        met_.clear();
        for (const std::uint32_t entry : source.entries) {
            const Packet& packet = entries_[entry].packet;
            if (!packet.is_notification() && ((shared >> packet.kind) & 1U) != 0)
                meet(entry, target);
        }
        for (const std::uint32_t entry : target.entries) {
            if (entries_[entry].packet.is_notification())
                meet(entry, source);
        }
        keep_each_once(met_);
        const Grade worst = worst_met();
        if (grades_ != nullptr)
            grades_->of_groups[std::size_t{from} * groups_.size() + to] = worst;
        all_.pairs += count;
        all_.unreachable += worst == Grade::unreachable ? count : 0;
        all_.broken += worst == Grade::broken ? count : 0;
        all_.unproven += worst == Grade::unproven ? count : 0;
        if (parts_.count > 0)
            count_between(source.destination_class, target.destination_class, count, worst);
        if (met_.empty())
            return;
        add_to(tallies_[met_],
            {count, members_[from].first, from == to ? members_[to].second : members_[to].first});
        // Where every pair meets faults of its own, their lists would fill the memory.
        constexpr std::size_t most_tallies = 1U << 16U;
        if (tallies_.size() >= most_tallies)
            count_causes();
    }

    void count_between(std::uint32_t from, std::uint32_t to, std::uint64_t count, Grade worst)
    {
        PartPairs& cell
            = all_.between[std::size_t{parts_.of_class[from]} * parts_.count + parts_.of_class[to]];
        (worst == Grade::unreachable       ? cell.unreachable
                : worst == Grade::broken   ? cell.broken
                : worst == Grade::unproven ? cell.unproven
                                           : cell.proven)
            += count;
    }

    Grade worst_met()
    {
        Grade worst = Grade::proven;
        for (const std::uint32_t set : met_)
            worst = std::max(worst, worst_of(set));
        return worst;
    }

    Grade worst_of(std::uint32_t set)
    {
        const auto [place, fresh] = worst_.try_emplace(set, Grade::proven);
        if (fresh) {
            for (const std::uint32_t cause : sets_.members(set))
                place->second = std::max(place->second, causes_.causes()[cause].step.outcome);
        }
        return place->second;
    }

    // Ordered pairs of endpoints, and the first of them.
    struct Tally {
        std::uint64_t pairs = 0;
        std::uint32_t from = 0;
        std::uint32_t to = 0;
    };

    static void add_to(Tally& tally, const Tally& more)
    {
        if (tally.pairs == 0 || std::tuple(more.from, more.to) < std::tuple(tally.from, tally.to)) {
            tally.from = more.from;
            tally.to = more.to;
        }
        tally.pairs += more.pairs;
    }

    // Counts the pairs of each list of sets for each cause in them, and forgets the lists.
    void count_causes()
    {
        for (const auto& [sets, tally] : tallies_) {
            for (const std::uint32_t set : sets)
                marks_.add(sets_.members(set));
            for (const std::uint32_t cause : marks_.take())
                add_to(by_cause_[cause], tally);
        }
        tallies_.clear();
    }

    void conclude()
    {
        count_causes();
        std::vector<AffectedPairs> affected;
        for (std::size_t cause = 0; cause < by_cause_.size(); ++cause) {
            const Tally& tally = by_cause_[cause];
            affected.push_back({std::move(causes_.causes()[cause]), tally.pairs, tally.from, tally.to});
        }
        std::erase_if(affected, [](const AffectedPairs& entry) { return entry.pairs == 0; });
        std::ranges::sort(affected, [](const AffectedPairs& a, const AffectedPairs& b) {
            const auto key = [](const AffectedPairs& entry) {
                const Step& step = entry.cause.step;
                return std::tuple(-static_cast<int>(step.outcome),
                    ~entry.pairs,
                    step.port,
                    step.aspect,
                    step.at,
                    step.kind,
                    std::string_view(step.text));
            };
            return key(a) < key(b);
        });
        all_.causes = std::move(affected);
    }

    const FabricProof& proof_;
    const Parts& parts_;
    PairGrades* grades_;
    AllPairs all_;
    CauseTable causes_;
    SetTable sets_;
    SetUnion unite_;
    std::vector<std::vector<std::uint32_t>> hop_sets_; ///< by channel, then by hop
    std::map<Entry, std::uint32_t> known_entries_;
    std::vector<Entry> entries_;
    std::vector<EndpointGroup> groups_;
    std::vector<Members> members_; ///< by group
    std::vector<std::vector<Reached>> reached_; ///< by class, then by entry
    std::vector<std::vector<Arrival>> arrivals_; ///< by class
    std::vector<std::uint32_t> met_; ///< sets of causes that the pair at hand meets
    std::map<std::vector<std::uint32_t>, Tally> tallies_; ///< by sets of causes
    std::vector<Tally> by_cause_; ///< without the pairs in `tallies_`
    MemberMarks marks_;
    std::unordered_map<std::uint32_t, Grade> worst_; ///< by set of causes
};

}

AllPairs prove_all_pairs(const FabricProof& proof, const Parts& parts, PairGrades* grades)
{
    return PairProver(proof, parts, grades).run();
}

}
