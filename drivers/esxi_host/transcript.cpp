// SPDX-License-Identifier: Apache-2.0
// Transcripts and scripts of the ESXi Shell. Its prompt has no "#" behind the path, unlike that of Linux (VMware, ESXCLI
// Concepts and Examples, vSphere 8.0).
#include "drivers/esxi_host/transcript.h"

#include "models/syntax/tree_builder.h"
#include "models/syntax/waiver_comment.h"
#include "models/text/ascii.h"

#include <algorithm>
#include <iterator>

namespace rocelint::esxi_host {
namespace {

constexpr std::size_t looked_at = std::size_t{64} << 10;
constexpr std::size_t longest_prompt = 128;

bool is_name_of_host(std::string_view text)
{
    return !text.empty() && text.size() < 256 && std::ranges::all_of(text, [](char c) {
        return ascii::is_letter_or_digit(c) || c == '-' || c == '.' || c == '_';
    });
}

// Behind a sign that also begins comments and lines of output.
bool is_known_program(std::string_view command)
{
    constexpr std::string_view programs[]{"esxcli", "esxcfg-", "hostname", "vsish", "vmware"};
    return std::ranges::any_of(
        programs, [command](std::string_view program) { return command.starts_with(program); });
}

// Of other commands, "#" may make a comment.
bool is_query(std::string_view command)
{
    const std::vector<std::string_view> words = words_of(command.substr(0, longest_prompt));
    return std::ranges::any_of(words, [](std::string_view word) {
        return word == "list" || word == "get" || word == "-g" || word == "hostname";
    });
}

std::string_view value_behind(std::string_view line, std::string_view label)
{
    return line.starts_with(label) ? ascii::trimmed(line.substr(label.size()), ascii::is_blank)
                                   : std::string_view{};
}

std::string_view without_quotes(std::string_view word)
{
    const bool quoted
        = word.size() > 1 && (word.front() == '"' || word.front() == '\'') && word.back() == word.front();
    return quoted ? word.substr(1, word.size() - 2) : word;
}

// The name that the output behind a prompt states: that of `hostname`, or of `esxcli system hostname get`.
const Node* line_with_name(const Node& prompt, std::string_view command, std::string_view& name)
{
    if (command == "hostname" && prompt.next != nullptr) {
        name = prompt.next->key;
        return is_name_of_host(name) ? prompt.next : nullptr;
    }
    if (!is_command(command, "esxcli system hostname get"))
        return nullptr;
    for (const Node* line = prompt.next; line != nullptr && !parse_prompt(line->key).found;
         line = line->next) {
        name = value_behind(line->key, "Host Name:");
        if (is_name_of_host(name))
            return line;
    }
    return nullptr;
}

}

Prompt parse_prompt(std::string_view line)
{
    Prompt prompt;
    line = ascii::trimmed(line, ascii::is_blank_or_cr);
    if (line.empty())
        return prompt;
    const auto behind = [line](std::size_t at) {
        return at < line.size() ? ascii::trimmed(line.substr(at), ascii::is_blank) : std::string_view{};
    };
    if (line.front() == '[') {
        const std::size_t end = line.substr(0, longest_prompt).find(']');
        const std::string_view inside = line.substr(1, end == std::string_view::npos ? 0 : end - 1);
        const std::size_t at = inside.find('@');
        const std::size_t colon = inside.find(':', at == std::string_view::npos ? inside.size() : at);
        if (at == 0 || at == std::string_view::npos || colon == std::string_view::npos
            || inside.find(' ') != std::string_view::npos)
            return prompt;
        // Linux has "#" or "$" here.
        const std::string_view command = behind(end + 1);
        if (command.starts_with('#') || command.starts_with('$')
            || (end + 1 < line.size() && line[end + 1] != ' '))
            return prompt;
        return {true, inside.substr(at + 1, colon - at - 1), command};
    }
    if (line.front() == '~' || line.front() == '/') {
        const std::size_t sign = line.substr(0, longest_prompt).find(" # ");
        if (sign != std::string_view::npos && line.substr(0, sign).find(' ') == std::string_view::npos
            && is_known_program(behind(sign + 3)))
            return {true, {}, behind(sign + 3)};
        return prompt;
    }
    const bool is_typed
        = line.front() == '+' || line.front() == '$' || (line.front() == '#' && is_query(behind(1)));
    if (is_typed && is_known_program(behind(1)))
        return {true, {}, behind(1)};
    return prompt;
}

bool is_underline(std::string_view line)
{
    return line.starts_with("--") && line.find_first_not_of("- ") == std::string_view::npos;
}

std::string_view command_by_output(std::string_view line, std::string_view next)
{
    if (line.starts_with("Nic Name:") && next.starts_with("Mode:"))
        return "esxcli network nic dcb status get";
    if (!is_underline(next))
        return {};
    struct Row {
        std::string_view first; ///< the first title
        std::string_view other; ///< one that only this command has
        std::string_view command;
    };
    constexpr Row rows[]{{"Name ", " Admin Status ", "esxcli network nic list"},
        {"NIC ", " Pause Params Supported ", "esxcli network nic pauseParams list"},
        {"Name ", " Paired Uplink ", "esxcli rdma device list"},
        {"Device ", " Vmknic ", "esxcli rdma device vmknic list"},
        {"Device ", " RoCE v1 ", "esxcli rdma device protocol list"},
        {"Adapter ", " Adapter Qualified Name ", "esxcli nvme adapter list"}};
    const auto* const found = std::ranges::find_if(rows, [line](const Row& row) {
        return line.starts_with(row.first) && line.find(row.other) != std::string_view::npos;
    });
    return found == std::end(rows) ? std::string_view{} : found->command;
}

std::vector<std::string_view> words_of(std::string_view command)
{
    std::vector<std::string_view> words;
    for (;;) {
        command = ascii::trimmed_front(command, ascii::is_blank);
        if (command.empty())
            return words;
        std::size_t end = 0;
        for (char quote = 0; end < command.size() && (quote != 0 || !ascii::is_blank(command[end])); ++end) {
            const char c = command[end];
            if (c == quote)
                quote = 0;
            else if (quote == 0 && (c == '"' || c == '\''))
                quote = c;
        }
        words.push_back(without_quotes(command.substr(0, end)));
        command.remove_prefix(end);
    }
}

std::string_view option(
    const std::vector<std::string_view>& words, std::string_view letter, std::string_view word)
{
    for (std::size_t at = 0; at < words.size(); ++at) {
        if (words[at].starts_with(word) && words[at].substr(word.size()).starts_with('='))
            return without_quotes(words[at].substr(word.size() + 1));
        if ((words[at] == letter || words[at] == word) && at + 1 < words.size())
            return words[at + 1];
    }
    return {};
}

bool is_command(std::string_view command, std::string_view words)
{
    return command.starts_with(words)
        && (command.size() == words.size() || ascii::is_blank(command[words.size()]));
}

bool is_correction(const Source& source) { return source.text().starts_with(correction_mark); }

bool is_capture_name(std::string_view path)
{
    const std::string_view name = path.substr(path.find_last_of('/') + 1);
    return name.starts_with("esxcli") || name.starts_with("esxcfg-");
}

Detection detect(const Source& source)
{
    if (is_correction(source))
        return {100, "corrections of an ESXi host that rocelint wrote"};
    std::string_view rest = source.text().substr(0, looked_at);
    std::string_view before;
    bool is_output = false;
    while (!rest.empty()) {
        const std::string_view line = ascii::trimmed(ascii::take_line(rest), ascii::is_blank_or_cr);
        const Prompt prompt = parse_prompt(line);
        if (prompt.found && is_command(prompt.command, "esxcli"))
            return {90, "a transcript of esxcli, the command line of ESXi"};
        is_output = is_output || !command_by_output(before, line).empty();
        before = line;
    }
    return is_output ? Detection{80, "output of esxcli, the command line of ESXi"} : Detection{};
}

Tree parse(const Source& source)
{
    TreeBuilder builder(source);
    builder.open(builder.make_node(Node::Kind::line, 0, 0));
    const WaiverComments comments(source.text(), '#');
    std::string_view rest = source.text();
    while (!rest.empty()) {
        const std::string_view text
            = ascii::trimmed(comments.strip(ascii::take_line(rest)), ascii::is_blank_or_cr);
        if (text.empty() || (text.starts_with('#') && !parse_prompt(text).found))
            continue;
        Node* node = builder.make_node(Node::Kind::line,
            static_cast<std::uint32_t>(text.data() - source.data()),
            static_cast<std::uint32_t>(text.size()));
        node->key = text;
        builder.add(node);
    }
    return builder.finish();
}

NamedHost named_host(const Tree& tree)
{
    if (tree.root == nullptr)
        return {};
    if (is_correction(*tree.source) && tree.root->first != nullptr) {
        std::string_view text = tree.source->text().substr(correction_mark.size());
        const std::string_view name = ascii::trimmed(ascii::take_line(text), ascii::is_blank_or_cr);
        return is_name_of_host(name) ? NamedHost{tree.root->first, name, {}} : NamedHost{};
    }
    NamedHost prompted;
    for (const Node& line : *tree.root) {
        const Prompt prompt = parse_prompt(line.key);
        if (!prompt.found)
            continue;
        std::string_view name;
        if (const Node* stated = line_with_name(line, prompt.command, name))
            return {stated, name, prompt.host};
        if (prompted.name.empty() && is_name_of_host(prompt.host))
            prompted = {&line, prompt.host, prompt.host};
    }
    return prompted;
}

std::string_view identity(const Tree& tree) { return named_host(tree).name; }

bool is_same_host(std::string_view a, std::string_view b)
{
    const bool both_qualified
        = a.find('.') != std::string_view::npos && b.find('.') != std::string_view::npos;
    const std::string left = ascii::lowered(both_qualified ? a : a.substr(0, a.find('.')));
    return left == ascii::lowered(both_qualified ? b : b.substr(0, b.find('.')));
}

}
