// SPDX-License-Identifier: Apache-2.0
// The output of `policy show`. It includes defaults, so that it is clear which value applies.
#include "cli/report/data/policy_values.h"

#include "analysis/policy/policy_sections.h"
#include "analysis/policy_text.h"
#include "models/text/append.h"
#include "models/text/sentence.h"
#include "rules/own/own_rules.h"
#include "rules/rule_table.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>

namespace rocelint::cli {
namespace {

class ValueList {
public:
    explicit ValueList(const Policy& policy) : policy_(policy) { }

    std::vector<PolicyValue> list()
    {
        classes();
        for (const auto& [between, length] : policy_.cables)
            add(fmt::format("cables.{}", between), length.exact());
        add("headroom.model", std::string(model_word(policy_.headroom_model)));
        if (policy_.load_balancing)
            add("load_balancing", std::string(spreading_word(*policy_.load_balancing)));
        if (policy_.trimming)
            add("trimming", std::string(*policy_.trimming ? "yes" : "no"));
        if (policy_.retransmission)
            add("retransmission", std::string(retransmission_word(*policy_.retransmission)));
        for (std::size_t index = 0; index < policy_.exclude.size(); ++index)
            add(fmt::format("exclude[{}]", index), policy_.exclude[index]);
        if (!policy_.unchecked.empty())
            add("fail_on_unchecked", fmt::format("{}", fmt::join(policy_.unchecked, ", ")));
        if (!policy_.rule_pages.empty())
            add("rule_pages", policy_.rule_pages);
        if (policy_.fail_on)
            add("fail_on", std::string(*policy_.fail_on ? name_of(**policy_.fail_on) : "never"));
        if (!policy_.select.empty())
            add("select", fmt::format("{}", fmt::join(policy_.select, ", ")));
        if (!policy_.ignore.empty())
            add("ignore", fmt::format("{}", fmt::join(policy_.ignore, ", ")));
        if (!policy_.baseline.empty())
            add("baseline", policy_.baseline);
        for (const PolicyReport& report : policy_.reports)
            add(fmt::format("report.{}", report.format), report.path);
        if (policy_.scope.given)
            add("scope", scope_words(policy_.scope));
        for (std::size_t index = 0; index < policy_.ports.size(); ++index)
            add(fmt::format("ports[{}]", index), words(policy_.ports[index]));
        for (std::size_t index = 0; index < policy_.waivers.size(); ++index)
            add(fmt::format("waivers[{}]", index), words(policy_.waivers[index]));
        for (std::size_t index = 0; index < policy_.overrides.size(); ++index)
            add(fmt::format("overrides[{}]", index), words(policy_.overrides[index]));
        for (std::size_t index = 0; index < policy_.custom_rules.size(); ++index)
            add(fmt::format("custom_rules[{}]", index), words(*policy_.custom_rules[index]));
        for (const Rule* rule : all_rules())
            add(*rule);
        const OwnRules own(policy_.custom_rules);
        for (const Rule* rule : own.all())
            add(*rule);
        return std::move(values_);
    }

private:
    template <class Value>
    void add(std::string key, Value value)
    {
        const auto place = policy_.places.find(key);
        values_.push_back(
            {std::move(key), std::move(value), place == policy_.places.end() ? nullptr : &place->second});
    }

    void classes()
    {
        if (!policy_.classes || policy_.classes->classes.empty())
            add("classes", std::string("inferred from what the devices agree on"));
        if (!policy_.classes)
            return;
        for (std::size_t index = 0; index < policy_.classes->classes.size(); ++index) {
            const RdmaClass& one = policy_.classes->classes[index];
            const std::string head = fmt::format("classes[{}].", index);
            add(head + "name", one.name);
            if (one.pause != Pause::nowhere)
                add(head + "priority", static_cast<double>(one.priority));
            std::vector<double> dscps;
            for (const Dscp dscp : one.dscps)
                dscps.push_back(dscp);
            add(head + "dscp", std::move(dscps));
            add(head + "trust", std::string(one.trust == Trust::pcp ? "pcp" : "dscp"));
            add(head + "pfc",
                std::string(one.pause == Pause::nowhere  ? "none"
                        : one.pause == Pause::host_links ? "host-links"
                                                         : "everywhere"));
            add_control(head, one);
            if (one.traffic_class)
                add(head + "traffic_class", static_cast<double>(*one.traffic_class));
            if (!one.roles.empty())
                add(head + "roles", words(one.roles));
        }
        if (const auto control = policy_.classes->congestion_control)
            add("congestion_control", std::string(control_word(*control)));
        const CnpClass& cnp = policy_.classes->cnp;
        if (cnp.priority)
            add("cnp.priority", static_cast<double>(*cnp.priority));
        if (cnp.dscp)
            add("cnp.dscp", static_cast<double>(*cnp.dscp));
        if (cnp.traffic_class)
            add("cnp.traffic_class", static_cast<double>(*cnp.traffic_class));
    }

