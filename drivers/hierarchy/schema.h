// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/hierarchy/keyword.h"

#include <cstddef>
#include <deque>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace rocelint::hierarchy {

/// One statement of a language by the words that lead to it from the outermost level: "interface {} link mtu". `{}`
/// stands for any name, `#` for numbers.
struct PathRow {
    std::string_view path;
    /// A flag is a block as soon as another row continues its path. The values of a list are names in a block.
    Form form = Form::flag;
    /// What is said of the statement itself; if it is not modelled, of everything in it that has no row.
    CoverageState state = CoverageState::read;
    bool is_modelled = true;
};

/// The levels of a language whose statements are stated as paths. Keywords without a row lead to those that have one.
class Schema {
public:
    explicit Schema(std::span<const PathRow> rows);
    Schema(const Schema&) = delete;
    Schema& operator=(const Schema&) = delete;

    /// Returns what stands around the outermost level: a block without a word.
    [[nodiscard]] const Keyword& top() const { return levels_.front().front(); }
    /// Returns the keyword in whose block this one stands; null for top().
    [[nodiscard]] const Keyword* around(const Keyword& keyword) const
    {
        return entries_[keyword.number].around;
    }
    /// Returns which row has the path of this keyword, the last if there are several.
    [[nodiscard]] std::optional<std::size_t> row_of(const Keyword& keyword) const
    {
        return entries_[keyword.number].row;
    }
    /// Returns the keyword at the end of a row's path.
    [[nodiscard]] const Keyword& keyword_of(std::size_t row) const { return *of_row_[row]; }
    /// Whether `inner` is this keyword or stands in its block.
    [[nodiscard]] bool covers(const Keyword& keyword, const Keyword& inner) const;
    /// Whether the keyword stands for the values of a list, and no row continues the list's path.
    [[nodiscard]] bool is_list_value(const Keyword& keyword) const
    {
        return keyword.word.empty() && keyword.form == Form::flag && !row_of(keyword);
    }
    /// Whether numbers stand in place of the keyword's name.
    [[nodiscard]] static bool takes_numbers(const Keyword& keyword) { return keyword.limit != nullptr; }

private:
    struct Entry {
        const Keyword* around = nullptr;
        std::optional<std::size_t> row;
    };
    struct Draught;
    void lay_out(const Draught& from, std::span<const PathRow> rows, Keyword& keyword, CoverageState others);

    std::deque<std::string> words_;
    std::deque<std::vector<Keyword>> levels_; ///< their elements are never moved
    std::deque<Grammar> grammars_;
    std::vector<Entry> entries_; ///< by Keyword::number
    std::vector<const Keyword*> of_row_;
};

}
