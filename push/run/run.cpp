// SPDX-License-Identifier: Apache-2.0
// Waves, canaries and the failure limit. A step waits for the device's own previous step and for the steps of
// other devices that it needs; after too many failures, nothing new begins.
#include "push/run/run.h"

#include "push/journal/transaction_names.h"
#include "push/run/bake.h"
#include "push/run/neighbours.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <mutex>

namespace rocelint::push {
namespace {

bool is_end(Event event)
{
    return event == Event::done || event == Event::taken_back || event == Event::refused;
}

class PushRun {
public:
    PushRun(
        const PushContext& context, const Plan& plan, const JournalText& history, const PushReport& report)
        : context_(context), plan_(plan), history_(history), report_(report), states_(plan.devices.size())
    {
    }

    // `begin`: also run the steps that have not begun.
    PushResult run(bool begin)
    {
        for (std::size_t device = 0; device < plan_.devices.size(); ++device)
            states_[device] = plan_.devices[device].hash;
        finish_what_was_left();
        const std::vector<Wave> waves = make_waves(plan_,
            context_.options.wave,
            [this](const WaveStep& step) { return !is_done(step) && !was_found_bad(step); });
        for (const Wave& wave : waves) {
            if (begin)
                run_wave(wave);
        }
        std::ranges::sort(result_.outcomes, [this](const StepOutcome& a, const StepOutcome& b) {
            return std::pair(place_of(a.device), a.step) < std::pair(place_of(b.device), b.step);
        });
        return std::move(result_);
    }

private:
    void finish_what_was_left()
    {
        std::vector<Entry> open;
        for (std::size_t device = 0; device < plan_.devices.size(); ++device) {
            for (std::uint32_t step = 0; step < plan_.devices[device].steps.size(); ++step) {
                const auto last = history_.last(plan_.devices[device].name, step);
                if (!last)
                    continue;
                if (last->event == Event::done || last->event == Event::not_saved)
                    finished(device, step, last->after);
                if (is_end(last->event))
                    continue;
                open.push_back(*last);
                if (last->event == Event::found_bad)
                    open.back().event = Event::taking_back;
                // Whatever happened since, the device may have kept the step, and then so do we.
                if (history_.may_be_kept(last->device, step))
                    open.back().event = Event::confirming;
            }
        }
        for_each_device(
            open.size(), context_.options.most_parallel, context_.access.cancel, [&](std::size_t index) {
                const PlanDevice& device = *plan_.find(open[index].device);
                StepOutcome outcome = finish_step(context_, device, open[index]);
                const bool never_begun
                    = outcome.end == Event::refused && open[index].event == Event::preparing;
                if (never_begun || (outcome.end == Event::taken_back && !was_taken_back(open[index])))
                    begin_again(outcome);
                else
                    record(std::move(outcome));
            });
    }

    // Whether the step was being rolled back because of its effect, and not only because this program was
    // interrupted.
    static bool was_taken_back(const Entry& last) { return last.event == Event::taking_back; }

    // Reports such a step once and does not try it again: it would be found bad again.
    bool was_found_bad(const WaveStep& step)
    {
        const PlanDevice& device = plan_.devices[step.device];
        const std::string why = history_.found_bad(device.name, step.step);
        if (why.empty())
            return false;
        const auto is_this
            = [&](const StepOutcome& told) { return told.device == device.name && told.step == step.step; };
        if (std::ranges::none_of(result_.not_begun, is_this)
            && std::ranges::none_of(result_.outcomes, is_this))
            result_.not_begun.push_back({device.name,
                step.step,
                Event::refused,
                fmt::format("it was found bad before ({}): plan again", why),
                {}});
        return true;
    }

    // The step itself was fine: it is repeated with the others.
    void begin_again(StepOutcome& outcome)
    {
        const std::scoped_lock lock(mutex_);
        name_next_try(plan_.devices[place_of(outcome.device)], outcome.step, history_);
        outcome.message = "it was interrupted; it starts again";
        if (report_.step)
            report_.step(outcome);
    }

    void run_wave(const Wave& wave)
    {
        if (report_.wave && !stopped_)
            report_.wave(wave);
        failures_before_ = failures_;
        look_around(wave);
        const std::size_t at_once = wave.canary ? 1 : context_.options.most_parallel;
        for_each_device(wave.steps.size(), at_once, nullptr, [&](std::size_t index) {
            const WaveStep& step = wave.steps[index];
            const PlanDevice& device = plan_.devices[step.device];
            std::string expected;
            if (const auto reason = why_not(step, wave.canary, expected)) {
                const std::scoped_lock lock(mutex_);
                result_.not_begun.push_back({device.name, step.step, Event::refused, *reason, {}});
                return;
            }
            record(take_step(device, step.step, expected));
        });
        if (wave.canary)
            settle_canaries(wave);
    }

