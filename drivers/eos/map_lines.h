// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/eos/line_texts.h"
#include "drivers/eos/writer.h"

#include <span>
#include <string>

namespace rocelint::eos {

/// Collects entries of the device's `qos map` lines, so that one line loses several code points at once.
class MapLines {
public:
    MapLines(std::span<const Tree> trees, Writer& writer) : trees_(trees), writer_(writer) { }

    void set(const MapEntry& entry);
    /// Writes what was set.
    void finish();

private:
    void leave_out(const Tree& tree, const Node& line, const MapText& map);
    void write(const MapText& map);
    std::span<const Tree> trees_;
    Writer& writer_;
    std::vector<MapText> wanted_; ///< one for each target
};

/// A device-wide line: in place of `old`, else behind the last that begins alike, else in front of the interfaces.
[[nodiscard]] bool put_global(std::span<const Tree> trees,
    Writer& writer,
    const Node* old,
    std::string_view beginning,
    std::string text);

}
