// SPDX-License-Identifier: Apache-2.0
// Pushes to a switch through a pending revision: `nv set` and `nv unset`, `nv config apply REVISION --confirm Ns`
// with its own timer, and `nv config save` (NVIDIA NVUE reference, Config Commands; the unit of the time: NVIDIA
// Cumulus Linux 5.15 User Guide, NVUE CLI, and napalm-cumulus; revisions by their number, their states,
// `--confirm-yes`, `--confirm-no`, `show --pending` and `--startup`: napalm-cumulus, CumulusDriver). An answer
// that is not understood refuses the push.
#include "drivers/live.h"

#include "drivers/nvue/live_answers.h"
#include "drivers/nvue/live_text.h"
#include "drivers/nvue/nvue.h"
#include "drivers/transport/ssh_session.h"
#include "models/text/digest.h"
#include "models/text/redact.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <thread>

namespace rocelint::nvue {
namespace {

constexpr std::string_view left_unsaved
    = "the startup configuration is not what is in force: saving our change would save that too. `nv config save`, or undo it, first";

class NvueDevice final : public LiveDevice {
public:
    NvueDevice(LiveTarget target, SshSession session)
        : target_(std::move(target)), session_(std::move(session))
    {
    }

    Result<Snapshot> read() override
    {
        auto shown = run("nv config show -o commands");
        if (!shown)
            return tl::unexpected(shown.error());
        if (shown->status != 0)
            return refuse("nv config show -o commands: " + first_line(*shown));
        now_ = statements_of(shown->out);
        if (now_.empty())
            return refuse("nv config show -o commands printed no statements: this release is not known");
        return snapshot_of(now_);
    }

    Result<Hardware> hardware() override
    {
        auto shown = run("nv show platform -o json");
        if (!shown)
            return tl::unexpected(shown.error());
        return shown->status == 0 ? hardware_of(shown->out) : Hardware{};
    }

    Result<Health> health(const std::vector<std::string>& ports) override
    {
        auto shown = run("nv show interface -o json");
        if (!shown)
            return tl::unexpected(shown.error());
        if (shown->status != 0)
            return refuse("nv show interface -o json: " + first_line(*shown));
        return health_of(shown->out, ports);
    }

    Result<void> check_ready(const Transaction& transaction) override
    {
        auto waiting = pending(transaction);
        if (!waiting)
            return tl::unexpected(waiting.error());
        if (*waiting == Pending::foreign)
            return refuse(
                "somebody's nv config apply is awaiting its confirmation; confirm or undo it first");
        auto shown = run("nv config show -o commands");
        if (!shown)
            return tl::unexpected(shown.error());
        if (const Objection saves = saves_by_itself(shown->out))
            return refuse(saves.sentence());
        auto held = difference("applied", "pending");
        if (!held)
            return tl::unexpected(held.error());
        auto ours = held->empty() ? Result<std::vector<std::string>>() : left_pending();
        if (!ours)
            return tl::unexpected(ours.error());
        if (!held->empty() && ours->empty())
            return refuse(
                "the pending revision holds changes of somebody; `nv config apply` or `nv config detach` them first");
        auto unsaved = difference("startup", "applied");
        if (!unsaved)
            return tl::unexpected(unsaved.error());
        if (!unsaved->empty())
            return refuse(left_unsaved);
        return {};
    }

    Result<std::string> stage(const Transaction& transaction) override
    {
        if (auto gone = drop_left_behind(transaction); !gone)
            return tl::unexpected(gone.error());
        planned_.reset();
        auto taken = run(stage_script(transaction.id, transaction.commands), slow);
        if (!taken)
            return tl::unexpected(taken.error());
        auto revision = revision_of(transaction);
        if (!revision)
            return tl::unexpected(revision.error());
        if (taken->status != 0 || revision->empty()) {
            const std::string why
                = taken->status != 0 ? why_not_staged(*taken) : "the mark of the revision is gone";
            if (auto gone = drop_pending(transaction); !gone)
                return tl::unexpected(gone.error());
            return refuse(why);
        }
        auto diff = difference("applied", "pending");
        if (!diff)
            return tl::unexpected(diff.error());
        return redact_lines(*diff);
    }

