// SPDX-License-Identifier: Apache-2.0
// `rules`, `waivers`, `ports` and `headroom` of a policy. A waiver without a reason is refused: nobody could tell
// later whether it still holds.
#include "analysis/policy_sections.h"
#include "models/text/nearest.h"

#include <fmt/format.h>

#include <algorithm>

namespace rocelint {
namespace {

class RuleReader {
public:
    RuleReader(DocumentReader& reader, Policy& policy) : reader_(reader), policy_(policy) { }

    void rules(const Node& node, std::span<const KnownRule> known)
    {
        if (!reader_.is_object(node, "rules"))
            return;
        for (const Node& entry : node) {
            const auto rule = std::ranges::find_if(known, [&](const KnownRule& one) {
                return equal_ignoring_case(one.code, entry.key) || equal_ignoring_case(one.name, entry.key);
            });
            if (rule == known.end())
                return unknown_code(entry, entry.key, known);
            RuleSetting& setting = policy_.rules[std::string(rule->code)];
            setting.at = reader_.span(entry);
            if (entry.is_scalar())
                severity(entry, setting);
            else
                rule_setting(entry, *rule, setting);
        }
    }

    void waivers(const Node& node, std::span<const KnownRule> known)
    {
        for (const Node* element : reader_.list(node)) {
            if (!reader_.object_of(*element,
                    "a waiver",
                    {"code", "device", "port", "file", "key", "reason", "owner", "expires"}))
                return;
            Waiver waiver;
            waiver.at = reader_.span(*element->first);
            for (const Node& entry : *element) {
                std::string& field = entry.key == "code" ? waiver.code
                    : entry.key == "device"              ? waiver.device
                    : entry.key == "port"                ? waiver.port
                    : entry.key == "file"                ? waiver.file
                    : entry.key == "key"                 ? waiver.key
                    : entry.key == "reason"              ? waiver.reason
                    : entry.key == "owner"               ? waiver.owner
                                                         : waiver.expires;
                field = reader_.text(entry);
            }
            if (waiver.code.empty() || waiver.reason.empty())
                reader_.wrong(*element, "a waiver must state its code and its reason");
            else if (std::ranges::none_of(known,
                         [&](const KnownRule& one) { return equal_ignoring_case(one.code, waiver.code); }))
                unknown_code(*element->child("code"), waiver.code, known);
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

private:
    void unknown_code(const Node& at, std::string_view code, std::span<const KnownRule> known)
    {
        std::vector<std::string_view> codes;
        for (const KnownRule& one : known)
            codes.push_back(one.code);
        reader_.unknown_word(at, "rule", code, codes);
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

    void rule_setting(const Node& node, const KnownRule& rule, RuleSetting& setting)
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

    void parameters(const Node& node, const KnownRule& rule, RuleSetting& setting)
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

    DocumentReader& reader_;
    Policy& policy_;
};

}

void read_rules(DocumentReader& reader, const Node& node, std::span<const KnownRule> known, Policy& policy)
{
    RuleReader(reader, policy).rules(node, known);
}

void read_waivers(DocumentReader& reader, const Node& node, std::span<const KnownRule> known, Policy& policy)
{
    RuleReader(reader, policy).waivers(node, known);
}

void read_ports(DocumentReader& reader, const Node& node, Policy& policy)
{
    RuleReader(reader, policy).ports(node);
}

void read_headroom(DocumentReader& reader, const Node& node, Policy& policy)
{
    struct Word {
        std::string_view word;
        HeadroomChoice choice;
    };
    static constexpr Word words[] = {
        {"auto", HeadroomChoice::automatic},
        {"lua", HeadroomChoice::dynamic_model},
        {"8021qbb", HeadroomChoice::component_model},
        {"table", HeadroomChoice::shipped_table},
    };
    if (!reader.object_of(node, "headroom", {"model"}))
        return;
    for (const Node& entry : node) {
        const auto* const found = std::ranges::find(words, entry.value, &Word::word);
        if (found != std::end(words))
            policy.headroom_model = found->choice;
        else
            reader.unknown_word(entry, "headroom model", entry.value, {"auto", "lua", "8021qbb", "table"});
    }
}

}
