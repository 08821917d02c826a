// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace rocelint::linux_host {

/// The word without the quotes around it.
[[nodiscard]] std::string_view unquoted(std::string_view word);
[[nodiscard]] inline bool is_option(std::string_view word) { return word.size() > 1 && word.front() == '-'; }
/// The value of an option, written `-i X`, `-iX`, `--name X` or `--name=X`.
[[nodiscard]] std::string_view option(std::string_view arguments, char letter, std::string_view name);
/// The first word that is no option, before any pipe or redirection.
[[nodiscard]] std::string_view first_plain_word(std::string_view arguments);
/// `dev X`, or the first word that is no option.
[[nodiscard]] std::string_view device_of(std::string_view arguments);
[[nodiscard]] bool words_have(std::string_view arguments, std::string_view wanted);

}
