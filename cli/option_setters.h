// SPDX-License-Identifier: Apache-2.0
// Setters for the table of options. The template arguments are the members that an option sets, one for each
// options struct that has it.
#pragma once

#include "cli/command/value_words.h"
#include "cli/option_spec.h"

#include <fmt/format.h>

#include <concepts>
#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>
#include <variant>
#include <vector>

namespace rocelint::cli {

template <class Options>
concept HasOptions = requires(Options& in)
{
    in.options;
};
template <class Options, class Part>
concept HasInput = requires(Options& in)
{
    {
        in.input
        } -> std::same_as<Part&>;
};
template <class Options, class Part>
concept HasSelection = requires(Options& in)
{
    {
        in.selection
        } -> std::same_as<Part&>;
};
template <class Options, class Part>
concept HasStated = requires(Options& in)
{
    {
        in.stated
        } -> std::same_as<Part&>;
};

/// The part of a command's options that has this type, or null.
template <class Part, class Options>
[[nodiscard]] Part* part_in(Options& in)
{
    if constexpr (std::is_same_v<Options, Part>)
        return &in;
    else if constexpr (HasOptions<Options>)
        return part_in<Part>(in.options);
    else if constexpr (HasInput<Options, Part>)
        return &in.input;
    else if constexpr (HasSelection<Options, Part>)
        return &in.selection;
    else if constexpr (HasStated<Options, Part>)
        return &in.stated;
    else
        return nullptr;
}

template <class Part>
[[nodiscard]] Part* part_of(Command& command)
{
    return std::visit([](auto& options) { return part_in<Part>(options); }, command);
}

template <class Part, class Value, class Use>
void reach(Command& command, Value Part::*member, Use use)
{
    if (Part* part = part_of<Part>(command))
        use(part->*member);
}

/// Returns "--output" for "-o,--output".
[[nodiscard]] std::string_view long_name(const OptionSpec& spec);
/// Splits at commas; "a,,b" gives "a", "" and "b".
[[nodiscard]] std::vector<std::string> split_at_commas(std::string_view list);

template <auto... members>
Refusal set_text(Command& command, const OptionSpec& spec, const std::string& word)
{
    // An empty word usually comes from an unset shell variable or a failed command.
    if (word.empty())
        return fmt::format(
            "{} cannot be empty", *spec.name == '-' ? long_name(spec) : std::string_view(spec.name));
    (reach(command, members, [&](std::string& value) { value = word; }), ...);
    return std::nullopt;
}

template <auto... members>
Refusal set_flag(Command& command, const OptionSpec&, const std::string&)
{
    (reach(command, members, [](bool& value) { value = true; }), ...);
    return std::nullopt;
}

template <auto... members>
Refusal add_word(Command& command, const OptionSpec&, const std::string& word)
{
    (reach(command, members, [&](std::vector<std::string>& value) { value.push_back(word); }), ...);
    return std::nullopt;
}

/// Adds a comma-separated list.
template <auto... members>
Refusal add_list(Command& command, const OptionSpec&, const std::string& word)
{
    const std::vector<std::string> parts = split_at_commas(word);
    (reach(command,
         members,
         [&](std::vector<std::string>& value) { value.insert(value.end(), parts.begin(), parts.end()); }),
        ...);
    return std::nullopt;
}

/// Stores a parsed value in members of any type that can hold it.
template <class Value, auto... members>
Refusal set_parsed(Command& command, const Parsed<Value>& value)
{
    if (!value)
        return value.error();
    (reach(command,
         members,
         [&]<class Member>(Member& member) {
             if constexpr (requires { typename Member::rep; })
                 member = Member(static_cast<typename Member::rep>(*value));
             else if constexpr (std::is_arithmetic_v<Member>)
                 member = static_cast<Member>(*value);
             else
                 member = *value;
         }),
        ...);
    return std::nullopt;
}

/// Sets a whole number within two bounds.
template <std::uint64_t least, std::uint64_t most, auto... members>
Refusal set_number(Command& command, const OptionSpec& spec, const std::string& word)
{
    return set_parsed<std::uint64_t, members...>(command, parse_whole(long_name(spec), word, least, most));
}

/// Sets a percentage.
template <auto... members>
Refusal set_percent(Command& command, const OptionSpec& spec, const std::string& word)
{
    const bool signed_with_percent = word.ends_with('%');
    return set_number<0, 100, members...>(
        command, spec, signed_with_percent ? word.substr(0, word.size() - 1) : word);
}

/// Sets a cable length.
template <auto... members>
Refusal set_length(Command& command, const OptionSpec& spec, const std::string& word)
{
    return set_parsed<Metres, members...>(command, parse_length(long_name(spec), word));
}

/// An accepted word and the value it stands for.
template <class Value>
struct Meaning {
    std::string_view word;
    Value value;
};
template <class Value>
Meaning(const char*, Value) -> Meaning<Value>;

template <const auto& meanings>
std::vector<std::string_view> words_of()
{
    std::vector<std::string_view> known;
    for (const auto& meaning : meanings)
        known.push_back(meaning.word);
    return known;
}

template <const auto& meanings, auto... members>
Refusal choose(Command& command, const OptionSpec& spec, const std::string& word)
{
    for (const auto& meaning : meanings) {
        if (meaning.word == word)
            (reach(command, members, [&](auto& member) { member = meaning.value; }), ...);
    }
    return refuse_word(long_name(spec), word, {words_of<meanings>(), {}});
}

/// Sets one of several choices.
template <const auto& meanings, auto... members>
inline constexpr Setter set_choice{choose<meanings, members...>, words_of<meanings>};

}
