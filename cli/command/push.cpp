// SPDX-License-Identifier: Apache-2.0
#include "cli/command/push.h"

#include "cli/inputs.h"
#include "cli/live/access.h"
#include "cli/live/plan_files.h"
#include "cli/live/plan_text.h"
#include "cli/live/recheck.h"
#include "cli/output_file.h"
#include "cli/report/visible.h"
#include "cli/terminal.h"
#include "models/text/digest.h"
#include "push/run.h"

#include <fmt/format.h>

#include <filesystem>

namespace rocelint::cli {
namespace {

struct PlanFile {
    push::Plan plan;
    std::string text;
};

Result<PlanFile> load_plan(const std::string& path)
{
    auto source = Source::read(0, path);
    if (!source)
        return fail(ErrorKind::usage, source.error().message);
    auto plan = push::read_plan(**source);
    if (!plan)
        return tl::unexpected(plan.error());
    return PlanFile{*std::move(plan), std::string((*source)->text())};
}

// The journal keeps the plan beside it: whatever happens to the file that was pushed, there is a way back.
std::string plan_copy(const std::string& journal) { return journal + ".plan.json"; }

push::PushOptions push_options(const LiveOptions& options)
{
    push::PushOptions push;
    push.window = options.window;
    push.settle = options.settle;
    push.observe = options.observe;
    push.most_drops = options.drops;
    push.wave = options.wave;
    push.most_failures = options.failures;
    if (options.parallel != 0)
        push.most_parallel = options.parallel;
    return push;
}

class Pushing {
public:
    Pushing(const LiveOptions& options, push::Plan plan) : options_(options), plan_(std::move(plan)) { }

    // `inventory`: where the command line names none.
    Result<void> read_inventory(const std::string& inventory)
    {
        auto read = read_inventory_file(options_.inventory.empty() ? inventory : options_.inventory, {});
        if (!read)
            return tl::unexpected(read.error());
        inventory_ = *std::move(read);
        for (const push::PlanDevice& device : plan_.devices) {
            if (!device.steps.empty() && inventory_.find(device.name) == nullptr)
                return fail(ErrorKind::usage,
                    fmt::format("{}: {} of the plan is not in it", inventory_.path, device.name));
        }
        return {};
    }

    // `plan_path`: of the plan or of its copy; `files`: the folder that the plan names lies beside this path.
    Result<void> prepare_recheck(const std::string& plan_path)
    {
        auto after = read_plan_files(plan_path, plan_, inventory_);
        if (!after)
            return tl::unexpected(after.error());
        FleetRules rules;
        rules.policy_text = plan_.policy;
        rules.policy_path = plan_path;
        rules.topology_text = plan_.topology;
        rules.topology_path = plan_path;
        if (auto read = read_rules(rules); !read)
            return read;
        recheck_ = make_recheck(*std::move(after), std::move(rules));
        return {};
    }

    ExitCode run(push::Journal& journal, const push::JournalText& history)
    {
        const push::PushOptions push_settings = push_options(options_);
        const push::Access access = make_access(options_);
        const push::PushContext context{inventory_, access, push_settings, journal, recheck_};
        push::PushReport report;
        report.wave = [](const push::Wave& wave) {
            print_error(fmt::format(
                "{}: {} device{}\n", wave.title, wave.steps.size(), wave.steps.size() == 1 ? "" : "s"));
        };
        report.step = [](const push::StepOutcome& outcome) {
            print_error(fmt::format("  {} step {}: {}{}{}\n",
                outcome.device,
                outcome.step + 1,
                push::name_of(outcome.end),
                outcome.message.empty() ? "" : ": ",
                visible(outcome.message)));
        };
        const push::PushResult result = push::run_push(context, plan_, history, report);
        print(outcome_table(result));
        print_error(fmt::format("journal: {}\n", journal.path()));
        return result.good() ? ExitCode::good : ExitCode::device;
    }

