// SPDX-License-Identifier: Apache-2.0
// The policy that an intent is checked against: its own section, its policy file, or the profile `lossless`.
#include "workspace/fleet/intent_policy.h"

#include "analysis/policy/policy_sections.h"
#include "analysis/policy_text.h"
#include "design/design_fabric.h"
#include "drivers/driver.h"
#include "models/text/nearest.h"
#include "rules/rule_table.h"
#include "workspace/input/policy_files.h"

#include <algorithm>
#include <filesystem>

namespace rocelint::workspace {
namespace {

constexpr std::string_view no_policy = "version: 1\nprofile: lossless\n";

// The text of the section, from its first key to the key after it, moved to the left margin.
std::string text_of_section(const FabricIntent& intent)
{
    const Node& node = *intent.policy;
    const std::string_view whole = intent.tree->source->text();
    const std::size_t begin = node.value_offset;
    const std::size_t end = node.next == nullptr ? whole.size() : node.next->offset;
    const std::size_t line = whole.rfind('\n', begin == 0 ? 0 : begin - 1);
    const std::size_t margin = begin - (line == std::string_view::npos ? 0 : line + 1);
    std::string_view rest = whole.substr(begin, end - begin);
    std::string text;
    for (bool first = true; !rest.empty(); first = false) {
        const std::size_t length = std::min(rest.find('\n'), rest.size() - 1) + 1;
        const std::string_view each = rest.substr(0, length);
        const std::size_t blanks = std::min(each.find_first_not_of(' '), each.size() - 1);
        text += each.substr(first ? 0 : std::min(blanks, margin));
        rest.remove_prefix(length);
    }
    text.erase(text.find_last_not_of(" \n\r") + 1);
    return text + '\n';
}

Result<IntentPolicy> read_section(const FabricIntent& intent)
{
    PolicyFiles files;
    auto policy = files.read(*intent.tree, *intent.policy);
    if (!policy)
        return tl::unexpected(policy.error());
    std::string text = whole_text(*policy, text_of_section(intent));
    if (!read_policy(Source(0, "rocelint.yaml", text), known_rules()))
        return fail_at(intent,
            intent.policy_at,
            "the policy cannot be copied out of this line; write it as a block of its own, or into a file");
    return IntentPolicy{std::move(*policy), std::move(text)};
}

Result<IntentPolicy> read_file(const FabricIntent& intent)
{
    namespace files = std::filesystem;
    const files::path folder = files::path(intent.tree->source->path()).parent_path();
    auto source = Source::read(0, (folder / intent.policy_file).string());
    if (!source)
        return fail_at(intent, intent.policy_at, source.error().message);
    PolicyFiles files_of_policy;
    auto policy = files_of_policy.read(**source);
    if (!policy)
        return tl::unexpected(policy.error());
    std::string text = whole_text(*policy, (*source)->text());
    return IntentPolicy{std::move(*policy), std::move(text)};
}

bool is_excepted(const Policy& policy, const IntentDevice& device, const IntentPort& port)
{
    const auto last = std::find_if(policy.ports.rbegin(), policy.ports.rend(), [&](const PortPolicy& said) {
        return said.rdma && glob_match(said.device, device.name) && glob_match(said.port, port.name);
    });
    return last != policy.ports.rend() && last->rdma == false;
}

// The ports that are built without RDMA, as entries of a policy that has none for them: `check` could not
// distinguish them from ports that lost their configuration. Ports of hosts that have no cable are not
// written, and so need no entry.
std::vector<PortPolicy> ports_without_rdma(const FabricIntent& intent, const Policy& policy)
{
    std::vector<PortPolicy> found;
    for (const IntentDevice& device : intent.devices) {
        for (const IntentPort& port : device.ports) {
            const bool carries = port.link && carries_rdma(intent, policy, intent.links[*port.link]);
            if (!carries && (port.link || !device.is_host()) && !is_excepted(policy, device, port))
                found.push_back({.device = device.name,
                    .port = port.name,
                    .rdma = false,
                    .role = {},
                    .plane = {},
                    .at = {}});
        }
    }
    return found;
}

// Adds them to the policy and to its text. The author's text is kept where a section can follow it.
void except_ports(const FabricIntent& intent, IntentPolicy& made)
{
    const std::vector<PortPolicy> ports = ports_without_rdma(intent, made.policy);
    if (ports.empty())
        return;
    const bool has_section = !made.policy.ports.empty();
    made.policy.ports.insert(made.policy.ports.end(), ports.begin(), ports.end());
    const std::string longer = made.text + ports_yaml(ports);
    const auto again = read_policy(Source(0, "rocelint.yaml", longer), known_rules());
    const bool follows = !has_section && again && again->ports.size() == ports.size();
    made.text = follows ? longer : policy_yaml(made.policy);
}

// A baseline and reports are files below the folder of the intent. The policy is written into another folder, which has
// neither.
void drop_files(IntentPolicy& made)
{
    if (made.policy.baseline.empty() && made.policy.reports.empty())
        return;
    made.policy.baseline.clear();
    made.policy.reports.clear();
    std::erase_if(made.policy.places,
        [](const auto& place) { return place.first == "baseline" || place.first.starts_with("report."); });
    made.text = policy_yaml(made.policy);
}

Result<IntentPolicy> read_stated(const FabricIntent& intent)
{
    if (intent.policy != nullptr)
        return read_section(intent);
    if (!intent.policy_file.empty())
        return read_file(intent);
    auto policy = read_policy(Source(0, "rocelint.yaml", no_policy), known_rules());
    ensure(policy.has_value(), "the policy of an intent without one does not parse");
    return IntentPolicy{std::move(*policy), std::string(no_policy)};
}

}

Result<FabricIntent> read_intent(const Source& source)
{
    std::vector<std::string_view> platforms;
    for (const Driver* driver : all_drivers())
        platforms.push_back(driver->name);
    return read_fabric_intent(source, platforms);
}

Result<IntentPolicy> read_intent_policy(const FabricIntent& intent)
{
    auto made = read_stated(intent);
    if (made) {
        drop_files(*made);
        except_ports(intent, *made);
    }
    return made;
}

}
