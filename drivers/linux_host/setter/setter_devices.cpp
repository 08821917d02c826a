// SPDX-License-Identifier: Apache-2.0
// mlnx-tools' cma_roce_tos and cma_roce_mode, and values written to files.
#include "drivers/linux_host/knob/notation.h"
#include "drivers/linux_host/setter/setter.h"
#include "models/fabric/value/quantity.h"

#include <fmt/format.h>

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

bool is_sys(const ShellWord& word)
{
    return word.text.starts_with("/sys/") || word.text.starts_with("/proc/sys/net/ipv4/conf/");
}

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

// `cma_roce_tos -d mlx5_0 -p 1 -t 106`, `cma_roce_mode -d mlx5_0 -p 1 -m 2`. bash's getopts ends at the first word
// that is no option, and both scripts go on after an option that they do not know.
CoverageState read_cma_setter(
    const SpeltKnob& spelt, ShellWordList words, const ShellCommand& command, SetterSink& sink)
{
    ShellWord device{.written = "mlx5_0", .text = "mlx5_0"}; // default of both scripts
    const char sets = spelt.spelling->key.back();
    std::uint32_t port = 1;
    std::optional<ShellWord> value;
    for (std::size_t index = 0; index < words.size(); ++index) {
        const ShellWord& word = words[index];
        if (!word.text.starts_with('-') || word.text.size() < 2 || word.text == "--") {
            if (!word.known)
                return State::unsupported;
            const auto rest = words.subspan(index);
            if (!value && std::ranges::find(rest, spelt.spelling->key, &ShellWord::text) != rest.end())
                return sink.refuse(place_of(sink, word),
                    fmt::format("{} reads no option after \"{}\", and sets nothing",
                        spelt.spelling->object,
                        word.text));
            break;
        }
        for (std::size_t letter = 1; letter < word.text.size(); ++letter) {
            const char option = word.text[letter];
            if (option == 'h')
                return State::irrelevant; // it shows how it is used
            if (option != 'd' && option != 'p' && option != sets)
                continue;
            ShellWord operand = word;
            operand.text.remove_prefix(letter + 1);
            if (operand.text.empty()) {
                if (++index == words.size())
                    break;
                operand = words[index];
            }
            if (option == 'd')
                device = operand;
            else if (option == sets)
                value = operand;
            else if (const auto number = word_number(operand, 254))
                port = *number;
            else
                return State::unsupported;
            break;
        }
    }
    if (!value)
        return State::irrelevant; // it only shows
    const bool by_rdma_device = device.rdma_of.empty();
    if (by_rdma_device && !device.known)
        return State::unsupported;
    if (value->known && !spelt.spelling->takes_numbers()
        && !parse_value(*spelt.row, *spelt.spelling, value->text))
        return sink.refuse(place_of(sink, *value),
            fmt::format("{} does not know \"{}\", and sets nothing", spelt.spelling->object, value->text));
    std::optional<Setter> setter
        = parse_setter(spelt, by_rdma_device ? device.text : device.rdma_of, *value, command, sink);
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
