// SPDX-License-Identifier: Apache-2.0
// The policy is the site's own word, so it is read strictly: an unknown key, code or profile ends the run with its
// line instead of being skipped.
#include "analysis/policy.h"

#include "analysis/policy_sections.h"
#include "models/text/nearest.h"

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
        for (const Node& entry : root) {
            if (entry.key == "version")
                version(entry);
            else if (entry.key == "source")
                policy_.source = reader_.text(entry);
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
            else if (entry.key == "overrides")
                read_overrides(reader_, entry, known_, policy_);
            else if (entry.key == "exclude")
                exclude(entry);
        }
    }

private:
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
        for (const Node& entry : node) {
            note_place(reader_, entry, policy_.places, fmt::format("cables.{}", entry.key));
            policy_.cables[std::string(entry.key)]
                = Metres{static_cast<std::uint32_t>(reader_.number(entry, policy_keys::cables, entry.key))};
        }
    }

    DocumentReader& reader_;
    std::span<const KnownRule> known_;
    Policy& policy_;
};

}

const RuleSetting* Policy::setting_of(std::string_view code) const
{
    const auto found = rules.find(code);
    return found == rules.end() ? nullptr : &found->second;
}

bool Policy::is_off(std::string_view code) const
{
    const RuleSetting* setting = setting_of(code);
    return setting != nullptr && setting->off;
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

void read_sections(DocumentReader& reader, const Node& root, std::span<const KnownRule> known, Policy& policy)
{
    PolicyReader(reader, known, policy).read(root);
}

}
