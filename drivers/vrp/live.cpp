// SPDX-License-Identifier: Apache-2.0
// A switch over SSH, in the two-stage mode of the system view: lines go into the session's candidate, and `commit trial SECONDS
// persist ID` puts them in force until `commit persist ID` confirms them from any session, or the switch restores the old
// configuration by itself (Huawei CloudEngine 8800 and 6800 Series V300R023C00 Command Reference, commit (All views except the
// user view), abort trial, display configuration trial status).
#include "drivers/line_cli/live/health_reader.h"
#include "drivers/line_cli/live/text_device.h"
#include "drivers/vrp/grammar.h"
#include "drivers/vrp/live_text.h"
#include "drivers/vrp/vrp.h"
#include "models/text/ascii.h"
#include "models/text/redact.h"

#include <fmt/format.h>

#include <algorithm>

namespace rocelint::vrp {
namespace {

using std::chrono::seconds;

constexpr std::string_view no_pager[]{"screen-length 0 temporary"};
constexpr line_cli::Answer answers[]{{"The trial configuration will be rolled back. Continue? [Y/N]", "y\n"},
    {"will be written to the device. Continue? [Y/N]", "y\n"}};
constexpr line_cli::TerminalStyle style{.privileged = ']',
    .unprivileged_first = no_pager,
    .enable = "system-view",
    .has_own_prompt = true,
    .privilege_hint = "give the login the level 3 (management)",
    .complaint = "Error: ",
    .answers = answers};
constexpr std::string_view changes_by_itself[]{"!Last configuration was "};
constexpr std::string_view comments[]{"!", "#"};
constexpr line_cli::TextStyle texts{.running = "display current-configuration",
    .saved = "display saved-configuration",
    .no_configuration = changes_by_itself,
    .comments = comments,
    .save = "save",
    .interfaces = "display interface",
    .uncounted = "pause frames, and links that went down and came up again: not read on VRP",
    .read_interfaces = read_interfaces};
constexpr seconds least_trial{60};
constexpr seconds longest_trial{65535};

class VrpDevice final : public line_cli::TextDevice {
public:
    using TextDevice::TextDevice;

    Result<std::string> show(const std::string& command) override { return terminal().run(command); }

    Result<rocelint::Hardware> hardware() override
    {
        auto text = terminal().run("display device esn");
        if (!text && text.error().kind != ErrorKind::refused)
            return tl::unexpected(text.error());
        return rocelint::Hardware{text ? serial_in(*text) : std::string{}, {}};
    }

    Result<void> check_ready(const Transaction& transaction) override
    {
        auto trial = read_trial();
        if (!trial)
            return tl::unexpected(trial.error());
        if (trial->runs && trial->persist_id != transaction.id)
            return refuse(
                "another trial run awaits its confirmation (`display configuration trial status`). Confirm "
                "or abort it first");
        if (auto free = check_unlocked(); !free)
            return free;
        return check_saved();
    }

    Result<std::string> stage(const Transaction& transaction) override
    {
        if (!terminal().prompt().starts_with("[~"))
            return refuse(
                fmt::format("the system view is not in two-stage mode: its prompt is `{}`, without `~`",
                    terminal().prompt()));
        auto typed = terminal().type(transaction.commands, "#");
        Result<std::string> preview = typed ? terminal().run("display configuration candidate")
                                            : Result<std::string>(tl::unexpected(typed.error()));
        if (!preview && preview.error().kind == ErrorKind::refused) {
            if (auto cleared = run("clear configuration candidate"); !cleared)
                return tl::unexpected(cleared.error());
        }
        staged_ = preview.has_value();
        return preview;
    }

    seconds least_window(const Transaction& /*transaction*/) override { return least_trial; }

    Result<void> commit(const Transaction& transaction, seconds window) override
    {
        if (window > longest_trial)
            return refuse("`commit trial` takes 65535 seconds at most: shorten --confirm-timeout");
        if (auto done = run(fmt::format(
                "commit trial {} persist {}", std::max(window, least_trial).count(), transaction.id));
            !done)
            return done;
        committed_ = true;
        staged_ = false;
        auto trial = read_trial();
        if (!trial)
            return tl::unexpected(trial.error());
        if (!trial->runs || trial->ends || trial->persist_id != transaction.id)
            return refuse("the commit was accepted, but no trial run is shown for it");
        return {};
    }

