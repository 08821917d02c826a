// SPDX-License-Identifier: Apache-2.0
// Push, resume and rollback all carry out a plan with a journal. Before anything is sent, the journal is
// locked and the plan is checked against the inventory and the journal.
#include "cli/command/live/push.h"

#include "cli/command/live/access.h"
#include "cli/command/live/push_gates.h"
#include "cli/command/live/push_history.h"
#include "cli/command/live/pushing.h"
#include "cli/command/live/self_test.h"
#include "cli/report/text/plan_text.h"
#include "cli/terminal/terminal.h"
#include "cli/terminal/visible.h"
#include "models/text/digest.h"
#include "models/text/sentence.h"
#include "workspace/files/output_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <random>

namespace rocelint::cli {
namespace {

std::string new_run() { return fmt::format("{:04x}", std::random_device{}() & 0xFFFFU); }

// The network may have changed since the plan was made: its assumptions must still hold.
Result<void> still_holds(const LiveOptions& options,
    const std::string& path,
    const push::Plan& plan,
    const push::Inventory& inventory)
{
    const std::optional<double> age = push::hours_since(plan.made);
    if (!age || *age > static_cast<double>(options.max_age))
        return fail(ErrorKind::usage,
            fmt::format("{}: the plan was made {}, more than {} hours ago: plan again, or raise --max-age",
                path,
                plan.made,
                options.max_age));
    for (const push::PlanDevice& device : plan.devices) {
        const push::InventoryDevice* entry = inventory.find(device.name);
        const bool interrupts = std::ranges::any_of(
            device.steps, [](const push::PlanStep& step) { return step.fix_class == FixClass::disruptive; });
        if (interrupts && !plan.allow_disruptive && (entry == nullptr || !entry->maintenance))
            return fail(ErrorKind::usage,
                fmt::format(
                    "{}: {} is no longer under maintenance in {}, and its steps interrupt traffic: plan again",
                    path,
                    device.name,
                    inventory.path));
    }
    return {};
}

// Whether drops are observed for less time than the devices wait for confirmation.
bool can_be_confirmed(const LiveOptions& options)
{
    if (options.observe < options.window)
        return true;
    print_error(
        fmt::format("rocelint: --observe {} is not below --confirm-timeout {}: every device would roll its "
                    "change back before it is confirmed\n",
            options.observe.count(),
            options.window.count()));
    return false;
}

// Continues despite an interrupt, since the user requested all or nothing; a second interrupt stops it.
void undo_all(const LiveOptions& options, const std::string& journal)
{
    const bool interrupted = interrupt_flag().load();
    lower_interrupt_flag();
    print_error(fmt::format("{}: now undoing the changes on all devices (--rollback-all){}\n",
        interrupted ? "interrupted" : "a step failed",
        interrupted ? "; another interrupt leaves the rest as it is" : ""));
    LiveOptions back = options;
    back.words = {journal};
    back.yes = true; // asked for by --rollback-all
    back.resume.clear();
    back.journal.clear();
    if (run_rollback(back) != ExitCode::good)
        print_error(fmt::format(
            "not everything is undone: go on with `rocelint push --resume {}.rollback`\n", visible(journal)));
}

ExitCode push_plan(const LiveOptions& options, const std::string& path)
{
    auto file = load_plan(path);
    if (!file)
        return refuse(file.error());
    if (!options.expected_hash.empty() && options.expected_hash != sha256(file->text))
        return refuse({ErrorKind::usage,
            fmt::format(
                "{}: its SHA-256 is {}, not the one that --expect-sha256 names: it is not the plan that "
                "was reviewed",
                path,
                sha256(file->text)),
            {}});
    if (const auto errors = new_errors(file->plan); !errors.empty())
        return refuse({ErrorKind::usage,
            fmt::format("{}: the plan would cause a new error ({} {} {}): correct this and plan again",
                path,
                errors.front().code,
                errors.front().device,
                errors.front().port),
            {}});
    Pushing pushing(options, std::move(file->plan));
    if (auto read = pushing.prepare(pushing.plan().inventory); !read)
        return refuse(read.error());
    if (auto holds = still_holds(options, path, pushing.plan(), pushing.inventory()); !holds)
        return refuse(holds.error());
    if (auto ready = pushing.prepare_recheck(path); !ready)
        return refuse(ready.error());
    if (options.check)
        return pushing.check();
    const std::string journal_path = options.journal.empty() ? path + ".journal" : options.journal;
    if (auto asked = may_begin(options, {.plan = pushing.plan(), .path = path, .journal = journal_path});
        !asked)
        return refuse(asked.error());
    push::JournalHead head;
    head.plan = from_anywhere(plan_copy(journal_path));
    head.plan_hash = sha256(file->text);
    head.inventory = from_anywhere(options.inventory.empty() ? pushing.plan().inventory : options.inventory);
    head.window = static_cast<std::uint32_t>(options.window.count());
    head.files = from_anywhere(path);
    head.run = new_run();
    head.author = author_of_push();
    head.comment = options.comment;
    auto journal = push::Journal::create(journal_path, head);
    if (!journal)
        return refuse(journal.error());
    auto kept = workspace::write_private_file(head.plan, file->text);
    if (kept)
        kept = push::keep_on_disk(head.plan);
    if (!kept) {
        // Nothing was begun yet, and a journal without its plan could be neither resumed nor rolled back.
        std::error_code ignored;
        std::filesystem::remove(journal_path, ignored);
        return refuse(kept.error());
    }
    const ExitCode code = pushing.run(**journal, {head, {}, {}});
    journal->reset(); // releases the journal
    if (code != ExitCode::good && options.rollback_all)
        undo_all(options, journal_path);
    return code;
}

ExitCode resume(const LiveOptions& options)
{
    // Open the journal before reading it, so that no other process can write it meanwhile.
    auto journal = push::Journal::open(options.resume);
    if (!journal)
        return refuse(journal.error());
    auto history = read_history(options.resume);
    if (!history)
        return refuse(history.error());
    const push::JournalHead head = history->journal.head;
    if (!history->journal.undoing.empty())
        return refuse({ErrorKind::usage,
            fmt::format("{}: this push was rolled back, so there is nothing to resume: its rollback is {}",
                options.resume,
                history->journal.undoing),
            {}});
    if (head.rollback) {
        auto undone = push::read_journal(head.undone);
        if (!undone)
            return refuse(undone.error());
        history->plan = push::undo_plan(history->plan, *undone);
    }
    const std::size_t open = count_open(*history);
    Pushing pushing(options, history->plan);
    if (auto read = pushing.prepare(head.inventory); !read)
        return refuse(read.error());
    auto ready = head.rollback ? Result<void>{} : still_same_plan(head);
    if (ready && !head.rollback)
        ready = pushing.prepare_recheck(head.files);
    if (!ready) {
        print_failure(ready.error());
        print_error("only interrupted steps are finished; no new step is started\n");
    }
    if (const push::Plan left = steps_left(*history, !ready); !left.devices.empty()) {
        if (auto asked
            = may_begin(options, {left, options.resume, options.resume, head.rollback, open, true});
            !asked)
            return refuse(asked.error());
    }
    if (!ready) {
        (void)pushing.finish(**journal, history->journal);
        return ExitCode::device;
    }
    const ExitCode code = pushing.run(**journal, history->journal);
    journal->reset();
    if (code != ExitCode::good && options.rollback_all && !head.rollback)
        undo_all(options, options.resume);
    return code;
}

}

ExitCode run_push_command(const LiveOptions& options)
{
    if (!options.self_test.empty())
        return run_self_test_command(options);
    if (!can_be_confirmed(options))
        return ExitCode::usage;
    if (!options.resume.empty())
        return resume(options);
    if (options.words.size() != 1) {
        print_error("rocelint: push needs one plan, --resume JOURNAL, or --self-test DEVICE\n");
        return ExitCode::usage;
    }
    return push_plan(options, options.words.front());
}

ExitCode run_rollback(const LiveOptions& options)
{
    if (!can_be_confirmed(options))
        return ExitCode::usage;
    if (options.words.size() != 1) {
        print_error("rocelint: rollback needs one journal\n");
        return ExitCode::usage;
    }
    const std::string& path = options.words.front();
    // Hold the journal throughout, so that no push resumes meanwhile.
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
    const std::string journal_path = options.journal.empty() ? path + ".rollback" : options.journal;
    const std::size_t open = count_open(*history);
    const push::Plan undoing = steps_to_undo(*history);
    if (!undoing.devices.empty()) {
        if (auto asked = may_begin(options, {undoing, path, journal_path, true, open}); !asked)
            return refuse(asked.error());
    }
    if (open > 0) {
        print_error(fmt::format("{}: {} {} interrupted halfway: finishing first\n",
            path,
            counted(open, "step"),
            one_or_many(open, "was", "were")));
        Pushing finishing(options, history->plan);
        if (auto read = finishing.prepare(history->journal.head.inventory); !read)
            return refuse(read.error());
        (void)finishing.finish(**held, history->journal);
        history = read_history(path);
        if (!history)
            return refuse(history.error());
    }
    const bool all_ended = count_open(*history) == 0;
    Pushing pushing(options, push::undo_plan(history->plan, history->journal));
    if (pushing.plan().devices.empty() && !all_ended)
        return ExitCode::device;
    if (pushing.plan().devices.empty()) {
        print_error(fmt::format("rocelint: {}: nothing in force to undo\n", path));
        return ExitCode::good;
    }
    if (auto read = pushing.prepare(history->journal.head.inventory); !read)
        return refuse(read.error());
    push::JournalHead head = history->journal.head;
    head.rollback = true;
    head.undone = from_anywhere(path);
    head.run = new_run();
    head.author = author_of_push();
    head.comment = options.comment;
    auto journal = push::Journal::create(journal_path, head);
    if (!journal)
        return refuse(journal.error());
    if (auto noted = (*held)->append_undoing(from_anywhere(journal_path)); !noted)
        return refuse(noted.error());
    const ExitCode code = pushing.run(**journal, {head, {}, {}});
    return all_ended ? code : ExitCode::device;
}

}
