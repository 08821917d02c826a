// SPDX-License-Identifier: Apache-2.0
// mlnx-tools' cma_roce_tos and cma_roce_mode, and values written to files.
#include "drivers/linux_host/setter/setter.h"
#include "models/fabric/value/quantity.h"

#include <algorithm>

namespace rocelint::linux_host {
namespace {

using State = CoverageState;
using ShellWordList = std::span<const ShellWord>;

// The word that `echo` or `printf` prints; null if it is more than one word or not understood.
const ShellWord* printed(const ShellCommand& command)
{
    ShellWordList words = without_prefixes(command.words);
    if (words.size() < 2 || (words[0].text != "echo" && words[0].text != "printf"))
        return nullptr;
    words = words.subspan(words[1].text == "-n" ? 2 : 1);
    return words.size() == 1 ? &words.front() : nullptr;
}

bool is_sys(const ShellWord& word) { return word.text.starts_with("/sys/"); }

}

// Skips `sudo -n`, `env A=b`, `time` and assignments.
ShellWordList without_prefixes(ShellWordList words)
{
    for (;;) {
        if (words.empty())
            return words;
        const std::string_view word = words.front().text;
        const std::size_t equals = word.find('=');
        const bool assigns = equals != std::string_view::npos && equals > 0 && word.find('/') > equals;
        if (word == "sudo" || word == "env" || word == "nice" || word == "exec") {
            words = words.subspan(1);
            while (!words.empty() && words.front().text.starts_with('-'))
                words = words.subspan(1);
        } else if (assigns) {
            words = words.subspan(1);
        } else {
            return words;
        }
    }
}

std::optional<std::uint32_t> word_number(const ShellWord& word, std::uint32_t limit)
{
    const auto number = word.known ? parse_number(word.text) : std::nullopt;
    if (!number || *number > limit)
        return std::nullopt;
    return static_cast<std::uint32_t>(*number);
}

// `cma_roce_tos -d mlx5_0 -p 1 -t 106`, `cma_roce_mode -d mlx5_0 -p 1 -m 2`
CoverageState read_cma_setter(
    const SpeltKnob& spelt, ShellWordList words, const ShellCommand& command, SetterSink& sink)
{
    std::string_view device = "mlx5_0"; // default of both scripts
    bool by_rdma_device = true;
    std::uint32_t port = 1;
    const ShellWord* value = nullptr;
    ShellWord joined;
    for (std::size_t index = 0; index < words.size(); ++index) {
        const std::string_view name = words[index].text.substr(0, 2);
        const ShellWord* operand = index + 1 < words.size() ? &words[index + 1] : nullptr;
        if (words[index].known && words[index].text.size() > 2) {
            joined = words[index];
            joined.text.remove_prefix(2);
            operand = &joined;
        } else {
            ++index;
        }
        if (operand == nullptr)
            break;
        if (name == "-d") {
            by_rdma_device = operand->rdma_of.empty();
            device = by_rdma_device ? operand->text : operand->rdma_of;
            if (by_rdma_device && !operand->known)
                return State::unsupported;
        } else if (name == "-p") {
            const auto number = word_number(*operand, 254);
            if (!number)
                return State::unsupported;
            port = *number;
        } else if (name == spelt.spelling->key) {
            value = operand;
        }
    }
    if (value == nullptr)
        return State::irrelevant; // it only shows
    std::optional<Setter> setter = parse_setter(spelt, device, *value, command, sink);
    if (setter) {
        setter->by_rdma_device = by_rdma_device;
        setter->rdma_port = static_cast<std::uint8_t>(port);
    }
    return add_setter(std::move(setter), sink);
}

CoverageState read_printed(const ShellCommand& command, SetterSink& sink)
{
    if (command.target.written.empty())
        return State::irrelevant; // to the terminal, or into a pipe whose last command is handled
    if (!is_sys(command.target))
        return State::irrelevant;
    const ShellWord* value = printed(command);
    return value == nullptr ? State::unsupported : read_sysfs_setter(command.target, *value, command, sink);
}

CoverageState read_tee(
    ShellWordList words, const ShellCommand& command, const ShellCommand* input, SetterSink& sink)
{
    const ShellWord* value = input == nullptr ? nullptr : printed(*input);
    State worst = State::irrelevant;
    for (const ShellWord& word : words) {
        if (word.text.starts_with('-') || !is_sys(word))
            continue;
        worst = std::max(
            worst, value == nullptr ? State::unsupported : read_sysfs_setter(word, *value, command, sink));
    }
    return worst;
}

}
