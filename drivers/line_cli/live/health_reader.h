// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/line_cli/live/terminal.h"
#include "drivers/live.h"

#include <string>
#include <string_view>
#include <vector>

namespace rocelint::line_cli {

/// Collects the health of a switch's ports from what its commands print as JSON.
class HealthReader {
public:
    /// `ports`: the ports that the caller asks for; empty: all.
    HealthReader(Terminal& terminal, const std::vector<std::string>& ports)
        : terminal_(terminal), ports_(ports)
    {
    }

    /// Runs a command and passes its JSON to `use`. If the switch refuses the command, that is reported:
    /// "links: REASON".
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
    /// Adds a counter of lost packets; does nothing if `count` is null or not a number.
    void add_drops(std::string_view port, std::string name, const Node* count)
    {
        add(port, std::move(name), PortCounter::Kind::drop, count);
    }
    void add_drops(std::string_view port, std::string name, std::string_view count)
    {
        add_number(port, std::move(name), PortCounter::Kind::drop, count);
    }
    /// Adds a counter of times that a link went down or came up; does nothing if `count` is not a number.
    void add_flaps(std::string_view port, std::string name, std::string_view count);
    /// Adds a counter of this kind, under the same condition.
    void add(std::string_view port, std::string name, PortCounter::Kind kind, const Node* count);
    void cannot_tell(std::string sentence) { health_.unknown.push_back(std::move(sentence)); }
    /// Call it once all links are added: reports the requested ports that have none.
    void end_links();
    [[nodiscard]] Health take() { return std::move(health_); }

private:
    void add_number(std::string_view port, std::string name, PortCounter::Kind kind, std::string_view count);

    Terminal& terminal_;
    const std::vector<std::string>& ports_;
    Health health_;
};

/// Connects to a command line and returns a device of class `Made`, constructed from the target, the terminal
/// and `more`.
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
