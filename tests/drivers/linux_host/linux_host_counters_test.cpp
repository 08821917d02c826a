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
        == "mlx5_0 np_cnp_sent=12\n"
           "mlx5_0 np_ecn_marked_roce_packets=90\n"
           "mlx5_1 np_cnp_sent=0\n"
           "mlx5_2 rp_cnp_ignored=3\n");
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
