// SPDX-License-Identifier: Apache-2.0
// Reads `custom_rules` of a policy. Expressions are kept as text with their place; rules/own/own_rules.h
// compiles them.
#include "analysis/policy/policy_keys.h"
#include "analysis/policy/policy_sections.h"
#include "models/text/ascii.h"

#include <fmt/format.h>

#include <algorithm>

namespace rocelint {
namespace {

// "SITE001": 2 to 12 capital letters and 3 digits, the format of the shipped codes.
bool is_code(std::string_view code)
{
    constexpr std::size_t digits = 3;
    constexpr std::size_t most_letters = 12;
    return code.size() >= 2 + digits && code.size() <= most_letters + digits
        && std::ranges::all_of(code.substr(0, code.size() - digits), ascii::is_upper)
        && std::ranges::all_of(code.substr(code.size() - digits), ascii::is_digit);
}

std::string_view prefix_of(std::string_view code) { return code.substr(0, code.find_first_of("0123456789")); }

class CustomReader {
public:
    CustomReader(DocumentReader& reader, std::span<const KnownRule> shipped, CustomRules& all, Policy& policy)
        : reader_(reader)
        , source_(reader.source())
        , lines_(source_.text())
        , shipped_(shipped)
        , all_(all)
        , policy_(policy)
    {
    }

    void read(const Node& node)
    {
        for (const Node* element : reader_.list(node)) {
            if (all_.size() == most_custom_rules)
                return reader_.wrong(
                    *element, fmt::format("a policy may state at most {} rules", most_custom_rules));
            rule(*element);
            if (!reader_.good())
                return;
        }
    }

private:
    [[nodiscard]] PolicyText place_of(const Node& node) const
    {
        // The place of the value if it has one, otherwise of the key.
        const Position at
            = lines_.position(node.is_scalar() && node.value_length > 0 ? node.value_offset : node.offset);
        return {{}, source_.path(), at.line, at.column};
    }

    PolicyText text(const Node& node)
    {
        PolicyText said = place_of(node);
        said.text = reader_.text(node);
        return said;
    }

    void rule(const Node& node)
    {
        if (!reader_.object_of(node, policy_keys::custom_rule))
            return;
        auto rule = std::make_shared<CustomRule>();
        for (const Node& entry : node)
            field(entry, *rule);
        for (const std::string_view key : {"code", "name", "for", "assert", "message"}) {
            if (node.child(key) == nullptr)
                return reader_.wrong(node, fmt::format("a custom rule must state its '{}'", key));
        }
        if (!reader_.good())
            return;
        note_place(reader_,
            *node.first,
            policy_.places,
            fmt::format("custom_rules[{}]", policy_.custom_rules.size()));
        if (const Node* severity = node.child("severity"))
            note_place(reader_, *severity, policy_.places, fmt::format("rules.{}.severity", rule->code));
        all_.push_back(rule);
        policy_.custom_rules.push_back(std::move(rule));
    }

    void field(const Node& entry, CustomRule& rule)
    {
        if (entry.key == "code")
            code(entry, rule);
        else if (entry.key == "name")
            name(entry, rule);
        else if (entry.key == "severity")
            severity(entry, rule);
        else if (entry.key == "for")
            subject(entry, rule);
        else if (entry.key == "where")
            rule.where = expression(entry);
        else if (entry.key == "assert")
            rule.assertion = expression(entry);
        else if (entry.key == "message")
            rule.message = expression(entry);
        else if (entry.key == "at")
            rule.at = expression(entry);
        else if (entry.key == "why")
            rule.why = reader_.text(entry);
        else if (entry.key == "source")
            rule.source = reader_.text(entry);
        else
            examples(entry, rule);
    }

    PolicyText expression(const Node& entry)
    {
        PolicyText said = text(entry);
        if (said.text.find_first_not_of(" \t\r\n") == std::string::npos && reader_.good())
            reader_.wrong(entry, fmt::format("'{}' must be an expression of jq", entry.key));
        if (said.text.find('\0') != std::string::npos)
            reader_.wrong(entry, fmt::format("'{}' has a byte that is not text", entry.key));
        return said;
    }

    void code(const Node& entry, CustomRule& rule)
    {
        rule.place = text(entry);
        rule.code = rule.place.text;
        if (!is_code(rule.code))
            return reader_.wrong(entry,
                fmt::format(
                    "'{}' is not a code such as SITE001: capital letters and three digits", rule.code));
        const auto same = std::ranges::find_if(shipped_,
            [&rule](const KnownRule& known) { return prefix_of(known.code) == prefix_of(rule.code); });
        if (same != shipped_.end())
            return reader_.wrong(entry,
                fmt::format(
                    "codes that begin with {} are those of rules that are shipped; take letters of your own",
                    prefix_of(rule.code)));
        for (const auto& other : all_) {
            if (other->code == rule.code)
                return reader_.wrong(entry,
                    fmt::format("another rule has the code {}, at {}", rule.code, other->place.place()));
        }
    }

