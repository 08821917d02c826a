// SPDX-License-Identifier: Apache-2.0
// `mlxreg -d CARD --reg_name ROCE_ACCL --set "FIELD=VALUE,…"`, and mstreg of mstflint, which is the same. Options:
// Mellanox/mstflint 4.36.0, mlxreg/mlxreg_ui.cpp.
#include "drivers/linux_host/output/roce_register.h"
#include "drivers/linux_host/setter/setter.h"

#include <algorithm>
#include <optional>

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
    // A field whose *_field_select is 0 is left as it is.
    if (!call.fields->known || !call.card || !call.card->known || call.card->text.empty()
        || sink.firmware == nullptr || call.fields->text.find("_select=") != std::string_view::npos)
        return State::unsupported;
    State worst = State::irrelevant;
    std::string_view rest = call.fields->text;
    while (!rest.empty()) {
        const std::size_t comma = std::min(rest.find(','), rest.size());
        const std::string_view entry = rest.substr(0, comma);
        rest.remove_prefix(std::min(comma + 1, rest.size()));
        const std::size_t equals = std::min(entry.find('='), entry.size());
        const std::string_view name = entry.substr(0, equals);
        const std::string_view value = entry.substr(std::min(equals + 1, entry.size()));
        if (find_roce_register_field(name) == nullptr) {
            // A misspelt field sets nothing, and a field of other firmware is not known here.
            if (std::ranges::find(other_roce_register_fields, name) == other_roce_register_fields.end())
                worst = std::max(worst, State::unsupported);
            continue;
        }
        const bool is_known = firmware_number(value).has_value();
        worst = std::max(worst, is_known ? State::read : State::unsupported);
        if (is_known)
            sink.firmware->push_back({call.card->text, name, value, place_of(sink, *call.fields), true});
    }
    return worst;
}

}
