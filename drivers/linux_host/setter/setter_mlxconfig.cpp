// SPDX-License-Identifier: Apache-2.0
// `mlxconfig -d CARD -y set NAME=VALUE …`, and mstconfig of mstflint, which is the same (NVIDIA MFT 4.33, mlxconfig).
#include "drivers/firmware_parameters.h"
#include "drivers/linux_host/setter/setter.h"
#include "drivers/shell/shell_words.h"

#include <algorithm>

namespace rocelint::linux_host {
namespace {

using State = CoverageState;

bool takes_value(std::string_view option)
{
    return option == "-b" || option == "--db" || option == "-f" || option == "--file" || option == "-p"
        || option == "--password";
}

// The name and value that a word holds; the value is nothing if only the running shell knows it.
struct FirmwareWord {
    std::string_view name;
    std::optional<std::string_view> value;
};
FirmwareWord firmware_word(const ShellWord& word)
{
    if (const std::string_view name = assigned_name(word.written); !name.empty())
        return {name, word.value_known ? std::optional(word.value) : std::nullopt};
    const std::string_view text = word.text;
    const std::size_t equals = text.find('=');
    if (!word.known || equals == std::string_view::npos)
        return {};
    return {text.substr(0, equals), text.substr(equals + 1)};
}

}

State read_mlxconfig_setter(std::span<const ShellWord> words, SetterSink& sink)
{
    const ShellWord* card = nullptr;
    std::string_view card_name;
    std::string_view verb;
    State worst = State::irrelevant;
    for (std::size_t index = 0; index < words.size(); ++index) {
        const ShellWord& word = words[index];
        constexpr std::string_view long_option = "--dev=";
        if ((word.text == "-d" || word.text == "--dev") && index + 1 < words.size()) {
            card = &words[++index];
            card_name = card->text;
        } else if (word.text.starts_with(long_option)) {
            card = &word;
            card_name = word.text.substr(long_option.size());
        } else if (takes_value(word.text)) {
            ++index;
        } else if (word.text.starts_with('-')) {
            continue;
        } else if (verb.empty()) {
            if (!word.known)
                return State::unsupported;
            verb = word.text;
            if (verb == "reset" || verb == "r" || verb == "set_raw" || verb == "restore")
                return State::unsupported;
            if (verb != "set" && verb != "s")
                return State::irrelevant;
        } else {
            const auto [name, value] = firmware_word(word);
            if (name.empty() && !word.known)
                worst = std::max(worst, State::unsupported);
            const FirmwareParameter* parameter = find_firmware_parameter(without_firmware_port(name));
            if (parameter == nullptr)
                continue;
            const bool is_known = value && parameter->number_in(*value) && card != nullptr && card->known
                && !card_name.empty() && sink.firmware != nullptr;
            worst = std::max(worst, is_known ? State::read : State::unsupported);
            if (is_known)
                sink.firmware->push_back({card_name, name, *value, place_of(sink, word)});
        }
    }
    return worst;
}

}
