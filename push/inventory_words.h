// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace rocelint::push {

/// The platforms that are reached, by their names in an inventory: "sonic, arista.eos.eos and linux".
[[nodiscard]] std::string reached_platforms();
/// `{{ lookup('env', 'NAME') }}`, with either kind of quotes: NAME. Else empty.
[[nodiscard]] std::string_view named_variable(std::string_view text);
/// The key of an inventory that this one was meant to be: apart from one place of at most two letters they are equal. Else empty.
[[nodiscard]] std::string_view misspelt(std::string_view key);

}
