// SPDX-License-Identifier: Apache-2.0
// The policy is the site's own word, so it is read strictly: an unknown key, code or profile ends the run with its
// line instead of being skipped.
#include "analysis/policy.h"

#include "analysis/policy_sections.h"
#include "models/catalog/catalog.h"
#include "models/syntax/yaml_tree.h"

#include <fmt/format.h>

namespace rocelint {
namespace {

class PolicyReader {
public:
    PolicyReader(DocumentReader& reader, std::span<const KnownRule> known, Policy& policy)
        : reader_(reader), known_(known), policy_(policy)
    {
    }

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
                    "ports",
                    "headroom",
                    "custom_rules"}))
            return;
        // Waivers and severities may be about them, wherever they stand.
        if (const Node* own = root.child("custom_rules"))
            read_custom_rules(reader_, *own, known_, policy_);
        const std::vector<KnownRule> all = with_custom_rules(known_, policy_.custom_rules);
        known_ = all;
        read_entries(root);
    }

private:
    void read_entries(const Node& root)
    {
        for (const Node& entry : root) {
            if (entry.key == "version")
                version(entry);
            else if (entry.key == "profile")
                policy_.profile = reader_.text(entry);
            else if (entry.key == "rdma")
                read_rdma(reader_, entry, policy_);
            else if (entry.key == "classes")
                read_classes(reader_, entry, policy_);
            else if (entry.key == "cnp")
                read_cnp(reader_, entry, policy_);
            else if (entry.key == "cables")
                cables(entry);
            else if (entry.key == "rules")
                read_rules(reader_, entry, known_, policy_);
            else if (entry.key == "waivers")
                read_waivers(reader_, entry, known_, policy_);
            else if (entry.key == "ports")
                read_ports(reader_, entry, policy_);
            else if (entry.key == "headroom")
                read_headroom(reader_, entry, policy_);
            else if (entry.key == "exclude")
                for (const Node* pattern : reader_.list(entry))
                    policy_.exclude.push_back(reader_.text(*pattern));
        }
    }

    void version(const Node& node)
    {
        if (node.value != "1")
            reader_.wrong(node,
                fmt::format("policy version {} is not known; this program reads version 1", node.value));
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

    DocumentReader& reader_;
    std::span<const KnownRule> known_;
    Policy& policy_;
};

// A profile gives the classes that the policy itself does not state.
void apply_profile(DocumentReader& reader, const Node* at, std::span<const KnownRule> known, Policy& policy)
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
    PolicyReader(profile_reader, known, profile).read(*tree.root);
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

const RuleSetting* Policy::setting_of(std::string_view code) const
{
    const auto found = rules.find(code);
    return found == rules.end() ? nullptr : &found->second;
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

Result<Policy> read_policy(const Source& source, std::span<const KnownRule> known)
{
    const Tree tree = parse_yaml_document(source);
    if (tree.root != nullptr && tree.problems.empty() && tree.root->kind != Node::Kind::null)
        return read_policy(tree, *tree.root, known);
    const DocumentReader reader(tree);
    if (!reader.good())
        return tl::unexpected(reader.error());
    Policy policy;
    policy.path = source.path();
    return policy;
}

Result<Policy> read_policy(const Tree& tree, const Node& node, std::span<const KnownRule> known)
{
    DocumentReader reader(tree);
    Policy policy;
    policy.path = tree.source->path();
    if (reader.good())
        PolicyReader(reader, known, policy).read(node);
    if (reader.good() && !policy.profile.empty())
        apply_profile(reader, node.child("profile"), known, policy);
    if (!reader.good())
        return tl::unexpected(reader.error());
    return policy;
}

}
