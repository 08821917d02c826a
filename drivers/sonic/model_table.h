// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/sonic/fields.h"
#include "drivers/sonic/tables.h"

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

/// What SONiC's YANG models (sonic-buildimage 086b03bd, src/sonic-yang-models) say of the tables that are written or that name
/// ports. `config apply-patch` holds the whole of CONFIG_DB against them before it does anything, and from 202505
/// `config reload` too. Numbers, words and maps are those of fields.h.
namespace rocelint::sonic {

/// What a leaf takes.
enum class Takes : std::uint8_t {
    text, ///< of so many characters
    number,
    words, ///< one of a few
    priorities, ///< "3,4", or nothing
    metres, ///< "40m"
    reference, ///< the name of a row
};

/// One leaf of a list of YANG: a field of CONFIG_DB.
struct ModelLeaf {
    std::string_view name;
    Takes takes = Takes::text;
    Limit limit{}; ///< of a number; of a text, of its length
    std::span<const std::string_view>
        words{}; ///< all of them; of a number or a name, those that may stand in its place
    Table target{}; ///< of a reference
    bool list = false; ///< a leaf-list: several, with commas between
};

/// What a part of a key takes.
enum class KeyPart : std::uint8_t {
    anything,
    name, ///< a letter or digit, then up to 31 letters, digits, '-' and '_'
    new_port, ///< the name of a port, which is this row's own
    channel, ///< a row of PORTCHANNEL
    port, ///< a row of PORT
    port_or_channel,
    group, ///< "3" or "3-4", up to 7
    queue, ///< likewise, up to 15
};

/// The list of a table: its keys, and the leaves of a row.
struct ModelTable {
    Table table{};
    std::string_view source; ///< the module
    std::array<KeyPart, 2> key{};
    std::uint8_t parts = 1; ///< of the key; 0: as many as there are, of which those in `key` are judged
    std::string_view instead; ///< what may stand in place of the first part: "GLOBAL"
    std::span<const ModelLeaf> leaves;
    std::span<const std::string_view> mandatory{};
    bool open = false; ///< further leaves are not judged
    bool entries = false; ///< each field is an entry of a list inside: a map, or a port with its cable
};

/// The model of a table, or null where it has none or is not judged.
[[nodiscard]] const ModelTable* model_of(Table table);
/// The leaf of this name, or null.
[[nodiscard]] const ModelLeaf* leaf_of(const ModelTable& model, std::string_view name);

}
