// SPDX-License-Identifier: Apache-2.0
// Changes that must not be made are removed here, before anything is tried; the rest is sorted so that no
// step depends on a later one.
#include "workspace/fleet/step_groups.h"

#include "models/catalog/push_hazards.h"
#include "models/change/change_order.h"
#include "push/plan/waves.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace rocelint::workspace {
namespace {

class Sorter {
public:
    Sorter(const Device& device, bool allow_disruptive) : device_(device), allow_disruptive_(allow_disruptive)
    {
    }

    StepGroups sort(const std::vector<WantedChange>& wanted)
    {
        for (auto& [round, candidates] : in_rounds(accept(wanted))) {
            for (std::vector<Candidate>& group : in_groups(std::move(candidates)))
                result_.groups.push_back({phases_.at(round), std::move(group)});
        }
        return std::move(result_);
    }

private:
    void leave_out(const Change& change, std::string reason)
    {
        result_.left_out.push_back({change, std::move(reason)});
    }

    // Returns the permitted changes, split into one-way changes, with what the catalog says about each.
    std::vector<Candidate> accept(const std::vector<WantedChange>& wanted)
    {
        std::vector<Candidate> accepted;
        for (const WantedChange& want : wanted) {
            for (Change change : one_way(std::span(&want.change, 1))) {
                change.port.device = 0;
                const catalog::Hazard hazard = catalog::find_hazard(device_, change);
                std::string reason = hazard.reason;
                if (!hazard.source.empty())
                    reason += fmt::format(" ({})", hazard.source);
                if (hazard.push_class == catalog::PushClass::refused) {
                    leave_out(change, reason);
                } else if (hazard.undo_class == catalog::PushClass::refused) {
                    leave_out(change, "it could not be undone: " + reason);
                } else {
                    const bool disruptive = hazard.push_class == catalog::PushClass::disruptive
                        || hazard.undo_class == catalog::PushClass::disruptive;
                    if (disruptive && !allow_disruptive_)
                        leave_out(change, needs_leave(reason));
                    else
                        accepted.push_back({change,
                            want.codes,
                            disruptive ? FixClass::disruptive : FixClass::hitless,
                            std::move(reason)});
                }
            }
        }
        return accepted;
    }

    std::map<unsigned, std::vector<Candidate>> in_rounds(std::vector<Candidate> candidates)
    {
        const std::vector<Change> changes = changes_of(candidates);
        std::map<unsigned, std::vector<Candidate>> rounds;
        const auto phases = split(device_, changes);
        // The map of a code point has no effect before the port trusts that code point.
        std::map<std::uint32_t, unsigned> round_of_trust;
        for (const auto& [phase, members] : phases) {
            for (const std::uint32_t member : members) {
                if (changes[member].property == Property::trust)
                    round_of_trust[changes[member].port.port] = push::round_of(phase);
            }
        }
        for (const auto& [phase, members] : phases) {
            for (const std::uint32_t member : members) {
                const Change& change = changes[member];
                unsigned round = push::round_of(phase);
                const auto trust = round_of_trust.find(change.port.port);
                if (trust != round_of_trust.end()
                    && (change.property == Property::dscp_map || change.property == Property::pcp_map))
                    round = std::max(round, trust->second);
                rounds[round].push_back(candidates[member]);
                if (round == push::round_of(phase))
                    phases_.try_emplace(round, phase);
            }
        }
        return rounds;
    }

    // On a host, the ports whose links go down are changed one after another, so that it never loses two
    // rails.
    [[nodiscard]] std::vector<std::vector<Candidate>> in_groups(std::vector<Candidate> candidates) const
    {
        const bool disruptive = std::ranges::any_of(candidates,
            [](const Candidate& candidate) { return candidate.fix_class == FixClass::disruptive; });
        if (!disruptive || device_.kind != DeviceKind::host)
            return {std::move(candidates)};
        std::map<std::uint32_t, std::vector<Candidate>> by_port;
        for (Candidate& candidate : candidates)
            by_port[candidate.change.port.port].push_back(std::move(candidate));
        std::vector<std::vector<Candidate>> groups;
        groups.reserve(by_port.size());
        for (auto& [port, group] : by_port)
            groups.push_back(std::move(group));
        return groups;
    }

    const Device& device_;
    bool allow_disruptive_;
    std::map<unsigned, Phase> phases_; ///< by round: its first phase
    StepGroups result_;
};

}

std::vector<Change> changes_of(const std::vector<Candidate>& candidates)
{
    std::vector<Change> changes;
    changes.reserve(candidates.size());
    for (const Candidate& candidate : candidates)
        changes.push_back(candidate.change);
    return changes;
}

std::string needs_leave(std::string_view reason)
{
    return fmt::format("it needs --allow-disruptive, or `maintenance: true`: {}", reason);
}

StepGroups group_changes(const Device& device, const std::vector<WantedChange>& wanted, bool allow_disruptive)
{
    return Sorter(device, allow_disruptive).sort(wanted);
}

}
