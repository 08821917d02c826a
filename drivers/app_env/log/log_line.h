// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace rocelint::app_env {

/// A line of NCCL's log: "gpu01:3517:3560 [0] NCCL INFO Using network IB".
struct LogLine {
    std::string_view host;
    std::string_view process; ///< the host with the number of the process: "gpu01:3517"
    std::string_view message; ///< what follows "NCCL INFO"
};
[[nodiscard]] std::optional<LogLine> log_line(std::string_view line);

/// A variable in a message: "NCCL_IB_TC set by environment to 106."
struct LoggedVariable {
    std::string_view name;
    std::string_view value;
    std::string_view whole; ///< the name with its value
};
[[nodiscard]] std::optional<LoggedVariable> logged_variable(std::string_view message);

/// The network in "Using network IB"; empty for any other message.
[[nodiscard]] std::string_view logged_network(std::string_view message);

/// A connection to another host: "Channel 00/0 : 0[0] -> 8[0] [send] via NET/IB/2(1)/GDRDMA".
struct LoggedConnection {
    std::string_view network;
    std::uint32_t device = 0; ///< NCCL's own number of the network device
};
[[nodiscard]] std::optional<LoggedConnection> logged_connection(std::string_view message);

/// What a channel between two ranks passes: "NET/Socket/0" in "Channel 00/0 : 0[0] -> 8[0] [send] via NET/Socket/0",
/// "P2P/CUMEM" in "Channel 00/0 : 0[0] -> 1[1] via P2P/CUMEM". Empty for any other message.
[[nodiscard]] std::string_view logged_channel(std::string_view message);

/// An RDMA device in the list behind "NET/IB : Using": "[2]mlx5_3:1/RoCE".
struct LoggedDevice {
    std::uint32_t number = 0;
    std::string_view name;
};
/// The list behind "NET/IB : Using"; empty for any other message.
[[nodiscard]] std::string_view logged_devices(std::string_view message);
/// Takes the next device off such a list.
[[nodiscard]] std::optional<LoggedDevice> take_logged_device(std::string_view& list);

/// Whether a process says that its connections are made.
[[nodiscard]] bool says_connected(std::string_view message);

}
