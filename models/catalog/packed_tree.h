// SPDX-License-Identifier: Apache-2.0
// The files of the catalog are read when the program is built (make_tables.cpp): every start would have to do it again. Nodes
// hold numbers and no addresses, so that loading the program does not touch them.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace rocelint::catalog {

/// A node of a file. Its key and its value are parts of the file's words.
struct PackedNode {
    std::uint16_t key = 0;
    std::uint16_t key_length = 0;
    std::uint16_t value = 0;
    std::uint16_t value_length = 0;
    std::uint16_t child_count = 0;
    std::uint8_t kind = 0; ///< a Node::Kind
};

/// A file: its nodes, each before its children.
struct PackedTree {
    std::string_view words;
    std::span<const PackedNode> nodes;
};

}
