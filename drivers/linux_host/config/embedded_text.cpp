// SPDX-License-Identifier: Apache-2.0
// Playbooks and cloud-init's user data hold scripts and files of the host. Each is read from a copy of the
// file in which nothing else is left.
#include "drivers/linux_host/config/embedded_text.h"

#include "models/text/ascii.h"

#include <fmt/format.h>

#include <algorithm>

namespace rocelint::linux_host {
namespace {

using State = CoverageState;

// How much is copied for the texts of one file.
constexpr std::size_t most_copied = std::size_t{64} << 20U;

constexpr std::string_view mark_open = "{{";

bool is_block(std::string_view text) { return text.starts_with('|') || text.starts_with('>'); }

int base64_value(char c)
{
    constexpr std::string_view letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    const std::size_t at = letters.find(c);
    return at == std::string_view::npos ? -1 : static_cast<int>(at);
}

// RFC 4648, 4; line ends and blanks between characters do not count.
std::optional<std::string> decoded(std::string_view text)
{
    std::string out;
    unsigned bits = 0;
    unsigned held = 0;
    for (const char c : text) {
        if (ascii::is_white(c) || c == '=')
            continue;
        const int value = base64_value(c);
        if (value < 0)
            return std::nullopt;
        held = (held << 6U | static_cast<unsigned>(value)) & 0xffffU;
        bits += 6;
        if (bits >= 8) {
            bits -= 8;
            out += static_cast<char>(held >> bits & 0xffU);
        }
    }
    return out;
}

// The worst state of the nodes of a tree.
State worst_of(const Tree& tree)
{
    State worst = State::irrelevant;
    std::vector<const Node*> waiting{tree.root};
    while (!waiting.empty()) {
        const Node* node = waiting.back();
        waiting.pop_back();
        if (node == nullptr)
            continue;
        if (node != tree.root)
            worst = std::max(worst, node->state);
        for (const Node& child : *node)
            waiting.push_back(&child);
    }
    return worst;
}

}

std::optional<std::string> data_of_url(std::string_view url)
{
    constexpr std::string_view scheme = "data:";
    const std::size_t comma = url.find(',');
    if (!url.starts_with(scheme) || comma == std::string_view::npos)
        return std::nullopt;
    const std::string_view data = url.substr(comma + 1);
    if (url.substr(0, comma).ends_with(";base64"))
        return decoded(data);
    std::string out;
    for (std::size_t at = 0; at < data.size(); ++at) {
        if (data[at] != '%') {
            out += data[at];
            continue;
        }
        const int high = at + 2 < data.size() ? ascii::hex_value(data[at + 1]) : -1;
        const int low = high < 0 ? -1 : ascii::hex_value(data[at + 2]);
        if (low < 0)
            return std::nullopt;
        out += static_cast<char>(high * 16 + low);
        at += 2;
    }
    return out;
}

void add_line_nodes(const Tree& tree)
{
    const std::string_view text = tree.source->text();
    std::vector<const Node*> waiting{tree.root};
    while (!waiting.empty()) {
        const Node* node = waiting.back();
        waiting.pop_back();
        if (node == nullptr)
            continue;
        for (const Node& child : *node)
            waiting.push_back(&child);
        const std::size_t end = std::size_t{node->value_offset} + node->value_length;
        if (node->kind != Node::Kind::string || node->first != nullptr || end > text.size()
            || !is_block(text.substr(node->value_offset, node->value_length)))
            continue;
        auto line = static_cast<std::uint32_t>(node->line
            + std::ranges::count(text.substr(node->offset, node->value_offset - node->offset), '\n'));
        Node* last = nullptr;
        // The lines begin after the one with "|".
        for (std::size_t at = text.find('\n', node->value_offset); at < end;) {
            ++line;
            const std::size_t from = at + 1;
            at = std::min(text.find('\n', from), end);
            const std::string_view whole = text.substr(std::min(from, end), at - std::min(from, at));
            const std::string_view shown = ascii::trimmed(whole, ascii::is_blank_or_cr);
            if (shown.empty() || shown.starts_with('#'))
                continue;
            Node* made = tree.arena->make<Node>();
            made->line = line;
            made->offset = static_cast<std::uint32_t>(shown.data() - text.data());
            made->length = static_cast<std::uint32_t>(shown.size());
            made->key = shown;
            if (last == nullptr)
                const_cast<Node*>(node)->first = made;
            else
                last->next = made;
            last = made;
            ++const_cast<Node*>(node)->child_count;
        }
    }
}

bool EmbeddedTexts::is_worth_reading(std::string_view text) const
{
    const bool sets = has_setup_sign(text) || text.find("mtu") != std::string_view::npos
        || text.find("MTU") != std::string_view::npos || sets_link(text) || sets_addresses(text);
    return sets && copied_ < most_copied;
}

void EmbeddedTexts::mark(const Node& node, State state) const
{
    node.mark(std::max(node.state, state));
    for (const Node& word : node) {
        if (word.is_scalar())
            word.mark(std::max(word.state, state));
    }
}

void EmbeddedTexts::warn_of_mark(Span at)
{
    const Source& source = *file_.tree->source;
    std::string text(source.text_at(at));
    constexpr std::size_t longest = 80;
    if (text.size() > longest || !warned_.insert(text).second)
        return;
    file_.problems.push_back({SyntaxProblem::Severity::warning,
        at,
        text.starts_with(mark_open)
            ? fmt::format("{} has no value in this file, so what is set with it is not checked", text)
            : fmt::format("{} is a part of a template, so what is made of it is not checked", text)});
}

void EmbeddedTexts::leave(const Node& node, const Copy& copy)
{
    const std::string_view text = file_.tree->source->text().substr(node.value_offset, node.value_length);
    std::string words(node.value); // also of an alias
    for (const Node& word : node) {
        if (word.is_scalar())
            words.append(word.value).append(" ");
    }
    const bool is_relevant = has_setup_sign(text) || has_setup_sign(words);
    mark(node, is_relevant ? State::unsupported : State::irrelevant);
    for (const Node& line : node) {
        if (line.kind == Node::Kind::line && has_setup_sign(line.key))
            line.mark(State::unsupported);
        else if (line.kind == Node::Kind::line)
            line.mark(State::irrelevant);
    }
    if (is_relevant && copy.unfilled.somewhere())
        warn_of_mark(copy.unfilled);
}

void EmbeddedTexts::adopt(ConfigFile& inner, std::uint32_t base, std::optional<Span> at)
{
    const auto place = [base, at](Span in_copy) {
        return at.value_or(Span{in_copy.source, in_copy.offset + base, in_copy.length});
    };
    if (certain_) {
        for (Setter& setter : inner.setters) {
            setter.subject = arena_.keep(setter.subject);
            setter.at = place(setter.at);
            setter.editable
                = setter.editable && !at && !file_.tree->source->text_at(setter.at).starts_with(mark_open);
            setter.after = 0xffffffffU;
            file_.setters.push_back(setter);
        }
        for (const FirmwareSetting& setting : inner.firmware)
            file_.firmware.push_back({arena_.keep(setting.card),
                arena_.keep(setting.name),
                arena_.keep(setting.value),
                place(setting.at),
                setting.in_register});
        for (const AddressSetting& setting : inner.addresses)
            file_.addresses.push_back({arena_.keep(setting.interface),
                arena_.keep(setting.name),
                setting.value,
                place(setting.at)});
        for (const BondMember& member : inner.bond_members)
            file_.bond_members.push_back(
                {arena_.keep(member.bond), arena_.keep(member.interface), place(member.at)});
        for (SyntaxProblem& problem : inner.problems) {
            problem.at = place(problem.at);
            report(std::move(problem));
        }
    }
    inner.setters.clear();
}

// A loop reads the same command for each of its items.
void EmbeddedTexts::report(SyntaxProblem problem)
{
    const auto note = [this](const SyntaxProblem& each) {
        return reported_.emplace(each.at.offset, each.at.length, each.message).second;
    };
    for (; noted_ < file_.problems.size(); ++noted_)
        note(file_.problems[noted_]);
    if (!note(problem))
        return;
    file_.problems.push_back(std::move(problem));
    ++noted_;
}

void EmbeddedTexts::read_script(const Copy& copy, const Node& node, std::string_view path)
{
    const Source shadow(file_.tree->source->id(), std::string(path), copy.text);
    Tree tree;
    tree.source = &shadow;
    ConfigFile inner;
    inner.kind = ConfigKind::script;
    inner.tree = &tree;
    inner.parts = file_.parts;
    ShellDialect dialect;
    dialect.variables = copy.variables;
    // The lines of a block are marked one by one.
    Node lines;
    for (const Node& child : node)
        lines.first = lines.first == nullptr && child.kind == Node::Kind::line ? &child : lines.first;
    Tree of_lines;
    of_lines.root = &lines;
    std::vector<State> before;
    for (const Node& line : lines)
        before.push_back(line.state);
    LineMarks marks(of_lines, copy.base);
    State state = read_command_line(
        inner, shadow.text().substr(copy.begin, copy.end - copy.begin), dialect, 0xffffffffU, arena_, &marks);
    marks.finish(State::irrelevant, 0xffffffffU, State::irrelevant);
    const bool lost = !certain_ && state == State::read;
    if (lost)
        state = State::unsupported;
    std::size_t index = 0;
    for (const Node& line : lines) {
        const State now = lost && line.state == State::read ? State::unsupported : line.state;
        line.mark(std::max(now, before[index++])); // a loop may have read the line before
    }
    const bool is_relevant
        = has_setup_sign(file_.tree->source->text().substr(node.value_offset, node.value_length));
    if (state == State::unrecognised && !is_relevant)
        state = State::irrelevant; // some other program
    const bool shown_by_lines
        = std::ranges::any_of(lines, [state](const Node& line) { return line.state == state; });
    if (shown_by_lines)
        node.mark(std::max(node.state, State::read));
    else
        mark(node, state);
    adopt(inner, copy.base, std::nullopt);
    if (state >= State::unsupported && is_relevant && copy.unfilled.somewhere())
        warn_of_mark(copy.unfilled);
}

void EmbeddedTexts::read_commands(const Node& node, bool by_shell)
{
    if (node.kind == Node::Kind::array) {
        std::string words;
        for (const Node& word : node) {
            words += word.value;
            words += ' ';
        }
        if (!is_worth_reading(words))
            return mark(node, has_setup_sign(words) ? State::unsupported : State::irrelevant);
        const Copy copy = copy_of_words(node);
        copied_ += copy.text.size();
        return copy.readable ? read_script(copy, node, "command") : leave(node, copy);
    }
    if (!is_worth_reading(node.value))
        return leave(node, {});
    const Copy copy = copy_of(node, !by_shell);
    copied_ += copy.text.size();
    if (!copy.readable)
        return leave(node, copy);
    const std::string_view text = std::string_view(copy.text).substr(copy.begin, copy.end - copy.begin);
    // ansible.builtin.command: "The command(s) will not be processed through the shell".
    if (!by_shell && text.find_first_of(">|;&`") != std::string_view::npos) {
        if (has_setup_sign(text))
            file_.problems.push_back({SyntaxProblem::Severity::warning,
                file_.tree->span(node),
                "the module `command` runs no shell, so redirections and pipes in it do nothing; use `shell`"});
        return leave(node, copy);
    }
    read_script(copy, node, "command");
}

void EmbeddedTexts::read_file(const Node& node, std::string_view path)
{
    if (!is_worth_reading(node.value))
        return leave(node, {});
    const Copy copy = copy_of(node, false);
    copied_ += copy.text.size();
    if (!copy.readable)
        return read_escaped_file(node, copy, path);
    const std::string_view text = std::string_view(copy.text).substr(copy.begin, copy.end - copy.begin);
    const Source shadow(file_.tree->source->id(), std::string(path), copy.text);
    const bool has_interpreter = ascii::trimmed_front(text, ascii::is_white).starts_with("#!");
    const ConfigKind kind = has_interpreter ? ConfigKind::script : config_kind(shadow);
    if (kind == ConfigKind::script)
        return read_script(copy, node, path);
    const bool is_nested = is_for_several_hosts(kind) || kind == ConfigKind::cloud_init;
    if (kind == ConfigKind::none || is_nested || copy.has_marks)
        return leave(node, copy);
    const Tree tree = parse_config(shadow, kind);
    ConfigFile inner = linux_host::read_config(tree, kind, {{}, file_.parts.host}, arena_);
    State state = worst_of(tree);
    if (!certain_ && state == State::read)
        state = State::unsupported;
    for (const Node& line : node)
        line.mark(state);
    mark(node, state);
    adopt(inner, copy.base, std::nullopt);
}

void EmbeddedTexts::read_escaped_file(const Node& node, const Copy& copy, std::string_view path)
{
    const std::string_view written = file_.tree->source->text().substr(node.value_offset, node.value_length);
    const ConfigKind kind = config_kind(path, node.value);
    const bool is_text = node.is_scalar() && !copy.has_marks && !written.starts_with('*');
    if (!is_text || kind == ConfigKind::none || kind == ConfigKind::cloud_init || is_for_several_hosts(kind))
        return leave(node, copy);
    read_decoded(node, std::string(node.value), path);
}

void EmbeddedTexts::read_encoded_file(const Node& node, std::string_view path)
{
    read_decoded(node, decoded(node.value), path);
}

void EmbeddedTexts::read_data_url(const Node& node, std::string_view path)
{
    read_decoded(node, data_of_url(node.value), path);
}

void EmbeddedTexts::read_decoded(
    const Node& node, const std::optional<std::string>& text, std::string_view path)
{
    if (!text || text->starts_with("\x1f\x8b")) {
        for (const Node& line : node)
            line.mark(State::irrelevant);
        return mark(node, State::unsupported); // compressed, or not base64
    }
    const Source shadow(file_.tree->source->id(), std::string(path), *text);
    const ConfigKind kind = config_kind(shadow);
    State state = State::irrelevant;
    if (kind != ConfigKind::none && kind != ConfigKind::cloud_init && !is_for_several_hosts(kind)) {
        const Tree tree = parse_config(shadow, kind);
        ConfigFile inner = linux_host::read_config(tree, kind, {{}, file_.parts.host}, arena_);
        state = worst_of(tree);
        if (!certain_ && state == State::read)
            state = State::unsupported;
        adopt(inner, 0, file_.tree->span(node));
    }
    for (const Node& line : node)
        line.mark(state);
    mark(node, state);
}

}
