// SPDX-License-Identifier: Apache-2.0
// Reads `rules`, `waivers`, `ports`, `headroom` and `overrides` of a policy. A waiver without a reason is an
// error: nobody could decide later whether it is still valid.
#include "analysis/policy/policy_sections.h"
#include "models/fabric/topology.h"
#include "models/text/nearest.h"
#include "models/text/redact.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdint>
#include <limits>

namespace rocelint {
namespace {

class RuleReader {
public:
    RuleReader(DocumentReader& reader, Policy& policy) : reader_(reader), policy_(policy) { }

    void rules(const Node& node,
        std::span<const KnownRule> known,
        std::map<std::string, RuleSetting, std::less<>>& rules,
        PolicyPlaces& places,
        bool of_some_devices)
    {
        places_ = &places;
        of_some_devices_ = of_some_devices;
        if (!reader_.is_object(node, "rules"))
            return;
        for (const Node& entry : node) {
            const KnownRule* rule = find(entry.key, known);
            if (rule == nullptr) {
                unknown_code(entry, entry.key, known);
                continue;
            }
            const auto [place, is_new] = rules.try_emplace(std::string(rule->code));
            if (!is_new)
                return reader_.wrong(
                    entry, fmt::format("'{}' says something of {} again", redact(entry.key), rule->code));
            RuleSetting& setting = place->second;
            setting.at = reader_.span(entry);
            if (entry.is_scalar())
                severity(entry, *rule, setting);
            else
                rule_setting(entry, *rule, setting);
        }
    }

    void waivers(const Node& node, std::span<const KnownRule> known)
    {
        for (const Node* element : reader_.list(node)) {
            if (!reader_.object_of(*element, policy_keys::waiver))
                continue;
            note_place(reader_,
                element->first == nullptr ? *element : *element->first,
                policy_.places,
                fmt::format("waivers[{}]", policy_.waivers.size()));
            Waiver waiver;
            waiver.at = reader_.span(element->first == nullptr ? *element : *element->first);
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
            else if (const KnownRule* rule = find(waiver.code, known); rule != nullptr)
                waiver.code = rule->code;
            else
                unknown_code(*element->child("code"), waiver.code, known);
            if (!waiver.expires.empty() && !is_iso_date(waiver.expires))
                reader_.wrong(*element->child("expires"), "'expires' must be a date such as 2027-01-31");
            policy_.waivers.push_back(std::move(waiver));
        }
    }

    void ports(const Node& node)
    {
        for (const Node* element : reader_.list(node)) {
            if (!reader_.object_of(*element, policy_keys::port))
                continue;
            if (element->first == nullptr) {
                reader_.wrong(*element, "a port entry says nothing");
                continue;
            }
            note_place(
                reader_, *element->first, policy_.places, fmt::format("ports[{}]", policy_.ports.size()));
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
            if (!entry.rdma && !entry.role && entry.plane.empty())
                return reader_.wrong(
                    *element, "a port entry says nothing of its ports: state rdma, role or plane");
            policy_.ports.push_back(std::move(entry));
        }
    }

private:
    static const KnownRule* find(std::string_view code_or_name, std::span<const KnownRule> known)
    {
        const auto rule = std::ranges::find_if(known, [&](const KnownRule& one) {
            return equal_ignoring_case(one.code, code_or_name) || equal_ignoring_case(one.name, code_or_name);
        });
        return rule == known.end() ? nullptr : &*rule;
    }

    void unknown_code(const Node& at, std::string_view code, std::span<const KnownRule> known)
    {
        std::vector<std::string_view> words;
        for (const KnownRule& one : known)
            words.push_back(one.code);
        for (const KnownRule& one : known)
            words.push_back(one.name);
        reader_.unknown_word(at, "rule", code, words);
    }

    void severity(const Node& node, const KnownRule& rule, RuleSetting& setting)
    {
        note_place(reader_, node, *places_, fmt::format("rules.{}.severity", rule.code));
        setting.off = node.value == "off";
        if (setting.off)
            return;
        if (node.value == "error")
            setting.severity = Severity::error;
        else if (node.value == "warning")
            setting.severity = Severity::warning;
        else if (node.value == "info")
            setting.severity = Severity::info;
        else
            reader_.unknown_word(node, "severity", words_taken(policy_keys::rule, "severity"));
    }

