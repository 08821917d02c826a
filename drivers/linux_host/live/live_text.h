// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace rocelint::linux_host {

/// The transcript in the form that is stored and read: without what changes by itself (lifetimes of addresses
/// and routes, ages of neighbors, temperatures), and without secrets.
[[nodiscard]] std::string stored_text(std::string_view transcript);

/// The configuration of the RDMA interfaces in a transcript, and of the interfaces above and below them: if
/// two such texts are equal, nothing has changed. Excludes link states and speeds, automatic buffer sizes,
/// routes, neighbors and other interfaces.
[[nodiscard]] std::string configured_text(std::string_view transcript);

}
