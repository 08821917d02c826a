// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/line_cli/terminal.h"
#include "drivers/live.h"

#include <string>
#include <string_view>
#include <vector>

namespace rocelint::line_cli {

/// How the ports of a switch are, of what its commands print as JSON.
class HealthReader {
public:
    /// `ports`: those that are asked for; none: all.
    HealthReader(Terminal& terminal, const std::vector<std::string>& ports)
        : terminal_(terminal), ports_(ports)
    {
    }

    /// Hands what a command prints on to `use`. Where the switch refuses it, that is told: "links: REASON".
    template <class Use>
    [[nodiscard]] Result<void> read(std::string_view command, std::string_view what, Use&& use)
    {
        auto json = terminal_.run_json(command);
        if (json)
            use(*json->tree.root);
        else if (json.error().kind == ErrorKind::refused)
            cannot_tell(std::string(what) + ": " + json.error().message);
        else
            return tl::unexpected(json.error());
        return {};
    }
    [[nodiscard]] bool asks_for_all() const { return ports_.empty(); }
    [[nodiscard]] bool is_wanted(std::string_view port) const;
    void add_link(std::string_view port, bool up);
    /// A counter of lost packets; nothing where `count` is no number, or null.
    void add_drops(std::string_view port, std::string name, const Node* count)
    {
        add(port, std::move(name), PortCounter::Kind::drop, count);
    }
    void add_drops(std::string_view port, std::string name, std::string_view count)
    {
        add_number(port, std::move(name), PortCounter::Kind::drop, count);
    }
    /// A counter of links that went down or came up; nothing where `count` is no number.
    void add_flaps(std::string_view port, std::string name, std::string_view count);
    /// A counter of this kind, likewise.
    void add(std::string_view port, std::string name, PortCounter::Kind kind, const Node* count);
    void cannot_tell(std::string sentence) { health_.unknown.push_back(std::move(sentence)); }
    /// Once all links were added: ports that are asked for and have none are told.
    void end_links();
    [[nodiscard]] Health take() { return std::move(health_); }

private:
    void add_number(std::string_view port, std::string name, PortCounter::Kind kind, std::string_view count);

    Terminal& terminal_;
    const std::vector<std::string>& ports_;
    Health health_;
};

/// Connects by a command line: a device of the class `Made`, of what it takes behind the target and the terminal.
template <class Made, class... More>
[[nodiscard]] Result<std::unique_ptr<LiveDevice>> open_device(
    const LiveTarget& target, const TerminalStyle& style, const More&... more)
{
    auto terminal = Terminal::connect(target.endpoint, target.cancel, style);
    if (!terminal)
        return tl::unexpected(terminal.error());
    return std::unique_ptr<LiveDevice>(std::make_unique<Made>(target, *std::move(terminal), more...));
}

}
