// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/change/change.h"
#include "models/syntax/document_reader.h"
#include "models/syntax/json/json_writer.h"

#include <optional>
#include <string>
#include <string_view>

namespace rocelint {

/// A Change without its device: it has the port's name instead of its index.
struct NamedChange {
    std::string port; ///< empty: the whole device
    Change change; ///< its `port` is that of the whole device
    friend bool operator==(const NamedChange&, const NamedChange&) = default;
};

/// `change` of this device with the name of its port.
[[nodiscard]] NamedChange named(const Device& device, const Change& change);
/// The change on this device, whose index in its Fabric is `index`. Nothing if the device has no such port.
[[nodiscard]] std::optional<Change> on_device(
    const NamedChange& named, const Device& device, std::uint32_t index);

/// Writes a change as one JSON object, without loss:
/// `{"port": "Ethernet4", "property": "dscp-map", "class": "hitless", "set": {"map": "dscp-to-tc", "from":
/// 26, "to": 3}}`.
/// `port` is null for the whole device; `number` and `shared` appear only where they have a meaning. Shares
/// are in hundredths of a percent.
void write_change(JsonWriter& json, const NamedChange& change);

/// Reads what write_change wrote. The reader keeps the error: an unknown key or word, a number out of range,
/// or a value that the property does not take.
[[nodiscard]] NamedChange read_change(DocumentReader& reader, const Node& node);

}
