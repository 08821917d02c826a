// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/line_cli/stored_text.h"
#include "drivers/line_cli/terminal.h"
#include "drivers/live.h"

#include <span>
#include <string_view>

namespace rocelint::line_cli {

/// How a switch is read that nothing is pushed to, and why.
struct ReadingStyle {
    std::string_view running; ///< shows the running configuration
    std::span<const std::string_view> changes_by_itself; ///< beginnings of lines of it
    std::string_view no_health; ///< that links and counters are not read: a sentence without an end
    std::string_view no_push; ///< why nothing is pushed to it: a sentence
};

/// A switch without a way back of its own: it is read, and every push is refused before anything is typed.
class ReadingDevice final : public LiveDevice {
public:
    /// `style` and `form` live longer than the device.
    ReadingDevice(LiveTarget target, Terminal terminal, const ReadingStyle& style, const StoredForm& form)
        : target_(std::move(target)), terminal_(std::move(terminal)), style_(style), form_(form)
    {
    }

    Result<Snapshot> read() override;
    Result<Health> health(const std::vector<std::string>& ports) override;
    Result<void> check_ready(const Transaction& transaction) override;
    Result<std::string> stage(const Transaction& transaction) override;
    std::chrono::seconds least_window(const Transaction& transaction) override;
    Result<void> commit(const Transaction& transaction, std::chrono::seconds window) override;
    Result<Pending> pending(const Transaction& transaction) override;
    Result<void> confirm(const Transaction& transaction) override;
    Result<void> persist(const Transaction& transaction) override;
    Result<std::chrono::seconds> abandon(const Transaction& transaction) override;

private:
    [[nodiscard]] tl::unexpected<Error> refuse() const;

    LiveTarget target_;
    Terminal terminal_;
    const ReadingStyle& style_;
    const StoredForm& form_;
};

}
