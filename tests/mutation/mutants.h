// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/syntax/coverage.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace rocelint::testing {

/// How one token of a configuration was broken.
enum class Mutation : std::uint8_t {
    drop, ///< the line, row or field is removed
    repeat, ///< a second copy is added, with another number
    twice,
    half,
    one_more,
    one_less,
    shorter_list, ///< the first member of a list is removed
    misspell, ///< a word, which may be a reference
    opposite, ///< on and off, enabled and disabled, or a line and its `no`
    other_unit,
    drop_stanza, ///< the line is removed with everything nested under it
    drop_row, ///< a further member of a list, or of an object on one line, is removed
    drop_file,
};
inline constexpr std::size_t mutation_count = 13;
/// Whether the mutation only removes something.
[[nodiscard]] bool is_removal(Mutation mutation);
[[nodiscard]] const char* name_of(Mutation mutation);

/// A text with one token broken.
struct Mutant {
    Mutation mutation = Mutation::drop;
    std::uint32_t offset = 0; ///< of the replaced text
    std::uint32_t length = 0; ///< of the replaced text
    std::string replacement;
    std::uint32_t line = 1; ///< the line of the token
    std::vector<std::uint32_t> stanza; ///< the lines that enclose the token's line, innermost first
    std::string flat_stanza; ///< for a line at the outermost level: the leading words that name its subject
    /// Mutants with the same key are alike: the same mutation of the same line under the same headers, apart from port numbers.
    std::string key;

    [[nodiscard]] std::string apply(std::string_view text) const;
};

/// Whether a line of the broken text is the mutant's or in the innermost stanza around it: under the same header or, in a flat
/// language, starting with the same words. For a line dropped at the outermost level the stanza is the whole text.
[[nodiscard]] bool is_at_mutant(const Mutant& mutant, std::string_view broken, std::uint32_t line);

/// A mutant that removes the whole file.
[[nodiscard]] Mutant without_file(std::string_view text);
/// All mutants of the lines that the driver read. `states` holds the state of each line.
[[nodiscard]] std::vector<Mutant> mutants_of(std::string_view text, const std::vector<CoverageState>& states);

}
