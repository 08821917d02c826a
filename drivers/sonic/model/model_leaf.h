// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/sonic/model/model_table.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <iterator>
#include <span>
#include <string_view>

/// One short function per kind of leaf, for the rows of model_table.cpp.
namespace rocelint::sonic::leaf {

/// The words of a spelling that are written, each in its place; words that are only read are empty.
template <const auto& spellings>
inline constexpr auto written_words = [] {
    std::array<std::string_view, std::size(spellings)> words;
    std::ranges::transform(spellings, words.begin(), [](const auto& spelling) {
        return spelling.read_only ? std::string_view{} : spelling.word;
    });
    return words;
}();

inline constexpr std::int64_t any_length = INT64_MAX;

[[nodiscard]] constexpr ModelLeaf text(
    std::string_view name, std::int64_t least = 0, std::int64_t most = any_length)
{
    return {name, Takes::text, {name, least, most, {}}};
}
[[nodiscard]] constexpr ModelLeaf number(const NumberField& field)
{
    return {field.name(), Takes::number, field.limit};
}
[[nodiscard]] constexpr ModelLeaf number(
    std::string_view name, std::int64_t least, std::int64_t most, std::string_view source, bool list = false)
{
    return {name, Takes::number, {name, least, most, source}, {}, {}, list};
}
/// For WRED_PROFILE, which has one such field per color.
[[nodiscard]] constexpr ModelLeaf number(std::string_view name, const NumberField& field)
{
    return number(name, field.limit.least, field.limit.most, field.limit.source);
}
[[nodiscard]] constexpr ModelLeaf choice(
    std::string_view name, std::span<const std::string_view> words, bool list = false)
{
    return {name, Takes::words, {}, words, {}, list};
}
[[nodiscard]] constexpr ModelLeaf reference(
    std::string_view name, Table target, std::span<const std::string_view> instead = {})
{
    return {name, Takes::reference, {}, instead, target};
}
[[nodiscard]] constexpr ModelLeaf references(std::string_view name, Table target)
{
    return {name, Takes::reference, {}, {}, target, true};
}
[[nodiscard]] constexpr ModelLeaf with_words(
    ModelLeaf leaf, std::span<const std::string_view> words, bool list = false)
{
    leaf.words = words;
    leaf.list = list;
    return leaf;
}

}
