// SPDX-License-Identifier: Apache-2.0
// Wherever a step was interrupted, the device ends as before or as planned, and only the device can say
// which. If it cannot be reached, the outcome is "unknown", never a guess.
#include "push/run/recovery.h"

#include <fmt/format.h>

#include <algorithm>

namespace rocelint::push {
namespace {

using Clock = std::chrono::steady_clock;

// A device may need some time after its timer expires: a rollback on SONiC takes as long as the change did.
constexpr std::chrono::seconds grace{60};
// How long a device may still show another state after it reported that it is done.
constexpr std::chrono::seconds patience{20};

// On some platforms, saved settings are part of what is read.
bool saves_into_itself(const Transaction& transaction) { return !transaction.persistent.empty(); }

// What an interrupted step left as its note, if anything, and what is known now.
std::string joined(std::string_view note, std::string_view more)
{
    return note.empty() ? std::string(more) : fmt::format("{}; {}", note, more);
}

class Recovery {
public:
    Recovery(const PushContext& context, const PlanDevice& device, const Entry& last, Clock::time_point until)
        : context_(context)
        , device_(device)
        , last_(last)
        , transaction_(begun_from(device.steps[last.step].transaction, last.before))
        , until_(until + grace)
        , latest_(until_ + longest_rollback)
    {
        may_be_kept_ = last.event == Event::confirming || last.event == Event::confirmed
            || last.event == Event::persisting || last.event == Event::done;
    }

    StepOutcome run(std::unique_ptr<LiveDevice> live)
    {
        const InventoryDevice* entry = context_.inventory.find(device_.name);
        if (entry == nullptr)
            return end(Event::unknown,
                fmt::format(
                    "{}: it is no longer in the inventory {}", device_.name, context_.inventory.path));
        std::chrono::milliseconds pause(100);
        while (true) {
            if (live == nullptr) {
                if (auto opened = reopen(*entry, context_.access))
                    live = *std::move(opened);
                else
                    trouble_ = opened.error().message;
            }
            if (live != nullptr) {
                if (auto outcome = look(*live))
                    return *outcome;
                // If a query failed, the connection may be unusable.
                if (!trouble_.empty())
                    live = nullptr;
            }
            if (Clock::now() >= until_)
                return end(Event::unknown, joined(last_.note, what_is_known()));
            sleep_for(pause, nullptr);
            pause = std::min(pause * 2, std::chrono::milliseconds(5000));
        }
    }

private:
    [[nodiscard]] std::string what_is_known() const
    {
        // Without a timer, the device does not roll back by itself.
        if (trouble_.empty() && without_timer_)
            return "it is neither as before nor as intended, and no rollback timer of ours runs on it: "
                   "inspect it";
        return fmt::format("{}. It rolls back by itself whatever is not confirmed",
            trouble_.empty() ? "it is neither as before nor as intended" : trouble_);
    }

    // Returns the outcome if the device is in one of the final states.
    std::optional<StepOutcome> look(LiveDevice& live)
    {
        trouble_.clear();
        if (last_.event == Event::preparing)
            return clean_up(live);
        auto pending = live.pending(transaction_);
        if (!pending)
            return failed(pending.error());
        if (*pending == Pending::foreign && last_.event == Event::refused) {
            // The change in force belongs to another user; the one that we prepared is removed.
            (void)live.abandon(transaction_);
            return end(Event::refused, held_by_another(last_.note));
        }
        without_timer_ = *pending != Pending::ours;
        if (*pending == Pending::ours) {
            if (!told_) {
                told_ = true;
                // Even if this can no longer be written, rolling back is right.
                if (last_.event != Event::taking_back && last_.event != Event::refused)
                    (void)record(Event::taking_back, last_.note);
            }
            if (auto failure = tell_to_take_back(live))
                return failed(*failure);
            if (!said_done_)
                return std::nullopt;
        }
        auto now = live.read();
        if (!now)
            return failed(now.error());
        if (now->hash == last_.before) {
            // Also removes whatever else the step left on the device (a session, a unit, a lock).
            auto clean = live.abandon(transaction_);
            // A commit that was in progress when the connection was lost may have taken effect only now.
            auto again = live.read();
            if (!again)
                return failed(again.error());
            if (again->hash != last_.before)
                return std::nullopt;
            // Someone may have saved the change while it was in force.
            if (auto saved = live.save_again(); !saved) {
                if (saved.error().kind != ErrorKind::refused)
                    return failed(saved.error());
                return end(Event::unknown,
                    joined(last_.note,
                        fmt::format(
                            "it is in force as it was before, but a reboot would bring the change: {}",
                            saved.error().message)));
            }
            return end(Event::taken_back,
                clean || clean.error().kind != ErrorKind::refused
                    ? last_.note
                    : joined(last_.note, clean.error().message));
        }
        if (*pending == Pending::none && may_be_kept_ && !told_ && now->hash == last_.after) {
            Entry confirmed = last_;
            return persist_step(live, context_, device_, last_.step, std::move(confirmed));
        }
        if (*pending == Pending::none && (told_ ? !said_done_ : !may_be_kept_)) {
            // In force without a timer: the device did not do what it promised, so roll back from here.
            if (!told_)
                (void)record(Event::taking_back, last_.note);
            told_ = true;
            if (auto failure = tell_to_take_back(live))
                return failed(*failure);
        }
        // Keep reading for a while, since a device may show its state late.
        if (said_done_ && Clock::now() - *said_done_ > patience)
            return end(Event::unknown,
                joined(last_.note,
                    not_restored_.empty()
                        ? "nothing waits on it to be rolled back, and it is not as it was before: inspect it"
                        : not_restored_ + ": inspect it"));
        return std::nullopt;
    }

