// SPDX-License-Identifier: Apache-2.0
// A change under `checkpoint auto` (AOS-CX 10.15 Fundamentals Guide, Checkpoint auto mode). README.md says what rests on it.
#include "drivers/aoscx/live.h"
#include "models/text/redact.h"

#include <fmt/format.h>

#include <algorithm>

namespace rocelint::aoscx {
namespace {

using std::chrono::seconds;

constexpr std::chrono::minutes longest_window{60};
constexpr std::ptrdiff_t most_checkpoints = 32; ///< of users

std::string first_line(std::string_view said)
{
    said = said.substr(0, said.find_first_of("\r\n"));
    return said.empty() ? "it said nothing" : redact(said);
}

// The checkpoint of the last `checkpoint auto confirm` that still has the switch's own name; empty if there is none.
std::string last_confirmation(const std::vector<Checkpoint>& all)
{
    std::string last;
    for (const Checkpoint& one : all) {
        if (one.name.starts_with("AUTO"))
            last = std::max(last, one.name);
    }
    return last;
}

bool is_listed(const std::vector<Checkpoint>& all, std::string_view name)
{
    return std::ranges::find(all, name, &Checkpoint::name) != all.end();
}

}

Result<void> AoscxDevice::check_ready(const Transaction& transaction)
{
    return transaction.undo.empty() ? refuse("nothing was given that would undo the change") : check_saved();
}

Result<std::string> AoscxDevice::stage(const Transaction& transaction)
{
    auto all = checkpoints();
    if (all && is_listed(*all, transaction.id)) {
        if (auto gone = erase(transaction.id); !gone)
            return tl::unexpected(gone.error());
        all = checkpoints();
    }
    if (!all)
        return tl::unexpected(all.error());
    if (is_listed(*all, transaction.id))
        return refuse(fmt::format(
            "the checkpoint {}, which an earlier run of this push left, cannot be erased", transaction.id));
    const auto made_by_user
        = [](const Checkpoint& one) { return one.writer == "User" && one.type != "startup"; };
    if (std::ranges::count_if(*all, made_by_user) >= most_checkpoints)
        return refuse(
            fmt::format("it keeps at most {} checkpoints of users, and the confirmation makes one more: "
                        "`erase checkpoint` some first",
                most_checkpoints));
    return std::string{};
}

seconds AoscxDevice::least_window(const Transaction& transaction)
{
    return seconds(60) + line_cli::time_to_type(transaction.commands);
}

Result<void> AoscxDevice::commit(const Transaction& transaction, seconds window)
{
    const auto minutes = std::chrono::ceil<std::chrono::minutes>(window);
    if (minutes > longest_window)
        return refuse("`checkpoint auto` takes 60 minutes at most: shorten --confirm-timeout");
    if (auto started = start_timer(minutes); !started)
        return started;
    auto now = read();
    if (!now)
        return tl::unexpected(now.error());
    if (now->hash == transaction.before || transaction.before.empty())
        return type_or_undo(transaction);
    // The change of another user came first: it is kept, and our timer ended.
    foreign_ = true;
    auto ended = end_timer();
    return ended ? refuse("it was changed while the push was preparing its own change") : ended;
}

Result<void> AoscxDevice::start_timer(std::chrono::minutes minutes)
{
    const auto asked = Clock::now();
    auto answer = terminal().run(fmt::format("checkpoint auto {}", minutes.count()));
    const std::string said = answer ? *answer : answer.error().message;
    foreign_ = said.find("already") != std::string::npos;
    if (!answer)
        return tl::unexpected(answer.error());
    if (said.find(fmt::format("mode expires in {} minute", minutes.count())) == std::string::npos)
        return refuse(
            fmt::format("`checkpoint auto` did not say that its timer runs ({}), so that nothing was "
                        "changed. Confirm a timer of another user, or wait until it has run out",
                first_line(said)));
    until_ = asked + minutes;
    undone_ = false;
    return {};
}

Result<void> AoscxDevice::type_or_undo(const Transaction& transaction)
{
    auto typed = type_change(transaction);
    if (typed || typed.error().kind != ErrorKind::refused)
        return typed;
    auto undone = abandon(transaction);
    return undone || undone.error().kind == ErrorKind::refused ? typed : tl::unexpected(undone.error());
}

Result<void> AoscxDevice::type_change(const Transaction& transaction)
{
    const auto last = *until_ - line_cli::before_it_strikes;
    auto typed = terminal().run_before(last, "configure terminal");
    if (typed)
        typed = terminal().type(transaction.commands, "!", last);
    if (!typed && typed.error().kind != ErrorKind::refused)
        return typed;
    // Where `configure terminal` itself was refused, so is `end`: the first refusal is the reason.
    auto left = run("end");
    return left || (!typed && left.error().kind == ErrorKind::refused) ? typed : left;
}

Result<Pending> AoscxDevice::pending(const Transaction& transaction)
{
    if (foreign_)
        return Pending::foreign;
    auto now = running();
    if (!now)
        return tl::unexpected(now.error());
    if (hash_of(*now) == transaction.before)
        return Pending::none;
    if (until_)
        return Pending::ours;
    auto all = checkpoints();
    if (!all)
        return tl::unexpected(all.error());
    if (is_listed(*all, transaction.id))
        return Pending::none;
    // Confirmed on a connection that was lost before it could name the checkpoint.
    const std::string last = last_confirmation(*all);
    if (last.empty())
        return Pending::ours;
    auto confirmed = shown(fmt::format("show checkpoint {}", last));
    if (!confirmed)
        return tl::unexpected(confirmed.error());
    return *confirmed == *now ? Pending::none : Pending::ours;
}

Result<void> AoscxDevice::confirm(const Transaction& transaction)
{
    constexpr seconds time_to_confirm(10);
    auto now = read();
    if (!now)
        return tl::unexpected(now.error());
    if (now->hash == transaction.before || (until_ && Clock::now() + time_to_confirm > *until_))
        return refuse("the change is no longer in force, or the switch is about to roll it back");
    auto answer = terminal().run("checkpoint auto confirm");
    if (!answer)
        return tl::unexpected(answer.error());
    const std::string name = confirmed_name(*answer);
    auto all = checkpoints();
    if (!all)
        return tl::unexpected(all.error());
    if (name.empty() || !is_listed(*all, name)) {
        // The timer may have ended, and then only this connection can still undo the change.
        if (auto undone = abandon(transaction); !undone && undone.error().kind != ErrorKind::refused)
            return tl::unexpected(undone.error());
        return refuse(
            fmt::format("`checkpoint auto confirm` did not make the checkpoint that shows its success ({})",
                first_line(*answer)));
    }
    until_.reset();
    confirmed_ = name;
    auto renamed = run(fmt::format("checkpoint rename {} {}", name, transaction.id));
    if (renamed)
        confirmed_ = transaction.id;
    return renamed || renamed.error().kind == ErrorKind::refused ? Result<void>{} : renamed;
}

Result<void> AoscxDevice::persist(const Transaction& transaction)
{
    auto all = checkpoints();
    if (!all)
        return tl::unexpected(all.error());
    if (confirmed_.empty() && is_listed(*all, transaction.id))
        confirmed_ = transaction.id;
    // Where the connection was lost in the confirmation, what is saved must not be rolled back afterwards.
    if (confirmed_.empty()) {
        if (auto ended = end_timer(); !ended)
            return ended;
        auto left = pending(transaction);
        if (!left)
            return tl::unexpected(left.error());
        if (*left != Pending::none)
            return refuse("the switch has rolled the change back, or is about to: nothing was saved");
    }
    auto saved = save_again();
    return saved && !confirmed_.empty() ? erase(confirmed_) : saved;
}

Result<seconds> AoscxDevice::abandon(const Transaction& transaction)
{
    if (foreign_)
        return seconds(0);
    auto all = checkpoints();
    auto now = read();
    if (!now || !all)
        return tl::unexpected(now ? all.error() : now.error());
    const bool is_kept = is_listed(*all, transaction.id);
    if (is_kept && now->hash != transaction.before)
        return refuse("the change has been confirmed; only its undo reverses it");
    // Lines that arrive while the switch restores would be mixed with what it restores.
    const bool has_time = until_
        && Clock::now() + line_cli::time_to_type(transaction.undo) + line_cli::before_it_strikes < *until_;
    if (has_time && now->hash != transaction.before && !undone_) {
        undone_ = true;
        if (auto typed = type_undo(transaction); !typed)
            return tl::unexpected(typed.error());
        if (now = read(); !now)
            return tl::unexpected(now.error());
    }
    // The switch restores by itself what is not as it was. On a new connection nobody can tell what of it is ours.
    if (now->hash != transaction.before) {
        const auto left = until_ ? std::chrono::ceil<seconds>(*until_ - Clock::now()) : seconds(0);
        return std::max(left, seconds(0)) + longest_rollback;
    }
    if (until_) {
        if (auto ended = end_timer(); !ended)
            return tl::unexpected(ended.error());
    }
    auto gone = is_kept ? erase(transaction.id) : Result<void>{};
    return gone ? Result<seconds>(seconds(0)) : tl::unexpected(gone.error());
}

Result<void> AoscxDevice::type_undo(const Transaction& transaction)
{
    auto typed = run("configure terminal");
    if (typed)
        typed = terminal().type_rollback(transaction.undo, *until_ - line_cli::before_it_strikes);
    return typed ? run("end") : typed;
}

// A timer that has run out refuses, which is just as good.
Result<void> AoscxDevice::end_timer()
{
    auto answer = terminal().run("checkpoint auto confirm");
    if (!answer && answer.error().kind != ErrorKind::refused)
        return tl::unexpected(answer.error());
    until_.reset();
    const std::string name = answer ? confirmed_name(*answer) : std::string{};
    return name.empty() ? Result<void>{} : erase(name);
}

Result<std::vector<Checkpoint>> AoscxDevice::checkpoints()
{
    auto text = terminal().run("show checkpoint");
    if (!text)
        return tl::unexpected(text.error());
    auto all = parse_checkpoints(*text);
    return all
        ? Result<std::vector<Checkpoint>>(*std::move(all))
        : refuse("`show checkpoint` prints no list that is understood; before release 10.08 it has none");
}

Result<void> AoscxDevice::erase(std::string_view name)
{
    auto gone = run(fmt::format("erase checkpoint {}", name));
    return !gone && gone.error().kind != ErrorKind::refused ? gone : Result<void>{};
}

}
