// SPDX-License-Identifier: Apache-2.0
// A switch over SSH. Its commits have a timer of the switch's own (`configure session NAME commit timer`), so
// line_cli/session_device.h implements the whole life of a transaction. This file only says what the commands
// are called and what they print.
#include "drivers/line_cli/live/health_reader.h"
#include "drivers/line_cli/live/session_device.h"
#include "drivers/sample_cli/grammar.h"
#include "drivers/sample_cli/sample_cli.h"

namespace rocelint::sample_cli {
namespace {

constexpr std::string_view no_pager[]{"terminal length 0"};
constexpr line_cli::TerminalStyle style{.privilege_hint = "give the login the role admin", .first = no_pager};
constexpr std::string_view volatile_beginnings[]{"! Time:"};
constexpr line_cli::SessionStyle session_style{.running = "show running-config",
    .changes_by_itself = volatile_beginnings,
    .session = "configure session",
    .diff = "show session-config diffs",
    .unsaved = "show running-config diffs",
    .save = "write memory",
    .saves_on_commit = "commit saves"};

class SampleCliDevice final : public line_cli::SessionDevice {
public:
    SampleCliDevice(const LiveTarget& target, line_cli::Terminal terminal)
        : SessionDevice(target,
            std::move(terminal),
            session_style,
            line_cli::stored_form_of<driver>(grammar(), scope::top))
    {
    }

    // Reads {"p1": {"link": "up", "drops": 0}}.
    Result<Health> health(const std::vector<std::string>& ports) override
    {
        line_cli::HealthReader reader(terminal(), ports);
        auto read = reader.read("show ports", "links and drops", [&](const Node& all) {
            for (const Node& port : all) {
                if (const Node* link = port.child("link"); link != nullptr)
                    reader.add_link(port.key, link->value == "up");
                reader.add_drops(port.key, "dropped packets", port.child("drops"));
            }
            reader.end_links();
        });
        if (!read)
            return tl::unexpected(read.error());
        reader.cannot_tell("pause frames: not counted on Sample CLI");
        return reader.take();
    }

private:
    // Reads {"open": ["rl-1"], "pending": "rl-0", "saves": false}. An answer without these members is not
    // accepted.
    Result<line_cli::Sessions> read_sessions() override
    {
        auto json = terminal().run_json("show sessions");
        if (!json)
            return tl::unexpected(json.error());
        const Node* open = json->tree.root->child("open");
        const Node* pending = json->tree.root->child("pending");
        const Node* saves = json->tree.root->child("saves");
        if (open == nullptr || pending == nullptr || saves == nullptr)
            return refuse("`show sessions` lists neither open nor pending sessions");
        line_cli::Sessions sessions{
            .pending = std::string(pending->value), .saves_on_commit = saves->value == "true", .open = {}};
        for (const Node& session : *open)
            sessions.open.emplace_back(session.value);
        return sessions;
    }
};

}

Result<std::unique_ptr<LiveDevice>> open(const LiveTarget& target)
{
    return line_cli::open_device<SampleCliDevice>(target, style);
}

}
