// SPDX-License-Identifier: Apache-2.0
// The policy expresses the site's intent, so it is read strictly: an unknown key, code or profile ends the
// run with an error at its line instead of being skipped.
#include "analysis/policy/policy.h"

#include "analysis/policy/policy_sections.h"
#include "models/fabric/topology.h"
#include "models/fabric/topology_keys.h"
#include "models/text/nearest.h"
#include "models/text/page_address.h"
#include "models/text/redact.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>

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
            else if (entry.key == "congestion_control")
                read_congestion_control(reader_, entry, policy_);
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
            else if (entry.key == "scope")
                read_scope(reader_, entry, policy_);
            else if (entry.key == "headroom")
                read_headroom(reader_, entry, policy_);
            else if (entry.key == "load_balancing")
                load_balancing(entry);
            else if (entry.key == "trimming")
                trimming(entry);
            else if (entry.key == "retransmission")
                retransmission(entry);
            else if (entry.key == "overrides")
                read_overrides(reader_, entry, known_, policy_);
            else if (entry.key == "exclude")
                exclude(entry);
            else if (entry.key == "fail_on_unchecked")
                read_codes(reader_, entry, "fail_on_unchecked", known_, policy_, policy_.unchecked);
            else if (entry.key == "fail_on")
                read_fail_on(reader_, entry, policy_);
            else if (entry.key == "select")
                read_codes(reader_, entry, "select", known_, policy_, policy_.select);
            else if (entry.key == "ignore")
                read_codes(reader_, entry, "ignore", known_, policy_, policy_.ignore);
            else if (entry.key == "baseline")
                read_baseline(reader_, entry, policy_);
            else if (entry.key == "report")
                read_reports(reader_, entry, policy_);
            else if (entry.key == "rule_pages")
                rule_pages(entry);
        }
    }

private:
    void exclude(const Node& node)
    {
        for (const Node* pattern : reader_.list(node)) {
            note_place(reader_, *pattern, policy_.places, fmt::format("exclude[{}]", policy_.exclude.size()));
            std::string_view text = pattern->value;
            if (text.starts_with("./"))
                text.remove_prefix(2);
            if (text.ends_with('/'))
                text.remove_suffix(1);
            if (text.empty() || text.starts_with('/') || text.starts_with("../") || text == "..")
                return reader_.wrong(*pattern,
                    "'exclude' takes patterns of paths below the folder that is checked, such as \"archive/**\"");
            policy_.exclude.push_back(std::string(text));
        }
    }

    void rule_pages(const Node& node)
    {
        note_place(reader_, node, policy_.places, "rule_pages");
        policy_.rule_pages = reader_.text(node);
        if (!is_page_address(policy_.rule_pages))
            reader_.wrong(node,
                "'rule_pages' takes the address of the rules' pages, such as \"https://example.net/rules/{code}/\"");
    }

    void load_balancing(const Node& node)
    {
        note_place(reader_, node, policy_.places, "load_balancing");
        if (node.value == spreading_word(Spreading::flows))
            policy_.load_balancing = Spreading::flows;
        else if (node.value == spreading_word(Spreading::packets))
            policy_.load_balancing = Spreading::packets;
        else
            reader_.unknown_word(node, "load_balancing", words_taken(policy_keys::top, "load_balancing"));
    }

    void trimming(const Node& node)
    {
        note_place(reader_, node, policy_.places, "trimming");
        if (node.value == "yes" || node.value == "no")
            policy_.trimming = node.value == "yes";
        else
            reader_.unknown_word(node, "trimming", words_taken(policy_keys::top, "trimming"));
    }

    void retransmission(const Node& node)
    {
        note_place(reader_, node, policy_.places, "retransmission");
        if (node.value == retransmission_word(Retransmission::selective))
            policy_.retransmission = Retransmission::selective;
        else if (node.value == retransmission_word(Retransmission::go_back_n))
            policy_.retransmission = Retransmission::go_back_n;
        else
            reader_.unknown_word(node, "retransmission", words_taken(policy_keys::top, "retransmission"));
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
            if (!is_between_roles(entry.key))
                return wrong_roles(entry);
            const std::string reversed = other_order(entry.key);
            if (reversed != entry.key && node.child(reversed) != nullptr)
                return reader_.wrong(entry,
                    fmt::format("'{}' and '{}' are the same cables: state them once", entry.key, reversed));
            note_place(reader_, entry, policy_.places, fmt::format("cables.{}", entry.key));
            policy_.cables[std::string(entry.key)]
                = Metres::of(reader_.number(entry, policy_keys::cables, entry.key));
        }
    }

    // Role names may contain hyphens themselves.
    static bool is_between_roles(std::string_view key) { return !other_order(key).empty(); }

    // "host-leaf" for "leaf-host"; empty if the key does not name two roles.
    static std::string other_order(std::string_view key)
    {
        for (std::size_t at = key.find('-'); at != std::string_view::npos; at = key.find('-', at + 1)) {
            const auto one = parse_role(key.substr(0, at));
            const auto other = parse_role(key.substr(at + 1));
            if (one && other && key == fmt::format("{}-{}", name_of(*one), name_of(*other)))
                return fmt::format("{}-{}", name_of(*other), name_of(*one));
        }
        return {};
    }

    void wrong_roles(const Node& entry)
    {
        std::vector<std::string> pairs;
        for (const std::string_view one : topology_keys::role_words) {
            for (const std::string_view other : topology_keys::role_words)
                pairs.push_back(fmt::format("{}-{}", one, other));
        }
        std::erase_if(pairs, [](const std::string& pair) { return !is_between_roles(pair); });
        const std::string_view near
            = nearest(entry.key, std::vector<std::string_view>(pairs.begin(), pairs.end()));
        reader_.wrong(entry,
            near.empty()
                ? fmt::format("a cable runs between two roles, such as host-leaf or leaf-spine, not '{}'",
                    redact(entry.key))
                : fmt::format(
                    "no cable runs between the roles '{}'; did you mean '{}'?", redact(entry.key), near));
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
    const auto year = parse_number(text.substr(0, 4));
    const auto month = parse_number(text.substr(5, 2));
    const auto day = parse_number(text.substr(8, 2));
    return year && month && day
        && std::chrono::year_month_day(std::chrono::year(static_cast<int>(*year)),
            std::chrono::month(static_cast<unsigned>(*month)),
            std::chrono::day(static_cast<unsigned>(*day)))
               .ok();
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
