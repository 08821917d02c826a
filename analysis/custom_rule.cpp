// SPDX-License-Identifier: Apache-2.0
// `custom_rules` of a policy. What they say is kept as text with its place; rules/own_rules.h compiles it.
#include "analysis/policy_keys.h"
#include "analysis/policy_sections.h"
#include "models/syntax/yaml_tree.h"

#include <fmt/format.h>

#include <algorithm>

namespace rocelint {
namespace {

bool is_letter(char c) { return c >= 'A' && c <= 'Z'; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }

// "SITE001": 2 to 12 capital letters and 3 digits, as the shipped codes are built.
bool is_code(std::string_view code)
{
    constexpr std::size_t digits = 3;
    constexpr std::size_t most_letters = 12;
    return code.size() >= 2 + digits && code.size() <= most_letters + digits
        && std::ranges::all_of(code.substr(0, code.size() - digits), is_letter)
        && std::ranges::all_of(code.substr(code.size() - digits), is_digit);
}

std::string_view prefix_of(std::string_view code) { return code.substr(0, code.find_first_of("0123456789")); }

class CustomReader {
public:
    CustomReader(DocumentReader& reader, std::span<const KnownRule> shipped, CustomRules& rules)
        : reader_(reader), source_(reader.source()), lines_(source_.text()), shipped_(shipped), rules_(rules)
    {
    }

    void read(const Node& node)
    {
        for (const Node* element : reader_.list(node)) {
            if (rules_.size() == most_custom_rules)
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
        // Of the value, where it has a place of its own.
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
        if (reader_.good())
            rules_.push_back(std::move(rule));
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
        for (const auto& other : rules_) {
            if (other->code == rule.code)
                return reader_.wrong(entry,
                    fmt::format("another rule has the code {}, at {}", rule.code, other->place.place()));
        }
    }

    void name(const Node& entry, CustomRule& rule)
    {
        rule.name = reader_.text(entry);
        const auto may_stand = [](char c) { return (c >= 'a' && c <= 'z') || is_digit(c) || c == '-'; };
        if (rule.name.empty() || !std::ranges::all_of(rule.name, may_stand))
            return reader_.wrong(entry,
                fmt::format(
                    "'{}' is not a name such as uplink-without-description: small letters, digits and hyphens",
                    rule.name));
        if (std::ranges::find(shipped_, std::string_view(rule.name), &KnownRule::name) != shipped_.end()
            || std::ranges::any_of(rules_, [&rule](const auto& other) { return other->name == rule.name; }))
            reader_.wrong(entry, fmt::format("another rule has the name {}", rule.name));
    }

    void severity(const Node& entry, CustomRule& rule)
    {
        const std::string word = reader_.text(entry);
        if (word == "error")
            rule.severity = Severity::error;
        else if (word == "warning")
            rule.severity = Severity::warning;
        else if (word == "info")
            rule.severity = Severity::info;
        else
            reader_.unknown_word(entry, "severity", word, {"error", "warning", "info"});
    }

    void subject(const Node& entry, CustomRule& rule)
    {
        static const std::vector<std::string_view> words{"device", "port", "link", "host", "job", "fabric"};
        const std::string word = reader_.text(entry);
        const auto found = std::ranges::find(words, std::string_view(word));
        if (found == words.end())
            return reader_.unknown_word(entry, "subject", word, words);
        rule.subject = static_cast<CustomSubject>(found - words.begin());
    }

    void examples(const Node& node, CustomRule& rule)
    {
        for (const Node* element : reader_.list(node)) {
            if (!reader_.object_of(*element, policy_keys::custom_example))
                return;
            CustomExample example;
            example.title = place_of(*element->first);
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
        const std::string word = reader_.text(entry);
        if (word == "clean")
            example.expect = CustomExample::Expect::clean;
        else if (word == "flagged")
            example.expect = CustomExample::Expect::flagged;
        else if (word == "not-checked")
            example.expect = CustomExample::Expect::not_checked;
        else
            reader_.unknown_word(entry, "expectation", word, {"clean", "flagged", "not-checked"});
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
    CustomRules& rules_;
};

// Beside the policy, unless its name begins at the root.
std::string path_beside(std::string_view policy, std::string_view name)
{
    const std::size_t slash = policy.rfind('/');
    return name.starts_with('/') || slash == std::string_view::npos
        ? std::string(name)
        : fmt::format("{}/{}", policy.substr(0, slash), name);
}

}

std::string PolicyText::place() const { return fmt::format("{}:{}:{}", path, line, column); }

void read_custom_rules(
    DocumentReader& reader, const Node& node, std::span<const KnownRule> shipped, Policy& policy)
{
    if (!node.is_scalar())
        return CustomReader(reader, shipped, policy.custom_rules).read(node);
    const std::string name = reader.text(node);
    if (!reader.good())
        return;
    policy.custom_rules_file = path_beside(reader.source().path(), name);
    const auto source = Source::read(no_source, policy.custom_rules_file);
    if (!source)
        return reader.wrong(node, source.error().message);
    const Tree own = parse_yaml_document(**source);
    DocumentReader own_reader(own);
    if (own_reader.good() && own.root != nullptr) {
        const Node* list = own.root->child("custom_rules");
        CustomReader(own_reader, shipped, policy.custom_rules).read(list == nullptr ? *own.root : *list);
    }
    if (!own_reader.good())
        reader.take_over(own_reader.error());
}

std::vector<KnownRule> with_custom_rules(std::span<const KnownRule> shipped, const CustomRules& own)
{
    std::vector<KnownRule> all(shipped.begin(), shipped.end());
    for (const auto& rule : own)
        all.push_back({rule->code, rule->name, {}});
    return all;
}

}
