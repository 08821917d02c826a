// SPDX-License-Identifier: Apache-2.0
// Writes inferred classes as a policy that people can edit, in the format that policy_classes.cpp reads.
#include "analysis/policy_text.h"

#include "analysis/policy_sections.h"
#include "models/text/append.h"
#include "models/text/sentence.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace rocelint {
namespace {

std::string dscp_list(DscpSet set)
{
    std::string out;
    for (const Dscp dscp : set)
        add_item(out, fmt::format("{}", dscp));
    return out;
}

std::string_view pause_key(Pause pause)
{
    return pause == Pause::nowhere ? ", pfc: none" : pause == Pause::host_links ? ", pfc: host-links" : "";
}

// Formats numbers in their shortest form: 5, 0.6.
std::string number_list(const std::vector<double>& values)
{
    if (values.size() == 1)
        return fmt::format("{}", values.front());
    return fmt::format("[{}]", fmt::join(values, ", "));
}

std::string scalar_list(const std::vector<std::string>& values)
{
    std::string out;
    for (const std::string& value : values)
        add_item(out, yaml_scalar(value));
    return fmt::format("[{}]", out);
}

std::string role_list(const std::vector<Role>& roles)
{
    std::string out;
    for (const Role role : roles)
        add_item(out, name_of(role));
    return fmt::format("[{}]", out);
}

class PolicyWriter {
public:
    std::string write(const Policy& policy)
    {
        out_ = "version: 1\n";
        if (!policy.source.empty())
            append(out_, "source: {}\n", yaml_scalar(policy.source));
        classes(policy);
        for (const auto& [between, length] : policy.cables)
            append(out_, "{}  {}: {}\n", open("cables"), yaml_scalar(between), length.count);
        rules(policy.rules, "");
        for (const Waiver& waiver : policy.waivers)
            write(waiver);
        if (!policy.exclude.empty())
            append(out_, "exclude: {}\n", scalar_list(policy.exclude));
        if (!policy.unchecked.empty())
            append(out_, "fail_on_unchecked: {}\n", scalar_list(policy.unchecked));
        if (policy.scope.given)
            append(out_, "scope: {}\n", scope_words(policy.scope));
        for (const PortPolicy& port : policy.ports)
            write(port);
        if (policy.headroom_model != HeadroomChoice::automatic)
            append(out_, "headroom: {{model: {}}}\n", model_word(policy.headroom_model));
        for (const PolicyOverride& one : policy.overrides)
            write(one);
        for (const auto& rule : policy.custom_rules)
            write(*rule);
        return std::move(out_);
    }

private:
    // The key line of a list or mapping, only before its first entry.
    std::string open(std::string_view key)
    {
        if (opened_ == key)
            return {};
        opened_ = key;
        return fmt::format("{}:\n", key);
    }

    void member(std::string& members, std::string_view key, std::string_view value)
    {
        add_item(members, fmt::format("{}: {}", key, value));
    }

    void classes(const Policy& policy)
    {
        if (!policy.classes)
            return;
        for (const RdmaClass& one : policy.classes->classes) {
            std::string members;
            member(members, "name", yaml_scalar(one.name));
            member(members, "priority", fmt::format("{}", one.priority));
            member(members, "dscp", fmt::format("[{}]", dscp_list(one.dscps)));
            member(members, "trust", one.trust == Trust::pcp ? "pcp" : "dscp");
            if (one.traffic_class)
                member(members, "traffic_class", fmt::format("{}", *one.traffic_class));
            if (!one.roles.empty())
                member(members, "roles", role_list(one.roles));
            append(out_, "{}  - {{{}{}}}\n", open("classes"), members, pause_key(one.pause));
        }
        const CnpClass& cnp = policy.classes->cnp;
        std::string members;
        if (cnp.priority)
            member(members, "priority", fmt::format("{}", *cnp.priority));
        if (cnp.dscp)
            member(members, "dscp", fmt::format("{}", *cnp.dscp));
        if (cnp.traffic_class)
            member(members, "traffic_class", fmt::format("{}", *cnp.traffic_class));
        if (!members.empty())
            append(out_, "cnp: {{{}}}\n", members);
    }

    void rules(const std::map<std::string, RuleSetting, std::less<>>& rules, std::string_view margin)
    {
        if (rules.empty())
            return;
        append(out_, "{}rules:\n", margin);
        for (const auto& [code, setting] : rules) {
            std::string members;
            if (setting.off || setting.severity)
                member(members, "severity", setting.off ? "off" : name_of(*setting.severity));
            std::string parameters;
            for (const auto& [name, values] : setting.parameters)
                member(parameters, name, number_list(values));
            if (!parameters.empty())
                member(members, "parameters", fmt::format("{{{}}}", parameters));
            append(out_, "{}  {}: {{{}}}\n", margin, code, members);
        }
    }

    void write(const Waiver& waiver)
    {
        std::string members;
        member(members, "code", waiver.code);
        const std::pair<std::string_view, const std::string&> patterns[]
            = {{"device", waiver.device}, {"port", waiver.port}, {"file", waiver.file}, {"key", waiver.key}};
        for (const auto& [key, pattern] : patterns) {
            if (pattern != "*")
                member(members, key, yaml_scalar(pattern));
        }
        member(members, "reason", yaml_scalar(waiver.reason));
        if (!waiver.owner.empty())
            member(members, "owner", yaml_scalar(waiver.owner));
        if (!waiver.expires.empty())
            member(members, "expires", waiver.expires);
        append(out_, "{}  - {{{}}}\n", open("waivers"), members);
    }

