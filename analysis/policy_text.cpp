// SPDX-License-Identifier: Apache-2.0
// Writes inferred classes as a policy that people can edit, in the format that policy/policy_classes.cpp reads.
#include "analysis/policy_text.h"

#include "analysis/policy/policy_sections.h"
#include "models/syntax/yaml/yaml_writer.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <utility>

namespace rocelint {
namespace {

using Layout = YamlWriter::Layout;

// Writes parts of a policy, each as a member of the open mapping.
class Members {
public:
    explicit Members(YamlWriter& out) : out_(out) { }

    void dscps(DscpSet set)
    {
        out_.key("dscp").begin_list(Layout::row);
        for (const Dscp dscp : set)
            out_.word(fmt::format("{}", dscp));
        out_.end_list();
    }

    void texts(std::string_view key, const std::vector<std::string>& values)
    {
        if (values.empty())
            return;
        out_.key(key).begin_list(Layout::row);
        for (const std::string& value : values)
            out_.text(value);
        out_.end_list();
    }

    // Leaves out an empty text.
    void text(std::string_view key, std::string_view value)
    {
        if (!value.empty())
            out_.key(key).text(value);
    }

    void roles(const std::vector<Role>& roles)
    {
        if (roles.empty())
            return;
        out_.key("roles").begin_list(Layout::row);
        for (const Role role : roles)
            out_.word(name_of(role));
        out_.end_list();
    }

    void pause(Pause pause)
    {
        if (pause != Pause::everywhere)
            out_.key("pfc").word(pause == Pause::nowhere ? "none" : "host-links");
    }

    void congestion_control(std::optional<CongestionControl> control)
    {
        if (control)
            out_.key("congestion_control").word(control_word(*control));
    }

    void practice(const Practice& practice)
    {
        if (practice.load_balancing)
            out_.key("load_balancing").word(spreading_word(*practice.load_balancing));
        if (practice.trimming)
            out_.key("trimming").word(*practice.trimming ? "yes" : "no");
        if (practice.retransmission)
            out_.key("retransmission").word(retransmission_word(*practice.retransmission));
    }

    void rdma_class(const RdmaClass& one)
    {
        out_.begin_map(Layout::row);
        out_.key("name").text(one.name);
        out_.key("priority").word(fmt::format("{}", one.priority));
        dscps(one.dscps);
        out_.key("trust").word(one.trust == Trust::pcp ? "pcp" : "dscp");
        if (one.traffic_class)
            out_.key("traffic_class").word(fmt::format("{}", *one.traffic_class));
        roles(one.roles);
        pause(one.pause);
        congestion_control(one.congestion_control);
        out_.end_map();
    }

    void cnp(const CnpClass& cnp)
    {
        if (!cnp.priority && !cnp.dscp && !cnp.traffic_class)
            return;
        out_.key("cnp").begin_map(Layout::row);
        if (cnp.priority)
            out_.key("priority").word(fmt::format("{}", *cnp.priority));
        if (cnp.dscp)
            out_.key("dscp").word(fmt::format("{}", *cnp.dscp));
        if (cnp.traffic_class)
            out_.key("traffic_class").word(fmt::format("{}", *cnp.traffic_class));
        out_.end_map();
    }

    void headroom(HeadroomChoice model)
    {
        out_.key("headroom").begin_map(Layout::row);
        out_.key("model").word(model_word(model));
        out_.end_map();
    }

    void scope(const PolicyScope& scope)
    {
        out_.begin_map(Layout::row);
        texts("devices", scope.devices);
        texts("ports", scope.ports);
        texts("except", scope.except);
        roles(scope.roles);
        constexpr double giga = 1e9;
        if (scope.least_speed)
            out_.key("speed_at_least").decimal(static_cast<double>(scope.least_speed->count) / giga);
        out_.end_map();
    }

    void port(const PortPolicy& port)
    {
        out_.begin_map(Layout::row);
        out_.key("device").text(port.device);
        out_.key("port").text(port.port);
        if (port.rdma)
            out_.key("rdma").word(*port.rdma ? "true" : "false");
        if (port.role)
            out_.key("role").text(*port.role);
        text("plane", port.plane);
        out_.end_map();
    }

