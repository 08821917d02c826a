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

/// What a client asks for.
struct ActionWish {
    LspRange range;
    std::vector<std::string> only; ///< kinds; empty: all
};

/// The version of a file that is open.
using VersionOf = std::function<std::optional<std::int64_t>(const std::string& path)>;

/// The code actions for a range of one file, as a JSON array: for each finding there what `fix` would do about it alone, proved as
/// `fix` proves it, and for the file as a whole what it would do about all of them.
[[nodiscard]] std::string code_actions_of(const workspace::OpenFabric& fabric,
    const Source& source,
    std::span<const Diagnostic> diagnostics,
    const ActionWish& wish,
    const ClientAbilities& client,
    const UriOf& uri_of,
    const VersionOf& version_of);

}
