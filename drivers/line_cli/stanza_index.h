// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/line_cli/lines.h"
#include "models/fabric/device.h"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace rocelint::line_cli {

/// A stanza with the ports that it speaks of.
struct PortStanza {
    const Stanza* stanza = nullptr;
    std::vector<std::uint32_t> users; ///< indexes in Device::ports
    bool profile = false;

    [[nodiscard]] const Tree& tree() const { return *stanza->tree; }
};

/// A header of interfaces: "interface {name}", the names of whose ports begin with `prefix` besides what the header says.
struct PortHeader {
    std::uint8_t fact = 0;
    std::string_view prefix;
    PortKind kind = PortKind::other; ///< of its ports, where the header alone tells
};

/// How a platform's ports come by their lines.
struct PortBlocks {
    std::span<const PortHeader> headers;
    std::uint8_t profile = 0; ///< fact of a profile's header; 0: there are none
    std::uint8_t reference = 0; ///< fact of the port's line that names its profile
};

/// The kind of the header by whose prefix the name begins, up to a number.
[[nodiscard]] PortKind kind_by_header(const PortBlocks& blocks, std::string_view name);

/// Which lines of a configuration speak of which port, nearest last.
class StanzaIndex {
public:
    StanzaIndex(const Lines& lines, const PortBlocks& blocks, const Device& device);

    /// Interface stanzas that name the port, in the order in which the device takes them.
    [[nodiscard]] std::vector<const PortStanza*> of_port(std::uint32_t port) const;
    /// The profile that the port refers to, or null.
    [[nodiscard]] const PortStanza* profile_of(std::uint32_t port) const;
    [[nodiscard]] std::span<const Fact> facts(const PortStanza& stanza) const
    {
        return lines_.inside(*stanza.stanza);
    }
    [[nodiscard]] const Fact& header(const PortStanza& stanza) const { return lines_.header(*stanza.stanza); }
    [[nodiscard]] const Lines& lines() const { return lines_; }
    [[nodiscard]] const PortBlocks& blocks() const { return blocks_; }

private:
    [[nodiscard]] const PortHeader* header_of(std::uint8_t fact) const;
    void bind_profiles();
    const Lines& lines_;
    const PortBlocks& blocks_;
    std::vector<PortStanza> interfaces_;
    std::vector<PortStanza> profiles_;
};

}
