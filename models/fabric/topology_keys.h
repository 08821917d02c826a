// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/fabric/value/quantity.h"
#include "models/syntax/document_keys.h"

#include <array>

/// The keys of topology.yaml. Its reader accepts them, and docs/reference/topology.md and its JSON Schema are
/// generated from them.
namespace rocelint::topology_keys {

extern const KeyTable top;
extern const KeyTable devices;
extern const KeyTable device;
extern const KeyTable link;

/// The words for roles in every user-written file.
inline constexpr std::array<std::string_view, 9> role_words{
    "host", "leaf", "spine", "super-spine", "super_spine", "core", "border", "management", "storage"};
/// The highest rail number, and the longest cable in meters, in every user-written file.
inline constexpr double last_rail = 1024;
inline constexpr double longest_cable = 200'000;

}
