// SPDX-License-Identifier: Apache-2.0
// Commands of a script that set something: ethtool(8), ip-link(8), mlnx-tools' cma_roce_tos and
// cma_roce_mode, and writes to files.
#include "drivers/linux_host/knob/notation.h"
#include "drivers/linux_host/setter/setter.h"
#include "drivers/linux_host/shell/arguments.h"
#include "drivers/linux_host/shell/command.h"

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

// `ethtool -A IF rx off tx off`, `ethtool --set-fec IF encoding rs`; if several encodings are given, the link
// chooses one.
State read_ethtool_setter(ShellWordList words, const ShellCommand& command, SetterSink& sink)
{
    constexpr std::size_t one_encoding = 4;
    const std::string_view mode = words.empty() ? std::string_view{} : words.front().text;
    const std::string_view object = mode == "--pause" ? "-A" : mode;
    const SpeltKnob first = find_object(Tool::ethtool, object);
    if (!first) {
        const bool sets = mode == "-s" || mode == "--change" || mode == "--set-tunable";
        return sets ? State::unsupported : State::irrelevant;
    }
    if (words.size() < 2 || !all_known(words)
        || (first.row->knob == Knob::fec && words.size() != one_encoding))
        return State::unsupported;
    State state = State::unsupported;
    visit_spellings(Tool::ethtool, [&](const SpeltKnob& spelt) {
        if (spelt.spelling->object != object)
            return;
        const ShellWord* value = word_after(words.subspan(1), spelt.spelling->key);
        if (add_value(spelt, words[1].text, value, command, sink) == State::read)
            state = State::read;
    });
    return state;
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
    const SpeltKnob mtu = spelt_by(Knob::mtu, Tool::ip);
    const ShellWord* value = word_after(words, mtu.spelling->key);
    if (value == nullptr)
        return State::irrelevant;
    const ShellWord* subject = word_after(words, "dev");
    if (subject == nullptr)
        subject = &words.front();
    return subject->known ? add_value(mtu, subject->text, value, command, sink) : State::unsupported;
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
        const SpeltKnob mtu = spelt_by(Knob::mtu, Tool::ifconfig);
        const ShellWord* value = word_after(rest, mtu.spelling->key);
        return value == nullptr || !rest.front().known
            ? State::irrelevant
            : add_value(mtu, rest.front().text, value, command, sink);
    }
    if (const SpeltKnob spelt = find_object(Tool::cma, name))
        return read_cma_setter(spelt, rest, command, sink);
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

Setter make_setter(const SpeltKnob& spelt,
    std::string_view subject,
    const ShellWord& value,
    const ShellCommand& command,
    const SetterSink& sink)
{
    Setter setter;
    setter.knob = spelt.row->knob;
    setter.spelling = spelt.spelling;
    setter.subject = subject;
    setter.mlx5 = spelt.spelling->mlx5 || spelt.spelling->tool == Tool::mlnx_qos;
    const std::string_view written = value.written;
    const bool inside = value.text.data() >= written.data()
        && value.text.data() + value.text.size() <= written.data() + written.size();
    setter.at = sink.source.span_of(inside ? value.text : written);
    setter.editable = value.whole && value.known && spelt.spelling->use != Use::read;
    setter.after = command.after;
    return setter;
}

std::optional<Setter> parse_setter(const SpeltKnob& spelt,
    std::string_view subject,
    const ShellWord& value,
    const ShellCommand& command,
    SetterSink& sink)
{
    if (!value.known || subject.empty())
        return std::nullopt;
    if (is_out_of_range(*spelt.row, *spelt.spelling, value.text)) {
        sink.warn(place_of(sink, value), range_sentence(spelt.row->limit, value.text));
        return std::nullopt;
    }
    const auto parsed = parse_value(*spelt.row, *spelt.spelling, value.text);
    if (!parsed)
        return std::nullopt;
    Setter setter = make_setter(spelt, subject, value, command, sink);
    static_cast<KnobValue&>(setter) = *parsed;
    return setter;
}

State add_setter(std::optional<Setter> setter, SetterSink& sink)
{
    if (!setter)
        return State::unsupported;
    sink.setters.push_back(*setter);
    return State::read;
}

CoverageState SetterSink::refuse(Span at, std::string message)
{
    const bool told = std::ranges::any_of(problems, [&](const SyntaxProblem& problem) {
        return problem.at.source == at.source && problem.at.offset == at.offset && problem.message == message;
    });
    if (!told)
        problems.push_back({SyntaxProblem::Severity::error, at, std::move(message)});
    return State::unrecognised;
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
    if (command.certain)
        return state;
    // We do not know whether the command runs, so what it sets is not known either. A command that its tool
    // refuses is wrong in any case.
    sink.setters.resize(before);
    const auto warnings
        = std::ranges::remove(sink.problems.begin() + static_cast<std::ptrdiff_t>(problems_before),
            sink.problems.end(),
            SyntaxProblem::Severity::warning,
            &SyntaxProblem::severity);
    sink.problems.erase(warnings.begin(), warnings.end());
    return state == State::read ? State::unsupported : state;
}

}
