// SPDX-License-Identifier: Apache-2.0
// The views of a switch with Comware: a line replaces the one about the same subject, entries of a map-table move one by one, a
// line of a WRED table with the default values is as if there were none, and what is in use or always there cannot be removed.
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
    std::map<int, std::string> entries; ///< of a map-table: targets by point
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

bool is_header(const Words& words)
{
    return words[0] == "interface" || (words.size() == 3 && joined(words, 2) == "qos map-table")
        || (words.size() == 5 && joined(words, 4) == "qos wred queue table");
}

// The number of words that are the subject of a line, and of its undo.
std::size_t key_size(const Words& words)
{
    const std::string two = joined(words, 2);
    if (words[0] == "priority-flow-control") {
        if (words.size() < 2 || words[1] == "enable" || words[1] == "auto")
            return 1;
        return words[1] == "no-drop" ? 3
            : words[1] == "dot1p"    ? (words.size() > 3 && words[3] == "ingress-buffer" ? 5 : 4)
            : words[1] == "poolID"   ? 4
            : words.size() > 3 && words[2] == "cos"          ? 5
            : words.size() > 3 && words[2] == "auto-recover" ? 4
                                                             : 3;
    }
    if (two == "qos wrr" || two == "qos wfq")
        return words.size() > 2 && words[2] != "byte-count" && words[2] != "weight" ? 3 : 2;
    if (two == "qos wred")
        return words.size() > 4 && words[4] == "drop-level" ? 6
            : words.size() > 3 && words[2] == "queue" ? (words.size() > 4 && words[4] != "low-limit" ? 5 : 4)
                                                      : 3;
    if (words[0] == "queue")
        return words.size() > 2 && words[2] == "drop-level" ? 4
            : words.size() > 2 && words[2] != "low-limit"   ? 3
                                                            : 2;
    if (two == "qos gts")
        return 4;
    if (two == "qos lr" || joined(words, 3) == "ip load-sharing mode")
        return 3;
    if (words[0] == "qos" || words[0] == "jumboframe" || words[0] == "port" || words[0] == "lldp"
        || two == "ip address" || two == "dcbx version")
        return 2;
    return 1;
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
        const bool kept = undone && (words[0] == "shutdown" || words[0] == "jumboframe");
        if (header_.empty() && is_header(words))
            return take_header(words, undone);
        View& view = views_[header_];
        if (words[0] == "import")
            return map(view, words, undone);
        if (undone && !kept)
            return undo(view, words);
        if (joined(words, 3) == "qos wred apply" && words.size() == 4
            && !views_.contains("qos wred queue table " + words[3]))
            refusal = "there is no such table: " + line;
        view.lines[joined(words, key_size(words))] = (kept ? "undo " : "") + joined(words);
    }

    [[nodiscard]] std::string print() const
    {
        std::string out = print(views_.count("") != 0 ? views_.at("") : View{}, " ");
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
        if (words[0] == "interface" || words[1] == "map-table")
            refusal = "it cannot be removed: " + header;
        for (const auto& [name, view] : views_) {
            const auto applied = view.lines.find("qos wred apply");
            if (applied != view.lines.end() && words_of(applied->second).back() == words.back())
                refusal = "it is in use: " + header;
        }
        views_.erase(header);
    }

    void map(View& view, const Words& words, bool undone)
    {
        const bool is_list = undone || (words.size() > 2 && words[words.size() - 2] == "export");
        if (!is_list)
            refusal = "unknown: " + joined(words);
        const std::size_t end = undone ? words.size() : words.size() - 2;
        for (std::size_t at = 1; at < end && is_list; ++at) {
            if (undone)
                view.entries.erase(std::stoi(words[at]));
            else
                view.entries[std::stoi(words[at])] = words.back();
        }
    }

    void undo(View& view, const Words& words)
    {
        // Only the subject is named.
        if (words.size() > key_size(words))
            refusal = "unknown: undo " + joined(words);
        // The undo of drop parameters is for all levels of a queue, and keeps the rest.
        if (words[0] == "queue" && words.size() == 2)
            std::erase_if(view.lines, [&](const auto& each) {
                return each.first == joined(words) || each.first.starts_with(joined(words) + " drop-level");
            });
        else if (words[0] == "queue" && words.size() > 2 && words[2] == "drop-level")
            refusal = "unknown: undo " + joined(words);
        else
            view.lines.erase(joined(words, key_size(words)));
    }

    static std::string print(const View& view, const std::string& indent)
    {
        std::string out;
        for (const auto& [point, target] : view.entries)
            out += indent + "import " + std::to_string(point) + " export " + target + '\n';
        for (const auto& [key, line] : view.lines) {
            // The values that a table has anyway are not printed.
            if (line.starts_with("queue ")
                && line.ends_with("low-limit 100 high-limit 1000 discard-probability 10"))
                continue;
            out += indent + line + '\n';
        }
        return out;
    }

    std::map<std::string, View> views_;
    std::string header_;
};

}

Replayed apply_comware(std::string_view config, std::string_view commands)
{
    Device device;
    Replayed replayed;
    std::istringstream text{std::string(config)};
    for (std::string line; std::getline(text, line);) {
        std::erase(line, '\r');
        if (line.find(" uptime is ") != std::string::npos) {
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
    return {replayed.text + "#\n" + device.print(), device.refusal};
}

}
