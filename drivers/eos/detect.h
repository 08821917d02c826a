// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/syntax/tree.h"

#include <string_view>

namespace rocelint::eos {

/// The hostname line's name, else the name in the `! device:` comment.
[[nodiscard]] std::string_view identity(const Tree& tree);

/// The comment lines that EOS writes before a configuration.
struct Header {
    std::string_view device; ///< "leaf1" of `! device: leaf1 (DCS-7060X6-64PE, EOS-4.32.2F)`
    std::string_view model;
    std::string_view version;
    bool is_running_config = false; ///< the file says that it is a whole configuration
    bool prints_defaults = false; ///< show running-config all
};
[[nodiscard]] Header read_header(std::string_view text);

}
