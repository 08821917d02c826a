// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cli/lsp/line_index.h"
#include "models/syntax/json/json_writer.h"
#include "models/text/source.h"

#include <memory>
#include <vector>

namespace rocelint::cli {

/// Converts the Spans of one check into positions of the protocol. The sources must outlive it.
class Locator {
public:
    Locator(const SourceSet& sources, Encoding encoding)
        : sources_(sources), encoding_(encoding), indices_(sources.size())
    {
    }

    [[nodiscard]] const Source* source(Span span) const { return sources_.find(span.source); }
    /// The range to underline: of a span over several lines, the first line; of a span without length, the
    /// rest of its line.
    [[nodiscard]] LspRange shown(Span span);
    /// The exact range of the span.
    [[nodiscard]] LspRange exact(Span span);
    [[nodiscard]] const LineIndex& index(const Source& source);

private:
    const SourceSet& sources_;
    Encoding encoding_;
    std::vector<std::unique_ptr<LineIndex>> indices_;
};

/// A string in JSON syntax.
[[nodiscard]] std::string json_string(std::string_view text);

void write_range(JsonWriter& out, std::string_view key, const LspRange& range);

}
