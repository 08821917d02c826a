// SPDX-License-Identifier: Apache-2.0
// The files that a policy extends are read first and form the lower layers, since the policy may refer to the
// rules in them.
#include "analysis/policy/policy_keys.h"
#include "analysis/policy/policy_layers.h"
#include "analysis/policy/policy_sections.h"
#include "models/catalog/catalog.h"
#include "models/syntax/yaml/yaml_tree.h"
#include "models/text/nearest.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>

namespace rocelint {
namespace {

bool is_file_name(std::string_view name)
{
    return name.ends_with(".yaml") || name.ends_with(".yml") || name.find('/') != std::string_view::npos;
}

void add_rules(CustomRules& rules, const CustomRules& more)
{
    for (const auto& rule : more) {
        if (std::ranges::find(rules, rule) == rules.end())
            rules.push_back(rule);
    }
}

// Reads a policy and everything it extends, the innermost first. A base that several of them name is applied
// once, below all of them.
class PolicyLoader {
public:
    PolicyLoader(std::span<const KnownRule> known, const OpenPolicy& open) : known_(known), open_(open) { }

    Result<Policy> load(const Tree& tree, const Node& node)
    {
        CustomRules spoken_of;
        return load(tree, node, spoken_of);
    }

private:
    // Fills `rules` with the own rules that the policy may refer to: its own, and those of everything it
    // extends.
    Result<Policy> load(const Tree& tree, const Node& node, CustomRules& rules)
    {
        DocumentReader reader(tree);
        Policy whole;
        Policy own;
        const bool is_mapping = reader.good() && node.kind == Node::Kind::object;
        const bool is_known = reader.good() && reader.object_of(node, policy_keys::top);
        // After an unknown key, the rest is read only to report further mistakes. Rules of other files and of this one
        // are not known then, so a file that may refer to some is not read on.
        const bool shows_more = is_mapping && !is_known && node.child("extends") == nullptr
            && node.child("custom_rules") == nullptr;
        if (is_known) {
            load_bases(reader, node, whole, rules);
            // Waivers and severities may refer to these rules, wherever they are in the file.
            if (const Node* custom = node.child("custom_rules"); custom != nullptr && is_good(reader))
                load_rules(reader, *custom, own, rules);
        }
        if (is_good(reader) || shows_more) {
            const std::vector<KnownRule> known = with_custom_rules(known_, rules);
            read_sections(reader, node, known, own);
        }
        if (!reader.good())
            return tl::unexpected(reader.errors());
        if (inner_)
            return tl::unexpected(*inner_);
        own.path = reader.path();
        own.files.push_back({.name = own.path, .source = own.source});
        lay_over(whole, std::move(own));
        return whole;
    }

    [[nodiscard]] bool is_good(const DocumentReader& reader) const { return reader.good() && !inner_; }

    void load_bases(DocumentReader& reader, const Node& node, Policy& whole, CustomRules& rules)
    {
        // Errors of kind `usage` are reported at the word that names the file, all others at their own place.
        const auto add = [&](const Node& at, Result<Policy> base) {
            if (base)
                lay_over(whole, std::move(*base));
            else if (base.error().kind == ErrorKind::usage)
                reader.wrong(at, base.error().message);
            else
                inner_ = base.error();
        };
        if (const Node* profile = node.child("profile"))
            add(*profile, load_profile(reader.text(*profile)));
        const Node* extends = node.child("extends");
        if (extends == nullptr)
            return;
        for (const Node* base : reader.list(*extends)) {
            const std::string name = reader.text(*base);
            if (!is_good(reader))
                return;
            if (name.empty())
                return reader.wrong(*base, "'extends' names a shipped profile or a file, and this is empty");
            add(*base, is_file_name(name) ? load_file(reader.path(), name, rules) : load_profile(name));
        }
    }

    void load_rules(DocumentReader& reader, const Node& node, Policy& own, CustomRules& rules)
    {
        if (!node.is_scalar()) {
            read_custom_rules(reader, node, known_, all_rules_, own);
            return add_rules(rules, own.custom_rules);
        }
        const std::string name = reader.text(node);
        if (!reader.good())
            return;
        const std::string path = path_beside(reader.path(), name);
        const auto before = files_of_rules_.find(path);
        if (before != files_of_rules_.end())
            return add_rules(rules, before->second);
        const auto source = open(path, "take rules from", name);
        if (!source)
            return reader.wrong(node, source.error().message);
        const Tree tree = parse_yaml(**source, YamlAuthor::person);
        DocumentReader inner(tree);
        if (inner.good() && tree.root != nullptr) {
            const Node* list = tree.root->child("custom_rules");
            read_custom_rules(inner, list == nullptr ? *tree.root : *list, known_, all_rules_, own);
        }
        if (!inner.good())
            inner_ = inner.error();
        own.files.push_back({.name = path, .holds_rules = true});
        files_of_rules_[path] = own.custom_rules;
        add_rules(rules, own.custom_rules);
    }

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
        if (std::ranges::find(profiles_, name) != profiles_.end())
            return Policy{};
        const Source source(no_source, name, text);
        const Tree tree = parse_yaml(source, YamlAuthor::person);
        CustomRules none;
        auto profile = load(tree, *tree.root, none);
        ensure(profile.has_value(), "a shipped profile does not parse");
        for (auto& [what, place] : profile->places)
            place.shipped = true;
        for (PolicyOverride& each : profile->overrides) {
            for (auto& [what, place] : each.places)
                place.shipped = true;
        }
        profile->files.back().shipped = true;
        profile->path.clear();
        profiles_.push_back(name);
        return profile;
    }

