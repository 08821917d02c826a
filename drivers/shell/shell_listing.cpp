// SPDX-License-Identifier: Apache-2.0
// Setup scripts ask the host which RDMA devices it has. Where captures show them, what such a command prints
// is known: the kernel's folders (Linux, Documentation/ABI/stable/sysfs-class-infiniband), `ibdev2netdev` of
// mlnx-tools, `rdma link` of iproute2, and the filters that usually follow them.
#include "drivers/shell/shell_listing.h"

#include "models/text/ascii.h"

#include <algorithm>
#include <array>
#include <utility>

namespace rocelint {
namespace {

constexpr std::string_view device_folder = "/sys/class/infiniband";
constexpr std::string_view interface_folder = "/sys/class/net/";

// The states that the lines below contain, which no capture of ours need have seen.
constexpr std::array<std::string_view, 3> assumed_states{"(Up)", "ACTIVE", "LINK_UP"};

std::string_view last_component(std::string_view path) { return path.substr(path.find_last_of('/') + 1); }

bool is_word_character(char c) { return ascii::is_letter_or_digit(c) || c == '_'; }

// Whether a pattern is a plain text: one that means the same in every kind of regular expression.
bool is_plain(std::string_view pattern)
{
    return !pattern.empty() && std::ranges::all_of(pattern, [](char c) {
        return is_word_character(c) || c == '-' || c == ':' || c == '/' || c == '=' || c == '>' || c == ' ';
    });
}

// A number of lines, as `head -1`, `head -n 1` and `head -n1` have it; 0 if the words are others.
std::size_t line_count_of(std::span<const std::string> words)
{
    std::string joined;
    for (const std::string& word : words)
        joined += word;
    std::string_view text = joined;
    if (text.empty())
        return 10; // POSIX.1-2017, head
    if (!text.starts_with('-'))
        return 0;
    text.remove_prefix(text.starts_with("-n") ? 2 : 1);
    constexpr std::size_t most_digits = 4;
    if (text.empty() || text.size() > most_digits || !std::ranges::all_of(text, ascii::is_digit))
        return 0;
    std::size_t count = 0;
    for (const char c : text)
        count = count * 10 + static_cast<std::size_t>(c - '0');
    return count;
}

std::vector<std::string_view> fields_of(std::string_view line)
{
    std::vector<std::string_view> fields;
    for (std::string_view rest = line;;) {
        rest = ascii::trimmed_front(rest, ascii::is_blank);
        if (rest.empty())
            return fields;
        const std::string_view field = rest.substr(0, rest.find_first_of(" \t"));
        fields.push_back(field);
        rest.remove_prefix(field.size());
    }
}

class Pipeline {
public:
    explicit Pipeline(std::span<const ShellRdmaDevice> devices) : devices_(devices) { }

    // Runs one command of the pipeline. False if it is not followed.
    bool run(std::span<const std::string> words)
    {
        if (words.empty())
            return false;
        const std::string_view name = last_component(words.front());
        const auto rest = words.subspan(1);
        if (!std::exchange(started_, true))
            return start(name, rest);
        if (name == "grep" || name == "egrep" || name == "fgrep")
            return keep_matching(rest);
        if (name == "head" || name == "tail")
            return keep_end(rest, name == "head");
        if (name == "awk")
            return keep_field(rest);
        if (name == "uniq" && rest.empty())
            return drop_repeated();
        // Lines and words are the same to what takes them.
        if (name == "xargs" && rest.empty())
            return true;
        if (name == "tr")
            return rest.size() == 2 && rest[0] == "\\n" && rest[1] == " ";
        if (name == "sort" && std::ranges::all_of(rest, [](const std::string& word) {
                return word == "-V" || word == "-n" || word == "-u";
            })) {
            std::ranges::sort(lines_, [](const std::string& a, const std::string& b) {
                return a.size() != b.size() ? a.size() < b.size() : a < b;
            });
            return std::ranges::find(rest, "-u") == rest.end() || drop_repeated();
        }
        return false;
    }

    // The lines as words; nothing if they hold states of links, which are assumed.
    [[nodiscard]] std::optional<std::string> words() const
    {
        std::string joined;
        for (const std::string& line : lines_) {
            const bool is_name = line.find_first_of(" \t") == std::string::npos
                && std::ranges::find(assumed_states, line) == assumed_states.end();
            if (line.empty() || (assumes_states_ && !is_name))
                return std::nullopt;
            joined += joined.empty() ? line : ' ' + line;
        }
        return joined.empty() ? std::nullopt : std::optional(std::move(joined));
    }

private:
    bool start(std::string_view name, std::span<const std::string> words)
    {
        if (name == "ls") {
            if (!words.empty() && words.front() == "-1")
                words = words.subspan(1);
            return words.size() == 1 && list(words.front());
        }
        if (name == "basename" && words.size() == 1) {
            lines_.emplace_back(last_component(ascii::trimmed_back(words.front(), is_slash)));
            return true;
        }
        if (name == "echo" && words.size() == 1 && !words.front().starts_with('-')) {
            lines_.push_back(words.front());
            return true;
        }
        if (name == "ibdev2netdev" && words.empty())
            return list_lines(" port 1 ==> ", " (Up)", {});
        const bool links = name == "rdma" && !words.empty() && words.front() == "link"
            && (words.size() == 1 || (words.size() == 2 && words.back() == "show"));
        return links && list_lines("/1 state ACTIVE physical_state LINK_UP netdev ", "", "link ");
    }

