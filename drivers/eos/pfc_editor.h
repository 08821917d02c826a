// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/line_cli/line_editor.h"

namespace rocelint::eos {

/// Writes `priority-flow-control` lines: priorities and the watchdog. Each function returns nothing, or why it cannot.
class PfcEditor {
public:
    PfcEditor(const Device& device, line_cli::LineEditor& lines) : device_(device), lines_(lines) { }

    [[nodiscard]] std::string set_priorities(
        const Change& change, const Port& port, const PriorityDelta& delta);
    [[nodiscard]] std::string set_watchdog(
        const Change& change, const Port& port, const WatchdogTarget& target);

private:
    [[nodiscard]] std::string switch_on(const Change& change, const line_cli::FoundLine& on);
    [[nodiscard]] std::string add_priority(const Change& change, Priority priority);
    /// Takes priorities out of the no-drop lines of one stanza, or overrides them for the port alone.
    [[nodiscard]] std::string take_out(
        const Change& change, const line_cli::PortStanza& stanza, PrioritySet gone);
    [[nodiscard]] std::string set_device_times(line_cli::Fact wanted);
    [[nodiscard]] bool all_want_times(const Change& change, const PfcWatchdog& now) const;
    const Device& device_;
    line_cli::LineEditor& lines_;
};

}
