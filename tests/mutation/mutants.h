// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/syntax/coverage.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace rocelint::testing {

/// What was done to one token of a configuration.
enum class Mutation : std::uint8_t {
    drop, ///< the line, row or field is gone
    repeat, ///< it stands a second time, with another number
    twice,
    half,
    one_more,
    one_less,
    shorter_list, ///< the first member of a list is gone
    misspell, ///< a word, which may be a reference
    opposite, ///< on and off, enabled and disabled, or a line and its `no`
    other_unit,
    drop_stanza, ///< the line is gone with all that stands under it
    drop_row, ///< a further member of a list, or of an object on one line, is gone
    drop_file,
};
inline constexpr std::size_t mutation_count = 13;
/// Whether something is missing, and nothing is written otherwise.
[[nodiscard]] bool is_removal(Mutation mutation);
[[nodiscard]] const char* name_of(Mutation mutation);

/// One token broken.
struct Mutant {
    Mutation mutation = Mutation::drop;
    std::uint32_t offset = 0; ///< into the text
    std::uint32_t length = 0; ///< of what is replaced
    std::string replacement;
    std::uint32_t line = 1; ///< of the token
    std::vector<std::uint32_t> stanza; ///< the lines that the token's line stands under, innermost first
    std::string
        flat_stanza; ///< of a line at the outermost level: the words in front that name what it is about
    /// Mutants of one key are alike: the same is done to the same line under the same headers, but for the numbers of
    /// ports.
    std::string key;

    [[nodiscard]] std::string apply(std::string_view text) const;
};

/// Whether a line of the broken text is that of the mutant, or stands in the innermost stanza around it: under the same
/// header, or, of a flat language, behind the same words. What was dropped at the outermost level stood in the whole text.
[[nodiscard]] bool is_at_mutant(const Mutant& mutant, std::string_view broken, std::uint32_t line);

/// The file as a whole, as a mutant.
[[nodiscard]] Mutant without_file(std::string_view text);
/// All mutants of the lines of a text that its reader read. `states` are those of its lines.
[[nodiscard]] std::vector<Mutant> mutants_of(std::string_view text, const std::vector<CoverageState>& states);

}
