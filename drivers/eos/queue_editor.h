// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/eos/port_lines.h"

#include <string>

namespace rocelint::eos {

/// Writes how queues are served: `priority` and `bandwidth percent` lines of `tx-queue` blocks.
class QueueEditor {
public:
    QueueEditor(PortLineEditor& lines, Writer& writer) : lines_(lines), writer_(writer) { }
    /// Empty, or why it cannot be.
    [[nodiscard]] std::string set(const Change& change, const SchedulerTarget& target);

private:
    [[nodiscard]] std::string set_strict(const Change& change);
    [[nodiscard]] std::string take_away(
        const Change& change, const LineName& name, std::string_view undo, std::string_view override_text);
    void drop_empty_block(const FoundLine& found);
    PortLineEditor& lines_;
    Writer& writer_;
};

}
