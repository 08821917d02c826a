// SPDX-License-Identifier: Apache-2.0
#include "workspace/step_builder.h"

#include "drivers/amend/amend.h"
#include "models/catalog/push_hazards.h"
#include "models/change/blast_radius.h"
#include "models/change/change_order.h"
#include "models/text/digest.h"
#include "push/reading.h"
#include "push/waves.h"

#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <iterator>
#include <map>

namespace rocelint::workspace {
namespace {

// One change with everything that a step tells of it.
struct Candidate {
    Change change;
    std::vector<std::string> codes;
    FixClass fix_class = FixClass::hitless;
    std::string reason;
};

class StepBuilder {
public:
    StepBuilder(
        const FleetDevice& fleet, const Fabric& fabric, std::uint32_t index, const StepOptions& options)
        : fleet_(fleet)
        , fabric_(fabric)
        , index_(index)
        , options_(options)
        , driver_(*find_driver(fleet.platform))
    {
        states_.push_back(push::read_collected(driver_, fleet.name, fleet.files));
        result_.after = fleet.files;
    }

    BuiltSteps run(const std::vector<WantedChange>& wanted)
    {
        if (driver_.edit == nullptr || driver_.commands == nullptr || driver_.undo == nullptr) {
            for (const WantedChange& change : wanted)
                leave_out(change.change,
                    "this platform's driver has no way to undo a change, so nothing is pushed to it");
            return std::move(result_);
        }
        for (auto& [round, candidates] : in_rounds(accept(wanted))) {
            for (std::vector<Candidate>& group : in_groups(std::move(candidates)))
                make_step(std::move(group), phases_.at(round));
        }
        refuse_unsafe();
        return std::move(result_);
    }

private:
    [[nodiscard]] const Device& now() const { return states_.back().device; }

    [[nodiscard]] std::string port_name(const Change& change) const
    {
        const Device& device = states_.front().device;
        return change.port.port == Port::no_index || change.port.port >= device.ports.size()
            ? std::string{}
            : std::string(device.ports[change.port.port].name);
    }

    void leave_out(const Change& change, const std::string& reason)
    {
        result_.left_out.push_back({port_name(change), describe(change), reason});
    }

    static std::vector<Change> changes_of(const std::vector<Candidate>& candidates)
    {
        std::vector<Change> changes;
        changes.reserve(candidates.size());
        for (const Candidate& candidate : candidates)
            changes.push_back(candidate.change);
        return changes;
    }

