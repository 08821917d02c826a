// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/line_cli/live/device_clock.h"
#include "drivers/line_cli/live/terminal.h"
#include "drivers/live.h"

#include <chrono>
#include <optional>
#include <string_view>
#include <utility>

namespace rocelint::line_cli {

/// Common parts of switches whose own scheduler rolls a change back at a time of day: a terminal, and a clock
/// that must not be set meanwhile.
class ScheduledDevice : public LiveDevice {
public:
    std::chrono::seconds least_window(const Transaction& transaction) final;

protected:
    /// Parses the answer of `show clock` into seconds in the switch's own time zone.
    using ParseClock = std::optional<std::chrono::seconds> (*)(std::string_view text);

    ScheduledDevice(LiveTarget target, Terminal terminal, ParseClock parse_clock)
        : target_(std::move(target)), terminal_(std::move(terminal)), parse_clock_(parse_clock)
    {
    }

    [[nodiscard]] const LiveTarget& target() const { return target_; }
    [[nodiscard]] Terminal& terminal() { return terminal_; }
    [[nodiscard]] tl::unexpected<Error> refuse(std::string_view reason) const;
    [[nodiscard]] Result<void> run(std::string_view line);
    [[nodiscard]] Result<ClockReading> read_clock();
    /// Remembers the clock by which a job is being scheduled.
    void remember_clock(const ClockReading& now) { scheduled_ = now; }
    /// Reads the clock again. `refused` if it was set since the job was scheduled.
    [[nodiscard]] Result<void> check_clock();

private:
    LiveTarget target_;
    Terminal terminal_;
    ParseClock parse_clock_;
    std::optional<ClockReading> scheduled_;
};

}
