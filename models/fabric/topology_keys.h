// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/fabric/quantity.h"
#include "models/syntax/document_keys.h"

#include <array>

/// The keys of topology.yaml: what its reader accepts, and what docs/reference/topology.md and its JSON Schema are made of.
namespace rocelint::topology_keys {

extern const KeyTable top;
extern const KeyTable devices;
extern const KeyTable device;
extern const KeyTable link;

/// The words for roles, in every file that people write.
inline constexpr std::array<std::string_view, 9> role_words{
    "host", "leaf", "spine", "super-spine", "super_spine", "core", "border", "management", "storage"};
/// The highest number of a rail, and the metres of the longest cable, in every file that people write.
inline constexpr double last_rail = 1024;
inline constexpr double longest_cable = 200'000;

/// A length as people state it. Parts of a metre are rounded up: headroom is for the whole cable.
[[nodiscard]] Metres whole_metres(double length);

}
