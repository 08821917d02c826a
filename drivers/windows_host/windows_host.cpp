// SPDX-License-Identifier: Apache-2.0
// The driver's record.
#include "drivers/windows_host/windows_host.h"

#include "drivers/windows_host/base_example.h"
#include "drivers/windows_host/edit.h"
#include "drivers/windows_host/host_reader.h"
#include "drivers/windows_host/show_commands.h"
#include "drivers/windows_host/transcript.h"
#include "models/text/ascii.h"

namespace rocelint::windows_host {
namespace {

// Such as "Get-NetAdapterQos.txt".
bool is_capture_name(std::string_view path)
{
    return ascii::lowered(path.substr(path.find_last_of('/') + 1)).starts_with("get-net");
}

constexpr std::string_view setter = "a command of PowerShell that sets up the network QoS of Windows";
constexpr std::string_view printed = "output of the network cmdlets of Windows";

// clang-format off
constexpr Sign signs[]{
    {"New-NetQosPolicy ", 90, setter},
    {"Set-NetQosPolicy ", 90, setter},
    {"New-NetQosTrafficClass ", 90, setter},
    {"Set-NetQosTrafficClass ", 90, setter},
    {"Enable-NetQosFlowControl ", 90, setter},
    {"Disable-NetQosFlowControl ", 90, setter},
    {"Set-NetQosDcbxSetting ", 90, setter},
    {"Enable-NetAdapterQos ", 90, setter},
    {"Disable-NetAdapterQos ", 90, setter},
    {"Enable-NetAdapterRdma ", 90, setter},
    {"Set-NetAdapterAdvancedProperty ", 90, setter},
    {"Enable-NetLldpAgent ", 90, setter},
    {"Disable-NetLldpAgent ", 90, setter},
    {"OperationalFlowControl ", 90, printed, ":"},
    {"Willing PolicySet", 90, printed},
    {"Priority ", 90, printed, "PolicySet"},
    {"Name ", 90, printed, "Bandwidth(%)"},
    {"Name ", 90, printed, "RegistryKeyword"},
    {"Name ", 90, printed, "InterfaceDescription"},
    {"NetDirectPort ", 90, printed, ":"},
};
// clang-format on

}

const Driver driver{
    .name = "windows-host",
    .title = "Windows host with RDMA NICs",
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
    .next_state = "once the script has run",
    .base_example = base_example,
    .base_policy = base_policy,
    .base_file_name = "capture.txt",
    .show_commands = show_commands,
};

}
