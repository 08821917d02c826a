// SPDX-License-Identifier: Apache-2.0
// Answers of VRP (Huawei CloudEngine 8800 and 6800 Series V300R023C00 Command Reference: display configuration trial status,
// display device esn, display configuration exclusive user).
#include "drivers/vrp/live_text.h"

#include "models/text/ascii.h"

#include <fmt/format.h>

#include <array>

namespace rocelint::vrp {
namespace {

// The text behind "LABEL:", or nothing if the line has another label.
std::optional<std::string_view> value_of(std::string_view line, std::string_view label)
{
    line = ascii::trimmed(line, ascii::is_blank_or_cr);
    if (!line.starts_with(label))
        return std::nullopt;
    line = ascii::trimmed_front(line.substr(label.size()), ascii::is_blank);
    if (!line.starts_with(':'))
        return std::nullopt;
    return ascii::trimmed(line.substr(1), ascii::is_blank);
}

}

std::optional<Trial> parse_trial(std::string_view text)
{
    std::optional<Trial> found;
    std::string id;
    while (!text.empty()) {
        const std::string_view line = ascii::take_until(text, '\n');
        if (const auto status = value_of(line, "Trial status")) {
            if (*status == "INACTIVE")
                found = Trial{};
            else if (*status == "ACTIVE")
                found = Trial{.runs = true, .ends = false, .persist_id = {}};
            else if (*status == "CANCELING" || *status == "WAITCANCEL")
                found = Trial{.runs = true, .ends = true, .persist_id = {}};
        } else if (const auto persist = value_of(line, "Persist id"))
            id = *persist;
    }
    if (found)
        found->persist_id = id;
    return found;
}

std::optional<std::string> lock_holder_in(std::string_view text)
{
    std::string_view user;
    std::string_view session;
    while (!text.empty()) {
        const std::string_view line = ascii::take_until(text, '\n');
        if (const auto name = value_of(line, "User Name"))
            user = *name;
        else if (const auto terminal = value_of(line, "User Session Name"))
            session = *terminal;
    }
    if (user.empty())
        return std::nullopt;
    return session.empty() ? std::string(user) : fmt::format("{} ({})", user, session);
}

std::string serial_in(std::string_view text)
{
    std::string serial;
    while (!text.empty()) {
        const std::string_view line = ascii::trimmed(ascii::take_until(text, '\n'), ascii::is_blank_or_cr);
        const std::size_t colon = line.find(": ");
        if (line.starts_with("ESN of ") && colon != std::string_view::npos)
            serial += (serial.empty() ? "" : " ") + std::string(line.substr(colon + 2));
    }
    return serial;
}

void read_interfaces(std::string_view text, line_cli::PortHealth& reader)
{
    constexpr std::string_view state = " current state : ";
    constexpr std::string_view discarded = "Discard:";
    std::string port;
    struct Direction {
        std::string_view name;
        bool counted = true;
    };
    std::array<Direction, 2> directions{Direction{"input"}, Direction{"output"}};
    Direction* direction = nullptr;
    const auto end_port = [&] {
        // A switch with other wording must not look like one without drops.
        for (const Direction& each : directions) {
            if (!each.counted && !reader.asks_for_all() && reader.is_wanted(port))
                reader.cannot_tell(
                    fmt::format("the {} drops of {}: the switch shows none in the words that are known",
                        each.name,
                        port));
        }
    };
    while (!text.empty()) {
        const std::string_view line = ascii::trimmed(ascii::take_until(text, '\n'), ascii::is_blank_or_cr);
        if (const std::size_t at = line.find(state);
            at != std::string_view::npos && !line.starts_with("Line protocol")) {
            end_port();
            port = line.substr(0, at);
            reader.add_link(port, line.substr(at + state.size()).starts_with("UP"));
            directions[0].counted = directions[1].counted = false;
            direction = nullptr;
        } else if (line.starts_with("Input:"))
            direction = directions.data();
        else if (line.starts_with("Output:"))
            direction = &directions[1];
        if (const std::size_t at = line.find(discarded);
            direction != nullptr && at != std::string_view::npos) {
            std::string_view count
                = ascii::trimmed_front(line.substr(at + discarded.size()), ascii::is_blank);
            count = count.substr(0, count.find_first_of(", "));
            direction->counted = direction->counted || ascii::is_number(count);
            reader.add_drops(port, std::string(direction->name) + " discarded", count);
        }
    }
    end_port();
}

}
