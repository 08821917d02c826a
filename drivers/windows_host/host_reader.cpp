// SPDX-License-Identifier: Apache-2.0
// The reading of one host from all of its files: captures first, then what scripts set, then corrections.
#include "drivers/windows_host/host_reader.h"

#include "drivers/windows_host/assemble.h"
#include "drivers/windows_host/correct.h"
#include "drivers/windows_host/foreign_table.h"
#include "drivers/windows_host/script.h"
#include "drivers/windows_host/transcript.h"
#include "drivers/windows_host/windows_host.h"
#include "models/text/ascii.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace rocelint::windows_host {
namespace {

// Whether the command shows something that does not concern RDMA, or that its output itself identifies.
bool is_query(std::string_view command)
{
    const std::string lowered = ascii::lowered(command);
    return command.empty() || lowered.starts_with("get-") || lowered.starts_with("hostname")
        || lowered.starts_with("$env:computername");
}

// Whether the command asks a cmdlet other than Get-NetAdapterRdma. A script of any name may ask that one.
bool asks_for_other(std::string_view command)
{
    const std::string lowered = ascii::lowered(command);
    return lowered.find("get-net") != std::string::npos
        && lowered.find("get-netadapterrdma") == std::string::npos;
}

// Whether the command asks for the settings of a NIC's firmware.
bool is_about_firmware(std::string_view command)
{
    const std::string lowered = ascii::lowered(command);
    return lowered.find("mlxconfig") != std::string::npos && lowered.find(" q") != std::string::npos;
}

// Whether the command is NVIDIA's Mlx5Cmd, whose output is in no form that Microsoft documents.
bool is_of_mlx5cmd(std::string_view command)
{
    const std::string_view word = ascii::take_word(command, ascii::is_blank);
    return ascii::lowered(word.substr(word.find_last_of('\\') + 1)).starts_with("mlx5cmd");
}

// Whether two names may be of one host: equal, or one is the first label of the other.
bool is_same_host(std::string_view a, std::string_view b)
{
    const bool both_qualified
        = a.find('.') != std::string_view::npos && b.find('.') != std::string_view::npos;
    return same_name(a, b)
        || (!both_qualified && same_name(a.substr(0, a.find('.')), b.substr(0, b.find('.'))));
}

// Lines of a script that set nothing that rules judge: braces, conditions, assignments, and cmdlets that show, ask or wait.
bool is_of_no_effect(std::string_view line)
{
    constexpr std::string_view begins[]{"get-",
        "write-",
        "out-",
        "import-module",
        "install-windowsfeature",
        "add-windowsfeature",
        "test-",
        "start-sleep",
        "clear-host",
        "param",
        "if",
        "elseif",
        "else",
        "foreach",
        "for ",
        "for(",
        "while",
        "switch",
        "try",
        "catch",
        "finally",
        "function ",
        "return",
        "break",
        "continue"};
    if (line.find_first_not_of("{}()@'\"; ") == std::string_view::npos)
        return true;
    const bool is_element = line.starts_with('"') || line.starts_with('\'');
    if (is_element && line.find('|') == std::string_view::npos)
        return true;
    if (line.starts_with('$') && line.find('=') != std::string_view::npos)
        return true;
    const std::string lowered = ascii::lowered(line.substr(0, line.find(' ') + 1));
    const std::string whole = ascii::lowered(line.substr(0, 32));
    return std::ranges::any_of(begins, [&](std::string_view begin) {
        return begin.ends_with('-') ? lowered.starts_with(begin) : whole.starts_with(begin);
    });
}

// Commands of a file, which are followed after all captures were read: patterns in them stand for adapters.
struct CommandPart {
    const Node* line = nullptr;
    std::string_view text;
};

class HostReader {
public:
    HostReader(Device& device, std::vector<SyntaxProblem>& problems)
        : device_(device), problems_(problems), facts_(device, problems)
    {
    }

    // `in_force`: a script with corrections counts only where no capture shows a setting, as any other script.
    void read(std::span<const Tree> trees, std::string_view fallback_name, bool in_force)
    {
        device_.platform = "windows-host";
        device_.kind = DeviceKind::host;
        device_.has_watchdog = false;
        device_.has_network_policies = true;
        std::vector<std::vector<CommandPart>> parts(trees.size());
        for (std::size_t index = 0; index < trees.size(); ++index) {
            const Tree& tree = trees[index];
            device_.files.push_back(tree.source->id());
            take_name(tree);
            if (tree.root == nullptr)
                continue;
            if (is_exported(tree))
                read_exported(tree);
            else if (is_script(tree))
                parts[index].push_back({tree.root->first, tree.source->text()});
            else
                read_lines(tree, parts[index]);
        }
        follow_all(trees, parts, false);
        if (in_force)
            follow_all(trees, parts, true);
        join(facts_.shown, facts_.set);
        if (!in_force) {
            facts_.begin_corrections();
            follow_all(trees, parts, true);
            correct(device_, problems_, facts_.shown, facts_.corrected);
        }
        device_.name_is_configured = !device_.name.empty();
        if (device_.name.empty())
            device_.name = fallback_name;
        device_.role = {Role::host,
            device_.origins.derived(device_.identity, {}, "it runs the network cmdlets of Windows")};
    }

    // The facts of the files, with the corrections made.
    [[nodiscard]] const HostFacts& facts() const { return facts_.shown; }
    [[nodiscard]] const HostFacts& corrected() const { return facts_.corrected; }

private:
    void follow_all(
        std::span<const Tree> trees, const std::vector<std::vector<CommandPart>>& parts, bool corrections)
    {
        for (std::size_t index = 0; index < trees.size(); ++index) {
            if (is_correction(*trees[index].source) == corrections)
                follow(trees[index], parts[index]);
        }
    }

