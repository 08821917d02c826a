// SPDX-License-Identifier: Apache-2.0
// A switch over SSH, which is read and not pushed to. Releases from 4.1 on have `configure session` with a commit that is taken back after a
// time (SONiC HLD, Configure Replacement and Rollback, rev 0.3), but no text that was seen shows how the switch tells whose commit waits,
// and that it is taken back after the management service has started again is only a wish there. A lost connection could not be told
// from a change that was kept.
#include "drivers/line_cli/health_reader.h"
#include "drivers/line_cli/reading_device.h"
#include "drivers/sonic_cli/grammar.h"
#include "drivers/sonic_cli/sonic_cli.h"

namespace rocelint::sonic_cli {
namespace {

// A login gets a Linux shell, or the command line itself (Ansible dellemc.enterprise_sonic 3.1, plugins terminal and cliconf).
constexpr std::string_view first[]{"terminal length 0"};
constexpr line_cli::TerminalStyle style{.unprivileged = '$',
    .enable = "sonic-cli",
    .has_own_prompt = true,
    .privilege_hint
    = "the command line of Enterprise SONiC is asked for there; an open SONiC is the platform `sonic`",
    .first = first,
    .complaint = "%"};
constexpr line_cli::ReadingStyle reading{.running = "show running-configuration",
    .changes_by_itself = {},
    .no_health = "links and counters: they are not read on Enterprise SONiC",
    .no_push
    = "no way is known to tell on Enterprise SONiC whose commit its timer would roll back, so that nothing is "
      "pushed to it. The plan has the commands, to be typed in configuration mode, and those that undo them"};

const line_cli::StoredForm& stored_form()
{
    static const std::vector<std::string_view> kept = line_cli::kept_beginnings(driver.signs);
    static const line_cli::StoredForm form{grammar(), scope::top, driver.parse, kept};
    return form;
}

}

Result<std::unique_ptr<LiveDevice>> open(const LiveTarget& target)
{
    return line_cli::open_device<line_cli::ReadingDevice>(target, style, reading, stored_form());
}

}