    void rule_setting(const Node& node, const KnownRule& rule, RuleSetting& setting)
    {
        if (!reader_.object_of(node, policy_keys::rule))
            return;
        for (const Node& entry : node) {
            if (entry.key == "severity")
                severity(entry, rule, setting);
            else
                parameters(entry, rule, setting);
        }
    }

    void parameters(const Node& node, const KnownRule& rule, RuleSetting& setting)
    {
        if (!reader_.is_object(node, "parameters"))
            return;
        if (of_some_devices_ && !rule.is_of_device)
            return reader_.wrong(node,
                fmt::format(
                    "{} judges links or the fabric as a whole, so that its parameters cannot differ between "
                    "devices; set them under rules:",
                    rule.code));
        for (const Node& entry : node) {
            const auto known = std::ranges::find(rule.parameters, entry.key, &Parameter::name);
            if (known == rule.parameters.end()) {
                unknown_parameter(entry, rule);
                continue;
            }
            note_place(reader_, entry, *places_, fmt::format("rules.{}.{}", rule.code, entry.key));
            std::vector<double>& values = setting.parameters[std::string(entry.key)];
            for (const Node* element : reader_.list(entry)) {
                values.push_back(reader_.number(*element, policy_keys::parameters, entry.key));
                check_size(*element, *known, values.back());
            }
            check_count(entry, *known, values);
        }
    }

    void unknown_parameter(const Node& entry, const KnownRule& rule)
    {
        std::vector<std::string_view> names;
        for (const Parameter& parameter : rule.parameters)
            names.push_back(parameter.name);
        if (names.empty())
            return reader_.wrong(entry, fmt::format("{} has no parameters", rule.code));
        if (!nearest(entry.key, names).empty())
            return reader_.unknown_word(entry, fmt::format("parameter of {}:", rule.code), entry.key, names);
        reader_.wrong(entry,
            fmt::format("unknown parameter of {}: '{}'; it takes {}",
                rule.code,
                redact(entry.key),
                fmt::join(names, ", ")));
    }

    // All values except exponents are amounts, and none needs more than 32 bits.
    void check_size(const Node& node, const Parameter& parameter, double value)
    {
        constexpr double most = std::numeric_limits<std::uint32_t>::max();
        const double least = parameter.unit == "exponent" ? -most : 0;
        if (value < least || value > most)
            reader_.wrong(node, fmt::format("'{}' is a number from {} to {}", parameter.name, least, most));
    }

    // A limit is one number, a range two. Lists of priorities and code points may have any length, including
    // zero.
    void check_count(const Node& entry, const Parameter& parameter, const std::vector<double>& values)
    {
        const std::size_t count = values.size();
        const bool is_one = parameter.defaults.size() == 1;
        if (!is_one && (parameter.unit == "priorities" || parameter.unit == "DSCPs"))
            return;
        if (is_one && count != 1)
            reader_.wrong(entry, fmt::format("'{}' is one number, not {}", entry.key, count));
        else if (!is_one && count != 2)
            reader_.wrong(entry,
                fmt::format("'{}' is two numbers, the smallest and the largest, not {}", entry.key, count));
        else if (!is_one && values.front() > values.back())
            reader_.wrong(entry,
                fmt::format("'{}' is two numbers, the smallest first, and {} is larger than {}",
                    entry.key,
                    values.front(),
                    values.back()));
    }

