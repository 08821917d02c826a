// SPDX-License-Identifier: Apache-2.0
// A script that changes something reports how far it got: a step
// that it does not report counts as unknown, never as done.
#include "drivers/sonic/live/live_outcomes.h"

#include "drivers/sonic/live/live_refusals.h"
#include "drivers/transport/dead_man.h"
#include "models/text/redact.h"

#include <fmt/format.h>

namespace rocelint::sonic {
namespace {

tl::unexpected<Error> refuse(const std::string& device, std::string_view why)
{
    return fail(ErrorKind::refused, fmt::format("{}: {}", device, why));
}

tl::unexpected<Error> unknown(const std::string& device, std::string_view done, const Answer& answer)
{
    return fail(ErrorKind::unreachable,
        fmt::format("{}: whether the change was {} is not known: {}", device, done, answer.error));
}

}

Result<void> outcome_of_commit(const std::string& device, std::string_view id, const Answer& answer)
{
    if (answer.has("applied"))
        return {};
    if (const auto why = answer.find("refused"))
        return refuse(device, redact(*why));
    if (const auto other = answer.find("other"); other && *other != id)
        return refuse(device, others_change(*other));
    if (answer.has("late"))
        return refuse(device, "applying took longer than the window; the device has rolled everything back");
    if (answer.has("taken-back"))
        return refuse(device, "config apply-patch failed and was rolled back: " + complaint_of(answer.data));
    const std::string why = answer.has("other") ? "the transaction is in force already"
        : answer.has("broken")                  ? fmt::format(
              "the change failed halfway and could not be rolled back; /var/lib/rocelint/{}/before.json "
                               "on the device is what it was before",
              id)
                               : "the outcome of the change is not known: " + answer.error;
    return fail(ErrorKind::invalid, fmt::format("{}: {}", device, why));
}

Result<void> outcome_of_confirmation(const std::string& device, const Answer& answer)
{
    if (answer.has("confirmed"))
        return {};
    if (answer.has("gone"))
        return refuse(device, "the change is no longer in force: the device has rolled it back");
    if (answer.has("still"))
        return refuse(
            device, "the timer that rolls the change back cannot be stopped; it will be rolled back");
    if (answer.has("busy"))
        return fail(ErrorKind::unreachable,
            fmt::format("{}: the change was not confirmed: an earlier script is still at work on the switch",
                device));
    return unknown(device, "confirmed", answer);
}

Result<void> outcome_of_saving(const std::string& device, std::string_view id, const Answer& answer)
{
    if (answer.has("saved"))
        return {};
    if (const auto current = answer.find("current"))
        return refuse(device, *current == id ? "the change is not confirmed yet" : others_change(*current));
    if (const auto why = answer.find("failed"))
        return refuse(device,
            fmt::format(
                "config save failed; the change is in force, but a reboot would undo it: {}", redact(*why)));
    if (answer.has("differs"))
        return refuse(device, "config save has run, but /etc/sonic/config_db.json is not what is in force");
    return unknown(device, "saved", answer);
}

Result<std::chrono::seconds> outcome_of_return(
    const std::string& device, std::string_view id, const Answer& answer)
{
    if (answer.has("restored"))
        return std::chrono::seconds(0);
    if (answer.has("confirmed"))
        return refuse(device, "the change has been confirmed; only its undo reverses it");
    if (answer.has("busy"))
        return dead_man::time_of_other_script;
    if (const auto why = answer.find("failed"))
        return refuse(device,
            fmt::format(
                "neither config replace nor config reload brought the old configuration back{}; it is "
                "/var/lib/rocelint/{}/before.json on the device",
                why->empty() ? std::string() : fmt::format(" ({})", redact(*why)),
                id));
    return unknown(device, "rolled back", answer);
}

}