    Result<std::optional<Snapshot>> staged() override
    {
        auto shown = run("nv config show --pending -o commands");
        if (!shown)
            return tl::unexpected(shown.error());
        std::string would = shown->status == 0 ? statements_of(shown->out) : std::string();
        // If a release cannot show it, the configuration is compared once it is in force.
        if (would.empty())
            return std::nullopt;
        planned_ = std::move(would);
        return snapshot_of(*planned_);
    }

    // An apply reloads the daemon of the switch chip, which takes seconds of the window.
    std::chrono::seconds least_window(const Transaction& /*transaction*/) override
    {
        return std::chrono::minutes(1);
    }

    Result<void> commit(const Transaction& transaction, std::chrono::seconds window) override
    {
        auto revision = revision_of(transaction);
        if (!revision)
            return tl::unexpected(revision.error());
        if (revision->empty())
            return refuse("the pending revision is gone");
        wanted_ = planned_;
        const auto begun = std::chrono::steady_clock::now();
        auto applied = run(
            fmt::format("nv config apply {} --confirm {}s --assume-yes", *revision, window.count()), slow);
        if (!applied)
            return tl::unexpected(applied.error());
        auto waiting = pending(transaction);
        if (!waiting)
            return tl::unexpected(waiting.error());
        if (applied->status != 0 && *waiting != Pending::ours)
            return refuse("nv config apply: " + redact(first_line(*applied)));
        if (*waiting != Pending::ours)
            return fail(ErrorKind::invalid,
                fmt::format("{}: the change was applied, but no timer is shown for it", session_.name()));
        return check_timer(transaction, window, begun);
    }

    // A pending revision is the whole configuration, so the configuration in force must equal it.
    [[nodiscard]] std::optional<std::string> unplanned() const override
    {
        return wanted_ ? line_beside(*wanted_, now_) : std::nullopt;
    }

    Result<Pending> pending(const Transaction& transaction) override
    {
        auto revisions = read_revisions();
        if (!revisions)
            return tl::unexpected(revisions.error());
        if (std::ranges::none_of(*revisions, &Revision::awaits_confirmation))
            return Pending::none;
        auto ours = revision_of(transaction);
        if (!ours)
            return tl::unexpected(ours.error());
        return std::ranges::any_of(*revisions,
                   [&](const Revision& each) { return each.awaits_confirmation() && each.id == *ours; })
            ? Pending::ours
            : Pending::foreign;
    }

    Result<void> confirm(const Transaction& transaction) override
    {
        auto before = pending(transaction);
        if (!before)
            return tl::unexpected(before.error());
        if (*before != Pending::ours)
            return refuse("our change is no longer pending: the switch has rolled it back");
        auto kept = answer(transaction, "yes");
        if (!kept)
            return tl::unexpected(kept.error());
        auto after = pending(transaction);
        if (!after)
            return tl::unexpected(after.error());
        if (kept->status != 0)
            return refuse("the confirmation: " + first_line(*kept));
        if (*after == Pending::ours)
            return refuse("the confirmation was accepted, but the timer still runs");
        return {};
    }

    Result<void> persist(const Transaction& transaction) override
    {
        auto saved = run("nv config save", slow);
        if (!saved)
            return tl::unexpected(saved.error());
        auto unsaved = difference("startup", "applied");
        if (!unsaved)
            return tl::unexpected(unsaved.error());
        if (saved->status != 0)
            return refuse("nv config save: " + first_line(*saved));
        if (!unsaved->empty())
            return refuse(
                "nv config save was asked for, but the startup configuration is not what is in force");
        if (auto gone = run(unmark_script(transaction.id)); !gone)
            return tl::unexpected(gone.error());
        return {};
    }

    Result<void> save_again() override
    {
        auto unsaved = difference("startup", "applied");
        if (!unsaved)
            return tl::unexpected(unsaved.error());
        return unsaved->empty() ? Result<void>{} : persist({});
    }