    [[nodiscard]] const push::Plan& plan() const { return plan_; }

private:
    const LiveOptions& options_;
    push::Plan plan_;
    push::Inventory inventory_;
    push::Recheck recheck_;
};

ExitCode push_plan(const LiveOptions& options, const std::string& path)
{
    auto file = load_plan(path);
    if (!file)
        return refuse(file.error());
    if (const auto errors = new_errors(file->plan); !errors.empty())
        return refuse({ErrorKind::usage,
            fmt::format("{}: the plan would cause a new error ({} {} {}): make it again so that it does not",
                path,
                errors.front().code,
                errors.front().device,
                errors.front().port),
            {}});
    Pushing pushing(options, std::move(file->plan));
    if (auto read = pushing.read_inventory(pushing.plan().inventory); !read)
        return refuse(read.error());
    if (auto ready = pushing.prepare_recheck(path); !ready)
        return refuse(ready.error());
    const std::string journal_path = options.journal.empty() ? path + ".journal" : options.journal;
    push::JournalHead head;
    head.plan = plan_copy(journal_path);
    head.plan_hash = sha256(file->text);
    head.inventory = options.inventory.empty() ? pushing.plan().inventory : options.inventory;
    head.window = static_cast<std::uint32_t>(options.window.count());
    head.files = std::filesystem::absolute(path).string();
    auto journal = push::Journal::create(journal_path, head);
    if (!journal)
        return refuse(journal.error());
    if (auto kept = write_output_file(head.plan, file->text); !kept) {
        // Nothing was begun: the journal of nothing would only stand in the way of the next try.
        std::error_code ignored;
        std::filesystem::remove(journal_path, ignored);
        return refuse(kept.error());
    }
    return pushing.run(**journal, {head, {}});
}

struct History {
    push::JournalText journal;
    push::Plan plan;
};

Result<History> read_history(const std::string& path)
{
    auto journal = push::read_journal(path);
    if (!journal)
        return tl::unexpected(journal.error());
    auto file = load_plan(journal->head.plan);
    if (!file)
        return tl::unexpected(file.error());
    if (sha256(file->text) != journal->head.plan_hash)
        return fail(ErrorKind::invalid,
            fmt::format("{}: this is not the plan that the journal {} is about", journal->head.plan, path));
    return History{*std::move(journal), std::move(file->plan)};
}

ExitCode resume(const LiveOptions& options)
{
    // Opened first: nobody else may write it while we read.
    auto journal = push::Journal::open(options.resume);
    if (!journal)
        return refuse(journal.error());
    auto history = read_history(options.resume);
    if (!history)
        return refuse(history.error());
    const push::JournalHead head = history->journal.head;
    if (head.rollback) {
        auto undone = push::read_journal(head.undone);
        if (!undone)
            return refuse(undone.error());
        history->plan = push::undo_plan(history->plan, *undone);
    }
    Pushing pushing(options, std::move(history->plan));
    if (auto read = pushing.read_inventory(head.inventory); !read)
        return refuse(read.error());
    if (!head.rollback) {
        if (auto ready = pushing.prepare_recheck(head.files); !ready)
            return refuse(ready.error());
    }
    return pushing.run(**journal, history->journal);
}

}

ExitCode run_push_command(const LiveOptions& options)
{
    if (!options.resume.empty() && options.words.empty())
        return resume(options);
    if (options.words.size() != 1 || !options.resume.empty()) {
        print_error("rocelint: push needs one plan, or --resume JOURNAL\n");
        return ExitCode::usage;
    }
    return push_plan(options, options.words.front());
}

ExitCode run_rollback(const LiveOptions& options)
{
    if (options.words.size() != 1) {
        print_error("rocelint: rollback needs one journal\n");
        return ExitCode::usage;
    }
    const std::string& path = options.words.front();
    // Held while we work, so that no push goes on meanwhile.
    auto held = push::Journal::open(path);
    if (!held)
        return refuse(held.error());
    auto history = read_history(path);
    if (!history)
        return refuse(history.error());
    if (history->journal.head.rollback)
        return refuse({ErrorKind::usage,
            fmt::format("{}: this is the journal of a rollback; push the plan again instead", path),
            {}});
    Pushing pushing(options, push::undo_plan(history->plan, history->journal));
    if (pushing.plan().devices.empty()) {
        print_error(
            fmt::format("rocelint: {}: nothing was done that could be undone; where a push was interrupted, "
                        "`push --resume` brings it to an end\n",
                path));
        return ExitCode::good;
    }
    if (auto read = pushing.read_inventory(history->journal.head.inventory); !read)
        return refuse(read.error());
    const std::string journal_path = options.journal.empty() ? path + ".rollback" : options.journal;
    push::JournalHead head = history->journal.head;
    head.rollback = true;
    head.undone = path;
    auto journal = push::Journal::create(journal_path, head);
    if (!journal)
        return refuse(journal.error());
    return pushing.run(**journal, {head, {}});
}

}
