// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace rocelint {

/// Returns a name of at most `longest` bytes: the name itself if it is no longer, else its beginning, a dash
/// and a number made of the whole name. The same name always becomes the same one, so that references keep
/// their meaning, and different names with the same beginning become different ones. 0: no limit.
[[nodiscard]] std::string short_name(std::string_view name, std::size_t longest);

}
