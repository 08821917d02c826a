// SPDX-License-Identifier: Apache-2.0
// Statements of the platforms whose configuration is a tree.
#include "drivers/junos/grammar/grammar.h"
#include "drivers/nvue/grammar.h"
#include "drivers/sonic/model/model_table.h"
#include "drivers/srlinux/grammar.h"
#include "tests/fuzz/grammar_text.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace rocelint::fuzz {
namespace {

using Json = nlohmann::ordered_json;

// Statements in blocks: of Junos, which end in a semicolon, or of SR Linux, which end with their line.
class BlockMaker {
public:
    BlockMaker(const WordPool& pool, Choices& choices, std::string_view end)
        : pool_(pool), choices_(choices), end_(end)
    {
    }

    std::string make(const hierarchy::Grammar& top)
    {
        level(top, 0);
        return std::move(text_);
    }

private:
    void level(const hierarchy::Grammar& grammar, std::size_t depth)
    {
        constexpr std::size_t deepest = 10;
        for (std::size_t count = choices_.below(depth == 0 ? 8 : 3) + 1; count > 0; --count) {
            const bool by_name
                = grammar.name != nullptr && (grammar.keywords.empty() || choices_.chance(128));
            if (!by_name && grammar.keywords.empty())
                return;
            const hierarchy::Keyword& keyword = by_name ? *grammar.name : choices_.pick(grammar.keywords);
            text_ += keyword.word.empty() ? pool_.any(choices_) : std::string(keyword.word);
            statement(keyword, depth, deepest);
        }
    }

    void statement(const hierarchy::Keyword& keyword, std::size_t depth, std::size_t deepest)
    {
        switch (keyword.form) {
        case hierarchy::Form::flag:
            (text_ += end_) += "\n";
            return;
        case hierarchy::Form::value:
            ((text_ += " " + pool_.behind(keyword.word, choices_)) += end_) += "\n";
            return;
        case hierarchy::Form::list:
            ((text_ += " [ " + pool_.any(choices_) + " " + pool_.any(choices_) + " ]") += end_) += "\n";
            return;
        case hierarchy::Form::named:
            text_ += " " + pool_.behind(keyword.word, choices_);
            break;
        case hierarchy::Form::block:
            break;
        }
        text_ += " {\n";
        if (keyword.inside != nullptr && depth < deepest)
            level(*keyword.inside, depth + 1);
        text_ += "}\n";
    }

