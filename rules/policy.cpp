// SPDX-License-Identifier: Apache-2.0
#include "rules/policy.h"

#include "models/catalog/catalog.h"
#include "models/syntax/document_reader.h"
#include "models/syntax/yaml_tree.h"
#include "rules/rule_table.h"

#include <fmt/format.h>

#include <algorithm>

namespace rocelint {
namespace {

constexpr double highest_priority = 7;
constexpr double highest_dscp = 63;

class PolicyReader {
public:
    PolicyReader(DocumentReader& reader, Policy& policy) : reader_(reader), policy_(policy) { }

    void read(const Node& root)
    {
        if (!reader_.object_of(root,
                "the policy",
                {"version",
                    "profile",
                    "rdma",
                    "classes",
                    "cnp",
                    "cables",
                    "rules",
                    "waivers",
                    "exclude",
                    "ports"}))
            return;
        for (const Node& entry : root) {
            if (entry.key == "version")
                version(entry);
            else if (entry.key == "profile")
                policy_.profile = reader_.text(entry);
            else if (entry.key == "rdma")
                rdma(entry);
            else if (entry.key == "classes")
                classes(entry);
            else if (entry.key == "cnp")
                cnp(entry);
            else if (entry.key == "cables")
                cables(entry);
            else if (entry.key == "rules")
                rules(entry);
            else if (entry.key == "waivers")
                waivers(entry);
            else if (entry.key == "ports")
                ports(entry);
            else
                for (const Node* pattern : reader_.list(entry))
                    policy_.exclude.push_back(reader_.text(*pattern));
        }
    }

private:
    ClassModel& model()
    {
        if (!policy_.classes)
            policy_.classes.emplace();
        return *policy_.classes;
    }

    void version(const Node& node)
    {
        if (node.value != "1")
            reader_.wrong(node,
                fmt::format("policy version {} is not known; this program reads version 1", node.value));
    }

    Priority priority(const Node& node)
    {
        return static_cast<Priority>(reader_.number(node, 0, highest_priority));
    }

    DscpSet dscps(const Node& node)
    {
        DscpSet set;
        for (const Node* element : reader_.list(node))
            set.insert(static_cast<Dscp>(reader_.number(*element, 0, highest_dscp)));
        return set;
    }

    void rdma(const Node& node)
    {
        if (!reader_.object_of(
                node, "rdma", {"priority", "dscp", "traffic_class", "lossless_priorities", "trust"}))
            return;
        RdmaClass first{.name = "rdma", .at = reader_.span(node), .used_by_hosts = true};
        PrioritySet lossless;
        for (const Node& entry : node) {
            if (entry.key == "priority")
                first.priority = priority(entry);
            else if (entry.key == "dscp")
                first.dscps = dscps(entry);
            else if (entry.key == "trust")
                first.trust = trust(entry);
            else if (entry.key == "lossless_priorities")
                for (const Node* element : reader_.list(entry))
                    lossless.insert(priority(*element));
            else
                static_cast<void>(reader_.number(entry, 0, highest_priority));
        }
        if (node.child("priority") == nullptr)
            reader_.wrong(node, "rdma must state its priority");
        lossless.erase(first.priority);
        model().classes.push_back(first);
        for (Priority further = 0; further < 8; ++further) {
            if (lossless.has(further))
                model().classes.push_back({.name = fmt::format("lossless-{}", further),
                    .priority = further,
                    .at = reader_.span(node)});
        }
    }

    Trust trust(const Node& node)
    {
        if (node.value == "dscp")
            return Trust::dscp;
        if (node.value == "pcp")
            return Trust::pcp;
        reader_.unknown_word(node, "trust", node.value, {"dscp", "pcp"});
        return Trust::dscp;
    }

    void classes(const Node& node)
    {
        for (const Node* element : reader_.list(node)) {
            if (!reader_.object_of(*element, "a class", {"name", "priority", "dscp", "trust", "roles"}))
                return;
            RdmaClass added{.at = reader_.span(*element), .used_by_hosts = true};
            for (const Node& entry : *element) {
                if (entry.key == "name")
                    added.name = reader_.text(entry);
                else if (entry.key == "priority")
                    added.priority = priority(entry);
                else if (entry.key == "dscp")
                    added.dscps = dscps(entry);
                else if (entry.key == "trust")
                    added.trust = trust(entry);
                else
                    roles(entry, added.roles);
            }
            if (element->child("priority") == nullptr)
                reader_.wrong(*element, "a class must state its priority");
            if (added.name.empty())
                added.name = fmt::format("priority {}", added.priority);
            model().classes.push_back(std::move(added));
        }
    }