    // The changes that may be made, each one way, with what the catalog knows of it.
    std::vector<Candidate> accept(const std::vector<WantedChange>& wanted)
    {
        std::vector<Candidate> accepted;
        for (const WantedChange& want : wanted) {
            for (Change change : one_way(std::span(&want.change, 1))) {
                change.port.device = 0;
                const catalog::Hazard hazard = catalog::find_hazard(states_.front().device, change);
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
                    if (disruptive && !options_.allow_disruptive)
                        leave_out(change, "it needs --allow-disruptive, or `maintenance: true`: " + reason);
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
        const auto phases = split(states_.front().device, changes);
        // The map of a code point that is not trusted yet means nothing before it is.
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

    // On a host the ports whose links go down take turns, so that it never loses two rails.
    [[nodiscard]] std::vector<std::vector<Candidate>> in_groups(std::vector<Candidate> candidates) const
    {
        const bool disruptive = std::ranges::any_of(candidates,
            [](const Candidate& candidate) { return candidate.fix_class == FixClass::disruptive; });
        if (!disruptive || states_.front().device.kind != DeviceKind::host)
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

    void make_step(std::vector<Candidate> group, Phase phase)
    {
        while (!group.empty()) {
            std::vector<Change> changes = changes_of(group);
            const ReadDevice& before = states_.back();
            Amended amended = amend(
                {driver_, before.trees, before.device, push::collected_path(driver_, fleet_.name, {})},
                changes);
            if (take_out(group, amended.refused))
                changes = changes_of(group);
            if (group.empty())
                return;
            ReadDevice& after = amended.after;
            Commands commands = driver_.commands(before.trees, before.device, changes);
            if (take_out(group, commands.refused))
                continue;
            Commands undo = driver_.undo(before.trees, after.trees, before.device, changes);
            if (take_out(group, undo.refused))
                continue;
            if (before.device.kind == DeviceKind::host && !made_.empty())
                keep_whole(changes, after, commands, undo);
            made_.insert(made_.end(), changes.begin(), changes.end());
            add_step(group, commands, undo, before.device, phase);
            take_over(std::move(amended.files));
            states_.push_back(std::move(after));
            return;
        }
    }

    // The files of a host that survive a reboot are those of all steps so far: what one step sets may stand in one command
    // with what another set before.
    void keep_whole(
        const std::vector<Change>& changes, const ReadDevice& after, Commands& commands, Commands& undo)
    {
        std::vector<Change> all = made_;
        all.insert(all.end(), changes.begin(), changes.end());
        const ReadDevice& first = states_.front();
        commands.persistent = driver_.commands(first.trees, first.device, all).persistent;
        undo.persistent = driver_.undo(first.trees, after.trees, first.device, all).persistent;
    }

    // Whether the group got shorter, and is to be tried again.
    bool take_out(std::vector<Candidate>& group, const std::vector<Refusal>& refused)
    {
        std::vector<bool> gone(group.size(), false);
        for (const Refusal& refusal : refused) {
            if (!gone[refusal.change])
                leave_out(group[refusal.change].change, refusal.reason);
            gone[refusal.change] = true;
        }
        std::size_t index = 0;
        std::erase_if(group, [&](const Candidate&) { return gone[index++]; });
        return !refused.empty();
    }

    void take_over(std::vector<AmendedFile> amended)
    {
        for (AmendedFile& changed : amended) {
            if (changed.source == no_source) {
                result_.after.push_back({std::move(changed.name), std::move(changed.text)});
                continue;
            }
            for (CollectedFile& file : result_.after) {
                if (push::collected_path(driver_, fleet_.name, file) == changed.name)
                    file.text = changed.text;
            }
        }
    }

    void add_step(const std::vector<Candidate>& group,
        const Commands& commands,
        const Commands& undo,
        const Device& before,
        Phase phase)
    {
        push::PlanStep step;
        std::vector<std::uint32_t> ports;
        for (const Candidate& candidate : group) {
            const auto port = candidate.change.port.port;
            if (port != Port::no_index && std::ranges::find(ports, port) == ports.end())
                ports.push_back(port);
            if (candidate.fix_class == FixClass::disruptive)
                step.fix_class = FixClass::disruptive;
            if (step.reason.empty() || candidate.fix_class == FixClass::disruptive)
                step.reason = candidate.reason;
            step.changes.push_back(
                {named(before, candidate.change), describe(candidate.change), candidate.codes});
        }
        std::ranges::sort(ports);
        step.phase = phase;
        Transaction& transaction = step.transaction;
        transaction.id
            = fmt::format("rl-{}-{}", sha256(options_.seed + fleet_.name).substr(0, 8), result_.steps.size());
        for (const std::uint32_t port : ports)
            transaction.ports.emplace_back(before.ports[port].name);
        transaction.disruptive = step.fix_class == FixClass::disruptive;
        transaction.commands = commands.text;
        transaction.netconf = commands.netconf;
        transaction.persistent = commands.persistent;
        transaction.undo = undo.text;
        transaction.undo_netconf = undo.netconf;
        transaction.undo_persistent = undo.persistent;
        const BlastRadius radius = blast_radius(fabric_, index_, ports);
        if (transaction.disruptive) {
            for (const std::uint32_t port : radius.ports)
                step.radius.ports.emplace_back(fabric_.devices[index_].ports[port].name);
            step.radius.hosts = radius.hosts;
            step.radius.rails = radius.rails;
        }
        result_.order.push_back({index_, step.phase, std::move(ports)});
        result_.steps.push_back(std::move(step));
    }

    // The last word: over all states, no traffic may be lossless without headroom and PFC.
    void refuse_unsafe()
    {
        std::vector<const Device*> states;
        states.reserve(states_.size());
        for (const ReadDevice& state : states_)
            states.push_back(&state.device);
        const auto unsafe = unsafe_step(states);
        if (!unsafe)
            return;
        for (const push::PlanStep& step : result_.steps) {
            for (const push::StepChange& change : step.changes)
                result_.left_out.push_back({change.named.port,
                    change.what,
                    fmt::format("the steps together would be unsafe: {}", *unsafe)});
        }
        result_.steps.clear();
        result_.order.clear();
        result_.after = fleet_.files;
    }

    const FleetDevice& fleet_;
    const Fabric& fabric_;
    std::uint32_t index_;
    const StepOptions& options_;
    const Driver& driver_;
    std::deque<ReadDevice> states_; ///< before, and after each step
    std::vector<Change> made_; ///< of the steps so far
    std::map<unsigned, Phase> phases_; ///< by round: the first phase in it
    BuiltSteps result_;
};

}

BuiltSteps build_steps(const FleetDevice& device,
    const Fabric& fabric,
    std::uint32_t index,
    const std::vector<WantedChange>& wanted,
    const StepOptions& options)
{
    return StepBuilder(device, fabric, index, options).run(wanted);
}

}
