// SPDX-License-Identifier: Apache-2.0
// Commands of a script that set something: ethtool(8), ip-link(8), mlnx-tools' cma_roce_tos and
// cma_roce_mode, and writes to files.
#include "drivers/linux_host/setter/limits.h"
#include "drivers/linux_host/setter/setter.h"
#include "drivers/linux_host/shell/arguments.h"
#include "drivers/linux_host/shell/command.h"
#include "models/fabric/value/quantity.h"

#include <algorithm>

namespace rocelint::linux_host {
namespace {

using State = CoverageState;
using ShellWordList = std::span<const ShellWord>;

// Other commands in scripts; none of them affects how RDMA traffic is marked or queued.
constexpr std::array<std::string_view, 41> harmless{"set",
    "true",
    "false",
    ":",
    "[",
    "[[",
    "test",
    "exit",
    "return",
    "break",
    "continue",
    "export",
    "readonly",
    "declare",
    "local",
    "typeset",
    "trap",
    "shift",
    "wait",
    "logger",
    "mkdir",
    "mount",
    "chmod",
    "udevadm",
    "command",
    "type",
    "which",
    "ulimit",
    "cpupower",
    "tuned-adm",
    "touch",
    "rm",
    "chown",
    "ldconfig",
    "set_irq_affinity.sh",
    "set_irq_affinity_bynode.sh",
    "mlnx_tune",
    "unset",
    "umask",
    "nvidia-smi",
    "seq"};

bool all_known(ShellWordList words)
{
    return std::ranges::all_of(words, [](const ShellWord& word) { return word.known; });
}

const ShellWord* word_after(ShellWordList words, std::string_view name)
{
    for (std::size_t index = 0; index + 1 < words.size(); ++index) {
        if (words[index].text == name)
            return &words[index + 1];
    }
    return nullptr;
}

State add_number(Knob sets,
    std::string_view subject,
    const ShellWord* value,
    const ShellCommand& command,
    SetterSink& sink)
{
    const auto number
        = value == nullptr || subject.empty() ? std::nullopt : setting_number(sets, *value, sink);
    if (!number)
        return State::unsupported;
    Setter setter = make_setter(sets, subject, *value, command, sink);
    setter.amount = *number;
    sink.setters.push_back(setter);
    return State::read;
}

// Adds a setting with the value `on` or `off`.
bool add_switch(Knob sets,
    std::string_view subject,
    const ShellWord* value,
    const ShellCommand& command,
    SetterSink& sink)
{
    if (value == nullptr || (value->text != "on" && value->text != "off"))
        return false;
    Setter setter = make_setter(sets, subject, *value, command, sink);
    setter.amount = value->text == "on" ? 1 : 0;
    sink.setters.push_back(setter);
    return true;
}

// `ethtool --set-fec IF encoding rs`; if several encodings are given, the link chooses one.
State read_fec_setter(ShellWordList words, const ShellCommand& command, SetterSink& sink)
{
    const ShellWord* value = all_known(words) ? word_after(words, "encoding") : nullptr;
    if (value == nullptr || words.size() != 4)
        return State::unsupported;
    const auto fec = value_of<Fec>(fec_words, value->text);
    if (!fec)
        return State::unsupported;
    Setter setter = make_setter(Knob::fec, words[1].text, *value, command, sink);
    setter.amount = static_cast<std::uint32_t>(*fec);
    sink.setters.push_back(setter);
    return State::read;
}

State read_ethtool_setter(ShellWordList words, const ShellCommand& command, SetterSink& sink)
{
    const std::string_view mode = words.empty() ? std::string_view{} : words.front().text;
    const bool eee = mode == "--set-eee";
    if (mode == "--set-fec")
        return read_fec_setter(words, command, sink);
    if (mode != "-A" && mode != "--pause" && !eee) {
        const bool sets = mode == "-s" || mode == "--change" || mode == "--set-tunable";
        return sets ? State::unsupported : State::irrelevant;
    }
    if (words.size() < 2 || !all_known(words))
        return State::unsupported;
    if (eee) {
        const ShellWord* value = word_after(words.subspan(1), "eee");
        return add_switch(Knob::eee, words[1].text, value, command, sink) ? State::read : State::unsupported;
    }
    bool any = false;
    for (const std::uint8_t side : {std::uint8_t{0}, std::uint8_t{1}}) {
        const ShellWord* value = word_after(words.subspan(1), side == 0 ? "rx" : "tx");
        if (!add_switch(Knob::pause, words[1].text, value, command, sink))
            continue;
        sink.setters.back().number = side;
        any = true;
    }
    return any ? State::read : State::unsupported;
}

// `ip link set dev IF mtu 9000`
State read_ip_setter(ShellWordList words, const ShellCommand& command, SetterSink& sink)
{
    while (!words.empty() && words.front().text.starts_with('-'))
        words = words.subspan(1);
    if (words.size() < 2 || words[0].text.empty() || !std::string_view("link").starts_with(words[0].text)
        || words[1].text != "set")
        return State::irrelevant;
    words = words.subspan(2);
    const ShellWord* mtu = word_after(words, "mtu");
    if (mtu == nullptr)
        return State::irrelevant;
    const ShellWord* subject = word_after(words, "dev");
    if (subject == nullptr)
        subject = &words.front();
    return subject->known ? add_number(Knob::mtu, subject->text, mtu, command, sink) : State::unsupported;
}

State read_known(
    ShellWordList words, const ShellCommand& command, const ShellCommand* input, SetterSink& sink)
{
    const std::string_view name = last_part(words.front().text);
    const ShellWordList rest = words.subspan(1);
    if (name == "mlnx_qos")
        return read_mlnx_qos_setter(rest, command, sink);
    if (name == "dcb")
        return read_dcb_setter(rest, command, sink);
    if (name == "ethtool")
        return read_ethtool_setter(rest, command, sink);
    if (name == "ip")
        return read_ip_setter(rest, command, sink);
    if (name == "ifconfig" && !rest.empty()) {
        const ShellWord* mtu = word_after(rest, "mtu");
        return mtu == nullptr || !rest.front().known
            ? State::irrelevant
            : add_number(Knob::mtu, rest.front().text, mtu, command, sink);
    }
    if (name == "cma_roce_tos" || name == "cma_roce_mode")
        return read_cma_setter(name == "cma_roce_tos", rest, command, sink);
    if (name == "echo" || name == "printf")
        return read_printed(command, sink);
    if (name == "tee")
        return read_tee(rest, command, input, sink);
    if (std::ranges::find(harmless, name) != harmless.end())
        return State::irrelevant;
    if (name == "." || name == "source")
        return State::unsupported; // a file that was not collected may set anything
    switch (parse_command(name).output) {
    case Output::unknown:
        return State::unrecognised;
    case Output::unsupported:
    case Output::setting:
        return State::unsupported;
    default:
        return State::irrelevant; // it only shows something
    }
}

}

Setter make_setter(Knob sets,
    std::string_view subject,
    const ShellWord& value,
    const ShellCommand& command,
    const SetterSink& sink)
{
    Setter setter;
    setter.sets = sets;
    setter.subject = subject;
    const std::string_view written = value.written;
    const bool inside = value.text.data() >= written.data()
        && value.text.data() + value.text.size() <= written.data() + written.size();
    setter.at = sink.source.span_of(inside ? value.text : written);
    setter.editable = value.whole && value.known;
    setter.after = command.after;
    return setter;
}

std::optional<std::array<std::uint32_t, 8>> eight_numbers(std::string_view text, Knob sets)
{
    const Limit limit = limit_of(sets);
    std::array<std::uint32_t, 8> list{};
    for (std::size_t index = 0; index < list.size(); ++index) {
        const std::size_t comma = text.find(',');
        const auto number = parse_number(text.substr(0, comma));
        if (!number || !limit.takes_unsigned(*number) || (comma == std::string_view::npos) != (index == 7))
            return std::nullopt;
        list[index] = static_cast<std::uint32_t>(*number);
        text.remove_prefix(index == 7 ? text.size() : comma + 1);
    }
    return list;
}

std::optional<std::uint32_t> setting_number(Knob sets, const ShellWord& word, SetterSink& sink)
{
    const auto number = word.known ? parse_number(word.text) : std::nullopt;
    const Limit limit = limit_of(sets);
    if (number && !limit.takes_unsigned(*number)) {
        sink.warn(place_of(sink, word), range_sentence(limit, word.text));
        return std::nullopt;
    }
    return number ? std::optional(static_cast<std::uint32_t>(*number)) : std::nullopt;
}

State read_setter(const ShellCommand& command, const ShellCommand* input, SetterSink& sink)
{
    const ShellWordList words = without_prefixes(command.words);
    if (words.empty())
        return State::irrelevant; // an assignment, or only a redirection
    if (!words.front().known)
        return State::unrecognised;
    const std::size_t before = sink.setters.size();
    const std::size_t problems_before = sink.problems.size();
    const State state = read_known(words, command, input, sink);
    if (command.certain || state != State::read)
        return state;
    // We do not know whether the command runs, so what it sets is not known either.
    sink.setters.resize(before);
    sink.problems.resize(problems_before);
    return State::unsupported;
}

}
