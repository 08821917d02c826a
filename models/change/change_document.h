// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/change/change.h"
#include "models/syntax/document_reader.h"
#include "models/syntax/json_writer.h"

#include <optional>
#include <string>
#include <string_view>

namespace rocelint {

/// A Change that stands apart from its device: with the port's name instead of its index.
struct NamedChange {
    std::string port; ///< empty: the whole device
    Change change; ///< its port is the one of the whole device
    friend bool operator==(const NamedChange&, const NamedChange&) = default;
};

/// `change` of this device with the name of its port.
[[nodiscard]] NamedChange named(const Device& device, const Change& change);
/// The change on this device, which has the index `index` in its Fabric. Nothing where it has no such port.
[[nodiscard]] std::optional<Change> on_device(
    const NamedChange& named, const Device& device, std::uint32_t index);

/// Writes a change as one JSON object, without loss:
/// `{"port": "Ethernet4", "property": "dscp-map", "class": "hitless", "set": {"map": "dscp-to-tc", "from": 26, "to": 3}}`.
/// `port` is null for the whole device; `number` and `shared` are there where they mean something. Shares are in
/// hundredths of a percent.
void write_change(JsonWriter& json, const NamedChange& change);

/// Reads what write_change wrote. A mistake is kept in the reader: an unknown key or word, a number out of its range, a
/// value that the property does not take.
[[nodiscard]] NamedChange read_change(DocumentReader& reader, const Node& node);

}
