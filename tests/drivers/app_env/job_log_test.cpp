// SPDX-License-Identifier: Apache-2.0
#include "tests/drivers/host_edit.h"
#include "tests/drivers/host_reading.h"

#include <doctest/doctest.h>

#include <string>

namespace rocelint::tests {
namespace {

constexpr std::string_view two_hosts
    = "gpu01:3517:3517 [0] NCCL INFO Bootstrap : Using eth0:10.0.0.1<0>\n"
      "gpu01:3517:3517 [0] NCCL INFO NCCL_SOCKET_IFNAME set by environment to eth0\n"
      "gpu01:3517:3560 [0] NCCL INFO NCCL_IB_HCA set to =mlx5_0,mlx5_1\n"
      "gpu01:3517:3560 [0] NCCL INFO NET/IB : Using [0]mlx5_0:1/RoCE [1]mlx5_1:1/RoCE [RO]; OOB eth0:10.0.0.1<0>\n"
      "gpu01:3517:3560 [0] NCCL INFO Using network IB\n"
      "[1,1]<stdout>:gpu02:91:95 [1] NCCL INFO NET/IB : Using [0]mlx5_0:1/RoCE [1]mlx5_1:1/RoCE [RO]; OOB eth0:10.0.0.2<0>\n"
      "[1,1]<stdout>:gpu02:91:95 [1] NCCL INFO Using network IB\n"
      "step 1: loss 7.2\n"
      "gpu01:3517:3560 [0] NCCL INFO NCCL_IB_QPS_PER_CONNECTION set by environment to 2.\n"
      "gpu01:3517:3560 [0] NCCL INFO Channel 00/0 : 0[0] -> 8[0] [send] via NET/IB/0/GDRDMA\n"
      "gpu01:3517:3560 [0] NCCL INFO Channel 01/0 : 0[0] -> 8[0] [send] via NET/IB/1(2)/GDRDMA\n"
      "gpu01:3517:3560 [0] NCCL INFO Channel 02/0 : 0[0] -> 8[0] [send] via NET/IB/1(2)/GDRDMA\n"
      "gpu01:3517:3560 [0] NCCL INFO Channel 00/0 : 8[0] -> 0[0] [receive] via NET/IB/0/GDRDMA\n"
      "gpu01:3517:3562 [0] NCCL INFO NCCL_IB_TC set by environment to 106.\n"
      "gpu01:3517:3560 [0] NCCL INFO Connected all rings\n";

}

TEST_CASE("a log of NCCL shows the variables, the hosts and the connections of a job")
{
    const ReadFiles log("app-env", {{"slurm-7.out", two_hosts}});
    CHECK(log.all_recognised());
    CHECK(log.problems().empty());
    CHECK(log.gaps().empty());
    REQUIRE(log.device().jobs.size() == 2);
    const Job& job = log.device().jobs[0];
    CHECK(job.name == "slurm-7.out (line 1)");
    CHECK(job.nodes == std::vector<std::string_view>{"gpu01"});
    CHECK(job.traffic_class.is(106));
    CHECK(job.queue_pairs.is(2U));
    CHECK(job.devices.is("=mlx5_0,mlx5_1"));
    CHECK(job.ran_over.is("IB"));
    CHECK_FALSE(job.without_nccl);
    // What it does not show is not set.
    CHECK(job.gid_index.origin == OriginId{});
    CHECK(job.connections_shown);
    REQUIRE(job.connections.size() == 2);
    CHECK(job.connections[0].host == "gpu01");
    CHECK(job.connections[0].rdma_device == "mlx5_0");
    CHECK(job.connections[0].count == 1);
    CHECK(job.connections[1].rdma_device == "mlx5_1");
    CHECK(job.connections[1].count == 2);
    // The second host shows none of its variables.
    const Job& other = log.device().jobs[1];
    CHECK(other.name == "slurm-7.out (line 6)");
    CHECK(other.nodes == std::vector<std::string_view>{"gpu02"});
    CHECK(other.ran_over.is("IB"));
    CHECK_FALSE(other.traffic_class.known());
    CHECK(other.traffic_class.origin != OriginId{});
    CHECK(other.devices.origin != OriginId{});
}

TEST_CASE("a process that shows all of its variables does not have those of another")
{
    const std::string_view both = "gpu01:1:1 [0] NCCL INFO NCCL_IB_HCA set to mlx5_0\n"
                                  "gpu01:1:1 [0] NCCL INFO NCCL_IB_TC set by environment to 106.\n"
                                  "gpu01:1:1 [0] NCCL INFO Using network IB\n"
                                  "gpu01:1:1 [0] NCCL INFO Connected all rings\n"
                                  "gpu01:2:2 [1] NCCL INFO Using network IB\n"
                                  "gpu02:7:7 [0] NCCL INFO NCCL_IB_HCA set to mlx5_0\n"
                                  "gpu02:7:7 [0] NCCL INFO Using network IB\n"
                                  "gpu02:7:7 [0] NCCL INFO Connected all rings\n";
    const ReadFiles log("app-env", {{"job.log", both}});
    REQUIRE(log.device().jobs.size() == 2);
    CHECK(log.device().jobs[0].nodes == std::vector<std::string_view>{"gpu01"});
    CHECK(log.device().jobs[0].traffic_class.is(106));
    CHECK(log.device().jobs[1].nodes == std::vector<std::string_view>{"gpu02"});
    // It is not set there.
    CHECK(log.device().jobs[1].traffic_class.origin == OriginId{});
    // The same between processes of one host.
    std::string one_host(both);
    one_host.replace(one_host.find("gpu02"), 5, "gpu01");
    one_host.replace(one_host.find("gpu02"), 5, "gpu01");
    one_host.replace(one_host.find("gpu02"), 5, "gpu01");
    const ReadFiles same("app-env", {{"job.log", one_host}});
    REQUIRE(same.device().jobs.size() == 2);
    CHECK(same.device().jobs[0].traffic_class.is(106));
    CHECK(same.device().jobs[1].traffic_class.origin == OriginId{});
}

TEST_CASE("a process without connections to other hosts has not read the variables of RDMA")
{
    const std::string_view text
        = "gpu01:1:1 [0] NCCL INFO NCCL_IB_HCA set to mlx5_0\n"
          "gpu01:2:2 [1] NCCL INFO NCCL_IB_HCA set to mlx5_0\n"
          "gpu01:1:1 [0] NCCL INFO Using network IB\n"
          "gpu01:2:2 [1] NCCL INFO Using network IB\n"
          "gpu01:2:2 [1] NCCL INFO Channel 00/0 : 1[1] -> 0[0] via P2P/CUMEM\n"
          "gpu01:1:1 [0] NCCL INFO NCCL_IB_TC set by environment to 106.\n"
          "gpu01:1:1 [0] NCCL INFO Channel 00/0 : 0[0] -> 8[0] [send] via NET/IB/0/GDRDMA\n"
          "gpu01:2:2 [1] NCCL INFO Connected all rings\n"
          "gpu01:1:1 [0] NCCL INFO Connected all rings\n";
    const ReadFiles log("app-env", {{"job.log", text}});
    REQUIRE(log.device().jobs.size() == 1);
    CHECK(log.device().jobs[0].traffic_class.is(106));
    const std::string alone = "gpu02:2:2 [1] NCCL INFO NCCL_IB_HCA set to mlx5_0\n"
                              "gpu02:2:2 [1] NCCL INFO Using network IB\n"
                              "gpu02:2:2 [1] NCCL INFO Channel 00/0 : 1[1] -> 0[0] via P2P/CUMEM\n"
                              "gpu02:2:2 [1] NCCL INFO Connected all rings\n";
    const ReadFiles within("app-env", {{"job.log", alone}});
    REQUIRE(within.device().jobs.size() == 1);
    CHECK(within.device().jobs[0].traffic_class.origin != OriginId{});
}

TEST_CASE("hosts with the same variables are one job, in whatever order they write")
{
    const ReadFiles log("app-env",
        {{"job.log",
            "gpu02:2:2 [0] NCCL INFO Using network IB\n"
            "gpu01:1:1 [0] NCCL INFO NCCL_IB_TC set by environment to 106.\n"
            "gpu02:2:2 [0] NCCL INFO NCCL_IB_TC set by environment to 106.\n"
            "gpu01:1:1 [0] NCCL INFO Using network IB\n"
            "gpu02:2:2 [0] NCCL INFO Connected all rings\n"
            "gpu01:1:1 [0] NCCL INFO Connected all rings\n"}});
    REQUIRE(log.device().jobs.size() == 1);
    CHECK(log.device().jobs[0].name == "job.log");
    CHECK(log.device().jobs[0].nodes == std::vector<std::string_view>{"gpu01", "gpu02"});
    CHECK(log.device().jobs[0].traffic_class.is(106));
}

TEST_CASE("what a log that is cut off does not show is unread")
{
    const std::string_view text = two_hosts.substr(0, two_hosts.find("gpu01:3517:3562"));
    const ReadFiles log("app-env", {{"job.log", text}});
    CHECK(log.all_recognised());
    REQUIRE(log.device().jobs.size() == 2);
    const Job& job = log.device().jobs[0];
    CHECK(job.queue_pairs.is(2U));
    CHECK_FALSE(job.traffic_class.known());
    CHECK(job.traffic_class.origin != OriginId{});
    CHECK(job.gid_index.origin != OriginId{});
    CHECK_FALSE(job.connections_shown);
}

TEST_CASE("a log without variables shows no absence, and one of sockets none of RDMA")
{
    const ReadFiles bare("app-env",
        {{"job.log",
            "gpu01:1:1 [0] NCCL INFO Using network IB\ngpu01:1:1 [0] NCCL INFO Connected all rings\n"}});
    CHECK(bare.all_recognised());
    REQUIRE(bare.device().jobs.size() == 1);
    CHECK(bare.device().jobs[0].traffic_class.origin != OriginId{});
    const ReadFiles sockets("app-env",
        {{"job.log",
            "gpu01:1:1 [0] NCCL INFO NCCL_SOCKET_IFNAME set by environment to eth0\n"
            "gpu01:1:1 [0] NCCL INFO NET/IB : No device found.\n"
            "gpu01:1:1 [0] NCCL INFO Using network Socket\n"
            "gpu01:1:1 [0] NCCL INFO Connected all rings\n"}});
    REQUIRE(sockets.device().jobs.size() == 1);
    CHECK(sockets.device().jobs[0].ran_over.is("Socket"));
    CHECK(sockets.device().jobs[0].traffic_class.origin != OriginId{});
}

TEST_CASE("channels show whether a job that took sockets sends by them")
{
    const std::string sockets = "gpu01:1:1 [0] NCCL INFO Using network Socket\n";
    const ReadFiles silent("app-env", {{"job.log", sockets}});
    REQUIRE(silent.device().jobs.size() == 1);
    CHECK_FALSE(silent.device().jobs[0].sends_by_sockets.peek_known());
    const std::string within = sockets
        + "gpu01:1:1 [0] NCCL INFO Channel 00/02 :    0   1\n"
          "gpu01:1:1 [0] NCCL INFO Channel 00/0 : 0[0] -> 1[1] via P2P/CUMEM\n"
          "gpu01:1:2 [1] NCCL INFO Channel 00 : 1[1] -> 0[0] via SHM/direct/direct\n";
    const ReadFiles alone("app-env", {{"job.log", within}});
    REQUIRE(alone.device().jobs.size() == 1);
    CHECK(alone.device().jobs[0].sends_by_sockets.is(false));
    const ReadFiles between("app-env",
        {{"job.log",
            within + "gpu01:1:1 [0] NCCL INFO Channel 00/0 : 1[1] -> 2[0] [send] via NET/Socket/0\n"}});
    REQUIRE(between.device().jobs.size() == 1);
    CHECK(between.device().jobs[0].sends_by_sockets.is(true));
}

TEST_CASE("processes of a log with different environments are different jobs")
{
    const ReadFiles log("app-env",
        {{"runs.log",
            "gpu01:1:1 [0] NCCL INFO NCCL_IB_TC set by environment to 106.\n"
            "gpu02:2:2 [0] NCCL INFO NCCL_IB_TC set by environment to 106.\n"
            "gpu01:9:9 [0] NCCL INFO NCCL_IB_TC set by environment to 0.\n"}});
    REQUIRE(log.device().jobs.size() == 2);
    CHECK(log.device().jobs[0].name == "runs.log (line 1)");
    CHECK(log.device().jobs[0].traffic_class.is(106));
    CHECK(log.device().jobs[0].nodes.size() == 2);
    CHECK(log.device().jobs[1].name == "runs.log (line 3)");
    CHECK(log.device().jobs[1].traffic_class.is(0));
    CHECK(log.device().jobs[1].nodes == std::vector<std::string_view>{"gpu01"});
}

TEST_CASE("a log is not edited")
{
    EditedFiles job(
        "app-env", {{"job.log", "gpu01:1:1 [0] NCCL INFO NCCL_IB_TC set by environment to 98.\n"}});
    CHECK(job.edit({job.change("", Property::rdma_marking, std::uint8_t{106})})
              .find("set NCCL_IB_TC where the job is started")
        != std::string::npos);
}

TEST_CASE("a text that only mentions a log of NCCL is not read as one")
{
    const ReadFiles text(
        "app-env", {{"notes.txt", "look for NCCL INFO Using network Socket in the output\n"}});
    CHECK_FALSE(text.all_recognised());
}

}
