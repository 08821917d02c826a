// SPDX-License-Identifier: Apache-2.0
// The contexts of an AOS-CX switch: a line replaces the one about the same subject, code points and local priorities have
// their entries one by one, and a profile in use cannot be removed.
#include "tests/replay/replay.h"

#include <algorithm>
#include <map>
#include <sstream>

namespace rocelint::replay {
namespace {

using Words = std::vector<std::string>;
using Lines = std::map<std::string, std::string>; // by subject

Words words_of(const std::string& text)
{
    std::istringstream stream(text);
    Words words;
    for (std::string word; stream >> word;)
        words.push_back(word);
    return words;
}

std::string joined(const Words& words, std::size_t count = 99)
{
    std::string out;
    for (std::size_t at = 0; at < std::min(count, words.size()); ++at)
        out += (at == 0 ? "" : " ") + words[at];
    return out;
}

// "24-31,40"
std::vector<int> numbers_of(const std::string& list)
{
    std::vector<int> numbers;
    std::istringstream stream(list);
    for (std::string part; std::getline(stream, part, ',');) {
        const std::size_t dash = part.find('-');
        const int last = std::stoi(dash == std::string::npos ? part : part.substr(dash + 1));
        for (int number = std::stoi(part); number <= last; ++number)
            numbers.push_back(number);
    }
    return numbers;
}

bool is_header(const Words& words)
{
    return words[0] == "interface" || words[0] == "vlan"
        || (words[0] == "qos" && words.size() == 3 && words[1].ends_with("-profile"));
}

bool is_service(const std::string& word) { return word == "dwrr" || word == "wfq" || word == "strict"; }

// The words that say what the line is about.
std::string subject_of(const Words& words)
{
    const std::string two = joined(words, 2);
    if (is_service(words[0]) && words.size() > 2)
        return "served queue " + words[2];
    if (two == "flow-control rx" || two == "flow-control rxtx")
        return "flow-control of the link";
    if (two == "flow-control buffer")
        return joined(words, words.size() > 2 && words[2] == "priority" ? 5 : 3);
    if (words[0] == "queue" || two == "qos egress-rewrite-map")
        return joined(words, 4);
    if (two == "apply qos" || two == "qos cos-map" || two == "qos dscp-map" || two == "qos pool"
        || words[0] == "name" || two == "vlan trunk")
        return joined(words, 3);
    if (two == "ip address" || two == "ipv6 address")
        return joined(words);
    constexpr const char* firsts[]{"qos", "flow-control", "lldp", "ip", "vlan", "vrf", "ssh"};
    return joined(
        words, std::find(std::begin(firsts), std::end(firsts), words[0]) != std::end(firsts) ? 2 : 1);
}

class Device {
public:
    std::string refusal;

    void leave() { header_.clear(); }
    void take(const std::string& line)
    {
        Words words = words_of(line);
        if (words.empty())
            return;
        if (words[0] == "exit" || words[0] == "end")
            return leave();
        const bool removed = words[0] == "no";
        if (removed)
            words.erase(words.begin());
        if (header_.empty() && is_header(words))
            return take_header(words, removed);
        Lines& lines = contexts_[header_];
        if (joined(words, 2) == "qos dscp-map")
            return take_each(lines, words, removed);
        if (joined(words, 2) == "map queue")
            return map_queue(lines, words, removed);
        const bool kept = removed && (words[0] == "shutdown" || words[0] == "routing");
        if (removed && !kept)
            return remove(lines, words);
        if (words[0] == "apply" && words.size() > 3 && !is_known(joined(words)))
            refusal = "there is no such profile: " + line;
        lines[subject_of(words)] = (kept ? "no " : "") + joined(words);
    }

    [[nodiscard]] std::string print() const
    {
        std::string out = print(contexts_.count("") != 0 ? contexts_.at("") : Lines{}, "");
        for (const auto& [header, lines] : contexts_) {
            if (!header.empty())
                out += header + '\n' + print(lines, "    ");
        }
        return out;
    }

private:
    static std::vector<std::string> applied_by(const std::string& line)
    {
        const Words words = words_of(line);
        std::vector<std::string> headers;
        for (std::size_t at = 0; words[0] == "apply" && at + 1 < words.size(); ++at) {
            if (words[at].ends_with("-profile") && words[at + 1] != "factory-default"
                && words[at + 1] != "strict")
                headers.push_back("qos " + words[at] + ' ' + words[at + 1]);
        }
        return headers;
    }

    [[nodiscard]] bool is_known(const std::string& line) const
    {
        const std::vector<std::string> headers = applied_by(line);
        return std::all_of(headers.begin(), headers.end(), [&](const std::string& header) {
            return contexts_.count(header) != 0;
        });
    }

    void take_header(const Words& words, bool removed)
    {
        const std::string header = joined(words);
        if (!removed) {
            header_ = header;
            contexts_[header];
            return;
        }
        for (const auto& [name, lines] : contexts_) {
            for (const auto& [subject, line] : lines) {
                const std::vector<std::string> used = applied_by(line);
                if (std::find(used.begin(), used.end(), header) != used.end())
                    refusal = "it is in use: " + header;
            }
        }
        if (words[0] == "interface")
            refusal = "it cannot be removed: " + header;
        contexts_.erase(header);
    }

    // qos dscp-map 24-31 local-priority 3
    static void take_each(Lines& lines, Words words, bool removed)
    {
        for (const int point : numbers_of(words[2])) {
            words[2] = std::to_string(point);
            if (removed)
                lines.erase(joined(words, 3));
            else
                lines[joined(words, 3)] = joined(words);
        }
    }

    // map queue 3 local-priority 3,4
    static void map_queue(Lines& lines, Words words, bool removed)
    {
        if (removed && words.size() == 3) {
            std::erase_if(lines, [&](const auto& entry) {
                return entry.second.starts_with(joined(words, 3) + ' ') && entry.first.starts_with("local ");
            });
            return;
        }
        for (const int local : numbers_of(words[4])) {
            words[4] = std::to_string(local);
            if (removed)
                lines.erase("local " + words[4]);
            else
                lines["local " + words[4]] = joined(words);
        }
    }

    // All lines that begin so: "no queue 3" removes each action of the queue.
    static void remove(Lines& lines, const Words& words)
    {
        const std::string subject = subject_of(words);
        std::erase_if(lines, [&](const auto& entry) {
            return entry.first == subject || entry.first.starts_with(subject + ' ');
        });
    }

    static std::string print(const Lines& lines, const std::string& indent)
    {
        std::string out;
        for (const auto& [subject, line] : lines)
            out += indent + line + '\n';
        return out;
    }

    std::map<std::string, Lines> contexts_; ///< by header; empty: of the switch
    std::string header_;
};

}

Replayed apply_aoscx(std::string_view config, std::string_view commands)
{
    Device device;
    Replayed replayed;
    std::istringstream text{std::string(config)};
    for (std::string line; std::getline(text, line);) {
        std::erase(line, '\r');
        if (line.starts_with("!")) {
            replayed.text += line.size() > 1 ? line + '\n' : "";
            continue;
        }
        if (!line.starts_with(" "))
            device.leave();
        device.take(line);
    }
    device.leave();
    std::istringstream typed{std::string(commands)};
    for (std::string line; std::getline(typed, line);) {
        if (!line.starts_with(" "))
            device.leave();
        device.take(line);
    }
    return {replayed.text + device.print(), device.refusal};
}

}
