// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/line_cli/write/line_editor.h"

namespace rocelint::line_cli {

/// A set of a port that results from several lines: "priority-flow-control priority 3,4 no-drop". A line with
/// a list in its first slot adds members, one that says off removes them. The port's own lines win over those
/// of its profile.
class SetLines {
public:
    SetLines(LineEditor& editor, std::uint8_t fact) : editor_(editor), fact_(fact) { }

    /// Returns the bits of the members that apply to the port.
    [[nodiscard]] std::uint64_t members(std::uint32_t port) const;
    /// Adds each member: replaces the line that excludes it if there is one, otherwise adds a line. Returns an empty
    /// string, or the reason it failed.
    [[nodiscard]] std::string add(const Change& change, std::uint64_t members);
    /// Removes members from the lines that have them, or overrides those lines for the port alone.
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
