// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace rocelint {

/// What stands in place of a secret.
inline constexpr std::string_view redaction = "<redacted>";

/// [begin, end) of a secret in a line.
struct Secret {
    std::size_t begin = 0;
    std::size_t end = 0;
};

/// The secrets of one line of configuration: what follows a word such as password, key or community, crypt hashes
/// (`$6$...`), and long base64. Rather too much than too little. `closing` ends an unquoted value early.
[[nodiscard]] std::vector<Secret> find_secrets(std::string_view line, char closing = '\0');

/// The line with its secrets replaced.
[[nodiscard]] std::string redact(std::string_view line, char closing = '\0');

/// The line without these parts of it, which are in order.
[[nodiscard]] std::string without_secrets(std::string_view line, const std::vector<Secret>& secrets);

/// Redacts the lines of one file in order. By their structure it knows what is secret though no word of the line says so: armoured keys
/// and certificates, and all that stands below a word that names a secret or begins a part of logins and keys, by deeper indentation
/// or in brackets: names of communities that are keys, `value:` below `key:`, the body of `ldap server one`.
class LineRedactor {
public:
    [[nodiscard]] std::vector<Secret> secrets(std::string_view line);
    [[nodiscard]] std::string line(std::string_view text) { return without_secrets(text, secrets(text)); }

private:
    [[nodiscard]] bool goes_on(std::string_view line);
    void open_section(std::string_view line);
    [[nodiscard]] bool is_row(std::string_view line, std::vector<Secret>& secrets);

    bool in_block_ = false; ///< between BEGIN and END of an armoured key or certificate
    int depth_ = 0; ///< of brackets below the word that began a section
    std::size_t indent_
        = std::string_view::npos; ///< of the line that began a section without brackets; npos: in none
    bool lists_too_ = false; ///< its list may stand as deep as itself, as YAML allows
    std::vector<bool>
        columns_; ///< of the table of comma-separated values that the lines are in, those that are secret
    bool value_follows_ = false; ///< the last line was `name: X`, and X names a secret
};

/// All lines of one file, redacted in order, each with its line feed.
[[nodiscard]] std::string redact_lines(std::string_view text);

/// The same with an `x` for each character of a secret but blanks, quotes, brackets, colons, commas and semicolons, so that every line
/// stays as long as it was and a document one.
[[nodiscard]] std::string mask_secrets(std::string_view text);

}
