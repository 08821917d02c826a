// SPDX-License-Identifier: Apache-2.0
// Detection is written as a number of polling intervals, so neither is known without the other.
#include "drivers/junos/read/config.h"

#include <fmt/format.h>

namespace rocelint::junos {
namespace {

Setting<Milliseconds> time_of(
    Config& config, const Binding& binding, const Statement& watchdog, const Limit& limit, Default otherwise)
{
    const Statement* statement = watchdog.child(limit.name);
    constexpr std::uint64_t longest = 1'000'000;
    if (statement == nullptr)
        return config.defaults.value(
            otherwise, Milliseconds(static_cast<std::uint32_t>(config.defaults.number(otherwise))));
    const auto number = number_of(config, *statement, limit, longest);
    return number ? Setting<Milliseconds>{Milliseconds(static_cast<std::uint32_t>(*number)),
               config.through(*binding.profile, statement->at)}
                  : Setting<Milliseconds>{};
}

// The detection time is written as a number of polling intervals.
Setting<Milliseconds> detection_of(
    Config& config, const Binding& binding, const Statement& watchdog, const Setting<Milliseconds>& poll)
{
    const Statement* statement = watchdog.child(detection_limit.name);
    std::optional<std::uint64_t> polls = config.defaults.number(Default::watchdog_detection);
    if (statement != nullptr)
        polls = number_of(config, *statement, detection_limit, 1000);
    if (!polls || !poll.known())
        return {};
    const Milliseconds time(static_cast<std::uint32_t>(*polls) * poll.value.count());
    return statement == nullptr
        ? config.defaults.value(Default::watchdog_detection, time)
        : Setting<Milliseconds>{time, config.through(*binding.profile, statement->at)};
}

Setting<WatchdogAction> action_of(Config& config, const Binding& binding, const Statement& watchdog)
{
    const Statement* statement = watchdog.child("watchdog-action");
    if (statement == nullptr)
        return config.defaults.value(Default::watchdog_action, WatchdogAction::drop);
    const auto action = value_of<WatchdogAction>(action_words, statement->key);
    if (!action) {
        config.reject(
            *statement, fmt::format("watchdog action \"{}\" is neither drop nor forward", statement->key));
        return {};
    }
    return {*action, config.through(*binding.profile, statement->at)};
}

}

void bind_watchdog(Config& config, const Binding& binding, const Statement* profile, PfcWatchdog& watchdog)
{
    const Statement* statement = profile == nullptr ? nullptr : profile->child("pfc-watchdog");
    if (statement == nullptr) {
        if (binding.profile == nullptr || profile != nullptr)
            watchdog.enabled = config.lacking(profile, Default::watchdog, false);
        return;
    }
    watchdog.enabled = {true, config.through(*binding.profile, statement->at)};
    watchdog.poll = time_of(config, binding, *statement, poll_interval_limit, Default::watchdog_poll);
    watchdog.detection = detection_of(config, binding, *statement, watchdog.poll);
    watchdog.restoration = time_of(config, binding, *statement, recovery_limit, Default::watchdog_recovery);
    watchdog.action = action_of(config, binding, *statement);
}

}