    void rules(const std::map<std::string, RuleSetting, std::less<>>& rules)
    {
        if (rules.empty())
            return;
        out_.key("rules").begin_map(Layout::lines);
        for (const auto& [code, setting] : rules) {
            out_.key(code).begin_map(Layout::row);
            if (setting.off || setting.severity)
                out_.key("severity").word(setting.off ? "off" : name_of(*setting.severity));
            parameters(setting);
            out_.end_map();
        }
        out_.end_map();
    }

private:
    void parameters(const RuleSetting& setting)
    {
        if (setting.parameters.empty())
            return;
        out_.key("parameters").begin_map(Layout::row);
        for (const auto& [name, values] : setting.parameters) {
            out_.key(name);
            if (values.size() == 1) {
                out_.decimal(values.front());
                continue;
            }
            out_.begin_list(Layout::row);
            for (const double value : values)
                out_.decimal(value);
            out_.end_list();
        }
        out_.end_map();
    }

    YamlWriter& out_;
};

class PolicyWriter {
public:
    std::string write(const Policy& policy)
    {
        out_.begin_map(Layout::lines);
        out_.key("version").number(1);
        members_.text("source", policy.source);
        if (policy.classes) {
            list("classes", policy.classes->classes, [this](const RdmaClass& one) {
                members_.rdma_class(one);
            });
            members_.congestion_control(policy.classes->congestion_control);
            members_.cnp(policy.classes->cnp);
        }
        cables(policy);
        members_.rules(policy.rules);
        list("waivers", policy.waivers, [this](const Waiver& one) { write(one); });
        members_.texts("exclude", policy.exclude);
        members_.texts("fail_on_unchecked", policy.unchecked);
        members_.text("rule_pages", policy.rule_pages);
        check_options(policy);
        if (policy.scope.given) {
            out_.key("scope");
            members_.scope(policy.scope);
        }
        list("ports", policy.ports, [this](const PortPolicy& one) { members_.port(one); });
        if (policy.headroom_model != HeadroomChoice::automatic)
            members_.headroom(policy.headroom_model);
        members_.practice({policy.load_balancing, policy.trimming, policy.retransmission});
        list("overrides", policy.overrides, [this](const PolicyOverride& one) { write(one); });
        list("custom_rules", policy.custom_rules, [this](const auto& one) { write(*one); });
        out_.end_map();
        return out_.take();
    }

private:
    // Leaves out an empty list.
    template <class Values, class Write>
    void list(std::string_view key, const Values& values, const Write& write_one)
    {
        if (values.empty())
            return;
        out_.key(key).begin_list(Layout::lines);
        for (const auto& value : values)
            write_one(value);
        out_.end_list();
    }

    void check_options(const Policy& policy)
    {
        if (policy.fail_on)
            out_.key("fail_on").word(*policy.fail_on ? name_of(**policy.fail_on) : "never");
        members_.texts("select", policy.select);
        members_.texts("ignore", policy.ignore);
        members_.text("baseline", path_from(policy, policy.baseline));
        const auto is_written
            = [&](const PolicyReport& report) { return !path_from(policy, report.path).empty(); };
        if (std::ranges::none_of(policy.reports, is_written))
            return;
        out_.key("report").begin_map(Layout::lines);
        for (const PolicyReport& report : policy.reports)
            members_.text(report.format, path_from(policy, report.path));
        out_.end_map();
    }

    // The path as the policy's own file would state it; empty if it is not below the folder of that file, because an
    // extended file elsewhere states it.
    static std::string path_from(const Policy& policy, const std::string& path)
    {
        namespace files = std::filesystem;
        if (path.empty())
            return {};
        const files::path from = files::path(policy.path).parent_path();
        const files::path near
            = from.empty() ? files::path(path) : files::path(path).lexically_relative(from);
        return near.empty() || near.is_absolute() || *near.begin() == ".." ? std::string() : near.string();
    }

    void cables(const Policy& policy)
    {
        if (policy.cables.empty())
            return;
        out_.key("cables").begin_map(Layout::lines);
        for (const auto& [between, length] : policy.cables)
            out_.text_key(between).word(fmt::format("{}", length.exact()));
        out_.end_map();
    }

    void write(const Waiver& waiver)
    {
        out_.begin_map(Layout::row);
        out_.key("code").word(waiver.code);
        const std::pair<std::string_view, const std::string&> patterns[]
            = {{"device", waiver.device}, {"port", waiver.port}, {"file", waiver.file}, {"key", waiver.key}};
        for (const auto& [key, pattern] : patterns) {
            if (pattern != "*")
                out_.key(key).text(pattern);
        }
        out_.key("reason").text(waiver.reason);
        members_.text("owner", waiver.owner);
        if (!waiver.expires.empty())
            out_.key("expires").word(waiver.expires);
        out_.end_map();
    }

    void write(const PolicyOverride& one)
    {
        out_.begin_map(Layout::lines);
        members_.roles(one.roles);
        members_.texts("devices", one.devices);
        if (one.headroom_model)
            members_.headroom(*one.headroom_model);
        members_.rules(one.rules);
        out_.end_map();
    }

