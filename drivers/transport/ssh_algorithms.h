// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace rocelint {

/// The lists of algorithms that ssh_config can set.
enum class SshAlgorithmList : std::uint8_t { key_exchange, host_keys, public_keys, ciphers, macs };

/// The whole list that a value of ssh_config(5) asks for: as it is, or after +, - or ^ the library's own with
/// algorithms appended, removed (patterns) or put first.
[[nodiscard]] std::string whole_algorithm_list(SshAlgorithmList list, std::string_view value);

/// Whether the library has at least one of these algorithms, separated by commas.
[[nodiscard]] bool has_any_algorithm(SshAlgorithmList list, const std::string& names);

/// Whether the library can refuse RSA keys below this size.
[[nodiscard]] bool can_require_rsa_bits(int bits);

}