    void follow(const Tree& tree, const std::vector<CommandPart>& parts)
    {
        const Node* line = nullptr;
        Script script(tree.source->text(), is_setter, [&](const Statement& statement) {
            facts_.take_setter(tree, line, statement);
        });
        for (const CommandPart& part : parts) {
            line = part.line;
            script.run(part.text);
        }
        if (tree.root == nullptr || is_exported(tree) || !is_script(tree))
            return;
        for (const Node& each : *tree.root) {
            if (each.state == CoverageState::unrecognised && is_of_no_effect(each.key))
                each.mark(CoverageState::irrelevant);
        }
    }

    void take_name(const Tree& tree)
    {
        const NamedHost named = named_host(tree);
        if (named.line == nullptr)
            return;
        named.line->mark(CoverageState::read);
        const bool is_own = device_.name.empty() || is_same_host(named.name, device_.name);
        if (is_own && !named.prompted.empty())
            alias_ = named.prompted;
        if (!device_.name.empty())
            return;
        device_.name = named.name;
        device_.identity = tree.source->span_of(named.name);
    }

    void read_exported(const Tree& tree)
    {
        for (const Record& record : exported_records(tree))
            facts_.take(record);
    }

    void read_lines(const Tree& tree, std::vector<CommandPart>& parts)
    {
        std::string_view asked; // the last typed command
        bool is_answered = false;
        for (const Node* line = tree.root->first; line != nullptr;) {
            const Prompt prompt = parse_prompt(line->key);
            if (prompt.found && is_other_host(tree, prompt))
                return skip(line);
            std::string_view begin = prompt.found ? prompt.command : line->key;
            if (prompt.found || is_setter(ascii::take_word(begin, ascii::is_blank))) {
                const Node* const first = line;
                const std::string_view typed = prompt.found ? prompt.command : line->key;
                const std::string_view whole = with_continuation(tree, line, typed);
                if (prompt.found) {
                    asked = prompt.command;
                    is_answered = false;
                    if (is_query(prompt.command) || is_about_firmware(asked))
                        mark_until(first, line, CoverageState::irrelevant);
                }
                parts.push_back({first, whole});
                continue;
            }
            if (is_about_firmware(asked)) {
                facts_.take_firmware(tree, *line);
                line = line->next;
                continue;
            }
            if (is_of_mlx5cmd(asked)) {
                line->mark(CoverageState::unsupported);
                line = line->next;
                continue;
            }
            const std::vector<Record> records = records_at(tree, line);
            // The first table behind a command is its output.
            if (auto warning = warning_of_foreign_table(tree, is_answered ? "" : asked, records))
                problems_.push_back(*std::move(warning));
            is_answered = is_answered || !records.empty();
            for (const Record& record : records) {
                if (kind_of(record) != RecordKind::adapter_rdma || !asks_for_other(asked))
                    facts_.take(record);
            }
        }
    }

    static void mark_until(const Node* first, const Node* end, CoverageState state)
    {
        for (; first != end; first = first->next) {
            if (first->state == CoverageState::unrecognised)
                first->mark(state);
        }
    }

    // A command with the lines that continue it: behind a backtick, or after the prompt ">>". Moves `line` behind them.
    static std::string_view with_continuation(const Tree& tree, const Node*& line, std::string_view command)
    {
        const Node* last = line;
        while (last->next != nullptr && (last->key.ends_with('`') || last->next->key.starts_with(">>")))
            last = last->next;
        line = last->next;
        const auto begin = static_cast<std::size_t>(command.data() - tree.source->text().data());
        return tree.source->text().substr(begin, last->offset + last->length - begin);
    }

    // A remote session to another host must not mix the two.
    bool is_other_host(const Tree& tree, const Prompt& prompt)
    {
        if (prompt.host.empty() || device_.name.empty() || is_same_host(prompt.host, device_.name)
            || same_name(prompt.host, alias_))
            return false;
        problems_.push_back({.severity = SyntaxProblem::Severity::warning,
            .at = tree.source->span_of(prompt.host),
            .message
            = fmt::format("this prompt is of host {}, the ones before of {}: what it shows is not read",
                prompt.host,
                device_.name)});
        return true;
    }

    static void skip(const Node* line)
    {
        for (; line != nullptr; line = line->next)
            line->mark(CoverageState::unsupported);
    }

    Device& device_;
    std::vector<SyntaxProblem>& problems_;
    FactReader facts_;
    std::string_view
        alias_; ///< how the prompt that asked for the host's name addresses it, such as its IP address
};

}

Reading read_host(std::span<const Tree> trees, std::string_view fallback_name)
{
    Reading reading;
    HostReader reader(reading.device, reading.problems);
    reader.read(trees, fallback_name, false);
    assemble(reading.device, reader.facts(), reader.corrected());
    return reading;
}

Device read_in_force(std::span<const Tree> trees, std::string_view fallback_name)
{
    std::vector<SyntaxProblem> known; // read_host() reports them
    Device device;
    HostReader reader(device, known);
    reader.read(trees, fallback_name, true);
    assemble(device, reader.facts(), reader.corrected());
    return device;
}

HostFacts read_facts(std::span<const Tree> trees, Device& scratch)
{
    std::vector<SyntaxProblem> known; // read_host() reports them
    HostReader reader(scratch, known);
    reader.read(trees, "", false);
    return reader.facts();
}

}