    void write(const PortPolicy& port)
    {
        std::string members;
        member(members, "device", yaml_scalar(port.device));
        member(members, "port", yaml_scalar(port.port));
        if (port.rdma)
            member(members, "rdma", *port.rdma ? "true" : "false");
        if (port.role)
            member(members, "role", yaml_scalar(*port.role));
        if (!port.plane.empty())
            member(members, "plane", yaml_scalar(port.plane));
        append(out_, "{}  - {{{}}}\n", open("ports"), members);
    }

    void write(const PolicyOverride& one)
    {
        append(out_, "{}  -", open("overrides"));
        std::string_view margin = " ";
        if (!one.roles.empty()) {
            append(out_, "{}roles: {}\n", margin, role_list(one.roles));
            margin = "    ";
        }
        if (!one.devices.empty()) {
            append(out_, "{}devices: {}\n", margin, scalar_list(one.devices));
            margin = "    ";
        }
        if (one.headroom_model)
            append(out_, "    headroom: {{model: {}}}\n", model_word(*one.headroom_model));
        rules(one.rules, "    ");
    }

    // Writes a member on its own line, unless it is empty.
    void line(int margin, std::string_view key, std::string_view value)
    {
        if (!value.empty())
            append(out_, "{:{}}{}: {}\n", "", margin, key, yaml_scalar(value));
    }

    void write(const CustomRule& rule)
    {
        constexpr int margin = 4;
        append(out_, "{}  - code: {}\n", open("custom_rules"), rule.code);
        append(out_, "    name: {}\n    severity: {}\n", rule.name, name_of(rule.severity));
        append(out_, "    for: {}\n", name_of(rule.subject));
        line(margin, "where", rule.where.text);
        line(margin, "assert", rule.assertion.text);
        append(out_, "    message: {}\n", yaml_scalar(rule.message.text));
        line(margin, "at", rule.at.text);
        line(margin, "why", rule.why);
        line(margin, "source", rule.source);
        if (!rule.examples.empty())
            out_ += "    examples:\n";
        for (const CustomExample& example : rule.examples)
            write(example);
    }

    void write(const CustomExample& example)
    {
        constexpr int margin = 8;
        append(out_, "      - expect: {}\n", name_of(example.expect));
        line(margin, "title", example.title.text);
        line(margin, "line", example.line);
        line(margin, "topology", example.topology);
        out_ += "        files:\n";
        for (const CustomExampleFile& file : example.files) {
            append(out_, "          - device: {}\n", yaml_scalar(file.device));
            line(margin + 4, "platform", file.platform);
            line(margin + 4, "config", file.text);
        }
    }

    std::string out_;
    std::string opened_;
};

}

std::string policy_yaml(const ClassModel& model, const PolicyScope& scope)
{
    std::string out
        = "# What switches, hosts and jobs agree on. Read it, correct it, and keep it beside the\n"
          "# configuration: from then on it is what the configuration is checked against.\n"
          "version: 1\n";
    if (model.classes.empty())
        out += "# No device has PFC on for any priority, and nothing shows a class that RDMA uses without it.\n";
    else
        out += "classes:\n";
    for (const RdmaClass& entry : model.classes)
        append(out,
            "  # {}\n  - {{name: \"{}\", priority: {}, dscp: [{}], trust: {}{}}}\n",
            entry.evidence,
            entry.name,
            entry.priority,
            dscp_list(entry.dscps),
            entry.trust == Trust::pcp ? "pcp" : "dscp",
            pause_key(entry.pause));
    if (model.cnp.dscp || model.cnp.priority) {
        out += "cnp: {";
        if (model.cnp.priority)
            append(out, "priority: {}", *model.cnp.priority);
        if (model.cnp.dscp)
            append(out, "{}dscp: {}", model.cnp.priority ? ", " : "", *model.cnp.dscp);
        out += "}\n";
    }
    if (scope.given)
        append(out,
            "# Nothing on these switches and ports shows RDMA. Remove those that are to carry it: they are then judged.\n"
            "scope: {}\n",
            scope_words(scope));
    return out;
}

std::string scope_words(const PolicyScope& scope)
{
    std::string members;
    const auto add = [&members](std::string_view key, std::string_view value) {
        add_item(members, fmt::format("{}: {}", key, value));
    };
    for (const auto& [key, patterns] : {std::pair("devices", &scope.devices),
             std::pair("ports", &scope.ports),
             std::pair("except", &scope.except)}) {
        if (!patterns->empty())
            add(key, scalar_list(*patterns));
    }
    if (!scope.roles.empty())
        add("roles", role_list(scope.roles));
    if (scope.least_speed) {
        constexpr double giga = 1e9;
        add("speed_at_least", fmt::format("{}", static_cast<double>(scope.least_speed->count) / giga));
    }
    return fmt::format("{{{}}}", members);
}

std::string policy_yaml(const Policy& policy) { return PolicyWriter().write(policy); }

std::string yaml_scalar(std::string_view text)
{
    std::string out = "\"";
    for (const char c : text) {
        if (c == '"' || c == '\\')
            out += '\\';
        if (c == '\n')
            out += "\\n";
        else if (static_cast<unsigned char>(c) < ' ')
            append(out, "\\x{:02x}", static_cast<unsigned>(c));
        else
            out += c;
    }
    return out + '"';
}

}
