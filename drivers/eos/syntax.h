// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/fabric/port.h"
#include "models/syntax/indent_tree.h"
#include "models/syntax/tree.h"

#include <string_view>

namespace rocelint::eos {

/// For a line that begins free text, the line that ends it; see IndentGrammar.
[[nodiscard]] std::string_view text_terminator(std::string_view line);
/// Returns the name in the hostname line, else the name in the `! device:` comment.
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

/// Returns the kind of port that an interface name stands for ("Ethernet1/1", "Port-Channel5.100").
[[nodiscard]] PortKind kind_of_port(std::string_view name);
/// Returns the EOS interface type spelled most like that of `name`; empty if none is similar.
[[nodiscard]] std::string_view nearest_port_type(std::string_view name);

}
