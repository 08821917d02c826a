// SPDX-License-Identifier: Apache-2.0
// Reads scripts, and command lines in other files.
#include "drivers/linux_host/config/config_file.h"

#include <algorithm>
#include <iterator>

namespace rocelint::linux_host {
namespace {

using State = CoverageState;

std::span<const ShellRdmaDevice> devices_of(const ConfigFile& file)
{
    return file.parts.host == nullptr ? std::span<const ShellRdmaDevice>{} : file.parts.host->rdma_devices;
}

// The script in `sh -c 'script'`, or empty.
std::string_view inner_script(const ShellCommand& command)
{
    std::size_t index = 0;
    while (index < command.words.size() && command.words[index].text == "sudo")
        ++index;
    if (index + 3 != command.words.size())
        return {};
    const std::string_view shell = command.words[index].text;
    const std::string_view name = shell.substr(shell.find_last_of('/') + 1);
    const std::string_view option = command.words[index + 1].text;
    const std::string_view written = command.words[index + 2].written;
    const bool ours = (name == "sh" || name == "bash" || name == "dash")
        && (option == "-c" || option == "-ec" || option == "-xc" || option == "-lc");
    if (!ours || written.size() < 2 || written.front() != written.back()
        || (written.front() != '\'' && written.front() != '"'))
        return {};
    const std::string_view inside = written.substr(1, written.size() - 2);
    // If the text has escapes, the inner script differs from what is written.
    return inside.find_first_of(written.front() == '"' ? "\"\\`" : "'") == std::string_view::npos
        ? inside
        : std::string_view{};
}

class ScriptReader {
public:
    ScriptReader(ConfigFile& file, const ShellDialect& dialect, Arena& arena)
        : sink_{*file.tree->source, file.setters, file.problems, &file.firmware, &file.addresses}
        , dialect_(dialect)
        , arena_(arena)
    {
    }

    // Reads the commands of a script and of `sh -c` inside it; reports the state of each command to `tell`.
    template <class Tell>
    void read(const ShellScript& script, Tell&& tell)
    {
        const ShellCommand* input = nullptr;
        for (const ShellCommand& command : script.commands) {
            const std::string_view inner = inner_script(command);
            const State state = inner.empty() ? read_setter(in_directory(command), input, sink_)
                                              : read_inner(inner, command);
            tell(command, state);
            input = command.pipes ? &command : nullptr;
        }
    }

private:
    // `cd /sys/…; echo 1 > FILE`: the command with the file's whole path.
    const ShellCommand& in_directory(const ShellCommand& command)
    {
        if (!command.words.empty() && command.words.front().text == "cd") {
            const bool known = command.certain && command.words.size() == 2 && command.words[1].known
                && command.words[1].text.starts_with("/sys/");
            directory_ = known ? command.words[1].text : std::string_view{};
        }
        const ShellWord& target = command.target;
        if (directory_.empty() || target.written.empty() || !target.known || target.text.starts_with('/'))
            return command;
        moved_ = command;
        moved_.target.text = arena_.keep(std::string(directory_).append("/").append(target.text));
        return moved_;
    }

    // Only one level deep: a shell inside this one is not followed.
    State read_inner(std::string_view inner, const ShellCommand& outer)
    {
        const ShellScript script = follow_shell(sink_.source.text(), inner, dialect_, arena_);
        State worst = script.broken_at == 0xffffffffU ? State::irrelevant : State::unrecognised;
        const ShellCommand* input = nullptr;
        for (ShellCommand command : script.commands) {
            command.after = outer.after;
            command.certain = command.certain && outer.certain;
            worst = std::max(worst, read_setter(command, input, sink_));
            previous_ = command;
            input = command.pipes ? &previous_ : nullptr;
        }
        return worst;
    }

