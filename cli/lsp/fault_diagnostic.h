// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cli/lsp/diagnostics.h"
#include "models/syntax/json/json_writer.h"
#include "models/text/result.h"

#include <cstdint>
#include <optional>
#include <string>

namespace rocelint::cli {

/// DiagnosticSeverity of the protocol.
enum class Level : std::uint8_t { error = 1, warning = 2, information = 3, hint = 4 };

/// Begins a diagnostic with the members that all of them have.
void begin_diagnostic(JsonWriter& out, const LspRange& range, Level level);

/// The diagnostic of an invalid file of ours (such as a policy). The error's message begins with a place
/// ("path:12:3: "). If that place is in this file and `text` is not null, the diagnostic is there; otherwise
/// it is on the first line with the whole message.
[[nodiscard]] Diagnostic fault_diagnostic(
    const std::string& path, const Error& error, const std::string* text, Encoding encoding);

/// The error that `render` would report for a fabric.yaml, or `plan` for an inventory.yaml or inventory.ini; no check reads
/// these files. They are recognized by name; for any other file there is no value.
[[nodiscard]] std::optional<Error> fault_of_other_file(const std::string& path, const std::string& text);

}
