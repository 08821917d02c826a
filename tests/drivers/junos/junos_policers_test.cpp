// SPDX-License-Identifier: Apache-2.0
#include "models/fabric/words.h"
#include "tests/drivers/junos/junos_case.h"

namespace rocelint {
namespace {

using junos_case::Case;

TEST_SUITE_BEGIN("junos policers");

// A port whose input filter is F, with these statements of `firewall`.
Case with_firewall(std::string_view firewall, std::string_view applied = "filter { input F; }")
{
    return Case("system { host-name leaf1; }\nfirewall {\n" + std::string(firewall)
        + "\n}\ninterfaces { et-0/0/0 { speed 100g; unit 0 { family inet { " + std::string(applied)
        + " } } } }\n");
}

constexpr std::string_view discarding
    = "policer P { if-exceeding { bandwidth-limit 40g; burst-size-limit 1m; } then discard; }\n";

std::string filter(std::string_view from, std::string_view then)
{
    return "family inet { filter F { term 1 { " + std::string(from) + " then { " + std::string(then)
        + " accept; } } } }";
}

TEST_CASE("a term sends packets of its code points through a policer")
{
    const Case read
        = with_firewall(std::string(discarding) + filter("from { dscp [ 26 af41 ]; }", "policer P;"));
    const std::vector<Meter>& meters = read.device().meters;
    REQUIRE(meters.size() == 1);
    CHECK(meters[0].effect == MeterEffect::drop);
    CHECK(meters[0].above == BitsPerSecond{40'000'000'000});
    CHECK(to_string(meters[0].dscps) == "26,34");
    CHECK(read.port("et-0/0/0").ingress_policy.known());
}

TEST_CASE("a policer of three colours colours yellow and red, and discards red where its action says so")
{
    const auto colours = [](std::string_view action) {
        return with_firewall("three-color-policer T { " + std::string(action)
            + " two-rate { color-blind; committed-information-rate 10g; peak-information-rate 20g; } }\n"
            + filter("", "three-color-policer { two-rate T; }"));
    };
    const Case marks = colours("");
    REQUIRE(marks.device().meters.size() == 2);
    CHECK(marks.device().meters[0].effect == MeterEffect::yellow);
    CHECK(marks.device().meters[1].effect == MeterEffect::red);
    CHECK(marks.device().meters[1].above == BitsPerSecond{20'000'000'000});
    const Case drops = colours("action { loss-priority high then discard; }");
    REQUIRE(drops.device().meters.size() == 2);
    CHECK(drops.device().meters[1].effect == MeterEffect::drop);
}

TEST_CASE("a filter that matches by address, or names a policer that is not there, meters what is not known")
{
    const Case address = with_firewall(
        std::string(discarding) + filter("from { source-address 10.0.0.0/8; }", "policer P;"));
    REQUIRE(address.device().meters.size() == 1);
    CHECK(address.device().meters[0].effect == MeterEffect::unknown);
    const Case lost = with_firewall(filter("from { dscp 26; }", "policer GONE;"));
    REQUIRE(lost.device().meters.size() == 1);
    CHECK(lost.device().meters[0].effect == MeterEffect::unknown);
}

TEST_CASE("behind a term that matches by address, it is not known what a policer takes")
{
    const auto terms = [](std::string_view from) {
        return with_firewall(std::string(discarding) + "family inet { filter F { term 1 { from { "
            + std::string(from) + " } then accept; } term 2 { then policer P; } } }");
    };
    const Case address = terms("source-address 10.0.0.0/8;");
    REQUIRE(address.device().meters.size() == 1);
    CHECK(address.device().meters[0].effect == MeterEffect::unknown);
    const Case narrow = terms("dscp 46; source-address 10.0.0.0/8;");
    REQUIRE(narrow.device().meters.size() == 2);
    CHECK(narrow.device().meters[0].effect == MeterEffect::drop);
    CHECK_FALSE(narrow.device().meters[0].dscps.has(46));
    CHECK(narrow.device().meters[1].effect == MeterEffect::unknown);
    CHECK(to_string(narrow.device().meters[1].dscps) == "46");
}

TEST_CASE("packets of a term with `next term` go on to the terms behind it")
{
    const Case read = with_firewall(std::string(discarding)
        + "family inet { filter F { term 1 { from { dscp 26; } then { count roce; next term; } }\n"
          "term 2 { from { source-address 10.0.0.0/8; } then next term; }\n"
          "term 3 { then { policer P; accept; } } } }");
    REQUIRE(read.device().meters.size() == 1);
    CHECK(read.device().meters[0].effect == MeterEffect::drop);
    CHECK(read.device().meters[0].dscps == DscpSet::all());
}

TEST_CASE("RoCE packets meet the conditions udp and 4791, and a policer of the family takes all packets")
{
    const Case roce = with_firewall(
        std::string(discarding) + filter("from { protocol udp; destination-port 4791; }", "policer P;"));
    REQUIRE(roce.device().meters.size() == 1);
    CHECK(roce.device().meters[0].effect == MeterEffect::drop);
    CHECK(roce.device().meters[0].dscps == DscpSet::all());
    for (const char* from : {"from { protocol tcp; }",
             "from { protocol [ tcp 6 ]; source-address 10.0.0.0/8; }",
             "from { destination-port [ bgp 179 5000-6000 ]; }"}) {
        CAPTURE(from);
        CHECK(with_firewall(std::string(discarding) + filter(from, "policer P;")).device().meters.empty());
    }
    const Case range = with_firewall(
        std::string(discarding) + filter("from { destination-port 4000-5000; }", "policer P;"));
    REQUIRE(range.device().meters.size() == 1);
    CHECK(range.device().meters[0].effect == MeterEffect::drop);
    const Case other = with_firewall(discarding, "policer { input P; }");
    REQUIRE(other.device().meters.size() == 1);
    CHECK(other.device().meters[0].dscps == DscpSet::all());
}

TEST_CASE("the loss priorities of a classifier colour the packets of its ports")
{
    const Case read("system { host-name leaf1; }\n"
                    "interfaces { et-0/0/0 { unit 0 { family inet { address 10.0.0.1/31; } } } }\n"
                    "class-of-service {\n"
                    "forwarding-classes { class NO-LOSS queue-num 3; }\n"
                    "classifiers { dscp D { forwarding-class NO-LOSS {\n"
                    "loss-priority high code-points 011010; loss-priority low code-points 011011; } } }\n"
                    "interfaces { et-0/0/0 { unit 0 { classifiers { dscp D; } } } }\n}\n");
    REQUIRE(read.device().meters.size() == 1);
    CHECK(read.device().meters[0].effect == MeterEffect::red);
    CHECK(to_string(read.device().meters[0].dscps) == "26");
}

TEST_CASE("the loss priorities of an 802.1p classifier leave open which packets they colour")
{
    const auto classified = [](std::string_view loss) {
        return Case(
            "system { host-name leaf1; }\n"
            "interfaces { et-0/0/0 { unit 0 { family ethernet-switching { vlan { members v10; } } } } }\n"
            "class-of-service {\n"
            "forwarding-classes { class NO-LOSS queue-num 3; }\n"
            "classifiers { ieee-802.1 P { forwarding-class NO-LOSS { loss-priority "
            + std::string(loss)
            + " code-points 011; } } }\n"
              "interfaces { et-0/0/0 { unit 0 { classifiers { ieee-802.1 P; } } } }\n}\n");
    };
    const Case high = classified("high");
    REQUIRE(high.device().meters.size() == 1);
    CHECK(high.device().meters[0].effect == MeterEffect::unknown);
    CHECK(high.device().meters[0].dscps == DscpSet::all());
    CHECK(classified("low").device().meters.empty());
}

TEST_CASE("a loss priority that a filter sets replaces that of the classifier")
{
    const auto filtered = [](std::string_view from) {
        return Case("system { host-name leaf1; }\nfirewall { "
            + filter("from { " + std::string(from) + " }", "loss-priority low;")
            + " }\ninterfaces { et-0/0/0 { unit 0 { family inet { filter { input F; } address 10.0.0.1/31; } } } }\n"
              "class-of-service {\n"
              "forwarding-classes { class NO-LOSS queue-num 3; }\n"
              "classifiers { dscp D { forwarding-class NO-LOSS {\n"
              "loss-priority high code-points [ 011010 011011 ]; } } }\n"
              "interfaces { et-0/0/0 { unit 0 { classifiers { dscp D; } } } }\n}\n");
    };
    const auto effect_on = [](const Case& read, Dscp dscp) {
        std::string effects;
        for (const Meter& meter : read.device().meters)
            effects += meter.dscps.has(dscp) ? std::string(word_of(meter.effect)) + " " : "";
        return effects;
    };
    const Case set = filtered("dscp 26;");
    CHECK(effect_on(set, 26) == "green ");
    CHECK(effect_on(set, 27) == "red ");
    const Case perhaps = filtered("dscp 26; source-address 10.0.0.0/8;");
    CHECK(effect_on(perhaps, 26) == "green unknown ");
    CHECK(effect_on(perhaps, 27) == "red ");
}

TEST_CASE("a filter of a VLAN or an IRB interface leaves open how switched ports classify and police")
{
    constexpr std::string_view terms
        = "filter F { term 1 { from { dscp 26; } then { policer P; forwarding-class best-effort; } } } }\n";
    const auto with_filter = [&](std::string_view family, std::string_view vlans, std::string_view irb) {
        return Case(
            std::string("system { host-name leaf1; }\nfirewall {\n")
                .append(discarding)
                .append("family ")
                .append(family)
                .append(" { ")
                .append(terms)
                .append("}\n")
                .append(vlans)
                .append(
                    "interfaces { et-0/0/0 { unit 0 { family ethernet-switching { vlan { members v10; } } } }\n"
                    "et-0/0/1 { unit 0 { family inet { address 10.0.0.1/31; } } }\n")
                .append(irb)
                .append("}\n"));
    };
    for (const char* vlans : {"vlans { v10 { vlan-id 10; forwarding-options { filter { input F; } } } }\n",
             "vlans { v10 { vlan-id 10; filter { input F; } } }\n"}) {
        CAPTURE(vlans);
        const Case read = with_filter("ethernet-switching", vlans, "");
        CHECK_FALSE(read.port("et-0/0/0").ingress_policy.known());
        CHECK(read.port("et-0/0/1").ingress_policy.known());
        REQUIRE(read.device().meters.size() == 1);
        CHECK(read.device().meters[0].effect == MeterEffect::unknown);
        CHECK(read.device().ports[read.device().meters[0].port].name == "et-0/0/0");
    }
    const Case routed = with_filter(
        "inet", "", "irb { unit 10 { family inet { filter { input F; } address 10.1.0.1/24; } } }\n");
    CHECK_FALSE(routed.port("et-0/0/0").ingress_policy.known());
    CHECK(routed.port("et-0/0/1").ingress_policy.known());
    CHECK(routed.device().meters.size() == 1);
    const Case none = with_filter("inet", "vlans { v10 { vlan-id 10; } }\n", "");
    CHECK(none.port("et-0/0/0").ingress_policy.known());
    CHECK(none.device().meters.empty());
}

TEST_CASE("a filter of a VLAN concerns the ports that may be in that VLAN")
{
    const auto with = [&](std::string_view members,
                          std::string_view vlans,
                          std::string_view family = "ethernet-switching") {
        return Case(
            std::string("system { host-name leaf1; }\nfirewall {\n")
                .append(discarding)
                .append("family ")
                .append(family)
                .append(
                    " { filter F { term 1 { from { dscp 26; } then { policer P; forwarding-class best-effort; } } } } }\n")
                .append(vlans)
                .append("interfaces { et-0/0/0 { unit 0 { family ethernet-switching { ")
                .append(members)
                .append(" } } }\n irb { unit 10 { family inet { ")
                .append(family == "inet" ? "filter { input F; } " : "")
                .append("address 10.1.0.1/24; } } } }\n"));
    };
    constexpr std::string_view named
        = "vlans { v10 { vlan-id 10; l3-interface irb.10; forwarding-options { filter { input F; } } }\n"
          "v20 { vlan-id 20; } pair { vlan-id-list [ 9 10 ]; } }\n";
    constexpr std::string_view routed
        = "vlans { v10 { vlan-id 10; l3-interface irb.10; } v20 { vlan-id 20; } pair { vlan-id-list [ 9 10 ]; } }\n";
    for (const char* outside : {"vlan { members v20; }",
             "interface-mode trunk; vlan { members [ v20 30-39 ]; }",
             "vlan { members 20; }"}) {
        CAPTURE(outside);
        const Case of_vlan = with(outside, named);
        CHECK(of_vlan.port("et-0/0/0").ingress_policy.known());
        CHECK(of_vlan.device().meters.empty());
        CHECK(of_vlan.reading.problems.empty());
        const Case of_irb = with(outside, routed, "inet");
        CHECK(of_irb.port("et-0/0/0").ingress_policy.known());
        CHECK(of_irb.device().outside_vlans.size() == 1);
    }
    for (const char* perhaps : {"vlan { members v10; }",
             "interface-mode trunk; vlan { members all; }",
             "interface-mode trunk; vlan { members [ v20 5-15 ]; }",
             "interface-mode trunk; vlan { members pair; }",
             "vlan { members unknown; }",
             "interface-mode trunk;"}) {
        CAPTURE(perhaps);
        CHECK_FALSE(with(perhaps, named).port("et-0/0/0").ingress_policy.known());
        CHECK_FALSE(with(perhaps, routed, "inet").port("et-0/0/0").ingress_policy.known());
    }
    // A VLAN that lists its ports may have this one.
    constexpr std::string_view listing
        = "vlans { v10 { vlan-id 10; interface et-0/0/0.0; filter { input F; } } v20 { vlan-id 20; } }\n";
    CHECK_FALSE(with("vlan { members v20; }", listing).port("et-0/0/0").ingress_policy.known());
}

TEST_CASE(
    "a filter that sets the class of packets leaves the classification of RoCE known where it takes no RoCE")
{
    const auto with_term
        = [](std::string_view from) { return with_firewall(filter(from, "forwarding-class best-effort;")); };
    for (const char* from : {"from { protocol tcp; }", "from { protocol udp; destination-port 53; }"}) {
        CAPTURE(from);
        CHECK(with_term(from).port("et-0/0/0").ingress_policy.known());
    }
    for (const char* from : {"", "from { protocol udp; }", "from { dscp 26; }"}) {
        CAPTURE(from);
        CHECK_FALSE(with_term(from).port("et-0/0/0").ingress_policy.known());
    }
}

TEST_SUITE_END();

}
}
