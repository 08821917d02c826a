// SPDX-License-Identifier: Apache-2.0
// A switch is pushed through its pending revision: `nv set` and `nv unset`, `nv config apply --confirm MINUTES` with its own timer, and
// `nv config save` (NVIDIA NVUE reference, Config Commands; `--confirm-yes` and `--confirm-no`: NVIDIA's tests of NVOS, ConfigConsts). An
// answer that is not understood refuses the push.
#include "drivers/live.h"

#include "drivers/nvue/live_text.h"
#include "drivers/nvue/nvue.h"
#include "drivers/transport/ssh_session.h"
#include "models/text/digest.h"
#include "models/text/redact.h"

#include <fmt/format.h>

#include <algorithm>

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
        const std::string text = statements_of(shown->out);
        if (text.empty())
            return refuse("nv config show -o commands printed no statements: this release is not known");
        return Snapshot{{{target_.device + ".nv", redact_lines(text)}}, state_hash(target_.state_key, text)};
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
        if (const std::string saves = saves_by_itself(shown->out); !saves.empty())
            return refuse(saves);
        auto held = difference("applied pending");
        if (!held)
            return tl::unexpected(held.error());
        if (!held->empty() && !is_marked(transaction))
            return refuse(
                "the pending revision holds changes of somebody; `nv config apply` or `nv config detach` them first");
        auto unsaved = difference("startup applied");
        if (!unsaved)
            return tl::unexpected(unsaved.error());
        if (!unsaved->empty())
            return refuse(left_unsaved);
        return {};
    }

    Result<std::string> stage(const Transaction& transaction) override
    {
        if (auto gone = drop_pending(transaction); !gone)
            return tl::unexpected(gone.error());
        auto taken = run(stage_script(transaction.id, transaction.commands), slow);
        if (!taken)
            return tl::unexpected(taken.error());
        if (taken->status != 0) {
            const std::string why = redact(first_line(*taken));
            if (auto gone = drop_pending(transaction); !gone)
                return tl::unexpected(gone.error());
            return refuse("the switch refuses a statement: " + why);
        }
        auto diff = difference("applied pending");
        if (!diff)
            return tl::unexpected(diff.error());
        return redact_lines(*diff);
    }

    // The timer counts in minutes.
    std::chrono::seconds least_window(const Transaction& /*transaction*/) override
    {
        return std::chrono::minutes(1);
    }

    Result<void> commit(const Transaction& transaction, std::chrono::seconds window) override
    {
        const auto minutes = std::max<std::int64_t>((window.count() + 59) / 60, 1);
        auto applied = run(fmt::format("nv config apply --confirm {} --assume-yes", minutes), slow);
        if (!applied)
            return tl::unexpected(applied.error());
        auto waiting = pending(transaction);
        if (!waiting)
            return tl::unexpected(waiting.error());
        if (applied->status != 0 && *waiting == Pending::none)
            return refuse("nv config apply: " + redact(first_line(*applied)));
        if (*waiting != Pending::ours)
            return fail(ErrorKind::invalid,
                fmt::format("{}: the change was applied, but no timer is shown for it", session_.name()));
        return {};
    }

    Result<Pending> pending(const Transaction& transaction) override
    {
        auto told = run("nv config apply --confirm-status");
        if (!told)
            return tl::unexpected(told.error());
        const Waiting waiting = waiting_of(told->out + told->err, told->status);
        if (waiting == Waiting::unknown)
            return refuse("nv config apply --confirm-status is not understood: " + first_line(*told));
        if (waiting == Waiting::no)
            return Pending::none;
        return is_marked(transaction) ? Pending::ours : Pending::foreign;
    }

    Result<void> confirm(const Transaction& transaction) override
    {
        auto before = pending(transaction);
        if (!before)
            return tl::unexpected(before.error());
        if (*before != Pending::ours)
            return refuse("our change is no longer pending: the switch has rolled it back");
        auto kept = run("nv config apply --confirm-yes", slow);
        if (!kept)
            return tl::unexpected(kept.error());
        auto after = pending(transaction);
        if (!after)
            return tl::unexpected(after.error());
        if (kept->status != 0 || *after != Pending::none)
            return refuse("nv config apply --confirm-yes: " + first_line(*kept));
        return {};
    }

    Result<void> persist(const Transaction& transaction) override
    {
        auto saved = run("nv config save", slow);
        if (!saved)
            return tl::unexpected(saved.error());
        auto unsaved = difference("startup applied");
        if (!unsaved)
            return tl::unexpected(unsaved.error());
        if (saved->status != 0 || !unsaved->empty())
            return refuse(
                "nv config save was asked for, but the startup configuration is not what is in force");
        if (auto gone = run(unmark_script(transaction.id)); !gone)
            return tl::unexpected(gone.error());
        return {};
    }

    Result<void> save_again() override
    {
        auto unsaved = difference("startup applied");
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
            if (auto back = run("nv config apply --confirm-no", slow); !back)
                return tl::unexpected(back.error());
            waiting = pending(transaction);
            if (!waiting)
                return tl::unexpected(waiting.error());
            if (*waiting == Pending::ours)
                return refuse("the change could not be rolled back; its timer still runs");
        }
        if (auto gone = drop_pending(transaction); !gone)
            return tl::unexpected(gone.error());
        if (auto gone = run(unmark_script(transaction.id)); !gone)
            return tl::unexpected(gone.error());
        return std::chrono::seconds(0);
    }

private:
    // How many times the time of a command those may take that reload switchd or type many statements.
    static constexpr int slow = 10;

    Result<Execution> run(const std::string& script, int times = 1)
    {
        return session_.exec("sh -s", script + '\n', times * target_.endpoint.command_timeout);
    }
    [[nodiscard]] tl::unexpected<Error> refuse(std::string_view why) const
    {
        return fail(ErrorKind::refused, fmt::format("{}: {}", session_.name(), why));
    }
    // What two revisions differ in, in the switch's words; empty where they do not.
    Result<std::string> difference(std::string_view revisions)
    {
        auto shown = run(fmt::format("nv config diff {}", revisions));
        if (!shown)
            return tl::unexpected(shown.error());
        if (shown->status != 0)
            return refuse(fmt::format("nv config diff {}: {}", revisions, first_line(*shown)));
        return shown->out.find_first_not_of(" \r\n") == std::string::npos ? std::string() : shown->out;
    }
    // A pending revision of ours; that of somebody else is left.
    Result<void> drop_pending(const Transaction& transaction)
    {
        if (!is_marked(transaction))
            return {};
        auto gone = run("nv config detach");
        if (!gone)
            return tl::unexpected(gone.error());
        return {};
    }
    // Whether the transaction began on this switch: a file of its name says so, also to a later run.
    bool is_marked(const Transaction& transaction)
    {
        auto found = run(marked_script(transaction.id));
        return found && found->status == 0;
    }

    LiveTarget target_;
    SshSession session_;
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