    void write(const CustomRule& rule)
    {
        out_.begin_map(Layout::lines);
        out_.key("code").word(rule.code);
        out_.key("name").word(rule.name);
        out_.key("severity").word(name_of(rule.severity));
        out_.key("for").word(name_of(rule.subject));
        members_.text("where", rule.where.text);
        members_.text("assert", rule.assertion.text);
        out_.key("message").text(rule.message.text);
        members_.text("at", rule.at.text);
        members_.text("why", rule.why);
        members_.text("source", rule.source);
        list("examples", rule.examples, [this](const CustomExample& example) { write(example); });
        out_.end_map();
    }

    void write(const CustomExample& example)
    {
        out_.begin_map(Layout::lines);
        out_.key("expect").word(name_of(example.expect));
        members_.text("title", example.title.text);
        members_.text("line", example.line);
        members_.text("topology", example.topology);
        list("files", example.files, [this](const CustomExampleFile& file) {
            out_.begin_map(Layout::lines);
            out_.key("device").text(file.device);
            members_.text("platform", file.platform);
            members_.text("config", file.text);
            out_.end_map();
        });
        out_.end_map();
    }

    YamlWriter out_;
    Members members_{out_};
};

}

namespace {

bool states_cnps(const CnpClass& cnp) { return cnp.priority.has_value() || cnp.dscp.has_value(); }

// The shipped profile that the classes follow, if the policy states everything else that the profile does: classes and
// CNPs, which replace its own. Otherwise it would bring in values that no device shows.
std::string_view shipped_profile_of(const ClassModel& model)
{
    const auto all_pause = [&model](Pause pause) {
        return std::ranges::all_of(
            model.classes, [pause](const RdmaClass& one) { return one.pause == pause; });
    };
    if (model.classes.empty() || !states_cnps(model.cnp))
        return {};
    return all_pause(Pause::everywhere) ? "lossless" : all_pause(Pause::nowhere) ? "lossy" : "";
}

}

std::string policy_yaml(const ClassModel& model,
    const PolicyScope& scope,
    const Practice& practice,
    std::span<const ClassName> names)
{
    YamlWriter out;
    Members members(out);
    out.comment("What switches, hosts and jobs agree on. Read it, correct it, and keep it beside the\n"
                "configuration: from then on it is what the configuration is checked against.");
    out.begin_map(Layout::lines);
    out.key("version").number(1);
    if (const std::string_view profile = shipped_profile_of(model); !profile.empty())
        out.key("profile").word(profile);
    if (model.classes.empty()) {
        out.comment(
            "No device has PFC on for any priority, and nothing shows a class that RDMA uses without it.");
    } else {
        out.key("classes").begin_list(Layout::lines);
        for (std::size_t index = 0; index < model.classes.size(); ++index) {
            const RdmaClass& entry = model.classes[index];
            const ClassName name = index < names.size() ? names[index] : ClassName{entry.name, {}};
            out.comment(name.why.empty() ? entry.evidence : entry.evidence + '\n' + name.why);
            members.rdma_class({.name = name.name,
                .priority = entry.priority,
                .pause = entry.pause,
                .dscps = entry.dscps,
                .trust = entry.trust,
                .congestion_control = entry.congestion_control});
        }
        out.end_list();
    }
    members.cnp({.priority = model.cnp.priority, .dscp = model.cnp.dscp});
    // The values of models/catalog/profile_lossless.yaml, which names their source.
    if (!model.classes.empty() && model.sends_cnps() && !states_cnps(model.cnp))
        out.comment(
            "No NIC shows how its CNPs are marked, so their class is not checked (ETS003, QOS004, CC005). State\n"
            "what the NICs are set to, which usually is:\n"
            "cnp: {priority: 6, dscp: 48}");
    members.practice(practice);
    if (scope.given) {
        out.comment(
            "Nothing on these switches and ports shows RDMA. Remove those that should carry it: they are then judged.");
        out.key("scope");
        members.scope(scope);
    }
    out.end_map();
    return out.take();
}

std::string ports_yaml(std::span<const PortPolicy> ports)
{
    YamlWriter out;
    Members members(out);
    out.begin_map(Layout::lines);
    out.key("ports").begin_list(Layout::lines);
    for (const PortPolicy& each : ports)
        members.port(each);
    out.end_list();
    out.end_map();
    return out.take();
}

std::string scope_words(const PolicyScope& scope)
{
    YamlWriter out;
    Members(out).scope(scope);
    return out.take_value();
}

std::string policy_yaml(const Policy& policy) { return PolicyWriter().write(policy); }

}
