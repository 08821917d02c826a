// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/eos/stanzas.h"
#include "drivers/eos/writer.h"
#include "models/change/change.h"

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace rocelint::eos {

/// Which line of a port: what it begins with, and the queue block that it stands in.
struct LineName {
    static constexpr std::uint8_t no_queue = 0xff;
    bool (*matches)(std::string_view line) = nullptr;
    std::uint8_t queue = no_queue;
};

/// The line of this name that counts for a port.
struct FoundLine {
    const PortStanza* stanza = nullptr;
    const Node* block = nullptr; ///< of a queue; null for other lines
    const Node* line = nullptr;
};

/// Writes lines of ports: in the place that states them now where all its users want the same, else for the port alone.
class PortLineEditor {
public:
    PortLineEditor(
        std::span<const Tree> trees, const Device& device, std::span<const Change> changes, Writer& writer)
        : stanzas_(trees, device), device_(device), changes_(changes), writer_(writer)
    {
    }

    /// The port's own last line, else its profile's, else its port channel's.
    [[nodiscard]] FoundLine find(std::uint32_t port, const LineName& name) const;
    /// Makes `text` the line of this name. Empty, or why that cannot be.
    [[nodiscard]] std::string put(const Change& change, const LineName& name, const std::string& text);
    /// A further line into the place that has others beginning with the same word, if it may be edited.
    [[nodiscard]] std::string add(const Change& change, const std::string& text);
    /// A line that overrides for the port alone what a shared place says.
    [[nodiscard]] std::string override_after(
        const Change& change, const PortStanza* stanza, const LineName& name, const std::string& text);
    /// Whether everything that uses the stanza wants the change.
    [[nodiscard]] bool may_edit(const PortStanza& stanza, const Change& change) const;
    [[nodiscard]] bool wants(std::uint32_t port, const Change& change) const;
    [[nodiscard]] const Stanzas& stanzas() const { return stanzas_; }

private:
    void insert(const PortStanza& stanza, const LineName& name, const std::string& text);
    Stanzas stanzas_;
    const Device& device_;
    std::span<const Change> changes_;
    Writer& writer_;
};

/// The headers around a line of this stanza.
[[nodiscard]] Path path_of(const PortStanza& stanza, const Node* block);

inline constexpr std::string_view conflicting_line
    = "another correction sets a different value on the same line";

}
