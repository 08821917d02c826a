// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace rocelint::e2e {

/// A secret where devices and hosts keep one, in the syntax of its platform.
struct PlantedSecret {
    std::string_view platform; ///< "eos", "onyx", "nxos", "sonic", "junos", "linux-host", "app-env"
    std::string_view secret; ///< says where it stands, so that a failure tells which one got out
    /// Whole lines (EOS, Onyx, NX-OS, Junos statements, output of a host), or members of CONFIG_DB without the comma behind them.
    std::string_view text;
};

/// All of them, each once.
[[nodiscard]] std::span<const PlantedSecret> planted_secrets();
/// The texts of one platform, one below the other; with `between` behind each but the last.
[[nodiscard]] std::string planted_text(std::string_view platform, std::string_view between = "");
/// Of the planted secrets those that stand in this text, plain, in base64 or in hexadecimal digits; separated by blanks.
[[nodiscard]] std::string secrets_in(std::string_view text);

}
