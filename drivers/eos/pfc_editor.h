// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/eos/map_lines.h"
#include "drivers/eos/port_lines.h"

namespace rocelint::eos {

/// Writes `priority-flow-control` lines: priorities and the watchdog. Each function returns nothing, or why it cannot.
class PfcEditor {
public:
    PfcEditor(std::span<const Tree> trees,
        const Device& device,
        std::span<const Change> changes,
        PortLineEditor& lines,
        Writer& writer)
        : trees_(trees), device_(device), changes_(changes), lines_(lines), writer_(writer)
    {
    }

    [[nodiscard]] std::string set_priorities(
        const Change& change, const Port& port, const PriorityDelta& delta);
    [[nodiscard]] std::string set_watchdog(
        const Change& change, const Port& port, const WatchdogTarget& target);

private:
    /// Takes priorities out of the no-drop lines of one stanza, or overrides them for the port alone.
    [[nodiscard]] std::string take_out(const Change& change, const PortStanza& stanza, PrioritySet gone);
    [[nodiscard]] std::string add_priority(const Change& change, Priority priority);
    [[nodiscard]] std::string set_port_timers(
        const Change& change, const Port& port, const WatchdogTarget& target, const Node* line);
    [[nodiscard]] std::string set_global_times(const WatchdogTarget& target, const PfcWatchdog& now);
    [[nodiscard]] bool all_want_times(const Change& change, const PfcWatchdog& now) const;
    std::span<const Tree> trees_;
    const Device& device_;
    std::span<const Change> changes_;
    PortLineEditor& lines_;
    Writer& writer_;
};

}