    Result<std::chrono::seconds> abandon(const Transaction& transaction) override
    {
        auto waiting = pending(transaction);
        if (!waiting)
            return tl::unexpected(waiting.error());
        if (*waiting == Pending::ours) {
            auto back = answer(transaction, "no");
            if (!back)
                return tl::unexpected(back.error());
            waiting = pending(transaction);
            if (!waiting)
                return tl::unexpected(waiting.error());
            if (*waiting == Pending::ours)
                return refuse(fmt::format(
                    "the change could not be rolled back, and its timer still runs: {}", first_line(*back)));
        }
        if (auto gone = drop_pending(transaction); !gone)
            return tl::unexpected(gone.error());
        return std::chrono::seconds(0);
    }

private:
    // Factor on the command timeout for commands that reload switchd or type many statements.
    static constexpr int slow = 10;

    Result<Execution> run(const std::string& script, int times = 1)
    {
        return session_.exec("sh -s", script + '\n', times * target_.endpoint.command_timeout);
    }
    [[nodiscard]] tl::unexpected<Error> refuse(std::string_view why) const
    {
        return fail(ErrorKind::refused, fmt::format("{}: {}", session_.name(), why));
    }
    // Returns the difference between two configurations as the switch prints it; empty if they are equal. What the
    // switch prints for equal configurations is not documented, so an answer that is neither empty nor a
    // difference leaves the decision to the statements themselves.
    Result<std::string> difference(std::string_view old, std::string_view now)
    {
        auto shown = run(fmt::format("nv config diff {} {}", old, now));
        if (!shown)
            return tl::unexpected(shown.error());
        const Difference said = shown->status == 0 ? difference_in(shown->out) : Difference::unclear;
        if (said != Difference::unclear)
            return said == Difference::none ? std::string() : shown->out;
        if (now == "pending") {
            auto revisions = read_revisions();
            if (!revisions)
                return tl::unexpected(revisions.error());
            if (std::ranges::none_of(*revisions, &Revision::is_pending))
                return std::string();
        }
        auto before = shown_as_statements(old);
        if (!before)
            return before;
        auto after = shown_as_statements(now);
        if (!after)
            return after;
        if (before->empty() || after->empty())
            return refuse(fmt::format("nv config diff {} {}: {}", old, now, redact(first_line(*shown))));
        const auto line = line_beside(*after, *before);
        return line ? *line + '\n' : std::string();
    }
    // Returns the statements of a configuration; empty if this release does not show them.
    Result<std::string> shown_as_statements(std::string_view revision)
    {
        auto shown = run(revision == "pending" ? "nv config show --pending -o commands"
                : revision == "startup"        ? "nv config show --startup -o commands"
                                               : "nv config show -o commands");
        if (!shown)
            return tl::unexpected(shown.error());
        return shown->status == 0 ? statements_of(shown->out) : std::string();
    }
    // Reads back when the switch rolls back by itself, before anything rests on it. If that is not the window, or
    // not understood, the change is rolled back at once.
    Result<void> check_timer(const Transaction& transaction,
        std::chrono::seconds window,
        std::chrono::steady_clock::time_point begun)
    {
        auto told = run("nv config apply --confirm-status");
        if (!told)
            return tl::unexpected(told.error());
        const auto passed
            = std::chrono::duration_cast<std::chrono::seconds>(std::chrono::steady_clock::now() - begun);
        const Objection wrong
            = timer_objection(told->status == 0 ? told->out : first_line(*told), window, passed);
        if (!wrong)
            return {};
        auto back = answer(transaction, "no");
        if (!back)
            return tl::unexpected(back.error());
        auto waiting = pending(transaction);
        if (!waiting)
            return tl::unexpected(waiting.error());
        if (*waiting == Pending::ours)
            return fail(ErrorKind::invalid,
                fmt::format("{}: {}; and the change could not be rolled back: {}",
                    session_.name(),
                    wrong.sentence(),
                    redact(first_line(*back))));
        return refuse(wrong.sentence() + ": the change is rolled back");
    }
    [[nodiscard]] Snapshot snapshot_of(const std::string& text) const
    {
        return {{{target_.device + ".nv", redact_lines(text)}}, state_hash(target_.state_key, text)};
    }
    Result<std::vector<Revision>> read_revisions()
    {
        auto told = run("nv config revision -o json");
        if (!told)
            return tl::unexpected(told.error());
        auto revisions = told->status == 0 ? revisions_of(told->out) : std::nullopt;
        if (!revisions)
            return refuse("nv config revision -o json is not understood: " + first_line(*told));
        return *std::move(revisions);
    }
    // Returns the number of the revision that the transaction began. A file named after the transaction on
    // the switch records it for later runs too.
    Result<std::string> revision_of(const Transaction& transaction)
    {
        auto mark = run(mark_script(transaction.id));
        if (!mark)
            return tl::unexpected(mark.error());
        const std::vector<std::string> ids = created_in(mark->out);
        return ids.empty() ? std::string() : ids.front();
    }
    // Confirms or rolls back what waits for its confirmation.
    Result<Execution> answer(const Transaction& transaction, std::string_view word)
    {
        auto revision = revision_of(transaction);
        if (!revision)
            return tl::unexpected(revision.error());
        return run(fmt::format("nv config apply {} --confirm-{} --assume-yes", *revision, word), slow);
    }
    // Returns revisions that our pushes began and neither applied nor dropped.
    Result<std::vector<std::string>> left_pending()
    {
        auto marks = run(std::string(all_marks_script));
        if (!marks)
            return tl::unexpected(marks.error());
        auto revisions = read_revisions();
        if (!revisions)
            return tl::unexpected(revisions.error());
        std::vector<std::string> left;
        for (std::string& id : created_in(marks->out)) {
            if (std::ranges::any_of(
                    *revisions, [&](const Revision& each) { return each.id == id && each.is_pending(); }))
                left.push_back(std::move(id));
        }
        return left;
    }
    Result<void> drop(const std::string& revision)
    {
        auto gone = run(drop_script(revision));
        return gone ? Result<void>{} : tl::unexpected(gone.error());
    }
    // Drops our pending revision, but not one of someone else.
    Result<void> drop_pending(const Transaction& transaction)
    {
        auto ours = revision_of(transaction);
        if (!ours)
            return tl::unexpected(ours.error());
        auto left = ours->empty() ? Result<std::vector<std::string>>() : left_pending();
        if (!left)
            return tl::unexpected(left.error());
        if (std::ranges::find(*left, *ours) != left->end())
            return drop(*ours);
        auto gone = run(unmark_script(transaction.id));
        return gone ? Result<void>{} : tl::unexpected(gone.error());
    }
    // Statements left behind by a killed push would go into force with ours. A running push applies its
    // revision within seconds. One that has not done so by then is not running, or learns from the switch
    // that its revision is gone.
    Result<void> drop_left_behind(const Transaction& transaction)
    {
        constexpr int patience = 30; // half seconds
        if (auto gone = drop_pending(transaction); !gone)
            return gone;
        auto left = left_pending();
        for (int pause = 0; pause < patience && left && !left->empty(); ++pause) {
            if (target_.cancel != nullptr && target_.cancel->load())
                return fail(ErrorKind::cancelled, fmt::format("{}: interrupted", session_.name()));
            std::this_thread::sleep_for(std::chrono::milliseconds(500));
            left = left_pending();
        }
        if (!left)
            return tl::unexpected(left.error());
        for (const std::string& revision : *left) {
            if (auto gone = drop(revision); !gone)
                return gone;
        }
        return {};
    }

    LiveTarget target_;
    SshSession session_;
    std::string now_; // statements as read() last saw them
    std::optional<std::string> planned_; // statements of the pending revision
    std::optional<std::string> wanted_; // the same, once the revision was applied
};

}

Result<std::unique_ptr<LiveDevice>> open(const LiveTarget& target)
{
    auto session = SshSession::connect(target.endpoint, target.cancel);
    if (!session)
        return tl::unexpected(session.error());
    return std::make_unique<NvueDevice>(target, *std::move(session));
}

}
