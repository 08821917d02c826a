// SPDX-License-Identifier: Apache-2.0
// Every step is tried on the files before it is planned, and finally all resulting states are proved to be
// safe.
#include "workspace/fleet/step_builder.h"

#include "drivers/amend/amend.h"
#include "models/change/blast_radius.h"
#include "models/change/change_order.h"
#include "models/text/digest.h"
#include "push/reach/reading.h"

#include <fmt/format.h>

#include <algorithm>
#include <deque>

namespace rocelint::workspace {
namespace {

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
        StepGroups sorted = group_changes(states_.front().device, wanted, options_.allow_disruptive);
        for (const LeftOutChange& change : sorted.left_out)
            leave_out(change.change, change.reason);
        for (StepGroup& group : sorted.groups)
            make_step(std::move(group.candidates), group.phase);
        refuse_unsafe();
        return std::move(result_);
    }

private:
    [[nodiscard]] std::string port_name(const Change& change) const
    {
        return named(states_.front().device, change).port;
    }

    void leave_out(const Change& change, const std::string& reason)
    {
        result_.left_out.push_back({port_name(change), describe(change), reason});
        result_.not_made.push_back(change);
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
            const StepCommands commands
                = step_commands(driver_, states_.front(), before, after, changes, made_);
            if (take_out(group, commands.forward.refused) || interrupt(group, commands.forward.interruptions)
                || take_out(group, commands.back.refused))
                continue;
            made_.insert(made_.end(), changes.begin(), changes.end());
            add_step(group, commands.forward, commands.back, before.device, phase);
            take_over(std::move(amended.files));
            states_.push_back(std::move(after));
            return;
        }
    }

    // Marks every change that takes a link down as disruptive, whatever its own class. Returns whether any
    // change was left out for that reason.
    bool interrupt(std::vector<Candidate>& group, const std::vector<Interruption>& interruptions)
    {
        std::vector<Refusal> refused;
        for (const Interruption& one : interruptions) {
            Candidate& candidate = group[one.change];
            if (candidate.fix_class == FixClass::disruptive)
                continue;
            if (options_.allow_disruptive) {
                candidate.fix_class = FixClass::disruptive;
                candidate.reason = one.reason;
            } else {
                refused.push_back({one.change, needs_leave(one.reason)});
            }
        }
        return take_out(group, refused);
    }

    // Returns whether the group got smaller and must be tried again.
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
            if (port < before.ports.size() && std::ranges::find(ports, port) == ports.end())
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
        // A system port has no link and no counters here. Without any port, those of the whole device are watched.
        for (const std::uint32_t port : ports) {
            if (before.ports[port].kind != PortKind::system)
                transaction.ports.emplace_back(before.ports[port].name);
        }
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

    // The final check: in no state may traffic be lossless without headroom and PFC.
    void refuse_unsafe()
    {
        std::vector<const Device*> states;
        states.reserve(states_.size());
        for (const ReadDevice& state : states_)
            states.push_back(&state.device);
        const auto unsafe = unsafe_step(states);
        if (!unsafe)
            return;
        std::ranges::copy(made_, std::back_inserter(result_.not_made));
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
    std::deque<ReadDevice> states_; ///< the state before, and after each step
    std::vector<Change> made_; ///< of all steps so far
    BuiltSteps result_;
};

}

StepCommands step_commands(const Driver& driver,
    const ReadDevice& first,
    const ReadDevice& before,
    const ReadDevice& after,
    const std::vector<Change>& changes,
    const std::vector<Change>& made)
{
    StepCommands commands{
        without_control_characters(driver.commands(before.trees, before.device, changes), changes.size()),
        without_control_characters(
            driver.undo(before.trees, after.trees, before.device, changes), changes.size())};
    if (before.device.kind != DeviceKind::host || made.empty())
        return commands;
    std::vector<Change> all = made;
    all.insert(all.end(), changes.begin(), changes.end());
    commands.forward.persistent = driver.commands(first.trees, first.device, all).persistent;
    commands.back.persistent = driver.undo(first.trees, after.trees, first.device, all).persistent;
    return commands;
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