    SetterSink sink_;
    const ShellDialect& dialect_;
    Arena& arena_;
    ShellCommand previous_;
    ShellCommand moved_;
    std::string_view
        directory_; ///< that relative names belong to; empty if it is not known or not below /sys
};

// Returns the path of the file that a command writes from its here-document, or an empty string.
std::string_view written_file(const ShellCommand& command)
{
    const std::span<const ShellWord> words = without_prefixes(command.words);
    if (command.document.text.data() == nullptr || words.empty())
        return {};
    const ShellWord* target = nullptr;
    if (words.front().text == "cat" && words.size() == 1)
        target = &command.target;
    for (const ShellWord& word : words.subspan(words.front().text == "tee" ? 1 : words.size())) {
        if (!word.text.starts_with('-'))
            target = &word;
    }
    return target != nullptr && target->known ? target->text : std::string_view{};
}

// The scripts that this one writes.
std::vector<std::string_view> written_scripts(const ShellScript& script)
{
    std::vector<std::string_view> names;
    for (const ShellCommand& command : script.commands) {
        const std::string_view path = written_file(command);
        if (!path.empty() && config_kind(path, command.document.text) == ConfigKind::script)
            names.push_back(path.substr(path.find_last_of('/') + 1));
    }
    return names;
}

}

void read_document(ConfigFile& file,
    std::string_view path,
    const ShellCommand& command,
    std::span<const std::string_view> scripts,
    LineMarks& marks,
    Arena& arena)
{
    const std::string_view text = command.document.text;
    ConfigFile part;
    part.kind = config_kind(path, text);
    part.tree = file.tree;
    part.path = path;
    part.text = text;
    part.parts = file.parts;
    const auto begin = static_cast<std::uint32_t>(text.data() - file.tree->source->text().data());
    const auto end = begin + static_cast<std::uint32_t>(text.size());
    // Values that the shell substitutes in the document are not followed.
    const bool expands = !command.document.literal && text.find_first_of("$`\\") != std::string_view::npos;
    const bool is_yaml = part.kind == ConfigKind::netplan || part.kind == ConfigKind::ansible
        || part.kind == ConfigKind::machine_config || part.kind == ConfigKind::cloud_init
        || part.kind == ConfigKind::cluster;
    const bool reads = command.certain && !expands && !is_yaml;
    if (part.kind == ConfigKind::none)
        return;
    if (!reads) {
        marks.mark(begin, end, State::unsupported);
        return;
    }
    switch (part.kind) {
    case ConfigKind::script:
        read_script(part, marks, arena);
        break;
    case ConfigKind::unit:
        read_unit(part, marks, scripts, arena);
        break;
    case ConfigKind::udev:
        read_udev(part, marks, arena);
        break;
    case ConfigKind::interfaces:
        read_interfaces(part, marks, arena);
        break;
    case ConfigKind::kernel:
        read_kernel_settings(part, marks);
        break;
    case ConfigKind::tuned:
        read_tuned(part, marks);
        break;
    default:
        read_key_file(part, marks, arena);
        break;
    }
    for (Setter& setter : part.setters) {
        setter.after = command.after; // a new line goes after the document
        file.setters.push_back(setter);
    }
    std::ranges::move(part.firmware, std::back_inserter(file.firmware));
    std::ranges::move(part.addresses, std::back_inserter(file.addresses));
    std::ranges::move(part.bond_members, std::back_inserter(file.bond_members));
    std::ranges::move(part.problems, std::back_inserter(file.problems));
}

void read_script(ConfigFile& file, LineMarks& marks, Arena& arena)
{
    const Source& source = *file.tree->source;
    const std::string_view text = file.text;
    const ShellDialect dialect{.rdma_devices = devices_of(file)};
    const ShellScript script = follow_shell(source.text(), text, dialect, arena);
    const bool is_whole = text.size() == source.text().size();
    const std::vector<std::string_view> scripts = written_scripts(script);
    ScriptReader(file, dialect, arena).read(script, [&](const ShellCommand& command, State state) {
        const std::string_view path = written_file(command);
        // A document within a document is not read.
        if (!path.empty() && is_whole)
            read_document(file, path, command, scripts, marks, arena);
        else
            marks.mark(command.begin, command.end, state);
    });
    file.insert_at = std::min(script.stops_at, static_cast<std::uint32_t>(text.size()));
    if (script.broken_at != 0xffffffffU) {
        file.insert_at = 0xffffffffU;
        file.problems.push_back({SyntaxProblem::Severity::warning,
            {source.id(), script.broken_at, 1},
            "the shell would not understand the script from here on, so its rest is not read"});
    }
    if (script.too_long) {
        file.insert_at = 0xffffffffU;
        file.problems.push_back({SyntaxProblem::Severity::warning,
            {source.id(), 0, 0},
            "the loops of this script run too often to be followed"});
    }
    if (!is_whole)
        return;
    const bool whole = script.broken_at == 0xffffffffU && !script.too_long;
    marks.finish(State::irrelevant,
        std::min(script.stops_at, script.broken_at),
        whole ? State::irrelevant : State::unrecognised);
}

State read_command_line(ConfigFile& file,
    std::string_view line,
    const ShellDialect& dialect,
    std::uint32_t after,
    Arena& arena,
    LineMarks* marks)
{
    ShellDialect of_host = dialect;
    of_host.rdma_devices = devices_of(file);
    ShellScript script = follow_shell(file.tree->source->text(), line, of_host, arena);
    State worst = script.broken_at == 0xffffffffU ? State::irrelevant : State::unrecognised;
    for (ShellCommand& command : script.commands)
        command.after = after;
    ScriptReader(file, of_host, arena).read(script, [&](const ShellCommand& command, State state) {
        worst = std::max(worst, state);
        if (marks != nullptr)
            marks->mark(command.begin, command.end, state);
    });
    return worst;
}

}
