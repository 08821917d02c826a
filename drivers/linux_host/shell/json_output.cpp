// SPDX-License-Identifier: Apache-2.0
// Which outputs come as JSON, and where it begins. Text never begins with a bracket.
#include "drivers/linux_host/shell/json_output.h"

namespace rocelint::linux_host {

bool may_be_json(Output output)
{
    switch (output) {
    case Output::lldp:
    case Output::ip_json:
    case Output::rdma_statistic:
    case Output::ethtool_pause:
    case Output::ethtool_fec:
    case Output::dcb_pfc:
    case Output::dcb_ets:
    case Output::dcb_app:
    case Output::dcb_apptrust:
    case Output::dcb_dcbx:
    case Output::dcb_buffer:
    case Output::rdma_link:
    case Output::devlink_param:
    case Output::nicctl_lif:
    case Output::nicctl_statistics:
        return true;
    default:
        return false;
    }
}

bool begins_json(std::string_view line)
{
    if (line.front() != '{' && line.front() != '[')
        return false;
    const std::size_t next = line.find_first_not_of(" \t", 1);
    constexpr std::string_view follows = "{[\"]}";
    return next == std::string_view::npos || follows.find(line[next]) != std::string_view::npos;
}

}
