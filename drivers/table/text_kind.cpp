// SPDX-License-Identifier: Apache-2.0
// Says what a text that no platform recognizes looks like, so
// that users see at once whether it should have been read.
#include "drivers/table/text_kind.h"

#include "drivers/table/text_lines.h"
#include "models/text/ascii.h"
#include "models/text/prompt.h"

#include <algorithm>
#include <array>
#include <initializer_list>
#include <string>

namespace rocelint {
namespace {

constexpr std::size_t kind_looked_at = std::size_t{64} << 10;

bool is_of_a_small_word(char c)
{
    return ascii::is_lower(c) || c == ',' || c == '.' || c == '\'' || c == '-' || c == ':';
}

// "2026-03-01T10:00:00", "[Sun Mar  1 10:00:00 2026]", "Mar  1 10:00:00 leaf1 …", "<189>…"
bool has_a_time_in_front(std::string_view line)
{
    constexpr std::size_t longest_time = 32;
    const std::string_view head = line.substr(0, longest_time);
    if (head.size() > 3 && head.front() == '<' && ascii::is_digit(head[1]))
        return true;
    for (std::size_t at = 0; at + 5 < head.size(); ++at) {
        if (ascii::is_digit(head[at]) && ascii::is_digit(head[at + 1]) && head[at + 2] == ':'
            && ascii::is_digit(head[at + 3]) && ascii::is_digit(head[at + 4]) && head[at + 5] == ':')
            return true;
    }
    return false;
}

// "key: value", "key:", "- item", "---"
bool is_yaml(std::string_view line)
{
    if (line == "---" || line.starts_with("- ") || line.starts_with('#'))
        return true;
    const std::size_t colon = line.find(':');
    return colon != std::string_view::npos && colon > 0
        && line.substr(0, colon).find_first_of(" \t") == std::string_view::npos
        && (colon + 1 == line.size() || line[colon + 1] == ' ');
}

class KindFinder {
public:
    explicit KindFinder(std::string_view text) : text_(text.substr(0, kind_looked_at)) { }

    std::string_view find()
    {
        const std::size_t first = text_.find_first_not_of(" \t\r\n");
        if (first == std::string_view::npos)
            return {};
        text_.remove_prefix(first);
        count();
        if (text_.starts_with("#!"))
            return "a script that sets nothing of a device";
        if (text_.starts_with("<") && !begins_with_bracket_prompt(text_))
            return "XML or HTML";
        if (is_json())
            return "JSON of another program";
        if (has_head({"diff --git ", "--- a/", "Index: "}))
            return "a patch";
        if (has_line("- hosts:") || (has_line("tasks:") && has_line("- name:")))
            return "a playbook of Ansible";
        if (is_list_of_tasks())
            return "tasks of Ansible";
        if (has_line("version: 1") && (has_line("rdma:") || has_line("classes:") || has_line("waivers:")))
            return "a policy of rocelint, which --policy reads";
        if (has_line("devices:") && has_line("links:"))
            return "a topology of rocelint, which --topology reads";
        if (has_line("apiVersion:") && has_line("kind:"))
            return "a manifest of Kubernetes";
        return by_lines();
    }

private:
    // Counts the signs of each kind. The number of separators
    // in each line is compared with that of the first line.
    void count()
    {
        TextLines lines(text_);
        while (!lines.at_end()) {
            const std::string_view line = lines.next().text;
            if (line.empty())
                continue;
            ++lines_;
            times_ += has_a_time_in_front(line) ? 1 : 0;
            sentences_ += is_sentence(line) ? 1 : 0;
            yaml_ += is_yaml(line) ? 1 : 0;
            const auto commas = static_cast<std::size_t>(std::ranges::count(line, ','));
            const auto semicolons = static_cast<std::size_t>(std::ranges::count(line, ';'));
            if (lines_ == 1) {
                commas_ = commas;
                semicolons_ = semicolons;
            }
            of_commas_ += commas >= 2 && commas == commas_ ? 1 : 0;
            of_semicolons_ += semicolons >= 2 && semicolons == semicolons_ ? 1 : 0;
        }
    }

