// SPDX-License-Identifier: Apache-2.0
#include "drivers/sonic/tables/counter_keys.h"

#include <array>

namespace rocelint::sonic {
namespace {

// The tables whose rows are objects. Watermarks since the user last cleared them, and since the switch last started.
constexpr std::array object_tables{"COUNTERS:", "USER_WATERMARKS:", "PERSISTENT_WATERMARKS:"};

}

std::string_view object_of_key(std::string_view key)
{
    for (const std::string_view table : object_tables) {
        if (key.starts_with(table) && key.substr(table.size()).starts_with("oid:"))
            return key.substr(table.size());
    }
    return {};
}

bool is_counters_key(std::string_view key)
{
    return !object_of_key(key).empty() || (key.starts_with("COUNTERS_") && key.ends_with("_NAME_MAP"));
}

bool is_counter_database(const Tree& tree)
{
    constexpr std::size_t most_looked_at = 256; // other rows may come first, such as those of rates
    if (tree.root == nullptr || tree.root->kind != Node::Kind::object)
        return false;
    std::size_t looked_at = 0;
    for (const Node& member : *tree.root) {
        if (is_counters_key(member.key))
            return true;
        if (++looked_at == most_looked_at)
            break;
    }
    return false;
}

}
