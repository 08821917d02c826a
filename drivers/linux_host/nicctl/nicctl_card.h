// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/linux_host/nicctl/nicctl_qos.h"

namespace rocelint::linux_host {

/// The first line of the block of a NIC: "42424650-4c32-3533-3330-323934000000 (0000:06:00.0) : Disabled".
struct NicctlTitle {
    std::string_view id;
    std::string_view pci;
    std::string_view rest; ///< after the last colon
};
[[nodiscard]] NicctlTitle nicctl_title(std::string_view value);

/// The line in its parts; nothing for a line without a colon.
[[nodiscard]] std::optional<NicctlLine> nicctl_line(const Section& section, const Node& line);

/// Takes a row of `nicctl show card`. Returns false for any other line.
[[nodiscard]] bool take_card_row(HostBuilder& host, std::string_view row);

}