    static bool is_slash(char c) { return c == '/'; }

    bool list_lines(std::string_view between, std::string_view behind, std::string_view before)
    {
        assumes_states_ = true;
        for (const ShellRdmaDevice& device : devices_) {
            if (device.interface.empty())
                return false;
            std::string line(before);
            line += device.name;
            line += between;
            line += device.interface;
            line += behind;
            lines_.push_back(std::move(line));
        }
        return true;
    }

    bool list(std::string_view path)
    {
        path = ascii::trimmed_back(path, is_slash);
        if (path == device_folder) {
            for (const ShellRdmaDevice& device : devices_)
                lines_.emplace_back(device.name);
            return true;
        }
        constexpr std::string_view of_device = "/device/net";
        constexpr std::string_view of_interface = "/device/infiniband";
        for (const ShellRdmaDevice& device : devices_) {
            const bool names_it = path.starts_with(device_folder) && path.ends_with(of_device)
                && path.size() == device_folder.size() + 1 + device.name.size() + of_device.size()
                && path.substr(device_folder.size() + 1, device.name.size()) == device.name;
            const bool is_its = path.starts_with(interface_folder) && path.ends_with(of_interface)
                && path.size() == interface_folder.size() + device.interface.size() + of_interface.size()
                && path.substr(interface_folder.size(), device.interface.size()) == device.interface;
            if (device.interface.empty() || (!names_it && !is_its))
                continue;
            lines_.emplace_back(names_it ? device.interface : device.name);
            return true;
        }
        return false;
    }

    bool keep_matching(std::span<const std::string> words)
    {
        bool inverts = false;
        bool whole_words = false;
        while (!words.empty() && words.front().starts_with('-')) {
            for (const char option : std::string_view(words.front()).substr(1)) {
                inverts = inverts || option == 'v';
                whole_words = whole_words || option == 'w';
                if (std::string_view("vwEFe").find(option) == std::string_view::npos)
                    return false;
            }
            words = words.subspan(1);
        }
        if (words.size() != 1)
            return false;
        std::string_view pattern = words.front();
        const bool at_begin = pattern.starts_with('^');
        pattern.remove_prefix(at_begin ? 1 : 0);
        const bool at_end = pattern.ends_with('$');
        pattern.remove_suffix(at_end ? 1 : 0);
        if (!is_plain(pattern) || is_about_state(pattern))
            return false;
        std::erase_if(lines_, [&](const std::string& line) {
            const bool matches = at_begin
                ? line.starts_with(pattern) && (!at_end || line.size() == pattern.size())
                : at_end ? line.ends_with(pattern)
                         : holds(line, pattern, whole_words);
            return matches == inverts;
        });
        return true;
    }

    static bool is_about_state(std::string_view pattern)
    {
        const std::string lower = ascii::lowered(pattern);
        return std::ranges::any_of(std::array<std::string_view, 4>{"up", "down", "active", "polling"},
            [&](std::string_view state) { return lower.find(state) != std::string::npos; });
    }

    static bool holds(std::string_view line, std::string_view pattern, bool whole_words)
    {
        for (std::size_t at = line.find(pattern); at != std::string_view::npos;
             at = line.find(pattern, at + 1)) {
            const std::size_t end = at + pattern.size();
            const bool is_apart = (at == 0 || !is_word_character(line[at - 1]))
                && (end == line.size() || !is_word_character(line[end]));
            if (!whole_words || is_apart)
                return true;
        }
        return false;
    }

    bool keep_end(std::span<const std::string> words, bool from_front)
    {
        const std::size_t count = line_count_of(words);
        if (count == 0)
            return false;
        const std::size_t kept = std::min(count, lines_.size());
        const auto dropped = static_cast<std::ptrdiff_t>(lines_.size() - kept);
        if (from_front)
            lines_.resize(kept);
        else
            lines_.erase(lines_.begin(), lines_.begin() + dropped);
        return true;
    }

    // awk '{print $5}'
    bool keep_field(std::span<const std::string> words)
    {
        if (words.size() != 1)
            return false;
        std::string program = words.front();
        std::erase_if(program, [](char c) { return ascii::is_white(c) || c == ';'; });
        std::string_view field = program;
        constexpr std::string_view begin = "{print$";
        if (!field.starts_with(begin) || !field.ends_with('}'))
            return false;
        field = field.substr(begin.size(), field.size() - begin.size() - 1);
        const bool last = field == "NF";
        if (!last && (field.size() != 1 || field.front() < '1' || field.front() > '9'))
            return false;
        for (std::string& line : lines_) {
            const std::vector<std::string_view> fields = fields_of(line);
            const std::size_t index = last ? fields.size() : static_cast<std::size_t>(field.front() - '0');
            if (index == 0 || index > fields.size())
                return false;
            line = std::string(fields[index - 1]);
        }
        return true;
    }

    bool drop_repeated()
    {
        lines_.erase(std::unique(lines_.begin(), lines_.end()), lines_.end());
        return true;
    }

    std::span<const ShellRdmaDevice> devices_;
    std::vector<std::string> lines_;
    bool started_ = false;
    bool assumes_states_ = false;
};

}

std::optional<std::string> shell_output(
    std::span<const std::vector<std::string>> commands, std::span<const ShellRdmaDevice> devices)
{
    Pipeline pipeline(devices);
    for (const std::vector<std::string>& words : commands) {
        if (!pipeline.run(words))
            return std::nullopt;
    }
    return pipeline.words();
}

}
