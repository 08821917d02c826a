// SPDX-License-Identifier: Apache-2.0
// The JSON of tools is read as their text is.
#include "tests/drivers/linux_host/intel_capture.h"

#include <string>
#include <string_view>

namespace rocelint::intel_capture {

TEST_SUITE_BEGIN("linux-host: JSON of tools");

TEST_CASE("the JSON of dcb, ethtool and rdma is read as their text is")
{
    const ReadFiles host("linux-host",
        {{"io1/capture.txt",
            "root@io1:~# rdma -j link\n"
            R"([{"ifindex":0,"ifname":"rocep49s0f0","port":1,"state":"ACTIVE","physical_state":"LINK_UP","netdev":"ens2f0","netdev_index":4}])"
            "\n"
            "root@io1:~# dcb -j pfc show dev ens2f0\n"
            R"({"pfc_cap":8,"macsec_bypass":false,"delay":0,"prio_pfc":[false,false,false,true,false,false,false,false]})"
            "\n"
            "root@io1:~# dcb -j ets show dev ens2f0\n"
            R"({"willing":false,"ets_cap":8,"cbs":false,"tc_bw":[50,50,0,0,0,0,0,0],"tc_tsa":["ets","ets","strict","strict","strict","strict","strict","strict"],"prio_tc":[0,0,0,1,0,0,0,0]})"
            "\n"
            "root@io1:~# dcb -j app show dev ens2f0\n"
            R"({"dscp_prio":[[26,3," "],[48,6," "]]})"
            "\n"
            "root@io1:~# dcb -j apptrust show dev ens2f0\n"
            R"({"order":["dscp","pcp"]})"
            "\n"
            "root@io1:~# dcb -j dcbx show dev ens2f0\n"
            R"({"host":true,"ieee":true})"
            "\n"
            "root@io1:~# ethtool --json -a ens2f0\n"
            R"([{"ifname":"ens2f0","autonegotiate":true,"rx":false,"tx":true,"negotiated":{"rx":false,"tx":false}}])"
            "\n"
            "root@io1:~# ethtool --json --show-fec ens2f0\n"
            R"([{"ifname":"ens2f0","config":["Auto","RS"],"active":["RS"]}])"
            "\n"}});
    const Port& port = port_of(host);
    CHECK(port.pfc_tx.is(PrioritySet::of(3)));
    const ClassMap* classes = host.device().map(port.tc_to_queue);
    REQUIRE(classes != nullptr);
    CHECK(classes->at_point(3) == 1);
    const ClassMap* map = host.device().map(port.dscp_to_tc);
    REQUIRE(map != nullptr);
    CHECK(map->at_point(26) == 3);
    CHECK(map->at_point(48) == 6);
    CHECK(port.trust.is(Trust::dscp_else_pcp));
    CHECK(nic_of(host).dcbx.is(DcbxMode::os_controlled));
    CHECK(port.pause_rx.is(false));
    CHECK(port.pause_tx.is(true));
    CHECK(port.fec.is(Fec::rs));
}

TEST_CASE("JSON that is cut off is reported, and the rest of the transcript is read")
{
    const ReadFiles host("linux-host",
        {{"io1/capture.txt",
            "root@io1:~# dcb -j pfc show dev ens2f0\n"
            "{\"pfc_cap\":8,\"prio_pfc\":[false,fal\n"
            "root@io1:~# ethtool -a ens2f0\n"
            "Pause parameters for ens2f0:\n"
            "RX:\t\ton\n"
            "TX:\t\ton\n"}});
    CHECK(port_of(host).pause_rx.is(true));
    CHECK(!port_of(host).pfc_tx.peek_known());
}

TEST_CASE("JSON of ethtool that concerns nothing judged is passed over, and an error shows nothing")
{
    // ethtool 6.1 has JSON for -a, --show-fec and -k, and prints an empty list behind an error.
    const ReadFiles host = read_with("root@io1:~# ethtool --json -k ens2f0\n"
                                     "[ {\n"
                                     "        \"ifname\": \"ens2f0\",\n"
                                     "        \"rx-checksumming\": {\n"
                                     "            \"active\": true,\n"
                                     "            \"fixed\": true,\n"
                                     "            \"requested\": true\n"
                                     "        }\n"
                                     "    } ]\n"
                                     "root@io1:~# ethtool --json -a ens2f0\n"
                                     "netlink error: Operation not supported\n"
                                     "[ ]\n");
    CHECK(host.gaps() == "");
    CHECK(host.problems().empty());
    CHECK(!port_of(host).pause_rx.peek_known());
}

TEST_CASE("what sudo asks is not JSON")
{
    const ReadFiles host = read_with("root@io1:~# sudo ethtool -a ens2f0\n"
                                     "[sudo] password for io:\n"
                                     "Pause parameters for ens2f0:\n"
                                     "RX:\t\ton\n"
                                     "TX:\t\toff\n");
    CHECK(port_of(host).pause_rx.is(true));
    CHECK(port_of(host).pause_tx.is(false));
}

TEST_CASE("a file of JSON that is named after its command is read")
{
    const ReadFiles host("linux-host",
        {{"io1/dcb-pfc.ens2f0.json",
            R"({"prio_pfc":[false,false,false,true,false,false,false,false]})"
            "\n"}});
    CHECK(host.all_recognised());
    CHECK(port_of(host).pfc_tx.is(PrioritySet::of(3)));
}

TEST_SUITE_END();

}
