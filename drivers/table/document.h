// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace rocelint {

/// The form of a text, as the suffix of its file name states it.
enum class TextForm : std::uint8_t { none, markdown, rest, asciidoc, html, program };

/// How a text is written, as far as it affects whether the text is configuration.
struct DocumentSigns {
    /// From the suffix of the file name: .md, .rst, .adoc, .html, .tf, …
    TextForm named = TextForm::none;
    std::uint32_t fences = 0; ///< pairs of fences
    std::uint32_t headings = 0; ///< outside of fences
    std::uint32_t tables = 0;
    std::uint32_t sentences = 0; ///< lines of prose outside of fences
    std::uint32_t lines = 0; ///< outside of fences, not counting empty ones
    bool program = false; ///< source text of a program, such as Terraform or Go
    /// Directives of reStructuredText or AsciiDoc, or HTML.
    bool markup = false;

    /// Whether this is written for people or for another program, so that configuration in it is only quoted.
    [[nodiscard]] bool is_document() const;
    /// Whether the text consists almost entirely of quoted output, such as a paste from a terminal.
    [[nodiscard]] bool is_one_paste() const;
};

/// The form that the suffix of a path implies.
[[nodiscard]] TextForm form_of_name(std::string_view path);

/// Examines the beginning of a text. Only the suffix of `path` counts.
[[nodiscard]] DocumentSigns look_for_document(std::string_view path, std::string_view text);

/// The reason why a document is listed as not read; lives as long as the program.
[[nodiscard]] std::string_view document_reason(const DocumentSigns& signs, std::size_t configuration_blocks);
/// Whether a reason came from document_reason().
[[nodiscard]] bool is_document_reason(std::string_view reason);

}
