// SPDX-License-Identifier: Apache-2.0
// A switch over SSH. Onyx has neither a commit nor a commit timer, but it has scheduled jobs (NVIDIA Onyx
// User Manual v3.10.3004, Scheduled Jobs). A job's commands are given as in `config` mode. A reboot loses the
// job's state, but loads the saved configuration, which is the old one.
#include "drivers/line_cli/live/health_reader.h"
#include "drivers/line_cli/live/job_device.h"
#include "drivers/onyx/grammar.h"
#include "drivers/onyx/onyx.h"

#include <fmt/format.h>

namespace rocelint::onyx {
namespace {

constexpr line_cli::JobStyle jobs{.rollback = "job 4791",
    .rehearsal = "job 4792",
    .rehearsed = "job 4793",
    .keep_going = "fail-continue",
    .running = "show running-config",
    .saved = "show configuration",
    .save = "configuration write",
    .clock = "show clock",
    .changes_by_itself = "## Generated at",
    .comment = "#"};
constexpr std::string_view first[]{"no cli session paging enable", "configure terminal"};
constexpr line_cli::TerminalStyle style{
    .privilege_hint = "give the login the capability admin", .first = first, .as_json = " | json-print"};

const line_cli::StoredForm& stored_form()
{
    static const std::vector<std::string_view> kept = line_cli::kept_beginnings(driver.signs);
    static const line_cli::StoredForm form{grammar(), scope::top, driver.parse, kept};
    return form;
}

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
        const auto told = [&](std::string_view key) {
            const Node* node = json->tree.root->child(key);
            return node == nullptr ? std::string() : std::string(node->value);
        };
        Hardware hardware{told("System serial num"), told("Host ID")};
        if (hardware.serial.find(' ') != std::string::npos)
            hardware.serial.clear();
        constexpr std::size_t digits = 12;
        if (hardware.mac.size() == digits) {
            for (std::size_t at = digits - 2; at > 0; at -= 2)
                hardware.mac.insert(at, 1, ':');
        }
        return hardware;
    }

    Result<Health> health(const std::vector<std::string>& ports) override
    {
        line_cli::HealthReader reader(terminal(), ports);
        reader.cannot_tell("pause frames: not counted on Onyx");
        auto read = reader.read("show interfaces ethernet", "links", [&](const Node& answer) {
            for (const Node& port : answer)
                read_port(port, reader);
            reader.end_links();
        });
        if (!read)
            return tl::unexpected(read.error());
        return reader.take();
    }

private:
    // "2d and 02:37:45 ago (1 oper change)": how often the link went down or came up.
    static std::string_view changes_in(std::string_view text)
    {
        const std::size_t open = text.find('(');
        const std::size_t end = text.find(" oper change");
        return open == std::string_view::npos || end == std::string_view::npos || end <= open
            ? std::string_view()
            : text.substr(open + 1, end - open - 1);
    }

    static void read_port(const Node& port, line_cli::HealthReader& reader)
    {
        const Node* name = port.child("header");
        const Node* state = port.child("Operational state");
        if (name == nullptr || state == nullptr)
            return;
        reader.add_link(name->value, state->value == "Up");
        if (const Node* change = port.child("Last change in operational status"))
            reader.add_flaps(name->value, "oper changes", changes_in(change->value));
        for (const std::string_view way : {"Rx", "Tx"}) {
            if (const Node* counters = port.child(way))
                reader.add_drops(
                    name->value, fmt::format("{} discard packets", way), counters->child("discard packets"));
        }
    }
};

}

Result<std::unique_ptr<LiveDevice>> open(const LiveTarget& target)
{
    return line_cli::open_device<OnyxDevice>(target, style, jobs, stored_form());
}

}
