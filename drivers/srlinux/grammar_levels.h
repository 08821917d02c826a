// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/srlinux/grammar.h"

#include <span>
#include <string_view>

namespace rocelint::srlinux {

/// The level with a file of its own.
extern const Grammar qos_level;

// Helpers that make the keywords in the tables.
using hierarchy::block;
using hierarchy::choice;
using hierarchy::later;
using hierarchy::list;
using hierarchy::number;
using hierarchy::skip;
using hierarchy::value;

inline constexpr CoverageState irrelevant = CoverageState::irrelevant;
inline constexpr CoverageState unsupported = CoverageState::unsupported;
inline constexpr std::string_view truths[]{"true", "false"};

/// A list, whose entries JSON names by a member.
constexpr Keyword entries(std::string_view word, std::string_view key_name, const Grammar& inside)
{
    return {.word = word, .form = Form::named, .inside = &inside, .key_name = key_name};
}
/// A list whose entries exist by being named.
constexpr Keyword profiles(std::string_view word, const Grammar& inside, std::string_view key_name = "name")
{
    return {.word = word, .form = Form::named, .inside = &inside, .telling = true, .key_name = key_name};
}
/// A further key of the entries of a list: `wred-slope all drop-probability all enable-ecn true`.
constexpr Keyword further_key(
    std::string_view word, const Grammar& inside, std::span<const std::string_view> words)
{
    return {.word = word,
        .form = Form::named,
        .inside = &inside,
        .telling = true,
        .key_name = word,
        .further_key = true,
        .words = words};
}

}
