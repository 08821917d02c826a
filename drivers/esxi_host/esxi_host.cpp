// SPDX-License-Identifier: Apache-2.0
// The driver's record.
#include "drivers/esxi_host/esxi_host.h"

#include "drivers/esxi_host/base_example.h"
#include "drivers/esxi_host/commands.h"
#include "drivers/esxi_host/host_reader.h"
#include "drivers/esxi_host/show_commands.h"
#include "drivers/esxi_host/transcript.h"

namespace rocelint::esxi_host {
namespace {

constexpr std::string_view setter = "a command that sets up an ESXi host";

constexpr Sign signs[]{
    {"esxcli system module parameters set ", 90, setter},
    {"esxcfg-module -s ", 90, setter},
    {"esxcli network vswitch standard set ", 90, setter},
    {"esxcli network ip interface set ", 90, setter},
    {"esxcli network nic pauseParams set ", 90, setter},
};

constexpr Capture captures[]{
    {"link pause", "capture `esxcli network nic pauseParams list`"},
    {"trust", "capture `esxcli system module parameters list -m nmlx5_core`"},
    {"a forced traffic class", "capture `esxcli system module parameters list -m nmlx5_rdma`"},
    {"the version of DCBX", "capture `esxcli network nic dcb status get` of each NIC"},
};

}

const Driver driver{
    .name = platform_name,
    .title = "VMware ESXi host with RDMA NICs",
    .comment = "#",
    .signs = signs,
    .detect = detect,
    .parse = parse,
    .identity = identity,
    .read = read_host,
    .folder_is_one_device = true,
    .is_capture_name = is_capture_name,
    .has_variables = true,
    .edit = edit,
    .commands = commands,
    .undo = undo,
    .next_state = "once the script has run and the host has restarted",
    .base_example = base_example,
    .base_file_name = "capture.txt",
    .captures = captures,
    .show_commands = show_commands,
};

}
