// SPDX-License-Identifier: Apache-2.0
// One step on one device (ADR 0010): nothing is in force before its undo is armed on the device, and nothing
// is kept before it was read back, compared and checked again. Any doubt leads to recovery.
#include "push/run/step_runner.h"

#include "push/reach/hardware.h"
#include "push/reach/reading.h"
#include "push/run/recovery.h"
#include "push/run/step_health.h"
#include "push/run/step_text.h"
#include "push/run/verify.h"

#include <fmt/format.h>

#include <algorithm>

namespace rocelint::push {
namespace {

using Clock = std::chrono::steady_clock;

class StepRunner {
public:
    StepRunner(
        const PushContext& context, const PlanDevice& device, std::uint32_t step, const std::string& expected)
        : context_(context)
        , device_(device)
        , number_(step)
        , step_(device.steps[step])
        , transaction_(begun_from(step_.transaction, expected))
        , expected_(expected)
        , driver_(*find_driver(device.platform))
        , text_(driver_, device.name, step_)
        , health_(device.name, step_.transaction, context.options, context.access.cancel)
    {
    }

    StepOutcome run()
    {
        if (auto prepared = prepare(); !prepared)
            return refuse(prepared.error().message);
        if (auto written = record(Event::committing); !written)
            return refuse(written.error().message);
        const auto until = Clock::now() + window();
        auto committed = live_->commit(transaction_, window());
        if (!committed && committed.error().kind == ErrorKind::refused) {
            // If another user's change is pending, ours is not in force, and there is nothing to roll back.
            if (auto waiting = live_->pending(transaction_); waiting && *waiting == Pending::foreign)
                return refuse(held_by_another(committed.error().message));
            return take_back(until, committed.error().message, Event::refused);
        }
        if (!committed)
            return recover(until, false, committed.error().message);
        if (auto written = record(Event::committed); !written)
            return take_back(until, written.error().message);
        auto good = verify();
        if (!good && good.error().kind == ErrorKind::refused) {
            // A resumed push must not try this step again.
            (void)record(Event::found_bad, good.error().message);
            return take_back(until, good.error().message);
        }
        if (!good && good.error().kind == ErrorKind::cancelled)
            return take_back(until, good.error().message);
        if (!good)
            return recover(until, false, good.error().message);
        if (auto written = record(Event::confirming); !written)
            return take_back(until, written.error().message);
        return keep(until);
    }

    StepOutcome check()
    {
        if (auto prepared = prepare(); !prepared)
            return refuse(prepared.error().message);
        if (auto gone = live_->abandon(transaction_); !gone)
            return {device_.name, number_, Event::unknown, gone.error().message, expected_};
        return {device_.name, number_, Event::done, std::move(shown_), expected_};
    }

private:
    [[nodiscard]] std::chrono::seconds window() const
    {
        return std::max(context_.options.window, least_window_);
    }

    Result<void> record(Event event, const std::string& note = {})
    {
        if (context_.journal == nullptr)
            return {};
        return context_.journal->append({{}, device_.name, number_, event, expected_, after_, note});
    }

    [[nodiscard]] tl::unexpected<Error> refused(const std::string& reason) const
    {
        return fail(ErrorKind::refused, fmt::format("{}: {}", device_.name, reason));
    }

    // Everything that can be done while nothing is in force.
    Result<void> prepare()
    {
        const InventoryDevice* entry = context_.inventory.find(device_.name);
        if (entry == nullptr)
            return refused(fmt::format("it is no longer in the inventory {}", context_.inventory.path));
        auto live = open_device(*entry, context_.access);
        if (!live)
            return tl::unexpected(live.error());
        live_ = *std::move(live);
        auto hardware = read_hardware(*live_);
        if (!hardware)
            return tl::unexpected(hardware.error());
        if (const std::string other = other_hardware(device_.hardware, *hardware); !other.empty())
            return refused(fmt::format("it is not the device that was planned for: {}", other));
        auto before = live_->read();
        if (!before)
            return tl::unexpected(before.error());
        if (before->hash != expected_)
            return refused("it was changed since the plan was made: plan again");
        before_ = read_collected(driver_, device_.name, before->files);
        if (auto good = health_.arrive(*live_); !good)
            return good;
        if (auto ready = live_->check_ready(transaction_); !ready)
            return ready;
        // So that a resume or rollback of this push finds what a crash may leave on the device.
        if (auto written = record(Event::preparing); !written)
            return written;
        staged_ = true;
        auto diff = live_->stage(transaction_);
        if (!diff)
            return tl::unexpected(diff.error());
        shown_ = *std::move(diff);
        if (auto good = text_.compare_staged(*live_, before_); !good)
            return good;
        least_window_ = live_->least_window(transaction_);
        if (auto sampled = health_.before_commit(*live_); !sampled)
            return sampled;
        // Last, so that the staged change cannot overwrite a change that someone made in between.
        auto again = live_->read();
        if (!again)
            return tl::unexpected(again.error());
        if (again->hash != expected_)
            return refused("it was changed while the push was preparing its own change");
        return {};
    }

