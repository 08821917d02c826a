// SPDX-License-Identifier: Apache-2.0
#include "analysis/policy/policy.h"
#include "rules/rule_table.h"
#include "tests/support/reason.h"

#include <doctest/doctest.h>

#include <string>
#include <vector>

namespace rocelint {
namespace {

Result<Policy> read(std::string_view text)
{
    const Source source(0, "rocelint.yaml", text);
    return read_policy(source, known_rules());
}

TEST_CASE("a policy states classes, rules, waivers and ports")
{
    const auto policy = read(R"(version: 1
profile: lossless
rdma: {priority: 4, dscp: [34, 35], lossless_priorities: [4]}
cnp: {priority: 7, dscp: 46}
rules:
  PFC002: warning
  roce-port-without-pfc: off
waivers:
  - {code: PFC001, device: "lab-*", reason: "lab rack", owner: netops, expires: 2027-01-31}
exclude: ["archive/**"]
ports:
  - {device: "leaf*", port: "Ethernet[1-4]/1", rdma: true, plane: a}
)");
    REQUIRE_MESSAGE(policy.has_value(), testing::reason(policy));
    REQUIRE(policy->classes.has_value());
    CHECK(policy->classes->lossless() == PrioritySet::of(4));
    CHECK(to_string(policy->classes->dscps()) == "34,35");
    CHECK(policy->classes->cnp.dscp == 46);
    CHECK(policy->rules.at("PFC001").off);
    CHECK(policy->waivers.at(0).device == "lab-*");
    CHECK(policy->ports.at(0).rdma == true);
    CHECK(policy->exclude.at(0) == "archive/**");
}

TEST_CASE("a policy chooses the headroom model")
{
    CHECK(read("version: 1\n")->headroom_model == HeadroomChoice::automatic);
    CHECK(read("headroom: {model: lua}\n")->headroom_model == HeadroomChoice::dynamic_model);
    CHECK(read("headroom: {model: 8021qbb}\n")->headroom_model == HeadroomChoice::component_model);
    CHECK(read("headroom: {model: table}\n")->headroom_model == HeadroomChoice::shipped_table);
    CHECK(read("headroom: {model: tabel}\n").error().message
        == "rocelint.yaml:1:12: unknown headroom model 'tabel'; did you mean 'table'?");
    CHECK(read("headroom: {modle: lua}\n").error().message
        == "rocelint.yaml:1:12: unknown key in headroom: 'modle'; did you mean 'model'?");
}

TEST_CASE("several lossless classes replace the one")
{
    const auto policy = read("classes:\n  - {name: gpu, priority: 3, dscp: [26], trust: dscp}\n"
                             "  - {name: storage, priority: 4, dscp: 34, roles: [storage, leaf, spine]}\n");
    REQUIRE(policy.has_value());
    CHECK(to_string(policy->classes->lossless()) == "3,4");
    const RdmaClass& storage = *policy->classes->of_dscp(34, Role::unknown);
    CHECK(ClassModel::applies_to(storage, Role::leaf));
    CHECK_FALSE(ClassModel::applies_to(storage, Role::host));
}

TEST_CASE("parameters that are sets may hold any number")
{
    for (const std::string_view text :
        {"rules: {QOS003: {parameters: {allowed_dscps: []}}, PFC005: {severity: info}}\n",
            "rules: {QOS003: {parameters: {allowed_dscps: [3, 4, 26]}}}\n",
            "rules: {ECN003: {parameters: {max_probability_percent: [1, 2]}}}\n"}) {
        CAPTURE(text);
        const auto policy = read(text);
        CHECK_MESSAGE(policy.has_value(), testing::reason(policy));
    }
}

TEST_CASE("the length of a cable is rounded up to whole metres, between roles in either order")
{
    const auto policy = read("cables: {host-leaf: 0.5, super-spine-spine: 4.9, leaf-super-spine: 7}\n");
    REQUIRE_MESSAGE(policy.has_value(), testing::reason(policy));
    CHECK(policy->cables.at("host-leaf").count == 1);
    CHECK(policy->cables.at("super-spine-spine").count == 5);
    CHECK(policy->cables.at("leaf-super-spine").count == 7);
}

TEST_CASE("a class may have no PFC, and is then identified by its DSCPs")
{
    const auto lossy = [](std::string_view text) {
        const auto policy = read(text);
        REQUIRE_MESSAGE(policy.has_value(), testing::reason(policy));
        CHECK(policy->classes->lossless().empty());
        return policy->classes->classes.front().label();
    };
    CHECK(lossy("rdma: {dscp: [26], pfc: none}\n") == "DSCP 26");
    CHECK(lossy("rdma: {priority: 3, dscp: [26], lossless_priorities: []}\n") == "DSCP 26");
    CHECK(lossy("classes:\n  - {name: a, dscp: [26], pfc: none}\n  - {name: b, dscp: [24], pfc: none}\n")
        == "DSCP 26");
    CHECK(lossy("profile: lossy\n") == "DSCP 26");
    const auto mixed = read("rdma: {priority: 3, dscp: [26], pfc: host-links}\n");
    CHECK(mixed->classes->classes.front().pause == Pause::host_links);
    CHECK(to_string(mixed->classes->lossless()) == "3");
    // Two classes without a priority do not share one.
    const auto two
        = read("classes:\n  - {name: a, dscp: [26], pfc: none}\n  - {name: b, dscp: [24], pfc: none}\n");
    CHECK(two->classes->classes[0].priority != two->classes->classes[1].priority);
    CHECK(read("rdma: {priority: 3, pfc: non}\n").error().message
        == "rocelint.yaml:1:21: unknown pfc 'non'; did you mean 'none'?");
    CHECK(read("rdma: {pfc: none}\n").error().message
        == "rocelint.yaml:1:1: rdma without PFC must state its DSCPs");
}

TEST_CASE("congestion control is stated for all classes or for one, and DCQCN where nothing states it")
{
    const auto control = [](std::string_view text) {
        const auto policy = read(text);
        REQUIRE_MESSAGE(policy.has_value(), testing::reason(policy));
        return policy->classes->control_of(policy->classes->classes.front());
    };
    CHECK(control("profile: lossless\n") == CongestionControl::dcqcn);
    CHECK(control("profile: lossless\ncongestion_control: none\n") == CongestionControl::none);
    CHECK(control("rdma: {priority: 3, congestion_control: rtt}\n") == CongestionControl::rtt);
    CHECK(control("congestion_control: none\nclasses: [{priority: 3, congestion_control: dcqcn}]\n")
        == CongestionControl::dcqcn);
    const auto mixed = read("classes:\n  - {name: gpu, priority: 3, dscp: 26, congestion_control: rtt}\n"
                            "  - {name: storage, priority: 4, dscp: 34}\n");
    CHECK_FALSE(mixed->classes->expects_marks(*mixed->classes->of_priority(3)));
    CHECK(mixed->classes->expects_marks(*mixed->classes->of_priority(4)));
    CHECK(mixed->classes->sends_cnps());
    CHECK_FALSE(read("profile: lossless\ncongestion_control: rtt\n")->classes->sends_cnps());
    CHECK(read("congestion_control: swift\n")
              .error()
              .message.starts_with("rocelint.yaml:1:1: unknown congestion_control 'swift'"));
}

TEST_CASE("a policy states where the rules' pages are")
{
    CHECK(read("rule_pages: https://example.net/rules/{code}/\n")->rule_pages
        == "https://example.net/rules/{code}/");
    CHECK(read("profile: lossless\n")->rule_pages.empty());
    CHECK(read("rule_pages: \"javascript:alert(1)\"\n")
              .error()
              .message.starts_with("rocelint.yaml:1:1: 'rule_pages' takes the address of the rules' pages"));
}

TEST_CASE("a policy states how switches spread RDMA and whether they trim it")
{
    CHECK_FALSE(read("profile: lossless\n")->load_balancing.has_value());
    CHECK(read("profile: spectrum-x\n")->load_balancing == Spreading::packets);
    CHECK(read("profile: spectrum-x\nload_balancing: flows\n")->load_balancing == Spreading::flows);
    CHECK(read("trimming: no\n")->trimming == false);
    CHECK(read("trimming: yes\n")->trimming == true);
    CHECK(read("load_balancing: spray\n")
              .error()
              .message.starts_with("rocelint.yaml:1:1: unknown load_balancing 'spray'"));
    CHECK(read("trimming: perhaps\n")
              .error()
              .message.starts_with("rocelint.yaml:1:1: unknown trimming 'perhaps'"));
}

TEST_CASE("a policy states how NICs repeat lost packets")
{
    CHECK_FALSE(read("profile: lossy\n")->retransmission.has_value());
    CHECK(read("profile: lossy\nretransmission: selective\n")->retransmission == Retransmission::selective);
    CHECK(read("retransmission: go-back-n\n")->retransmission == Retransmission::go_back_n);
    CHECK(read("retransmission: selectiv\n")
              .error()
              .message.starts_with(
                  "rocelint.yaml:1:1: unknown retransmission 'selectiv'; did you mean 'selective'"));
}

TEST_CASE("a profile supplies what the policy omits, and an empty policy supplies nothing")
{
    CHECK(to_string(read("profile: lossless\n")->classes->lossless()) == "3");
    CHECK(read("profile: lossless\nrdma: {priority: 5, dscp: 40}\n")->classes->cnp.dscp == 48);
    CHECK_FALSE(read("version: 1\n")->classes.has_value());
    CHECK_FALSE(read("")->classes.has_value());
}

TEST_CASE("a mistake in the policy is reported with its place and the nearest known word")
{
    struct BadPolicy {
        std::string_view text;
        std::string_view message;
    };
    constexpr BadPolicy rows[] = {
        {"versoin: 1\n", "rocelint.yaml:1:1: unknown key in the policy: 'versoin'; did you mean 'version'?"},
        {"version: 2\n", "rocelint.yaml:1:1: policy version 2 is not known; this program reads version 1"},
        {"profile: losless\n", "rocelint.yaml:1:1: unknown profile 'losless'; did you mean 'lossless'?"},
        {"rdma: {priority: 9}\n", "rocelint.yaml:1:8: 'priority' must be a number from 0 to 7, not '9'"},
        {"rdma: {dscp: 26}\n",
            "rocelint.yaml:1:1: rdma must state its priority, or pfc: none if nothing pauses it"},
        {"rules:\n  PFC01: off\n", "rocelint.yaml:2:3: unknown rule 'PFC01'; did you mean 'PFC001'?"},
        {"rules:\n  PFC001: loud\n",
            "rocelint.yaml:2:3: unknown severity 'loud'; it is one of error, warning, info, off"},
        {"waivers:\n  - {code: PFC001}\n", "rocelint.yaml:2:5: a waiver must state its code and its reason"},
        {"waivers:\n  - {code: PFC001, reason: x, expires: soon}\n",
            "rocelint.yaml:2:31: 'expires' must be a date such as 2027-01-31"},
        {"waivers:\n  - {code: PFC001, reason: x, expires: 2027-02-30}\n",
            "rocelint.yaml:2:31: 'expires' must be a date such as 2027-01-31"},
        {"rules:\n  pfc-mismatch-acros-link: off\n",
            "rocelint.yaml:2:3: unknown rule 'pfc-mismatch-acros-link'; did you mean 'pfc-mismatch-across-link'?"},
        {"rules:\n  ECN003: {parameters: {max_probability: 3}}\n",
            "rocelint.yaml:2:25: unknown parameter of ECN003: 'max_probability'; it takes max_probability_percent"},
        {"rules:\n  ECN003: {parameters: {max_probability_percnt: 3}}\n",
            "rocelint.yaml:2:25: unknown parameter of ECN003: 'max_probability_percnt'; did you mean "
            "'max_probability_percent'?"},
        {"rules:\n  ECN003: {parameters: {max_probability_percent: 3}}\n",
            "rocelint.yaml:2:25: 'max_probability_percent' is two numbers, the smallest and the largest, not 1"},
        {"rules:\n  ECN003: {parameters: {max_probability_percent: [10, 5]}}\n",
            "rocelint.yaml:2:25: 'max_probability_percent' is two numbers, the smallest first, and 10 is larger than 5"},
        {"rules:\n  HDR001: {parameters: {tolerance: -1}}\n",
            "rocelint.yaml:2:25: 'tolerance' is a number from 0 to 4294967295"},
        {"rules:\n  DLK006: {parameters: {switches: 1e12}}\n",
            "rocelint.yaml:2:25: 'switches' is a number from 0 to 4294967295"},
        {"rules:\n  HDR009: {parameters: {max_ratio: []}}\n",
            "rocelint.yaml:2:25: 'max_ratio' is one number, not 0"},
        {"rules:\n  HDR009: {parameters: {max_ratio: [1, 2]}}\n",
            "rocelint.yaml:2:25: 'max_ratio' is one number, not 2"},
        {"cables: {host-lef: 3}\n",
            "rocelint.yaml:1:10: no cable runs between the roles 'host-lef'; did you mean 'host-leaf'?"},
        {"cables: {everything: 3}\n",
            "rocelint.yaml:1:10: a cable runs between two roles, such as host-leaf or leaf-spine, not 'everything'"},
        {"rdma: {priority: 3.5}\n", "rocelint.yaml:1:8: 'priority' must be a whole number, not '3.5'"},
        {"rdma: {priority: 3, dscp: [26, 26.5]}\n",
            "rocelint.yaml:1:32: 'dscp' must be a whole number, not '26.5'"},
        {"classes:\n  - {name: a, priority: 3}\n  - {name: b, priority: 3}\n",
            "rocelint.yaml:3:15: two classes have the priority 3, 'a' and 'b': state one with the DSCPs of both"},
        {"rdma: {priority: 3}\nclasses:\n  - {name: b, priority: 3}\n",
            "rocelint.yaml:3:15: two classes have the priority 3, 'rdma' and 'b': state one with the DSCPs of both"},
        {"classes:\n  - {name: a, priority: 3, dscp: 26, roles: host}\n"
         "  - {name: b, priority: 3, dscp: 34, roles: [storage, leaf]}\n",
            "rocelint.yaml:3:15: two classes have the priority 3, 'a' and 'b': a priority stands for one class "
            "on all devices, so state one class with the roles and DSCPs of both, or give one of them another "
            "priority"},
        {"ports:\n  - {device: x, rdma: maybe}\n",
            "rocelint.yaml:2:17: 'rdma' must be true or false, not 'maybe'"},
        {"classes:\n  - {name: a, priority: 3, dscp: [24, 26]}\n  - {name: b, priority: 4, dscp: 26}\n",
            "rocelint.yaml:3:28: two classes have DSCP 26, 'a' and 'b': a packet is of one class"},
        {"rdma: {priority: 3, dscp: 26, pfc: none, lossless_priorities: [3, 4]}\n",
            "rocelint.yaml:1:42: priority 3 is lossless here, and pfc: none says that it is not"},
        {"rdma: {priority: 3, pfc: everywhere, lossless_priorities: []}\n",
            "rocelint.yaml:1:38: no priority is lossless here, which says the same as pfc: none and contradicts what "
            "'pfc' says"},
        {"rules: {PFC001: off, pfc001: error}\n",
            "rocelint.yaml:1:22: 'pfc001' says something of PFC001 again"},
        {"cables: {host-leaf: 3, leaf-host: 5}\n",
            "rocelint.yaml:1:10: 'host-leaf' and 'leaf-host' are the same cables: state them once"},
        {"exclude: [\"../old\"]\n",
            "rocelint.yaml:1:11: 'exclude' takes patterns of paths below the folder that is checked, such as \"archive/**\""},
        {"extends: \"\"\n",
            "rocelint.yaml:1:1: 'extends' names a shipped profile or a file, and this is empty"},
        {"overrides:\n  - {devices: leaf1}\n",
            "rocelint.yaml:2:5: an override says nothing of its devices: state rules or headroom"},
        {"ports:\n  - {device: leaf1}\n",
            "rocelint.yaml:2:5: a port entry says nothing of its ports: state rdma, role or plane"},
        {"[1, 2]\n", "rocelint.yaml:1:1: the policy must be a mapping, not a list"},
    };
    for (const BadPolicy& row : rows) {
        CAPTURE(row.text);
        const auto policy = read(row.text);
        REQUIRE_FALSE(policy.has_value());
        CHECK(policy.error().message == row.message);
    }
}

TEST_CASE("a class without PFC gets no number that another class states, whichever comes first")
{
    for (const std::string_view text :
        {"classes:\n  - {dscp: 26, pfc: none}\n  - {name: b, priority: 3, dscp: 27}\n",
            "classes:\n  - {name: b, priority: 3, dscp: 27}\n  - {dscp: 26, pfc: none}\n",
            "rdma: {dscp: 26, pfc: none}\nclasses:\n  - {name: b, priority: 3, dscp: 27}\n"}) {
        CAPTURE(text);
        const auto policy = read(text);
        REQUIRE_MESSAGE(policy.has_value(), testing::reason(policy));
        const std::vector<RdmaClass>& classes = policy->classes->classes;
        CHECK(classes.size() == 2);
        CHECK(classes.at(0).priority != classes.at(1).priority);
        CHECK(policy->classes->of_priority(3)->name == "b");
        CHECK(policy->classes->of_priority(4)->label() == "DSCP 26");
    }
    // The number of a class without PFC gives way to one that a class of other roles states.
    const auto roles = read("classes:\n  - {name: a, dscp: 26, pfc: none, roles: [host]}\n"
                            "  - {name: b, priority: 3, dscp: 34, roles: [storage]}\n");
    REQUIRE_MESSAGE(roles.has_value(), testing::reason(roles));
    CHECK(roles->classes->of_priority(3)->name == "b");
    CHECK(roles->classes->of_priority(4)->name == "a");
    // Classes of other roles, and classes selected by PCP, may share a code point.
    CHECK(read(
        "classes:\n  - {priority: 3, dscp: 26, roles: [leaf]}\n  - {priority: 4, dscp: 26, roles: [spine]}\n")
              .has_value());
    CHECK(read("classes:\n  - {priority: 3, dscp: 26, trust: pcp}\n  - {priority: 4, dscp: 26, trust: pcp}\n")
              .has_value());
}

TEST_CASE("a waiver may also give a rule by its name")
{
    const auto policy = read("waivers: [{code: roce-port-without-pfc, reason: lab}]\n");
    REQUIRE(policy.has_value());
    CHECK(policy->waivers.at(0).code == "PFC001");
}

TEST_CASE(
    "an override with an empty headroom leaves the model as it is, and folders may be excluded with a slash")
{
    const auto policy
        = read("headroom: {model: lua}\noverrides: [{devices: leaf1, headroom: {}, rules: {PFC001: off}}]\n"
               "exclude: [hosts/, ./leaf1.json]\n");
    REQUIRE(policy.has_value());
    CHECK_FALSE(policy->overrides.at(0).headroom_model.has_value());
    CHECK(policy->exclude == std::vector<std::string>{"hosts", "leaf1.json"});
}

}
}
