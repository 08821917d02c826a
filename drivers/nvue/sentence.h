// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/nvue/draft.h"

#include <string>
#include <string_view>
#include <vector>

namespace rocelint::nvue {

/// A step for one port, or for the whole switch, as all its words.
struct Sentence {
    std::vector<std::string> words; ///< with the value
    bool has_value = false;
    bool unset = false;
};

/// A step's sentences, one for each of its ports.
[[nodiscard]] std::vector<Sentence> sentences(const Step& step);
/// What a sentence is about, as the facts tell it.
[[nodiscard]] Fact fact_of(const Sentence& sentence);

/// Where the line of a byte begins, and where the next one does.
[[nodiscard]] std::uint32_t begin_of_line(const Source& source, std::size_t offset);
[[nodiscard]] std::uint32_t end_of_line(const Source& source, std::size_t offset);
/// How the file ends its lines.
[[nodiscard]] std::string_view feed_of(const Source& source);

/// A statement of a range whose ports all want the same keeps its place: it gets the step's value, and those ports go out of the step.
void replace_ranges(const Config& config, const Tree& tree, Step& step, std::vector<Edit>& edits);

}
