// SPDX-License-Identifier: Apache-2.0
// A push is refused while another user's change is pending
// or unsaved, and if it would cut our own connection.
#include "drivers/sonic/live/live_refusals.h"

#include "models/text/redact.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace rocelint::sonic {
namespace {

// The interface itself and, for a port channel or VLAN, its members.
std::vector<std::string> ports_behind(const Document& document, std::string_view interface)
{
    std::vector<std::string> ports{std::string(interface.substr(0, interface.find('.')))};
    for (const std::string_view table : {"VLAN_MEMBER", "PORTCHANNEL_MEMBER"}) {
        const auto rows = document.tables.find(table);
        if (rows == document.tables.end())
            continue;
        const std::vector<std::string> owners = ports;
        for (const auto& [key, row] : rows->second) {
            const std::size_t bar = std::min(key.find('|'), key.size());
            if (bar < key.size() && std::ranges::find(owners, key.substr(0, bar)) != owners.end())
                ports.push_back(key.substr(bar + 1));
        }
    }
    return ports;
}

// The port that carries our own connection, if the transaction touches it; else empty.
std::string own_port(std::string_view route, const Transaction& transaction, const Document& document)
{
    const std::size_t at = route.find(" dev ");
    if (at == std::string_view::npos)
        return {};
    const std::string_view rest = route.substr(at + 5);
    for (const std::string& port : ports_behind(document, rest.substr(0, rest.find(' ')))) {
        if (std::ranges::find(transaction.ports, port) != transaction.ports.end())
            return port;
    }
    return {};
}

// Empty for "ok", else "refused why" or "unknown why".
std::string objection(const Answer& ready, std::string_view way)
{
    const std::string said = ready.find(way).value_or("unknown " + ready.error);
    return said == "ok" ? std::string() : redact(said);
}

constexpr std::string_view only_by_reload
    = "It takes config reload, which interrupts all traffic of the switch: only a push that is marked "
      "disruptive may do that";

}

std::string others_change(std::string_view id)
{
    return fmt::format(
        "transaction {0} is in force and not confirmed: confirm it or roll it back first, with the journal of its push, or "
        "without it by `sudo sh /var/lib/rocelint/{0}/back.sh` on the device; where that file is gone, remove "
        "/var/lib/rocelint/current there",
        id);
}

Objection refusal_of(const Answer& ready,
    const Transaction& transaction,
    const Document& document,
    const std::vector<std::string>& automatic)
{
    if (ready.has("multi"))
        return Objection(std::string(several_asics));
    if (const auto current = ready.find("current"))
        return *current == transaction.id ? Objection("the transaction is in force already")
                                          : Objection(others_change(*current));
    if (ready.has("locked"))
        return "another user is reloading the configuration (/etc/sonic/reload.lock is held)";
    if (const auto updater = ready.find("updater"))
        return Objection(fmt::format("another updater is running: {}", redact(*updater)));
    if (ready.has("fast"))
        return "it has not come to the end of a fast reboot, which saves what is in force then: wait for it";
    if (ready.has("warm"))
        return "warm restart is on for the whole system: a warm reboot would save a change that is not confirmed. "
               "Switch it off for the push (config warm_restart disable system)";
    if (!ready.has("timer"))
        return "there is neither systemd-run nor at, so nothing on the device could roll the change back";
    if (const auto unsaved = ready.find("unsaved"))
        return Objection(
            fmt::format("{} in force differs from /etc/sonic/config_db.json: saving our change would save "
                        "that too. `config save`, or undo it, first",
                redact(*unsaved)));
    if (const auto invalid = ready.find("invalid"))
        return Objection(fmt::format(
            "the configuration in force is not valid by the switch's own models ({}): its updater would "
            "refuse the change, and config reload the way back. Load a corrected file with config reload "
            "while nothing runs over the switch, and plan again",
            redact(*invalid)));
    if (const auto unmodelled = ready.find("unmodelled"))
        return Objection(fmt::format(
            "its config reload takes no table without a YANG model, and the configuration in force has {}: "
            "the last way back would be refused. Remove the table, or install its model, first",
            redact(*unmodelled)));
    if (const auto unasked = ready.find("unasked"))
        return Objection(fmt::format(
            "whether its updater and config reload would roll the change back is not known: asking the "
            "switch's own models failed ({})",
            redact(*unasked)));
    if (const std::string port = own_port(ready.find("route").value_or(""), transaction, document);
        !port.empty())
        return Objection(
            fmt::format("{} carries this very connection: reach the switch by its management port", port));
    if (transaction.disruptive)
        return {};
    if (const std::string why = objection(ready, "forward"); why.starts_with("refused"))
        return Objection(
            fmt::format("the device's updater would not make the change ({}). {}", why, only_by_reload));
    if (const std::string why = objection(ready, "back"); !why.empty())
        return Objection(fmt::format("the undo is not certain: {}{}. {}",
            automatic.empty() ? std::string()
                              : fmt::format("the switch makes BUFFER_PROFILE {} by itself, and ",
                                  fmt::join(automatic, ", ")),
            why.starts_with("refused")
                ? fmt::format("the device's updater would not undo it ({})", why)
                : fmt::format("the device's updater cannot be asked whether it would undo it ({})", why),
            only_by_reload));
    return {};
}

}
