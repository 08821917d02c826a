// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace rocelint::linux_host {

/// A POSIX shell script that prints what this driver reads of a host, as a transcript: `sh collect.sh > host1.txt`. It
/// sets nothing, and needs root only for what the host's own tools keep from others (those outputs are then missing,
/// and the transcript says so).
[[nodiscard]] std::string capture_script();

}
