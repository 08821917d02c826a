// SPDX-License-Identifier: Apache-2.0
#include "tests/drivers/host_reading.h"

#include <doctest/doctest.h>

namespace rocelint {
namespace {

using tests::ReadFiles;

TEST_SUITE_BEGIN("app-env");

TEST_CASE("a class or GID that cannot be read is an error, another number a warning")
{
    const ReadFiles read(
        "app-env", {{"job.env", "NCCL_IB_TC={{tc}}\nNCCL_IB_GID_INDEX=three\nNCCL_IB_TIMEOUT=long\n"}});
    REQUIRE(read.problems().size() == 3);
    CHECK(read.problems()[0].severity == SyntaxProblem::Severity::error);
    CHECK(read.problems()[1].severity == SyntaxProblem::Severity::error);
    CHECK(read.problems()[2].severity == SyntaxProblem::Severity::warning);
}

TEST_CASE("a variable with NCCL's default value counts as unset")
{
    const ReadFiles unset("app-env",
        {{"job.env", "NCCL_IB_FIFO_TC=-1\nNCCL_IB_ADAPTIVE_ROUTING=-2\nNCCL_IB_ROCE_VERSION_NUM=2\n"}});
    CHECK(unset.problems().empty());
    const Job& job = unset.device().jobs.at(0);
    CHECK((job.cts_class.origin == OriginId{} && job.adaptive_routing.origin == OriginId{}));
    CHECK(job.roce_version.is(2));
    const ReadFiles set("app-env", {{"job.env", "NCCL_IB_FIFO_TC=84\nNCCL_IB_ADAPTIVE_ROUTING=1\n"}});
    CHECK((set.device().jobs.at(0).cts_class.is(84) && set.device().jobs.at(0).adaptive_routing.is(true)));
}

TEST_CASE("a message quotes no more of a bad value than its first word")
{
    const ReadFiles job("app-env", {{"job.env", "NCCL_IB_TC=abc password=hunter2\n"}});
    REQUIRE(job.problems().size() == 1);
    CHECK(job.problems()[0].message == "NCCL_IB_TC is a number from 0 to 255, not \"abc\"");
}

TEST_CASE("NCCL's marking variables are read in every notation")
{
    struct Row {
        std::string_view text;
        int traffic_class; // -1: unread
    };
    constexpr Row rows[] = {
        {"NCCL_IB_TC=106\n", 106},
        {"NCCL_IB_TC=106", 106},
        {"export NCCL_IB_TC=106\n", 106},
        {"export NCCL_DEBUG=WARN NCCL_IB_TC=\"106\"\n", 106},
        {"declare -x NCCL_IB_TC='106'\n", 106},
        {"NCCL_IB_TC=0x6a\n", 106},
        {"NCCL_IB_TC=0152\n", 106},
        {"NCCL_IB_TC=106 # DSCP 26\r\n", 106},
        {"NCCL_IB_TC=41\nNCCL_IB_TC=106\n", 106},
        {"NCCL_IB_TC=256\n", -1},
        {"NCCL_IB_TC=-1\n", -1},
        {"NCCL_IB_TC={{tc}}\n", -1},
        {"NCCL_IB_TC=\n", -1},
        {"NCCL_IB_TC=99999999999999999999999\n", -1},
    };
    for (const Row& row : rows) {
        CAPTURE(row.text);
        const ReadFiles job("app-env", {{"job.env", row.text}});
        REQUIRE(job.device().jobs.size() == 1);
        const auto& traffic_class = job.device().jobs[0].traffic_class;
        CHECK((traffic_class.known() ? traffic_class.value : -1) == row.traffic_class);
    }
}

TEST_CASE("the number of queue pairs of a connection is read")
{
    const ReadFiles job("app-env", {{"job.env", "NCCL_IB_TC=106\nNCCL_IB_QPS_PER_CONNECTION=4\n"}});
    CHECK(job.device().jobs[0].queue_pairs.is(4));
    const ReadFiles none("app-env", {{"job.env", "NCCL_IB_QPS_PER_CONNECTION=0\n"}});
    CHECK_FALSE(none.device().jobs[0].queue_pairs.known());
}

TEST_CASE("in nccl.conf the first assignment wins, as NCCL reads it")
{
    const ReadFiles job("app-env", {{"/etc/nccl.conf", "NCCL_IB_TC=41\nNCCL_IB_TC=106\n"}});
    CHECK(job.device().jobs[0].traffic_class.is(41));
}

TEST_CASE("the second equals sign of NCCL_IB_HCA belongs to the value")
{
    const ReadFiles job("app-env",
        {{"job.env",
            "NCCL_IB_GID_INDEX=3\nNCCL_IB_SL=5\nNCCL_NET_PLUGIN={{hpcx_path}}\nNCCL_IB_HCA==mlx5_0,mlx5_1"}});
    CHECK(job.all_recognised());
    CHECK(job.problems().empty());
    CHECK(job.gaps().empty());
    CHECK(job.device().kind == DeviceKind::job);
    CHECK(job.says("devices: =mlx5_0,mlx5_1 (explicit job.env:4)"));
    CHECK(job.says("gid-index: 3 (explicit job.env:1)"));
    CHECK(job.says("service-level: 5 (explicit job.env:2)"));
    CHECK(job.coverage().count(CoverageState::irrelevant) == 1);
}

TEST_CASE("partitions of NCCL and UCX are read")
{
    const ReadFiles job("app-env", {{"job.env", "NCCL_IB_PKEY=2\nUCX_IB_PKEY=0x8005\n"}});
    CHECK(job.all_recognised());
    REQUIRE(job.device().jobs.size() == 1);
    CHECK(job.device().jobs.front().pkey_index.is(2));
    CHECK(job.device().jobs.front().ucx_pkey.is(0x8005));
    const ReadFiles automatic("app-env", {{"job.env", "UCX_IB_PKEY=auto\n"}});
    CHECK(automatic.problems().empty());
    CHECK_FALSE(automatic.device().jobs.front().ucx_pkey.known());
}

TEST_CASE("timeouts and the traffic classes of other libraries are read")
{
    const ReadFiles job("app-env",
        {{"job.env",
            "NCCL_IB_TIMEOUT=22\nNCCL_IB_RETRY_CNT=7\nNCCL_GIN_IB_TC=0x6a\nNVSHMEM_IB_TRAFFIC_CLASS=104\n"
            "UCX_IB_TRAFFIC_CLASS=98\n"}});
    CHECK(job.all_recognised());
    REQUIRE(job.device().jobs.size() == 1);
    const Job& read = job.device().jobs.front();
    CHECK(read.timeout.is(22));
    CHECK(read.retries.is(7));
    CHECK(read.gin_class.is(106));
    CHECK(read.nvshmem_class.is(104));
    CHECK(read.ucx_class.is(98));
    const ReadFiles automatic("app-env", {{"job.env", "UCX_IB_TRAFFIC_CLASS=auto\nNCCL_IB_TC=106\n"}});
    CHECK(automatic.problems().empty());
    CHECK_FALSE(automatic.device().jobs.front().ucx_class.known());
}

TEST_CASE(
    "the traffic classes of MORI, Mooncake and Mayastor are read, and a job without NCCL is known as one")
{
    const ReadFiles job(
        "app-env", {{"job.env", "MORI_RDMA_TC=104\nMC_IB_TC=96\nNVME_TRANSPORT_TOS=106\nUCX_TLS=rc\n"}});
    CHECK(job.gaps().empty());
    REQUIRE(job.device().jobs.size() == 1);
    const Job& read = job.device().jobs.front();
    CHECK(read.mori_class.is(104));
    CHECK(read.mooncake_class.is(96));
    CHECK(read.nvme_class.is(106));
    CHECK((read.without_nccl && read.with_ucx));
    const ReadFiles unset("app-env", {{"job.env", "MC_IB_TC=-1\nNVME_TRANSPORT_TOS=0\nNCCL_DEBUG=WARN\n"}});
    CHECK(unset.problems().empty());
    const Job& nccl = unset.device().jobs.front();
    CHECK((nccl.mooncake_class.origin == OriginId{} && nccl.nvme_class.origin == OriginId{}));
    CHECK((!nccl.without_nccl && !nccl.with_ucx));
}

TEST_CASE("how Ceph marks its RDMA packets is read from ceph.conf")
{
    const ReadFiles ceph("app-env",
        {{"ceph.conf",
            "[global]\nfsid = 1\nms type = async+rdma ; both networks\nms_async_rdma_dscp = 104\n"
            "ms_async_rdma_sl = 3\n[osd]\nosd_op_threads = 4\n"}});
    CHECK(ceph.all_recognised());
    CHECK(ceph.problems().empty());
    CHECK(ceph.gaps() == "5 unsupported ms_async_rdma_sl = 3\n");
    REQUIRE(ceph.device().jobs.size() == 1);
    const Job& job = ceph.device().jobs.front();
    CHECK(job.ceph_class.is(104));
    CHECK((job.with_ceph && job.without_nccl));
    const ReadFiles managed(
        "app-env", {{"ceph.conf", "[global]\nms_type = async+rdma\nms_async_rdma_cm = true\n"}});
    CHECK(managed.all_recognised());
    CHECK_FALSE(managed.device().jobs.front().with_ceph);
    const Source tcp(0, "ceph.conf", "[global]\nms_type = async+posix\n");
    CHECK(detect(*find_driver("app-env"), tcp).confidence == 0);
}

TEST_CASE("variables that decide whether a job uses RDMA, and how, are read")
{
    const ReadFiles job("app-env",
        {{"job.env", "NCCL_IB_DISABLE=1\nNCCL_NET=Socket\nNCCL_NET_GDR_LEVEL=LOC\nNCCL_GIN_TYPE=3\n"}});
    CHECK(job.all_recognised());
    const Job& read = job.device().jobs.front();
    CHECK(read.verbs_off.is(true));
    CHECK(read.network.is("Socket"));
    CHECK(read.gpu_direct.is("LOC"));
    CHECK(read.gin_type.is(Job::gin_by_gpu));
    const ReadFiles automatic("app-env", {{"job.env", "NCCL_GIN_TYPE=-1\n"}});
    CHECK(automatic.problems().empty());
    CHECK_FALSE(automatic.device().jobs.front().gin_type.known());
}

TEST_CASE("other variables that mark RDMA traffic are counted as unsupported, and a bad number is reported")
{
    const ReadFiles job(
        "app-env", {{"job.env", "UCX_IB_GID_INDEX=3\nNVSHMEM_IB_GID_INDEX=0\nUCX_TLS=rc\nNCCL_IB_TC=abc\n"}});
    CHECK(job.gaps()
        == "1 unsupported UCX_IB_GID_INDEX=3\n2 unsupported NVSHMEM_IB_GID_INDEX=0\n"
           "4 unrecognised NCCL_IB_TC=abc\n");
    REQUIRE(job.problems().size() == 1);
    CHECK(job.problems()[0].message == "NCCL_IB_TC is a number from 0 to 255, not \"abc\"");
}

TEST_CASE("only files that consist of assignments, one of them known, are accepted")
{
    struct Row {
        std::string_view text;
        bool ours;
    };
    constexpr Row rows[] = {
        {"# comment\n\nPATH=/usr/bin\nUCX_TLS=rc\n", true},
        {"  NCCL_DEBUG=INFO\n", true},
        {"PATH=/usr/bin\n", false},
        {"NCCL_IB_TC=106\nmpirun -np 8 ./train\n", false},
        {"<system>\nNCCL_IB_TC=106\n", false},
        {"{\"NCCL_IB_TC\": 106}", true},
        {"{\"NCCL_IB_TC\": 106", false},
        {"{\"PATH\": \"/usr/bin\"}", false},
        {"", false},
        {"\n\n", false},
        {"=\n", false},
    };
    for (const Row& row : rows) {
        CAPTURE(row.text);
        const Source source(0, "x.env", row.text);
        CHECK((detect(*find_driver("app-env"), source).confidence > 0) == row.ours);
    }
}

TEST_SUITE_END();

}
}