    const WordPool& pool_;
    Choices& choices_;
    std::string_view end_;
    std::string text_;
};

std::string nvue_value(const nvue::Row& row, const WordPool& pool, Choices& choices)
{
    switch (row.slot) {
    case nvue::Slot::none:
        return {};
    case nvue::Slot::number: {
        const std::uint64_t near[]{row.least, row.most, row.least + 1, row.most + 1, row.most / 2};
        return choices.chance(32) ? WordPool::number(choices) : fmt::format("{}", choices.pick(near));
    }
    case nvue::Slot::word:
        return row.terms.empty() || choices.chance(12) ? pool.any(choices)
                                                       : std::string(choices.pick(row.terms).word);
    case nvue::Slot::list:
        return WordPool::number(choices);
    case nvue::Slot::text:
    case nvue::Slot::entry:
        return pool.any(choices);
    }
    return {};
}

std::string nvue_line(const nvue::Row& row, const WordPool& pool, Choices& choices)
{
    std::string line = choices.chance(16) ? "nv unset" : "nv set";
    std::string_view path = row.path;
    while (!path.empty()) {
        const std::size_t end = std::min(path.find_first_of(" /"), path.size());
        const std::string_view word = path.substr(0, end);
        path.remove_prefix(std::min(end + 1, path.size()));
        if (word.empty())
            continue;
        line += ' ';
        line += word == "{}" ? pool.behind(line.substr(0, line.size() - 1), choices)
            : word == "#"    ? WordPool::number(choices)
                             : std::string(word);
    }
    const std::string value = nvue_value(row, pool, choices);
    return value.empty() ? line : line + " " + value;
}

std::string sonic_key_part(const Json& base, sonic::KeyPart part, const WordPool& pool, Choices& choices)
{
    if (part == sonic::KeyPart::group || part == sonic::KeyPart::queue)
        return WordPool::number(choices);
    const bool port = part == sonic::KeyPart::port || part == sonic::KeyPart::port_or_channel;
    if (port && base.contains("PORT") && !choices.chance(24)) {
        const Json& ports = base["PORT"];
        auto at = ports.begin();
        std::advance(at, static_cast<std::ptrdiff_t>(choices.below(ports.size())));
        return at.key();
    }
    return pool.any(choices);
}

std::string sonic_value(
    const Json& base, const sonic::ModelLeaf& leaf, const WordPool& pool, Choices& choices)
{
    if (!leaf.words.empty() && !choices.chance(64))
        return std::string(choices.pick(leaf.words));
    if (leaf.takes == sonic::Takes::number && !choices.chance(32)) {
        const std::int64_t near[]{
            leaf.limit.least, leaf.limit.most, leaf.limit.least + 1, leaf.limit.most - 1, 3};
        return fmt::format("{}", choices.pick(near));
    }
    if (leaf.takes == sonic::Takes::number || leaf.takes == sonic::Takes::priorities)
        return WordPool::number(choices);
    if (leaf.takes == sonic::Takes::metres)
        return WordPool::number(choices) + "m";
    const std::string table(sonic::name_of(leaf.target));
    if (leaf.takes == sonic::Takes::reference && base.contains(table) && base[table].is_object()
        && !base[table].empty() && !choices.chance(48)) {
        auto at = base[table].begin();
        std::advance(at, static_cast<std::ptrdiff_t>(choices.below(base[table].size())));
        return at.key();
    }
    return pool.any(choices);
}

void add_row(Json& base, const sonic::ModelTable& table, const WordPool& pool, Choices& choices)
{
    Json& rows = base[std::string(sonic::name_of(table.table))];
    std::string key;
    // In half of the cases an existing row gets other fields.
    if (rows.is_object() && !rows.empty() && choices.chance(128)) {
        auto at = rows.begin();
        std::advance(at, static_cast<std::ptrdiff_t>(choices.below(rows.size())));
        key = at.key();
    }
    for (std::size_t part = 0; key.empty() && part < std::max<std::size_t>(table.parts, 1); ++part)
        key += (part == 0 ? "" : "|")
            + sonic_key_part(base, table.key[std::min<std::size_t>(part, 1)], pool, choices);
    Json& row = rows[key];
    if (!row.is_object() && !row.is_null())
        return;
    for (std::size_t count = choices.below(4) + 1; count > 0; --count) {
        if (table.entries || table.leaves.empty()) {
            row[WordPool::number(choices)] = WordPool::number(choices);
            continue;
        }
        const sonic::ModelLeaf& leaf = choices.pick(table.leaves);
        row[std::string(leaf.name)] = sonic_value(base, leaf, pool, choices);
    }
}

const std::vector<const sonic::ModelTable*>& modelled_tables()
{
    static const std::vector<const sonic::ModelTable*> tables = [] {
        std::vector<const sonic::ModelTable*> found;
        for (const std::string_view name : sonic::words_of_tables()) {
            const sonic::ModelTable* model = sonic::model_of(sonic::find_table(name));
            if (model != nullptr && std::ranges::find(found, model) == found.end())
                found.push_back(model);
        }
        return found;
    }();
    return tables;
}

// Removes one row, or one field of a row.
void take_away(Json& base, Choices& choices)
{
    Json* node = &base;
    for (std::size_t depth = choices.below(3) + 1; depth > 0; --depth) {
        if (!node->is_object() || node->empty())
            return;
        auto at = node->begin();
        std::advance(at, static_cast<std::ptrdiff_t>(choices.below(node->size())));
        if (depth == 1) {
            node->erase(at);
            return;
        }
        node = &at.value();
    }
}

}

std::string junos_text(const WordPool& pool, Choices& choices)
{
    return BlockMaker(pool, choices, ";").make(junos::configuration);
}

std::string srlinux_text(const WordPool& pool, Choices& choices)
{
    return BlockMaker(pool, choices, "").make(*srlinux::language.configuration);
}

std::string nvue_text(const WordPool& pool, Choices& choices)
{
    std::string text;
    for (std::size_t lines = choices.below(16) + 1; lines > 0; --lines)
        text += nvue_line(choices.pick(nvue::rows()), pool, choices) + "\n";
    return text;
}

std::string sonic_text(std::string base, const WordPool& pool, Choices& choices)
{
    Json json = Json::parse(base, nullptr, false);
    if (!json.is_object())
        return shuffled_lines(base, pool, choices);
    for (std::size_t times = choices.below(6); times > 0; --times)
        take_away(json, choices);
    for (std::size_t times = choices.below(10) + 1; times > 0; --times)
        add_row(json, *choices.pick(modelled_tables()), pool, choices);
    return json.dump(1);
}

}