    // With the change in force, checks that it is as planned and that the device is healthy.
    Result<void> verify()
    {
        // First, because a port without a link has no speed either.
        if (auto lives = health_.wait_for_links(*live_, window()); !lives)
            return lives;
        auto now = live_->read();
        if (!now)
            return tl::unexpected(now.error());
        after_ = now->hash;
        if (now->hash == expected_)
            return refused("it answered ok but changed nothing");
        if (!step_.ends_at.empty() && now->hash != step_.ends_at)
            return refused("read back, it is not as it was before the undone change");
        const ReadDevice after = read_collected(driver_, device_.name, now->files);
        if (auto difference = difference_from_step(step_, before_.device, after.device);
            difference && step_.ends_at.empty())
            return refused(*difference);
        if (step_.ends_at.empty()) {
            if (auto same = text_.compare(*live_, before_, after); !same)
                return same;
        }
        // A half-made change may break rules, so they are checked only after the last step.
        if (context_.recheck && number_ + 1 == device_.steps.size()) {
            const std::vector<std::string> found = context_.recheck(device_, now->files);
            if (!found.empty())
                return refused(fmt::format("checked again, it has a new finding: {}", found.front()));
        }
        return health_.observe(*live_, before_.device);
    }

    StepOutcome keep(Clock::time_point until)
    {
        auto confirmed = live_->confirm(transaction_);
        if (!confirmed)
            return recover(until, true, confirmed.error().message);
        // Do not rely on the answer alone: the device may have rolled back at this moment.
        auto now = live_->read();
        if (!now)
            return recover(until, true, now.error().message);
        if (now->hash != after_)
            return recover(until, true, fmt::format("{}: it changed after the confirmation", device_.name));
        StepOutcome outcome = persist_step(*live_,
            context_,
            device_,
            number_,
            {{}, device_.name, number_, Event::confirmed, expected_, after_, {}});
        if (outcome.message.empty())
            outcome.message = health_.unjudged();
        return outcome;
    }

    StepOutcome refuse(const std::string& reason)
    {
        std::string note = reason;
        if (staged_ && live_ != nullptr) {
            auto gone = live_->abandon(transaction_);
            if (!gone) {
                // The connection itself may be the reason.
                const InventoryDevice* entry = context_.inventory.find(device_.name);
                auto again = reopen(*entry, context_.access);
                if (!again || !(*again)->abandon(transaction_))
                    note += "; what was prepared on it could not be cleaned up";
            }
        }
        (void)record(Event::refused, note);
        return {device_.name, number_, Event::refused, note, expected_};
    }

    StepOutcome take_back(Clock::time_point until, const std::string& reason, Event why = Event::taking_back)
    {
        (void)record(Event::taking_back, reason);
        return recover_step(context_,
            device_,
            {{}, device_.name, number_, why, expected_, after_, reason},
            until,
            std::move(live_));
    }

    StepOutcome recover(Clock::time_point until, bool confirming, const std::string& reason)
    {
        return recover_step(context_,
            device_,
            {{},
                device_.name,
                number_,
                confirming ? Event::confirming : Event::committed,
                expected_,
                after_,
                reason},
            until,
            nullptr);
    }

    const PushContext& context_;
    const PlanDevice& device_;
    std::uint32_t number_;
    const PlanStep& step_;
    Transaction transaction_;
    const std::string& expected_;
    const Driver& driver_;
    std::unique_ptr<LiveDevice> live_;
    ReadDevice before_;
    StepText text_;
    StepHealth health_;
    std::chrono::seconds least_window_{0};
    std::string after_;
    std::string shown_; ///< the changes that the device reports
    bool staged_ = false;
};

}

StepOutcome run_step(
    const PushContext& context, const PlanDevice& device, std::uint32_t step, const std::string& expected)
{
    return StepRunner(context, device, step, expected).run();
}

StepOutcome check_step(
    const PushContext& context, const PlanDevice& device, std::uint32_t step, const std::string& expected)
{
    return StepRunner(context, device, step, expected).check();
}

StepOutcome finish_step(const PushContext& context, const PlanDevice& device, const Entry& last)
{
    // A rollback timer on the device expires within this time at the latest; the device itself says whether
    // it has.
    return recover_step(context, device, last, Clock::now() + context.options.window, nullptr);
}

}
