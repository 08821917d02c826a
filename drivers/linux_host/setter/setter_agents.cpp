// SPDX-License-Identifier: Apache-2.0
// What decides who speaks DCBX: the flags of a NIC's driver, and lldptool's commands to lldpad.
#include "drivers/linux_host/setter/setter.h"
#include "drivers/linux_host/shell/arguments.h"

namespace rocelint::linux_host {
namespace {

using State = CoverageState;

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
