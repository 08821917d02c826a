// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/intent/fabric_intent.h"
#include "models/syntax/document_reader.h"

#include <string>
#include <unordered_map>
#include <vector>

namespace rocelint {

/// The largest number of ports in a fabric.
inline constexpr std::size_t most_ports = 1'000'000;

/// An end of a cable at a port that its device does not list.
struct DanglingEnd {
    std::uint32_t device = 0;
    std::string port;
    Span at;
};

/// The steps that turn fabric.yaml into a FabricIntent. The reader keeps mistakes; each step continues only
/// while the reader has none.
struct IntentReading {
    DocumentReader& reader;
    FabricIntent& intent;
    std::unordered_map<std::string, std::uint32_t> device_index;
    /// By device, by port name.
    std::vector<std::unordered_map<std::string, std::uint32_t>> port_index;
    std::vector<DanglingEnd> dangling;
};

/// Adds the ports of one `ports:` section to a device or template, or changes them if they exist.
void read_ports(IntentReading& reading, const Node& node, IntentDevice& device);
/// Connects the ends of all links to devices and ports. A device that lists no ports gets the ports that its
/// links name.
void read_links(IntentReading& reading, const Node& node);
/// Reads the InfiniBand subnets.
void read_subnets(IntentReading& reading, const Node& node);
/// Validates the intent with rocelint-fabric.yang. Until then, ends may lead nowhere and numbers may be out
/// of range.
void validate_document(IntentReading& reading);
/// Gives both ends of every cable the speed that the cable or one of the ends states.
void settle_speeds(IntentReading& reading);
/// Checks the intent against the catalog: platforms, ASICs, NICs, speeds.
void check_hardware(IntentReading& reading, std::span<const std::string_view> platforms);

/// The names that the text of `node` expands to; empty after a mistake.
[[nodiscard]] std::vector<std::string> names_of(
    DocumentReader& reader, const Node& node, std::string_view pattern);
/// A rate such as 400G; not given after a mistake.
[[nodiscard]] Stated<BitsPerSecond> read_speed(DocumentReader& reader, const Node& node);
/// A whole number. The YANG module decides whether it is valid.
[[nodiscard]] Stated<std::uint32_t> read_whole(DocumentReader& reader, const Node& node);
[[nodiscard]] Stated<Bytes> read_bytes(DocumentReader& reader, const Node& node);

}
