// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/line_cli/write/set_lines.h"

namespace rocelint::eos {

/// Writes the lines for PFC, the watchdog, and the marking and scheduling of a port's queues. Each function
/// returns an empty string, or why it cannot.
class QosEditor {
public:
    QosEditor(const Device& device, line_cli::LineEditor& lines);

    [[nodiscard]] std::string set_priorities(
        const Change& change, const Port& port, const PriorityDelta& delta);
    [[nodiscard]] std::string set_watchdog(
        const Change& change, const Port& port, const WatchdogTarget& target);
    [[nodiscard]] std::string set_ecn(const Change& change, const Port& port, const EcnTarget& target);
    [[nodiscard]] std::string set_scheduler(const Change& change, const SchedulerTarget& target);

private:
    [[nodiscard]] std::string set_device_times(line_cli::Fact wanted);
    [[nodiscard]] bool all_want_times(const Change& change, const PfcWatchdog& now) const;
    [[nodiscard]] std::string set_strict(const Change& change, bool is_round_robin);
    const Device& device_;
    line_cli::LineEditor& lines_;
    line_cli::SetLines no_drop_;
};

}
