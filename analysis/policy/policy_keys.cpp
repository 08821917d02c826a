// SPDX-License-Identifier: Apache-2.0
// The keys at the top of a policy, and those of its sections on cables, ports, scope, headroom and overrides.
#include "analysis/policy/policy_keys.h"

#include "models/fabric/topology_keys.h"

namespace rocelint::policy_keys {
namespace {

constexpr std::string_view spreadings[] = {"flows", "packets"};
constexpr std::string_view answers[] = {"yes", "no"};
constexpr std::string_view retransmissions[] = {"selective", "go-back-n"};
constexpr std::string_view models[] = {"auto", "lua", "8021qbb", "table"};

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
        .words = control_words},
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
    {.name = "rule_pages",
        .effect
        = "The address of the rules' pages, to which `explain`, SARIF and Markdown link: that of a folder with pages called "
          "CODE.md, as `rules --write-pages` writes them, or one with `{code}` in place of the code, as a site of `./dev site` "
          "has them. `--rule-pages` wins over it.",
        .fallback = "no links",
        .example = "\"https://example.net/rules/{code}/\""},
    {.name = "fail_on",
        .kinds = a_word,
        .effect = "From which severity on `check` and `diff` end with 1; `--fail-on` prevails over it.",
        .fallback = "error",
        .example = "warning",
        .words = failing_words},
    {.name = "select",
        .kinds = a_text | a_list,
        .effect
        = "The rules that `check`, `fix`, `diff`, `baseline`, `render` and the editor run: codes, prefixes or names. `--select` "
          "prevails over it. It replaces what the policies say that this one extends.",
        .fallback = "all",
        .example = "[PFC, ECN]"},
    {.name = "ignore",
        .kinds = a_text | a_list,
        .effect
        = "Rules that these commands leave out. `--ignore` prevails over it. It replaces what the policies say that this "
          "one extends.",
        .example = "[LNK009]"},
    {.name = "baseline",
        .effect
        = "The list of known findings that `check` and the editor leave out and that `baseline` keeps, relative to this "
          "file and below its folder. `--baseline` prevails over it. `diff` needs none: it compares both sides. "
          "`render` leaves it out of the policy that it writes, and `report` too.",
        .example = "rocelint-baseline.json"},
    {.name = "report",
        .kinds = a_mapping,
        .effect
        = "Reports that `check` writes in addition to the one that it prints: a file for each form. `--report` prevails over all "
          "of it.",
        .of = &report},
    {.name = "ports",
        .kinds = a_mapping | a_list,
        .effect
        = "What evidence does not show about ports. Of two entries for one port the later one wins. One that covers no port is SYN004.",
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

constexpr DocumentKey cable_length = {.name = "ROLE-ROLE",
    .kinds = a_number,
    .effect = "Metres between devices of these roles, in either order; parts of a metre are rounded up.",
    .example = "40",
    .most = topology_keys::longest_cable};

constexpr DocumentKey port_keys[] = {
    {.name = "device", .effect = "A pattern of names.", .fallback = "any", .example = "\"leaf*\""},
    {.name = "port", .effect = "A pattern of names.", .fallback = "any", .example = "\"Ethernet[1-4]/1\""},
    {.name = "rdma",
        .kinds = a_flag,
        .effect = "Whether these ports carry RDMA.",
        .fallback = "what evidence shows",
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
const KeyTable cables{.what = "cables", .path = "cables", .keys = {}, .any = &cable_length};
const KeyTable port{.what = "a port entry", .path = "ports[]", .keys = port_keys};
const KeyTable scope{.what = "scope", .path = "scope", .keys = scope_keys};
const KeyTable headroom{.what = "headroom", .path = "headroom", .keys = headroom_keys};
const KeyTable overriding{.what = "an override",
    .path = "overrides[]",
    .keys = override_keys,
    .note = "An override names `roles`, `devices` or both; with both, a device has to fit both."};

}
