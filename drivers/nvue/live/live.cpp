// SPDX-License-Identifier: Apache-2.0
// Pushes to a switch through a pending revision: `nv set` and `nv unset`, `nv config apply REVISION --confirm Ns`
// with its own timer, and `nv config save` (NVIDIA NVUE reference, Config Commands; the unit of the time: NVIDIA
// Cumulus Linux 5.15 User Guide, NVUE CLI, and napalm-cumulus; revisions by their number, their states,
// `--confirm-yes`, `--confirm-no`, `show --pending` and `--startup`: napalm-cumulus, CumulusDriver). An answer
// that is not understood refuses the push.
#include "drivers/nvue/live/live.h"

#include "models/text/digest.h"
#include "models/text/redact.h"

#include <fmt/format.h>

#include <memory>

namespace rocelint::nvue {
namespace {

constexpr std::string_view left_unsaved
    = "the startup configuration is not what is in force: saving our change would save that too. `nv config save`, or undo it, first";

}

Result<Snapshot> NvueDevice::read()
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

Result<Hardware> NvueDevice::hardware()
{
    auto shown = run("nv show platform -o json");
    if (!shown)
        return tl::unexpected(shown.error());
    return shown->status == 0 ? hardware_of(shown->out) : Hardware{};
}

Result<Health> NvueDevice::health(const std::vector<std::string>& ports)
{
    auto shown = run("nv show interface -o json");
    if (!shown)
        return tl::unexpected(shown.error());
    if (shown->status != 0)
        return refuse("nv show interface -o json: " + first_line(*shown));
    return health_of(shown->out, ports);
}

Result<std::string> NvueDevice::show(const std::string& command)
{
    auto shown = run(command);
    if (!shown)
        return tl::unexpected(shown.error());
    if (shown->status != 0)
        return refuse("its counters: " + first_line(*shown));
    return std::move(shown->out);
}

Result<void> NvueDevice::check_ready(const Transaction& transaction)
{
    auto waiting = pending(transaction);
    if (!waiting)
        return tl::unexpected(waiting.error());
    if (*waiting == Pending::foreign)
        return refuse(
            "another user's nv config apply is awaiting its confirmation; confirm or undo it first");
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
            "the pending revision holds changes of another user; `nv config apply` or `nv config detach` them first");
    auto unsaved = difference("startup", "applied");
    if (!unsaved)
        return tl::unexpected(unsaved.error());
    if (!unsaved->empty())
        return refuse(left_unsaved);
    return {};
}

Result<std::string> NvueDevice::stage(const Transaction& transaction)
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
        const std::string why = taken->status != 0 ? why_not_staged(*taken, transaction.commands)
                                                   : "the mark of the revision is gone";
        if (auto gone = drop_pending(transaction); !gone)
            return tl::unexpected(gone.error());
        return refuse(why);
    }
    auto diff = difference("applied", "pending");
    if (!diff)
        return tl::unexpected(diff.error());
    return redact_lines(*diff);
}

Result<std::optional<Snapshot>> NvueDevice::staged()
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

std::chrono::seconds NvueDevice::least_window(const Transaction& /*transaction*/)
{
    return std::chrono::minutes(1);
}

Result<void> NvueDevice::commit(const Transaction& transaction, std::chrono::seconds window)
{
    auto revision = revision_of(transaction);
    if (!revision)
        return tl::unexpected(revision.error());
    if (revision->empty())
        return refuse("the pending revision is gone");
    wanted_ = planned_;
    const auto begun = std::chrono::steady_clock::now();
    auto applied
        = run(fmt::format("nv config apply {} --confirm {}s --assume-yes", *revision, window.count()), slow);
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

std::optional<std::string> NvueDevice::unplanned() const
{
    return wanted_ ? line_beside(*wanted_, now_) : std::nullopt;
}

Result<void> NvueDevice::confirm(const Transaction& transaction)
{
    auto before = pending(transaction);
    if (!before)
        return tl::unexpected(before.error());
    if (*before != Pending::ours)
        return refuse("our change is no longer pending: its time is over, or another user has ended it");
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

Result<void> NvueDevice::persist(const Transaction& transaction)
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
        return refuse("nv config save was asked for, but the startup configuration is not what is in force");
    if (auto gone = run(unmark_script(transaction.id)); !gone)
        return tl::unexpected(gone.error());
    return {};
}

Result<void> NvueDevice::save_again()
{
    auto unsaved = difference("startup", "applied");
    if (!unsaved)
        return tl::unexpected(unsaved.error());
    return unsaved->empty() ? Result<void>{} : persist({});
}

Result<std::chrono::seconds> NvueDevice::abandon(const Transaction& transaction)
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

Result<Execution> NvueDevice::run(const std::string& script, int times)
{
    return session_.exec("sh -s", script + '\n', times * target_.endpoint.command_timeout);
}

tl::unexpected<Error> NvueDevice::refuse(std::string_view why) const
{
    return fail(ErrorKind::refused, fmt::format("{}: {}", session_.name(), why));
}

Snapshot NvueDevice::snapshot_of(const std::string& text) const
{
    return {{{target_.device + ".nv", redact_lines(text)}}, state_hash(target_.state_key, text)};
}

Result<std::unique_ptr<LiveDevice>> open(const LiveTarget& target)
{
    auto session = SshSession::connect(target.endpoint, target.cancel);
    if (!session)
        return tl::unexpected(session.error());
    return std::make_unique<NvueDevice>(target, *std::move(session));
}

}
