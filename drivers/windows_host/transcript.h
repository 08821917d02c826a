// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/driver.h"

#include <string_view>

namespace rocelint::windows_host {

/// A prompt of PowerShell: `PS C:\> command`, `[HOST]: PS C:\> command`.
struct Prompt {
    bool found = false;
    std::string_view host; ///< of a remote session; else empty
    std::string_view command;
};
[[nodiscard]] Prompt parse_prompt(std::string_view line);

[[nodiscard]] bool is_clixml(std::string_view text);
/// Whether the tree is of ConvertTo-Json or Export-Clixml, and not of lines.
[[nodiscard]] bool is_exported(const Tree& tree);

/// Whether the tree is of a script: a file of that name, or lines without prompts, tables and lists.
[[nodiscard]] bool is_script(const Tree& tree);

/// What the first line of a script with corrections says before the host's name.
constexpr std::string_view correction_mark = "# rocelint Windows host: ";
/// Whether rocelint wrote the script to correct a host's settings.
[[nodiscard]] bool is_correction(const Source& source);

[[nodiscard]] Detection detect(const Source& source);
/// Makes a node of each line that is not blank; of an exported document, its own tree.
[[nodiscard]] Tree parse(const Source& source);

/// The line that a transcript states the host's name in, and the name; null and empty if there is none.
struct NamedHost {
    const Node* line = nullptr;
    std::string_view name;
    std::string_view
        prompted{}; ///< the host of the prompt, which may be another name of it or its IP address
};
[[nodiscard]] NamedHost named_host(const Tree& tree);
[[nodiscard]] std::string_view identity(const Tree& tree);

}
