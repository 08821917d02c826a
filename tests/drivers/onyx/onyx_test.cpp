// SPDX-License-Identifier: Apache-2.0
#include "drivers/onyx/onyx.h"
#include "models/syntax/coverage.h"
#include "models/text/edit.h"
#include "tests/drivers/render_design.h"

#include <doctest/doctest.h>

#include <string>
#include <vector>

namespace rocelint::onyx_test {
namespace {

struct Case {
    Source source;
    std::vector<Tree> trees;
    Reading reading;

    explicit Case(std::string_view text) : source(0, "leaf1.cfg", text)
    {
        trees.push_back(onyx::driver.parse(source));
        reading = onyx::driver.read(trees, "leaf1");
    }
    [[nodiscard]] const Device& device() const { return reading.device; }
    [[nodiscard]] const Port& port(std::string_view name) const
    {
        return reading.device.ports.at(reading.device.find_port(name));
    }
    [[nodiscard]] const EcnProfile* marking(std::string_view name, std::uint8_t queue) const
    {
        const Setting<Ref>& ecn = device().queue(port(name), queue)->ecn;
        return ecn.known() && !ecn.value.none() ? &device().ecn_profiles.at(ecn.value.index) : nullptr;
    }
    [[nodiscard]] std::string edited(const std::vector<Change>& changes) const
    {
        const Editing editing = onyx::driver.edit(trees, device(), changes);
        return editing.refused.empty() ? *apply_edits(source, editing.edits)
                                       : "refused: " + editing.refused.front().reason;
    }
};

constexpr const char* head = "hostname leaf1\n";

Change change(std::uint32_t port, Property property, ChangeValue value, std::uint8_t number = 0xff)
{
    return {.port = {0, port}, .property = property, .number = number, .value = value};
}

TEST_CASE("an access list that polices leaves open what its ports drop")
{
    const std::string lists = std::string(head)
        + "ipv4 access-list SLOW\nipv4 access-list SLOW bind-point rif\nipv4 access-list SLOW policer P bits rate 10 g burst 2 m\n"
          "ipv4 access-list SLOW seq-number 10 permit ip any any policer P\n"
          "ipv4 access-list OPEN seq-number 10 permit ip any any\n"
          "interface ethernet 1/1 mtu 9216 force\n";
    const Case of_port(lists + "interface ethernet 1/1 ipv4 port access-group SLOW\n");
    REQUIRE(of_port.device().meters.size() == 1);
    CHECK(of_port.device().meters[0].effect == MeterEffect::unknown);
    CHECK(of_port.device().ports[of_port.device().meters[0].port].name == "Eth1/1");
    const Case of_vlan(lists + "interface vlan 2 ipv4 port access-group SLOW\n");
    REQUIRE(of_vlan.device().meters.size() == 1);
    CHECK(of_vlan.device().ports[of_vlan.device().meters[0].port].kind == PortKind::vlan);
    const auto in_vlan = [&](const char* vlans) {
        const Case read(lists + "interface vlan 2 ipv4 port access-group SLOW\n" + vlans);
        return meters_of_port(read.device(), read.device().find_port("Eth1/1"), DscpSet::all()).size();
    };
    CHECK(in_vlan("interface ethernet 1/1 switchport access vlan 2\n") == 1);
    CHECK(in_vlan("interface ethernet 1/1 switchport access vlan 3\n") == 0);
    CHECK(
        in_vlan(
            "interface ethernet 1/1 switchport mode hybrid\ninterface ethernet 1/1 switchport access vlan 3\n"
            "interface ethernet 1/1 switchport hybrid allowed-vlan add 2\n")
        == 1);
    CHECK(in_vlan("interface ethernet 1/1 switchport mode trunk\n"
                  "interface ethernet 1/1 switchport trunk allowed-vlan none\n"
                  "interface ethernet 1/1 switchport trunk allowed-vlan add 5\n")
        == 0);
    const Case block(std::string(head)
        + "ipv4 access-list SLOW\n   policer P bits rate 10 g\n   seq-number 10 permit ip any any policer P\n"
          "interface ethernet 1/1 ipv4 port access-group SLOW\n");
    CHECK(block.device().meters.size() == 1);
    const Case open(lists + "interface vlan 2 ipv4 port access-group OPEN\n");
    CHECK(open.device().meters.empty());
    CHECK(open.reading.problems.empty());
}

TEST_CASE("a line with values that are not understood leaves the setting unread, and is reported")
{
    const Case read(std::string(head)
        + "interface ethernet 1/1 traffic-class 3 congestion-control ecn minimum-absolute x maximum-absolute 90\n"
          "interface ethernet 1/1 qos trust l9\n");
    CHECK_FALSE(read.port("Eth1/1").trust.known());
    CHECK_FALSE(read.device().queue(read.port("Eth1/1"), 3)->ecn.known());
    REQUIRE(read.reading.problems.size() == 1);
    CHECK(read.reading.problems.front().message.starts_with("minimum-absolute x is not a number in range"));
}

TEST_CASE("what a port channel says holds for its members, unless they say otherwise")
{
    const Case read(std::string(head)
        + "interface port-channel 5\ninterface ethernet 1/1-1/2 channel-group 5 mode active\n"
          "interface port-channel 5 qos trust L3\ninterface port-channel 5 dcb priority-flow-control mode on force\n"
          "interface ethernet 1/2 no dcb priority-flow-control mode force\n"
          "dcb priority-flow-control enable force\ndcb priority-flow-control priority 3 enable\n");
    CHECK(read.port("Eth1/1").trust.is(Trust::dscp));
    CHECK(read.port("Eth1/1").pfc_tx.is(PrioritySet::of(3)));
    CHECK(read.port("Eth1/2").pfc_tx.is(PrioritySet{}));
}

TEST_CASE("indentation means nothing, except below a header on its own line")
{
    const Case flat(
        std::string(head) + "no interface ethernet 1/1 shutdown\n   interface ethernet 1/2 mtu 9216 force\n");
    CHECK(flat.port("Eth1/1").admin_up.is(true));
    CHECK(flat.port("Eth1/2").ip_mtu.is(Bytes{9216}));
    const Case modes(std::string(head) + "interface ethernet 1/1\n   mtu 9216 force\n   exit\nlldp\n");
    CHECK(modes.port("Eth1/1").ip_mtu.is(Bytes{9216}));
    CHECK(measure_coverage(modes.trees.front()).count(CoverageState::unrecognised) == 0);
    CHECK(modes.edited({change(0, Property::mtu, Bytes{9014})})
              .starts_with("refused: the file is in prefix modes"));
}

TEST_CASE("roce and lossless traffic pools pause every port that is not excluded")
{
    const Case roce(std::string(head) + "roce\ninterface ethernet 1/1 speed 100G force\n");
    CHECK(roce.port("Eth1/1").pfc_tx.is(PrioritySet::of(3)));
    CHECK(roce.marking("Eth1/1", 3) != nullptr);
    const Case semi(std::string(head) + "roce semi-lossless\ninterface ethernet 1/1 speed 100G force\n");
    CHECK(semi.port("Eth1/1").pfc_tx.is(PrioritySet{}));
    CHECK(semi.port("Eth1/1").pfc_rx.is(PrioritySet::of(3)));
    const Case lossy(std::string(head) + "roce lossy\ninterface ethernet 1/1 speed 100G force\n");
    CHECK(lossy.port("Eth1/1").pfc_tx.is(PrioritySet{}));
    CHECK(lossy.port("Eth1/1").pfc_tx.origin.kind() == OriginKind::explicit_);
    const Case pool(std::string(head)
        + "traffic pool rdma type lossless\ntraffic pool rdma map switch-priority 4\n"
          "interface ethernet 1/1 speed 100G force\n");
    CHECK(pool.port("Eth1/1").pfc_tx.is(PrioritySet::of(4)));
    CHECK(pool.edited({change(0, Property::pfc, PriorityDelta{PrioritySet::of(3), {}})})
              .starts_with("refused: flow control is what"));
}

TEST_CASE("a line of a range is edited if all want it, otherwise the port gets its own line")
{
    const std::string text = std::string(head) + "   interface ethernet 1/1-1/2 qos trust L2\n";
    const Case read(text);
    const Change first = change(0, Property::trust, Trust::dscp);
    const Change second = change(1, Property::trust, Trust::dscp);
    CHECK(read.edited({first, second}) == std::string(head) + "   interface ethernet 1/1-1/2 qos trust L3\n");
    CHECK(read.edited({first}) == text + "   interface ethernet 1/1 qos trust L3\n");
    CHECK(onyx::driver.commands(read.trees, read.device(), std::vector{first}).text
        == "interface ethernet 1/1 qos trust L3\n");
}

TEST_CASE("PFC priorities belong to the device: a change that not all ports want is refused")
{
    const Case read(std::string(head)
        + "dcb priority-flow-control enable force\ndcb priority-flow-control priority 3 enable\n"
          "interface ethernet 1/1-1/2 dcb priority-flow-control mode on force\n");
    const PriorityDelta more{PrioritySet::of(4), {}};
    CHECK(read.edited({change(0, Property::pfc, more)}).find("and Eth1/2 must not change")
        != std::string::npos);
    CHECK(read.edited({change(0, Property::pfc, more), change(1, Property::pfc, more)})
              .find("\ndcb priority-flow-control priority 4 enable\n")
        != std::string::npos);
}

TEST_CASE("PFC of one port of a range is switched off and on again without affecting its neighbour")
{
    const std::string text = std::string(head)
        + "dcb priority-flow-control enable force\ndcb priority-flow-control priority 3 enable\n"
          "interface ethernet 1/1-1/2 dcb priority-flow-control mode on force\n";
    const Case read(text);
    const std::string off = read.edited({change(1, Property::pfc, PriorityDelta{{}, PrioritySet::of(3)})});
    CHECK(off == text + "interface ethernet 1/2 no dcb priority-flow-control mode force\n");
    const Case without(off);
    CHECK(without.port("Eth1/1").pfc_tx.is(PrioritySet::of(3)));
    CHECK(without.port("Eth1/2").pfc_tx.is(PrioritySet{}));
    CHECK(without.edited({change(1, Property::pfc, PriorityDelta{PrioritySet::of(3), {}})})
        == text + "interface ethernet 1/2 dcb priority-flow-control mode on force\n");
}

TEST_CASE("settings that Onyx cannot express are refused with a reason")
{
    const Case read(std::string(head) + "interface ethernet 1/1 speed 100G force\n");
    CHECK(read.edited(
              {change(0, Property::ecn, EcnTarget{Bytes{150'000}, Bytes{1'500'000}, Percent::whole(10)}, 3)})
        == "refused: Onyx marks every packet above the maximum and has no line for a lower probability");
    CHECK(read.edited(
                  {change(
                      0, Property::ecn, EcnTarget{Bytes{150'500}, Bytes{1'500'000}, Percent::whole(100)}, 3)})
              .starts_with("refused: "));
    CHECK(read.edited({change(0, Property::mtu, Bytes{9914})})
              .starts_with("refused: mtu 9900: out of range, 1 to 9216"));
    CHECK(read.edited({change(0, Property::cable_length, Metres{30})})
              .starts_with("refused: Onyx has no line"));
}

TEST_CASE("undo restores replaced lines, and the default of a map's entry")
{
    const Case before(std::string(head)
        + "interface ethernet 1/1-1/2 mtu 9216 force\ninterface ethernet 1/1 qos map dscp 24 25 to switch-priority 0\n");
    const Case after(std::string(head)
        + "interface ethernet 1/1-1/2 mtu 9216 force\ninterface ethernet 1/1 mtu 1500 force\n"
          "interface ethernet 1/1 qos map dscp 24 25 to switch-priority 0\n"
          "interface ethernet 1/1 qos map dscp 24 26 to switch-priority 5\ninterface ethernet 1/2 pfc-wd\n");
    CHECK(onyx::driver.undo(before.trees, after.trees, before.device(), {}).text
        == "interface ethernet 1/1 qos map dscp 26 to switch-priority 3\n"
           "interface ethernet 1/1 no mtu force\n"
           "interface ethernet 1/1 qos map dscp 24 to switch-priority 0\n"
           "interface ethernet 1/2 no pfc-wd\n"
           "interface ethernet 1/1-1/2 mtu 9216 force\n");
}

TEST_CASE("what is rendered is read back as designed")
{
    DeviceDesign design = render_design::switch_design("onyx", "leaf1", Role::leaf, true);
    design.memory = {.ingress_lossless = Bytes{5'000'000}, .ingress_lossy = Bytes{5'000'000}};
    for (const char* name : {"Eth1/1", "Eth1/2"}) {
        PortDesign& port = render_design::add_port(design, {.name = name});
        for (LosslessDesign& each : port.lossless)
            each.ecn->max_probability = Percent::whole(100);
    }
    const Rendering rendering = onyx::driver.render(design);
    CHECK(rendering.left_out
        == std::vector<std::string>{"the times of the watchdog: Onyx has no line for them"});
    const Case read(rendering.files.at(0).text);
    CHECK(read.reading.problems.empty());
    for (const PortDesign& wanted : design.ports) {
        const Port& port = read.port(wanted.name);
        CHECK(port.speed.is(wanted.speed));
        CHECK(port.ip_mtu.is(wanted.ip_mtu));
        CHECK(port.max_frame.is(wanted.max_frame));
        CHECK(port.fec.is(wanted.fec));
        CHECK(port.trust.is(Trust::dscp));
        CHECK(port.pfc_tx.is(design.lossless()));
        CHECK(port.watchdog.enabled.is(true));
        for (const ClassDesign& each : design.classes) {
            for (const Dscp dscp : each.dscps)
                CHECK(read.device().map(port.dscp_to_tc)->at_point(dscp) == each.priority);
            const Queue& queue = *read.device().queue(port, each.priority);
            const Scheduler& scheduler = read.device().schedulers.at(queue.scheduler.value.index);
            CHECK(scheduler.kind.is(each.scheduler));
            if (each.scheduler == SchedulerKind::weighted)
                CHECK(scheduler.weight.is(each.bandwidth.hundredths / 100));
        }
        for (const LosslessDesign& each : wanted.lossless) {
            const EcnProfile* marking = read.marking(wanted.name, each.priority);
            REQUIRE(marking != nullptr);
            CHECK(marking->curves.front().min_threshold.is(each.ecn->min_threshold));
            CHECK(marking->curves.front().max_threshold.is(each.ecn->max_threshold));
            const PriorityGroup& group = *read.device().group(port, each.priority);
            CHECK(group.lossless.is(true));
            const BufferProfile& buffer = read.device().buffer_profiles.at(group.buffer.value.index);
            CHECK(buffer.xoff.is(*each.xoff));
            CHECK(buffer.xon.is(each.xon));
            CHECK(buffer.reserved.is(each.reserved));
        }
    }
}

TEST_CASE("of a port in mode auto, PFC is what the switch shows in force")
{
    const std::string text = std::string(head)
        + "dcb priority-flow-control enable force\ndcb priority-flow-control priority 3 enable\n"
          "interface ethernet 1/1-1/2 dcb priority-flow-control mode auto force\n"
          "interface ethernet 1/3 dcb priority-flow-control mode on force\n"
          "interface ethernet 1/4 dcb priority-flow-control mode auto force\n";
    CHECK_FALSE(Case(text).port("Eth1/1").pfc_tx.known());
    CHECK(Case(text).port("Eth1/1").pfc_negotiated.is(true));
    const Case read(text
        + "leaf1 [standalone: master] # show dcb priority-flow-control\n"
          "PFC: enabled\n"
          "Priority Enabled List: 3\n"
          "Priority Disabled List: 0 1 2 4 5 6 7\n"
          "-------------------------------------------------\n"
          "Interface        PFC admin        PFC oper\n"
          "-------------------------------------------------\n"
          "Eth1/1           Auto             Enabled\n"
          "Eth1/2           Auto             Disabled\n"
          "Eth1/3           On               Disabled\n"
          "Eth1/4           Auto             Perhaps\n");
    CHECK(read.port("Eth1/1").pfc_tx.is(PrioritySet::of(3)));
    CHECK(read.port("Eth1/2").pfc_tx.is(PrioritySet{}));
    CHECK(read.port("Eth1/3").pfc_tx.is(PrioritySet::of(3)));
    CHECK(read.port("Eth1/3").pfc_negotiated.is(false));
    CHECK_FALSE(read.port("Eth1/4").pfc_tx.known());
    CHECK(measure_coverage(read.trees.front()).count(CoverageState::unrecognised) == 1);
    const Case capitals(text
        + "leaf1 [standalone: master] # show dcb priority-flow-control\n"
          "Priority Enabled List: 3\n"
          "Interface        PFC admin        PFC oper\n"
          "Eth1/1           AUTO             ENABLED\n"
          "Eth1/2           auto             disabled\n"
          "Eth1/4           ON               ENABLED\n");
    CHECK(capitals.port("Eth1/1").pfc_tx.is(PrioritySet::of(3)));
    CHECK(capitals.port("Eth1/2").pfc_tx.is(PrioritySet{}));
    CHECK(measure_coverage(capitals.trees.front()).count(CoverageState::unrecognised) == 0);
}

}
}