    // Where the class states nothing of its own, the place is that of the statement for all classes.
    void add_control(const std::string& head, const RdmaClass& one)
    {
        const std::string key = head + "congestion_control";
        const auto place = policy_.places.find(one.congestion_control ? key : "congestion_control");
        values_.push_back({key,
            std::string(control_word(policy_.classes->control_of(one))),
            place == policy_.places.end() ? nullptr : &place->second});
    }

    void add(const Rule& rule)
    {
        const RuleSetting* setting = policy_.setting_of(rule.code);
        const bool off = setting != nullptr && setting->off;
        add(fmt::format("rules.{}.severity", rule.code),
            std::string(off
                    ? "off"
                    : name_of(setting != nullptr && setting->severity ? *setting->severity : rule.severity)));
        for (const Parameter& parameter : rule.parameters) {
            const auto values = value_of(rule.parameters, setting, parameter.name);
            const std::string key = fmt::format("rules.{}.{}", rule.code, parameter.name);
            if (values.size() == 1)
                add(key, values.front());
            else
                add(key, std::vector<double>(values.begin(), values.end()));
        }
    }

    static std::string words(const std::vector<Role>& roles)
    {
        std::string out;
        for (const Role role : roles)
            add_item(out, name_of(role));
        return out;
    }

    static std::string words(const Waiver& waiver)
    {
        std::string out = waiver.code;
        const std::pair<std::string_view, const std::string&> parts[]
            = {{"device", waiver.device}, {"port", waiver.port}, {"file", waiver.file}, {"key", waiver.key}};
        for (const auto& [name, pattern] : parts) {
            if (pattern != "*")
                append(out, " {} {}", name, pattern);
        }
        append(out, ": {}", waiver.reason);
        if (!waiver.owner.empty())
            append(out, ", owner {}", waiver.owner);
        append(
            out, ", {}", waiver.expires.empty() ? std::string("never expires") : "expires " + waiver.expires);
        return out;
    }

    static std::string words(const PortPolicy& port)
    {
        std::string out = fmt::format("device {} port {}:", port.device, port.port);
        if (port.rdma)
            append(out, " rdma {}", *port.rdma);
        if (port.role)
            append(out, " role {}", *port.role);
        if (!port.plane.empty())
            append(out, " plane {}", port.plane);
        return out;
    }

    static std::string words(const CustomRule& rule)
    {
        return fmt::format(
            "{} {}, for each {}: {}", rule.code, rule.name, name_of(rule.subject), rule.assertion.text);
    }

    static std::string words(const PolicyOverride& one)
    {
        std::string out;
        if (!one.roles.empty())
            append(out, "roles {}", words(one.roles));
        if (!one.devices.empty())
            add_item(out, fmt::format("devices {}", fmt::join(one.devices, ", ")));
        if (one.headroom_model)
            append(out, "; headroom model {}", model_word(*one.headroom_model));
        for (const auto& [code, setting] : one.rules) {
            append(out, "; {}", code);
            if (setting.off || setting.severity)
                append(out, " {}", setting.off ? "off" : name_of(*setting.severity));
            for (const auto& [name, values] : setting.parameters)
                append(out, " {} {}", name, fmt::join(values, ", "));
        }
        return out;
    }

    const Policy& policy_;
    std::vector<PolicyValue> values_;
};

}

std::vector<PolicyValue> policy_values(const Policy& policy) { return ValueList(policy).list(); }

std::string value_words(const PolicyValue& value)
{
    if (const auto* text = std::get_if<std::string>(&value.value))
        return *text;
    if (const auto* number = std::get_if<double>(&value.value))
        return fmt::format("{}", *number);
    return fmt::format("[{}]", fmt::join(std::get<std::vector<double>>(value.value), ", "));
}

std::string place_words(const PolicyPlace* place)
{
    if (place == nullptr)
        return "built-in default";
    return place->shipped
        ? fmt::format("profile {}:{}", place->file, place->position.line)
        : fmt::format("{}:{}:{}", place->file, place->position.line, place->position.column);
}

void write_policy_place(JsonWriter& out, std::string_view key, const PolicyPlace* place)
{
    out.key(key).begin_object();
    out.text("kind", place == nullptr ? "default" : place->shipped ? "profile" : "file");
    if (place != nullptr) {
        out.text(place->shipped ? "profile" : "file", place->file);
        out.count("line", place->position.line);
        out.count("column", place->position.column);
    }
    out.end();
}

std::string three_columns(const std::vector<std::array<std::string, 3>>& rows)
{
    constexpr std::size_t widest = 60; // a longer value shifts only its own line
    std::size_t first = 0;
    std::size_t second = 0;
    for (const auto& row : rows) {
        first = std::max(first, std::min(row[0].size(), widest));
        second = std::max(second, std::min(row[1].size(), widest));
    }
    std::string out;
    for (const auto& row : rows)
        append(out, "{:<{}}  {:<{}}  {}\n", row[0], first, row[1], second, row[2]);
    return out;
}

}
