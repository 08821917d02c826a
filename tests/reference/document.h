// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/syntax/document_keys.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace rocelint::testing {

/// A file that people write, as its page and its schema describe it.
struct Document {
    std::string_view page; ///< docs/reference/PAGE.md
    std::string_view schema; ///< docs/schema/SCHEMA.schema.json
    std::string_view file; ///< its usual name; tests/reference has a complete one
    std::string_view title;
    std::string_view intro; ///< paragraphs before the tables
    const KeyTable* top = nullptr;
    /// The reader's error message; empty if it accepts the text.
    std::string (*error_of)(std::string_view text) = nullptr;
};

[[nodiscard]] std::span<const Document> documents();

/// The tables of a document, each once, from the outermost inwards.
[[nodiscard]] std::vector<const KeyTable*> tables_of(const Document& document);
/// The page, with a complete file as its example.
[[nodiscard]] std::string reference_page(const Document& document, std::string_view complete);
/// The JSON Schema (draft 7, which editors support).
[[nodiscard]] std::string json_schema(const Document& document);

}
