// SPDX-License-Identifier: Apache-2.0
// Links and drops from the switch's databases. A counter that is missing from them is unknown, not zero.
#include "drivers/sonic/live/live_health.h"

#include "models/text/ascii.h"

#include <fmt/format.h>

#include <array>
#include <charconv>

namespace rocelint::sonic {
namespace {

// The first four words of a line; missing words are empty.
std::array<std::string_view, 4> words_of(std::string_view line)
{
    std::array<std::string_view, 4> words{};
    for (std::string_view& word : words) {
        word = ascii::take_until(line, ' ');
    }
    return words;
}

}

Health health_of(const Answer& answer)
{
    Health health;
    if (answer.status != 0)
        health.unknown.push_back("links and counters cannot be read from the databases: " + answer.error);
    for (const std::string& line : answer.lines) {
        const auto [kind, port, name, value] = words_of(line);
        if (kind == "U") {
            health.unknown.push_back(fmt::format("{} is not a port of the switch", port));
        } else if (kind == "L") {
            health.links.push_back({std::string(port), name == "up", true});
        } else if (kind == "C") {
            PortCounter counter{std::string(port), std::string(name), PortCounter::Kind::drop, 0};
            if (name.find("_PFC_") != std::string_view::npos)
                counter.kind = PortCounter::Kind::pause;
            else if (name == "flap_count" || name.starts_with("carrier_"))
                counter.kind = PortCounter::Kind::flap;
            const auto read = std::from_chars(value.data(), value.data() + value.size(), counter.value);
            if (read.ec == std::errc() && read.ptr == value.data() + value.size())
                health.counters.push_back(std::move(counter));
            else
                health.unknown.push_back(fmt::format("{} of {} is not a number", name, port));
        }
    }
    return health;
}

}
