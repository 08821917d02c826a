// SPDX-License-Identifier: Apache-2.0
// Interfaces, routes and load balancing.
#include "drivers/junos/grammar/grammar.h"
#include "drivers/junos/live/live_text.h"
#include "models/syntax/xml_tree.h"
#include "tests/drivers/junos/junos_case.h"

namespace rocelint {
namespace {

using junos_case::Case;

TEST_SUITE_BEGIN("junos ports");

TEST_CASE("names give the kind of port")
{
    const Case read(
        "system { host-name a; } interfaces { et-0/0/0 { disable; } xe-0/0/1 { unused; } ae1; irb; lo0; re0:mgmt-0; fxp0; em0; gr-0/0/0; }\n");
    CHECK(read.port("et-0/0/0").kind == PortKind::physical);
    CHECK(read.port("et-0/0/0").admin_up.is(false));
    CHECK(read.port("xe-0/0/1").admin_up.is(false));
    CHECK(read.port("ae1").kind == PortKind::lag);
    CHECK(read.port("ae1").admin_up.is(true));
    CHECK(read.port("irb").kind == PortKind::vlan);
    CHECK(read.port("lo0").kind == PortKind::loopback);
    CHECK(read.port("re0:mgmt-0").kind == PortKind::management);
    CHECK(read.port("fxp0").kind == PortKind::management);
    CHECK(read.port("em0").kind == PortKind::management);
    CHECK(read.port("gr-0/0/0").kind == PortKind::tunnel);
}

TEST_CASE("channels have the speed of the port they are parts of, which itself is no port")
{
    const Case read(R"(system { host-name a; }
chassis { fpc 0 { pic 0 { port 5 { channel-speed 25g; } } } }
interfaces {
    et-0/0/0 { number-of-sub-ports 2; speed 400g; }
    et-0/0/0:0 { mtu 9216; }
    et-0/0/0:1 { speed 100g; }
    et-0/0/5:0 { mtu 9216; }
}
)");
    CHECK(read.port("et-0/0/0").kind == PortKind::other);
    CHECK(read.port("et-0/0/0:0").speed.is(BitsPerSecond{400'000'000'000}));
    CHECK(read.port("et-0/0/0:0").speed.origin.kind() == OriginKind::inherited);
    CHECK(read.port("et-0/0/0:1").speed.is(BitsPerSecond{100'000'000'000}));
    CHECK(read.port("et-0/0/5:0").speed.is(BitsPerSecond{25'000'000'000}));
}

TEST_CASE("the interface MTU includes the Ethernet header, the family's does not")
{
    const Case read(R"(system { host-name a; }
interfaces {
    et-0/0/0 { mtu 9216; unit 0 { family inet { mtu 9170; address 10.0.0.1/31; } } }
    et-0/0/1 { mtu 9216; unit 0 { family inet { address 10.0.0.3/31; } } }
    et-0/0/2 { unit 0 { family inet { address 10.0.0.5/31; } } }
    et-0/0/3 { unit 0 { family inet; } }
    et-0/0/4 { mtu 9216; unit 0 { family ethernet-switching; } }
}
)");
    CHECK(read.port("et-0/0/0").ip_mtu.is(Bytes{9170}));
    CHECK(read.port("et-0/0/0").max_frame.is(Bytes{9216}));
    CHECK(read.port("et-0/0/1").ip_mtu.is(Bytes{9202}));
    CHECK(read.port("et-0/0/2").ip_mtu.is(Bytes{1500}));
    CHECK(read.port("et-0/0/2").max_frame.is(Bytes{1514}));
    CHECK_FALSE(read.port("et-0/0/3").ip_mtu.known());
    CHECK(read.port("et-0/0/4").routed.is(false));
    CHECK_FALSE(read.port("et-0/0/4").ip_mtu.known());
}

TEST_CASE("link pause is off unless the Ethernet options say otherwise")
{
    const Case read(R"(system { host-name a; }
interfaces {
    et-0/0/0 { mtu 9216; }
    et-0/0/1 { ether-options { flow-control; fec fec91; no-auto-negotiation; } }
    et-0/0/2 { gigether-options { configured-flow-control { rx-buffers on; tx-buffers off; } } }
}
)");
    CHECK(read.port("et-0/0/0").pause_rx.is(false));
    CHECK(read.port("et-0/0/1").pause_rx.is(true));
    CHECK(read.port("et-0/0/1").fec.is(Fec::rs));
    CHECK(read.port("et-0/0/1").autoneg.is(false));
    CHECK(read.port("et-0/0/2").pause_tx.is(true));
    CHECK(read.port("et-0/0/2").pause_rx.is(false));
}

TEST_CASE("an input filter that sets forwarding classes makes the classification unread")
{
    const Case read(R"(system { host-name a; }
firewall { family inet { filter SETS { term 1 { then { forwarding-class best-effort; accept; } } } filter COUNTS { term 1 { then accept; } } } }
interfaces {
    et-0/0/0 { unit 0 { family inet { filter { input SETS; } } } }
    et-0/0/1 { unit 0 { family inet { filter { input COUNTS; } } } }
}
)");
    CHECK_FALSE(read.port("et-0/0/0").ingress_policy.known());
    CHECK(read.port("et-0/0/1").ingress_policy.known());
}

TEST_CASE("OSPF and IS-IS are recognised unless they are disabled")
{
    const auto link_state = [](std::string_view protocols) {
        return Case("system { host-name a; }\ninterfaces { et-0/0/0 { mtu 9216; } }\nprotocols { "
            + std::string(protocols) + " }\n")
            .device()
            .forwarding.link_state;
    };
    CHECK(link_state("ospf { area 0.0.0.0 { interface et-0/0/0.0; } }").is(true));
    CHECK(link_state("isis { interface et-0/0/0.0; }").is(true));
    CHECK_FALSE(link_state("ospf { disable; area 0.0.0.0 { interface et-0/0/0.0; } }").known());
    CHECK_FALSE(link_state("bgp { group g { neighbor 10.0.0.1; } }").known());
}

TEST_CASE("static routes, the AS number and accepted loops are read")
{
    const Case read(R"(system { host-name a; }
interfaces { et-0/0/0 { unit 0 { family inet { address 10.0.0.0/31; } } } }
routing-options {
    autonomous-system 65001 loops 2;
    static {
        route 0.0.0.0/0 next-hop [ 10.0.0.1 10.0.0.3 ];
        route 10.9.0.0/16 { next-hop 10.0.0.1; preference 200; }
        route 10.8.0.0/16 discard;
        route 10.7.0.0/16 qualified-next-hop et-0/0/0.0 { preference 7; }
    }
    rib inet6.0 { static { route 2001:db8::/32 next-hop 2001:db8::1; } }
}
protocols { bgp { group g { neighbor 10.0.0.1 { family inet { unicast { loops { 3; } } } } } } }
)");
    CHECK(read.first_problem().empty());
    const Forwarding& forwarding = read.device().forwarding;
    CHECK(forwarding.bgp_asn.is(65001));
    CHECK(forwarding.allow_own_as.is(2));
    REQUIRE(forwarding.routes.size() == 6);
    CHECK(forwarding.routes[0].distance == 5);
    CHECK(forwarding.routes[0].to.is_default());
    CHECK(forwarding.routes[2].distance == 200);
    CHECK(forwarding.routes[3].discards);
    CHECK(forwarding.routes[4].port == read.device().find_port("et-0/0/0"));
    CHECK(forwarding.routes[4].distance == 7);
}

TEST_CASE("explicitly named hash fields are read")
{
    const Case named(
        "set system host-name a\nset forwarding-options hash-key family inet layer-3\nset forwarding-options hash-key family inet layer-4 source-port\n");
    const Setting<HashFields>& fields = named.device().load_balancing.ecmp;
    CHECK(fields.value.has(HashField::source_ip));
    CHECK(fields.value.has(HashField::source_port));
    CHECK_FALSE(fields.value.has(HashField::destination_port));
    // The reader accepts it, but a switch has no such statement.
    CHECK(
        named.first_problem().find("takes layer-4 as a whole, so the switch refuses \"layer-4 source-port\"")
        != std::string::npos);
    const Case whole(
        "set system host-name a\nset forwarding-options hash-key family inet layer-3\nset forwarding-options hash-key family inet layer-4\n");
    CHECK(whole.device().load_balancing.ecmp.value.has(HashField::source_port));
    CHECK(whole.first_problem() == "");
    const Case without(
        "set system host-name a\nset forwarding-options enhanced-hash-key inet no-l4-source-port\n");
    CHECK_FALSE(without.device().load_balancing.ecmp.value.has(HashField::source_port));
    CHECK(without.device().load_balancing.ecmp.value.has(HashField::destination_port));
    CHECK_FALSE(Case("set system host-name a\n").device().load_balancing.ecmp.known());
}

TEST_CASE("the FEC modes for which Junos has keywords are read, and another is refused")
{
    const auto port = [](std::string_view word) {
        return Case(
            "set system host-name a\nset interfaces et-0/0/0 ether-options fec " + std::string(word) + "\n");
    };
    for (const auto& [word, code] : {std::pair{"none", Fec::none},
             {"fec74", Fec::base_r},
             {"fec91", Fec::rs},
             {"fec108", Fec::rs528},
             {"fec161", Fec::rs}}) {
        CAPTURE(word);
        const Case read = port(word);
        CHECK(read.first_problem() == "");
        CHECK(read.port("et-0/0/0").fec.is(code));
    }
    CHECK(port("fec119").first_problem() == "FEC \"fec119\" is not understood");
    const Case from = port("fec91");
    const std::array changes{Change{
        .port = {0, from.device().find_port("et-0/0/0")}, .property = Property::fec, .value = Fec::rs544}};
    const Editing editing = junos::driver.edit({&from.tree, 1}, from.device(), changes);
    REQUIRE(editing.refused.size() == 1);
    CHECK(editing.refused[0].reason.starts_with("Junos has no statement for this FEC"));
}

TEST_CASE("the asymmetric link pause of a bundle is read, and switched off at its statement")
{
    const Case from(
        "set system host-name a\nset interfaces et-0/0/0 ether-options 802.3ad ae0\n"
        "set interfaces ae0 aggregated-ether-options configured-flow-control rx-buffers on tx-buffers off\n");
    CHECK(from.port("ae0").pause_tx.is(true));
    CHECK(from.port("ae0").pause_rx.is(false));
    const std::uint32_t ae0 = from.device().find_port("ae0");
    const std::array changes{Change{.port = {0, ae0}, .property = Property::link_pause, .value = false}};
    const Commands told = junos::driver.commands({&from.tree, 1}, from.device(), changes);
    CHECK(told.refused.empty());
    CHECK(
        told.text == "set interfaces ae0 aggregated-ether-options configured-flow-control rx-buffers off\n");
}

TEST_CASE("a layer of the IPv4 hash key is added as a whole and replaces its fields")
{
    const auto hashed = [](std::string_view key) {
        const Case from(
            "system {\n    host-name a;\n}\nforwarding-options {\n    hash-key {\n        family inet {\n"
            + std::string(key) + "        }\n    }\n}\n");
        HashFields wanted;
        for (const HashField field :
            {HashField::source_ip, HashField::destination_ip, HashField::source_port})
            wanted.insert(field);
        const std::array changes{
            Change{.port = {0, Port::no_index}, .property = Property::hashing, .value = wanted}};
        const Editing editing = junos::driver.edit({&from.tree, 1}, from.device(), changes);
        CHECK(editing.refused.empty());
        const std::string after = apply_edits(*from.sources.find(0), editing.edits).value();
        const Case again(after);
        CHECK(again.first_problem() == "");
        CHECK(is_made(again.device(), changes.front()));
        return after;
    };
    const auto layers = [](const std::string& text) {
        const std::size_t begin = text.find("inet {") + 7;
        return text.substr(begin, text.find("        }", begin) - begin);
    };
    const std::string both = "            layer-3;\n            layer-4;\n";
    CHECK(layers(hashed("            layer-3;\n")) == both);
    CHECK(layers(hashed("            layer-3;\n            layer-4 destination-port;\n")) == both);
    CHECK(layers(hashed("            layer-3 {\n                source-address;\n            }\n"
                        "            layer-4 {\n                source-port;\n            }\n"))
        == both);
}

namespace {

bool is_read(const junos::Keyword& keyword)
{
    return keyword.state != CoverageState::irrelevant || keyword.inside != nullptr;
}

// Checks that the filter asks for all that the grammar reads below one of its elements. An empty element asks
// for everything.
void check_filter(const Node& element, const junos::Grammar& grammar, const std::string& path)
{
    if (element.first == nullptr)
        return;
    for (const junos::Keyword& keyword : grammar.keywords) {
        if (keyword.word.empty() || keyword.word == "groups" || !is_read(keyword))
            continue;
        const std::string below = path + "/" + std::string(keyword.word);
        const Node* asked = element.child(keyword.word);
        CHECK_MESSAGE(asked != nullptr, below);
        if (asked != nullptr && keyword.inside != nullptr)
            check_filter(*asked, *keyword.inside, below);
    }
}

}

TEST_CASE("a live switch is asked for everything that the grammar reads")
{
    const std::string filter = junos::live_filter();
    const Source source(0, "filter.xml", filter);
    const Tree tree = parse_xml(source);
    const Node* top = tree.root->child("configuration");
    REQUIRE(top != nullptr);
    check_filter(*top, junos::configuration, "");
}

TEST_CASE("routes use all next hops if a policy of the forwarding table says so")
{
    constexpr std::string_view head = "set system host-name a\n";
    constexpr std::string_view exported = "set routing-options forwarding-table export [ other spread ]\n"
                                          "set policy-options policy-statement other then accept\n";
    const auto multipath = [&](std::string_view lines) {
        return Case(std::string(head) + std::string(lines)).device().load_balancing.multipath;
    };
    CHECK(multipath("").is(false));
    CHECK(multipath(
        std::string(exported) + "set policy-options policy-statement spread then load-balance per-packet\n")
              .is(true));
    CHECK(multipath(std::string(exported)
        + "set policy-options policy-statement spread term all then load-balance per-flow\n")
              .is(true));
    CHECK(multipath(
        std::string(exported) + "set policy-options policy-statement spread then load-balance per-prefix\n")
              .is(false));
    CHECK_FALSE(multipath(exported).peek_known());
    const Case braces(
        "system { host-name a; }\n"
        "routing-options { forwarding-table { export spread; } }\n"
        "policy-options { policy-statement spread { then { load-balance per-packet; accept; } } }\n");
    CHECK(braces.first_problem() == "");
    CHECK(braces.device().load_balancing.multipath.is(true));
    CHECK(braces.written(braces.device().load_balancing.multipath) == "load-balance per-packet");
}

TEST_CASE("BGP takes several paths with multipath, and those through other systems with multiple-as")
{
    const auto balancing = [](std::string_view lines) {
        return Case("set system host-name a\nset protocols bgp group up type external\n" + std::string(lines))
            .device()
            .load_balancing;
    };
    CHECK(balancing("").most_paths.is(1));
    CHECK_FALSE(balancing("").relaxed_paths.peek_known());
    CHECK_FALSE(balancing("set protocols bgp group up multipath\n").most_paths.peek_known());
    CHECK(balancing("set protocols bgp group up multipath\n").relaxed_paths.is(false));
    CHECK(balancing("set protocols bgp multipath multiple-as\n").relaxed_paths.is(true));
    CHECK(balancing("set protocols bgp group up neighbor 10.0.0.1 multipath multiple-as\n"
                    "set protocols bgp group down multipath\n")
              .relaxed_paths.is(true));
    CHECK_FALSE(Case("set system host-name a\n").device().load_balancing.most_paths.peek_known());
}

TEST_CASE("dynamic load balancing states whether packets of one flow are spread")
{
    const auto spread = [](std::string_view lines) {
        return Case("set system host-name a\n" + std::string(lines)).device().load_balancing.per_packet;
    };
    const std::string dlb = "set forwarding-options enhanced-hash-key ecmp-dlb ";
    CHECK(spread(dlb + "per-packet\n").is(true));
    CHECK(spread(dlb + "per-packet\n" + dlb + "ether-type ipv4\n").is(true));
    CHECK(spread(dlb + "per-packet\n" + dlb + "ether-type none\n").is(false));
    CHECK(spread(dlb + "flowlet inactivity-interval 50\n").is(false));
    CHECK(spread(dlb + "assigned-flow\n").is(false));
    CHECK(spread("").is(false));
}

TEST_CASE("thousands of interfaces are kept apart")
{
    std::string text = "set system host-name a\n";
    for (int number = 0; number < 3000; ++number)
        text += "set interfaces et-0/0/" + std::to_string(number) + " mtu " + std::to_string(4000 + number)
            + "\n";
    const Case read(text);
    CHECK(read.device().ports.size() == 3000);
    CHECK(read.port("et-0/0/2999").max_frame.is(Bytes{6999}));
    CHECK(read.port("et-0/0/10").max_frame.is(Bytes{4010}));
}

TEST_CASE("neighbours are read if their table was captured with the configuration")
{
    const Case read(R"(admin@leaf1> show lldp neighbors
Local Interface    Parent Interface    Chassis Id          Port info          System Name
et-0/0/0           -                   2c:6b:f5:94:59:c0   et-0/0/1.0         spine1
et-0/0/1.0         ae0                 2c:6b:f5:94:59:c1   Ethernet 1         spine2
et-0/0/9           -                   2c:6b:f5:94:59:c2   Ethernet1          elsewhere
et-0/0/1           -                   2c:6b:f5:94:59:c3   44

admin@leaf1> show configuration
system { host-name leaf1; }
interfaces { et-0/0/0 { mtu 9216; } et-0/0/1 { mtu 9216; } }
)");
    CHECK(read.first_problem().empty());
    CHECK(read.coverage.count(CoverageState::unrecognised) == 0);
    REQUIRE(read.device().neighbours.size() == 2);
    const Neighbour& first = read.device().neighbours[0];
    CHECK(read.device().ports[first.port].name == "et-0/0/0");
    CHECK(first.device == "spine1");
    CHECK(first.port_id == "et-0/0/1");
    CHECK(read.device().neighbours[1].device == "spine2");
    CHECK(read.device().neighbours[1].port_id == "Ethernet 1");
}

TEST_SUITE_END();

}
}
