// SPDX-License-Identifier: Apache-2.0
#include "tests/drivers/eos/eos_case.h"

#include <ctime>

namespace rocelint {
namespace {

using eos_case::Case;
using eos_case::contains;

std::string base(std::string_view name = "leaf1")
{
    std::string text(eos::driver.base_example);
    for (std::size_t at = text.find("@NAME@"); at != std::string::npos; at = text.find("@NAME@", at))
        text.replace(at, 6, name);
    return text;
}

TEST_CASE("every line of the base example is read or irrelevant")
{
    const Case leaf(base());
    CHECK(leaf.coverage.count(CoverageState::unsupported) == 0);
    CHECK(leaf.coverage.count(CoverageState::unrecognised) == 0);
    CHECK(leaf.tree.problems.empty());
    CHECK(leaf.reading.problems.empty());
    CHECK(leaf.device().name == "leaf1");
    CHECK_FALSE(leaf.device().fragment);
    CHECK(detect(eos::driver, *leaf.sources.find(0)).confidence == 100);
    for (const std::string_view name : {"Ethernet1/1", "Ethernet2/1"}) {
        const Port& port = leaf.port(name);
        CHECK(port.pfc_tx.is(PrioritySet::of(3)));
        CHECK(port.trust.is(Trust::dscp));
        CHECK(port.ip_mtu.is(Bytes{9214}));
        CHECK(port.watchdog.enabled.is(true));
        CHECK(leaf.device().ecn_profiles[ecn_of_queue(leaf.device(), port, 3).value.index].marks());
        CHECK(dscps_of_tc(leaf.device(), port, 3) == DscpSet{std::uint64_t{1} << 26});
    }
}

TEST_CASE("line endings do not matter")
{
    const std::string unix_text = base();
    std::string dos;
    for (const char c : unix_text)
        dos += c == '\n' ? std::string("\r\n") : std::string(1, c);
    const Case one(unix_text);
    const Case other(dos);
    CHECK(one.text() == other.text());
    CHECK(other.coverage.count(CoverageState::unrecognised) == 0);
}

TEST_CASE("a truncated file is read up to its end")
{
    const std::string text = base()
        + "qos profile P\n"
          "   tx-queue 3\n"
          "      random-detect ecn minimum-threshold 3 milliseconds maximum-threshold 9 milliseconds\n"
          "interface Ethernet3-5,7/1\n"
          "   service-profile P\n"
          "   channel-group 4 mode active\n"
          "   comment\n"
          "   x\n"
          "   EOF\n"
          "class-map type qos match-any C\n"
          "   match ip access-group A\n"
          "ip access-list A\n"
          "   permit ip any any dscp af31\n"
          "policy-map type qos M\n"
          "   class C\n"
          "      set traffic-class 3\n"
          "Interface Ethernet1/1 detected 1 LLDP neighbors:\n"
          "  Neighbor 1/\"Et3\", age 1\n"
          "  - System Name: \"x\"\n";
    for (std::size_t size = 0; size <= text.size(); ++size) {
        const Case cut(std::string_view(text).substr(0, size));
        const Coverage& coverage = cut.coverage;
        CHECK(coverage.count(CoverageState::read) + coverage.count(CoverageState::irrelevant)
                + coverage.count(CoverageState::unsupported) + coverage.count(CoverageState::unrecognised)
            == coverage.total);
    }
}

TEST_CASE("garbage neither crashes the driver nor is believed")
{
    constexpr std::string_view lines[] = {
        "",
        "\n\n\n",
        "interface\n",
        "interface \n   mtu\n",
        "interface Ethernet\n   mtu 1\n",
        "interface Ethernet1\n"
        "   tx-queue\n"
        "   tx-queue 99\n"
        "   tx-queue 3\n"
        "      priority\n"
        "      bandwidth\n"
        "      bandwidth percent\n"
        "      shape\n"
        "      random-detect\n"
        "      random-detect ecn\n"
        "      no\n",
        "interface Ethernet1\n"
        "   no\n"
        "   default\n"
        "   qos\n"
        "   qos trust\n"
        "   qos cos\n"
        "   qos cos 9\n"
        "   speed\n"
        "   speed 99999999999999999999g\n"
        "   flowcontrol\n"
        "   channel-group\n"
        "   channel-group x\n"
        "   priority-flow-control\n"
        "   priority-flow-control priority\n"
        "   priority-flow-control priority 3\n"
        "   priority-flow-control pause\n"
        "   priority-flow-control pause watchdog port\n"
        "   priority-flow-control pause watchdog port timer timeout\n"
        "   service-policy\n"
        "   service-policy type\n"
        "   service-policy type qos input\n"
        "   service-profile\n"
        "   error-correction\n",
        "qos\n"
        "qos map\n"
        "qos profile\n"
        "qos profile \n"
        "qos map dscp to\n"
        "qos map traffic-class 1 to\n"
        "qos rewrite\n"
        "hostname\n",
        "class-map\n"
        "class-map type qos\n"
        "policy-map\n"
        "policy-map type qos\n"
        "   class\n"
        "ip access-list\n"
        "ip access-list A\n"
        "   10\n",
        "priority-flow-control\n"
        "priority-flow-control all\n"
        "priority-flow-control pause watchdog default\n"
        "priority-flow-control pause watchdog default timeout x\n"
        "priority-flow-control pause watchdog action\n",
        "Interface  LLDP neighbors\n  Neighbor \n  - \n  - System Name: \"\n    Port ID : \"\"\n",
        "\"\n\"interface\n'\n\x01\x02\xff\xfe\n",
        "! device: \n! device: x (\n! device: y (, EOS-\n> \n#\n$\n",
        "interface Ethernet1\n interface Ethernet2\n  interface Ethernet3\n   mtu 5\n",
    };
    for (const std::string_view text : lines) {
        CAPTURE(text);
        const Case garbage(text);
        CHECK(garbage.device().platform == "eos");
        const Case named("hostname leaf1\n" + std::string(text));
        CHECK_FALSE(named.text().empty());
    }
}

TEST_CASE("very long lines and very many items take linear time")
{
    std::string text = "hostname leaf1\ninterface Ethernet1\n   description " + std::string(2'000'000, 'x')
        + "\n   mtu " + std::string(1'000'000, '9') + "\n";
    text += "interface Ethernet" + std::string(500'000, ',') + "\n";
    text += "qos map dscp " + std::string(500'000, '1') + " to traffic-class 3\n";
    for (int at = 0; at < 20'000; ++at)
        text += "interface Ethernet1-4096\n   mtu 9000\n";
    // CPU time, which a busy machine does not lengthen.
    const std::clock_t start = std::clock();
    const Case big(text);
    const std::clock_t taken = std::clock() - start;
    CHECK(big.device().ports.size() <= 4200);
    CHECK(taken / CLOCKS_PER_SEC < 30);
}

TEST_CASE("a hundred thousand interfaces are read")
{
    std::string text = "hostname leaf1\n"
                       "qos profile P\n"
                       "   priority-flow-control on\n"
                       "   priority-flow-control priority 3 no-drop\n";
    constexpr std::uint32_t count = 100'000;
    for (std::uint32_t at = 0; at < count; ++at)
        text += "interface Ethernet" + std::to_string(at) + "/1\n   service-profile P\n   channel-group "
            + std::to_string(at % 1000) + " mode active\n";
    const Case big(text);
    CHECK(big.device().ports.size() == count + 1000);
    CHECK(big.device().ports[count - 1].pfc_tx.is(PrioritySet::of(3)));
    CHECK(big.coverage.count(CoverageState::unrecognised) == 0);
}

TEST_CASE("many classes with one access list evaluate it once")
{
    std::string text = "hostname leaf1\nip access-list A\n";
    for (int at = 0; at < 20'000; ++at)
        text += "   " + std::to_string(at) + " permit ip any any dscp 26\n";
    for (int at = 0; at < 20'000; ++at)
        text += "class-map type qos match-any C" + std::to_string(at) + "\n   match ip access-group A\n";
    const Case big(text);
    CHECK(big.device().class_maps.size() == 20'000);
    CHECK(big.device().class_maps.back().dscps.has(26));
}

}
}
