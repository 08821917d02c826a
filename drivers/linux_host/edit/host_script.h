// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/driver.h"

#include <span>
#include <string>
#include <string_view>

namespace rocelint::linux_host {

/// A script that sets up a host's NICs at boot, and the unit that runs it.
struct BootScript {
    std::string script_name; ///< "rocelint-host1.sh"
    std::string script;
    std::string unit_name;
    std::string unit;
};
/// `lines` are commands; `interfaces` must exist before the script runs. `host` is a plain name.
[[nodiscard]] BootScript boot_script(
    std::string_view host, std::span<const std::string> lines, std::span<const std::string_view> interfaces);
/// Writes a command as one ExecStart of a unit.
[[nodiscard]] std::string as_exec_start(std::string_view command);
/// Returns shell input that installs both files and enables the unit.
[[nodiscard]] std::string install_text(const BootScript& boot);
/// Whether a host's name can be part of a file name.
[[nodiscard]] bool is_file_name(std::string_view name);

}
