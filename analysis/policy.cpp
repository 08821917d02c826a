// SPDX-License-Identifier: Apache-2.0
// The policy is the site's own word, so it is read strictly: an unknown key, code or profile ends the run with its
// line instead of being skipped. What it extends is read first and lies below it.
#include "analysis/policy.h"

#include "analysis/policy_layers.h"
#include "analysis/policy_sections.h"
#include "models/catalog/catalog.h"
#include "models/syntax/yaml_tree.h"
#include "models/text/nearest.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>

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
        if (!reader_.object_of(root, policy_keys::top))
            return;
        // Waivers and severities may be about them, wherever they stand.
        if (const Node* own = root.child("custom_rules"))
            read_custom_rules(reader_, *own, known_, policy_);
        const std::vector<KnownRule> all = with_custom_rules(known_, policy_.custom_rules);
        known_ = all;
        read_entries(root);
    }

    /// What the policy extends, in its order.
    [[nodiscard]] const std::vector<const Node*>& bases() const { return bases_; }

private:
    void read_entries(const Node& root)
    {
        for (const Node& entry : root) {
            if (entry.key == "version")
                version(entry);
            else if (entry.key == "source")
                policy_.source = reader_.text(entry);
            else if (entry.key == "profile")
                policy_.profile = reader_.text(entry);
            else if (entry.key == "extends")
                extends(entry);
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
            else if (entry.key == "overrides")
                read_overrides(reader_, entry, known_, policy_);
            else if (entry.key == "exclude")
                exclude(entry);
        }
    }

    void extends(const Node& node)
    {
        for (const Node* element : reader_.list(node)) {
            if (!reader_.text(*element).empty())
                bases_.push_back(element);
        }
    }

    void exclude(const Node& node)
    {
        for (const Node* pattern : reader_.list(node)) {
            note_place(reader_, *pattern, policy_.places, fmt::format("exclude[{}]", policy_.exclude.size()));
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
        for (const Node& entry : node) {
            note_place(reader_, entry, policy_.places, fmt::format("cables.{}", entry.key));
            policy_.cables[std::string(entry.key)]
                = Metres{static_cast<std::uint32_t>(reader_.number(entry, 0, longest_cable))};
        }
    }

    DocumentReader& reader_;
    std::span<const KnownRule> known_;
    Policy& policy_;
    std::vector<const Node*> bases_;
};

bool is_file_name(std::string_view name)
{
    return name.ends_with(".yaml") || name.ends_with(".yml") || name.find('/') != std::string_view::npos;
}

// Reads a policy and all that it extends, the innermost first.
class PolicyLoader {
public:
    PolicyLoader(std::span<const KnownRule> known, const OpenPolicy& open) : known_(known), open_(open) { }

    Result<Policy> load(const Tree& tree, const Node& node)
    {
        DocumentReader reader(tree);
        Policy own;
        PolicyReader sections(reader, known_, own);
        if (reader.good())
            sections.read(node);
        Policy whole;
        const auto add = [&](const Node& at, Result<Policy> base) {
            if (base)
                lay_over(whole, std::move(*base));
            else if (base.error().kind == ErrorKind::usage)
                reader.wrong(at, base.error().message);
            else
                inner_ = base.error();
        };
        if (const Node* profile = node.child("profile"); reader.good() && profile != nullptr)
            add(*profile, load_profile(own.profile));
        for (const Node* base : sections.bases()) {
            if (!reader.good() || inner_)
                break;
            const std::string name(base->value);
            add(*base, is_file_name(name) ? load_file(reader.path(), name) : load_profile(name));
        }
        if (!reader.good())
            return tl::unexpected(reader.error());
        if (inner_)
            return tl::unexpected(*inner_);
        own.path = reader.path();
        own.files.push_back({own.path, false, own.source});
        lay_over(whole, std::move(own));
        return whole;
    }

private:
    // Errors of kind `usage` are told at the word that leads here, all others at their own place.
    Result<Policy> load_profile(const std::string& name)
    {
        const std::string_view text = catalog::profile_text(name);
        if (text.empty()) {
            std::vector<std::string_view> known;
            for (const catalog::Profile& one : catalog::all_profiles())
                known.push_back(one.name);
            const std::string_view near = nearest(name, known);
            return fail(ErrorKind::usage,
                near.empty() ? fmt::format(
                    "unknown profile '{}'; this program ships: {}", name, catalog::profile_names())
                             : fmt::format("unknown profile '{}'; did you mean '{}'?", name, near));
        }
        const Source source(no_source, name, text);
        const Tree tree = parse_yaml_document(source);
        PolicyLoader inner(known_, {});
        auto profile = inner.load(tree, *tree.root);
        ensure(profile.has_value(), "a shipped profile does not parse");
        for (auto& [what, place] : profile->places)
            place.shipped = true;
        for (PolicyOverride& each : profile->overrides) {
            for (auto& [what, place] : each.places)
                place.shipped = true;
        }
        profile->files.back().shipped = true;
        profile->path.clear();
        return profile;
    }

