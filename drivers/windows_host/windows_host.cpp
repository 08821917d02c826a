// SPDX-License-Identifier: Apache-2.0
// The driver's record, and the reading of one host from all of its files.
#include "drivers/windows_host/windows_host.h"

#include "drivers/windows_host/assemble.h"
#include "drivers/windows_host/base_example.h"
#include "drivers/windows_host/facts.h"
#include "drivers/windows_host/transcript.h"
#include "models/text/ascii.h"

#include <fmt/format.h>

#include <utility>

namespace rocelint::windows_host {
namespace {

constexpr std::string_view setter = "a command of PowerShell that sets up the network QoS of Windows";
constexpr std::string_view printed = "output of the network cmdlets of Windows";

// clang-format off
constexpr Sign signs[]{
    {"New-NetQosPolicy ", 90, setter},
    {"New-NetQosTrafficClass ", 90, setter},
    {"Enable-NetQosFlowControl ", 90, setter},
    {"Disable-NetQosFlowControl ", 90, setter},
    {"Set-NetQosDcbxSetting ", 90, setter},
    {"Enable-NetAdapterQos ", 90, setter},
    {"Enable-NetAdapterRdma ", 90, setter},
    {"Set-NetAdapterAdvancedProperty ", 90, setter},
    {"OperationalFlowControl ", 90, printed, ":"},
    {"Willing PolicySet", 90, printed},
    {"Priority ", 90, printed, "PolicySet"},
    {"Name ", 90, printed, "Bandwidth(%)"},
    {"Name ", 90, printed, "RegistryKeyword"},
    {"Name ", 90, printed, "InterfaceDescription"},
    {"NetDirectPort ", 90, printed, ":"},
};
// clang-format on

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

// Whether two names may be of one host: equal, or one is the first label of the other.
bool is_same_host(std::string_view a, std::string_view b)
{
    const bool both_qualified
        = a.find('.') != std::string_view::npos && b.find('.') != std::string_view::npos;
    return same_name(a, b)
        || (!both_qualified && same_name(a.substr(0, a.find('.')), b.substr(0, b.find('.'))));
}

class HostReader {
public:
    HostReader(Device& device, std::vector<SyntaxProblem>& problems)
        : device_(device), problems_(problems), facts_(device, problems)
    {
    }

    void read(std::span<const Tree> trees, std::string_view fallback_name)
    {
        device_.platform = "windows-host";
        device_.kind = DeviceKind::host;
        device_.has_watchdog = false;
        device_.has_network_policies = true;
        for (const Tree& tree : trees) {
            device_.files.push_back(tree.source->id());
            take_name(tree);
            if (tree.root == nullptr)
                continue;
            if (is_exported(tree))
                read_exported(tree);
            else
                read_lines(tree);
        }
        device_.name_is_configured = !device_.name.empty();
        if (device_.name.empty())
            device_.name = fallback_name;
        device_.role = {Role::host,
            device_.origins.derived(device_.identity, {}, "it runs the network cmdlets of Windows")};
        assemble(device_, std::move(facts_.shown), facts_.set);
    }

private:
    void take_name(const Tree& tree)
    {
        const NamedHost named = named_host(tree);
        if (named.line == nullptr)
            return;
        named.line->mark(CoverageState::read);
        if (device_.name.empty() || is_same_host(named.name, device_.name))
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

    void read_lines(const Tree& tree)
    {
        std::string_view asked; // the last typed command
        for (const Node* line = tree.root->first; line != nullptr;) {
            const Prompt prompt = parse_prompt(line->key);
            if (prompt.found && is_other_host(tree, prompt))
                return skip(line);
            const Node* command = line;
            if (facts_.take_setter(tree, command, prompt.found ? prompt.command : line->key)) {
                line = command->next;
                continue;
            }
            if (prompt.found) {
                asked = prompt.command;
                if (is_query(prompt.command) && line->state == CoverageState::unrecognised)
                    line->mark(CoverageState::irrelevant);
                line = line->next;
                continue;
            }
            for (const Record& record : records_at(tree, line)) {
                if (kind_of(record) != RecordKind::adapter_rdma || !asks_for_other(asked))
                    facts_.take(record);
            }
        }
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

Reading read(std::span<const Tree> trees, std::string_view fallback_name)
{
    Reading reading;
    HostReader(reading.device, reading.problems).read(trees, fallback_name);
    return reading;
}

}

const Driver driver{
    .name = "windows-host",
    .title = "Windows host with RDMA NICs",
    .comment = "#",
    .signs = signs,
    .detect = detect,
    .parse = parse,
    .identity = identity,
    .read = read,
    .folder_is_one_device = true,
    .has_variables = true,
    .base_example = base_example,
    .base_policy = base_policy,
    .base_file_name = "capture.txt",
};

}
