// SPDX-License-Identifier: Apache-2.0
#include "tests/metamorphic/transform.h"

#include "drivers/driver.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <map>
#include <random>
#include <vector>

namespace rocelint::testing {
namespace {

using Lines = std::vector<std::string>;

Lines lines_of(std::string_view text)
{
    Lines lines;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        lines.emplace_back(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return lines;
}

std::string joined(const Lines& lines)
{
    std::string text;
    for (const std::string& line : lines)
        text += line + "\n";
    return text;
}

void replace_all(std::string& text, std::string_view from, std::string_view to)
{
    for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size()))
        text.replace(at, from.size(), to);
}

bool is_cli(std::string_view platform)
{
    return platform == "eos" || platform == "nxos" || platform == "os10" || platform == "sonic-cli";
}

bool is_of_a_switch(std::string_view path) { return path.starts_with("leaf") || path.starts_with("spine"); }

template <class Edit>
bool each_switch(Texts& texts, Edit&& edit)
{
    bool any = false;
    for (auto& [path, text] : texts.files) {
        const std::string before = text;
        if (is_of_a_switch(path))
            edit(text);
        any = any || text != before;
    }
    return any;
}

bool windows_line_ends(Texts& texts, std::uint32_t)
{
    return each_switch(texts, [](std::string& text) { replace_all(text, "\n", "\r\n"); });
}

bool trailing_blanks(Texts& texts, std::uint32_t)
{
    return each_switch(texts, [](std::string& text) { replace_all(text, "\n", " \t\n"); });
}

bool comments(Texts& texts, std::uint32_t)
{
    const std::string_view mark = find_driver(texts.platform)->comment;
    return !mark.empty() && each_switch(texts, [mark](std::string& text) {
        if (text.starts_with('{'))
            return;
        Lines lines;
        for (std::string& line : lines_of(text)) {
            if (!line.empty() && line.front() != ' ' && line.front() != '}')
                lines.push_back(fmt::format("{} a remark", mark));
            lines.push_back(std::move(line));
        }
        text = joined(lines);
    });
}

// Shuffles the interface blocks of a text, each with its lines; everything between them stays in place.
bool interfaces_in_another_order(Texts& texts, std::uint32_t seed)
{
    return is_cli(texts.platform) && each_switch(texts, [seed](std::string& text) {
        Lines kept;
        std::vector<Lines> blocks;
        std::vector<std::size_t> places;
        for (std::string& line : lines_of(text)) {
            if (line.starts_with("interface ")) {
                places.push_back(kept.size());
                kept.emplace_back();
                blocks.push_back({std::move(line)});
            } else if (!blocks.empty() && line.starts_with(' ') && places.back() + 1 == kept.size()) {
                blocks.back().push_back(std::move(line));
            } else {
                kept.push_back(std::move(line));
            }
        }
        std::mt19937 random(seed);
        std::ranges::reverse(blocks);
        std::ranges::shuffle(
            blocks.begin(), blocks.begin() + static_cast<std::ptrdiff_t>(blocks.size() / 2), random);
        for (std::size_t block = 0; block < blocks.size(); ++block) {
            kept[places[block]] = joined(blocks[block]);
            kept[places[block]].pop_back();
        }
        text = joined(kept);
    });
}

std::size_t indent_of(std::string_view line) { return std::min(line.find_first_not_of(' '), line.size()); }

// Shuffles those lines of each interface block that have no lines nested under them.
bool interface_lines_in_another_order(Texts& texts, std::uint32_t seed)
{
    return is_cli(texts.platform) && each_switch(texts, [seed](std::string& text) {
        Lines lines = lines_of(text);
        std::mt19937 random(seed);
        for (std::size_t begin = 0; begin < lines.size(); ++begin) {
            if (!lines[begin].starts_with("interface "))
                continue;
            std::size_t end = begin + 1;
            while (end < lines.size() && indent_of(lines[end]) == indent_of(lines[begin + 1])
                && indent_of(lines[end]) > 0 && lines[end].find_first_not_of(" !") != std::string::npos
                && (end + 1 == lines.size() || indent_of(lines[end + 1]) <= indent_of(lines[end])))
                ++end;
            std::ranges::shuffle(lines.begin() + static_cast<std::ptrdiff_t>(begin + 1),
                lines.begin() + static_cast<std::ptrdiff_t>(end),
                random);
        }
        text = joined(lines);
    });
}

nlohmann::ordered_json reversed(const nlohmann::ordered_json& value)
{
    if (!value.is_object())
        return value;
    nlohmann::ordered_json out = nlohmann::ordered_json::object();
    std::vector<std::string> keys;
    for (const auto& [key, member] : value.items())
        keys.push_back(key);
    std::ranges::reverse(keys);
    for (const std::string& key : keys)
        out[key] = reversed(value.at(key));
    return out;
}

bool members_in_another_order(Texts& texts, std::uint32_t)
{
    return each_switch(texts, [](std::string& text) {
        if (text.starts_with('{'))
            text = reversed(nlohmann::ordered_json::parse(text)).dump(1) + "\n";
    });
}

// What an NVUE command sets, without the interfaces that it names and without the value. If two commands set the same,
// the later one counts.
std::string what_is_set(const std::string& line)
{
    constexpr std::string_view of_interface = "nv set interface ";
    std::string what = line.substr(0, line.rfind(' '));
    if (what.starts_with(of_interface))
        what.erase(of_interface.size(), what.find(' ', of_interface.size()) - of_interface.size());
    return what;
}

// Brings lines that set the same back into the order in which `before` has them.
void keep_order_of_overrides(const Lines& before, Lines& lines)
{
    std::map<std::string, std::vector<std::string>> in_order;
    for (const std::string& line : before)
        in_order[what_is_set(line)].push_back(line);
    std::map<std::string, std::size_t> taken;
    for (std::string& line : lines) {
        const std::string what = what_is_set(line);
        line = in_order[what][taken[what]++];
    }
}

bool commands_in_another_order(Texts& texts, std::uint32_t seed)
{
    return texts.platform == "nvue" && each_switch(texts, [seed](std::string& text) {
        Lines lines = lines_of(text);
        if (!std::ranges::all_of(lines, [](const std::string& line) { return line.starts_with("nv set "); }))
            return;
        const Lines before = lines;
        std::mt19937 random(seed);
        std::ranges::shuffle(lines, random);
        keep_order_of_overrides(before, lines);
        text = joined(lines);
    });
}

// Writes a brace block as `set` lines, from `at` to the end of the block.
void write_set_lines(
    const std::vector<std::string>& words, std::size_t& at, const std::string& path, std::string& out)
{
    std::string line = path;
    for (; at < words.size() && words[at] != "}"; ++at) {
        if (words[at] == "{") {
            const std::size_t before = out.size();
            write_set_lines(words, ++at, line, out);
            if (out.size() == before)
                out += line + "\n";
            line = path;
        } else if (words[at] == ";") {
            out += line + "\n";
            line = path;
        } else if (words[at] == "[") {
            const std::string start = line;
            for (++at; words[at] != "]"; ++at)
                out += start + " " + words[at] + "\n";
            ++at; // the semicolon
            line = path;
        } else {
            line += " " + words[at];
        }
    }
}

bool set_lines(Texts& texts, std::uint32_t)
{
    return texts.platform == "junos" && each_switch(texts, [](std::string& text) {
        std::vector<std::string> words;
        std::string word;
        bool is_quoted = false;
        for (const char c : text) {
            is_quoted = is_quoted != (c == '"');
            const bool is_mark = !is_quoted && std::string_view("{};[]").find(c) != std::string_view::npos;
            if (!is_quoted && (is_mark || c == ' ' || c == '\n')) {
                if (!word.empty())
                    words.push_back(std::move(word));
                word.clear();
                if (is_mark)
                    words.emplace_back(1, c);
            } else {
                word += c;
            }
        }
        std::string out;
        std::size_t at = 0;
        write_set_lines(words, at, "set", out);
        text = out;
    });
}

bool files_in_another_order(Texts& texts, std::uint32_t)
{
    std::ranges::reverse(texts.files);
    return texts.files.size() > 1;
}

bool links_the_other_way_round(Texts& texts, std::uint32_t)
{
    Lines lines = lines_of(texts.topology);
    const auto begin = std::ranges::find(lines, "links:");
    if (begin == lines.end())
        return false;
    for (auto line = begin + 1; line != lines.end(); ++line) {
        replace_all(*line, "{a: ", "{x: ");
        replace_all(*line, ", b: ", ", a: ");
        replace_all(*line, "{x: ", "{b: ");
    }
    std::reverse(begin + 1, lines.end());
    texts.topology = joined(lines);
    return true;
}

const std::map<std::string, std::string> other_names{
    {"leaf1", "zoe-leaf"}, {"leaf2", "amy-leaf"}, {"host1", "mid-host"}};

bool other_device_names(Texts& texts, std::uint32_t)
{
    for (const auto& [from, to] : other_names) {
        for (auto& [path, text] : texts.files) {
            replace_all(path, from, to);
            replace_all(text, from, to);
        }
        replace_all(texts.topology, from, to);
    }
    std::ranges::sort(texts.files);
    return true;
}

const Transformation transformations[] = {
    {"Windows line ends", windows_line_ends},
    {"blanks behind lines", trailing_blanks},
    {"comments", comments},
    {"interfaces in another order", interfaces_in_another_order},
    {"lines of interfaces in another order", interface_lines_in_another_order},
    {"members in another order", members_in_another_order, false},
    {"commands in another order", commands_in_another_order, false},
    {"set lines in place of braces", set_lines, false},
    {"files in another order", files_in_another_order},
    {"links the other way round", links_the_other_way_round},
    {"other names of devices", other_device_names, false, other_names},
};

std::string name_of_port(const Fabric& fabric, PortId id, const std::map<std::string, std::string>& renamed)
{
    if (id.device >= fabric.devices.size())
        return "fabric";
    const Device& device = fabric.devices[id.device];
    const auto name = renamed.find(std::string(device.name));
    return fmt::format(
        "{} {}", name == renamed.end() ? device.name : name->second, device.part_name(id.port));
}

}

