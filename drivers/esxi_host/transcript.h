// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/driver.h"

#include <string_view>
#include <vector>

namespace rocelint::esxi_host {

/// A line that was typed: `[root@esx1:~] command`, `~ # command`, `+ command` of a traced script.
struct Prompt {
    bool found = false;
    std::string_view host; ///< empty where the prompt does not show it
    std::string_view command;
};
[[nodiscard]] Prompt parse_prompt(std::string_view line);

/// The command whose output begins at a line, where no prompt shows it: the titles of its table, or the first lines of its
/// block, are those of one command alone. Empty for any other line.
[[nodiscard]] std::string_view command_by_output(std::string_view line, std::string_view next);

/// The words of a command; quotation marks around a word are removed.
[[nodiscard]] std::vector<std::string_view> words_of(std::string_view command);
/// The value of an option in one of its forms: `-n vmnic4`, `--nic-name vmnic4`, `--nic-name=vmnic4`; else empty.
[[nodiscard]] std::string_view option(
    const std::vector<std::string_view>& words, std::string_view letter, std::string_view word);
/// Whether a line is the dashes below the titles of a table.
[[nodiscard]] bool is_underline(std::string_view line);
/// Whether the command begins with these words.
[[nodiscard]] bool is_command(std::string_view command, std::string_view words);

/// What the first line of a script with corrections says before the host's name.
constexpr std::string_view correction_mark = "# rocelint ESXi host: ";
/// Whether rocelint wrote the script to correct a host's settings.
[[nodiscard]] bool is_correction(const Source& source);

/// Whether the file name is that of a command: "esxcli-network-nic-list.txt".
[[nodiscard]] bool is_capture_name(std::string_view path);

[[nodiscard]] Detection detect(const Source& source);
/// Makes a node of each line that is neither blank nor a comment.
[[nodiscard]] Tree parse(const Source& source);

/// The line that states the host's name, and the name; null and empty if no line states it.
struct NamedHost {
    const Node* line = nullptr;
    std::string_view name;
    std::string_view prompted{}; ///< the host of the prompt behind which the name was asked for
};
[[nodiscard]] NamedHost named_host(const Tree& tree);
[[nodiscard]] std::string_view identity(const Tree& tree);

/// Whether two names are of one host: equal, or one is the first label of the other.
[[nodiscard]] bool is_same_host(std::string_view a, std::string_view b);

}
