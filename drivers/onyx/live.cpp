// SPDX-License-Identifier: Apache-2.0
// A switch over SSH. Onyx has neither a commit nor a commit timer, but it has scheduled jobs (NVIDIA Onyx
// User Manual v3.10.3004, Scheduled Jobs). A job's commands are given as in `config` mode. A reboot loses the
// job's state, but loads the saved configuration, which is the old one.
#include "drivers/line_cli/live/health_reader.h"
#include "drivers/line_cli/live/job_device.h"
#include "drivers/onyx/grammar.h"
#include "drivers/onyx/live_text.h"
#include "drivers/onyx/onyx.h"

namespace rocelint::onyx {
namespace {

constexpr line_cli::JobStyle jobs{.rollback = "job 4791",
    .rehearsal = "job 4792",
    .rehearsed = "job 4793",
    .keep_going = "fail-continue",
    .running = "show running-config",
    .saved = "show configuration",
    .save = "configuration write",
    .show_rollback = "show jobs 4791",
    .changes_by_itself = "## Generated at",
    .comment = "#"};
constexpr std::string_view first[]{"no cli session paging enable", "configure terminal"};
constexpr line_cli::TerminalStyle style{
    .privilege_hint = "give the login the capability admin", .first = first, .as_json = " | json-print"};

class OnyxDevice final : public line_cli::JobDevice {
public:
    using JobDevice::JobDevice;

    // "System serial num" and "Host ID", an address without colons (Ansible mellanox.onyx, onyx_facts,
    // answers of `show version`). If the board has no serial number, the switch prints a sentence instead,
    // which is ignored.
    Result<Hardware> hardware() override
    {
        auto json = terminal().run_json("show version");
        if (!json)
            return tl::unexpected(json.error());
        return hardware_of(*json->tree.root);
    }

    Result<Health> health(const std::vector<std::string>& ports) override
    {
        line_cli::HealthReader reader(terminal(), ports);
        reader.cannot_tell("pause frames: not counted on Onyx");
        auto read = reader.read("show interfaces ethernet", "links", [&](const Node& answer) {
            read_interfaces(answer, reader);
            reader.end_links();
        });
        if (!read)
            return tl::unexpected(read.error());
        return reader.take();
    }
};

}

Result<std::unique_ptr<LiveDevice>> open(const LiveTarget& target)
{
    return line_cli::open_device<OnyxDevice>(
        target, style, jobs, line_cli::stored_form_of<driver>(grammar(), scope::top));
}

}
