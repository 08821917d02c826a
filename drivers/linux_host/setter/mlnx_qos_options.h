// SPDX-License-Identifier: Apache-2.0
// The command line of mlnx-tools' python/mlnx_qos, parsed as Python's optparse does.
#pragma once

#include "drivers/shell/shell.h"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace rocelint::linux_host {

/// What mlnx_qos does, in this order; it ends at the first value that it does not accept.
enum class QosStep : std::uint8_t {
    dcbx,
    cable_length,
    show_pfc, ///< and nothing after it
    some_pfc, ///< and nothing after it
    pfc,
    dscp_map,
    default_priority,
    trust,
    buffers,
    rate_limits,
    classes,
    none, ///< an option that is no step
};

/// One option of mlnx_qos.
struct QosOption {
    std::string_view name; ///< may be empty
    std::string_view letter; ///< may be empty
    QosStep step = QosStep::none;
    bool takes_value = true;
    bool repeats = false; ///< each use counts, otherwise the last one
};

/// An option of a command, with its value.
struct QosArgument {
    const QosOption* option = nullptr;
    ShellWord value;
};

/// A command line as optparse leaves it.
struct QosArguments {
    std::vector<QosArgument> given;
    /// Why the parser ends the program before it does anything, and at which word; empty if it does not.
    std::string refused;
    const ShellWord* refused_at = nullptr;
    bool only_shows = false; ///< `--help` or `--version`, after which nothing is done
    bool known = true; ///< false: a word that only a running shell knows may be an option
};

/// `words` begin after the command's name.
[[nodiscard]] QosArguments parse_mlnx_qos(std::span<const ShellWord> words);

}
