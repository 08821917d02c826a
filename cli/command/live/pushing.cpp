// SPDX-License-Identifier: Apache-2.0
// Common code of push, resume and rollback. Before anything is sent, the plan is checked against the
// inventory, the state key and the configurations that it was made from.
#include "cli/command/live/pushing.h"

#include "cli/command/live/access.h"
#include "cli/command/live/push_gates.h"
#include "cli/command/live/push_lock.h"
#include "cli/report/text/push_outcome.h"
#include "cli/terminal/terminal.h"
#include "cli/terminal/visible.h"
#include "models/text/sentence.h"
#include "push/journal/transaction_names.h"
#include "push/run/neighbours.h"
#include "workspace/fleet/neighbour_check.h"
#include "workspace/fleet/plan_check.h"
#include "workspace/fleet/plan_files.h"
#include "workspace/fleet/recheck.h"

#include <fmt/format.h>

#include <algorithm>

namespace rocelint::cli {
namespace {

push::PushOptions push_options(const LiveOptions& options)
{
    push::PushOptions push;
    push.window = options.window;
    push.settle = options.settle;
    push.observe = options.observe;
    push.bake = options.bake;
    push.most_drops = options.drops;
    push.most_pauses = options.pauses;
    push.accept_blind = options.accept_blind;
    push.wave = options.wave;
    push.most_failures = options.failures;
    if (options.parallel != 0)
        push.most_parallel = options.parallel;
    return push;
}

}

template <class Work>
ExitCode Pushing::execute(push::Journal& journal, const push::JournalText& history, Work work)
{
    push::name_transactions(plan_, history);
    push::PushOptions push_settings = push_options(options_);
    // Steps that an interrupted run left halfway may have a longer confirmation window on their devices.
    push_settings.window = std::max(push_settings.window, std::chrono::seconds(history.head.window));
    const push::PushContext context{
        inventory_, access_, push_settings, &journal, recheck_, compare_neighbour_};
    push::PushReport report;
    report.wave = [](const push::Wave& wave) {
        print_error(fmt::format("{}: {}\n", visible(wave.title), counted(wave.steps.size(), "device")));
    };
    report.step = [](const push::StepOutcome& outcome) {
        print_error(fmt::format("  {} step {}: {}{}{}\n",
            visible(outcome.device),
            outcome.step + 1,
            push::name_of(outcome.end),
            outcome.message.empty() ? "" : ": ",
            visible(outcome.message)));
    };
    add_gates(options_, report);
    const push::PushResult result = work(context, plan_, history, report);
    print(options_.json ? outcome_json(result, journal.path()) : outcome_table(result));
    print_error(fmt::format("journal: {}\n", journal.path()));
    return result.good() ? ExitCode::good : ExitCode::device;
}

Result<void> Pushing::prepare(const std::string& inventory)
{
    auto access = make_keyed_access(options_);
    if (!access)
        return tl::unexpected(access.error());
    access_ = *std::move(access);
    auto read = read_inventory_file(options_.inventory.empty() ? inventory : options_.inventory, {});
    if (!read)
        return tl::unexpected(read.error());
    inventory_ = *std::move(read);
    for (const push::PlanDevice& device : plan_.devices) {
        if (!device.steps.empty() && inventory_.find(device.name) == nullptr)
            return fail(ErrorKind::usage,
                fmt::format(
                    "{}: the plan's device {} is not in this inventory", inventory_.path, device.name));
    }
    return hold_devices(plan_, inventory_);
}

Result<void> Pushing::prepare_recheck(const std::string& plan_path)
{
    auto before = workspace::read_plan_files(plan_path, plan_, inventory_, "before");
    if (!before)
        return tl::unexpected(before.error());
    if (auto good = workspace::check_commands(plan_path, plan_, *before); !good)
        return good;
    compare_neighbour_ = workspace::make_neighbour_compare(*std::move(before));
    auto after = workspace::read_plan_files(plan_path, plan_, inventory_, "after");
    if (!after)
        return tl::unexpected(after.error());
    workspace::FleetRules rules;
    rules.policy_text = plan_.policy;
    rules.policy_path = plan_path;
    rules.topology_text = plan_.topology;
    rules.topology_path = plan_path;
    if (auto read = workspace::read_rules(rules); !read)
        return read;
    recheck_ = workspace::make_recheck(*std::move(after), std::move(rules));
    return {};
}

ExitCode Pushing::run(push::Journal& journal, const push::JournalText& history)
{
    return execute(journal, history, push::run_push);
}

ExitCode Pushing::finish(push::Journal& journal, const push::JournalText& history)
{
    return execute(journal, history, push::finish_push);
}

ExitCode Pushing::check()
{
    push::name_transactions(plan_, {});
    const push::PushOptions settings = push_options(options_);
    const push::PushContext context{inventory_, access_, settings, nullptr, recheck_, compare_neighbour_};
    std::vector<push::StepOutcome> outcomes(plan_.devices.size());
    std::vector<const push::PlanDevice*> all;
    for (const push::PlanDevice& device : plan_.devices) {
        if (std::ranges::any_of(device.steps, push::rests_on_neighbours))
            all.push_back(&device);
    }
    const push::NeighbourNews news = push::look_at_neighbours(context, plan_, all, {});
    push::for_each_device(
        plan_.devices.size(), settings.most_parallel, access_.cancel, [&](std::size_t index) {
            const push::PlanDevice& device = plan_.devices[index];
            if (!device.steps.empty())
                outcomes[index] = push::check_step(context, device, 0, device.hash);
        });
    CheckResult result;
    result.good = !interrupt_flag().load();
    for (const push::PlanDevice* device : all) {
        for (std::uint32_t number = 0; number < device->steps.size(); ++number) {
            const push::PlanStep& step = device->steps[number];
            const Objection changed = push::changed_neighbour(*device, step, news);
            const std::string told
                = changed ? changed.sentence() : push::unread_neighbours(*device, step, news);
            result.good = result.good && !changed;
            if (!told.empty())
                result.neighbours.push_back(
                    {device->name, number, changed ? push::Event::refused : push::Event::unknown, told, {}});
        }
    }
    for (push::StepOutcome& outcome : outcomes) {
        if (outcome.device.empty())
            continue;
        result.good = result.good && outcome.end == push::Event::done;
        result.outcomes.push_back(std::move(outcome));
    }
    print(options_.json ? check_json(result) : check_text(result));
    return result.good ? ExitCode::good : ExitCode::device;
}

}
