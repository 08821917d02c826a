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

/// Redacts the lines of one file in order: it knows of blocks, such as certificates, whose lines are secret together.
class LineRedactor {
public:
    [[nodiscard]] std::string line(std::string_view text);

private:
    bool in_block_ = false; ///< between BEGIN and END of an armoured key or certificate
    int depth_ = 0; ///< of brackets below a secret member, whose keys are secrets themselves
};

/// All lines of one file, redacted in order, each with its line feed.
[[nodiscard]] std::string redact_lines(std::string_view text);

}
