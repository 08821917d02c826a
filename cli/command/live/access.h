// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cli/command/live/live_options.h"
#include "cli/terminal/exit_code.h"
#include "push/inventory/inventory.h"
#include "push/reach/reach.h"

namespace rocelint::cli {

/// Reads the inventory of a command, and keeps only the devices that --limit names. Fails with `usage` if the
/// inventory cannot be read, and with `invalid` if it is wrong or a pattern matches no device.
[[nodiscard]] Result<push::Inventory> read_inventory_file(
    const std::string& path, const std::vector<std::string>& limit, bool tell_skipped = true);

/// Prints on standard error why a command cannot go on, and returns its exit code.
[[nodiscard]] ExitCode refuse(const Error& error);

/// How to reach devices from here: with the user's ~/.ssh, agent and passwords. Passwords come from the
/// environment variable that the inventory names, otherwise from a prompt if standard input is a terminal.
/// They are kept in memory for the run and never shown.
[[nodiscard]] push::Access make_access(const LiveOptions& options);
/// Like make_access(), for commands that store device states or compare them with stored ones. Fails with
/// `usage` if there is no key for their hashes (state_key.h).
[[nodiscard]] Result<push::Access> make_keyed_access(const LiveOptions& options);

/// Installs the signal handlers on the first call and returns the flag that they set. The first SIGINT (Ctrl-C),
/// SIGTERM or SIGHUP sets it; a second signal ends the program. SIGHUP stays ignored under nohup.
[[nodiscard]] const CancelFlag& interrupt_flag();
/// Clears an interrupt that was handled, so that later work can be interrupted again.
void lower_interrupt_flag();

/// Shows "12 of 200 devices" on standard error if that is a terminal.
class DeviceCount {
public:
    explicit DeviceCount(std::size_t all);
    ~DeviceCount();
    DeviceCount(const DeviceCount&) = delete;
    DeviceCount& operator=(const DeviceCount&) = delete;
    /// Counts one more device. Thread-safe.
    void one_more();
    /// Prints a line on standard error without disturbing the count.
    void say(std::string_view line);

private:
    void show();
    void clear();
    struct State;
    std::unique_ptr<State> state_;
};

}
