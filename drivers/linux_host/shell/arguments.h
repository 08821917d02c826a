// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/text/ascii.h"

#include <string_view>

namespace rocelint::linux_host {

/// The text without surrounding blanks, and without the CR of a terminal at its ends.
[[nodiscard]] constexpr std::string_view trimmed(std::string_view text)
{
    return ascii::trimmed(text, ascii::is_blank_or_cr);
}
/// The part after the last slash.
[[nodiscard]] inline std::string_view last_part(std::string_view path)
{
    return path.substr(path.find_last_of('/') + 1);
}
/// The word without surrounding quotes.
[[nodiscard]] std::string_view unquoted(std::string_view word);
[[nodiscard]] inline bool is_option(std::string_view word) { return word.size() > 1 && word.front() == '-'; }
/// The value of an option, written `-i X`, `-iX`, `--name X` or `--name=X`.
[[nodiscard]] std::string_view option(std::string_view arguments, char letter, std::string_view name);
/// The first word that is not an option, before any pipe or redirection.
[[nodiscard]] std::string_view first_plain_word(std::string_view arguments);
/// `dev X`, or the first word that is not an option.
[[nodiscard]] std::string_view device_of(std::string_view arguments);
[[nodiscard]] bool words_have(std::string_view arguments, std::string_view wanted);

}
