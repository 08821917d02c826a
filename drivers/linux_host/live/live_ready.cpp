// SPDX-License-Identifier: Apache-2.0
// Checks whether a host may be changed now.
#include "drivers/linux_host/live/live_scripts.h"
#include "models/syntax/json/json_tree.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>

namespace rocelint::linux_host {
namespace {

// The tools that the scripts and commands of this driver use.
constexpr std::array known_tools{
    "mlnx_qos", "dcb", "nicctl", "lldptool", "ethtool", "ip", "cma_roce_tos", "cma_roce_mode", "tee", "ls"};

bool uses(std::string_view commands, std::string_view tool)
{
    for (std::size_t at = commands.find(tool); at != std::string_view::npos;
         at = commands.find(tool, at + 1)) {
        const bool begins
            = at == 0 || commands[at - 1] == '\n' || commands[at - 1] == ' ' || commands[at - 1] == '(';
        const std::size_t end = at + tool.size();
        if (begins && end < commands.size() && commands[end] == ' ')
            return true;
    }
    return false;
}

bool sets_dcb(const Transaction& transaction)
{
    return uses(transaction.commands, "mlnx_qos") || uses(transaction.commands, "dcb")
        || uses(transaction.commands, "lldptool");
}

// The part of `printed` after the line "= NAME".
std::string_view part(std::string_view printed, std::string_view name)
{
    const std::string title = fmt::format("= {}\n", name);
    std::size_t at = printed.find(title);
    while (at != std::string_view::npos && at != 0 && printed[at - 1] != '\n')
        at = printed.find(title, at + 1);
    if (at == std::string_view::npos)
        return {};
    const std::string_view rest = printed.substr(at + title.size());
    return rest.starts_with("= ") ? std::string_view{} : rest.substr(0, rest.find("\n= "));
}

std::string_view first_word_of(std::string_view text)
{
    const std::size_t from = text.find_first_not_of(" \n");
    return from == std::string_view::npos ? std::string_view{}
                                          : text.substr(from, text.find_first_of(" \n", from) - from);
}

std::string_view member(const Node& object, std::string_view key)
{
    const Node* found = object.child(key);
    return found != nullptr ? found->value : std::string_view{};
}

// Every interface that carries the traffic of `first`:
// members of a bond or bridge, the interface below a VLAN.
std::set<std::string> carriers(const Node& list, std::string_view first)
{
    std::set<std::string> found{std::string(first)};
    for (std::size_t before = 0; before != found.size();) {
        before = found.size();
        for (const Node& item : list) {
            const std::string_view name = member(item, "ifname");
            if (found.contains(std::string(member(item, "master"))))
                found.insert(std::string(name));
            if (found.contains(std::string(name)) && !member(item, "link").empty())
                found.insert(std::string(member(item, "link")));
        }
    }
    found.erase("");
    return found;
}

std::string_view interface_of(const Node& list, std::string_view address)
{
    for (const Node& item : list) {
        const Node* addresses = item.child("addr_info");
        if (addresses == nullptr)
            continue;
        for (const Node& entry : *addresses) {
            if (member(entry, "local") == address)
                return member(item, "ifname");
        }
    }
    return {};
}

Objection carrier_refusal(const Transaction& transaction, std::string_view printed)
{
    const Source addresses(SourceId{0}, "addresses", part(printed, "addresses"));
    const Source route(SourceId{0}, "route", part(printed, "route"));
    const Tree interfaces = parse_json(addresses);
    const Tree way = parse_json(route);
    std::string_view local = first_word_of(part(printed, "local"));
    local = local.substr(0, local.find('%'));
    const std::string_view own
        = interfaces.root == nullptr ? std::string_view{} : interface_of(*interfaces.root, local);
    if (own.empty())
        return Objection(
            fmt::format("which interface carries this SSH connection is unknown: none has its address {}",
                local.empty() ? "(SSH_CONNECTION is not set)" : local));
    std::set<std::string> carrying = carriers(*interfaces.root, own);
    if (way.root != nullptr && way.root->first != nullptr) {
        if (const std::string_view out = member(*way.root->first, "dev"); !out.empty())
            carrying.merge(carriers(*interfaces.root, out));
    }
    for (const std::string& port : transaction.ports) {
        if (carrying.contains(port))
            return Objection(fmt::format(
                "{} carries this SSH connection, and would cut us off: reach the host by another interface",
                port));
    }
    return {};
}

}

std::string ready_script(const Transaction& transaction)
{
    std::string tools = fmt::format("{} timeout", dead_man::tools);
    for (const char* tool : known_tools) {
        if (uses(transaction.commands, tool) || uses(transaction.undo, tool))
            tools += fmt::format(" {}", tool);
    }
    std::string script = fmt::format(R"sh(echo @data
connection=$1
client=${{connection%% *}}
connection=${{connection% *}}
printf '= local\n%s\n= user\n' "${{connection##* }}"
id -u
echo '= missing'
for tool in {}; do
    command -v $tool > /dev/null || echo $tool
done
echo '= waiting'
other=$(waiting)
[ "$other" = "$ID" ] || echo "$other"
echo '= addresses'
ip -json addr
printf '\n= route\n'
ip -json route get "$client" 2> /dev/null
printf '\n'
)sh",
        tools);
    for (const std::string& port : transaction.ports) {
        if (is_interface_name(port) && sets_dcb(transaction))
            script += fmt::format("echo '= dcbx {}'\nmlnx_qos -i {} 2>&1 | head -n 1\n", port, port);
    }
    return timed_host::host_script(transaction.id, host_steps(), script + "echo '= end'\n");
}

Objection ready_refusal(const Transaction& transaction, std::string_view printed)
{
    if (first_word_of(part(printed, "user")) != "0")
        return "root is needed: log in as root, or allow `sudo -n`";
    if (const std::string_view tool = first_word_of(part(printed, "missing")); !tool.empty())
        return Objection(fmt::format("{} is not installed", tool));
    if (const std::string_view other = first_word_of(part(printed, "waiting")); !other.empty())
        return Objection(other.ends_with(".timer")
                ? fmt::format("{} runs: another user's change is awaiting confirmation", other)
                : fmt::format("the change in {}/{} is awaiting confirmation", dead_man_style.folder, other));
    for (const std::string& port : transaction.ports) {
        if (!is_interface_name(port))
            return Objection(fmt::format("'{}' is not an interface name", port));
        if (part(printed, "dcbx " + port).starts_with("DCBX mode: Firmware"))
            return Objection(fmt::format(
                "DCBX of {} is left to its firmware, which may set PFC and ETS as the switch says: "
                "take it over with `mlnx_qos -i {} --dcbx os`, and at boot too",
                port,
                port));
    }
    return carrier_refusal(transaction, printed);
}

}
