// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cli/lsp/diagnostics.h"

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace rocelint::cli {

/// The code actions that a client requests.
struct ActionWish {
    LspRange range;
    std::vector<std::string> only; ///< kinds; empty: all
};

/// Returns the version of an open file.
using VersionOf = std::function<std::optional<std::int64_t>(const std::string& path)>;

/// The code actions for a range of one file, as a JSON array: for each finding there, the correction that
/// `fix` would make for it alone, verified as `fix` does, and a waiver comment; and for the whole file, the corrections of all of
/// its findings.
[[nodiscard]] std::string code_actions_of(const workspace::OpenFabric& fabric,
    const Source& source,
    std::span<const Diagnostic> diagnostics,
    const ActionWish& wish,
    const ClientAbilities& client,
    const UriOf& uri_of,
    const VersionOf& version_of);

}
