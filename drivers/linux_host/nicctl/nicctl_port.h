// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/linux_host/nicctl/nicctl_qos.h"

#include <optional>
#include <string_view>

namespace rocelint::linux_host {

/// What `nicctl show port` shows of one port.
class NicctlPort {
public:
    explicit NicctlPort(HostBuilder& host) : host_(host) { }

    /// Nothing for a line that belongs to another output.
    [[nodiscard]] std::optional<CoverageState> take(const NicctlLine& line, Port& port);
    void apply_to(std::uint32_t port);

private:
    HostBuilder& host_;
    bool begun_ = false;
    bool in_status_ = false;
    std::string_view pause_type_;
    OriginId pause_type_at_;
    Setting<bool> pause_rx_;
    Setting<bool> pause_tx_;
};

}
