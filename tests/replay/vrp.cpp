// SPDX-License-Identifier: Apache-2.0
// The views of a Huawei CloudEngine: a line replaces the one about the same subject, the priorities of a PFC profile and the
// queues of a scheduling mode add up, and what is in use or always there cannot be removed.
#include "tests/replay/replay.h"

#include <algorithm>
#include <map>
#include <set>
#include <sstream>

namespace rocelint::replay {
namespace {

using Words = std::vector<std::string>;

struct View {
    std::map<std::string, std::string> lines; ///< by subject
    std::set<int> paused; ///< priority N …
    std::map<int, std::string> modes; ///< by queue: pq, drr, lpq
};

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

bool is_number(const std::string& word)
{
    return !word.empty() && word.find_first_not_of("0123456789") == std::string::npos;
}

bool is_header(const Words& words)
{
    static const std::set<std::string> own{
        "global", "deadlock-detect", "deadlock-recovery", "deadlock", "dscp-mapping", "uplink"};
    if (words[0] == "dcb")
        return words.size() >= 2 && words[1] == "pfc" && words.size() <= 3
            && (words.size() == 2 || !own.contains(words[2]));
    return words[0] == "interface" || (words[0] == "diffserv" && words.size() == 3)
        || (words[0] == "drop-profile" && words.size() == 2) || joined(words) == "load-balance ecmp";
}

// The number of words that are the subject of a line, and of its undo.
std::size_t key_size(const Words& words)
{
    const std::string two = joined(words, 2);
    if (two == "qos queue" || two == "dcb pfc")
        return two == "qos queue" || (words.size() > 2 && words[2] != "buffer" && words[2] != "enable") ? 4
            : words.size() > 2 && words[2] == "buffer"                                                  ? 5
                                                                                                        : 3;
    if (words[0] == "priority" || two == "qos ecn" || words[0] == "ip-dscp-outbound")
        return 3;
    if (two == "trust upstream" || two == "jumboframe enable" || two == "fec mode" || two == "port default"
        || two == "ip address" || words[0] == "ip-dscp-inbound" || words[0] == "8021p-inbound"
        || words[0] == "color" || words[0] == "lldp" || words[0] == "flow-control")
        return 2;
    return two.starts_with("qos buffer") ? 9 : 1;
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
        if (words[0] == "quit" || words[0] == "return")
            return leave();
        const bool undone = words[0] == "undo";
        if (undone)
            words.erase(words.begin());
        const bool kept = undone && (words[0] == "shutdown" || words[0] == "portswitch");
        if (header_.empty() && is_header(words))
            return take_header(words, undone);
        View& view = views_[header_];
        if (words[0] == "priority" && std::all_of(words.begin() + 1, words.end(), is_number))
            return pause(view, words, undone);
        if (words[0] == "qos" && (words[1] == "drr" || words[1] == "pq" || words[1] == "lpq"))
            return serve(view, words, undone);
        if (undone && !kept)
            return undo(view, words);
        if (words[0] == "qos" && words.size() == 5 && words[3] == "wred"
            && !views_.contains("drop-profile " + words[4]))
            refusal = "there is no such profile: " + line;
        view.lines[joined(words, key_size(words))] = (kept ? "undo " : "") + joined(words);
    }

    [[nodiscard]] std::string print() const
    {
        std::string out = print(views_.count("") != 0 ? views_.at("") : View{}, "");
        for (const auto& [header, view] : views_) {
            if (!header.empty())
                out += "#\n" + header + '\n' + print(view, " ");
        }
        return out + "#\nreturn\n";
    }

private:
    void take_header(const Words& words, bool undone)
    {
        const std::string header = joined(words);
        if (!undone) {
            header_ = header;
            views_[header];
            return;
        }
        if (header == "dcb pfc" || words[0] == "interface" || words.back() == "default")
            refusal = "it cannot be removed: " + header;
        for (const auto& [name, view] : views_) {
            for (const auto& [key, line] : view.lines) {
                const bool uses = (line.starts_with("qos queue ") && words[0] == "drop-profile")
                    || (line.starts_with("trust upstream ") && words[0] == "diffserv");
                if (uses && words_of(line).back() == words.back())
                    refusal = "it is in use: " + header;
            }
        }
        views_.erase(header);
    }

    static void pause(View& view, const Words& words, bool undone)
    {
        for (std::size_t at = 1; at < words.size(); ++at) {
            if (undone)
                view.paused.erase(std::stoi(words[at]));
            else
                view.paused.insert(std::stoi(words[at]));
        }
    }

    void serve(View& view, const Words& words, bool undone)
    {
        for (std::size_t at = 2; at < words.size(); ++at) {
            if (!is_number(words[at]))
                continue;
            const bool range = at + 2 < words.size() && words[at + 1] == "to";
            const int last = std::stoi(words[range ? at + 2 : at]);
            for (int queue = std::stoi(words[at]); queue <= last; ++queue) {
                if (undone)
                    view.modes.erase(queue);
                else
                    view.modes[queue] = words[1];
            }
        }
    }

    void undo(View& view, const Words& words)
    {
        // These take their values in an undo; of all others only the subject is named.
        static const std::set<std::string> with_values{"jumboframe", "fec", "speed", "dcb", "qos", "ip"};
        const std::size_t size = key_size(words);
        const bool weight = words.size() == 5 && words[4] == "weight";
        if (words.size() > size && !with_values.contains(words[0]) && !weight)
            refusal = "unknown: undo " + joined(words);
        view.lines.erase(joined(words, size));
    }

    static std::string print(const View& view, const std::string& indent)
    {
        std::string out;
        for (const int priority : view.paused)
            out += indent + "priority " + std::to_string(priority) + '\n';
        for (const char* mode : {"pq", "drr", "lpq"}) {
            std::string queues;
            for (const auto& [queue, own] : view.modes)
                queues += own == mode ? " " + std::to_string(queue) : "";
            if (!queues.empty())
                out += indent + "qos " + mode + queues + '\n';
        }
        for (const auto& [key, line] : view.lines)
            out += indent + line + '\n';
        return out;
    }

    std::map<std::string, View> views_;
    std::string header_;
};

}

Replayed apply_vrp(std::string_view config, std::string_view commands)
{
    Device device;
    Replayed replayed;
    std::istringstream text{std::string(config)};
    for (std::string line; std::getline(text, line);) {
        std::erase(line, '\r');
        if (line.starts_with("!")) {
            replayed.text += line + '\n';
            continue;
        }
        if (!line.starts_with(" "))
            device.leave();
        if (!line.starts_with("#"))
            device.take(line);
    }
    device.leave();
    std::istringstream typed{std::string(commands)};
    for (std::string line; std::getline(typed, line);) {
        if (!line.starts_with(" ") && line != "quit")
            device.leave();
        device.take(line);
    }
    return {replayed.text + device.print(), device.refusal};
}

}
