// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/intent/fabric_intent.h"
#include "models/syntax/document_reader.h"

#include <string>
#include <unordered_map>
#include <vector>

namespace rocelint {

/// The most ports that a fabric may have.
inline constexpr std::size_t most_ports = 1'000'000;

/// An end of a cable in a port that its device does not list.
struct DanglingEnd {
    std::uint32_t device = 0;
    std::string port;
    Span at;
};

/// The steps in which fabric.yaml becomes a FabricIntent. Mistakes stay with the reader; each step goes on only while
/// it is good.
struct IntentReading {
    DocumentReader& reader;
    FabricIntent& intent;
    std::unordered_map<std::string, std::uint32_t> device_index;
    /// By device, by port name.
    std::vector<std::unordered_map<std::string, std::uint32_t>> port_index;
    std::vector<DanglingEnd> dangling;
};

/// Adds the ports of one `ports:` section to a device, or to a template; a port that is there already is changed.
void read_ports(IntentReading& reading, const Node& node, IntentDevice& device);
/// Joins the ends of all links to devices and ports. A device that lists no ports gets those that its links name.
void read_links(IntentReading& reading, const Node& node);
/// Reads the InfiniBand subnets.
void read_subnets(IntentReading& reading, const Node& node);
/// Holds the intent against rocelint-fabric.yang. Before it, ends may lead nowhere and numbers be out of range.
void validate_document(IntentReading& reading);
/// Gives both ends of every cable the speed that it or either of them states.
void settle_speeds(IntentReading& reading);
/// Holds the intent against the catalog: platforms, ASICs, NICs, speeds.
void check_hardware(IntentReading& reading, std::span<const std::string_view> platforms);

/// The names that the text of `node` stands for; nothing after a mistake.
[[nodiscard]] std::vector<std::string> names_of(
    DocumentReader& reader, const Node& node, std::string_view pattern);
/// A rate such as 400G; nothing after a mistake.
[[nodiscard]] Stated<BitsPerSecond> read_speed(DocumentReader& reader, const Node& node);
/// A whole number. Whether it makes sense is the YANG module's to say.
[[nodiscard]] Stated<std::uint32_t> read_whole(DocumentReader& reader, const Node& node);
[[nodiscard]] Stated<Bytes> read_bytes(DocumentReader& reader, const Node& node);

}
