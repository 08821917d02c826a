// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/line_cli/line_editor.h"

namespace rocelint::line_cli {

/// A set of a port that its lines add up to: "priority-flow-control priority 3,4 no-drop". A line with a list in its first
/// slot puts members in, one that says off takes them out; the port's own lines win over its profile's.
class SetLines {
public:
    SetLines(LineEditor& editor, std::uint8_t fact) : editor_(editor), fact_(fact) { }

    /// Bits of the members that hold for the port.
    [[nodiscard]] std::uint64_t members(std::uint32_t port) const;
    /// Puts members in, each with a line of its own or in place of the one that takes it out. Nothing, or why it cannot be.
    [[nodiscard]] std::string add(const Change& change, std::uint64_t members);
    /// Takes members out of the lines that have them, or overrides those for the port alone.
    [[nodiscard]] std::string take_out(const Change& change, std::uint64_t members);

private:
    struct Said {
        std::uint64_t in = 0;
        std::uint64_t out = 0;
    };
    void read(const PortStanza& stanza, Said& said) const;
    [[nodiscard]] Said own(std::uint32_t port) const;
    [[nodiscard]] std::uint64_t of_profile(std::uint32_t port) const;
    [[nodiscard]] std::string add_one(const Change& change, std::uint64_t member);
    [[nodiscard]] std::string take_out_of(
        const Change& change, const PortStanza& stanza, std::uint64_t members);
    LineEditor& editor_;
    std::uint8_t fact_;
};

}
