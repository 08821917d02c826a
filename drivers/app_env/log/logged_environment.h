// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/app_env/log/log_line.h"

#include <cstdint>
#include <string_view>
#include <vector>

namespace rocelint::app_env {

/// The connections of a process by one network device.
struct SeenConnections {
    LoggedConnection by;
    std::uint32_t count = 0;
    std::string_view first; ///< the line of the first
};

/// What a process of NCCL writes.
struct LoggingProcess {
    std::string_view host;
    std::string_view first; ///< its first line
    std::vector<LoggedVariable> variables; ///< those that are judged, each once
    std::vector<LoggedDevice> devices;
    std::vector<SeenConnections> connections;
    std::string_view network;
    std::string_view network_line;
    std::string_view first_channel; ///< the line of the first, and that of the first by sockets
    std::string_view first_by_sockets;
    bool leaves_host = false; ///< by some channel
    bool shows_variables = false;
    bool is_connected = false;
};

/// Processes with the same variables and network.
struct LoggedEnvironment {
    std::vector<const LoggingProcess*> processes;
    std::vector<LoggedVariable> variables;
    std::string_view network;
    std::string_view network_line;
};

/// The variable with this name, or null.
[[nodiscard]] const LoggedVariable* find_logged(
    const std::vector<LoggedVariable>& variables, std::string_view name);

[[nodiscard]] LoggedEnvironment environment_of(const LoggingProcess& process);

/// Why a variable that these processes do not show may be set all the same; empty if it is not set. NCCL reads the variables of
/// RDMA when it makes its connections, and shows a variable when it reads it.
[[nodiscard]] std::string_view reason_of_absence(const LoggedEnvironment& environment);

/// Whether both show the same.
[[nodiscard]] bool is_equal(const LoggedEnvironment& one, const LoggedEnvironment& other);

/// Whether processes of one host have one environment. Those that show all of theirs do not have what they do not show.
[[nodiscard]] bool is_of_one_job(const LoggedEnvironment& whole, const LoggedEnvironment& added);

/// Adds the processes, and what they show.
void join(LoggedEnvironment& whole, const LoggedEnvironment& added);

}
