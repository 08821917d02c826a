// SPDX-License-Identifier: Apache-2.0
// Only workspace opens policy files; the policy code itself only handles paths. The ids of its files are
// reserved before those of the inputs, so that a policy with parents changes no other id.
#include "workspace/input/policy_files.h"

#include "analysis/policy/policy_sections.h"
#include "analysis/policy_text.h"
#include "rules/own/own_rules.h"
#include "rules/rule_table.h"
#include "workspace/input/load.h"
#include "workspace/input/other_kind.h"

#include <fmt/format.h>

#include <algorithm>

namespace rocelint::workspace {

static_assert(first_input_id - first_extended_id == most_policy_files);

Result<const Source*> PolicyFiles::open(const std::string& path)
{
    const auto known
        = std::ranges::find_if(sources_, [&](const auto& source) { return source->path() == path; });
    if (known != sources_.end())
        return known->get();
    const auto id = static_cast<SourceId>(first_extended_id + sources_.size());
    if (const auto text = in_memory_ ? in_memory_(path) : std::nullopt) {
        sources_.push_back(std::make_unique<Source>(id, path, *text));
        return sources_.back().get();
    }
    auto source = Source::read(id, path);
    if (!source)
        return tl::unexpected(source.error());
    sources_.push_back(std::move(*source));
    return sources_.back().get();
}

std::vector<std::string> PolicyFiles::paths() const
{
    std::vector<std::string> paths;
    for (const std::unique_ptr<Source>& source : sources_)
        paths.push_back(source->path());
    return paths;
}

Result<Policy> PolicyFiles::read(const Source& source)
{
    return compiled(
        read_policy(source, known_rules(), [this](const std::string& path) { return open(path); }));
}

Result<Policy> PolicyFiles::read(const Tree& tree, const Node& node)
{
    return compiled(
        read_policy(tree, node, known_rules(), [this](const std::string& path) { return open(path); }));
}

Result<Policy> PolicyFiles::compiled(Result<Policy> policy)
{
    if (!policy)
        return policy;
    if (const auto good = compile_own_rules(policy->custom_rules); !good)
        return tl::unexpected(good.error());
    return policy;
}

Result<Policy> PolicyFiles::read_file(const std::string& path)
{
    if (path.empty())
        return Policy{};
    const auto source = Source::read_named(policy_id, path);
    if (!source)
        return fail(ErrorKind::usage, source.error().message);
    auto policy = read(**source);
    if (!policy)
        return tl::unexpected(unless_configuration(**source,
            "a policy",
            fmt::format("for a check write `rocelint check {}`", path),
            std::move(policy).error()));
    return policy;
}

std::string whole_text(const Policy& policy, std::string_view own_text)
{
    return policy.has_other_files() ? policy_yaml(policy) : std::string(own_text);
}

}
