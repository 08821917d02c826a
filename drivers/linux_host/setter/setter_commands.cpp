// SPDX-License-Identifier: Apache-2.0
// Which commands of a script set something.
#include "drivers/linux_host/knob/notation.h"
#include "drivers/linux_host/setter/setter.h"
#include "drivers/linux_host/setter/setter_broadcom.h"
#include "drivers/linux_host/shell/arguments.h"
#include "drivers/linux_host/shell/command.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

namespace rocelint::linux_host {
namespace {

using State = CoverageState;
using ShellWordList = std::span<const ShellWord>;

// Other commands in scripts; none of them affects how RDMA traffic is marked or queued.
constexpr auto harmless = std::to_array<std::string_view>({"set",
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
    "rmdir",
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
    "mlxfwreset",
    "mstfwreset",
    "seq"});

State read_known(
    ShellWordList words, const ShellCommand& command, const ShellCommand* input, SetterSink& sink)
{
    const std::string_view name = last_part(words.front().text);
    const ShellWordList rest = words.subspan(1);
    if (name == "mlnx_qos")
        return read_mlnx_qos_setter(rest, command, sink);
    if (name == "mlxconfig" || name == "mstconfig")
        return read_mlxconfig_setter(rest, sink);
    if (name == "mlxreg" || name == "mstreg")
        return read_mlxreg_setter(rest, sink);
    if (name == "niccli")
        return read_niccli_setter(rest, command, sink);
    if (name == "bnxtqos")
        return read_bnxtqos_setter(rest, command, sink);
    if (name == "bnxt_setupcc.sh")
        return read_setupcc_setter(rest, command, sink);
    if (name == "dcb")
        return read_dcb_setter(rest, command, sink);
    if (name == "nicctl")
        return read_nicctl_setter(rest, command, sink);
    if (name == "lldptool")
        return read_lldptool_setter(rest, command, sink);
    if (name == "ethtool")
        return read_ethtool_setter(rest, command, sink);
    if (name == "ip")
        return read_ip_setter(rest, command, sink);
    if (name == "ifconfig")
        return read_ifconfig_setter(rest, command, sink);
    if (name == "sysctl")
        return read_sysctl_setter(rest, sink);
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

// `$SUDO mlnx_qos …`, where the script does not say what is in SUDO: if it is not sudo, another program runs.
State read_behind_unknown(
    ShellWordList words, const ShellCommand& command, const ShellCommand* input, SetterSink& sink)
{
    const std::string_view written = words.front().written;
    const bool is_variable
        = written.find('$') != std::string_view::npos && written.find('(') == std::string_view::npos;
    const ShellWordList rest = without_prefixes(words.subspan(1));
    if (!is_variable || rest.empty() || !rest.front().known)
        return State::unrecognised;
    std::vector<Setter> setters;
    std::vector<SyntaxProblem> problems;
    std::vector<FirmwareSetting> firmware;
    SetterSink tried{sink.source, setters, problems, &firmware};
    const State state = read_known(rest, command, input, tried);
    if (setters.empty() && firmware.empty())
        return state;
    const Span at = place_of(sink, words.front());
    const bool is_said = std::ranges::any_of(sink.problems, [at](const SyntaxProblem& problem) {
        return problem.at.source == at.source && problem.at.offset == at.offset;
    });
    if (!is_said)
        sink.warn(at,
            fmt::format(
                "only the running script knows whether {} is sudo, so what this {} sets is not checked",
                written,
                last_part(rest.front().text)));
    return State::unsupported;
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
        (void)sink.refuse(place_of(sink, value), range_sentence(spelt.row->limit, value.text));
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
    report(SyntaxProblem::Severity::error, at, std::move(message));
    return State::unrecognised;
}

void SetterSink::report(SyntaxProblem::Severity severity, Span at, std::string message)
{
    const bool told = std::ranges::any_of(problems, [&](const SyntaxProblem& problem) {
        return problem.at.source == at.source && problem.at.offset == at.offset && problem.message == message;
    });
    if (!told)
        problems.push_back({severity, at, std::move(message)});
}

State read_setter(const ShellCommand& command, const ShellCommand* input, SetterSink& sink)
{
    const ShellWordList words = without_prefixes(command.words);
    if (words.empty())
        return State::irrelevant; // an assignment, or only a redirection
    if (words.front().written.starts_with("(("))
        return State::irrelevant; // arithmetic
    const std::size_t before = sink.setters.size();
    const std::size_t firmware_before = sink.firmware == nullptr ? 0 : sink.firmware->size();
    const std::size_t addresses_before = sink.addresses == nullptr ? 0 : sink.addresses->size();
    const std::size_t problems_before = sink.problems.size();
    const State state = words.front().known ? read_known(words, command, input, sink)
                                            : read_behind_unknown(words, command, input, sink);
    if (command.certain)
        return state;
    // We do not know whether the command runs, so what it sets is not known either. A command that its tool
    // refuses is wrong in any case.
    sink.setters.resize(before);
    if (sink.firmware != nullptr)
        sink.firmware->resize(firmware_before);
    if (sink.addresses != nullptr)
        sink.addresses->resize(addresses_before);
    const auto warnings
        = std::ranges::remove(sink.problems.begin() + static_cast<std::ptrdiff_t>(problems_before),
            sink.problems.end(),
            SyntaxProblem::Severity::warning,
            &SyntaxProblem::severity);
    sink.problems.erase(warnings.begin(), warnings.end());
    return state == State::read ? State::unsupported : state;
}

}
