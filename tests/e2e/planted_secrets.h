// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace rocelint::e2e {

/// A secret in a place where devices and hosts keep one, in the syntax of its platform.
struct PlantedSecret {
    std::string_view platform; ///< "eos", "onyx", "nxos", "sonic", "junos", "linux-host", "app-env"
    std::string_view secret; ///< names its place, so that a failure shows which one leaked
    /// Whole lines (EOS, Onyx, NX-OS, Junos statements, output of a host), or members of CONFIG_DB without the trailing comma.
    std::string_view text;
};

/// All planted secrets; each occurs once.
[[nodiscard]] std::span<const PlantedSecret> planted_secrets();
/// The texts of one platform, joined with `between`.
[[nodiscard]] std::string planted_text(std::string_view platform, std::string_view between = "");
/// The planted secrets that this text contains, plain, in base64 or in hexadecimal; separated by blanks.
[[nodiscard]] std::string secrets_in(std::string_view text);

}
