// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/line_cli/read/lines.h"
#include "models/fabric/device.h"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace rocelint::line_cli {

/// A stanza and the ports that it applies to.
struct PortStanza {
    const Stanza* stanza = nullptr;
    std::vector<std::uint32_t> users; ///< indexes in Device::ports
    bool profile = false;

    [[nodiscard]] const Tree& tree() const { return *stanza->tree; }
};

/// A header of interfaces: "interface {name}". `prefix` is put in front of the names in the header to get
/// port names.
struct PortHeader {
    std::uint8_t fact = 0;
    std::string_view prefix;
    PortKind kind = PortKind::other; ///< the kind of its ports, if the header alone determines it
};

/// How a platform assigns lines to its ports.
struct PortBlocks {
    std::span<const PortHeader> headers;
    std::uint8_t profile = 0; ///< fact of a profile's header; 0: there are no profiles
    std::uint8_t reference = 0; ///< fact of the port's line that names its profile
};

/// Returns the kind of the header whose prefix, followed by a number, begins the name.
[[nodiscard]] PortKind kind_by_header(const PortBlocks& blocks, std::string_view name);

/// Finds the lines of a configuration that apply to a port, nearest last.
class StanzaIndex {
public:
    StanzaIndex(const Lines& lines, const PortBlocks& blocks, const Device& device);

    /// Returns the interface stanzas that name the port, in the order in which the device applies them.
    [[nodiscard]] std::vector<const PortStanza*> of_port(std::uint32_t port) const;
    /// Returns the profile that the port refers to, or null.
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

// The names of this header for platforms: see statement.h.
namespace rocelint::line_cli::vocabulary {

using line_cli::PortStanza;

}
