// SPDX-License-Identifier: Apache-2.0
// Transcripts, redirected output, exported objects and scripts of PowerShell. Redirected output of Windows PowerShell
// is UTF-16, which Source converts.
#include "drivers/windows_host/transcript.h"

#include "drivers/windows_host/record.h"
#include "drivers/windows_host/script_token.h"
#include "models/syntax/json/json_tree.h"
#include "models/syntax/tree_builder.h"
#include "models/syntax/waiver_comment.h"
#include "models/syntax/xml_tree.h"
#include "models/text/ascii.h"

#include <algorithm>
#include <array>

namespace rocelint::windows_host {
namespace {

constexpr std::size_t looked_at = std::size_t{64} << 10;
constexpr std::size_t longest_line = 1024; // of which a script's cmdlet is looked for

bool is_json_text(std::string_view text)
{
    const std::string_view begin = ascii::trimmed_front(text.substr(0, looked_at), ascii::is_white);
    return begin.starts_with('{') || begin.starts_with('[');
}

// Properties that stand together in the exported objects of one cmdlet only.
constexpr auto exported_properties = std::to_array<std::array<std::string_view, 2>>({
    {"Willing", "PolicySet"},
    {"OperationalFlowControl", "Enabled"},
    {"RegistryKeyword", "RegistryValue"},
    {"AddressScope", "AdminStatus"},
    {"Priority", "PolicySet"},
    {"NetDirectPort", "NetworkProfile"},
    {"PriorityValue8021Action", "NetworkProfile"},
});

bool names_property(std::string_view text, std::string_view name)
{
    for (std::size_t at = text.find(name); at != std::string_view::npos; at = text.find(name, at + 1)) {
        const std::size_t end = at + name.size();
        if (at > 0 && end < text.size() && text[at - 1] == '"' && text[end] == '"')
            return true;
    }
    return false;
}

bool is_of_cmdlet(std::string_view text)
{
    const std::string_view begin = text.substr(0, looked_at);
    return std::ranges::any_of(exported_properties, [begin](const auto& names) {
        return names_property(begin, names[0]) && names_property(begin, names[1]);
    });
}

bool asks_for_name(std::string_view command)
{
    return same_name(command, "hostname") || same_name(command, "hostname.exe")
        || same_name(command, "$env:COMPUTERNAME");
}

bool is_hostname(std::string_view text)
{
    return !text.empty() && text.size() < 256 && std::ranges::all_of(text, [](char c) {
        return ascii::is_letter_or_digit(c) || c == '-' || c == '.' || c == '_';
    });
}

}

Prompt parse_prompt(std::string_view line)
{
    Prompt prompt;
    line = ascii::trimmed(line, ascii::is_blank_or_cr);
    if (line.starts_with('[')) {
        const std::size_t end = line.find("]: PS ");
        if (end == std::string_view::npos)
            return prompt;
        prompt.host = line.substr(1, end - 1);
        line.remove_prefix(end + 3);
    }
    if (!line.starts_with("PS "))
        return prompt;
    // A path holds no ">".
    const std::size_t end = line.find('>');
    if (end == std::string_view::npos || end == 3)
        return prompt;
    prompt.found = true;
    prompt.command = ascii::trimmed(line.substr(end + 1), ascii::is_blank);
    return prompt;
}

bool is_clixml(std::string_view text)
{
    std::string_view begin = ascii::trimmed_front(text.substr(0, looked_at), ascii::is_white);
    if (begin.starts_with("<?xml"))
        begin = begin.substr(std::min(begin.find("<Objs"), begin.size()));
    return begin.starts_with("<Objs");
}

// Ordinary scripts name and list adapters too; only a transcript is about the host whatever its cmdlets show.
bool is_of_rdma(std::string_view command, bool is_typed)
{
    const auto has
        = [command](std::string_view part) { return command.find(part) != std::string_view::npos; };
    return has("-netqos") || has("-netadapterqos") || has("-netadapterrdma")
        || has("-netadapteradvancedproperty") || (is_typed && has("-netadapter"));
}

Detection detect(const Source& source)
{
    const std::string_view text = source.text();
    if (is_clixml(text))
        return is_of_cmdlet(text) ? Detection{90, "exported objects of the network cmdlets of Windows"}
                                  : Detection{};
    if (is_json_text(text) && is_of_cmdlet(text))
        return {90, "the network cmdlets of Windows, as JSON"};
    std::string_view rest = text.substr(0, looked_at);
    const std::string name = ascii::lowered(source.file_name());
    const bool is_script_name = name.ends_with(".ps1") || name.ends_with(".psm1");
    while (!rest.empty()) {
        const std::string_view line = ascii::take_line(rest);
        const Prompt prompt = parse_prompt(line);
        if (!prompt.found && !is_script_name)
            continue;
        const std::string lowered
            = ascii::lowered(prompt.found ? prompt.command : line.substr(0, longest_line));
        if (is_of_rdma(lowered, prompt.found))
            return {90,
                prompt.found ? "a transcript of the network cmdlets of Windows"
                             : "a script with the network cmdlets of Windows"};
    }
    return {};
}

Tree parse(const Source& source)
{
    if (is_clixml(source.text()))
        return parse_xml(source);
    if (is_json_text(source.text()) && is_of_cmdlet(source.text()))
        return parse_json(source);
    TreeBuilder builder(source);
    builder.open(builder.make_node(Node::Kind::line, 0, 0));
    const WaiverComments comments(source.text(), '#');
    std::string_view rest = source.text();
    while (!rest.empty()) {
        const std::string_view text
            = ascii::trimmed(comments.strip(ascii::take_line(rest)), ascii::is_blank_or_cr);
        if (text.empty() || text.starts_with('#'))
            continue;
        if (text.starts_with("<#")) {
            const auto at = static_cast<std::size_t>(text.data() - source.data());
            rest = source.text().substr(end_of_block_comment(source.text(), at));
            continue;
        }
        Node* node = builder.make_node(Node::Kind::line,
            static_cast<std::uint32_t>(text.data() - source.data()),
            static_cast<std::uint32_t>(text.size()));
        node->key = text;
        builder.add(node);
    }
    return builder.finish();
}

bool is_exported(const Tree& tree)
{
    return (tree.root != nullptr && tree.root->kind != Node::Kind::line) || is_clixml(tree.source->text());
}

bool is_script(const Tree& tree)
{
    const std::string name = ascii::lowered(tree.source->file_name());
    if (name.ends_with(".ps1") || name.ends_with(".psm1"))
        return true;
    if (tree.root == nullptr || is_exported(tree))
        return false;
    return std::ranges::none_of(*tree.root, [](const Node& line) {
        const bool underlines
            = line.key.starts_with("---") && line.key.find_first_not_of("- ") == std::string_view::npos;
        const bool lists = line.key.find(" : ") != std::string_view::npos || line.key.ends_with(" :");
        return underlines || lists || parse_prompt(line.key).found;
    });
}

bool is_correction(const Source& source) { return source.text().starts_with(correction_mark); }

NamedHost named_host(const Tree& tree)
{
    if (tree.root == nullptr || tree.root->kind != Node::Kind::line)
        return {};
    if (is_correction(*tree.source) && tree.root->first != nullptr) {
        std::string_view text = tree.source->text().substr(correction_mark.size());
        const std::string_view name = ascii::trimmed(ascii::take_line(text), ascii::is_blank_or_cr);
        return is_hostname(name) ? NamedHost{tree.root->first, name, {}} : NamedHost{};
    }
    NamedHost prompted;
    for (const Node& line : *tree.root) {
        const Prompt prompt = parse_prompt(line.key);
        if (prompt.found && asks_for_name(prompt.command) && line.next != nullptr
            && is_hostname(line.next->key))
            return {line.next, line.next->key, prompt.host};
        if (prompted.name.empty() && is_hostname(prompt.host))
            prompted = {&line, prompt.host, prompt.host};
    }
    return prompted;
}

std::string_view identity(const Tree& tree) { return named_host(tree).name; }

}