    DocumentReader& reader_;
    Policy& policy_;
    PolicyPlaces* places_ = nullptr;
    bool of_some_devices_ = false;
};

struct ModelWord {
    std::string_view word;
    HeadroomChoice choice;
};
constexpr ModelWord model_words[] = {
    {"auto", HeadroomChoice::automatic},
    {"lua", HeadroomChoice::dynamic_model},
    {"8021qbb", HeadroomChoice::component_model},
    {"table", HeadroomChoice::shipped_table},
};

// nullopt if no model is stated.
std::optional<HeadroomChoice> read_model(DocumentReader& reader, const Node& node, PolicyPlaces& places)
{
    std::optional<HeadroomChoice> choice;
    if (!reader.object_of(node, policy_keys::headroom))
        return choice;
    for (const Node& entry : node) {
        note_place(reader, entry, places, "headroom.model");
        const auto* const found = std::ranges::find(model_words, entry.value, &ModelWord::word);
        if (found != std::end(model_words))
            choice = found->choice;
        else
            reader.unknown_word(entry, "headroom model", words_taken(policy_keys::headroom, "model"));
    }
    return choice;
}

}

std::string_view model_word(HeadroomChoice model)
{
    return std::ranges::find(model_words, model, &ModelWord::choice)->word;
}

void read_rules(DocumentReader& reader, const Node& node, std::span<const KnownRule> known, Policy& policy)
{
    RuleReader(reader, policy).rules(node, known, policy.rules, policy.places, false);
}

void read_overrides(
    DocumentReader& reader, const Node& node, std::span<const KnownRule> known, Policy& policy)
{
    for (const Node* element : reader.list(node)) {
        if (!reader.object_of(*element, policy_keys::overriding))
            continue;
        PolicyOverride made;
        const Node& begin = element->first == nullptr ? *element : *element->first;
        made.at = reader.span(begin);
        note_place(reader, begin, policy.places, fmt::format("overrides[{}]", policy.overrides.size()));
        bool misspelt_role = false;
        for (const Node& entry : *element) {
            if (entry.key == "roles") {
                for (const Node* word : reader.list(entry)) {
                    if (const auto role = parse_role(word->value))
                        made.roles.push_back(*role);
                    else {
                        reader.unknown_word(*word, "role", words_taken(policy_keys::overriding, "roles"));
                        misspelt_role = true;
                    }
                }
            } else if (entry.key == "devices") {
                for (const Node* pattern : reader.list(entry))
                    made.devices.push_back(reader.text(*pattern));
            } else if (entry.key == "rules") {
                RuleReader(reader, policy).rules(entry, known, made.rules, made.places, true);
            } else if (const auto model = read_model(reader, entry, made.places)) {
                made.headroom_model = *model;
            }
        }
        if (made.roles.empty() && made.devices.empty() && !misspelt_role)
            return reader.wrong(
                *element, "an override must name roles or devices; for all of them write it under rules:");
        if (made.rules.empty() && !made.headroom_model)
            return reader.wrong(*element, "an override says nothing of its devices: state rules or headroom");
        policy.overrides.push_back(std::move(made));
    }
}

void read_waivers(DocumentReader& reader, const Node& node, std::span<const KnownRule> known, Policy& policy)
{
    RuleReader(reader, policy).waivers(node, known);
}

void read_ports(DocumentReader& reader, const Node& node, Policy& policy)
{
    RuleReader(reader, policy).ports(node);
}

void read_scope(DocumentReader& reader, const Node& node, Policy& policy)
{
    if (!reader.object_of(node, policy_keys::scope))
        return;
    PolicyScope made{.given = true, .at = reader.span(node)};
    note_place(reader, node, policy.places, "scope");
    for (const Node& entry : node) {
        if (entry.key == "speed_at_least") {
            constexpr double giga = 1e9;
            made.least_speed = BitsPerSecond{static_cast<std::uint64_t>(
                reader.number(entry, policy_keys::scope, "speed_at_least") * giga)};
            continue;
        }
        std::vector<std::string>& patterns = entry.key == "devices" ? made.devices
            : entry.key == "ports"                                  ? made.ports
                                                                    : made.except;
        for (const Node* word : reader.list(entry)) {
            if (entry.key != "roles")
                patterns.push_back(reader.text(*word));
            else if (const auto role = parse_role(word->value))
                made.roles.push_back(*role);
            else
                reader.unknown_word(*word, "role", words_taken(policy_keys::scope, "roles"));
        }
    }
    policy.scope = std::move(made);
}

void read_headroom(DocumentReader& reader, const Node& node, Policy& policy)
{
    if (const auto model = read_model(reader, node, policy.places))
        policy.headroom_model = *model;
}

}
