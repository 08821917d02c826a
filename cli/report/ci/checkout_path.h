// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace rocelint::cli {

/// A path in the form that services showing reports expect: relative to the root of the checkout, which is
/// the nearest folder upward that has a git repository, otherwise the working directory. A path outside of it
/// stays as given, without "." and "..".
[[nodiscard]] std::string checkout_path(const std::string& path);

}
