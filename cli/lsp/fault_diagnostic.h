// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cli/lsp/diagnostics.h"
#include "models/syntax/json_writer.h"
#include "models/text/result.h"

#include <cstdint>
#include <optional>
#include <string>

namespace rocelint::cli {

/// DiagnosticSeverity of the protocol.
enum class Level : std::uint8_t { error = 1, warning = 2, information = 3, hint = 4 };

/// What every diagnostic of ours begins with.
void begin_diagnostic(JsonWriter& out, const LspRange& range, Level level);

/// Of a file that people wrote for us and that is not valid. The error's message begins with a place ("path:12:3: "); where that is in this
/// file and its `text` is at hand, the diagnostic stands there, else on the first line with the whole message.
[[nodiscard]] Diagnostic fault_diagnostic(
    const std::string& path, const Error& error, const std::string* text, Encoding encoding);

/// What is wrong with a file that no check reads: a fabric.yaml as `render` would read it, an inventory.yaml or .ini as
/// `plan` would. Known by these names; nothing for every other file.
[[nodiscard]] std::optional<Error> fault_of_other_file(const std::string& path, const std::string& text);

}
