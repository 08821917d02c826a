// SPDX-License-Identifier: Apache-2.0
// What a NicConfigurationTemplate sets on the NICs that it selects.
#include "tests/drivers/host_reading.h"
#include "tests/drivers/kubernetes/nic_template.h"

#include <doctest/doctest.h>

#include <string>

namespace rocelint {
namespace {

using tests::nic_template;
using tests::ReadFiles;

TEST_SUITE_BEGIN("kubernetes");

TEST_CASE("what a template states is read")
{
    const std::string text = nic_template("cx7",
        "    pciPerformanceOptimized:\n      enabled: true\n      maxReadRequest: 1024\n"
        "    roceOptimized:\n      enabled: true\n      qos:\n        trust: dscp\n"
        "        pfc: \"0,0,0,0,1,0,0,0\"\n        tos: 96\n        cableLen: 5\n"
        "        ecn: {enabled: true, priority: 4}\n        pauseFrames:\n          enabled: false\n");
    const ReadFiles read("kubernetes", {{"nct.yaml", text}});
    CHECK(read.all_recognised());
    CHECK(read.gaps().empty());
    CHECK(read.problems().empty());
    CHECK(read.device().name == "cx7");
    CHECK(read.device().is_template);
    const Port* port = read.port("nicType-1021");
    REQUIRE(port != nullptr);
    CHECK(port->trust.is(Trust::dscp));
    CHECK(port->pfc_tx.is(PrioritySet::of(4)));
    CHECK(port->pfc_rx.is(PrioritySet::of(4)));
    CHECK(port->pause_rx.is(false));
    CHECK(port->cable_length.is(Metres{5}));
    const Nic* nic = read.nic("nicType-1021");
    REQUIRE(nic != nullptr);
    CHECK(nic->cm_tos.is(96));
    CHECK_FALSE(nic->traffic_class.known());
    CHECK(nic->read_request.is(Bytes{1024}));
    CHECK(nic->ecn_reaction.is(PrioritySet::of(4)));
    CHECK(nic->reaction_seen == PrioritySet::of(4));
}

TEST_CASE("what the operator itself chooses is read, unless rawNvConfig sets it")
{
    const ReadFiles silent(
        "kubernetes", {{"nct.yaml", nic_template("a", "    roceOptimized:\n      enabled: true\n")}});
    const Port* port = silent.port("nicType-1021");
    REQUIRE(port != nullptr);
    CHECK(port->trust.is(Trust::dscp));
    CHECK(port->trust.configured());
    CHECK(port->pfc_tx.is(PrioritySet::of(3)));
    const Nic* nic = silent.nic("nicType-1021");
    REQUIRE(nic != nullptr);
    CHECK(nic->stored_cnp_dscp.is(4));
    CHECK(nic->stored_cnp_priority.is(6));
    CHECK(nic->cc_priorities.is(PrioritySet::all()));
    CHECK_FALSE(nic->cm_tos.known());
    CHECK_FALSE(nic->read_request.known());
    const ReadFiles raw("kubernetes",
        {{"nct.yaml",
            nic_template("a",
                "    roceOptimized:\n      enabled: true\n    rawNvConfig:\n      - name: CNP_DSCP_P1\n"
                "        value: \"48\"\n      - {name: CNP_DSCP_P2, value: \"50\"}\n"
                "      - {name: ROCE_CC_PRIO_MASK_P1, value: \"900\"}\n")}});
    CHECK(raw.nic("nicType-1021")->stored_cnp_dscp.is(48));
    CHECK(raw.nic("nicType-1021")->cc_priorities.is(PrioritySet::all()));
    REQUIRE(raw.problems().size() == 1);
    CHECK(raw.problems()[0].message == "ROCE_CC_PRIO_MASK_P1 is 900, and must be a number up to 255");
}

TEST_CASE("firmware that neither sends nor receives LLDP speaks no DCBX")
{
    const auto speaks = [](std::string_view receives) {
        const ReadFiles host("kubernetes",
            {{"nct.yaml",
                nic_template("a",
                    "    rawNvConfig:\n      - {name: LLDP_NB_TX_MODE_P1, value: \"OFF\"}\n"
                    "      - {name: LLDP_NB_DCBX_P1, value: \"1\"}\n      - {name: LLDP_NB_RX_MODE_P1, value: \""
                        + std::string(receives) + "\"}\n")}});
        CHECK(host.problems().empty());
        return host.nic("nicType-1021")->firmware_dcbx;
    };
    CHECK(speaks("0").is(false));
    CHECK(speaks("2").is(true));
    CHECK(speaks("ALL").is(true));
}

TEST_CASE("rawNvConfig turns RoCE off and sends CNPs in the priority of the packets that they answer")
{
    const auto read = [](std::string_view mode, std::string_view control) {
        return ReadFiles("kubernetes",
            {{"nct.yaml",
                nic_template("a",
                    "    roceOptimized:\n      enabled: true\n    rawNvConfig:\n"
                    "      - {name: CNP_RES_PRIO_MODE_P1, value: \""
                        + std::string(mode) + "\"}\n      - {name: ROCE_CONTROL, value: \""
                        + std::string(control) + "\"}\n")}});
    };
    const ReadFiles off = read("1", "ROCE_DISABLE");
    CHECK(off.problems().empty());
    CHECK(off.nic("nicType-1021")->has_v2_gid.is(false));
    CHECK_FALSE(off.nic("nicType-1021")->stored_cnp_priority.known());
    const ReadFiles on = read("0", "2");
    CHECK(on.problems().empty());
    CHECK_FALSE(on.nic("nicType-1021")->has_v2_gid.known());
    CHECK(on.nic("nicType-1021")->stored_cnp_priority.is(6));
    REQUIRE(read("0", "3").problems().size() == 1);
}

TEST_CASE("settings that the operator ignores are not taken")
{
    const std::string qos = "      qos:\n        trust: dscp\n        pfc: \"0,0,0,1,0,0,0,0\"\n";
    const ReadFiles off(
        "kubernetes", {{"nct.yaml", nic_template("a", "    roceOptimized:\n      enabled: false\n" + qos)}});
    CHECK_FALSE(off.port("nicType-1021")->pfc_tx.known());
    CHECK(off.gaps().empty());
    REQUIRE(off.problems().size() == 1);
    CHECK(off.problems()[0].severity == SyntaxProblem::Severity::warning);
    const ReadFiles reset("kubernetes",
        {{"nct.yaml",
            nic_template(
                "a", "    roceOptimized:\n      enabled: true\n" + qos, "  resetToDefault: true\n")}});
    CHECK_FALSE(reset.port("nicType-1021")->pfc_tx.known());
    const ReadFiles profile("kubernetes",
        {{"nct.yaml",
            nic_template("a", "    spectrumXOptimized:\n      enabled: true\n      version: \"RA2.1\"\n")}});
    CHECK_FALSE(profile.port("nicType-1021")->trust.known());
    CHECK(profile.gaps() == "13 unsupported       version: \"RA2.1\"\n");
}

TEST_CASE("a name over several lines, or of an alias, is one name")
{
    const std::string roce = "    roceOptimized:\n      enabled: true\n";
    std::string block = nic_template("a", roce);
    block.replace(block.find("name: a"), 7, "name: >-\n    gpu\n    nics");
    CHECK(ReadFiles("kubernetes", {{"nct.yaml", block}}).device().name == "gpu nics");
    std::string alias = nic_template("a", roce);
    alias.replace(alias.find("name: a"), 7, "labels: {app: &app gpu-nics}\n  name: *app");
    CHECK(ReadFiles("kubernetes", {{"nct.yaml", alias}}).device().name == "gpu-nics");
}

TEST_CASE("words that kubectl takes for true and false are read as such")
{
    const ReadFiles on("kubernetes",
        {{"nct.yaml",
            nic_template("a",
                "    roceOptimized:\n      enabled: True\n      qos:\n        trust: dscp\n"
                "        pfc: \"0,0,0,1,0,0,0,0\"\n        pauseFrames: {enabled: off}\n")}});
    CHECK(on.problems().empty());
    REQUIRE(on.port("nicType-1021") != nullptr);
    CHECK(on.port("nicType-1021")->pfc_tx.is(PrioritySet::of(3)));
    CHECK(on.port("nicType-1021")->pause_rx.is(false));
    const ReadFiles bad(
        "kubernetes", {{"nct.yaml", nic_template("a", "    roceOptimized:\n      enabled: 1\n")}});
    CHECK(bad.problems().size() == 1);
}

TEST_CASE("a part of a template, which is laid over another, states what it states")
{
    const std::string text
        = "apiVersion: configuration.net.nvidia.com/v1alpha1\nkind: NicConfigurationTemplate\n"
          "metadata:\n  name: a\nspec:\n  template:\n    roceOptimized:\n      qos:\n"
          "        pfc: \"0,0,0,0,1,0,0,0\"\n";
    const ReadFiles part("kubernetes", {{"patch.yaml", text}});
    CHECK(part.gaps().empty());
    REQUIRE(part.port("nics") != nullptr);
    CHECK(part.port("nics")->pfc_tx.is(PrioritySet::of(4)));
    CHECK_FALSE(part.port("nics")->trust.known());
    const ReadFiles unfilled("kubernetes",
        {{"nct.yaml",
            nic_template("a",
                "    roceOptimized:\n      enabled: {{ .Values.roce }}\n      qos:\n"
                "        pfc: \"0,0,0,1,0,0,0,0\"\n")}});
    CHECK_FALSE(unfilled.port("nicType-1021")->pfc_tx.known());
    CHECK(unfilled.coverage().count(CoverageState::unsupported) == 2);
}

TEST_CASE("values that the operator refuses are errors")
{
    struct Row {
        std::string_view line;
        std::string_view message;
    };
    constexpr Row rows[] = {
        {"trust: pcp", "trust is pcp, and must be dscp or pfc: the operator then sets neither trust nor PFC"},
        {"pfc: \"0,0,0,1\"", "pfc is 0,0,0,1, and must be eight digits 0 or 1 with commas between them"},
        {"tos: 256", "tos is 256, and must be a number from 0 to 255"},
    };
    for (const Row& row : rows) {
        CAPTURE(row.line);
        const std::string text
            = nic_template("a", "    roceOptimized:\n      enabled: true\n      qos:\n        ")
            + std::string(row.line) + '\n';
        const ReadFiles read("kubernetes", {{"nct.yaml", text}});
        REQUIRE(read.problems().size() == 1);
        CHECK(read.problems()[0].severity == SyntaxProblem::Severity::error);
        CHECK(read.problems()[0].message == row.message);
    }
}

TEST_CASE("of two templates that select the same NICs neither is applied")
{
    const std::string roce = "    roceOptimized:\n      enabled: true\n";
    const std::string by_address = "    pciAddresses: [\"0000:18:00.0\"]\n";
    const std::string two = nic_template("a", roce) + "---\n" + nic_template("b", roce, by_address);
    const ReadFiles both("kubernetes", {{"nct.yaml", two}});
    REQUIRE(both.problems().size() == 1);
    CHECK(both.problems()[0].message
        == "a and b select the same NICs: the operator then applies neither of them");
    REQUIRE(both.device().ports.size() == 2);
    CHECK(both.device().ports[1].name == "b/nicType-1021");
    CHECK_FALSE(both.device().ports[0].pfc_tx.known());
    CHECK_FALSE(both.device().ports[1].pfc_tx.known());
    const std::string apart = nic_template("a", roce, "    pciAddresses: [\"0000:3a:00.0\"]\n") + "---\n"
        + nic_template("b", roce, by_address);
    CHECK(ReadFiles("kubernetes", {{"nct.yaml", apart}}).problems().empty());
    const std::string by_node = nic_template("a", roce, "  nodeSelector: {rack: a}\n") + "---\n"
        + nic_template("b", roce, "  nodeSelector: {rack: b}\n");
    CHECK(ReadFiles("kubernetes", {{"nct.yaml", by_node}}).problems().empty());
}

TEST_CASE("each template is compared with all that may select the same NICs")
{
    const std::string roce = "    roceOptimized:\n      enabled: true\n";
    const auto problems = [&roce](std::initializer_list<std::string> selectors) {
        std::string text;
        char name = 'a';
        for (const std::string& selector : selectors)
            text += (text.empty() ? "" : "---\n") + nic_template(std::string(1, name++), roce, selector);
        const ReadFiles read("kubernetes", {{"nct.yaml", text}});
        std::string messages;
        for (const SyntaxProblem& problem : read.problems())
            messages += problem.message.substr(0, problem.message.find(" select")) + '\n';
        return messages;
    };
    const std::string rack_a = "  nodeSelector: {rack: a}\n";
    const std::string rack_b = "  nodeSelector: {rack: b}\n";
    CHECK(problems({rack_a, rack_b, "  nodeSelector: {gpu: h100, rack: a}\n"}) == "a and c\n");
    CHECK(problems({"  nodeSelector: {gpu: h100, rack: a}\n", rack_b, rack_a}) == "a and c\n");
    CHECK(problems({rack_a, rack_b, ""}) == "a and c\nb and c\n");
    CHECK(
        problems({"  nodeSelector: {gpu: h100, rack: a}\n", "  nodeSelector: {gpu: a100, rack: a}\n"}) == "");
    const std::string first = "    serialNumbers: [s1, s2]\n    partNumbers: [p1]\n";
    CHECK(problems({first, "    serialNumbers: [s3, s2]\n"}) == "a and b\n");
    CHECK(problems({first, "    serialNumbers: [s3, s2]\n    partNumbers: [p2]\n"}) == "");
    CHECK(problems({first, "    serialNumbers: [s3]\n", "    partNumbers: [p1]\n"}) == "a and c\nb and c\n");
}

TEST_SUITE_END();

}
}
