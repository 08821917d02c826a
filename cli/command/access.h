// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cli/command/live_options.h"
#include "cli/terminal/exit_code.h"
#include "push/inventory.h"
#include "push/reach.h"

namespace rocelint::cli {

/// Reads the inventory of a command, and keeps of it what --limit names. `usage` where it cannot be read, `invalid` where
/// it is wrong or where a pattern names no device.
[[nodiscard]] Result<push::Inventory> read_inventory_file(
    const std::string& path, const std::vector<std::string>& limit, bool tell_skipped = true);

/// Says on standard error why a command cannot go on, and gives the code that it ends with.
[[nodiscard]] ExitCode refuse(const Error& error);

/// How devices are reached from here: the user's ~/.ssh, agent and passwords. Passwords come from the environment variable
/// that the inventory names, else from a question on the terminal, where standard input is one. They are kept in memory
/// for the run and never shown.
[[nodiscard]] push::Access make_access(const LiveOptions& options);
/// The same for what stores the states of devices, or compares them with stored ones. `usage` where there is no key for
/// their hashes (state_key.h).
[[nodiscard]] Result<push::Access> make_keyed_access(const LiveOptions& options);

/// Raised by the first Ctrl-C (SIGINT, SIGTERM, SIGHUP) from here on; a second one ends the program. Under nohup SIGHUP
/// stays ignored.
[[nodiscard]] const CancelFlag& interrupt_flag();
/// Forgets an interrupt that was heeded: what is done from now on can be interrupted anew.
void lower_interrupt_flag();

/// Shows "12 of 200 devices" on standard error, where that is a terminal.
class DeviceCount {
public:
    explicit DeviceCount(std::size_t all);
    ~DeviceCount();
    DeviceCount(const DeviceCount&) = delete;
    DeviceCount& operator=(const DeviceCount&) = delete;
    /// One more is done. From any thread.
    void one_more();
    /// Writes a line on standard error without disturbing the count.
    void say(std::string_view line);

private:
    void show();
    void clear();
    struct State;
    std::unique_ptr<State> state_;
};

}
