// SPDX-License-Identifier: Apache-2.0
#include "drivers/esxi_host/host_reader.h"

#include "drivers/esxi_host/esxi_host.h"
#include "drivers/esxi_host/setter.h"
#include "models/text/ascii.h"

#include <fmt/format.h>

#include <algorithm>

namespace rocelint::esxi_host {
namespace {

using State = CoverageState;

class HostReader {
public:
    HostReader(Device& device, std::vector<SyntaxProblem>& problems)
        : device_(device)
        , problems_(problems)
        , outputs_(device, problems, facts_)
        , setters_(device, problems, facts_)
    {
    }

    // `in_force`: scripts with corrections have not run yet.
    void read(std::span<const Tree> trees, std::string_view fallback_name, bool in_force)
    {
        device_.platform = platform_name;
        device_.kind = DeviceKind::host;
        device_.has_watchdog = false;
        device_.is_hypervisor = true;
        for (const Tree& tree : trees) {
            device_.files.push_back(tree.source->id());
            take_name(tree);
        }
        for (const bool corrections : {false, true}) {
            if (corrections)
                setters_.begin_corrections();
            for (const Tree& tree : trees) {
                if (tree.root == nullptr || is_correction(*tree.source) != corrections)
                    continue;
                if (corrections && in_force)
                    tree.root->mark_subtree(State::read);
                else
                    read_lines(tree);
            }
        }
        device_.name_is_configured = !device_.name.empty();
        if (device_.name.empty())
            device_.name = fallback_name;
        device_.version = facts_.version;
        device_.role = {Role::host,
            device_.origins.derived(device_.identity, {}, "it runs esxcli, the command line of ESXi")};
    }

    [[nodiscard]] const HostFacts& facts() const { return facts_; }

private:
    void take_name(const Tree& tree)
    {
        const NamedHost named = named_host(tree);
        if (named.line == nullptr)
            return;
        named.line->mark(State::read);
        const bool is_own = device_.name.empty() || is_same_host(named.name, device_.name);
        if (is_own && !named.prompted.empty())
            alias_ = named.prompted;
        if (!device_.name.empty())
            return;
        device_.name = named.name;
        device_.identity = tree.source->span_of(named.name);
    }

    void read_lines(const Tree& tree)
    {
        for (const Node* line = tree.root->first; line != nullptr;) {
            const Prompt prompt = parse_prompt(line->key);
            if (prompt.found && is_other_host(tree, prompt))
                return skip(line);
            const std::string_view command = prompt.found ? prompt.command : line->key;
            const Node* const typed = line;
            line = line->next;
            const std::string_view shown = prompt.found ? command : command_shown_at(*typed);
            if (setters_.take(tree, *typed, command))
                continue;
            if (shown.empty()) {
                if (is_correction(*tree.source) || is_of_no_effect(typed->key))
                    typed->mark(State::irrelevant);
                continue;
            }
            if (prompt.found && typed->state == State::unrecognised)
                typed->mark(State::irrelevant);
            const Node* end = line;
            while (end != nullptr && !parse_prompt(end->key).found && (prompt.found || goes_on(*typed, *end)))
                end = end->next;
            if (is_command(command, "esxcfg-module"))
                read_options(tree, line, end);
            else
                outputs_.read(tree, shown, prompt.found ? line : typed, end);
            line = end;
        }
    }

    // Of output that was written to a file without its command.
    static std::string_view command_shown_at(const Node& line)
    {
        return command_by_output(line.key, line.next == nullptr ? std::string_view{} : line.next->key);
    }

    // Without a prompt behind it, a table ends with its last row and a block with its last field.
    static bool goes_on(const Node& begin, const Node& line)
    {
        if (!command_shown_at(line).empty())
            return false;
        if (!is_underline(begin.next->key))
            return line.key.find(':') != std::string_view::npos;
        constexpr std::string_view things[]{"--", "vmnic", "vmrdma", "vmhba"};
        return std::ranges::any_of(
            things, [&line](std::string_view thing) { return line.key.starts_with(thing); });
    }

    // nmlx5_core enabled = 1 options = 'pfctx=0x08 pfcrx=0x08'
    void read_options(const Tree& tree, const Node* line, const Node* end)
    {
        for (; line != end; line = line->next) {
            const std::size_t options = line->key.find(" options = '");
            if (options == std::string_view::npos || !line->key.ends_with('\''))
                continue;
            constexpr std::size_t assignment = 12;
            const std::string_view name = ascii::first_word(line->key, ascii::is_blank);
            const std::string_view values
                = line->key.substr(options + assignment, line->key.size() - options - assignment - 1);
            line->mark(setters_.take_module(tree, name, values).value_or(State::unrecognised));
        }
    }

    // Lines of a script that set nothing.
    static bool is_of_no_effect(std::string_view line)
    {
        return line.starts_with("#!") || line.starts_with("set -") || line == "exit"
            || line.starts_with("exit ") || line == "reboot";
    }

    // A session to another host must not mix the two.
    bool is_other_host(const Tree& tree, const Prompt& prompt)
    {
        if (prompt.host.empty() || device_.name.empty() || is_same_host(prompt.host, device_.name)
            || prompt.host == alias_)
            return false;
        problems_.push_back({.severity = SyntaxProblem::Severity::warning,
            .at = tree.source->span_of(prompt.host),
            .message
            = fmt::format("this prompt is of host {:.80}, the ones before of {:.80}: its output is not read",
                prompt.host,
                device_.name)});
        return true;
    }

    static void skip(const Node* line)
    {
        for (; line != nullptr; line = line->next)
            line->mark(State::unsupported);
    }

    Device& device_;
    std::vector<SyntaxProblem>& problems_;
    HostFacts facts_;
    OutputReader outputs_;
    SetterReader setters_;
    std::string_view alias_; ///< how the prompt that asked for the host's name calls it, such as "localhost"
};

}

Reading read_host(std::span<const Tree> trees, std::string_view fallback_name)
{
    Reading reading;
    HostReader reader(reading.device, reading.problems);
    reader.read(trees, fallback_name, false);
    assemble(reading.device, reader.facts());
    return reading;
}

Device read_in_force(std::span<const Tree> trees, std::string_view fallback_name)
{
    std::vector<SyntaxProblem> known; // read_host() reports them
    Device device;
    HostReader reader(device, known);
    reader.read(trees, fallback_name, true);
    assemble(device, reader.facts());
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