    Result<Policy> load_file(const std::string& from, const std::string& name)
    {
        namespace files = std::filesystem;
        if (!open_)
            return fail(
                ErrorKind::usage, fmt::format("cannot extend '{}': files cannot be extended here", name));
        const std::string path = (files::path(from).parent_path() / name).lexically_normal().string();
        if (chain_.empty())
            chain_.push_back(files::path(from).lexically_normal().string());
        if (std::ranges::find(chain_, path) != chain_.end())
            return fail(ErrorKind::usage,
                fmt::format("cannot extend '{}': it goes in a circle: {} -> {}",
                    name,
                    fmt::join(chain_, " -> "),
                    path));
        if (++opened_ > most_policy_files || chain_.size() > most_policy_files)
            return fail(ErrorKind::usage,
                fmt::format(
                    "cannot extend '{}': a policy is made of {} files at most", name, most_policy_files));
        const auto source = open_(path);
        if (!source)
            return fail(
                ErrorKind::usage, fmt::format("cannot extend '{}': {}", name, source.error().message));
        const Tree tree = parse_yaml_document(**source);
        if (tree.root == nullptr || !tree.problems.empty() || tree.root->kind == Node::Kind::null) {
            const DocumentReader reader(tree);
            if (!reader.good())
                return tl::unexpected(reader.error());
            return fail(ErrorKind::usage, fmt::format("cannot extend '{}': it says nothing", name));
        }
        chain_.push_back(path);
        auto base = load(tree, *tree.root);
        chain_.pop_back();
        return base;
    }

    std::span<const KnownRule> known_;
    const OpenPolicy& open_;
    std::vector<std::string> chain_; ///< from the outermost file to the one that is being read
    std::size_t opened_ = 0;
    std::optional<Error> inner_; ///< in a file that is extended
};

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

void note_place(DocumentReader& reader, const Node& node, PolicyPlaces& places, std::string what)
{
    places.insert_or_assign(std::move(what), PolicyPlace{reader.path(), false, reader.position(node)});
}

Result<Policy> read_policy(const Source& source, std::span<const KnownRule> known, const OpenPolicy& open)
{
    const Tree tree = parse_yaml_document(source);
    if (tree.root != nullptr && tree.problems.empty() && tree.root->kind != Node::Kind::null)
        return read_policy(tree, *tree.root, known, open);
    const DocumentReader reader(tree);
    if (!reader.good())
        return tl::unexpected(reader.error());
    Policy policy;
    policy.path = source.path();
    policy.files.push_back({policy.path, false, {}});
    return policy;
}

Result<Policy> read_policy(
    const Tree& tree, const Node& node, std::span<const KnownRule> known, const OpenPolicy& open)
{
    return PolicyLoader(known, open).load(tree, node);
}

}
