// SPDX-License-Identifier: Apache-2.0
// A switch over SSH. Onyx has neither a commit nor a commit timer, but scheduled jobs (NVIDIA Onyx User Manual v3.10.3004,
// Scheduled Jobs): a job's commands are given as in `config` mode, and its state is lost on reboot, which brings the saved
// configuration back, and that is the old one.
#include "drivers/line_cli/job_device.h"
#include "drivers/onyx/onyx.h"
#include "models/fabric/priority.h"

#include <fmt/format.h>

#include <algorithm>

namespace rocelint::onyx {
namespace {

constexpr line_cli::JobStyle jobs{.way_back = "job 4791",
    .rehearsal = "job 4792",
    .rehearsed = "job 4793",
    .keep_going = "fail-continue",
    .running = "show running-config",
    .saved = "show configuration",
    .save = "configuration write",
    .clock = "show clock",
    .changes_by_itself = "## Generated at",
    .comment = "#"};
constexpr std::string_view no_pager[]{"no cli session paging enable"};
constexpr line_cli::TerminalStyle style{.privilege_hint = "give the login the capability admin",
    .no_pager = no_pager,
    .as_json = " | json-print"};

class OnyxDevice final : public line_cli::JobDevice {
public:
    using JobDevice::JobDevice;

    Result<Health> health(const std::vector<std::string>& ports) override
    {
        auto json = terminal().run_json("show interfaces ethernet");
        Health health;
        health.unknown.emplace_back("pause frames: not counted on Onyx");
        if (!json && json.error().kind != ErrorKind::refused)
            return tl::unexpected(json.error());
        if (!json)
            health.unknown.push_back("links: " + json.error().message);
        for (const Node& port : json ? *json->tree.root : Node{}) {
            const Node* name = port.child("header");
            const Node* state = port.child("Operational state");
            if (name == nullptr || state == nullptr
                || (!ports.empty() && std::ranges::count(ports, name->value) == 0))
                continue;
            health.links.push_back({std::string(name->value), state->value == "Up", true});
            for (const std::string_view way : {"Rx", "Tx"}) {
                const Node* counters = port.child(way);
                const Node* drops = counters == nullptr ? nullptr : counters->child("discard packets");
                if (const auto number = parse_number(drops == nullptr ? std::string_view{} : drops->value))
                    health.counters.push_back({std::string(name->value),
                        fmt::format("{} discard packets", way),
                        PortCounter::Kind::drop,
                        *number});
            }
        }
        for (const std::string& port : ports) {
            if (std::ranges::find(health.links, port, &PortLink::port) == health.links.end())
                health.unknown.push_back(
                    fmt::format("the link of {}: the switch does not list this port", port));
        }
        return health;
    }
};

}

Result<std::unique_ptr<LiveDevice>> open(const LiveTarget& target)
{
    auto terminal = line_cli::Terminal::connect(target.endpoint, target.cancel, style);
    if (!terminal)
        return tl::unexpected(terminal.error());
    if (auto entered = terminal->run("configure terminal"); !entered)
        return tl::unexpected(entered.error());
    return std::unique_ptr<LiveDevice>(std::make_unique<OnyxDevice>(target, *std::move(terminal), jobs));
}

}