    Result<Pending> pending(const Transaction& transaction) override
    {
        auto trial = read_trial();
        if (!trial)
            return tl::unexpected(trial.error());
        return !trial->runs ? Pending::none : is_ours(*trial, transaction) ? Pending::ours : Pending::foreign;
    }

    Result<void> confirm(const Transaction& transaction) override
    {
        auto trial = read_trial();
        if (!trial)
            return tl::unexpected(trial.error());
        if (!trial->runs || trial->ends || trial->persist_id != transaction.id)
            return refuse("our trial run has ended: its time is over, or another user has ended it");
        if (auto kept = run(fmt::format("commit persist {}", transaction.id)); !kept)
            return kept;
        trial = read_trial();
        if (!trial)
            return tl::unexpected(trial.error());
        return trial->runs ? refuse("the confirmation was accepted, but the trial run goes on")
                           : Result<void>{};
    }

    Result<void> persist(const Transaction& /*transaction*/) override { return save_again(); }

    Result<seconds> abandon(const Transaction& transaction) override
    {
        if (staged_) {
            if (auto cleared = run("clear configuration candidate"); !cleared)
                return tl::unexpected(cleared.error());
            staged_ = false;
        }
        auto trial = read_trial();
        if (!trial)
            return tl::unexpected(trial.error());
        if (!is_ours(*trial, transaction))
            return seconds(0);
        if (!trial->ends) {
            auto aborted = run(fmt::format("abort trial persist {}", transaction.id));
            if (!aborted)
                return tl::unexpected(aborted.error());
            trial = read_trial();
            if (!trial)
                return tl::unexpected(trial.error());
        }
        if (!trial->ends && is_ours(*trial, transaction))
            return refuse("the trial run could not be aborted; its timer still runs");
        return trial->runs ? seconds(longest_rollback) : seconds(0);
    }

private:
    // A release may show no ID. Then a trial run is ours if this session began it.
    [[nodiscard]] bool is_ours(const Trial& trial, const Transaction& transaction) const
    {
        return trial.runs && (trial.persist_id == transaction.id || (committed_ && trial.persist_id.empty()));
    }

    // While another user has locked the configuration, we can neither confirm nor abort. A lock that is taken later ends by itself
    // (configuration exclusive timeout); until then abandon() is refused, and is tried again.
    Result<void> check_unlocked()
    {
        // The second is its name before V300.
        auto holder = terminal().run("display configuration exclusive user");
        if (!holder && holder.error().kind == ErrorKind::refused)
            holder = terminal().run("display configuration-occupied user");
        if (!holder && holder.error().kind == ErrorKind::refused)
            return refuse(
                "it does not show whether another user has locked the configuration, which would keep the "
                "change from being confirmed or aborted (`display configuration exclusive user`)");
        if (!holder)
            return tl::unexpected(holder.error());
        if (std::ranges::all_of(*holder, ascii::is_white))
            return {};
        return refuse(
            fmt::format("{} has locked the configuration (`configuration exclusive`): nobody else can "
                        "confirm or abort a change. Push again when the lock has ended",
                redact(lock_holder_in(*holder).value_or("another user"))));
    }

    // `save` is a command of the user view.
    Result<void> save() override
    {
        auto left = terminal().enter("return");
        auto saved = left ? TextDevice::save() : left;
        auto back = left ? terminal().enter("system-view") : left;
        return saved ? back : saved;
    }
    Result<Trial> read_trial()
    {
        auto text = terminal().run("display configuration trial status");
        if (!text)
            return tl::unexpected(text.error());
        auto trial = parse_trial(*text);
        return trial ? Result<Trial>(*std::move(trial))
                     : refuse("`display configuration trial status` shows no state that is known");
    }

    bool staged_ = false; ///< this session's candidate holds our lines
    bool committed_ = false; ///< this session began a trial run
};

}

Result<std::unique_ptr<LiveDevice>> open(const LiveTarget& target)
{
    return line_cli::open_device<VrpDevice>(
        target, style, texts, line_cli::stored_form_of<driver>(grammar(), scope::top));
}

}
