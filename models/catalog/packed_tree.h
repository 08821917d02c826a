// SPDX-License-Identifier: Apache-2.0
// Catalog files are parsed when the program is built (make_tables.cpp), so that program start does not have
// to. Nodes hold indices instead of addresses, so that loading the program needs no relocations for them.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace rocelint::catalog {

/// A node of a file. `key` and `value` are offsets into the file's words.
struct PackedNode {
    std::uint16_t key = 0;
    std::uint16_t key_length = 0;
    std::uint16_t value = 0;
    std::uint16_t value_length = 0;
    std::uint16_t child_count = 0;
    std::uint8_t kind = 0; ///< a Node::Kind
};

/// A file: its nodes, with each parent before its children.
struct PackedTree {
    std::string_view words;
    std::span<const PackedNode> nodes;
};

}
