// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/line_cli/live/linux_side.h"
#include "drivers/line_cli/live/stored_text.h"
#include "drivers/line_cli/live/timer_scripts.h"
#include "drivers/live.h"

#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace rocelint::line_cli {

/// How to change a switch whose command line has no timer but whose Linux has one.
struct TimerStyle {
    std::string_view running; ///< shows the running configuration
    /// Shows the saved configuration in the same form; empty: the platform checks it in another way.
    std::string_view saved;
    std::string_view save;
    /// Beginnings of configuration lines that change by themselves.
    std::span<const std::string_view> changes_by_itself;
    std::span<const std::string_view> begin; ///< typed before the lines of a change
    /// Typed after the lines of a change; puts them in force if they are not yet.
    std::span<const std::string_view> end;
    std::span<const std::string_view> give_up; ///< typed instead if one of the lines was refused
    /// Prints what has been typed and not put in force; nothing if there is no such thing. Empty: the
    /// platform has no such command.
    std::string_view uncommitted;
    LinuxStyle on_linux; ///< its user is the login
};

/// A switch whose Linux rolls a change back: a systemd unit types the undo into the command line. Its timer
/// is started before the first line of the change and stopped by the confirmation. A switch is refused if, in
/// a rehearsal, its timer gets no configuration from the command line.
class TimerDevice : public LiveDevice {
public:
    /// `terminal` must be in its first mode; `style` and `form` must outlive the device. `open_linux` is
    /// called once, with the terminal that the device keeps.
    template <class OpenLinux>
    TimerDevice(LiveTarget target,
        Terminal terminal,
        const TimerStyle& style,
        const StoredForm& form,
        OpenLinux&& open_linux)
        : target_(std::move(target))
        , terminal_(std::move(terminal))
        , style_(style)
        , form_(form)
        , on_linux_(style.on_linux)
        , linux_(open_linux(terminal_))
    {
        on_linux_.user = target_.endpoint.user;
    }

    Result<Snapshot> read() final;
    Result<void> check_ready(const Transaction& transaction) final;
    Result<std::string> stage(const Transaction& transaction) final;
    std::chrono::seconds least_window(const Transaction& transaction) final;
    Result<void> commit(const Transaction& transaction, std::chrono::seconds window) final;
    Result<Pending> pending(const Transaction& transaction) final;
    Result<void> confirm(const Transaction& transaction) final;
    Result<void> persist(const Transaction& transaction) final;
    Result<void> save_again() final;
    Result<std::chrono::seconds> abandon(const Transaction& transaction) final;

protected:
    [[nodiscard]] Terminal& terminal() { return terminal_; }
    /// Whether a restart would load the configuration that is in force.
    virtual Result<bool> is_saved();
    [[nodiscard]] Result<ScriptAnswer> run_script(const std::string& script);

private:
    [[nodiscard]] tl::unexpected<Error> refuse(std::string_view reason) const;
    [[nodiscard]] tl::unexpected<Error> unknown(std::string_view done, const ScriptAnswer& answer) const;
    [[nodiscard]] tl::unexpected<Error> busy(std::string_view not_done) const;
    Result<void> run_all(
        std::span<const std::string_view> lines, Terminal::Moment until = Terminal::Moment::max());
    Result<void> check_uncommitted();
    Result<void> arm(const Transaction& transaction, std::chrono::seconds window);
    Result<void> put_in_force(const Transaction& transaction, Terminal::Moment until);
    Result<void> take_back_typed(const Transaction& transaction, bool late);

    LiveTarget target_;
    Terminal terminal_;
    const TimerStyle& style_;
    const StoredForm& form_;
    LinuxStyle on_linux_;
    std::unique_ptr<LinuxSide> linux_;
};

}
