// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/nvue/draft.h"

#include <string>
#include <string_view>
#include <vector>

namespace rocelint::nvue {

/// All words of a step, for one port or for the whole switch.
struct Sentence {
    std::vector<std::string> words; ///< including the value
    bool has_value = false;
    bool unset = false;
    [[nodiscard]] std::vector<std::string_view> views() const { return {words.begin(), words.end()}; }
};

/// Returns a step's sentences, one for each of its ports.
[[nodiscard]] std::vector<Sentence> sentences(const Step& step);
/// Returns the fact that a sentence states.
[[nodiscard]] Fact fact_of(const Sentence& sentence);

/// Returns the lines from that of one byte to that of another.
[[nodiscard]] Span lines_of(const Source& source, std::size_t first, std::size_t last);
/// Returns the line end that the file uses.
[[nodiscard]] std::string_view feed_of(const Source& source);

/// Edits a statement of a range in place if all its ports want the same: it gets the step's value, and these
/// ports are removed from the step.
void replace_ranges(const Config& config, const Tree& tree, Step& step, std::vector<Edit>& edits);

}
