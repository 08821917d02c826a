// SPDX-License-Identifier: Apache-2.0
// VMware, vSphere 7.0, vSphere Storage, Configure Lossless Ethernet for NVMe over RDMA (`system module parameters set`, `network
// nic pauseParams set`); SmartX, SMTX OS 6.3.0, VMware installation guide (all parameters of a module are set at once, and
// esxcfg-module -g shows them); VMware, ESXCLI Concepts and Examples, vSphere 8.0 (`network vswitch standard set`, `network ip
// interface set`).
#include "drivers/esxi_host/setter.h"

#include "models/text/ascii.h"

#include <fmt/format.h>

#include <algorithm>

namespace rocelint::esxi_host {
namespace {

using State = CoverageState;

constexpr std::uint32_t largest_mtu = 65535;

std::optional<bool> switch_of(std::string_view word)
{
    const std::string lowered = ascii::lowered(word);
    if (lowered == "true" || lowered == "1")
        return true;
    return lowered == "false" || lowered == "0" ? std::optional(false) : std::nullopt;
}

// Commands that change how RDMA is sent or received, and whose values have no place here.
bool is_unmodelled_setter(std::string_view command, const std::vector<std::string_view>& words)
{
    constexpr std::string_view parts[]{"esxcli network",
        "esxcli rdma",
        "esxcli vsan",
        "esxcli nvme",
        "esxcli system module",
        "esxcli mellanox"};
    constexpr std::string_view verbs[]{
        "set", "add", "remove", "enable", "disable", "connect", "disconnect", "up", "down"};
    constexpr std::string_view queries[]{"-g", "-l", "-h", "--list", "--help"};
    const auto is_verb
        = [&verbs](std::string_view word) { return std::ranges::find(verbs, word) != std::end(verbs); };
    if (command.starts_with("esxcfg-"))
        return words.size() > 1 && std::ranges::none_of(words, [&queries](std::string_view word) {
            return std::ranges::find(queries, word) != std::end(queries);
        });
    if (is_command(command, "vsish"))
        return std::ranges::find(words, "set") != words.end();
    return std::ranges::any_of(parts, [command](std::string_view part) { return command.starts_with(part); })
        && std::ranges::any_of(words, is_verb);
}

}

bool SetterReader::take(const Tree& tree, const Node& line, std::string_view command)
{
    tree_ = &tree;
    const std::vector<std::string_view> words = words_of(command);
    const bool appends = std::ranges::any_of(
        words, [](std::string_view word) { return word == "-a" || word == "--append"; });
    std::optional<State> of_module;
    bool taken = false;
    const bool states_all = std::ranges::any_of(
        words, [](std::string_view word) { return word == "-p" || word.starts_with("--parameter-string"); });
    if (is_command(command, "esxcli system module parameters set") && states_all && !appends)
        of_module
            = take_module(tree, option(words, "-m", "--module"), option(words, "-p", "--parameter-string"));
    else if (is_command(command, "esxcfg-module") && words.size() == 4 && words[1] == "-s")
        of_module = take_module(tree, words[3], words[2]);
    else if (is_command(command, "esxcli network vswitch standard set"))
        taken = take_switch(words);
    else if (is_command(command, "esxcli network ip interface set"))
        taken = take_interface(words);
    else if (is_command(command, "esxcli network nic pauseParams set"))
        taken = take_pause(words);
    taken = taken || of_module == State::read;
    if (!taken && !is_unmodelled_setter(command, words))
        return false;
    line.mark(taken ? State::read : State::unsupported);
    return true;
}

std::optional<CoverageState> SetterReader::take_module(
    const Tree& tree, std::string_view name, std::string_view parameters)
{
    tree_ = &tree;
    if (name.empty())
        return std::nullopt;
    bool any_is_read = parameters.empty();
    ModuleFacts& module = facts_.modules[name];
    ModuleFacts set{.name = name, .listed = true, .at = here(name), .corrected = module.corrected};
    while (!parameters.empty()) {
        const std::string_view one = ascii::take_word(parameters, ascii::is_blank);
        parameters = ascii::trimmed_front(parameters, ascii::is_blank);
        const std::size_t sign = one.find('=');
        if (sign == std::string_view::npos || sign == 0 || set.parameters.size() == most_parameters)
            return std::nullopt;
        any_is_read = any_is_read || is_read_parameter(name, one.substr(0, sign));
        const std::string_view value = one.substr(sign + 1);
        if (!value.empty())
            set.parameters.push_back({one.substr(0, sign), value, here(one)});
    }
    if (corrects_) {
        for (const Parameter& parameter : set.parameters) {
            const Parameter* shown = module.find(parameter.name);
            const OriginId at = shown != nullptr ? shown->at : module.at;
            if (shown != nullptr && shown->value == parameter.value)
                continue;
            compare(at, parameter.at, parameter.name);
            set.corrected.push_back(parameter.name);
        }
    }
    module = std::move(set);
    return any_is_read ? State::read : State::unsupported;
}

bool SetterReader::take_switch(const std::vector<std::string_view>& words)
{
    const std::string_view name = option(words, "-v", "--vswitch-name");
    const std::string_view text = option(words, "-m", "--mtu");
    const auto mtu = number_of(text, largest_mtu);
    if (name.empty() || !mtu || *mtu == 0)
        return false;
    NetFacts& net = facts_.switches[name];
    assign(net.mtu, Bytes{*mtu}, text, "MTU");
    // A switch gives its uplinks its own MTU.
    for (const std::string_view uplink : net.uplinks) {
        if (facts_.nics.find(uplink) != nullptr)
            facts_.nics[uplink].mtu = net.mtu;
    }
    return true;
}

bool SetterReader::take_interface(const std::vector<std::string_view>& words)
{
    const std::string_view name = option(words, "-i", "--interface-name");
    const std::string_view text = option(words, "-m", "--mtu");
    const auto mtu = number_of(text, largest_mtu);
    if (name.empty() || !mtu || *mtu == 0)
        return false;
    assign(facts_.interfaces[name].mtu, Bytes{*mtu}, text, "MTU");
    return true;
}

bool SetterReader::take_pause(const std::vector<std::string_view>& words)
{
    const std::string_view name = option(words, "-n", "--nic-name");
    const std::string_view rx = option(words, "-r", "--rx");
    const std::string_view tx = option(words, "-t", "--tx");
    if (name.empty() || (!switch_of(rx) && !switch_of(tx)))
        return false;
    NicFacts& nic = facts_.nic(name, tree_->source->span_of(name));
    if (const auto obeys = switch_of(rx))
        assign(nic.pause_rx, *obeys, rx, "link pause");
    if (const auto sends = switch_of(tx))
        assign(nic.pause_tx, *sends, tx, "link pause");
    return true;
}

template <class T>
void SetterReader::assign(Setting<T>& now, T value, std::string_view text, std::string_view what)
{
    const OriginId at = here(text);
    if (corrects_ && now.peek_known() && !(now.value == value))
        compare(now.origin, at, what);
    now = {value, at};
}

void SetterReader::compare(OriginId shown, OriginId set, std::string_view what)
{
    const Span at = device_.origins.span(shown);
    if (!at.somewhere())
        return;
    problems_.push_back({.severity = SyntaxProblem::Severity::warning,
        .at = at,
        .message = fmt::format(
            "the capture shows another {:.40} than the script with corrections sets: not run yet, or "
            "undone; run it, then capture again",
            what),
        .outdated = true,
        .hint = device_.origins.span(set),
        .hint_message = "this is what the script sets"});
}

std::string parameter_string(const ModuleFacts& module)
{
    std::string text;
    for (const Parameter& parameter : module.parameters)
        text += fmt::format("{}{}={}", text.empty() ? "" : " ", parameter.name, parameter.value);
    return text;
}

}
