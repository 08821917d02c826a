// SPDX-License-Identifier: Apache-2.0
#include "rules/engine/claims.h"
#include "rules/engine/engine.h"
#include "tests/example_fabric.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <random>
#include <string>
#include <vector>

namespace rocelint {
namespace {

constexpr Rule host_rule{.code = "NIC901", .scope = Scope::host};
constexpr Rule link_rule{.code = "PFC901", .scope = Scope::link};
constexpr Rule port_rule{.code = "PFC902", .scope = Scope::port};
constexpr Rule other_port_rule{.code = "ECN901", .scope = Scope::port};
constexpr Rule device_rule{.code = "BUF901", .scope = Scope::device};
constexpr Rule fabric_rule{.code = "PFC903", .scope = Scope::fabric};

constexpr PortId leaf_port{0, 0};
constexpr PortId host_port{1, 0};

Finding make(const Rule& rule,
    std::uint32_t offset,
    std::vector<Subject> subjects,
    Severity severity = Severity::error)
{
    Finding finding;
    finding.rule = &rule;
    finding.severity = severity;
    finding.message = std::string(rule.code) + " speaks";
    finding.at = {0, offset, 1};
    finding.subjects = std::move(subjects);
    return finding;
}

std::string codes_of(const std::vector<Finding>& findings)
{
    std::string out;
    for (const Finding& finding : findings) {
        out += out.empty() ? "" : " ";
        out += finding.rule->code;
        for (const Related& related : finding.related)
            out += related.code.empty() ? "" : "+" + std::string(related.code);
    }
    return out;
}

Finding covering(Finding finding, std::vector<Subject> covers)
{
    finding.covers = std::move(covers);
    return finding;
}

std::string fold_codes(std::vector<Finding> findings)
{
    const Fabric fabric;
    std::ranges::reverse(findings);
    const std::string backwards = codes_of(fold(findings, fabric));
    std::ranges::reverse(findings);
    std::string forwards = codes_of(fold(std::move(findings), fabric));
    CHECK(forwards == backwards);
    return forwards;
}

constexpr PortId whole_leaf{0, Port::no_index};

TEST_CASE("a subject covers the same property of the same device, on the same port or all ports and parts")
{
    struct Row {
        Subject wide;
        Subject narrow;
        bool covers;
    };
    const Part here = Part::statement({0, 10, 4});
    const Part there = Part::statement({0, 20, 4});
    for (const auto& [wide, narrow, expected] : {
             Row{{leaf_port, Property::pfc, 3}, {leaf_port, Property::pfc, 3}, true},
             Row{{leaf_port, Property::pfc, 3}, {leaf_port, Property::pfc, 4}, false},
             Row{{leaf_port, Property::pfc, 3}, {leaf_port, Property::ecn, 3}, false},
             Row{{leaf_port, Property::pfc, 3}, {host_port, Property::pfc, 3}, false},
             Row{{leaf_port, Property::pfc, 3}, {{0, 1}, Property::pfc, 3}, false},
             Row{{leaf_port, Property::pfc, Subject::whole}, {leaf_port, Property::pfc, 3}, true},
             Row{{leaf_port, Property::pfc, 3}, {leaf_port, Property::pfc, Subject::whole}, false},
             Row{{whole_leaf, Property::pfc, 3}, {leaf_port, Property::pfc, 3}, true},
             Row{{whole_leaf, Property::pfc, 3}, {leaf_port, Property::pfc, 4}, false},
             Row{{whole_leaf, Property::pfc, 3}, {leaf_port, Property::pfc, Subject::whole}, false},
             Row{{whole_leaf, Property::pfc, Subject::whole}, {leaf_port, Property::pfc, 4}, true},
             Row{{leaf_port, Property::pfc, 3}, {whole_leaf, Property::pfc, 3}, false},
             Row{{whole_leaf, Property::manager, Part::option("a")},
                 {whole_leaf, Property::manager, Part::option("a")},
                 true},
             Row{{whole_leaf, Property::manager, Part::option("a")},
                 {whole_leaf, Property::manager, Part::option("b")},
                 false},
             Row{{whole_leaf, Property::manager, Part::option("a")},
                 {whole_leaf, Property::manager, Part::contradiction("a")},
                 false},
             Row{{whole_leaf, Property::partitions, here}, {whole_leaf, Property::partitions, there}, false},
             Row{{whole_leaf, Property::partitions, Part::partition(0x103)},
                 {whole_leaf, Property::partitions, std::uint8_t{3}},
                 false},
             Row{{whole_leaf, Property::partitions, Subject::whole},
                 {whole_leaf, Property::partitions, there},
                 true},
         }) {
        CAPTURE(wide.port.port);
        CAPTURE(narrow.port.port);
        CAPTURE(wide.part.value);
        CHECK(covers(wide, narrow) == expected);
    }
}

TEST_CASE("a claim is found exactly if one of two subjects covers the other")
{
    constexpr PortId ports[]{{0, Port::no_index}, {0, 0}, {0, 1}, {1, Port::no_index}, {1, 0}};
    const Part parts[]{
        Subject::whole, 3, 4, Part::option("a"), Part::option("b"), Part::statement({0, 10, 4})};
    std::vector<Subject> all;
    for (const PortId port : ports)
        for (const Part& part : parts)
            for (const Property property : {Property::pfc, Property::manager})
                all.push_back({port, property, part});
    for (const Subject& claimed : all) {
        Claims claims;
        claims.claim(claimed, 7);
        for (const Subject& subject : all) {
            // "The device's priority 3" and "the port, all priorities" overlap without one covering the other.
            const bool cross = subject.port.port == Port::no_index && claimed.part.is_whole()
                && covers({subject.port, subject.property, Subject::whole}, claimed);
            CHECK((claims.find(subject) != nullptr)
                == (covers(claimed, subject) || covers(subject, claimed) || cross));
        }
    }
}

TEST_CASE("a host without PFC is reported once, at the host")
{
    const Subject fault{host_port, Property::pfc, 3};
    CHECK(fold_codes({make(fabric_rule, 40, {fault}),
              make(port_rule, 30, {fault}),
              make(link_rule, 20, {fault, {leaf_port, Property::pfc, 3}}),
              make(host_rule, 10, {fault})})
        == "NIC901+PFC901+PFC902+PFC903");
}

TEST_CASE("a profile that many ports share is reported once and lists them")
{
    std::vector<Finding> findings;
    for (std::uint32_t port = 0; port < 64; ++port)
        findings.push_back(make(port_rule, 10, {{{0, port}, Property::headroom, 3}}));
    const std::vector<Finding> folded = fold(std::move(findings), Fabric{});
    REQUIRE(folded.size() == 1);
    CHECK(folded.front().subjects.front().port == PortId{0, 0});
    CHECK(folded.front().also_on.size() == 63);
}

TEST_CASE("the same fault on lines of several ports is reported for each port")
{
    CHECK(fold_codes({make(port_rule, 10, {{{0, 0}, Property::headroom, 3}}),
              make(port_rule, 20, {{{0, 1}, Property::headroom, 3}})})
        == "PFC902 PFC902");
}

TEST_CASE("two independent faults on one port stay two")
{
    CHECK(fold_codes({make(port_rule, 10, {{leaf_port, Property::pfc, 3}}),
              make(other_port_rule, 20, {{leaf_port, Property::ecn, 3}})})
        == "PFC902 ECN901");
}

TEST_CASE("two priorities of one port are two faults")
{
    CHECK(fold_codes({make(port_rule, 10, {{leaf_port, Property::pfc, 3}}),
              make(other_port_rule, 20, {{leaf_port, Property::pfc, 5}})})
        == "PFC902 ECN901");
}

TEST_CASE("a finding about all priorities includes one about a single priority")
{
    const Subject all{leaf_port, Property::pfc, Subject::whole};
    const Subject one{leaf_port, Property::pfc, 3};
    CHECK(fold_codes({make(link_rule, 10, {all}), make(port_rule, 20, {one})}) == "PFC901+PFC902");
    CHECK(fold_codes({make(link_rule, 10, {one}), make(port_rule, 20, {all})}) == "PFC901+PFC902");
}

TEST_CASE("a finding about a device includes those about its ports from a less specific rule")
{
    CHECK(fold_codes({make(device_rule, 10, {{{0, Port::no_index}, Property::mtu, Subject::whole}}),
              make(fabric_rule, 20, {{{0, 5}, Property::mtu, Subject::whole}})})
        == "BUF901+PFC903");
}

TEST_CASE("a finding about a relation gives way to one about one of its sides")
{
    const Subject pfc{leaf_port, Property::pfc, 3};
    const Subject watchdog{leaf_port, Property::watchdog, 3};
    CHECK(fold_codes({make(other_port_rule, 10, {watchdog, pfc}), make(port_rule, 20, {pfc})})
        == "PFC902+ECN901");
}

TEST_CASE("the more severe of two equally specific findings remains")
{
    const Subject fault{leaf_port, Property::pfc, 3};
    CHECK(fold_codes({make(other_port_rule, 10, {fault}, Severity::warning), make(port_rule, 20, {fault})})
        == "PFC902+ECN901");
}

TEST_CASE("the gravest finding of one cause is reported under its own code, with the others under it")
{
    const Subject fault{leaf_port, Property::pfc, 3};
    const Subject another{leaf_port, Property::pfc, 4};
    Finding warning = make(link_rule, 10, {fault}, Severity::warning);
    warning.related = {{{0, 11, 1}, "evidence of the warning"}};
    Finding error = make(port_rule, 20, {another, fault}, Severity::error);
    error.related = {{{0, 21, 1}, "evidence of the error"}};
    const std::vector<Finding> folded = fold({warning, error}, Fabric{});
    REQUIRE(folded.size() == 1);
    const Finding& kept = folded.front();
    CHECK(kept.rule == &port_rule);
    CHECK(kept.severity == Severity::error);
    CHECK(kept.message == "PFC902 speaks");
    CHECK(kept.at == Span{0, 20, 1});
    REQUIRE(kept.related.size() == 2);
    CHECK(kept.related[0].message == "evidence of the error");
    CHECK(kept.related[1].code == "PFC901");
    CHECK(kept.related[1].message == "PFC901 speaks");
    // What was folded before, and what is folded later, stays with it.
    CHECK(fold_codes({warning, error, make(fabric_rule, 30, {fault}), make(fabric_rule, 40, {another})})
        == "PFC902+PFC901+PFC903+PFC903");
}

TEST_CASE("the gravest finding of one cause keeps the correction of the cause if it has none of its own")
{
    const Subject fault{leaf_port, Property::pfc, 3};
    Finding warning = make(link_rule, 10, {fault}, Severity::warning);
    warning.fix = "Correct the link.";
    warning.fix_class = FixClass::hitless;
    warning.changes = {{.port = leaf_port, .property = Property::pfc, .value = PriorityDelta{}}};
    Finding error = make(port_rule, 20, {fault});
    CHECK(fold({warning, error}, Fabric{}).front().fix == "Correct the link.");
    error.fix = "Correct the port.";
    error.changes = {{.port = leaf_port, .property = Property::mtu, .value = Bytes{9000}}};
    const std::vector<Finding> folded = fold({warning, error}, Fabric{});
    CHECK(folded.front().fix == "Correct the port.");
    REQUIRE(folded.front().changes.size() == 1);
    CHECK(folded.front().changes.front().property == Property::mtu);
}

TEST_CASE("an error that a warning covers is reported under its own code with the changes of both")
{
    Finding cause = covering(make(port_rule, 10, {{leaf_port, Property::pfc, 3}}, Severity::warning),
        {{leaf_port, Property::ecn, 3}});
    cause.changes = {{.port = leaf_port, .property = Property::pfc, .value = PriorityDelta{}}};
    Finding effect = make(device_rule, 5, {{leaf_port, Property::ecn, 3}});
    effect.changes = {{.port = leaf_port, .property = Property::mtu, .value = Bytes{9000}}};
    const std::vector<Finding> folded = fold({cause, effect}, Fabric{});
    REQUIRE(folded.size() == 1);
    CHECK(codes_of(folded) == "BUF901+PFC902");
    CHECK(folded.front().changes.size() == 2);
}

TEST_CASE("neither an info nor a warning replaces the error that it causes")
{
    const Subject fault{leaf_port, Property::pfc, 3};
    CHECK(fold_codes({make(host_rule, 10, {fault}, Severity::info), make(fabric_rule, 20, {fault})})
        == "PFC903+NIC901");
    CHECK(fold_codes({make(host_rule, 10, {fault}, Severity::warning), make(fabric_rule, 20, {fault})})
        == "PFC903+NIC901");
    CHECK(fold_codes(
              {make(host_rule, 10, {fault}, Severity::info), make(fabric_rule, 20, {fault}, Severity::info)})
        == "NIC901+PFC903");
}

TEST_CASE("a fault of four ports of one device is reported once and not for each of their links")
{
    std::vector<Finding> findings;
    for (std::uint32_t port = 0; port < 4; ++port) {
        const PortId id{0, port};
        findings.push_back(make(port_rule, 10, {{id, Property::pfc, 3}}));
        findings.push_back(make(link_rule, 20 + port, {{id, Property::pfc, 3}}));
    }
    CHECK(fold_codes(findings) == "PFC902+PFC901+PFC901+PFC901+PFC901");
    findings.resize(6);
    CHECK(fold_codes(findings) == "PFC901+PFC902 PFC901 PFC901");
}

TEST_CASE("a spine port without PFC is one finding across its link with the port's own under it")
{
    const Example example{.title = "",
        .files = {{{"sonic", "leaf1", ""},
            {"sonic", "spine1", R"({"PORT_QOS_MAP": {"Ethernet4": {"pfc_enable": ""}}})"}}},
        .topology = "links:\n  - {a: \"leaf1:Ethernet4\", b: \"spine1:Ethernet4\"}\n"};
    CHECK(codes_of(check_example(example)->report.findings) == "PFC004+PFC001+PFC012");
}

TEST_CASE(
    "a port that pauses a priority without headroom in place of the one of RDMA is one finding on every platform")
{
    const Example example{.title = "",
        .files = {{{"aoscx", "leaf1", ""}, {"aoscx", "spine1", R"(@ interface 1/1/2
-    flow-control priority rxtx 3
+    flow-control priority rxtx 4
)"}}},
        .topology = "links:\n  - {a: \"leaf1:1/1/2\", b: \"spine1:1/1/2\"}\n"};
    const std::string codes = codes_of(check_example(example)->report.findings);
    CHECK_MESSAGE(codes.find("PFC004+") != std::string::npos, codes);
    CHECK_MESSAGE(codes.find("+PFC011") != std::string::npos, codes);
    CHECK_MESSAGE(codes.find(" PFC0") == std::string::npos, codes);
}

TEST_CASE("a device without any watchdog is reported once for all its ports")
{
    const Example example{.title = "", .files = {{{"sonic", "leaf1", R"({"PFC_WD": null})"}}}};
    const auto outcome = check_example(example);
    REQUIRE(outcome->report.findings.size() == 1);
    CHECK(outcome->report.findings.front().also_on.size() == 1);
}

TEST_CASE("an unconfigured port is one finding, with the others about it folded under it")
{
    const Finding cause = covering(make(port_rule, 10, {{leaf_port, Property::pfc, 3}}),
        {{leaf_port, Property::ecn, Subject::whole},
            {leaf_port, Property::buffer_threshold, Subject::whole}});
    const Finding marking = make(other_port_rule, 5, {{leaf_port, Property::ecn, 3}}, Severity::warning);
    const Finding buffer = make(other_port_rule, 7, {{leaf_port, Property::buffer_threshold, 3}});
    CHECK(fold_codes({cause, marking, buffer}) == "PFC902+ECN901+ECN901");
    const Finding of_other = make(other_port_rule, 8, {{PortId{0, 1}, Property::ecn, 3}});
    CHECK(fold_codes({cause, of_other}) == "ECN901 PFC902");
    const Finding of_device = make(device_rule, 1, {{whole_leaf, Property::ecn, Subject::whole}});
    CHECK(fold_codes({cause, of_device}) == "BUF901 PFC902");
}

TEST_CASE("PFC on all priorities is reported once, not once for each of them")
{
    const Example example{.title = "",
        .files = {{{"sonic", "leaf1", R"({"PORT_QOS_MAP": {"Ethernet0": {"pfc_enable": "0-7"}}})"}}}};
    const auto outcome = check_example(example);
    CHECK(codes_of(outcome->report.findings).starts_with("PFC003+"));
    CHECK(outcome->report.findings.size() == 1);
}

}
}
