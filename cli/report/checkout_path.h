// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace rocelint::cli {

/// A path as the services that show reports want it: from the root of the checkout, which is the nearest folder upward that
/// git keeps, else the working directory. One that leads out of it stays as it was given, without "." and "..".
[[nodiscard]] std::string checkout_path(const std::string& path);

}
