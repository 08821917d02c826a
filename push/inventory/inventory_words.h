// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace rocelint::push {

/// The supported platforms by their names in an inventory: "sonic, arista.eos.eos and linux".
[[nodiscard]] std::string reached_platforms();
/// Returns NAME for `{{ lookup('env', 'NAME') }}`, with either kind of quotes; otherwise empty.
[[nodiscard]] std::string_view named_variable(std::string_view text);
/// The inventory key that `key` is probably meant to be: the two differ in one place of at most two letters.
/// Otherwise empty.
[[nodiscard]] std::string_view misspelt(std::string_view key);

}
