// SPDX-License-Identifier: Apache-2.0
// A change that is in force as planned may still be bad for the device: a link stays down, a queue begins to
// drop, a port is held by pause frames. All of this is compared with the device's behavior just before.
#include "push/run/step_health.h"

#include "models/text/sentence.h"

#include <fmt/format.h>

#include <algorithm>

namespace rocelint::push {

using Clock = std::chrono::steady_clock;

Result<void> StepHealth::arrive(LiveDevice& live)
{
    if (auto sampled = sample(live, arrived_); !sampled)
        return sampled;
    // Unknown health must not be judged good.
    if (const auto blind = blind_port(arrived_.health, transaction_.ports); blind && !options_.accept_blind)
        return refused(fmt::format(
            "{}, so whether the change does harm there could not be seen; --accept-blind pushes all the same",
            *blind));
    return {};
}

Result<void> StepHealth::before_commit(LiveDevice& live) { return sample(live, committing_); }

Result<void> StepHealth::wait_for_links(LiveDevice& live, std::chrono::seconds window)
{
    const auto until = Clock::now() + std::min<Clock::duration>(options_.settle, window / 2);
    constexpr std::chrono::milliseconds longest_pause(2000);
    std::chrono::milliseconds pause(50);
    while (true) {
        if (auto sampled = sample(live, settled_); !sampled)
            return sampled;
        const auto lost = lost_link(arrived_.health, settled_.health);
        if (!lost)
            break;
        if (Clock::now() >= until)
            return refused(*lost);
        if (!sleep_for(pause, cancel_))
            return interrupted();
        pause = std::min(pause * 2, longest_pause);
    }
    if (transaction_.disruptive)
        return {};
    if (const auto flapped = flapped_link(committing_.health, settled_.health))
        return refused(*flapped + ", which this step was not to do");
    // If links went down, drops caused by the change before this moment do not count; if none did, drops
    // count from the commit on.
    settled_ = committing_;
    return {};
}

Result<void> StepHealth::observe(LiveDevice& live, const Device& before)
{
    if (!sleep_for(options_.observe, cancel_))
        return interrupted();
    HealthSample last;
    if (auto sampled = sample(live, last); !sampled)
        return sampled;
    if (const auto lost = lost_link(arrived_.health, last.health))
        return refused(*lost);
    if (!transaction_.disruptive) {
        // Switches may apply a change some time after accepting it.
        if (const auto flapped = flapped_link(committing_.health, last.health))
            return refused(*flapped + ", which this step was not to do");
        unjudged_ = unjudged_flaps(committing_.health, last.health, transaction_.ports).value_or("");
    }
    if (const auto blind = blind_port(last.health, transaction_.ports); blind && !options_.accept_blind)
        return refused(*blind);
    if (const auto drops = new_drops(arrived_, committing_, settled_, last, options_.most_drops))
        return refused(*drops);
    if (const auto pauses = new_pauses(arrived_, committing_, settled_, last, before, options_.most_pauses))
        return refused(*pauses);
    if (const auto pauses = unjudged_pauses(last.health, transaction_.ports, before, options_.most_pauses))
        add_item(unjudged_, *pauses, "; ");
    return {};
}

Result<void> StepHealth::sample(LiveDevice& live, HealthSample& into) const
{
    auto health = live.health(transaction_.ports);
    if (!health)
        return tl::unexpected(health.error());
    into = {*std::move(health), Clock::now()};
    return {};
}

tl::unexpected<Error> StepHealth::refused(const std::string& reason) const
{
    return fail(ErrorKind::refused, fmt::format("{}: {}", device_, reason));
}

tl::unexpected<Error> StepHealth::interrupted() const
{
    return fail(ErrorKind::cancelled, fmt::format("{}: interrupted", device_));
}

}