    // Asks the device to roll back. Sets said_done_ if the device reports that there is nothing more to wait
    // for, even if it could not roll everything back. Returns an error if it is worth another try.
    std::optional<Error> tell_to_take_back(LiveDevice& live)
    {
        said_done_.reset();
        auto left = live.abandon(transaction_);
        if (!left && left.error().kind == ErrorKind::refused) {
            if (auto waiting = live.pending(transaction_); waiting && *waiting == Pending::none) {
                not_restored_ = left.error().message;
                left = std::chrono::seconds(0);
            }
        }
        if (!left)
            return left.error();
        if (left->count() == 0)
            said_done_ = Clock::now();
        else
            until_ = std::min(latest_, std::max(until_, Clock::now() + *left + patience));
        return std::nullopt;
    }

    // Cleans up a step that was never in force.
    std::optional<StepOutcome> clean_up(LiveDevice& live)
    {
        auto gone = live.abandon(transaction_);
        if (!gone && gone.error().kind != ErrorKind::refused)
            return failed(gone.error());
        return end(
            Event::refused, gone ? "it was interrupted before anything was in force" : gone.error().message);
    }

    std::optional<StepOutcome> failed(const Error& error)
    {
        trouble_ = error.message;
        return std::nullopt;
    }

    Result<void> record(Event event, const std::string& note)
    {
        return context_.journal->append(
            {{}, device_.name, last_.step, event, last_.before, last_.after, note});
    }

    StepOutcome end(Event event, std::string note)
    {
        if (auto written = record(event, note); !written)
            note = joined(note, written.error().message);
        return {device_.name,
            last_.step,
            event,
            std::move(note),
            event == Event::taken_back ? last_.before : std::string{}};
    }

    const PushContext& context_;
    const PlanDevice& device_;
    const Entry& last_;
    const Transaction transaction_;
    Clock::time_point until_;
    Clock::time_point latest_; ///< however long the device says that it needs
    bool may_be_kept_ = false;
    bool told_ = false; ///< to roll back
    std::optional<Clock::time_point> said_done_; ///< when it reported that there is nothing more to wait for
    std::string not_restored_; ///< its message about what it could not roll back
    bool without_timer_ = false; ///< as seen last
    std::string trouble_;
};

}

Transaction begun_from(Transaction transaction, const std::string& before)
{
    transaction.before = before;
    return transaction;
}

std::string held_by_another(std::string_view why)
{
    return fmt::format("another push or an operator holds the device: {}", why);
}

Result<std::unique_ptr<LiveDevice>> reopen(const InventoryDevice& device, const Access& access)
{
    Access patient = access;
    patient.cancel = nullptr;
    patient.retries = 0;
    return open_device(device, patient);
}

StepOutcome recover_step(const PushContext& context,
    const PlanDevice& device,
    const Entry& last,
    std::chrono::steady_clock::time_point until,
    std::unique_ptr<LiveDevice> live)
{
    return Recovery(context, device, last, until).run(std::move(live));
}

StepOutcome persist_step(LiveDevice& live,
    const PushContext& context,
    const PlanDevice& device,
    std::uint32_t step,
    Entry confirmed)
{
    const std::string after = confirmed.after;
    const auto not_saved = [&](const std::string& reason) -> StepOutcome {
        const std::string note = fmt::format("{}; it is in force, but a reboot would undo it", reason);
        Entry entry = confirmed;
        entry.event = Event::not_saved;
        entry.note = note;
        (void)context.journal->append(std::move(entry));
        return {device.name, step, Event::not_saved, note, after};
    };
    for (const Event event : {Event::confirmed, Event::persisting}) {
        Entry entry = confirmed;
        entry.event = event;
        entry.note.clear();
        if (auto written = context.journal->append(std::move(entry)); !written)
            return not_saved(written.error().message);
    }
    const Transaction& transaction = device.steps[step].transaction;
    const InventoryDevice* known = context.inventory.find(device.name);
    const auto lost = [&](const Snapshot& now, const char* when) -> StepOutcome {
        Entry entry = confirmed;
        const bool as_before = now.hash == confirmed.before;
        entry.event = as_before ? Event::taken_back : Event::unknown;
        entry.note = fmt::format("{}: {} what was confirmed: it restarted, or another user changed it; {}",
            device.name,
            as_before ? "it runs what it did before, and no longer" : "it no longer runs",
            when);
        StepOutcome outcome{device.name, step, entry.event, entry.note, now.hash};
        (void)context.journal->append(std::move(entry));
        return outcome;
    };
    // Only the confirmed state may be saved.
    if (auto now = live.read();
        now && now->hash != after && (!saves_into_itself(transaction) || now->hash == confirmed.before))
        return lost(*now, "nothing was saved");
    auto persisted = live.persist(transaction);
    std::unique_ptr<LiveDevice> again;
    if (!persisted && persisted.error().kind != ErrorKind::refused && known != nullptr) {
        // A connection that was lost here is no reason to leave the work unfinished.
        if (auto opened = reopen(*known, context.access)) {
            again = *std::move(opened);
            persisted = again->persist(transaction);
        }
    }
    if (!persisted)
        return not_saved(persisted.error().message);
    Entry entry = confirmed;
    entry.event = Event::done;
    entry.note.clear();
    auto now = (again ? *again : live).read();
    if (!now && known != nullptr) {
        if (auto opened = reopen(*known, context.access))
            now = (*opened)->read();
    }
    if (now && now->hash != after && !saves_into_itself(transaction))
        return lost(*now, "what it runs now may have been saved");
    if (now)
        entry.after = now->hash;
    const std::string ended = entry.after;
    if (auto written = context.journal->append(std::move(entry)); !written)
        return {device.name, step, Event::done, written.error().message, ended};
    return {device.name, step, Event::done, {}, ended};
}

}
