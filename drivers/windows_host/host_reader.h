// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/driver.h"
#include "drivers/windows_host/facts.h"

#include <span>
#include <string_view>

namespace rocelint::windows_host {

/// Reads one host from all of its files (Driver::read).
[[nodiscard]] Reading read_host(std::span<const Tree> trees, std::string_view fallback_name);

/// What the files of a host state, with the corrections made. Names are in the trees and in the arena of `scratch`.
[[nodiscard]] HostFacts read_facts(std::span<const Tree> trees, Device& scratch);

}
