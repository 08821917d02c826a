// SPDX-License-Identifier: Apache-2.0
// Policy keys for rules: settings, waivers and custom rules.
#include "analysis/policy/policy_keys.h"

namespace rocelint::policy_keys {
namespace {

constexpr std::string_view severities[] = {"error", "warning", "info", "off"};
constexpr double widest = 1e15;

constexpr DocumentKey rule_setting = {.name = "CODE",
    .kinds = a_word | a_mapping,
    .effect = "A rule by its code or name: a severity, `off`, or both severity and parameters.",
    .fallback = "the rule's own",
    .example = "warning",
    .of = &rule,
    .words = severities};

constexpr DocumentKey rule_keys[] = {
    {.name = "severity",
        .kinds = a_word,
        .effect = "How loud its findings are; `off`: it is not asked.",
        .fallback = "the rule's own",
        .example = "warning",
        .words = severities},
    {.name = "parameters",
        .kinds = a_mapping,
        .effect = "Numbers of the rule that the site sees otherwise; its page lists them.",
        .fallback = "the rule's own",
        .of = &parameters},
};

constexpr DocumentKey parameter = {.name = "NAME",
    .kinds = a_number | a_list,
    .effect = "A number, or a list of numbers where the rule has a list.",
    .fallback = "the rule's own",
    .example = "[5, 10]",
    .least = -widest,
    .most = widest};

constexpr DocumentKey waiver_keys[] = {
    {.name = "code", .effect = "The rule whose findings are accepted.", .example = "WD001", .required = true},
    {.name = "device", .effect = "A pattern of names.", .fallback = "any", .example = "\"lab-*\""},
    {.name = "port", .effect = "A pattern of names.", .fallback = "any", .example = "\"Ethernet1/*\""},
    {.name = "file",
        .effect = "A pattern of paths, as the report writes them.",
        .fallback = "any",
        .example = "\"*/leaf1.json\""},
    {.name = "key",
        .effect = "A pattern of the keys that lead to a place in JSON.",
        .fallback = "any",
        .example = "PORT_QOS_MAP.Ethernet0.pfc_enable"},
    {.name = "reason", .effect = "Why it is accepted.", .example = "\"lab rack\"", .required = true},
    {.name = "owner", .effect = "Who answers for it.", .example = "netops"},
    {.name = "expires",
        .kinds = a_date,
        .effect = "The last day on which it holds.",
        .fallback = "never",
        .example = "2027-01-31"},
};

constexpr std::string_view custom_severities[] = {"error", "warning", "info"};
constexpr std::string_view custom_subjects[] = {"device", "port", "link", "host", "job", "fabric"};
constexpr std::string_view custom_expectations[] = {"clean", "flagged", "not-checked"};

constexpr DocumentKey custom_rule_keys[] = {
    {.name = "code",
        .effect = "Capital letters and three digits. No shipped rule may use the same letters.",
        .example = "SITE001",
        .required = true},
    {.name = "name",
        .effect = "Small letters, digits and hyphens.",
        .example = "uplink-without-description",
        .required = true},
    {.name = "severity",
        .kinds = a_word,
        .effect = "How bad it is.",
        .fallback = "warning",
        .example = "error",
        .words = custom_severities},
    {.name = "for",
        .kinds = a_word,
        .effect = "What it is asked of, once for each.",
        .example = "port",
        .words = custom_subjects,
        .required = true},
    {.name = "where",
        .kinds = a_text | a_flag,
        .effect = "Which of them it is about: true or false.",
        .fallback = "all",
        .example = ".rdma"},
    {.name = "assert",
        .kinds = a_text | a_flag,
        .effect = "What must hold: true or false.",
        .example = "\".description != ''\"",
        .required = true},
    {.name = "message",
        .effect = "What is said where it does not hold, with \\(…) as in a string of jq.",
        .example = "'\\(.name) has no description'",
        .required = true},
    {.name = "at",
        .effect = "A path: the value whose line a finding points at.",
        .fallback = "the line of the subject",
        .example = ".max_frame"},
    {.name = "why", .effect = "For `explain`."},
    {.name = "source", .effect = "For `explain`."},
    {.name = "examples",
        .kinds = a_mapping | a_list,
        .effect = "Configuration that `rocelint rules test` tries it on.",
        .of = &custom_example},
};

constexpr DocumentKey custom_example_keys[] = {
    {.name = "title", .effect = "A sentence.", .example = "A port without a description"},
    {.name = "expect",
        .kinds = a_word,
        .effect = "What the rule must report about it.",
        .example = "flagged",
        .words = custom_expectations,
        .required = true},
    {.name = "line",
        .effect = "Text that stands on the flagged line.",
        .fallback = "any line will do",
        .example = "interface Ethernet1"},
    {.name = "platform",
        .effect
        = "The platform that the configuration must be recognised as; the example fails where it is not.",
        .fallback = "whatever it is",
        .example = "eos"},
    {.name = "device", .effect = "The device's name.", .fallback = "device1", .example = "leaf1"},
    {.name = "config", .effect = "The configuration.", .example = "hostname leaf1"},
    {.name = "files",
        .kinds = a_mapping | a_list,
        .effect = "The same for several devices.",
        .of = &custom_file},
    {.name = "topology", .effect = "The text of a topology.yaml.", .example = "\"links: []\""},
};

constexpr DocumentKey custom_file_keys[] = {
    {.name = "platform", .effect = "As above.", .fallback = "whatever it is", .example = "eos"},
    {.name = "device", .effect = "As above.", .fallback = "device1", .example = "leaf1"},
    {.name = "config", .effect = "As above.", .example = "hostname leaf1", .required = true},
};

}

const KeyTable rules{.what = "rules", .path = "rules", .keys = {}, .any = &rule_setting};
const KeyTable rule{.what = "a rule", .path = "rules.CODE", .keys = rule_keys};
const KeyTable parameters{
    .what = "parameters", .path = "rules.CODE.parameters", .keys = {}, .any = &parameter};
const KeyTable waiver{.what = "a waiver", .path = "waivers[]", .keys = waiver_keys};
const KeyTable custom_rule{.what = "a custom rule", .path = "custom_rules[]", .keys = custom_rule_keys};
const KeyTable custom_example{
    .what = "an example", .path = "custom_rules[].examples[]", .keys = custom_example_keys};
const KeyTable custom_file{
    .what = "a file of an example", .path = "custom_rules[].examples[].files[]", .keys = custom_file_keys};

}
