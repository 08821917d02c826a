// SPDX-License-Identifier: Apache-2.0
#include "drivers/line_cli/live/interface_text.h"

#include "models/fabric/value/priority.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace rocelint::line_cli {
namespace {

// Returns the word before `what`: "12" in "0 throttles, 12 discarded".
std::string_view number_before(std::string_view line, std::string_view what)
{
    const std::size_t at = line.find(what);
    if (at == std::string_view::npos)
        return {};
    std::string_view words = line.substr(0, at);
    const std::size_t begin = words.find_last_of(" ,");
    return begin == std::string_view::npos ? words : words.substr(begin + 1);
}

}

void read_interface_text(
    std::string_view text, PortHealth& reader, std::string (*port_of)(std::string_view name))
{
    constexpr std::string_view protocol = ", line protocol is ";
    std::string port;
    struct Way {
        std::string_view name;
        bool counted = true;
    };
    std::array<Way, 2> ways{Way{"input"}, Way{"output"}};
    Way* way = nullptr;
    const auto end_port = [&] {
        // A switch with other wording must not look like one without drops.
        for (const Way& each : ways) {
            if (!each.counted && !reader.asks_for_all() && reader.is_wanted(port))
                reader.cannot_tell(
                    fmt::format("the {} drops of {}: the switch shows none in the words that are known",
                        each.name,
                        port));
        }
    };
    while (!text.empty()) {
        std::string_view line = text.substr(0, text.find('\n'));
        text.remove_prefix(std::min(text.size(), line.size() + 1));
        const std::size_t is = line.find(" is ");
        if (const std::size_t at = line.find(protocol); at != std::string_view::npos && is < at) {
            end_port();
            port = port_of(line.substr(0, is));
            reader.add_link(port, line.substr(at + protocol.size()).starts_with("up"));
            ways[0].counted = ways[1].counted = false;
            way = nullptr;
        } else if (line.find("nput statistics:") != std::string_view::npos)
            way = ways.data();
        else if (line.find("utput statistics:") != std::string_view::npos)
            way = &ways[1];
        else if (const auto count = number_before(line, " discarded");
                 way != nullptr && parse_number(count)) {
            way->counted = true;
            reader.add_drops(port, std::string(way->name) + " discarded", count);
        }
    }
    end_port();
}

Result<Health> read_interface_health(Terminal& terminal,
    const std::vector<std::string>& ports,
    std::string_view uncounted,
    std::string (*port_of)(std::string_view name))
{
    PortHealth reader(ports);
    reader.cannot_tell(std::string(uncounted));
    auto text = terminal.run("show interface");
    if (!text && text.error().kind != ErrorKind::refused)
        return tl::unexpected(text.error());
    if (text) {
        read_interface_text(*text, reader, port_of);
        reader.end_links();
    } else
        reader.cannot_tell("links: " + text.error().message);
    return reader.take();
}

}