    static std::string path_beside(const std::string& from, const std::string& name)
    {
        namespace files = std::filesystem;
        return (files::path(from).parent_path() / name).lexically_normal().string();
    }

    // `what` is the verb for messages: "extend".
    Result<const Source*> open(const std::string& path, std::string_view what, const std::string& name)
    {
        if (!open_)
            return fail(ErrorKind::usage,
                fmt::format("cannot {} '{}': other files cannot be read from here", what, name));
        if (++opened_ > most_policy_files)
            return fail(ErrorKind::usage,
                fmt::format(
                    "cannot {} '{}': a policy is made of {} files at most", what, name, most_policy_files));
        const auto source = open_(path);
        if (!source)
            return fail(
                ErrorKind::usage, fmt::format("cannot {} '{}': {}", what, name, source.error().message));
        return source;
    }

    Result<Policy> load_file(const std::string& from, const std::string& name, CustomRules& rules)
    {
        const std::string path = path_beside(from, name);
        if (chain_.empty())
            chain_.push_back(std::filesystem::path(from).lexically_normal().string());
        if (std::ranges::find(chain_, path) != chain_.end())
            return fail(ErrorKind::usage,
                fmt::format("cannot extend '{}': it goes in a circle: {} -> {}",
                    name,
                    fmt::join(chain_, " -> "),
                    path));
        if (const auto before = files_.find(path); before != files_.end()) {
            add_rules(rules, before->second);
            return Policy{};
        }
        const auto source = open(path, "extend", name);
        if (!source)
            return tl::unexpected(source.error());
        // Quotes nothing from a file that is not a policy: the name may come from an untrusted source and
        // point to any file of this machine.
        if (!may_be_policy((*source)->text()))
            return fail(ErrorKind::usage, fmt::format("cannot extend '{}': the file is not a policy", name));
        const Tree tree = parse_yaml(**source, YamlAuthor::person);
        if (tree.root == nullptr || !tree.problems.empty() || tree.root->kind == Node::Kind::null) {
            const DocumentReader reader(tree);
            if (!reader.good())
                return tl::unexpected(reader.error());
            return fail(ErrorKind::usage, fmt::format("cannot extend '{}': it says nothing", name));
        }
        chain_.push_back(path);
        CustomRules brought;
        auto base = load(tree, *tree.root, brought);
        chain_.pop_back();
        add_rules(rules, brought);
        files_[path] = std::move(brought);
        return base;
    }

    // Whether the text is empty, or has a policy key at the start of a line.
    static bool may_be_policy(std::string_view text)
    {
        constexpr std::string_view marks = " \t\r{\"'";
        bool says_something = false;
        while (!text.empty()) {
            std::string_view line = text.substr(0, text.find('\n'));
            text.remove_prefix(std::min(line.size() + 1, text.size()));
            line.remove_prefix(std::min(line.find_first_not_of(marks), line.size()));
            if (line.empty() || line.front() == '#')
                continue;
            says_something = true;
            const std::string_view key = line.substr(0, line.find_first_of(":\"' "));
            if (line.find(':') != std::string_view::npos && find_key(policy_keys::top, key) != nullptr)
                return true;
        }
        return !says_something;
    }

    std::span<const KnownRule> known_;
    const OpenPolicy& open_;
    std::vector<std::string> chain_; ///< from the outermost file to the one being read
    /// Files already read, with the own rules that they may refer to.
    std::map<std::string, CustomRules> files_;
    std::map<std::string, CustomRules> files_of_rules_;
    std::vector<std::string> profiles_; ///< already read
    CustomRules all_rules_;
    std::size_t opened_ = 0;
    std::optional<Error> inner_; ///< an error in another file
};

}

Result<Policy> read_policy(const Source& source, std::span<const KnownRule> known, const OpenPolicy& open)
{
    const Tree tree = parse_yaml(source, YamlAuthor::person);
    if (tree.root != nullptr && tree.problems.empty() && tree.root->kind != Node::Kind::null)
        return read_policy(tree, *tree.root, known, open);
    const DocumentReader reader(tree);
    if (!reader.good())
        return tl::unexpected(reader.error());
    Policy policy;
    policy.path = source.path();
    policy.files.push_back({.name = policy.path});
    return policy;
}

Result<Policy> read_policy(
    const Tree& tree, const Node& node, std::span<const KnownRule> known, const OpenPolicy& open)
{
    return PolicyLoader(known, open).load(tree, node);
}

}
