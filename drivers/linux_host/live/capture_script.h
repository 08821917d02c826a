// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace rocelint::linux_host {

/// Returns a POSIX shell script that prints, as a transcript, what this driver reads of a host: `sh
/// collect.sh > host1.txt`. The script changes nothing. It needs root only for what the host's tools hide
/// from other users (those outputs are then missing, and the transcript says so).
[[nodiscard]] std::string capture_script();

}
