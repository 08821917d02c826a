// SPDX-License-Identifier: Apache-2.0
// Makes levels of keywords from paths. Each level is written at once, because keywords refer to one another.
#include "drivers/hierarchy/schema.h"

#include "models/text/ascii.h"

#include <algorithm>
#include <memory>

namespace rocelint::hierarchy {
namespace {

constexpr std::string_view any_name = "{}";
constexpr std::string_view any_number = "#";
constexpr Limit numbers{.name = "numbers", .least = 0, .most = INT64_MAX, .source = {}};

}

// A keyword before its level is known.
struct Schema::Draught {
    std::string_view word;
    std::optional<std::size_t> row;
    std::vector<std::size_t> rows; ///< all rows with this path
    std::vector<std::unique_ptr<Draught>> inside;

    Draught& at(std::string_view wanted)
    {
        for (const auto& each : inside) {
            if (each->word == wanted)
                return *each;
        }
        inside.push_back(std::make_unique<Draught>());
        inside.back()->word = wanted;
        return *inside.back();
    }
    [[nodiscard]] bool stands_for_any() const { return word == any_name || word == any_number; }
};

Schema::Schema(std::span<const PathRow> rows) : of_row_(rows.size())
{
    Draught top;
    for (std::size_t index = 0; index < rows.size(); ++index) {
        Draught* at = &top;
        std::string_view path = words_.emplace_back(rows[index].path);
        while (!path.empty())
            at = &at->at(ascii::take_until(path, ' '));
        at->row = index;
        at->rows.push_back(index);
    }
    levels_.emplace_back(1);
    entries_.emplace_back();
    lay_out(top, rows, levels_.front().front(), CoverageState::unrecognised);
}

// The paths are as deep as their rows say, which no file decides.
void Schema::lay_out(
    const Draught& from, std::span<const PathRow> rows, Keyword& keyword, CoverageState others)
{
    const PathRow* row = from.row ? &rows[*from.row] : nullptr;
    for (const std::size_t each : from.rows)
        of_row_[each] = &keyword;
    entries_[keyword.number].row = from.row;
    keyword.word = from.stands_for_any() ? std::string_view{} : from.word;
    keyword.state = row == nullptr ? CoverageState::read : row->state;
    keyword.limit = from.word == any_number ? &numbers : nullptr;
    others = row != nullptr && !row->is_modelled ? row->state : others;
    const bool is_list = row != nullptr && row->form == Form::list;
    if (!from.inside.empty() || is_list)
        keyword.form = from.stands_for_any() ? Form::named : Form::block;
    else
        keyword.form = row == nullptr ? Form::flag : row->form;

    std::vector<const Draught*> names;
    std::vector<const Draught*> words;
    for (const auto& each : from.inside)
        (each->stands_for_any() ? names : words).push_back(each.get());
    // The values of a list contain nothing, unless rows continue the path.
    static const Draught value{any_name, {}, {}, {}};
    if (is_list && names.empty())
        names.push_back(&value);
    std::vector<Keyword>& level = levels_.emplace_back();
    Grammar& grammar = grammars_.emplace_back();
    keyword.inside = &grammar;
    grammar.others = others;
    level.resize(words.size() + names.size());
    for (std::size_t at = 0; at < level.size(); ++at) {
        level[at].number = static_cast<std::uint16_t>(entries_.size());
        entries_.push_back({&keyword, {}});
        lay_out(at < words.size() ? *words[at] : *names[at - words.size()], rows, level[at], others);
    }
    grammar.keywords = std::span<const Keyword>(level).first(words.size());
    if (!names.empty())
        grammar.name = &level.back();
}

bool Schema::covers(const Keyword& keyword, const Keyword& inner) const
{
    const Keyword* at = &inner;
    while (at != nullptr && at != &keyword)
        at = around(*at);
    return at == &keyword;
}

}
