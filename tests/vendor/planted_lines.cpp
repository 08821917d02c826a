// SPDX-License-Identifier: Apache-2.0
#include "tests/vendor/planted_lines.h"

#include "models/text/ascii.h"

#include <fmt/format.h>

#include <algorithm>

namespace rocelint::vendor::junos_config {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_part_of_word(char c)
{
    return is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '-' || c == '_' || c == '/'
        || c == '.' || c == ':';
}

class Planter {
public:
    explicit Planter(std::string_view text)
    {
        while (!text.empty()) {
            const std::size_t end = std::min(text.find('\n'), text.size());
            lines_.emplace_back(text.substr(0, end));
            text.remove_prefix(std::min(end + 1, text.size()));
        }
    }

    std::vector<PlantedLine> run()
    {
        for (at_ = 0; at_ < lines_.size(); ++at_) {
            const std::string_view line = ascii::trimmed_front(lines_[at_], ' ');
            if (line.ends_with('{') || is_open_element(line))
                leave_out("no block", end_of_block());
            else if (line.ends_with(';') || line.starts_with("set ") || is_whole_element(line))
                plant_statement(line);
        }
        return std::move(planted_);
    }

private:
    static bool is_open_element(std::string_view line)
    {
        return line.starts_with('<') && line.find("</") == std::string_view::npos && !line.ends_with("/>")
            && !line.starts_with("<configuration") && !line.starts_with("<rpc-reply");
    }
    static bool is_whole_element(std::string_view line)
    {
        return line.starts_with('<') && !line.starts_with("</")
            && (line.find("</") != std::string_view::npos || line.ends_with("/>"));
    }

    // The end of the block that starts here: the next line that is not indented further.
    [[nodiscard]] std::size_t end_of_block() const
    {
        const std::size_t indent = lines_[at_].find_first_not_of(' ');
        std::size_t end = at_ + 1;
        while (end < lines_.size() && lines_[end].find_first_not_of(' ') > indent)
            ++end;
        return end;
    }

    void leave_out(const char* kind, std::size_t last)
    {
        std::string text;
        for (std::size_t line = 0; line < lines_.size(); ++line) {
            if (line < at_ || line > last)
                text += lines_[line] + '\n';
        }
        planted_.push_back({kind, lines_[at_], std::move(text)});
    }

    void put(const char* kind, const std::string& line)
    {
        std::string text;
        for (std::size_t other = 0; other < lines_.size(); ++other)
            text += (other == at_ ? line : lines_[other]) + '\n';
        planted_.push_back({kind, line, std::move(text)});
    }

    void plant_statement(std::string_view statement)
    {
        leave_out("no statement", at_);
        const std::string& line = lines_[at_];
        // In an element, the value is the text between the tags.
        const bool is_element = statement.starts_with('<');
        std::size_t from = is_element ? line.find('>') + 1 : line.find_first_not_of(' ');
        const std::size_t end = is_element ? std::min(line.rfind("</"), line.size()) : line.size();
        std::size_t last = std::string::npos;
        std::size_t last_size = 0;
        while (from < end) {
            if (!is_part_of_word(line[from])) {
                ++from;
                continue;
            }
            std::size_t size = 0;
            while (from + size < end && is_part_of_word(line[from + size]))
                ++size;
            if (std::all_of(line.begin() + static_cast<std::ptrdiff_t>(from),
                    line.begin() + static_cast<std::ptrdiff_t>(from + size),
                    is_digit))
                plant_number(line, from, size);
            last = from;
            last_size = size;
            from += size;
        }
        if (last != std::string::npos && !is_digit(line[last]))
            put("another word", line.substr(0, last + last_size) + "x" + line.substr(last + last_size));
    }

    void plant_number(const std::string& line, std::size_t from, std::size_t size)
    {
        const std::string number = line.substr(from, size);
        const auto other = [&](const std::string& instead) {
            if (instead != number)
                put("another number", line.substr(0, from) + instead + line.substr(from + size));
        };
        constexpr std::size_t bits_of_dscp = 6;
        if (size == bits_of_dscp && number.find_first_not_of("01") == std::string::npos) {
            other("101110");
            return other("000001");
        }
        const unsigned long value = std::stoul(number);
        for (const unsigned long instead : {0UL, value / 2, value + 1, value * 1000})
            other(std::to_string(instead));
    }

    std::vector<std::string> lines_;
    std::size_t at_ = 0;
    std::vector<PlantedLine> planted_;
};

}

std::vector<PlantedLine> planted_lines(std::string_view text) { return Planter(text).run(); }

}
