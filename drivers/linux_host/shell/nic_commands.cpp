// SPDX-License-Identifier: Apache-2.0
// What the command lines of Broadcom's tools ask for, in the spellings of niccli up to 233 (`-dev 1 getqos`) and later
// (`--dev 1 qos --ets --show`).
#include "drivers/linux_host/shell/nic_commands.h"

#include "drivers/linux_host/shell/arguments.h"
#include "models/syntax/indent_tree.h"

#include <algorithm>
#include <array>

namespace rocelint::linux_host {

bool is_adapter_option(std::string_view word)
{
    constexpr std::array<std::string_view, 4> names{"-dev", "--dev", "-i", "--index"};
    return std::ranges::find(names, word) != names.end();
}

NiccliWords niccli_words(std::string_view arguments)
{
    Words words(arguments);
    while (!words.at_end()) {
        const std::string_view word = words.next();
        if (is_adapter_option(word)) {
            const std::string_view adapter = unquoted(words.next());
            return {adapter, words.rest()};
        }
        const std::size_t equals = word.find('=');
        if (equals != std::string_view::npos && is_adapter_option(word.substr(0, equals)))
            return {unquoted(word.substr(equals + 1)), words.rest()};
    }
    return {{}, arguments};
}

Command niccli_command(std::string_view arguments)
{
    const NiccliWords words = niccli_words(arguments);
    const auto have = [&words](std::string_view wanted) { return words_have(words.rest, wanted); };
    if (have("getqos") || have("get_qos") || have("get_dscp2prio") || have("pri2cos"))
        return {Output::qos_tlvs, words.adapter};
    if (have("qos")) {
        if (!have("--show"))
            return {Output::setting, words.adapter};
        if (have("--cosq"))
            return {have("--ingress") ? Output::niccli_queues : Output::unsupported, words.adapter};
        return {have("--ets") ? Output::qos_tlvs : Output::unsupported, words.adapter};
    }
    const bool gets_option = have("-getoption") || have("--getoption");
    if (have("nvm") && gets_option)
        return {Output::niccli_option, words.adapter};
    if (have("nvm") && (have("-setoption") || have("--setoption")))
        return {Output::setting, words.adapter};
    const bool lists = have("listdev") || have("--list") || have("--list_devices") || have("--listdev")
        || have("-l") || have("-list") || have("-listdev");
    // Firmware, memory and options that RDMA's marking and queueing do not depend on.
    return {lists ? Output::niccli_list : Output::irrelevant, words.adapter};
}

Command bnxtqos_command(std::string_view arguments)
{
    constexpr std::string_view device = "-dev=";
    Command command{Output::setting, {}};
    Words words(arguments);
    while (!words.at_end()) {
        const std::string_view word = words.next();
        if (word.starts_with(device))
            command.subject = unquoted(word.substr(device.size()));
        else if (word == "get_qos" || word == "getqos")
            command.output = Output::qos_tlvs;
    }
    return command;
}

}