    [[nodiscard]] std::string_view by_lines() const
    {
        constexpr std::size_t fewest = 3;
        if (lines_ >= fewest && times_ * 2 > lines_)
            return "a log";
        if (lines_ >= fewest && std::max(of_commas_, of_semicolons_) * 10 >= lines_ * 9)
            return "a table of separated values (CSV)";
        if (sentences_ >= 2 && sentences_ * 3 >= lines_)
            return "prose";
        if (lines_ >= fewest && yaml_ * 10 >= lines_ * 9)
            return "YAML of another program";
        return {};
    }

    [[nodiscard]] bool is_json() const
    {
        if (text_.front() != '{' && text_.front() != '[')
            return false;
        const std::size_t next = text_.find_first_not_of(" \t\r\n", 1);
        return next != std::string_view::npos
            && std::string_view("\"{}]").find(text_[next]) != std::string_view::npos;
    }

    [[nodiscard]] bool has_head(std::initializer_list<std::string_view> heads) const
    {
        return std::ranges::any_of(heads, [this](std::string_view head) { return text_.starts_with(head); });
    }

    // The tasks of a role: a list whose entries have keys of a task (Ansible documentation, Playbook Keywords).
    [[nodiscard]] bool is_list_of_tasks() const
    {
        const bool begins = text_.starts_with("- ") || text_.starts_with("---") || text_.starts_with('#');
        const bool is_list = has_line("- name:") || has_line("- include_tasks:")
            || has_line("- import_tasks:") || has_line("- ansible.builtin.");
        return begins && is_list && !has_line("apiVersion:")
            && (has_line("register:") || has_line("become:") || has_line("when:") || has_line("notify:")
                || has_line("ansible."));
    }

    [[nodiscard]] bool has_line(std::string_view beginning) const
    {
        TextLines lines(text_);
        while (!lines.at_end()) {
            if (lines.next().text.starts_with(beginning))
                return true;
        }
        return false;
    }

    std::string_view text_;
    std::size_t lines_ = 0;
    std::size_t times_ = 0;
    std::size_t sentences_ = 0;
    std::size_t yaml_ = 0;
    std::size_t commas_ = 0; ///< in the first line
    std::size_t semicolons_ = 0;
    std::size_t of_commas_ = 0; ///< lines with as many as the first line
    std::size_t of_semicolons_ = 0;
};

}

bool is_sentence(std::string_view line)
{
    while (line.size() > 1 && std::string_view("-*> \t").find(line.front()) != std::string_view::npos)
        line.remove_prefix(1);
    constexpr std::size_t shortest_sentence = 24;
    if (line.size() < shortest_sentence || !ascii::is_upper(line.front())
        || (!ascii::is_lower(line[1]) && !ascii::is_blank(line[1])))
        return false;
    std::size_t words = 0;
    std::size_t small = 0;
    for (std::size_t at = 0; at < line.size();) {
        const std::size_t end = std::min(line.find_first_of(" \t", at), line.size());
        ++words;
        small += std::ranges::all_of(line.substr(at, end - at), is_of_a_small_word) ? 1 : 0;
        if (end + 1 < line.size() && ascii::is_blank(line[end + 1]))
            return false; // columns
        at = end + 1;
    }
    constexpr std::size_t fewest_words = 6;
    return words >= fewest_words && small * 3 >= words * 2;
}

std::string_view kind_of_text(std::string_view text) { return KindFinder(text).find(); }

bool is_about_rdma(std::string_view text)
{
    constexpr auto words = std::to_array<std::string_view>(
        {"priority-flow-control", "pfc", "no-drop", "random-detect ecn", "roce", "lossless", "dcqcn"});
    TextLines lines(text.substr(0, kind_looked_at));
    std::string lowered;
    while (!lines.at_end()) {
        lowered.assign(lines.next().text.substr(0, 200));
        std::ranges::transform(lowered, lowered.begin(), ascii::lower);
        if (std::ranges::any_of(
                words, [&](std::string_view word) { return lowered.find(word) != std::string::npos; }))
            return true;
    }
    return false;
}

}
