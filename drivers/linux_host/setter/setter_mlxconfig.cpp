// SPDX-License-Identifier: Apache-2.0
// `mlxconfig -d CARD -y set NAME=VALUE …`, and mstconfig of mstflint, which is the same (NVIDIA MFT 4.33, mlxconfig).
// Options and commands: Mellanox/mstflint 4.36.0, mlxconfig/mlxcfg_parser.cpp, printHelp() and parseArgs().
#include "drivers/firmware_parameters.h"
#include "drivers/linux_host/setter/keyword.h"
#include "drivers/linux_host/setter/setter.h"
#include "drivers/shell/shell_words.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>

namespace rocelint::linux_host {
namespace {

using State = CoverageState;

constexpr auto options_with_value = std::to_array<std::string_view>({"-b",
    "--db",
    "-eng",
    "--openssl_engine",
    "-f",
    "--file",
    "--host_id",
    "-j",
    "--json_format",
    "-k",
    "--openssl_key_id",
    "-p",
    "--private_key",
    "--pf_index",
    "-t",
    "--device_type",
    "-tkn",
    "--token_type",
    "-u",
    "--key_uuid"});

// mlxconfig only prints something and ends.
constexpr auto ending_options = std::to_array<std::string_view>({"-h", "--help", "-v", "--version"});

// These commands store nothing in the firmware. Every other command does, or may do so.
constexpr auto reading_commands = std::to_array<std::string_view>({"backup",
    "clear_semaphore",
    "create_conf",
    "g",
    "gen_tlvs_file",
    "gen_xml_template",
    "get_raw",
    "i",
    "q",
    "query",
    "query_token_session",
    "raw2xml",
    "show_confs",
    "show_system_conf",
    "t",
    "token_supported",
    "validate_system_conf",
    "x",
    "xml2bin",
    "xml2raw"});

bool is_one_of(std::string_view word, std::span<const std::string_view> words)
{
    return std::ranges::find(words, word) != words.end();
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

// mlxconfig stores nothing if it does not accept one of the values (Mellanox/mstflint 4.36.0, mlxconfig/mlxcfg_param.cpp,
// Param::setVal()).
State refuse_setting(SetterSink& sink, std::size_t firmware_before, const ShellWord& word)
{
    if (sink.firmware != nullptr)
        sink.firmware->erase(
            sink.firmware->begin() + static_cast<std::ptrdiff_t>(firmware_before), sink.firmware->end());
    return refuse_command(sink, word, fmt::format("mlxconfig does not accept {}", word.text));
}

}

State read_mlxconfig_setter(std::span<const ShellWord> words, SetterSink& sink)
{
    const ShellWord* card = nullptr;
    std::string_view card_name;
    std::string_view verb;
    State worst = State::irrelevant;
    const std::size_t firmware_before = sink.firmware == nullptr ? 0 : sink.firmware->size();
    for (std::size_t index = 0; index < words.size(); ++index) {
        const ShellWord& word = words[index];
        constexpr std::string_view long_option = "--dev=";
        if ((word.text == "-d" || word.text == "--dev") && index + 1 < words.size()) {
            card = &words[++index];
            card_name = card->text;
        } else if (word.text.starts_with(long_option)) {
            card = &word;
            card_name = word.text.substr(long_option.size());
        } else if (is_one_of(word.text, options_with_value)) {
            ++index;
        } else if (verb.empty() && is_one_of(word.text, ending_options)) {
            return State::irrelevant;
        } else if (word.text == "--with_default") {
            // It sets the parameters that the command does not name, too.
            worst = State::unsupported;
        } else if (word.text.starts_with('-')) {
            continue;
        } else if (verb.empty()) {
            if (!word.known)
                return State::unsupported;
            verb = word.text;
            if (is_one_of(verb, reading_commands))
                return State::irrelevant;
            if (verb != "set" && verb != "s")
                return State::unsupported;
        } else {
            const auto [name, value] = firmware_word(word);
            if (name.empty() && !word.known)
                worst = std::max(worst, State::unsupported);
            const FirmwareParameter* parameter = find_firmware_parameter(without_firmware_port(name));
            if (parameter == nullptr)
                continue;
            if (value && !value->empty() && !parameter->number_in(*value) && !typed_firmware_number(*value))
                return refuse_setting(sink, firmware_before, word);
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
