// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace rocelint::linux_host {

/// A transcript without what changes by itself (lifetimes of addresses and routes, ages of neighbours, temperatures),
/// and without secrets: what is stored and read.
[[nodiscard]] std::string stored_text(std::string_view transcript);

/// What of a transcript is configuration of the RDMA interfaces, and of those above and below them: two equal texts mean
/// that nobody changed it. Without link states and speeds, automatic buffer sizes, routes, neighbours and other interfaces.
[[nodiscard]] std::string configured_text(std::string_view transcript);

}
