// SPDX-License-Identifier: Apache-2.0
// `mlxreg -d CARD --reg_name ROCE_ACCL --set "FIELD=VALUE,…"`, and mstreg of mstflint, which is the same. Options:
// Mellanox/mstflint 4.36.0, mlxreg/mlxreg_ui.cpp; of the fields: mlxreg/mlxreg_lib/mlxreg_parser.cpp, parseData(), which
// refuses the command if one of them has no number.
#include "drivers/linux_host/output/roce_register.h"
#include "drivers/linux_host/setter/keyword.h"
#include "drivers/linux_host/setter/setter.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <vector>

namespace rocelint::linux_host {
namespace {

using State = CoverageState;

// What a command line of mlxreg asks for.
struct RegisterCall {
    std::optional<ShellWord> card;
    std::optional<ShellWord> name;
    std::optional<ShellWord> fields; ///< unset if the command only shows the register
    bool by_number = false; ///< names the register by its number
};

RegisterCall parse_register_call(std::span<const ShellWord> words)
{
    RegisterCall call;
    for (std::size_t index = 0; index < words.size(); ++index) {
        // `-d CARD` and `--device CARD`, or in one word `--device=CARD`.
        const auto value_of
            = [&](std::string_view letter, std::string_view option) -> std::optional<ShellWord> {
            const ShellWord& word = words[index];
            if (word.text == option || (!letter.empty() && word.text == letter))
                return index + 1 < words.size() ? std::optional(words[++index]) : std::nullopt;
            if (!word.text.starts_with(option) || word.text.substr(option.size()).substr(0, 1) != "=")
                return std::nullopt;
            ShellWord value = word;
            value.text.remove_prefix(option.size() + 1);
            return value;
        };
        if (const auto card = value_of("-d", "--device"))
            call.card = card;
        else if (const auto name = value_of({}, "--reg_name"))
            call.name = name;
        else if (const auto fields = value_of("-s", "--set"))
            call.fields = fields;
        else if (value_of({}, "--reg_id"))
            call.by_number = true;
    }
    return call;
}

// One of the fields that a command sets, "roce_tx_window_en=1".
struct RegisterSetting {
    std::string_view written;
    std::string_view name;
    std::string_view value; ///< empty without "="
};

// The settings between commas. A comma at the end is ignored.
std::vector<RegisterSetting> parse_register_fields(std::string_view text)
{
    std::vector<RegisterSetting> settings;
    while (!text.empty()) {
        const std::string_view written = text.substr(0, text.find(','));
        text.remove_prefix(std::min(written.size() + 1, text.size()));
        const std::size_t equals = std::min(written.find('='), written.size());
        settings.push_back(
            {written, written.substr(0, equals), written.substr(std::min(equals + 1, written.size()))});
    }
    return settings;
}

}

State read_mlxreg_setter(std::span<const ShellWord> words, SetterSink& sink)
{
    const RegisterCall call = parse_register_call(words);
    if (!call.fields)
        return State::irrelevant; // it only shows
    if (call.by_number || !call.name || !call.name->known)
        return State::unsupported;
    if (call.name->text != "ROCE_ACCL")
        return State::unsupported;
    if (!call.fields->known)
        return State::unsupported;
    const auto settings = parse_register_fields(call.fields->text);
    for (const RegisterSetting& setting : settings) {
        if (setting.name.empty() || !typed_firmware_number(setting.value))
            return refuse_command(
                sink, *call.fields, fmt::format("mlxreg does not accept \"{}\"", setting.written));
    }
    // A field whose *_field_select is 0 is left as it is.
    if (!call.card || !call.card->known || call.card->text.empty() || sink.firmware == nullptr
        || call.fields->text.find("_select=") != std::string_view::npos)
        return State::unsupported;
    const Span at = place_of(sink, *call.fields);
    State worst = State::irrelevant;
    for (const auto& [written, name, value] : settings) {
        if (find_roce_register_field(name) == nullptr) {
            // A misspelt field sets nothing, and a field of other firmware is not known here.
            if (std::ranges::find(other_roce_register_fields, name) == other_roce_register_fields.end())
                worst = std::max(worst, State::unsupported);
            continue;
        }
        if (typed_firmware_number(value) > 1)
            sink.warn(at,
                fmt::format("{} has one bit, and mlxreg writes the lowest of {} into it: {}",
                    name,
                    value,
                    *register_bit(value) ? 1 : 0));
        worst = std::max(worst, State::read);
        sink.firmware->push_back({call.card->text, name, value, at, true});
    }
    return worst;
}

}
