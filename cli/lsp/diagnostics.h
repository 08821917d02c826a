// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cli/lsp/abilities.h"
#include "cli/lsp/locator.h"
#include "workspace/editor/open_fabrics.h"

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

namespace rocelint::cli {

/// One diagnostic of a file.
struct Diagnostic {
    static constexpr std::uint32_t none = 0xffffffffU;
    LspRange range;
    std::uint32_t finding = none; ///< index in Report::findings, if it is a finding
    std::string json;
};

/// Returns the URI that the client uses for a file.
using UriOf = std::function<std::string(const std::string& path)>;

/// The diagnostics of a fabric's files, by path: its findings, and errors in its policy and topology. For
/// open files also, as hints, the checks that could not be made and the lines that were not understood.
[[nodiscard]] std::map<std::string, std::vector<Diagnostic>> diagnostics_of(
    const workspace::OpenFabric& fabric,
    const ClientAbilities& client,
    const UriOf& uri_of,
    const std::function<const std::string*(const std::string& path)>& open_text);

}
