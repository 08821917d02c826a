// SPDX-License-Identifier: Apache-2.0
// Reads what a push left behind: its journal and, next to it, its plan.
#include "cli/command/live/push_history.h"

#include "cli/command/state_key.h"
#include "models/text/digest.h"
#include "models/text/source.h"
#include "push/run/run.h"
#include "workspace/files/output_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

namespace rocelint::cli {
namespace {

// With another key, every device would seem to have changed, and no seal would match.
Result<void> check_seal(const std::string& path, const push::Plan& plan)
{
    const auto key = read_state_key();
    if (!key)
        return tl::unexpected(key.error());
    for (const push::PlanDevice& device : plan.devices) {
        if (!device.hash.empty() && !made_with(device.hash, *key))
            return fail(ErrorKind::usage,
                fmt::format(
                    "{}: it was made by another user or on another machine, whose key of states is not "
                    "here: plan again here, or set {} to that key",
                    path,
                    state_key_variable));
    }
    if (push::bears_seal(plan, *key))
        return {};
    return fail(ErrorKind::invalid,
        fmt::format(
            "{}: it was changed after `rocelint plan` wrote it (its seal does not match), so it is not "
            "what was reviewed: plan again",
            path));
}

// Whether an interrupted run left this step in force or in progress, or could not determine its result.
bool is_open(const History& history, const push::PlanDevice& device, std::uint32_t step)
{
    const auto last = history.journal.last(device.name, step);
    return last && last->event != push::Event::done && last->event != push::Event::taken_back
        && last->event != push::Event::refused;
}

}

Result<PlanFile> load_plan(const std::string& path)
{
    auto source = Source::read_named(0, path);
    if (!source)
        return fail(ErrorKind::usage, source.error().message);
    auto plan = push::read_plan(**source);
    if (!plan)
        return tl::unexpected(plan.error());
    if (std::ranges::any_of(
            plan->devices, [](const push::PlanDevice& device) { return device.hash.empty(); }))
        return fail(ErrorKind::usage,
            fmt::format(
                "{}: it is only for review: it was made from files, without asking the devices for their "
                "state: plan from the devices, or from what `rocelint collect` wrote",
                path));
    if (auto sealed = check_seal(path, *plan); !sealed)
        return tl::unexpected(sealed.error());
    return PlanFile{*std::move(plan), std::string((*source)->text())};
}

std::string plan_copy(const std::string& journal) { return journal + ".plan.json"; }

std::string from_anywhere(const std::string& path) { return std::filesystem::absolute(path).string(); }

Result<History> read_history(const std::string& path)
{
    auto journal = push::read_journal(path);
    if (!journal)
        return tl::unexpected(journal.error());
    // The copy is next to the journal, even if both were moved; a rollback's copy is next to the journal of
    // its push.
    std::string copy = plan_copy(path);
    if (std::error_code ignored; !std::filesystem::exists(copy, ignored))
        copy = journal->head.plan;
    auto file = load_plan(copy);
    const auto is_it = [&] { return file && sha256(file->text) == journal->head.plan_hash; };
    if (!is_it() && journal->entries.empty()) {
        // The push was killed before the copy was complete, and before any step began: the original plan will
        // do.
        file = load_plan(journal->head.files);
        if (is_it()) {
            if (auto kept = workspace::write_private_file(copy, file->text); !kept)
                return tl::unexpected(kept.error());
            if (auto kept = push::keep_on_disk(copy); !kept)
                return tl::unexpected(kept.error());
        }
    }
    if (!file)
        return tl::unexpected(file.error());
    if (!is_it())
        return fail(ErrorKind::invalid,
            fmt::format("{}: this is not the plan that the journal {} belongs to", copy, path));
    return History{*std::move(journal), std::move(file->plan)};
}

std::size_t count_open(const History& history)
{
    std::size_t open = 0;
    for (const push::PlanDevice& device : history.plan.devices) {
        for (std::uint32_t step = 0; step < device.steps.size(); ++step)
            open += is_open(history, device, step) ? 1 : 0;
    }
    return open;
}

push::Plan steps_left(const History& history, bool open_only)
{
    push::Plan left;
    left.made = history.plan.made;
    for (const push::PlanDevice& device : history.plan.devices) {
        push::PlanDevice some;
        some.name = device.name;
        for (std::uint32_t step = 0; step < device.steps.size(); ++step) {
            const auto last = history.journal.last(device.name, step);
            const bool begins = !open_only && (!last || last->event != push::Event::done)
                && history.journal.found_bad(device.name, step).empty();
            if (begins || is_open(history, device, step))
                some.steps.push_back(device.steps[step]);
        }
        if (!some.steps.empty())
            left.devices.push_back(std::move(some));
    }
    return left;
}

push::Plan steps_to_undo(const History& history)
{
    push::Plan all = push::undo_plan(history.plan, history.journal);
    for (push::PlanDevice& open : steps_left(history, true).devices) {
        auto device = std::ranges::find(all.devices, open.name, &push::PlanDevice::name);
        if (device == all.devices.end()) {
            all.devices.push_back(std::move(open));
            continue;
        }
        for (push::PlanStep& step : open.steps) {
            // A step that is in force but not saved is finished first, too.
            const auto is_listed = [&](const push::PlanStep& listed) {
                return listed.transaction.id == step.transaction.id + 'u';
            };
            if (std::ranges::none_of(device->steps, is_listed))
                device->steps.push_back(std::move(step));
        }
    }
    return all;
}

Result<void> still_same_plan(const push::JournalHead& head)
{
    auto file = load_plan(head.files);
    if (!file)
        return tl::unexpected(file.error());
    if (sha256(file->text) != head.plan_hash)
        return fail(ErrorKind::invalid,
            fmt::format("{}: the plan has been made again since it was pushed: push the new one with another "
                        "--journal",
                head.files));
    return {};
}

}
