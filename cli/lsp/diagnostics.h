// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cli/lsp/abilities.h"
#include "cli/lsp/locator.h"
#include "workspace/open_fabrics.h"

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
    std::uint32_t finding = none; ///< into Report::findings, where it is one
    std::string json;
};

/// How a file is named to the client.
using UriOf = std::function<std::string(const std::string& path)>;

/// What is to be said of the files of a fabric, by path: its findings, and what is wrong with its policy and topology. Of the files that are
/// open, also which checks could not be made and which lines were not understood, as hints.
[[nodiscard]] std::map<std::string, std::vector<Diagnostic>> diagnostics_of(
    const workspace::OpenFabric& fabric,
    const ClientAbilities& client,
    const UriOf& uri_of,
    const std::function<const std::string*(const std::string& path)>& open_text);

}
