// SPDX-License-Identifier: Apache-2.0
// Push, resume and rollback are one thing: carry out a plan under a journal. Before anything is sent the journal is
// locked and the plan is held against inventory and journal.
#include "cli/command/push.h"

#include "cli/command/access.h"
#include "cli/command/push_gates.h"
#include "cli/command/state_key.h"
#include "cli/report/plan_text.h"
#include "cli/terminal/terminal.h"
#include "cli/terminal/visible.h"
#include "models/text/digest.h"
#include "push/run.h"
#include "workspace/inputs.h"
#include "workspace/output_file.h"
#include "workspace/plan_check.h"
#include "workspace/plan_files.h"
#include "workspace/recheck.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <random>

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

// A journal is read from other folders than it was written from.
std::string from_anywhere(const std::string& path) { return std::filesystem::absolute(path).string(); }

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

std::string new_run() { return fmt::format("{:04x}", std::random_device{}() & 0xFFFFU); }

class Pushing {
public:
    Pushing(const LiveOptions& options, push::Plan plan) : options_(options), plan_(std::move(plan)) { }

    // `inventory`: where the command line names none. `path`: of the plan or journal, for people.
    Result<void> prepare(const std::string& path, const std::string& inventory)
    {
        auto access = make_keyed_access(options_);
        if (!access)
            return tl::unexpected(access.error());
        access_ = *std::move(access);
        if (auto known = has_key(path); !known)
            return known;
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
        return {};
    }

