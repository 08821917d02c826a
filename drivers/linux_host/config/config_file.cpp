// SPDX-License-Identifier: Apache-2.0
// Parses a file of a host's configuration, and reads what its kind sets.
#include "drivers/linux_host/config/config_file.h"

#include "drivers/linux_host/config/embedded_text.h"
#include "drivers/linux_host/setter/setter_broadcom.h"
#include "models/fabric/value/quantity.h"
#include "models/syntax/tree_builder.h"
#include "models/syntax/waiver_comment.h"
#include "models/syntax/yaml/yaml_tree.h"

#include <fmt/format.h>

#include <algorithm>

namespace rocelint::linux_host {
namespace {

using State = CoverageState;

}

void mark_all(const Tree& tree, State state)
{
    std::vector<const Node*> waiting{tree.root};
    while (!waiting.empty()) {
        const Node& node = *waiting.back();
        waiting.pop_back();
        node.mark(state);
        for (const Node& child : node)
            waiting.push_back(&child);
    }
}

Tree parse_config(const Source& source, ConfigKind kind)
{
    if (kind == ConfigKind::netplan)
        return parse_yaml(source, YamlAuthor::machine);
    if (kind == ConfigKind::ansible || kind == ConfigKind::cloud_init) {
        Tree tree = parse_yaml(source, YamlAuthor::machine);
        add_line_nodes(tree);
        return tree;
    }
    if (kind == ConfigKind::cluster)
        return parse_yaml_documents(source);
    if (kind == ConfigKind::machine_config) {
        Tree tree = parse_yaml_documents(source);
        add_line_nodes(tree);
        return tree;
    }
    const std::string_view text = source.text();
    const WaiverComments comments(text, '#', kind == ConfigKind::script ? '\0' : ';');
    TreeBuilder builder(source);
    builder.open(builder.make_node(Node::Kind::line, 0, 0));
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t feed = std::min(text.find('\n', at), text.size());
        const std::string_view line = comments.strip(text.substr(at, feed - at));
        const std::size_t first = line.find_first_not_of(" \t\r");
        const bool comment = first != std::string_view::npos
            && (line[first] == '#' || (line[first] == ';' && kind != ConfigKind::script));
        if (first != std::string_view::npos && !comment) {
            const std::string_view key = line.substr(first, line.find_last_not_of(" \t\r") + 1 - first);
            Node* node = builder.make_node(Node::Kind::line,
                static_cast<std::uint32_t>(at + first),
                static_cast<std::uint32_t>(key.size()));
            node->key = key;
            builder.add(node);
        }
        at = feed + 1;
    }
    return builder.finish();
}

LineMarks::LineMarks(const Tree& tree, std::uint32_t base) : base_(base)
{
    if (tree.root != nullptr && tree.root->kind == Node::Kind::line) {
        for (const Node& node : *tree.root)
            lines_.push_back(&node);
    }
    states_.assign(lines_.size(), -1);
}

void LineMarks::mark(std::uint32_t begin, std::uint32_t end, State state)
{
    const auto behind = [](const Node* node) { return node->offset + node->length; };
    auto at = std::ranges::upper_bound(lines_, base_ + begin, {}, behind);
    for (; at != lines_.end() && (*at)->offset < base_ + end; ++at) {
        int& kept = states_[static_cast<std::size_t>(at - lines_.begin())];
        kept = std::max(kept, static_cast<int>(state));
    }
}

void LineMarks::finish(State rest, std::uint32_t from, State behind) const
{
    for (std::size_t index = 0; index < lines_.size(); ++index) {
        const State unmarked = lines_[index]->offset < from ? rest : behind;
        lines_[index]->mark(states_[index] < 0 ? unmarked : static_cast<State>(states_[index]));
    }
}

