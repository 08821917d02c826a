// SPDX-License-Identifier: Apache-2.0
// Answers of AOS-CX (AOS-CX 10.15 Fundamentals Guide: show checkpoint, checkpoint auto, show interface; ArubaOS-CX 10.03
// Command-Line Interface Guide: show system).
#include "drivers/aoscx/live_text.h"

#include "models/text/ascii.h"

#include <fmt/format.h>

#include <algorithm>

namespace rocelint::aoscx {
namespace {

std::vector<std::string_view> words_of(std::string_view line)
{
    std::vector<std::string_view> words;
    while (!(line = ascii::trimmed_front(line, ascii::is_blank_or_cr)).empty())
        words.push_back(ascii::take_until(line, ' '));
    return words;
}

// The text behind "LABEL : " if the line begins with the label.
std::string_view value_of(std::string_view line, std::string_view label)
{
    if (!line.starts_with(label))
        return {};
    const std::string_view rest = ascii::trimmed_front(line.substr(label.size()), ascii::is_blank);
    return rest.starts_with(':') ? ascii::trimmed(rest.substr(1), ascii::is_blank_or_cr) : std::string_view{};
}

}

std::optional<std::vector<Checkpoint>> parse_checkpoints(std::string_view text)
{
    std::optional<std::vector<Checkpoint>> found;
    while (!text.empty()) {
        const auto words = words_of(ascii::take_until(text, '\n'));
        if (words.size() >= 3 && words[0] == "NAME" && words[1] == "TYPE" && words[2] == "WRITER")
            found.emplace();
        else if (found && words.size() >= 4)
            found->push_back(
                {std::string(words[0]), std::string(words[1]), std::string(words[2]), std::string(words[3])});
    }
    return found;
}

std::string confirmed_name(std::string_view answer)
{
    while (!answer.empty()) {
        const auto words = words_of(ascii::take_until(answer, '\n'));
        if (words.size() == 3 && words[0] == "checkpoint" && words[1].starts_with("AUTO")
            && words[2] == "created" && std::ranges::all_of(words[1], ascii::is_letter_or_digit))
            return std::string(words[1]);
    }
    return {};
}

Hardware hardware_in(std::string_view text)
{
    Hardware found;
    while (!text.empty()) {
        const std::string_view line = ascii::take_until(text, '\n');
        if (const auto serial = value_of(line, "Chassis Serial Nbr"); !serial.empty())
            found.serial = serial;
        if (const auto mac = value_of(line, "Base MAC Address"); !mac.empty())
            found.mac = mac;
    }
    return found;
}

void read_interfaces(std::string_view text, line_cli::PortHealth& reader)
{
    std::string port;
    bool counted = true;
    const auto end_port = [&] {
        // A switch with other wording must not look like one without drops.
        if (!counted && !reader.asks_for_all() && reader.is_wanted(port))
            reader.cannot_tell(
                fmt::format("the drops of {}: the switch shows none in the words that are known", port));
    };
    while (!text.empty()) {
        const auto words = words_of(ascii::take_until(text, '\n'));
        if (words.size() >= 4 && words[0] == "Interface" && words[2] == "is") {
            end_port();
            port = words[1];
            counted = false;
            reader.add_link(port, words[3] == "up" && words.size() == 4);
        } else if (words.size() == 3 && words[0] == "Link" && words[1] == "transitions:")
            reader.add_flaps(port, "link transitions", words[2]);
        else if (words.size() == 4 && words[0] == "Dropped") {
            counted = true;
            reader.add_drops(port, "rx dropped", words[1]);
            reader.add_drops(port, "tx dropped", words[2]);
        }
    }
    end_port();
}

}
