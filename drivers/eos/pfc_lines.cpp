// SPDX-License-Identifier: Apache-2.0
#include "drivers/eos/config.h"

namespace rocelint::eos {
namespace {

using State = CoverageState;

State read_action(
    Config& config, PfcWatchdog& watchdog, std::string_view word, const Tree& tree, const Node& node)
{
    if (word == "drop")
        watchdog.action = {WatchdogAction::drop, config.here(tree, node)};
    else if (word == "errdisable")
        watchdog.action = {WatchdogAction::error_disable, config.here(tree, node)};
    else if (word == "notify-only")
        watchdog.action = {WatchdogAction::alert, config.here(tree, node)};
    else {
        watchdog.action = Setting<WatchdogAction>::unread(
            config.unread("the watchdog's action is not one that EOS documents"));
        return State::unsupported;
    }
    return State::read;
}

bool read_time(Config& config, Setting<Milliseconds>& target, std::string_view word, OriginId here)
{
    if (word == "auto") {
        target = Setting<Milliseconds>::unread(config.unread("EOS chooses it from the other two times"));
        return true;
    }
    const auto time = parse_seconds(word);
    if (!time) {
        target = Setting<Milliseconds>::unread(config.unread("the time is not understood"));
        return false;
    }
    target = {*time, here};
    return true;
}

// `timeout 0.05 polling-interval auto recovery-time 1.11 forced`, each part optional.
bool read_times(Config& config, PfcWatchdog& watchdog, Words words, OriginId here)
{
    while (!words.at_end()) {
        const std::string_view word = words.next();
        if (word == "forced")
            continue;
        Setting<Milliseconds>* target = word == "timeout" ? &watchdog.detection
            : word == "polling-interval"                  ? &watchdog.poll
            : word == "recovery-time"                     ? &watchdog.restoration
                                                          : nullptr;
        if (target == nullptr || !read_time(config, *target, words.next(), here))
            return false;
    }
    return true;
}

State read_port_watchdog(
    Config& config, PfcWatchdog& watchdog, Words words, bool negated, const Tree& tree, const Node& node)
{
    if (words.at_end()) {
        watchdog.enabled = {!negated, config.here(tree, node)};
        return State::read;
    }
    if (!words.take("port"))
        return State::unsupported;
    const std::string_view what = words.next();
    if (what == "action") {
        if (negated) {
            watchdog.action = {};
            return State::read;
        }
        return read_action(config, watchdog, words.next(), tree, node);
    }
    if (what == "timer") {
        if (negated) {
            watchdog.detection = {};
            watchdog.restoration = {};
            watchdog.poll = {};
            return State::read;
        }
        if (read_times(config, watchdog, words, config.here(tree, node)))
            return State::read;
        config.reject(tree.span(node), "the watchdog's times are not understood");
    }
    return State::unrecognised;
}

State read_priority(
    Config& config, QosLines& lines, Words words, bool negated, const Tree& tree, const Node& node)
{
    const auto priorities = parse_priorities(words.next());
    if (!priorities || priorities->empty()) {
        config.reject(tree.span(node), "a priority is a number from 0 to 7");
        return State::unrecognised;
    }
    const std::string_view treatment = words.next();
    if (negated || treatment == "drop") {
        lines.no_drop = lines.no_drop - *priorities;
        lines.drop = lines.drop | *priorities;
        return State::read;
    }
    if (treatment != "no-drop")
        return State::unrecognised;
    lines.drop = lines.drop - *priorities;
    lines.no_drop = lines.no_drop | *priorities;
    lines.no_drop_line = config.here(tree, node);
    return State::read;
}

}

CoverageState read_pfc_line(
    Config& config, QosLines& lines, Words words, bool negated, const Tree& tree, const Node& node)
{
    if (words.at_end()) {
        if (!negated)
            return State::unrecognised;
        lines.pfc_on = {false, config.here(tree, node)};
        return State::read;
    }
    std::string_view word = words.next();
    // Older releases write `priority-flow-control mode on`.
    if (word == "mode")
        word = words.next();
    if (word == "on" || word == "off") {
        lines.pfc_on = {(word == "on") != negated, config.here(tree, node)};
        return State::read;
    }
    if (word.empty() && negated) {
        lines.pfc_on = {false, config.here(tree, node)};
        return State::read;
    }
    if (word == "priority")
        return read_priority(config, lines, words, negated, tree, node);
    if (word == "pause" && words.take("watchdog"))
        return read_port_watchdog(config, lines.watchdog, words, negated, tree, node);
    // Thresholds of PFC itself (`pause` profiles and the like) are platform features.
    return negated ? State::irrelevant : State::unsupported;
}

CoverageState read_pfc_global(Config& config, Words words, bool negated, const Tree& tree, const Node& node)
{
    Globals& globals = config.globals;
    if (words.take("all")) {
        if (!words.take("off"))
            return State::unrecognised;
        globals.pfc_all_off = {!negated, config.here(tree, node)};
        return State::read;
    }
    if (!words.take("pause") || !words.take("watchdog"))
        return negated ? State::irrelevant : State::unsupported;
    if (words.take("action")) {
        if (negated) {
            globals.watchdog.action = {};
            return State::read;
        }
        return read_action(config, globals.watchdog, words.next(), tree, node);
    }
    if (words.take("override")) {
        if (!words.take("action") || !words.take("drop"))
            return State::unrecognised;
        globals.watchdog_drops = {!negated, config.here(tree, node)};
        return State::read;
    }
    if (words.take("default")) {
        if (negated) {
            const std::string_view what = words.next();
            if (what == "timeout")
                globals.watchdog.detection = {};
            else if (what == "recovery-time")
                globals.watchdog.restoration = {};
            else if (what == "polling-interval")
                globals.watchdog.poll = {};
            else
                return State::unrecognised;
            return State::read;
        }
        if (read_times(config, globals.watchdog, words, config.here(tree, node)))
            return State::read;
        config.reject(tree.span(node), "the watchdog's times are not understood");
        return State::unrecognised;
    }
    return negated ? State::irrelevant : State::unsupported;
}

}
