// SPDX-License-Identifier: Apache-2.0
// Counters of NICs, as ethtool, iproute2 and sysfs show them.
#include "tests/drivers/host_reading.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

namespace rocelint {
namespace {

std::string readings_of(const Device& device)
{
    std::string out;
    for (const CounterReading& reading : device.counter_readings)
        out += fmt::format("{} {}={}\n", reading.on, reading.name, reading.value);
    return out;
}

TEST_CASE("ethtool -S: the counters of priorities, whose names begin and end alike on all ports")
{
    const tests::ReadFiles host("linux-host", {{"host1/capture.txt", R"(root@host1:~# ethtool -S ens1f0np0
NIC statistics:
     rx_packets: 17
     rx_prio3_pause: 1200
     rx_prio3_pause_duration: 99
     tx_pause_storm_warning_events : 2
     rx_prio3_buf_discard: 5
)"}});
    CHECK(host.all_recognised());
    CHECK(readings_of(host.device())
        == "ens1f0np0 rx_prio3_pause=1200\n"
           "ens1f0np0 tx_pause_storm_warning_events=2\n"
           "ens1f0np0 rx_prio3_buf_discard=5\n");
    CHECK(host.gaps() == "");
    CHECK(host.problems().empty());
}

TEST_CASE("ethtool -S: link pause, the time of pause, bytes of a priority, and errors of the link")
{
    const auto read = [](std::string_view counters) {
        const std::string text
            = fmt::format("root@host1:~# ethtool -S ens1f0np0\nNIC statistics:\n{}", counters);
        const tests::ReadFiles host("linux-host", {{"host1/capture.txt", text}});
        CHECK(host.gaps() == "");
        std::string kinds;
        for (const CounterReading& reading : host.device().counter_readings)
            kinds += fmt::format("{}:{} ", static_cast<int>(reading.kind), reading.part);
        return readings_of(host.device()) + kinds;
    };
    const auto kind
        = [](CounterKind one, int part) { return fmt::format("{}:{} ", static_cast<int>(one), part); };
    CHECK(read("     rx_global_pause: 7\n     tx_global_pause: 9\n     rx_pause_ctrl_phy: 7\n")
        == "ens1f0np0 rx_global_pause=7\nens1f0np0 tx_global_pause=9\n"
            + kind(CounterKind::link_pause_received, 255) + kind(CounterKind::link_pause_sent, 255));
    CHECK(read("     link_xoff_rx.nic: 3\n     tx_pause_frames: 4\n")
        == "ens1f0np0 link_xoff_rx.nic=3\nens1f0np0 tx_pause_frames=4\n"
            + kind(CounterKind::link_pause_received, 255) + kind(CounterKind::link_pause_sent, 255));
    CHECK(read("     frames_rx_pripause: 3\n     frames_rx_pri_3: 3\n")
        == "ens1f0np0 frames_rx_pripause=3\n" + kind(CounterKind::pause_received, 255));
    CHECK(read("     tx_prio3_pause_duration: 12\n     rx_prio3_bytes: 4200\n     rx_bytes_pri3: 1\n")
        == "ens1f0np0 tx_prio3_pause_duration=12\nens1f0np0 rx_prio3_bytes=4200\nens1f0np0 rx_bytes_pri3=1\n"
            + kind(CounterKind::pause_time_sent, 3) + kind(CounterKind::bytes_received, 3)
            + kind(CounterKind::bytes_received, 3));
    CHECK(read("     rx_crc_errors_phy: 2\n     link_down_events_phy: 1\n     rx_corrected_bits_phy: 5\n")
        == "ens1f0np0 rx_crc_errors_phy=2\nens1f0np0 link_down_events_phy=1\n"
            + kind(CounterKind::link_errors, 255) + kind(CounterKind::link_errors, 255));
}

TEST_CASE("rdma statistic: a Pensando NIC has names of its own")
{
    const tests::ReadFiles host("linux-host", {{"host1/a.txt", R"(root@host1:~# rdma statistic show
link ionic_0/1 tx_rdma_ucast_pkts 4 tx_rdma_cnp_pkts 12 rx_rdma_ecn_pkts 90 req_rx_pkt_seq_err 3 resp_rx_outouf_seq 2 tx_rdma_ack_timeout 1
)"}});
    CHECK(readings_of(host.device())
        == "ionic_0 tx_rdma_cnp_pkts=12\n"
           "ionic_0 req_rx_pkt_seq_err=3\n"
           "ionic_0 resp_rx_outouf_seq=2\n"
           "ionic_0 tx_rdma_ack_timeout=1\n");
    const tests::ReadFiles bare(
        "linux-host", {{"host1/out.txt", "link ionic_0/1 tx_rdma_ucast_pkts 4 tx_rdma_cnp_pkts 12\n"}});
    CHECK(bare.all_recognised());
    CHECK(readings_of(bare.device()) == "ionic_0 tx_rdma_cnp_pkts=12\n");
}

TEST_CASE("rdma statistic: a line for each device, and JSON")
{
    const tests::ReadFiles host("linux-host",
        {{"host1/a.txt", R"(root@host1:~# rdma statistic show
link mlx5_0/1 rx_write_requests 4 np_cnp_sent 12 np_ecn_marked_roce_packets 90
link mlx5_1/1 rx_write_requests 4 np_cnp_sent 0
)"},
            {"host1/b.txt", R"(root@host1:~# rdma -j statistic show link mlx5_2/1
[{"ifname":"mlx5_2","port":1,"rx_write_requests":4,"rp_cnp_ignored":3}]
)"}});
    CHECK(readings_of(host.device())
        == "mlx5_0 rx_write_requests=4\n"
           "mlx5_0 np_cnp_sent=12\n"
           "mlx5_0 np_ecn_marked_roce_packets=90\n"
           "mlx5_1 rx_write_requests=4\n"
           "mlx5_1 np_cnp_sent=0\n"
           "mlx5_2 rx_write_requests=4\n"
           "mlx5_2 rp_cnp_ignored=3\n");
}

TEST_CASE("nicctl show port statistics: a port has the name of its UUID")
{
    const tests::ReadFiles host(
        "linux-host", {{"host1/a.txt", R"(root@host1:~# nicctl show port statistics --json
{"nic": [{"id": "42424650-4c32-3531-3530-314343000000", "port": [
  {"spec": {"id": "0490814a-6c40-4242-4242-000011010000"},
   "statistics": {"frames_rx_ok": "900", "frames_rx_pripause": "12", "frames_tx_pripause": "0", "frames_rx_bad_fcs": "3"}}]}]}
)"}});
    CHECK(readings_of(host.device())
        == "0490814a-6c40-4242-4242-000011010000 frames_rx_pripause=12\n"
           "0490814a-6c40-4242-4242-000011010000 frames_tx_pripause=0\n"
           "0490814a-6c40-4242-4242-000011010000 frames_rx_bad_fcs=3\n");
    CHECK(host.gaps() == "");
    CHECK(host.coverage().count(CoverageState::read) == 3);
}

TEST_CASE("nicctl show port statistics: what cannot be used is not counted as read")
{
    const tests::ReadFiles host(
        "linux-host", {{"host1/a.txt", R"(root@host1:~# nicctl show port statistics --json
{"nic": [{"port": [
  {"statistics": {"frames_rx_pripause": "12"}},
  {"spec": {"id": "0490814a-6c40-4242-4242-000011010000"},
   "statistics": {"frames_rx_pripause": "1.200"}}]}]}
)"}});
    CHECK(readings_of(host.device()) == "");
    CHECK(host.problems().size() == 1);
    CHECK(host.gaps().find("3 unrecognised ") != std::string::npos);
    CHECK(host.gaps().find("5 unrecognised ") != std::string::npos);
}

TEST_CASE("files below hw_counters, mirrored or listed by grep")
{
    const tests::ReadFiles host("linux-host",
        {{"host1/sys/class/infiniband/mlx5_0/ports/1/hw_counters/out_of_sequence", "7\n"},
            {"host1/grep.txt",
                "/sys/class/infiniband/mlx5_1/ports/1/hw_counters/packet_seq_err:8\n"
                "/sys/class/infiniband/mlx5_1/ports/1/hw_counters/lifespan:10\n"}});
    CHECK(readings_of(host.device()) == "mlx5_0 out_of_sequence=7\nmlx5_1 packet_seq_err=8\n");
}

TEST_CASE("a value that is no number is reported and not used")
{
    const tests::ReadFiles host("linux-host", {{"host1/capture.txt", R"(root@host1:~# ethtool -S ens1f0np0
NIC statistics:
     rx_prio3_pause: 1.200
)"}});
    CHECK(readings_of(host.device()) == "");
    REQUIRE(host.problems().size() == 1);
    CHECK(host.problems().front().message.find("'1.200'") != std::string::npos);
}

}
}
