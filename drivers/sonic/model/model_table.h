// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/sonic/tables/fields.h"
#include "drivers/sonic/tables/tables.h"

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

/// SONiC's YANG models (sonic-buildimage 086b03bd, src/sonic-yang-models) for the tables that we write or
/// that name ports. `config apply-patch` checks the whole of CONFIG_DB against them before it does anything,
/// and from 202505 on `config reload` does too. Numbers, words and maps come from fields.h.
namespace rocelint::sonic {

/// The values that a leaf accepts.
enum class Takes : std::uint8_t {
    text, ///< its length is limited
    number,
    words, ///< one of a few
    priorities, ///< "3,4", or empty
    metres, ///< "40m"
    reference, ///< the name of another row
};

/// One leaf of a YANG list: a field of CONFIG_DB.
struct ModelLeaf {
    std::string_view name;
    Takes takes = Takes::text;
    Limit limit{}; ///< of a number, or of the length of a text
    /// All words; for a number or a reference, the words allowed instead.
    std::span<const std::string_view> words{};
    Table target{}; ///< for a reference
    bool list = false; ///< a leaf-list: several values, separated by commas
};

/// The values that a part of a key accepts.
enum class KeyPart : std::uint8_t {
    anything,
    name, ///< a letter or digit, then up to 31 letters, digits, '-' and '_'
    /// The name of the port that this row defines.
    new_port,
    channel, ///< a row of PORTCHANNEL
    port, ///< a row of PORT
    port_or_channel,
    group, ///< "3" or "3-4", up to 7
    queue, ///< the same, up to 15
};

/// The YANG list of a table: its keys, and the leaves of a row.
struct ModelTable {
    Table table{};
    std::string_view source; ///< the YANG module
    std::array<KeyPart, 2> key{};
    /// Number of parts of the key; 0: any number, of which those in `key` are checked.
    std::uint8_t parts = 1;
    std::string_view instead; ///< allowed in place of the first part: "GLOBAL"
    std::span<const ModelLeaf> leaves;
    std::span<const std::string_view> mandatory{};
    bool open = false; ///< other leaves are not checked
    /// Each field is an entry of an inner list: a map, or a port with its cable.
    bool entries = false;
};

/// The model of a table; null if it has none or is not checked.
[[nodiscard]] const ModelTable* model_of(Table table);
/// The leaf of this name, or null.
[[nodiscard]] const ModelLeaf* leaf_of(const ModelTable& model, std::string_view name);

}