    // Checks the neighbors that the steps of a wave depend on, while nothing else runs.
    void look_around(const Wave& wave)
    {
        news_ = {};
        if (stopped_ || plan_.backwards)
            return;
        std::vector<const PlanDevice*> resting;
        for (const WaveStep& step : wave.steps) {
            const PlanDevice& device = plan_.devices[step.device];
            if (rests_on_neighbours(device.steps[step.step]))
                resting.push_back(&device);
        }
        std::map<std::string, std::string> left;
        for (const auto& [step, done] : done_)
            left[plan_.devices[step.first].name] = states_[step.first];
        news_ = look_at_neighbours(context_, plan_, resting, left);
    }

    StepOutcome take_step(const PlanDevice& device, std::uint32_t step, const std::string& expected)
    {
        if (report_.before_step) {
            if (std::string why = report_.before_step(device, step); !why.empty())
                return {device.name, step, Event::refused, std::move(why), expected};
        }
        StepOutcome outcome = run_step(context_, device, step, expected);
        const std::string unread = unread_neighbours(device, device.steps[step], news_);
        if (outcome.end == Event::done && !unread.empty())
            outcome.message += (outcome.message.empty() ? "" : "; ") + unread;
        const std::string unheard = report_.after_step ? report_.after_step(outcome) : std::string();
        if (!unheard.empty())
            outcome.message += (outcome.message.empty() ? "" : "; ") + unheard;
        return outcome;
    }

    // Called while nothing else runs.
    void settle_canaries(const Wave& wave)
    {
        if (stopped_)
            return;
        if (failures_ > failures_before_) {
            stopped_ = "a canary failed";
            return;
        }
        std::vector<Baked> canaries;
        for (const WaveStep& step : wave.steps) {
            if (is_done(step))
                canaries.push_back({&plan_.devices[step.device], step.step, states_[step.device]});
        }
        std::string why;
        if (context_.options.bake.count() > 0)
            why = bake(context_, canaries);
        if (why.empty() && report_.after_canary)
            why = report_.after_canary(wave);
        if (!why.empty())
            stopped_ = why;
    }

    std::optional<std::string> why_not(const WaveStep& step, bool canary, std::string& expected)
    {
        const std::scoped_lock lock(mutex_);
        if (context_.access.cancel != nullptr && context_.access.cancel->load())
            return "interrupted";
        if (stopped_)
            return stopped_;
        if (canary && failures_ > failures_before_)
            return "a canary failed";
        for (std::uint32_t before = 0; before < step.step; ++before) {
            if (!done_.contains({step.device, before}))
                return fmt::format("its step {} is not done", before + 1);
        }
        for (const StepRef& need : plan_.devices[step.device].steps[step.step].needs) {
            if (!done_.contains({place_of(need.device), need.step}))
                return fmt::format("step {} of {} has to be done first", need.step + 1, need.device);
        }
        const PlanDevice& device = plan_.devices[step.device];
        if (Objection changed = changed_neighbour(device, device.steps[step.step], news_))
            return std::move(changed).sentence();
        expected = states_[step.device];
        return std::nullopt;
    }

    void record(StepOutcome outcome)
    {
        const std::scoped_lock lock(mutex_);
        const std::size_t device = place_of(outcome.device);
        if (outcome.end == Event::done) {
            finished(device, outcome.step, outcome.after);
        } else {
            ++failures_;
            if (failures_ >= context_.options.most_failures && !stopped_)
                stopped_ = failures_ == 1 ? std::string("a device failed")
                                          : fmt::format("{} devices failed", failures_);
        }
        if (report_.step)
            report_.step(outcome);
        result_.outcomes.push_back(std::move(outcome));
    }

    void finished(std::size_t device, std::uint32_t step, const std::string& after)
    {
        done_.insert({{device, step}, true});
        states_[device] = after;
    }

    [[nodiscard]] bool is_done(const WaveStep& step) const
    {
        return done_.contains({step.device, step.step});
    }

    [[nodiscard]] std::size_t place_of(std::string_view name) const
    {
        return static_cast<std::size_t>(plan_.find(name) - plan_.devices.data());
    }

    const PushContext& context_;
    Plan plan_;
    const JournalText& history_;
    const PushReport& report_;
    std::mutex mutex_;
    std::vector<std::string> states_; ///< by device: the hash that it must have now
    std::map<std::pair<std::size_t, std::uint32_t>, bool> done_;
    std::size_t failures_ = 0;
    std::size_t failures_before_ = 0; ///< before the current wave
    NeighbourNews news_; ///< for the current wave
    std::optional<std::string> stopped_; ///< why no further step may begin
    PushResult result_;
};

}

bool PushResult::good() const
{
    return not_begun.empty() && std::ranges::all_of(outcomes, [](const StepOutcome& outcome) {
        return outcome.end == Event::done;
    });
}

PushResult run_push(
    const PushContext& context, const Plan& plan, const JournalText& history, const PushReport& report)
{
    return PushRun(context, plan, history, report).run(true);
}

PushResult finish_push(
    const PushContext& context, const Plan& plan, const JournalText& history, const PushReport& report)
{
    return PushRun(context, plan, history, report).run(false);
}

}
