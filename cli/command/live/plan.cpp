// SPDX-License-Identifier: Apache-2.0
// Reads the fleet, makes a plan from it and writes the plan; nothing is sent. A plan that would cause a new
// error is written, but push refuses it.
#include "cli/command/live/plan.h"

#include "cli/command/live/access.h"
#include "cli/command/live/plan_fleet.h"
#include "cli/command/state_key.h"
#include "cli/report/text/plan_text.h"
#include "cli/terminal/terminal.h"
#include "cli/terminal/visible.h"
#include "models/text/digest.h"
#include "models/text/sentence.h"
#include "push/journal/journal.h"
#include "workspace/compare/identities.h"
#include "workspace/files/output_file.h"
#include "workspace/find/find_policy.h"
#include "workspace/fleet/plan_builder.h"
#include "workspace/fleet/plan_diffs.h"
#include "workspace/fleet/plan_files.h"
#include "workspace/input/inputs.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <mutex>

namespace rocelint::cli {
namespace {

constexpr std::size_t usual_parallel = 32;

Result<std::string> read_text(const std::string& path)
{
    if (path.empty())
        return std::string{};
    auto source = Source::read_named(0, path);
    if (!source)
        return fail(ErrorKind::usage, source.error().message);
    return std::string((*source)->text());
}

class Planning {
public:
    explicit Planning(const LiveOptions& options) : options_(options) { }

    ExitCode run()
    {
        // Read the whole inventory: --limit selects what is planned, not the neighbors that must be known.
        if (auto limited = read_inventory_file(options_.words.front(), options_.limit); !limited)
            return refuse(limited.error());
        auto inventory = read_inventory_file(options_.words.front(), {}, false);
        if (!inventory)
            return refuse(inventory.error());
        inventory_ = *std::move(inventory);
        if (auto rules = read_fleet_rules(); !rules)
            return refuse(rules.error());
        const std::string output = options_.output.empty() ? "plan.json" : options_.output;
        if (auto good = workspace::check_output_path(output); !good)
            return refuse(good.error());
        if (auto read = read_fleet(); !read)
            return refuse(read.error());
        if (std::ranges::all_of(fleet_.devices, [this](const workspace::FleetDevice& device) {
                return fleet_.beyond.contains(device.name);
            })) {
            print_error("rocelint: no device could be read, so there is nothing to plan\n");
            return ExitCode::device;
        }
        const workspace::Identities identities = workspace::compare_identities(inventory_, fleet_.devices);
        for (const std::string& unlike : identities.unlike)
            print_error(fmt::format("rocelint: {}\n", visible(unlike)));
        if (!identities.wrong.empty())
            return refuse({ErrorKind::refused, fmt::format("{}", fmt::join(identities.wrong, "; ")), {}});
        auto built = build();
        if (!built)
            return refuse(built.error());
        built->plan.files = std::filesystem::path(workspace::plan_folder(output)).filename().string();
        if (auto written = workspace::write_plan_files(
                workspace::plan_folder(output), inventory_, fleet_.devices, built->after);
            !written)
            return refuse(written.error());
        if (!fleet_.for_review)
            seal(built->plan);
        if (auto written = workspace::write_private_file(output, push::write_plan(built->plan)); !written)
            return refuse(written.error());
        print(plan_text(built->plan, options_.wave));
        print_outcome(built->plan, output);
        for (const Error& error : built->own_errors)
            print_failure(error);
        if (missing_ > 0)
            return ExitCode::device;
        if (!built->own_errors.empty())
            return ExitCode::usage;
        const bool anything = std::ranges::any_of(
            built->plan.devices, [](const push::PlanDevice& device) { return !device.steps.empty(); });
        return options_.detailed_exit_code && anything ? ExitCode::findings : ExitCode::good;
    }

private:
    Result<void> read_fleet_rules()
    {
        const std::string& inventory = options_.words.front();
        rules_.policy_path = options_.policy.empty() ? workspace::find_policy(inventory) : options_.policy;
        rules_.topology_path
            = options_.topology.empty() ? workspace::find_topology(inventory) : options_.topology;
        rules_.selection = {options_.select, options_.ignore};
        auto policy = read_text(rules_.policy_path);
        auto topology = read_text(rules_.topology_path);
        for (const auto* text : {&policy, &topology}) {
            if (!*text)
                return tl::unexpected(text->error());
        }
        rules_.policy_text = *std::move(policy);
        rules_.topology_text = *std::move(topology);
        if (auto read = workspace::read_rules(rules_); !read)
            return read;
        return {};
    }

    Result<void> read_fleet()
    {
        if (options_.from.empty()) {
            auto access = make_keyed_access(options_);
            if (!access)
                return tl::unexpected(access.error());
            access_ = *std::move(access);
        }
        auto fleet = read_plan_fleet(options_, inventory_, access_, parallel(), rules_);
        if (!fleet)
            return tl::unexpected(fleet.error());
        fleet_ = *std::move(fleet);
        missing_ = fleet_.missing;
        return {};
    }

