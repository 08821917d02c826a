// SPDX-License-Identifier: Apache-2.0
#include "tests/drivers/os10/os10_case.h"

namespace rocelint::os10_test {
namespace {

TEST_SUITE_BEGIN("os10");

TEST_CASE("a port pauses the priorities of its network-qos policy if PFC is on")
{
    const Case read(with({lossless,
        "interface ethernet1/1/1\n priority-flow-control mode on\n service-policy input type network-qos NQ\n!\n"
        "interface ethernet1/1/2\n service-policy input type network-qos NQ\n!\n"
        "interface ethernet1/1/3\n priority-flow-control mode on\n!\n"
        "interface ethernet1/1/4\n priority-flow-control mode on\n service-policy input type network-qos LOST\n"}));
    CHECK(read.port("ethernet1/1/1").pfc_tx.is(PrioritySet::of(3)));
    CHECK(read.port("ethernet1/1/2").pfc_tx.is(PrioritySet{}));
    CHECK(read.port("ethernet1/1/3").pfc_tx.is(PrioritySet{}));
    CHECK_FALSE(read.port("ethernet1/1/4").pfc_tx.known());
}

TEST_CASE("a line after a hash sign is a comment of the file's author")
{
    const Case read(
        with({"# Server Port Configuration\n", "interface ethernet1/1/1\n # MTU for storage\n mtu 9216\n"}));
    CHECK(read.first_problem().empty());
    CHECK(read.lines(CoverageState::unrecognised) == 0);
    CHECK(read.port("ethernet1/1/1").max_frame.known());
}

TEST_CASE("a policy of the whole switch applies to ports without one")
{
    const Case read(with({lossless,
        "policy-map type network-qos NONE\n!\n"
        "system qos\n service-policy input type network-qos NQ\n!\n"
        "interface ethernet1/1/1\n priority-flow-control mode on\n!\n"
        "interface ethernet1/1/2\n priority-flow-control mode on\n service-policy input type network-qos NONE\n"}));
    CHECK(read.port("ethernet1/1/1").pfc_tx.is(PrioritySet::of(3)));
    CHECK(read.port("ethernet1/1/2").pfc_tx.is(PrioritySet{}));
}

TEST_CASE("pause without pfc-cos pauses the link and no priority")
{
    const Case read(with({"class-map type network-qos G3\n match qos-group 3\n!\n"
                          "policy-map type network-qos NQ\n !\n class G3\n  pause\n!\n"
                          "interface ethernet1/1/1\n priority-flow-control mode on\n"
                          " service-policy input type network-qos NQ\n"}));
    CHECK(read.port("ethernet1/1/1").pfc_tx.is(PrioritySet{}));
}

TEST_CASE("the headroom of a class is its buffer beyond the fill at which pause is sent")
{
    const Case read(with({"class-map type network-qos G3\n match qos-group 3\n!\n"
                          "policy-map type network-qos NQ\n !\n class G3\n"
                          "  pause buffer-size 300 pause-threshold 100 resume-threshold 80\n  pfc-cos 3\n"
                          "  queue-limit thresh-mode dynamic 5\n!\n"
                          "interface ethernet1/1/1\n priority-flow-control mode on\n"
                          " service-policy input type network-qos NQ\n"}));
    const Port& port = read.port("ethernet1/1/1");
    REQUIRE(port.group_count == 8);
    const PriorityGroup& group = read.device().groups.at(port.first_group + 3);
    CHECK(group.lossless.is(true));
    const BufferProfile& profile = read.device().buffer_profiles.at(group.buffer.value.index);
    CHECK(profile.reserved.is(Bytes{300'000}));
    CHECK(profile.xoff.is(Bytes{200'000}));
    CHECK(profile.xon.is(Bytes{80'000}));
    CHECK(profile.dynamic_threshold.is(std::int64_t{5}));
    CHECK(read.device().groups.at(port.first_group + 2).lossless.is(false));
}

TEST_CASE("pause of a priority stops the queue of the qos-group whose class pauses it")
{
    const Case read(with({"class-map type network-qos G5\n match qos-group 5\n!\n"
                          "policy-map type network-qos NQ\n !\n class G5\n  pause\n  pfc-cos 3\n!\n"
                          "qos-map traffic-class Q\n queue 6 qos-group 5\n!\n"
                          "interface ethernet1/1/1\n priority-flow-control mode on\n"
                          " service-policy input type network-qos NQ\n qos-map traffic-class Q\n"}));
    const Port& port = read.port("ethernet1/1/1");
    CHECK(read.mapped(port.priority_to_queue, 3) == 6);
    CHECK(read.mapped(port.priority_to_priority_group, 3) == 5);
}

TEST_CASE("a frame of mtu 9216 carries 9184 bytes of IP")
{
    const Case read(with({"interface ethernet1/1/1\n mtu 9216\n!\ninterface ethernet1/1/2\n no shutdown\n"}));
    CHECK(read.port("ethernet1/1/1").ip_mtu.is(Bytes{9184}));
    CHECK(read.port("ethernet1/1/1").max_frame.is(Bytes{9198}));
    CHECK(read.port("ethernet1/1/2").ip_mtu.is(Bytes{1500}));
}

TEST_CASE("port names are read in every spelling, including broken-out ports")
{
    const Case read(with(
        {"interface ethernet 1/1/1\n mtu 9216\n!\ninterface Eth1/1/2:1\n mtu 9216\n!\n"
         "interface range Ethernet 1/1/3-1/1/4\n mtu 9216\n!\ninterface ethernet 1/1/5:2\n mtu 9216\n"}));
    for (const char* name :
        {"ethernet1/1/1", "ethernet1/1/2:1", "ethernet1/1/3", "ethernet1/1/4", "ethernet1/1/5:2"}) {
        CAPTURE(name);
        CHECK(read.port(name).ip_mtu.is(Bytes{9184}));
    }
}

TEST_CASE("a breakout gives its parts their speed, unless they state one")
{
    const Case read(
        with({"interface breakout 1/1/5 map 25g-4x\n!\ninterface breakout 1/1/6 map odd\n!\n"
              "interface ethernet1/1/5:1\n mtu 9216\n!\ninterface ethernet1/1/5:2\n speed 10000\n!\n"
              "interface ethernet1/1/6\n mtu 9216\n!\ninterface ethernet1/1/51\n mtu 9216\n"}));
    CHECK(read.port("ethernet1/1/5:1").speed.is(BitsPerSecond{25'000'000'000}));
    CHECK(read.port("ethernet1/1/5:2").speed.is(BitsPerSecond{10'000'000'000}));
    CHECK_FALSE(read.port("ethernet1/1/6").speed.known());
    CHECK_FALSE(read.port("ethernet1/1/51").speed.known());
}

TEST_CASE("a line below one that opens no block belongs to that line's block, however deep it is indented")
{
    const Case read(with(
        {"interface ethernet1/1/1\n channel-group 101 mode active\n    mtu 9216\n    flowcontrol receive off\n"
         " description host\ninterface ethernet1/1/2\n mtu 9216\n"}));
    CHECK(read.port("ethernet1/1/1").ip_mtu.is(Bytes{9184}));
    CHECK(read.port("ethernet1/1/1").description == "host");
    CHECK(read.port("ethernet1/1/2").ip_mtu.is(Bytes{9184}));
    CHECK(read.lines(CoverageState::unrecognised) == 0);
}

TEST_CASE("the ports by which a VLT domain discovers its peer form the link between the two")
{
    const Case read(
        with({"vlt-domain 1\n discovery-interface ethernet1/1/3,1/1/4\n!\n"
              "interface ethernet1/1/3\n no shutdown\n!\ninterface ethernet1/1/4\n no shutdown\n"}));
    const auto& link = read.device().forwarding.mlag_peer_link;
    REQUIRE(link.known());
    CHECK(read.port("ethernet1/1/4").lag == link.value);
}

TEST_CASE("neighbours are read from a transcript, but truncated names are not")
{
    const Case read(
        with({"leaf1# show lldp neighbors\n"
              "Loc PortID          Rem Host Name        Rem Port Id        Rem Chassis Id\n"
              "--------------------------------------------------------------------------\n"
              "ethernet1/1/1       spine1               ethernet1/1/7      74:86:e2:c1:bc:a0\n"
              "ethernet1/1/2       a-name-that-is-to... Ethernet1/4/4      e4:aa:5d:88:13:f7\n"
              "ethernet1/1/3       Not Advertised       98:03:9b:32:78:1a  98:03:9b:32:78:1c\n"}));
    REQUIRE(read.device().neighbours.size() == 1);
    CHECK(read.device().neighbours.front().device == "spine1");
    CHECK(read.device().neighbours.front().port_id == "ethernet1/1/7");
    CHECK(read.lines(CoverageState::unrecognised) == 0);
}

TEST_CASE("a line that touches RDMA but is not modelled is reported as unsupported")
{
    const Case read(with({"dcbx enable\ninterface ethernet1/1/1\n ets mode on\n fec off\n"}));
    CHECK(read.lines(CoverageState::unsupported) == 3);
}

TEST_CASE("the version of DCBX of a port")
{
    const Case read(with({"interface ethernet1/1/1\n dcbx version cee\n"
                          "interface ethernet1/1/2\n dcbx version auto\n"
                          "interface ethernet1/1/3\n dcbx version 9\n"}));
    CHECK(read.port("ethernet1/1/1").dcbx_version.is(DcbxVersion::cee));
    CHECK(read.port("ethernet1/1/2").dcbx_version.is(DcbxVersion::automatic));
    CHECK_FALSE(read.port("ethernet1/1/3").dcbx_version.known());
}

TEST_CASE(
    "ports whose cables need different sizes have separate policies, and lists are written as OS10 prints them")
{
    DeviceDesign design = render_design::switch_design("os10", "leaf1", Role::leaf);
    const auto add = [&](std::string name, std::uint32_t metres) -> PortDesign& {
        return render_design::add_port(design,
            {.name = std::move(name),
                .metres = metres,
                .peer = "host1",
                .peer_port = "eth0",
                .peer_role = Role::host});
    };
    add("ethernet1/1/1", 5);
    add("ethernet1/1/2", 40);
    add("ethernet1/1/3", 5);
    const std::string text = os10::driver.render(design).files.at(0).text;
    CAPTURE(text);
    CHECK(text.find(" qos-group 0 dscp 0-25,27-47,49-63\n") != std::string::npos);
    CHECK(text.find("interface range") == std::string::npos);
    const Case read(text);
    const auto headroom = [&](std::string_view name) {
        const Port& port = read.port(name);
        const Ref buffer = read.device().groups.at(port.first_group + 3).buffer.value;
        return read.device().buffer_profiles.at(buffer.index).xoff.value.count;
    };
    CHECK(headroom("ethernet1/1/2") == headroom("ethernet1/1/1") + 35'000);
    CHECK(headroom("ethernet1/1/3") == headroom("ethernet1/1/1"));
}

TEST_CASE("sizes that leave no room for a frame below the threshold are left to the switch")
{
    DeviceDesign design = render_design::switch_design("os10", "leaf1", Role::leaf);
    PortDesign& port = render_design::add_port(design,
        {.name = "ethernet1/1/1",
            .metres = 5,
            .peer = "host1",
            .peer_port = "eth0",
            .peer_role = Role::host});
    port.lossless.front().xon = Bytes{0};
    const Rendering rendered = os10::driver.render(design);
    CHECK(rendered.files.at(0).text.find("  pause\n  pfc-cos 3\n") != std::string::npos);
    bool told = false;
    for (const std::string& sentence : rendered.left_out)
        told = told || sentence.starts_with("headroom and pause thresholds");
    CHECK(told);
}

TEST_CASE("how many paths BGP of a VRF takes is not read")
{
    const Case one(with({"router bgp 65001\n !\n vrf RDMA\n  maximum-paths ebgp 64\n!\n"}));
    CHECK_FALSE(one.device().load_balancing.most_paths.peek_known());
    CHECK_FALSE(one.device().load_balancing.relaxed_paths.peek_known());
    CHECK(one.device().load_balancing.most_paths.origin != OriginId{});
    const Case both(
        with({"router bgp 65001\n maximum-paths ebgp 8\n !\n vrf RDMA\n  maximum-paths ebgp 64\n!\n"}));
    CHECK(both.device().load_balancing.most_paths.is(8));
}

TEST_SUITE_END();

}
}
