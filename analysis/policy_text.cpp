// SPDX-License-Identifier: Apache-2.0
// Writes a whole policy in the format that policy/policy_loader.cpp reads.
#include "analysis/policy_text.h"

#include "analysis/policy_members.h"

#include <algorithm>
#include <filesystem>

namespace rocelint {
namespace {

class PolicyWriter {
public:
    std::string write(const Policy& policy)
    {
        out_.begin_map(PolicyMembers::Layout::lines);
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
        out_.key(key).begin_list(PolicyMembers::Layout::lines);
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
        out_.key("report").begin_map(PolicyMembers::Layout::lines);
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
        out_.key("cables").begin_map(PolicyMembers::Layout::lines);
        for (const auto& [between, length] : policy.cables)
            out_.text_key(between).word(fmt::format("{}", length.exact()));
        out_.end_map();
    }

    void write(const Waiver& waiver)
    {
        out_.begin_map(PolicyMembers::Layout::row);
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
        out_.begin_map(PolicyMembers::Layout::lines);
        members_.roles(one.roles);
        members_.texts("devices", one.devices);
        if (one.headroom_model)
            members_.headroom(*one.headroom_model);
        members_.rules(one.rules);
        out_.end_map();
    }

    void write(const CustomRule& rule)
    {
        out_.begin_map(PolicyMembers::Layout::lines);
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
        out_.begin_map(PolicyMembers::Layout::lines);
        out_.key("expect").word(name_of(example.expect));
        members_.text("title", example.title.text);
        members_.text("line", example.line);
        members_.text("topology", example.topology);
        list("files", example.files, [this](const CustomExampleFile& file) {
            out_.begin_map(PolicyMembers::Layout::lines);
            out_.key("device").text(file.device);
            members_.text("platform", file.platform);
            members_.text("config", file.text);
            out_.end_map();
        });
        out_.end_map();
    }

    YamlWriter out_;
    PolicyMembers members_{out_};
};

}

std::string policy_yaml(const Policy& policy) { return PolicyWriter().write(policy); }

}