    void roles(const Node& node, std::vector<Role>& out)
    {
        for (const Node* element : reader_.list(node)) {
            const auto role = parse_role(element->value);
            if (role)
                out.push_back(*role);
            else
                reader_.unknown_word(*element,
                    "role",
                    element->value,
                    {"host", "leaf", "spine", "super-spine", "border", "storage"});
        }
    }

    void cnp(const Node& node)
    {
        if (!reader_.object_of(node, "cnp", {"priority", "dscp", "traffic_class"}))
            return;
        model().cnp.at = reader_.span(node);
        for (const Node& entry : node) {
            if (entry.key == "priority")
                model().cnp.priority = priority(entry);
            else if (entry.key == "dscp")
                model().cnp.dscp = static_cast<Dscp>(reader_.number(entry, 0, highest_dscp));
        }
    }

    void cables(const Node& node)
    {
        if (!reader_.is_object(node, "cables"))
            return;
        constexpr double longest_cable = 200'000;
        for (const Node& entry : node)
            policy_.cables[std::string(entry.key)]
                = Metres{static_cast<std::uint32_t>(reader_.number(entry, 0, longest_cable))};
    }

    void rules(const Node& node)
    {
        if (!reader_.is_object(node, "rules"))
            return;
        for (const Node& entry : node) {
            const Rule* rule = find_rule(entry.key);
            if (rule == nullptr) {
                std::vector<std::string_view> codes;
                for (const Rule* known : all_rules())
                    codes.push_back(known->code);
                reader_.unknown_word(entry, "rule", entry.key, codes);
                return;
            }
            RuleSetting& setting = policy_.rules[std::string(rule->code)];
            setting.at = reader_.span(entry);
            if (entry.is_scalar())
                severity(entry, setting);
            else
                rule_setting(entry, *rule, setting);
        }
    }

    void severity(const Node& node, RuleSetting& setting)
    {
        if (node.value == "off")
            setting.off = true;
        else if (node.value == "error")
            setting.severity = Severity::error;
        else if (node.value == "warning")
            setting.severity = Severity::warning;
        else if (node.value == "info")
            setting.severity = Severity::info;
        else
            reader_.unknown_word(node, "severity", node.value, {"error", "warning", "info", "off"});
    }

    void rule_setting(const Node& node, const Rule& rule, RuleSetting& setting)
    {
        if (!reader_.object_of(node, rule.code, {"severity", "parameters"}))
            return;
        for (const Node& entry : node) {
            if (entry.key == "severity")
                severity(entry, setting);
            else
                parameters(entry, rule, setting);
        }
    }

    void parameters(const Node& node, const Rule& rule, RuleSetting& setting)
    {
        if (!reader_.is_object(node, "parameters"))
            return;
        std::vector<std::string_view> known;
        for (const Parameter& parameter : rule.parameters)
            known.push_back(parameter.name);
        constexpr double widest = 1e15;
        for (const Node& entry : node) {
            if (std::ranges::find(known, entry.key) == known.end()) {
                reader_.unknown_word(entry, fmt::format("parameter of {}:", rule.code), entry.key, known);
                return;
            }
            std::vector<double>& values = setting.parameters[std::string(entry.key)];
            for (const Node* element : reader_.list(entry))
                values.push_back(reader_.number(*element, -widest, widest));
        }
    }

    void waivers(const Node& node)
    {
        for (const Node* element : reader_.list(node)) {
            if (!reader_.object_of(
                    *element, "a waiver", {"code", "device", "port", "reason", "owner", "expires"}))
                return;
            Waiver waiver;
            waiver.at = reader_.span(*element->first);
            for (const Node& entry : *element) {
                std::string& field = entry.key == "code" ? waiver.code
                    : entry.key == "device"              ? waiver.device
                    : entry.key == "port"                ? waiver.port
                    : entry.key == "reason"              ? waiver.reason
                    : entry.key == "owner"               ? waiver.owner
                                                         : waiver.expires;
                field = reader_.text(entry);
            }
            if (waiver.code.empty() || waiver.reason.empty())
                reader_.wrong(*element, "a waiver must state its code and its reason");
            if (!waiver.expires.empty() && !is_iso_date(waiver.expires))
                reader_.wrong(*element->child("expires"), "'expires' must be a date such as 2027-01-31");
            policy_.waivers.push_back(std::move(waiver));
        }
    }