    void name(const Node& entry, CustomRule& rule)
    {
        rule.name = reader_.text(entry);
        const auto may_stand = [](char c) { return ascii::is_lower(c) || ascii::is_digit(c) || c == '-'; };
        if (rule.name.empty() || !std::ranges::all_of(rule.name, may_stand))
            return reader_.wrong(entry,
                fmt::format(
                    "'{}' is not a name such as uplink-without-description: small letters, digits and hyphens",
                    rule.name));
        if (std::ranges::find(shipped_, std::string_view(rule.name), &KnownRule::name) != shipped_.end()
            || std::ranges::any_of(all_, [&rule](const auto& other) { return other->name == rule.name; }))
            reader_.wrong(entry, fmt::format("another rule has the name {}", rule.name));
    }

    // The index of the value among the values that the key accepts. An unknown value is reported, and gives
    // 0.
    std::size_t word(const Node& entry, const KeyTable& table, std::string_view what)
    {
        const std::span<const std::string_view> words = words_taken(table, entry.key);
        const auto found = std::ranges::find(words, entry.value);
        if (found != words.end())
            return static_cast<std::size_t>(found - words.begin());
        reader_.unknown_word(entry, what, words);
        return 0;
    }

    void severity(const Node& entry, CustomRule& rule)
    {
        constexpr Severity severities[] = {Severity::error, Severity::warning, Severity::info};
        rule.severity = severities[word(entry, policy_keys::custom_rule, "severity")];
    }

    void subject(const Node& entry, CustomRule& rule)
    {
        rule.subject = static_cast<CustomSubject>(word(entry, policy_keys::custom_rule, "subject"));
    }

    void examples(const Node& node, CustomRule& rule)
    {
        for (const Node* element : reader_.list(node)) {
            if (!reader_.object_of(*element, policy_keys::custom_example))
                return;
            CustomExample example;
            example.title = place_of(element->first == nullptr ? *element : *element->first);
            CustomExampleFile only{.device = "device1"};
            for (const Node& entry : *element) {
                if (entry.key == "title")
                    example.title = text(entry);
                else if (entry.key == "expect")
                    expect(entry, example);
                else if (entry.key == "line")
                    example.line = reader_.text(entry);
                else if (entry.key == "topology")
                    example.topology = reader_.text(entry);
                else if (entry.key == "files")
                    files(entry, example);
                else
                    file_field(entry, only);
            }
            if (!only.text.empty())
                example.files.insert(example.files.begin(), std::move(only));
            if (reader_.good() && example.files.empty())
                reader_.wrong(*element, "an example must state its 'config', or 'files' that do");
            if (reader_.good() && element->child("expect") == nullptr)
                reader_.wrong(
                    *element, "an example must state what to 'expect': clean, flagged or not-checked");
            rule.examples.push_back(std::move(example));
        }
    }

    void expect(const Node& entry, CustomExample& example)
    {
        example.expect
            = static_cast<CustomExample::Expect>(word(entry, policy_keys::custom_example, "expectation"));
    }

    void files(const Node& node, CustomExample& example)
    {
        for (const Node* element : reader_.list(node)) {
            if (!reader_.object_of(*element, policy_keys::custom_file))
                return;
            CustomExampleFile file{.device = fmt::format("device{}", example.files.size() + 1)};
            for (const Node& entry : *element)
                file_field(entry, file);
            if (file.text.empty() && reader_.good())
                reader_.wrong(*element, "a file of an example must state its 'config'");
            if (std::ranges::find(example.files, file.device, &CustomExampleFile::device)
                != example.files.end())
                reader_.wrong(*element,
                    fmt::format("another file of this example is of '{}': each device has one", file.device));
            example.files.push_back(std::move(file));
        }
    }

    void file_field(const Node& entry, CustomExampleFile& file)
    {
        std::string& field = entry.key == "platform" ? file.platform
            : entry.key == "device"                  ? file.device
                                                     : file.text;
        field = reader_.text(entry);
    }

    DocumentReader& reader_;
    const Source& source_;
    LineTable lines_;
    std::span<const KnownRule> shipped_;
    CustomRules& all_; ///< of all files read so far
    Policy& policy_;
};

}

std::string_view name_of(CustomSubject subject)
{
    return words_taken(policy_keys::custom_rule, "for")[static_cast<std::size_t>(subject)];
}

std::string_view name_of(CustomExample::Expect expect)
{
    return words_taken(policy_keys::custom_example, "expect")[static_cast<std::size_t>(expect)];
}

std::string PolicyText::place() const { return fmt::format("{}:{}:{}", path, line, column); }

void read_custom_rules(DocumentReader& reader,
    const Node& node,
    std::span<const KnownRule> shipped,
    CustomRules& all,
    Policy& policy)
{
    CustomReader(reader, shipped, all, policy).read(node);
}

std::vector<KnownRule> with_custom_rules(std::span<const KnownRule> shipped, const CustomRules& own)
{
    std::vector<KnownRule> all(shipped.begin(), shipped.end());
    for (const auto& rule : own)
        all.push_back({rule->code, rule->name, {}});
    return all;
}

}
