// SPDX-License-Identifier: Apache-2.0
#include "workspace/compare/policy_differences.h"

#include "analysis/policy/policy_sections.h"
#include "analysis/policy_text.h"
#include "models/fabric/fields/value_text.h"
#include "models/text/append.h"
#include "models/text/ascii.h"
#include "models/text/sentence.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <utility>

namespace rocelint::workspace {
namespace {

/// The statements of a policy, by setting.
using Said = std::map<std::string, std::string>;

std::string rule_words(const RuleSetting& setting)
{
    std::string text(setting.off ? "off" : setting.severity ? name_of(*setting.severity) : "as shipped");
    for (const auto& [name, values] : setting.parameters)
        append(text, ", {} {:g}", name, fmt::join(values, " "));
    return text;
}

void add_rules(
    const std::map<std::string, RuleSetting, std::less<>>& rules, const std::string& whose, Said& said)
{
    for (const auto& [code, setting] : rules)
        said[fmt::format("rule {}{}", code, whose)] = rule_words(setting);
}

std::string override_words(const PolicyOverride& one)
{
    std::string text;
    for (const Role role : one.roles)
        append(text, "{}{}", text.empty() ? " on " : ", ", word_of(role));
    for (const std::string& device : one.devices)
        append(text, "{}{}", text.empty() ? " on " : ", ", device);
    return text;
}

std::string waiver_words(const Waiver& waiver)
{
    std::string text = "waiver of " + waiver.code;
    for (const auto& [what, glob] : {std::pair("device", &waiver.device),
             {"port", &waiver.port},
             {"file", &waiver.file},
             {"key", &waiver.key}}) {
        if (*glob != "*")
            append(text, " {} {}", what, *glob);
    }
    return text;
}

void add_traffic_class(const std::optional<std::uint8_t>& traffic_class, std::string& text)
{
    if (traffic_class)
        add_item(text, fmt::format("traffic class {}", *traffic_class));
}

std::string class_words(const ClassModel& classes, const RdmaClass& one)
{
    std::string text = one.trust == Trust::pcp ? fmt::format("PCP {}", one.priority)
                                               : fmt::format("DSCP {}", to_string(one.dscps));
    text += one.pause == Pause::everywhere ? ", PFC on every link"
        : one.pause == Pause::host_links   ? ", PFC on links to hosts"
                                           : ", without PFC";
    text += one.ecn && classes.expects_marks(one) ? ", with ECN" : ", without ECN";
    if (const CongestionControl control = classes.control_of(one); control != CongestionControl::dcqcn)
        append(text, ", congestion control {}", control_word(control));
    add_traffic_class(one.traffic_class, text);
    for (const Role role : one.roles)
        append(text, "{}{}", role == one.roles.front() ? ", on " : " and ", word_of(role));
    return text;
}

std::string cnp_words(const CnpClass& cnp)
{
    std::string text;
    if (cnp.priority)
        append(text, "priority {}", *cnp.priority);
    if (cnp.dscp)
        add_item(text, fmt::format("DSCP {}", *cnp.dscp));
    add_traffic_class(cnp.traffic_class, text);
    return text;
}

// On one line, as a report shows it.
std::string on_one_line(std::string_view text)
{
    std::string words(ascii::trimmed(text, ascii::is_white));
    std::ranges::replace(words, '\n', ' ');
    return words;
}

std::string own_rule_words(const CustomRule& rule)
{
    std::string text = fmt::format("{} of each {}", name_of(rule.severity), name_of(rule.subject));
    for (const auto& [key, expression] : {std::pair("where", &rule.where),
             {"assert", &rule.assertion},
             {"message", &rule.message},
             {"at", &rule.at}}) {
        if (expression->given())
            append(text, ", {}: {}", key, on_one_line(expression->text));
    }
    return text;
}

Said said_of(const Outcome& outcome)
{
    const Policy& policy = outcome.policy;
    Said said;
    if (!policy.profile.empty())
        said["profile"] = policy.profile;
    said["headroom model"] = std::string(model_word(policy.headroom_model));
    if (policy.load_balancing)
        said["load_balancing"] = std::string(spreading_word(*policy.load_balancing));
    if (policy.trimming)
        said["trimming"] = *policy.trimming ? "yes" : "no";
    if (policy.retransmission)
        said["retransmission"] = std::string(retransmission_word(*policy.retransmission));
    for (const RdmaClass& one : outcome.analysis.classes.classes)
        said["RDMA class of " + one.label()] = class_words(outcome.analysis.classes, one);
    if (std::string cnps = cnp_words(outcome.analysis.classes.cnp); !cnps.empty())
        said["CNPs"] = std::move(cnps);
    add_rules(policy.rules, {}, said);
    for (const PolicyOverride& one : policy.overrides) {
        add_rules(one.rules, override_words(one), said);
        if (one.headroom_model)
            said["headroom model" + override_words(one)] = std::string(model_word(*one.headroom_model));
    }
    for (const std::shared_ptr<const CustomRule>& rule : policy.custom_rules)
        said["own rule " + rule->code] = own_rule_words(*rule);
    for (const Waiver& waiver : policy.waivers)
        said[waiver_words(waiver)] = waiver.expires.empty() ? "forever" : "up to " + waiver.expires;
    for (const std::string& pattern : policy.exclude)
        said["files left out"] += (said["files left out"].empty() ? "" : ", ") + pattern;
    if (!policy.unchecked.empty())
        said["fail_on_unchecked"] = fmt::format("{}", fmt::join(policy.unchecked, ", "));
    if (!policy.rule_pages.empty())
        said["rule_pages"] = policy.rule_pages;
    if (policy.fail_on)
        said["fail_on"] = std::string(*policy.fail_on ? name_of(**policy.fail_on) : "never");
    if (!policy.select.empty())
        said["select"] = fmt::format("{}", fmt::join(policy.select, ", "));
    if (!policy.ignore.empty())
        said["ignore"] = fmt::format("{}", fmt::join(policy.ignore, ", "));
    // The two sides lie in different folders, so paths are compared from those of the policies.
    const std::filesystem::path folder = std::filesystem::path(policy.path).parent_path();
    const auto below = [&folder](const std::string& path) {
        return std::filesystem::path(path).lexically_proximate(folder).string();
    };
    if (!policy.baseline.empty())
        said["baseline"] = below(policy.baseline);
    for (const PolicyReport& report : policy.reports)
        said["report." + report.format] = below(report.path);
    for (const auto& [links, length] : policy.cables)
        said["cables of " + links] = value_text(length);
    if (policy.scope.given)
        said["scope"] = scope_words(policy.scope);
    for (const PortPolicy& port : policy.ports) {
        std::string& text = said[fmt::format("port {} {}", port.device, port.port)];
        if (port.rdma)
            text += *port.rdma ? "RDMA" : "no RDMA";
        if (port.role)
            add_item(text, fmt::format("role {}", *port.role));
        if (!port.plane.empty())
            add_item(text, fmt::format("plane {}", port.plane));
    }
    return said;
}

// A rule that a policy does not mention has its shipped settings.
bool is_rule(std::string_view what) { return what.starts_with("rule "); }

}

std::vector<PolicyDifference> policy_differences(const Outcome& before, const Outcome& after)
{
    const Said was = said_of(before);
    const Said is = said_of(after);
    std::vector<PolicyDifference> differences;
    for (const auto& [what, words] : is) {
        const auto one = was.find(what);
        if (one == was.end() && is_rule(what))
            differences.push_back({fmt::format("{}: {}", what, words), "as shipped"});
        else if (one == was.end())
            differences.push_back({fmt::format("new: {}: {}", what, words), {}});
        else if (one->second != words)
            differences.push_back({fmt::format("{}: {}", what, words), one->second});
    }
    for (const auto& [what, words] : was) {
        if (is.contains(what))
            continue;
        if (is_rule(what))
            differences.push_back({what + ": as shipped", words});
        else
            differences.push_back({fmt::format("gone: {}", what), words});
    }
    return differences;
}

}
