// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/drivers/linux_host/script_reading.h"

#include <string>
#include <string_view>

namespace rocelint::tests {

/// What a capture shows of two ports of one card.
inline constexpr std::string_view card_of_two
    = "$ rdma link\n"
      "link mlx5_0/1 state ACTIVE physical_state LINK_UP netdev eth0\n"
      "link mlx5_1/1 state ACTIVE physical_state LINK_UP netdev eth1\n"
      "$ ethtool -i eth0\ndriver: mlx5_core\nbus-info: 0000:1a:00.0\n"
      "$ ethtool -i eth1\ndriver: mlx5_core\nbus-info: 0000:1a:00.1\n";

/// The capture of such a host, with a script.
inline ReadFiles with_script(std::string_view script)
{
    return ReadFiles("linux-host", {{"h1/capture.txt", card_of_two}, {"h1/setup.sh", script}});
}

/// A capture in which mlxconfig shows these lines.
inline std::string capture_of(std::string_view lines)
{
    return std::string(card_of_two) + "$ mlxconfig -d mlx5_0 -e q\n" + std::string(lines);
}

/// The same, with a script that stores settings in the firmware.
inline ReadFiles captured_and_set(std::string_view lines, std::string_view settings)
{
    const std::string capture = capture_of(lines);
    const std::string script = "#!/bin/bash\nmlxconfig -d mlx5_0 -y set " + std::string(settings) + '\n';
    return ReadFiles("linux-host", {{"h1/capture.txt", capture}, {"h1/setup.sh", script}});
}

}