    void ports(const Node& node)
    {
        for (const Node* element : reader_.list(node)) {
            if (!reader_.object_of(*element, "a port entry", {"device", "port", "rdma", "role", "plane"}))
                return;
            PortPolicy entry{.device = "*", .port = "*", .at = reader_.span(*element->first)};
            for (const Node& field : *element) {
                if (field.key == "device")
                    entry.device = reader_.text(field);
                else if (field.key == "port")
                    entry.port = reader_.text(field);
                else if (field.key == "rdma")
                    entry.rdma = reader_.flag(field);
                else if (field.key == "role")
                    entry.role = reader_.text(field);
                else
                    entry.plane = reader_.text(field);
            }
            policy_.ports.push_back(std::move(entry));
        }
    }

    DocumentReader& reader_;
    Policy& policy_;
};

// A profile gives the classes that the policy itself does not state.
void apply_profile(DocumentReader& reader, const Node* at, Policy& policy)
{
    const std::string_view text = catalog::profile_text(policy.profile);
    if (text.empty()) {
        if (at != nullptr)
            reader.wrong(*at,
                fmt::format("unknown profile '{}'; this program ships: {}",
                    policy.profile,
                    catalog::profile_names()));
        return;
    }
    const Source source(no_source, policy.profile, text);
    const Tree tree = parse_yaml_document(source);
    DocumentReader profile_reader(tree);
    Policy profile;
    PolicyReader(profile_reader, profile).read(*tree.root);
    ensure(profile_reader.good(), "a shipped profile does not parse");
    if (!policy.classes) {
        policy.classes = profile.classes;
        return;
    }
    if (policy.classes->classes.empty())
        policy.classes->classes = profile.classes->classes;
    if (!policy.classes->cnp.dscp && !policy.classes->cnp.priority)
        policy.classes->cnp = profile.classes->cnp;
}

}

PrioritySet ClassModel::lossless() const
{
    PrioritySet set;
    for (const RdmaClass& rdma_class : classes)
        set.insert(rdma_class.priority);
    return set;
}

DscpSet ClassModel::dscps() const
{
    DscpSet set;
    for (const RdmaClass& rdma_class : classes)
        set = set | rdma_class.dscps;
    return set;
}

const RdmaClass* ClassModel::of_priority(Priority priority) const
{
    const auto found = std::ranges::find(classes, priority, &RdmaClass::priority);
    return found == classes.end() ? nullptr : &*found;
}

const RdmaClass* ClassModel::of_dscp(Dscp dscp) const
{
    const auto found = std::ranges::find_if(
        classes, [dscp](const RdmaClass& candidate) { return candidate.dscps.has(dscp); });
    return found == classes.end() ? nullptr : &*found;
}

bool ClassModel::applies_to(const RdmaClass& rdma_class, Role role)
{
    return rdma_class.roles.empty() || role == Role::unknown
        || std::ranges::find(rdma_class.roles, role) != rdma_class.roles.end();
}

bool is_iso_date(std::string_view text)
{
    if (text.size() != 10 || text[4] != '-' || text[7] != '-')
        return false;
    const auto month = parse_number(text.substr(5, 2));
    const auto day = parse_number(text.substr(8, 2));
    return parse_number(text.substr(0, 4)) && month && day && *month >= 1 && *month <= 12 && *day >= 1
        && *day <= 31;
}

Result<Policy> read_policy(const Source& source)
{
    const Tree tree = parse_yaml_document(source);
    DocumentReader reader(tree);
    Policy policy;
    policy.path = source.path();
    if (tree.root != nullptr && reader.good() && tree.root->kind != Node::Kind::null)
        PolicyReader(reader, policy).read(*tree.root);
    if (reader.good() && !policy.profile.empty())
        apply_profile(reader, tree.root->child("profile"), policy);
    if (!reader.good())
        return tl::unexpected(reader.error());
    return policy;
}

}
