// SPDX-License-Identifier: Apache-2.0
// Commands that set up a link: ethtool(8), ip-link(8), ifconfig(8). The keywords are those of ethtool 6.1
// (netlink/pause.c, eee.c, fec.c) and iproute2 6.1 (ip/iplink.c, iplink_parse()).
#include "drivers/linux_host/knob/notation.h"
#include "drivers/linux_host/setter/keyword.h"

#include <fmt/format.h>

#include <algorithm>

namespace rocelint::linux_host {
namespace {

using State = CoverageState;
using ShellWordList = std::span<const ShellWord>;

constexpr bool exactly = true;
constexpr std::uint8_t all_others = 0xff; ///< what follows is not checked

constexpr Keyword pause_keys[]{{"autoneg", exactly}, {"rx", exactly}, {"tx", exactly}};
constexpr Keyword eee_keys[]{
    {"eee", exactly}, {"advertise", exactly}, {"tx-lpi", exactly}, {"tx-timer", exactly}};
constexpr Keyword fec_keys[]{{"encoding", exactly, all_others}};
constexpr Keyword fec_encodings[]{
    {"auto", exactly}, {"off", exactly}, {"rs", exactly}, {"baser", exactly}, {"llrs", exactly}};

// A mode of ethtool that sets something.
struct EthtoolMode {
    std::string_view name;
    std::string_view object; ///< as in the knobs
    std::span<const Keyword> keys;
};
constexpr EthtoolMode ethtool_modes[]{{"-A", "-A", pause_keys},
    {"--pause", "-A", pause_keys},
    {"--set-eee", "--set-eee", eee_keys},
    {"--set-fec", "--set-fec", fec_keys}};

constexpr Keyword link_keys[]{{"up", exactly, 0},
    {"down", exactly, 0},
    {"name", exactly},
    {"index", exactly},
    {"link"},
    {"address"},
    {"broadcast"},
    {"brd", exactly},
    {"txqueuelen"},
    {"qlen", exactly},
    {"txqlen"},
    {"mtu", exactly},
    {"xdpgeneric", exactly, all_others},
    {"xdpdrv", exactly, all_others},
    {"xdpoffload", exactly, all_others},
    {"xdp", exactly, all_others},
    {"netns", exactly},
    {"multicast", exactly},
    {"allmulticast", exactly},
    {"promisc", exactly},
    {"trailers", exactly},
    {"arp", exactly},
    {"carrier", exactly},
    {"vf", exactly, all_others},
    {"master"},
    {"vrf", exactly},
    {"nomaster", false, 0},
    {"dynamic"},
    {"type", false, all_others},
    {"alias"},
    {"group", exactly},
    {"mode", exactly},
    {"state", exactly},
    {"numtxqueues"},
    {"numrxqueues"},
    {"addrgenmode"},
    {"link-netns"},
    {"link-netnsid"},
    {"protodown", exactly},
    {"protodown_reason", exactly, 2},
    {"gso_max_size", exactly},
    {"gso_max_segs", exactly},
    {"gro_max_size", exactly},
    {"gso_ipv4_max_size", exactly},
    {"gro_ipv4_max_size", exactly},
    {"parentdev", exactly}};

const ShellWord* word_after(ShellWordList words, std::string_view name)
{
    for (std::size_t index = 0; index + 1 < words.size(); ++index) {
        if (words[index].text == name)
            return &words[index + 1];
    }
    return nullptr;
}

State add_value(const SpeltKnob& spelt,
    std::string_view subject,
    const ShellWord* value,
    const ShellCommand& command,
    SetterSink& sink)
{
    if (value == nullptr)
        return State::unsupported;
    return add_setter(parse_setter(spelt, subject, *value, command, sink), sink);
}

// `ethtool --set-fec IF encoding rs`; if several encodings are given, the link chooses one.
State read_encodings(ShellWordList words,
    const SpeltKnob& spelt,
    std::string_view subject,
    const ShellCommand& command,
    SetterSink& sink)
{
    for (const ShellWord& word : words) {
        if (word.known && find_keyword(fec_encodings, word.text) == nullptr)
            return refuse_unknown(sink, word, "ethtool", fec_encodings);
    }
    return words.size() == 1 ? add_value(spelt, subject, &words.front(), command, sink) : State::unsupported;
}

// `ethtool -A IF rx off tx off`: `words` begin after the mode.
State read_ethtool_mode(
    const EthtoolMode& mode, ShellWordList words, const ShellCommand& command, SetterSink& sink)
{
    if (words.empty() || !words.front().known)
        return State::unsupported;
    const std::string_view subject = words.front().text;
    State state = State::unsupported;
    for (std::size_t index = 1; index < words.size(); index += 2) {
        const ShellWord& word = words[index];
        if (!word.known)
            return State::unsupported;
        const Keyword* key = find_keyword(mode.keys, word.text);
        if (key == nullptr)
            return refuse_unknown(sink, word, "ethtool", mode.keys);
        if (index + 1 == words.size())
            return refuse_command(sink, word, fmt::format("ethtool needs a value for {}", word.text));
        const SpeltKnob spelt = find_spelling(Tool::ethtool, mode.object, key->word);
        if (key->values == all_others)
            return read_encodings(words.subspan(index + 1), spelt, subject, command, sink);
        const ShellWord& value = words[index + 1];
        if (!spelt || !value.known)
            continue;
        if (!parse_value(*spelt.row, *spelt.spelling, value.text))
            return refuse_command(sink, value, fmt::format("ethtool does not accept \"{}\"", value.text));
        if (add_value(spelt, subject, &value, command, sink) == State::read)
            state = State::read;
    }
    return state;
}

// The interface that `ip link set` names.
struct LinkWords {
    const ShellWord* device = nullptr;
    const ShellWord* mtu = nullptr;
    const ShellWord* stray = nullptr; ///< neither a keyword nor its value
    bool known = true;
};

LinkWords read_link_words(ShellWordList words)
{
    LinkWords found;
    for (std::size_t index = 0; index < words.size(); ++index) {
        const ShellWord& word = words[index];
        const Keyword* key = word.known ? find_keyword(link_keys, word.text) : nullptr;
        if (key != nullptr && key->values == all_others)
            return found;
        if (key != nullptr) {
            if (key->word == "mtu" && index + 1 < words.size())
                found.mtu = &words[index + 1];
            index += key->values;
            continue;
        }
        if (word.known && word.text == "dev" && ++index == words.size())
            break;
        if (found.device == nullptr)
            found.device = &words[index];
        else if (!words[index].known)
            found.known = false;
        else if (found.stray == nullptr)
            found.stray = &words[index];
    }
    return found;
}

}

State read_ethtool_setter(ShellWordList words, const ShellCommand& command, SetterSink& sink)
{
    const std::string_view name = words.empty() ? std::string_view{} : words.front().text;
    const std::size_t first = sink.setters.size();
    if (name == "--set-priv-flags")
        return read_flag_setter(words, command, sink);
    if (const auto* mode = std::ranges::find(ethtool_modes, name, &EthtoolMode::name);
        mode != std::end(ethtool_modes)) {
        const State state = read_ethtool_mode(*mode, words.subspan(1), command, sink);
        if (state == State::unrecognised)
            sink.setters.resize(first);
        return state;
    }
    if (!find_object(Tool::ethtool, name)) {
        const bool sets = name == "-s" || name == "--change" || name == "--set-tunable";
        return sets ? State::unsupported : State::irrelevant;
    }
    if (words.size() < 2 || !words[1].known)
        return State::unsupported;
    visit_spellings(Tool::ethtool, [&](const SpeltKnob& spelt) {
        if (spelt.spelling->object == name)
            (void)add_value(
                spelt, words[1].text, word_after(words.subspan(1), spelt.spelling->key), command, sink);
    });
    return sink.setters.size() > first ? State::read : State::unsupported;
}

// `ip link set dev IF mtu 9000`
State read_ip_setter(ShellWordList words, const ShellCommand& command, SetterSink& sink)
{
    while (!words.empty() && words.front().text.starts_with('-')) {
        const std::string_view option = words.front().text;
        const bool with_value = option == "-n" || option == "-netns" || option == "-f" || option == "-family"
            || option == "-b" || option == "-batch";
        words = words.subspan(std::min(words.size(), std::size_t{with_value ? 2U : 1U}));
    }
    const auto begins
        = [&words](std::size_t index, std::string_view word) { return word.starts_with(words[index].text); };
    if (words.size() < 2 || words[0].text.empty() || words[1].text.empty() || !begins(0, "link")
        || !(begins(1, "set") || begins(1, "change")))
        return State::irrelevant;
    const LinkWords link = read_link_words(words.subspan(2));
    const auto is_number = [](const ShellWord& word) { return parse_number(word.text).has_value(); };
    if (link.stray != nullptr && (link.mtu != nullptr || is_number(*link.stray)))
        return refuse_command(sink,
            *link.stray,
            fmt::format("ip has a device already and does not know \"{}\"", link.stray->text));
    if (link.mtu == nullptr)
        return State::irrelevant;
    if (link.device == nullptr || !link.device->known || !link.known)
        return State::unsupported;
    const ShellWord& mtu = *link.mtu;
    if (mtu.known && !is_number(mtu) && !mtu.text.starts_with("0x"))
        return refuse_command(sink, mtu, fmt::format("ip does not accept \"{}\" as an MTU", mtu.text));
    return add_value(spelt_by(Knob::mtu, Tool::ip), link.device->text, link.mtu, command, sink);
}

// `ifconfig IF mtu 9000`
State read_ifconfig_setter(ShellWordList words, const ShellCommand& command, SetterSink& sink)
{
    const SpeltKnob mtu = spelt_by(Knob::mtu, Tool::ifconfig);
    const ShellWord* value = word_after(words, mtu.spelling->key);
    return value == nullptr || !words.front().known
        ? State::irrelevant
        : add_value(mtu, words.front().text, value, command, sink);
}

}
