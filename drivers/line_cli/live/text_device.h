// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/line_cli/live/port_health.h"
#include "drivers/line_cli/live/stored_text.h"
#include "drivers/line_cli/live/terminal.h"
#include "drivers/live.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace rocelint::line_cli {

/// How a switch is asked for its configurations and ports, which it prints as text.
struct TextStyle {
    std::string_view running; ///< shows the running configuration
    std::string_view saved; ///< shows the saved one, in the same form
    /// Beginnings of lines that are no configuration, or change by themselves.
    std::span<const std::string_view> no_configuration;
    /// Beginnings of lines in which the two may differ as well.
    std::span<const std::string_view> comments;
    std::string_view save;
    std::string_view interfaces; ///< shows all ports
    std::string_view uncounted; ///< what is not read of them, for the report
    void (*read_interfaces)(std::string_view text, PortHealth& reader) = nullptr;
};

/// A switch that is read and saved by its terminal. The platform adds how a change is made and rolled back.
class TextDevice : public LiveDevice {
public:
    /// `style` and `form` must outlive the device.
    TextDevice(LiveTarget target, Terminal terminal, const TextStyle& style, const StoredForm& form)
        : target_(std::move(target)), terminal_(std::move(terminal)), style_(style), form_(form)
    {
    }

    Result<Snapshot> read() final;
    Result<Health> health(const std::vector<std::string>& ports) final;
    Result<void> save_again() final;

protected:
    [[nodiscard]] Terminal& terminal() { return terminal_; }
    [[nodiscard]] tl::unexpected<Error> refuse(std::string_view reason) const;
    Result<void> run(std::string_view line);
    /// Runs a command that shows a configuration. Returns it without TextStyle::no_configuration.
    Result<std::string> shown(std::string_view command);
    Result<std::string> running() { return shown(style_.running); }
    [[nodiscard]] std::string hash_of(const std::string& configuration) const;
    /// Refuses a switch with changes that are not saved.
    Result<void> check_saved();
    /// Types TextStyle::save.
    virtual Result<void> save() { return run(style_.save); }

private:
    Result<bool> is_saved();

    LiveTarget target_;
    Terminal terminal_;
    const TextStyle& style_;
    const StoredForm& form_;
};

}