ConfigFile read_config(const Tree& tree, ConfigKind kind, const HostParts& parts, Arena& arena)
{
    ConfigFile file;
    file.parts = parts;
    file.kind = kind;
    file.tree = &tree;
    file.path = tree.source->path();
    file.text = tree.source->text();
    LineMarks marks(tree);
    switch (kind) {
    case ConfigKind::script:
        read_script(file, marks, arena);
        break;
    case ConfigKind::unit:
        read_unit(file, marks, parts.scripts, arena);
        break;
    case ConfigKind::udev:
        read_udev(file, marks, arena);
        break;
    case ConfigKind::key_file:
        read_key_file(file, marks, arena);
        break;
    case ConfigKind::interfaces:
        read_interfaces(file, marks, arena);
        break;
    case ConfigKind::kernel:
        read_kernel_settings(file, marks);
        break;
    case ConfigKind::tuned:
        read_tuned(file, marks);
        break;
    case ConfigKind::tuned_choice:
        marks.mark(0, static_cast<std::uint32_t>(file.text.size()), State::read);
        break;
    case ConfigKind::netplan:
        read_netplan(file, arena);
        break;
    case ConfigKind::ansible:
        read_ansible(file, arena);
        break;
    case ConfigKind::cloud_init:
        read_cloud_init(file, arena);
        break;
    case ConfigKind::machine_config:
        read_machine_config(file, arena);
        break;
    case ConfigKind::cluster:
        if (tree.root != nullptr)
            mark_all(tree, State::irrelevant);
        break;
    case ConfigKind::none:
        break;
    }
    // A script knows where it ends.
    if (kind != ConfigKind::script)
        marks.finish(State::irrelevant, 0xffffffffU, State::irrelevant);
    file.parts = {};
    SetterSink sink{*tree.source, file.setters, file.problems};
    drop_unapplied(sink);
    return file;
}

std::vector<LogicalLine> logical_lines(const ConfigFile& file, std::string_view comment_characters)
{
    const auto at = static_cast<std::uint32_t>(file.text.data() - file.tree->source->text().data());
    return logical_lines(file.text, comment_characters, at);
}

std::vector<LogicalLine> logical_lines(
    std::string_view text, std::string_view comment_characters, std::uint32_t base)
{
    std::vector<LogicalLine> lines;
    bool continues = false;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t feed = std::min(text.find('\n', at), text.size());
        const std::string_view line = text.substr(at, feed - at);
        const std::size_t first = line.find_first_not_of(" \t\r");
        const std::size_t next = std::min(feed + 1, text.size());
        const bool skipped = first == std::string_view::npos
            || (!continues && comment_characters.find(line[first]) != std::string_view::npos);
        if (skipped) {
            continues = false;
        } else {
            const std::size_t last = line.find_last_not_of(" \t\r");
            if (!continues)
                lines.push_back(
                    {text.substr(at + first, 0), base + static_cast<std::uint32_t>(at + first), 0});
            LogicalLine& whole = lines.back();
            whole.text = text.substr(whole.begin - base, at + last + 1 - (whole.begin - base));
            whole.end = base + static_cast<std::uint32_t>(next);
            continues = line[last] == '\\';
        }
        at = feed + 1;
    }
    return lines;
}

bool is_one_name(std::string_view name)
{
    return !name.empty() && name.find_first_of("*?[]|!, \t") == std::string_view::npos;
}

bool is_unfilled_text(std::string_view value)
{
    return value.find_first_of("$<@") != std::string_view::npos || value.find("{{") != std::string_view::npos
        || value.find("{%") != std::string_view::npos;
}

State add_mtu(ConfigFile& file, const StatedMtu& mtu)
{
    SetterSink sink{*file.tree->source, file.setters, file.problems};
    const auto bytes = parse_number(mtu.value);
    if (mtu.value.empty() || (mtu.zero_is_automatic && bytes == std::uint64_t{0}))
        return State::irrelevant;
    if (!bytes && is_unfilled_text(mtu.value))
        return State::unsupported;
    if (!bytes)
        return sink.refuse(
            mtu.at, fmt::format("\"{:.40}\" is not a number, so no MTU is set here", mtu.value));
    // The kernel lets the loopback interface have any.
    if (mtu.interface == "lo")
        return State::irrelevant;
    const Limit limit = limit_of(Knob::mtu);
    if (!limit.takes_unsigned(*bytes))
        return sink.refuse(mtu.at, range_sentence(limit, mtu.value));
    if (!is_one_name(mtu.interface))
        return State::unsupported;
    Setter setter;
    setter.knob = Knob::mtu;
    setter.subject = mtu.interface;
    setter.amount = static_cast<std::uint32_t>(*bytes);
    setter.at = mtu.at;
    setter.after = mtu.after;
    setter.editable = mtu.editable;
    file.setters.push_back(setter);
    return State::read;
}

}
