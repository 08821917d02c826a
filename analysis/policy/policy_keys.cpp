// SPDX-License-Identifier: Apache-2.0
// Defines every key of a policy once: readers accept these keys, and the reference page and the schema are
// generated from them.
#include "analysis/policy/policy_keys.h"

#include "models/fabric/topology_keys.h"

namespace rocelint::policy_keys {
namespace {

using Word = std::string_view;

constexpr Word pauses[] = {"everywhere", "host-links", "none"};
constexpr Word controls[] = {"dcqcn", "rtt", "none"};
constexpr Word spreadings[] = {"flows", "packets"};
constexpr Word answers[] = {"yes", "no"};
constexpr Word retransmissions[] = {"selective", "go-back-n"};
constexpr Word trusts[] = {"dscp", "pcp"};
constexpr Word severities[] = {"error", "warning", "info", "off"};
constexpr Word models[] = {"auto", "lua", "8021qbb", "table"};
constexpr double last_priority = 7;
constexpr double last_dscp = 63;
constexpr double widest = 1e15;

constexpr DocumentKey top_keys[] = {
    {.name = "version",
        .kinds = a_number,
        .effect = "The version of this format.",
        .fallback = "1",
        .example = "1",
        .least = 1,
        .most = 1},
    {.name = "source",
        .effect = "Where the numbers come from: a manual, a design, a decision. `policy show` prints it.",
        .example = "\"network design 4.2, chapter QoS\""},
    {.name = "profile",
        .effect
        = "A policy that is shipped with the program, below everything else in this file: `lossless`, "
          "`lossy`, `spectrum-x`, `azure-local` or `storage-nvmeof`.",
        .example = "lossless"},
    {.name = "extends",
        .kinds = a_text | a_list,
        .effect
        = "Policies that this one builds on, each a shipped profile or a file (a name that ends in `.yaml` "
          "or has a `/`), relative to this file. Later ones win over earlier ones, this file over all; what several of them "
          "extend lies once, below all of them.",
        .example = "[storage-nvmeof, ../company.yaml]"},
    {.name = "rdma",
        .kinds = a_mapping,
        .effect = "The class that carries RDMA, where there is one.",
        .fallback = "what the devices agree on",
        .of = &rdma},
    {.name = "classes",
        .kinds = a_mapping | a_list,
        .effect
        = "The classes that carry RDMA, where there are several. Stated here they replace those of the "
          "policies that this one extends.",
        .fallback = "what the devices agree on",
        .of = &rdma_class},
    {.name = "congestion_control",
        .kinds = a_word,
        .effect
        = "How the senders of RDMA slow down, in classes that do not state it: `dcqcn` by marks of switches and CNPs of "
          "receivers, `rtt` by round-trip times or telemetry (Zero Touch RoCE, DOCA PCC, Spectrum-X congestion control), "
          "`none` not at all, so that PFC alone holds them. With `rtt` and `none`, no rule asks for marks or for a "
          "class of CNPs.",
        .fallback = "dcqcn",
        .example = "dcqcn",
        .words = controls},
    {.name = "cnp",
        .kinds = a_mapping,
        .effect
        = "How congestion notification packets are marked. A `priority` or `dscp` stated here replaces all of it "
          "in the policies that this one extends.",
        .fallback = "what the NICs agree on",
        .of = &cnp},
    {.name = "cables",
        .kinds = a_mapping,
        .effect = "The length of cables that no intent states, for `render`; `check` does not use it.",
        .of = &cables},
    {.name = "rules",
        .kinds = a_mapping,
        .effect = "What holds for single rules.",
        .fallback = "each rule's own severity and parameters",
        .of = &rules},
    {.name = "waivers",
        .kinds = a_mapping | a_list,
        .effect
        = "Faults that are accepted: their findings are shown as waived and do not count. One that has "
          "expired is SYN002, one that covers nothing SYN003, at its line here.",
        .of = &waiver},
    {.name = "custom_rules",
        .kinds = a_text | a_mapping | a_list,
        .effect
        = "Rules of your own, as expressions of jq over the model's JSON (docs/howto/own-rules.md), or the name of a file "
          "beside the policy that lists them.",
        .example = "site-rules.yaml",
        .of = &custom_rule},
    {.name = "exclude",
        .kinds = a_text | a_list,
        .effect = "Patterns of paths, relative to the folder of the policy, that are not read.",
        .example = "[\"archive/**\"]"},
    {.name = "fail_on_unchecked",
        .kinds = a_text | a_list,
        .effect
        = "The rules whose missing checks fail a run with `--fail-on-unchecked`, where that option names none: codes, "
          "prefixes or names. It replaces what the policies say that this one extends.",
        .fallback = "PFC, QOS, ECN, HDR",
        .example = "[PFC, QOS, ECN, ETS]"},
    {.name = "ports",
        .kinds = a_mapping | a_list,
        .effect
        = "What evidence cannot tell of ports. Of two entries for one port the later one wins. One that covers no port is SYN004.",
        .of = &port},
    {.name = "scope",
        .kinds = a_mapping,
        .effect
        = "Which switch ports the stated classes are meant for. A port that it does not cover is not judged. An "
          "entry of `ports` with `rdma` wins over it. It replaces the scope of the policies that this one extends.",
        .fallback
        = "every port of a leaf, a spine or a switch without a role that is up, unless its device or description "
          "names it as one for management or a front-end network, or as unused",
        .of = &scope},
    {.name = "headroom",
        .kinds = a_mapping,
        .effect = "How headroom is judged and designed.",
        .of = &headroom},
    {.name = "load_balancing",
        .kinds = a_word,
        .effect
        = "How switches are to spread RDMA over equal paths: `flows` by a hash of their headers, or `packets` of one "
          "flow over several paths (adaptive routing, balancing by packet), which the NICs must put in order. A switch "
          "that does the other is LB016.",
        .fallback = "either; LB005 compares the switches of a tier",
        .example = "packets",
        .words = spreadings},
    {.name = "trimming",
        .kinds = a_word,
        .effect
        = "Whether switches are to cut packets of classes without PFC short where a queue is full, instead of dropping "
          "them (Ultra Ethernet). A switch that does the other is UEC004.",
        .fallback = "either",
        .example = "no",
        .words = answers},
    {.name = "retransmission",
        .kinds = a_word,
        .effect
        = "How NICs are to repeat lost packets: `selective` only those that were lost, or `go-back-n` all from the first "
          "lost one on. It describes a fabric that drops RDMA packets (`pfc: none`) and counts on NICs that repair "
          "losses cheaply. A NIC that does the other is NIC034.",
        .fallback = "either; NIC018 compares the NICs of a board",
        .example = "selective",
        .words = retransmissions},
    {.name = "overrides",
        .kinds = a_mapping | a_list,
        .effect
        = "What holds on some devices only. Of two entries for one device the later one wins. One that covers no device is SYN004.",
        .of = &overriding},
};

constexpr DocumentKey rdma_keys[] = {
    {.name = "priority",
        .kinds = a_number,
        .effect = "The priority that PFC pauses. Needed unless `pfc` is `none`.",
        .example = "3",
        .most = last_priority},
    {.name = "dscp",
        .kinds = a_number | a_list,
        .effect = "The code points that its packets bear.",
        .example = "[26]",
        .most = last_dscp},
    {.name = "traffic_class",
        .kinds = a_number,
        .effect = "The traffic class (queue) that devices are to put it in.",
        .fallback = "as the devices have it",
        .example = "3",
        .most = last_priority},
    {.name = "lossless_priorities",
        .kinds = a_number | a_list,
        .effect
        = "Further priorities that must not lose packets. An empty list says the same as `pfc: none`.",
        .fallback = "the priority above",
        .example = "[3, 4]",
        .most = last_priority},
    {.name = "trust",
        .kinds = a_word,
        .effect = "What packets are classified by: the code point, or the priority in the VLAN tag.",
        .fallback = "dscp",
        .example = "dscp",
        .words = trusts},
    {.name = "pfc",
        .kinds = a_word,
        .effect
        = "Where PFC protects it from loss: on every link, between hosts and leaves only, or nowhere.",
        .fallback = "everywhere",
        .example = "everywhere",
        .words = pauses},
    {.name = "congestion_control",
        .kinds = a_word,
        .effect = "How its senders slow down: as above, for this class.",
        .fallback = "the `congestion_control` above",
        .example = "none",
        .words = controls},
};

constexpr DocumentKey class_keys[] = {
    {.name = "name", .effect = "What messages call it.", .fallback = "its priority", .example = "storage"},
    {.name = "priority", .kinds = a_number, .effect = "As in `rdma`.", .example = "4", .most = last_priority},
    {.name = "dscp",
        .kinds = a_number | a_list,
        .effect = "As in `rdma`.",
        .example = "[34]",
        .most = last_dscp},
    {.name = "trust",
        .kinds = a_word,
        .effect = "As in `rdma`.",
        .fallback = "dscp",
        .example = "dscp",
        .words = trusts},
    {.name = "roles",
        .kinds = a_word | a_list,
        .effect = "The devices on which the class exists.",
        .fallback = "all",
        .example = "[storage, leaf, spine]",
        .words = topology_keys::role_words},
    {.name = "pfc",
        .kinds = a_word,
        .effect = "As in `rdma`.",
        .fallback = "everywhere",
        .example = "host-links",
        .words = pauses},
    {.name = "congestion_control",
        .kinds = a_word,
        .effect = "As in `rdma`.",
        .fallback = "the `congestion_control` above",
        .example = "rtt",
        .words = controls},
    {.name = "traffic_class",
        .kinds = a_number,
        .effect = "As in `rdma`.",
        .fallback = "as the devices have it",
        .example = "4",
        .most = last_priority},
};

constexpr DocumentKey cnp_keys[] = {
    {.name = "priority",
        .kinds = a_number,
        .effect = "Their priority.",
        .example = "6",
        .most = last_priority},
    {.name = "dscp", .kinds = a_number, .effect = "Their code point.", .example = "48", .most = last_dscp},
    {.name = "traffic_class",
        .kinds = a_number,
        .effect = "The traffic class (queue) that devices are to put them in.",
        .fallback = "as the devices have it",
        .example = "6",
        .most = last_priority},
};

constexpr DocumentKey cable_length = {.name = "ROLE-ROLE",
    .kinds = a_number,
    .effect = "Metres between devices of these roles, in either order; parts of a metre are rounded up.",
    .example = "40",
    .most = topology_keys::longest_cable};

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

constexpr DocumentKey port_keys[] = {
    {.name = "device", .effect = "A pattern of names.", .fallback = "any", .example = "\"leaf*\""},
    {.name = "port", .effect = "A pattern of names.", .fallback = "any", .example = "\"Ethernet[1-4]/1\""},
    {.name = "rdma",
        .kinds = a_flag,
        .effect = "Whether these ports carry RDMA.",
        .fallback = "what evidence tells",
        .example = "true"},
    {.name = "role",
        .effect = "What the ports are for, for people; no rule asks for it.",
        .example = "uplink"},
    {.name = "plane",
        .effect = "The plane of the devices; planes are compared among themselves only.",
        .fallback = "that of the topology",
        .example = "a"},
};

constexpr double fastest = 10'000;

constexpr DocumentKey scope_keys[] = {
    {.name = "devices",
        .kinds = a_text | a_list,
        .effect = "Patterns of names of devices.",
        .fallback = "any",
        .example = "[\"leaf*\", \"spine*\"]"},
    {.name = "roles",
        .kinds = a_word | a_list,
        .effect = "Roles of devices.",
        .fallback = "any",
        .example = "[leaf, spine]",
        .words = topology_keys::role_words},
    {.name = "ports",
        .kinds = a_text | a_list,
        .effect = "Patterns of names of ports.",
        .fallback = "any",
        .example = "[\"Ethernet*\"]"},
    {.name = "speed_at_least",
        .kinds = a_number,
        .effect = "The slowest port that is meant, in Gbit/s. A port of unknown speed is meant.",
        .fallback = "any speed",
        .example = "100",
        .most = fastest},
    {.name = "except",
        .kinds = a_text | a_list,
        .effect = "Patterns of devices, or of ports as `DEVICE:PORT`, that are not meant.",
        .fallback = "no exception",
        .example = "[\"oob-*\", \"leaf*:Ethernet48\"]"},
};

constexpr DocumentKey headroom_keys[] = {
    {.name = "model",
        .kinds = a_word,
        .effect = "The model that headroom is held against: any that knows the switch, SONiC's formula, the "
                  "components of IEEE 802.1Qbb, or the table shipped for the switch.",
        .fallback = "auto",
        .example = "auto",
        .words = models},
};

constexpr std::string_view custom_severities[] = {"error", "warning", "info"};
constexpr std::string_view custom_subjects[] = {"device", "port", "link", "host", "job", "fabric"};
constexpr std::string_view custom_expectations[] = {"clean", "flagged", "not-checked"};

constexpr DocumentKey custom_rule_keys[] = {
    {.name = "code",
        .effect = "Capital letters and three digits; the letters are none of a shipped rule.",
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
        .effect = "What the rule says of it.",
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

constexpr DocumentKey override_keys[] = {
    {.name = "roles",
        .kinds = a_word | a_list,
        .effect = "The devices of these roles.",
        .fallback = "of any role",
        .example = "[leaf]",
        .words = topology_keys::role_words},
    {.name = "devices",
        .kinds = a_text | a_list,
        .effect = "The devices of these names; patterns are allowed.",
        .fallback = "of any name",
        .example = "[\"lab-*\"]"},
    {.name = "rules",
        .kinds = a_mapping,
        .effect = "As above, for these devices. Parameters only of rules that judge one device at a time.",
        .of = &rules},
    {.name = "headroom", .kinds = a_mapping, .effect = "As above, for these devices.", .of = &headroom},
};

}

const KeyTable top{.what = "the policy", .path = "rocelint.yaml", .keys = top_keys};
const KeyTable rdma{.what = "rdma", .path = "rdma", .keys = rdma_keys};
const KeyTable rdma_class{.what = "a class", .path = "classes[]", .keys = class_keys};
const KeyTable cnp{.what = "cnp", .path = "cnp", .keys = cnp_keys};
const KeyTable cables{.what = "cables", .path = "cables", .keys = {}, .any = &cable_length};
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
const KeyTable port{.what = "a port entry", .path = "ports[]", .keys = port_keys};
const KeyTable scope{.what = "scope", .path = "scope", .keys = scope_keys};
const KeyTable headroom{.what = "headroom", .path = "headroom", .keys = headroom_keys};
const KeyTable overriding{.what = "an override",
    .path = "overrides[]",
    .keys = override_keys,
    .note = "An override names `roles`, `devices` or both; with both, a device has to fit both."};

}
