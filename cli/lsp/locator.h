// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cli/lsp/line_index.h"
#include "models/syntax/json_writer.h"
#include "models/text/source.h"

#include <memory>
#include <vector>

namespace rocelint::cli {

/// Where the Spans of one check are, as the protocol counts. The sources must outlive it.
class Locator {
public:
    Locator(const SourceSet& sources, Encoding encoding)
        : sources_(sources), encoding_(encoding), indices_(sources.size())
    {
    }

    [[nodiscard]] const Source* source(Span span) const { return sources_.find(span.source); }
    /// What an editor underlines: of a span of several lines the first, of one without length the rest of its line.
    [[nodiscard]] LspRange shown(Span span);
    /// The span as it is.
    [[nodiscard]] LspRange exact(Span span);
    [[nodiscard]] const LineIndex& index(const Source& source);

private:
    const SourceSet& sources_;
    Encoding encoding_;
    std::vector<std::unique_ptr<LineIndex>> indices_;
};

/// A string as a JSON value.
[[nodiscard]] std::string json_string(std::string_view text);

void write_range(JsonWriter& out, std::string_view key, const LspRange& range);

}