    // `plan_path`: of the plan or of its copy; `files`: the folder that the plan names lies beside this path.
    Result<void> prepare_recheck(const std::string& plan_path)
    {
        auto before = workspace::read_plan_files(plan_path, plan_, inventory_, "before");
        if (!before)
            return tl::unexpected(before.error());
        if (auto good = workspace::check_commands(plan_path, plan_, *before); !good)
            return good;
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

    ExitCode run(push::Journal& journal, const push::JournalText& history)
    {
        return carry_out(journal, history, push::run_push);
    }

    // Begins nothing.
    ExitCode finish(push::Journal& journal, const push::JournalText& history)
    {
        return carry_out(journal, history, push::finish_push);
    }

    // Up to the moment before anything is in force.
    ExitCode check()
    {
        push::name_transactions(plan_, {});
        const push::PushOptions settings = push_options(options_);
        const push::PushContext context{inventory_, access_, settings, nullptr, recheck_};
        std::vector<push::StepOutcome> outcomes(plan_.devices.size());
        push::for_each_device(
            plan_.devices.size(), settings.most_parallel, access_.cancel, [&](std::size_t index) {
                const push::PlanDevice& device = plan_.devices[index];
                if (!device.steps.empty())
                    outcomes[index] = push::check_step(context, device, 0, device.hash);
            });
        bool good = !interrupt_flag().load();
        for (const push::StepOutcome& outcome : outcomes) {
            if (outcome.device.empty())
                continue;
            const bool accepted = outcome.end == push::Event::done;
            good = good && accepted;
            print(visible_lines(fmt::format("{} step 1: {}\n{}{}",
                outcome.device,
                accepted ? "accepted" : "not accepted: " + outcome.message,
                accepted ? outcome.message : std::string{},
                accepted && !outcome.message.empty() && !outcome.message.ends_with('\n') ? "\n" : "")));
        }
        return good ? ExitCode::good : ExitCode::device;
    }

    [[nodiscard]] const push::Plan& plan() const { return plan_; }
    [[nodiscard]] const push::Inventory& inventory() const { return inventory_; }

private:
    // With another key every device would look as if somebody had changed it.
    [[nodiscard]] Result<void> has_key(const std::string& path) const
    {
        for (const push::PlanDevice& device : plan_.devices) {
            if (!device.hash.empty() && !made_with(device.hash, access_.state_key))
                return fail(ErrorKind::usage,
                    fmt::format(
                        "{}: it was made by another user or on another machine, whose key of states is not "
                        "here: plan again here, or set {} to that key",
                        path,
                        state_key_variable));
        }
        return {};
    }

    template <class Work>
    ExitCode carry_out(push::Journal& journal, const push::JournalText& history, Work work)
    {
        push::name_transactions(plan_, history);
        push::PushOptions push_settings = push_options(options_);
        // What was left in the middle waits as long as it was told to then.
        push_settings.window = std::max(push_settings.window, std::chrono::seconds(history.head.window));
        const push::PushContext context{inventory_, access_, push_settings, &journal, recheck_};
        push::PushReport report;
        report.wave = [](const push::Wave& wave) {
            print_error(fmt::format("{}: {} device{}\n",
                visible(wave.title),
                wave.steps.size(),
                wave.steps.size() == 1 ? "" : "s"));
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

    const LiveOptions& options_;
    push::Plan plan_;
    push::Inventory inventory_;
    push::Access access_;
    push::Recheck recheck_;
};

// The world goes on after a plan was made: what it was made for must still hold.
Result<void> still_holds(const LiveOptions& options,
    const std::string& path,
    const push::Plan& plan,
    const push::Inventory& inventory)
{
    const std::optional<double> age = push::hours_since(plan.made);
    if (!age || *age > static_cast<double>(options.max_age))
        return fail(ErrorKind::usage,
            fmt::format("{}: the plan was made {}, more than {} hours ago: plan again, or say --max-age",
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

// Whether drops are watched for less time than the devices wait.
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
    if (auto read = pushing.prepare(path, pushing.plan().inventory); !read)
        return refuse(read.error());
    if (auto holds = still_holds(options, path, pushing.plan(), pushing.inventory()); !holds)
        return refuse(holds.error());
    if (auto ready = pushing.prepare_recheck(path); !ready)
        return refuse(ready.error());
    if (options.check)
        return pushing.check();
    const std::string journal_path = options.journal.empty() ? path + ".journal" : options.journal;
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
        // Nothing was begun, and a journal without its plan could neither be gone on with nor undone.
        std::error_code ignored;
        std::filesystem::remove(journal_path, ignored);
        return refuse(kept.error());
    }
    const ExitCode code = pushing.run(**journal, {head, {}, {}});
    if (code == ExitCode::good || !options.rollback_all)
        return code;
    journal->reset(); // it is held no longer
    print_error("a step failed: what was done on other devices is undone (--rollback-all)\n");
    LiveOptions back = options;
    back.words = {journal_path};
    back.journal.clear();
    (void)run_rollback(back);
    return code;
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
    // Beside the journal, also where both were moved; the one of a rollback is where that of its push is.
    std::string copy = plan_copy(path);
    if (std::error_code ignored; !std::filesystem::exists(copy, ignored))
        copy = journal->head.plan;
    auto file = load_plan(copy);
    const auto is_it = [&] { return file && sha256(file->text) == journal->head.plan_hash; };
    if (!is_it() && journal->entries.empty()) {
        // Killed before the copy was whole, and before anything was begun: the plan itself is as good.
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
            fmt::format("{}: this is not the plan that the journal {} is about", copy, path));
    return History{*std::move(journal), std::move(file->plan)};
}

// Steps that an interrupted run left in force or on their way, or whose end it could not find out.
std::size_t count_open(const History& history)
{
    std::size_t open = 0;
    for (const push::PlanDevice& device : history.plan.devices) {
        for (std::uint32_t step = 0; step < device.steps.size(); ++step) {
            const auto last = history.journal.last(device.name, step);
            const bool ended = !last || last->event == push::Event::done
                || last->event == push::Event::taken_back || last->event == push::Event::refused;
            open += ended ? 0 : 1;
        }
    }
    return open;
}

// What the devices are to be read like lies beside the plan that was pushed, and goes when a plan of its name is made.
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
    if (!history->journal.undoing.empty())
        return refuse({ErrorKind::usage,
            fmt::format(
                "{}: this push was rolled back, so there is nothing to go on with: its rollback is {}",
                options.resume,
                history->journal.undoing),
            {}});
    if (head.rollback) {
        auto undone = push::read_journal(head.undone);
        if (!undone)
            return refuse(undone.error());
        history->plan = push::undo_plan(history->plan, *undone);
    }
    Pushing pushing(options, std::move(history->plan));
    if (auto read = pushing.prepare(options.resume, head.inventory); !read)
        return refuse(read.error());
    if (!head.rollback) {
        auto ready = still_same_plan(head);
        if (ready)
            ready = pushing.prepare_recheck(head.files);
        if (!ready) {
            print_failure(ready.error());
            print_error("only interrupted steps are finished; no new step is started\n");
            (void)pushing.finish(**journal, history->journal);
            return ExitCode::device;
        }
    }
    return pushing.run(**journal, history->journal);
}

}

ExitCode run_push_command(const LiveOptions& options)
{
    if (!can_be_confirmed(options))
        return ExitCode::usage;
    if (!options.resume.empty() && options.words.empty() && !options.check && options.expected_hash.empty())
        return resume(options);
    if (options.words.size() != 1 || !options.resume.empty()) {
        print_error("rocelint: push needs one plan, or --resume JOURNAL\n");
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
    if (const std::size_t open = count_open(*history); open > 0) {
        print_error(fmt::format("{}: {} step{} interrupted halfway: finishing first\n",
            path,
            open,
            open == 1 ? " was" : "s were"));
        Pushing finishing(options, history->plan);
        if (auto read = finishing.prepare(path, history->journal.head.inventory); !read)
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
    if (auto read = pushing.prepare(path, history->journal.head.inventory); !read)
        return refuse(read.error());
    const std::string journal_path = options.journal.empty() ? path + ".rollback" : options.journal;
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
