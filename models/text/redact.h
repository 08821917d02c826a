// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace rocelint {

/// The text that replaces a secret.
inline constexpr std::string_view redaction = "<redacted>";

/// [begin, end) of a secret in a line.
struct Secret {
    std::size_t begin = 0;
    std::size_t end = 0;
};

/// The secrets of one configuration line: text after a word such as password, key or community, crypt hashes
/// (`$6$...`), and long base64. Prefers finding too much over too little. `closing` is a character that ends
/// an unquoted value.
[[nodiscard]] std::vector<Secret> find_secrets(std::string_view line, char closing = '\0');

/// The line with its secrets replaced.
[[nodiscard]] std::string redact(std::string_view line, char closing = '\0');

/// The line with these parts of it replaced; the parts must be in order.
[[nodiscard]] std::string without_secrets(std::string_view line, const std::vector<Secret>& secrets);

/// Redacts the lines of one file in order. Recognizes from the file's structure secrets that no word on their
/// line reveals: armored keys and certificates, and everything below a word that names a secret or begins a
/// section of logins and keys, by deeper indentation or in brackets. Examples: community names used as keys,
/// `value:` below `key:`, the body of `ldap server one`.
class LineRedactor {
public:
    [[nodiscard]] std::vector<Secret> secrets(std::string_view line);
    [[nodiscard]] std::string line(std::string_view text) { return without_secrets(text, secrets(text)); }

private:
    [[nodiscard]] bool goes_on(std::string_view line);
    void open_section(std::string_view line);
    [[nodiscard]] bool is_row(std::string_view line, std::vector<Secret>& secrets);

    bool in_block_ = false; ///< between BEGIN and END of an armored key or certificate
    int depth_ = 0; ///< bracket depth below the word that began a section
    /// of the line that began a section without brackets; npos: no such section
    std::size_t indent_ = std::string_view::npos;
    bool lists_too_ = false; ///< the section's list may be indented as deep as its first line, as YAML allows
    std::vector<bool> columns_; ///< which columns of the current comma-separated table are secret
    bool value_follows_ = false; ///< the last line was `name: X`, and X names a secret
};

/// All lines of one file, redacted in order, each with its line feed.
[[nodiscard]] std::string redact_lines(std::string_view text);

/// The same, but replaces each character of a secret with `x`, except blanks, quotes, brackets, colons,
/// commas and semicolons, so that every line keeps its length and a document stays valid.
[[nodiscard]] std::string mask_secrets(std::string_view text);

}
