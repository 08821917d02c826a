// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace rocelint {

/// What the suffix of a file's name says about its text.
enum class TextForm : std::uint8_t { none, markdown, rest, asciidoc, html, program };

/// How a text is written, as far as it matters to whether it is configuration.
struct DocumentSigns {
    TextForm named = TextForm::none; ///< by the suffix of its name: .md, .rst, .adoc, .html, .tf, …
    std::uint32_t fences = 0; ///< pairs of fences
    std::uint32_t headings = 0; ///< outside of fences
    std::uint32_t tables = 0;
    std::uint32_t sentences = 0; ///< lines of prose outside of fences
    std::uint32_t lines = 0; ///< outside of fences, without empty ones
    bool program = false; ///< source text of a program, such as Terraform or Go
    bool markup = false; ///< directives of reStructuredText or AsciiDoc, HTML

    /// Whether this is written for people or for another program, and configuration stands in it as a quotation only.
    [[nodiscard]] bool is_document() const;
    /// Whether it holds quotations and hardly anything besides: what somebody pasted from a terminal.
    [[nodiscard]] bool is_one_paste() const;
};

/// What the suffix of a path says.
[[nodiscard]] TextForm form_of_name(std::string_view path);

/// Looks through the beginning of a text. Of `path` the suffix alone counts.
[[nodiscard]] DocumentSigns look_for_document(std::string_view path, std::string_view text);

/// The reason under which a document is listed as not read; lives as long as the program.
[[nodiscard]] std::string_view document_reason(const DocumentSigns& signs, std::size_t configuration_blocks);
/// Whether a reason is one of document_reason().
[[nodiscard]] bool is_document_reason(std::string_view reason);

}