    // Without a key, the plan stays unsealed and can only be viewed.
    void seal(push::Plan& plan) const
    {
        const Result<std::string> key
            = access_.state_key.empty() ? read_state_key() : Result<std::string>(access_.state_key);
        if (key)
            push::seal_plan(plan, *key);
        else
            print_failure(key.error());
    }

    [[nodiscard]] std::size_t parallel() const
    {
        return options_.parallel == 0 ? usual_parallel : options_.parallel;
    }

    // Makes a plan; if devices turn out not to be ready, makes it again without them and without the steps
    // that need them.
    Result<workspace::BuiltPlan> build()
    {
        workspace::PlanRequest request{inventory_,
            fleet_.devices,
            rules_,
            options_.intent,
            options_.allow_disruptive,
            push::utc_now(),
            fleet_.beyond,
            fleet_.unread};
        auto built = workspace::build_plan(request);
        if (!built || !options_.from.empty())
            return built;
        std::map<std::string, std::string> blocked = ask_whether_ready(built->plan);
        if (blocked.empty())
            return built;
        request.blocked.merge(blocked);
        return workspace::build_plan(request);
    }

    std::map<std::string, std::string> ask_whether_ready(const push::Plan& plan)
    {
        std::map<std::string, std::string> blocked;
        std::mutex mutex;
        push::for_each_device(plan.devices.size(), parallel(), access_.cancel, [&](std::size_t index) {
            const push::PlanDevice& device = plan.devices[index];
            if (device.steps.empty())
                return;
            auto live = push::open_device(*inventory_.find(device.name), access_);
            Result<void> ready = live ? Result<void>() : tl::unexpected(live.error());
            for (const push::PlanStep& step : device.steps) {
                if (ready)
                    ready = (*live)->check_ready(step.transaction);
            }
            if (ready)
                return;
            const std::scoped_lock lock(mutex);
            blocked[device.name] = ready.error().message;
            // A device that does not answer is missing from the plan, which is otherwise good.
            if (ready.error().kind != ErrorKind::refused)
                ++missing_;
        });
        return blocked;
    }

    void print_outcome(const push::Plan& plan, const std::string& output) const
    {
        if (fleet_.for_review) {
            print_error(fmt::format(
                "\nwritten to {} only for review: it was made without asking the devices, so push "
                "refuses it; plan from the devices, or from what `rocelint collect` wrote, to push\n",
                output));
            return;
        }
        const auto errors = new_errors(plan);
        std::string out = fmt::format("\nwritten to {}; `rocelint push {}` carries it out\n", output, output);
        if (!errors.empty())
            out = fmt::format("\nwritten to {}, but it would cause {}: push will refuse it\n",
                output,
                counted(errors.size(), "new error"));
        if (std::ranges::all_of(
                plan.devices, [](const push::PlanDevice& device) { return device.steps.empty(); }))
            out = fmt::format("\nthere is nothing to push; written to {}\n", output);
        print_error(out);
    }

    const LiveOptions& options_;
    push::Inventory inventory_;
    workspace::FleetRules rules_;
    PlanFleet fleet_;
    push::Access access_;
    std::size_t missing_ = 0; ///< requested devices that the plan does not contain
};

ExitCode show_plan(const LiveOptions& options)
{
    if (options.words.size() != 2) {
        print_error("rocelint: plan show needs one plan\n");
        return ExitCode::usage;
    }
    auto source = Source::read_named(0, options.words[1]);
    if (!source) {
        print_failure(source.error());
        return ExitCode::usage;
    }
    auto plan = push::read_plan(**source);
    if (!plan) {
        print_failure(plan.error());
        return ExitCode::usage;
    }
    if (options.json) {
        print((*source)->text());
        return ExitCode::good;
    }
    auto before = workspace::read_plan_files(options.words[1], *plan, {}, "before");
    auto diffs = before ? workspace::plan_diffs(*plan, *before)
                        : Result<workspace::StepDiffs>(tl::unexpected(before.error()));
    if (!diffs) {
        print_failure(diffs.error());
        print_error("so the resulting configurations are not shown, and push would refuse this plan\n");
    }
    print(fmt::format("{}{}\nSHA-256 of this plan: {}\n",
        plan_text(*plan, options.wave),
        plan_commands(*plan, diffs ? *diffs : workspace::StepDiffs()),
        sha256((*source)->text())));
    return ExitCode::good;
}

}

ExitCode run_plan(const LiveOptions& options)
{
    if (!options.words.empty() && options.words.front() == "show")
        return show_plan(options);
    if (options.words.size() != 1) {
        print_error("rocelint: plan needs one inventory; or `plan show PLAN`\n");
        return ExitCode::usage;
    }
    return Planning(options).run();
}

}
