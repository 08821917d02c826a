// SPDX-License-Identifier: Apache-2.0
// The driver's record.
#include "drivers/linux_host/linux_host.h"

#include "drivers/linux_host/base_example.h"
#include "drivers/linux_host/config/cluster.h"
#include "drivers/linux_host/config/config_apply.h"
#include "drivers/linux_host/config/transcript.h"
#include "drivers/linux_host/counter_commands.h"
#include "drivers/linux_host/edit/edit.h"
#include "drivers/linux_host/edit/render.h"
#include "drivers/linux_host/edit/undo.h"
#include "drivers/linux_host/live/capture_script.h"
#include "drivers/linux_host/live/live.h"
#include "drivers/linux_host/show_commands.h"

namespace rocelint::linux_host {
namespace {

// The hosts that a playbook or a MachineConfig names.
std::optional<std::vector<std::string>> shared_by(const Source& source)
{
    return config_kind(source) == ConfigKind::machine_config ? roles_of_machine_config(source)
                                                             : hosts_of_plays(source);
}

bool is_playbook(const Source& source) { return config_kind(source) == ConfigKind::ansible; }

// Hosts usually have no ansible_network_os.
constexpr std::string_view ansible_names[]{"linux", "linux-host", "linux_host", ""};

}

// The outputs that the reader takes these settings from (output/ethtool.cpp), and those that explain_unread() in
// output/host_join.cpp misses.
constexpr Capture captures[] = {
    {"the kernel driver", "capture `ethtool -i`"},
    {"FEC", "capture `ethtool --show-fec`"},
    {"the speed", "capture `ethtool`"},
    {"no ethtool -a output", "capture `ethtool -a`"},
    {"no ip link output", "capture `ip link`"},
    {"no mlnx_qos or dcb pfc output", "capture `mlnx_qos -i` or `dcb pfc show`"},
    {"no mlnx_qos output", "capture `mlnx_qos -i`"},
    {"no nicctl show port output", "capture `nicctl show port`"},
    {"no nicctl show qos output", "capture `nicctl show qos`"},
};

const Driver driver{
    .name = "linux-host",
    .title = "Linux host with RDMA NICs",
    .comment = "#",
    .detect = detect,
    .parse = parse,
    .identity = identity,
    .read = read_host,
    .folder_is_one_device = true,
    .is_capture_name = is_capture_name,
    .has_variables = true,
    .has_marks = is_playbook,
    .shared_by = shared_by,
    .edit = edit,
    .commands = commands,
    .undo = undo,
    .ansible_names = ansible_names,
    .protocol = Protocol::shell,
    .open = open,
    .capture_script = capture_script,
    .render = render,
    .base_example = base_example,
    .base_file_name = "capture.txt",
    .captures = captures,
    .show_commands = show_commands,
    .counter_commands = counter_commands,
};

}
