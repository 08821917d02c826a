// SPDX-License-Identifier: Apache-2.0
// What decides who speaks DCBX: the flags of a NIC's driver, and lldptool's commands to lldpad.
#include "drivers/linux_host/setter/setter.h"
#include "drivers/linux_host/shell/lldptool_call.h"

#include <algorithm>
#include <string>

namespace rocelint::linux_host {
namespace {

using State = CoverageState;

// "enabled=3": the value alone is what a correction changes.
ShellWord value_of_argument(const ShellWord& word)
{
    ShellWord value = word;
    value.text.remove_prefix(word.text.find('=') + 1);
    return value;
}

}

// lldptool(8): `lldptool -T -i IF -V TLV KEY=VALUE …`. What lldpad announces and to whom (enableTx, ETS-REC, adminStatus)
// does not concern the queues.
State read_lldptool_setter(std::span<const ShellWord> words, const ShellCommand& command, SetterSink& sink)
{
    std::string line;
    for (const ShellWord& word : words) {
        if (!word.known)
            return State::unsupported;
        line += (line.empty() ? "" : " ") + std::string(word.text);
    }
    const LldptoolCall call = parse_lldptool(line);
    if (call.action != LldptoolCall::Action::sets)
        return State::irrelevant;
    const auto interface = std::ranges::find(words, call.interface, &ShellWord::text);
    // Where lldpad takes over the neighbour's values, its own are not in force.
    const bool willing = std::ranges::any_of(
        words, [](const ShellWord& word) { return word.text == "willing=yes" || word.text == "willing=1"; });
    State state = State::irrelevant;
    for (const ShellWord& word : words) {
        const std::size_t equals = word.text.find('=');
        const SpeltKnob spelt = equals == std::string_view::npos
            ? SpeltKnob{}
            : find_spelling(Tool::lldptool, call.tlv, word.text.substr(0, equals));
        if (!spelt)
            continue;
        const State one = willing || interface == words.end()
            ? State::unsupported
            : add_setter(parse_setter(spelt, interface->text, value_of_argument(word), command, sink), sink);
        state = std::max(state, one);
    }
    return state;
}

// ethtool(8): `ethtool --set-priv-flags IF FLAG on|off …`; most flags do not concern RDMA.
State read_flag_setter(std::span<const ShellWord> words, const ShellCommand& command, SetterSink& sink)
{
    State state = State::irrelevant;
    for (std::size_t index = 2; index < words.size(); index += 2) {
        const SpeltKnob spelt = words[index].known
            ? find_spelling(Tool::ethtool, words.front().text, words[index].text)
            : SpeltKnob{};
        if (!words[1].known || !words[index].known)
            return State::unsupported;
        if (!spelt)
            continue;
        const bool has_value = index + 1 < words.size();
        const State one = has_value
            ? add_setter(parse_setter(spelt, words[1].text, words[index + 1], command, sink), sink)
            : State::unsupported;
        state = std::max(state, one);
    }
    return state;
}

}