std::span<const Transformation> all_transformations() { return transformations; }

std::multiset<std::string> verdicts_of(const workspace::Outcome& outcome,
    bool with_statements,
    const std::map<std::string, std::string>& renamed)
{
    std::multiset<std::string> verdicts;
    for (const Finding& finding : outcome.report.findings) {
        std::set<std::string> ports;
        for (const rocelint::Subject& subject : finding.subjects)
            ports.insert(name_of_port(outcome.fabric, subject.port, renamed));
        for (const PortId id : finding.also_on)
            ports.insert(name_of_port(outcome.fabric, id, renamed));
        std::string words;
        if (with_statements && finding.at.somewhere())
            words = outcome.fabric.sources.text_at(finding.at);
        words = words.substr(0, words.find_first_of("\r\n"));
        words.erase(words.find_last_not_of(" \t") + 1);
        // One for each port: which ports are reported together depends on where their lines are.
        const std::string key = fmt::format("{} {}", finding.rule->code, name_of(finding.severity));
        for (const std::string& port : ports)
            verdicts.insert(fmt::format("{} | {} | {}", key, port, words));
        if (ports.empty())
            verdicts.insert(fmt::format("{} | {}", key, words));
    }
    return verdicts;
}

std::unique_ptr<workspace::Outcome> check_of(const Texts& texts)
{
    Subject subject;
    for (const auto& [path, text] : texts.files)
        subject.files.push_back({path, text, {}, {}});
    subject.topology = texts.topology;
    subject.policy = texts.policy;
    return check_texts(subject, 0, nullptr);
}

}
