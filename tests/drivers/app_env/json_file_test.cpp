// SPDX-License-Identifier: Apache-2.0
#include "tests/drivers/host_edit.h"
#include "tests/drivers/host_reading.h"

#include <doctest/doctest.h>

#include <string>

namespace rocelint::tests {

TEST_CASE("variables that are members of JSON are those of a job")
{
    const ReadFiles job("app-env",
        {{"launch.json",
            "{\"nodes\": 2,\n \"env\": {\n  \"NCCL_DEBUG\": \"WARN\",\n  \"NCCL_IB_HCA\": \"mlx5_0\",\n"
            "  \"NCCL_IB_TC\": \"106\",\n  \"NCCL_IB_SL\": 3,\n  \"NCCL_IB_TIMEOUT\": [\"20\", \"22\"]\n }}\n"}});
    CHECK(job.all_recognised());
    CHECK(job.problems().empty());
    REQUIRE(job.device().jobs.size() == 1);
    CHECK(job.device().jobs[0].traffic_class.is(106));
    CHECK(job.device().jobs[0].service_level.is(3));
    CHECK(job.device().jobs[0].devices.is("mlx5_0"));
    CHECK_FALSE(job.device().jobs[0].timeout.known());
    CHECK(job.gaps().find("7 unsupported") == 0);
    const ReadFiles two("app-env",
        {{"suite.json", "[{\"env\": {\"NCCL_IB_TC\": \"41\"}},\n {\"env\": {\"NCCL_IB_TC\": \"<tc>\"}}]\n"}});
    REQUIRE(two.device().jobs.size() == 2);
    CHECK(two.device().jobs[0].traffic_class.is(41));
    CHECK_FALSE(two.device().jobs[1].traffic_class.known());
    REQUIRE(two.problems().size() == 1);
    CHECK(two.problems()[0].message == "something has yet to fill in NCCL_IB_TC; check the rendered file");
}

TEST_CASE("a list of names and values in JSON is the environment of a job")
{
    const ReadFiles job("app-env",
        {{"pod.json",
            "{\"containers\": [{\"name\": \"a\", \"env\": [\n"
            " {\"name\": \"NCCL_IB_TC\", \"value\": \"0\"},\n"
            " {\"name\": \"NCCL_DEBUG\", \"value\": \"WARN\"},\n"
            " {\"name\": \"NCCL_IB_SL\", \"valueFrom\": {\"fieldRef\": {}}}]}]}\n"}});
    CHECK(job.all_recognised());
    REQUIRE(job.device().jobs.size() == 1);
    CHECK(job.device().jobs[0].traffic_class.is(0));
    CHECK_FALSE(job.device().jobs[0].service_level.known());
    CHECK(job.device().jobs[0].ucx_class.origin == OriginId{});
    const ReadFiles from("app-env",
        {{"pod.json",
            "{\"env\": [{\"name\": \"NCCL_IB_TC\", \"value\": \"106\"}],\n"
            " \"envFrom\": [{\"configMapRef\": {\"name\": \"ucx\"}}]}\n"}});
    REQUIRE(from.device().jobs.size() == 1);
    CHECK(from.device().jobs[0].traffic_class.is(106));
    CHECK(from.device().jobs[0].ucx_class.origin != OriginId{});
}

TEST_CASE("words of a container's command in JSON set variables of its job")
{
    const ReadFiles job("app-env",
        {{"pods.json",
            "{\"apiVersion\": \"v1\", \"kind\": \"Pod\", \"metadata\": {\"name\": \"a\"}, \"spec\": {\"containers\": [\n"
            " {\"name\": \"a\",\n  \"args\": [\"-np\", \"16\", \"-x\", \"NCCL_IB_TC=106\",\n   \"-x\", \"NCCL_IB_SL=$(SL)\"],\n"
            "  \"command\": [\"mpirun\"],\n"
            "  \"env\": [{\"name\": \"NCCL_IB_GID_INDEX\", \"value\": \"3\"}]},\n"
            " {\"name\": \"b\",\n  \"args\": [\"-x\", \"NCCL_IB_TC=41\"]}]}}\n"}});
    CHECK(job.all_recognised());
    REQUIRE(job.device().jobs.size() == 2);
    CHECK(job.device().jobs[0].traffic_class.is(106));
    CHECK(job.device().jobs[0].gid_index.is(3));
    CHECK_FALSE(job.device().jobs[0].service_level.known());
    CHECK(job.device().jobs[1].traffic_class.is(41));
    REQUIRE(job.problems().size() == 1);
    CHECK(job.problems()[0].message == "something has yet to fill in NCCL_IB_SL; check the rendered file");
}

TEST_CASE("a command in JSON that names a variable is unsupported, and may set what the environment does not")
{
    const ReadFiles job("app-env",
        {{"launch.json",
            "{\"env\": {\"NCCL_IB_SL\": \"3\"},\n"
            " \"args\": [\"--verbose\"],\n"
            " \"command\": \"mpirun -x NCCL_IB_TC=0 ./a\"}\n"}});
    CHECK(job.all_recognised());
    CHECK(job.gaps().find("3 unsupported") == 0);
    REQUIRE(job.device().jobs.size() == 1);
    CHECK(job.device().jobs[0].service_level.is(3));
    CHECK_FALSE(job.device().jobs[0].traffic_class.known());
    CHECK(job.device().jobs[0].traffic_class.origin != OriginId{});
}

TEST_CASE("a template of Jinja that begins with a mark is not JSON")
{
    for (const std::string_view begin : {"{{ header }}\n", "{% set a = 1 %}\n", "{# the job #}\n"}) {
        CAPTURE(begin);
        const std::string text
            = std::string(begin) + "# {\"NCCL_IB_TC\": 1}\nsrun --export=ALL,NCCL_IB_TC=106 ./a\n";
        const ReadFiles job("app-env", {{"run.sh.j2", text}});
        REQUIRE(job.device().jobs.size() == 1);
        CHECK(job.device().jobs[0].traffic_class.is(106));
    }
}

TEST_CASE("JSON that only mentions a variable is not a job's")
{
    for (const std::string_view text :
        {"{\"_comment\": \"NCCL_IB_TC is 106\"}\n", "{\"NCCL_VERSION\": \"2.27\"}\n", "[\"NCCL_IB_TC\"]\n"}) {
        CAPTURE(text);
        CHECK_FALSE(ReadFiles("app-env", {{"a.json", text}}).all_recognised());
    }
}

namespace {

// SPDK's configuration with these options and a controller of this transport.
std::string spdk_configuration(std::string_view options, std::string_view transport)
{
    return std::string(
        "{\n  \"subsystems\": [\n    {\"subsystem\": \"bdev\", \"config\": [\n"
        "      {\"method\": \"bdev_set_options\", \"params\": {\"bdev_io_pool_size\": 65535}},\n"
        "      {\"method\": \"bdev_nvme_set_options\", \"params\": {\n")
        .append(options)
        .append("      }},\n      {\"method\": \"bdev_nvme_attach_controller\", \"params\": {\n"
                "        \"trtype\": \"")
        .append(transport)
        .append("\"\n      }}\n    ]},\n    {\"subsystem\": \"nvmf\", \"config\": null}\n  ]\n}\n");
}

}

TEST_CASE("how SPDK marks the packets of NVMe over RDMA is read from its configuration")
{
    const std::string marked
        = spdk_configuration("        \"transport_ack_timeout\": 18,\n        \"rdma_srq_size\": 256,\n"
                             "        \"transport_tos\": 104\n",
            "rdma");
    const ReadFiles spdk("app-env", {{"spdk.json", marked}});
    CHECK(spdk.all_recognised());
    CHECK(spdk.problems().empty());
    CHECK(spdk.gaps() == "6 unsupported         \"transport_ack_timeout\": 18,\n");
    REQUIRE(spdk.device().jobs.size() == 1);
    const Job& job = spdk.device().jobs.front();
    CHECK(job.nvme_class.is(104));
    CHECK((job.with_spdk && job.without_nccl));
    const ReadFiles unset(
        "app-env", {{"spdk.json", spdk_configuration("        \"transport_tos\": 0\n", "RDMA")}});
    CHECK(unset.all_recognised());
    CHECK(unset.gaps().empty());
    CHECK(unset.device().jobs.front().nvme_class.origin == OriginId{});
    const ReadFiles wrong(
        "app-env", {{"spdk.json", spdk_configuration("        \"transport_tos\": 300\n", "RDMA")}});
    REQUIRE(wrong.problems().size() == 1);
    CHECK(wrong.problems()[0].message == "transport_tos is a number from 0 to 255, not \"300\"");
    const std::string tcp = spdk_configuration("        \"transport_tos\": 104\n", "TCP");
    const Source source(0, "spdk.json", tcp);
    CHECK(detect(*find_driver("app-env"), source).confidence == 0);
}

TEST_CASE("controllers that SPDK discovers by RDMA are attached by RDMA")
{
    std::string local = spdk_configuration("        \"transport_tos\": 104\n", "PCIe");
    const std::size_t end = local.find("    ]},\n    {\"subsystem\": \"nvmf\"");
    REQUIRE(end != std::string::npos);
    const Source without(0, "spdk.json", local);
    CHECK(detect(*find_driver("app-env"), without).confidence == 0);
    local.insert(end,
        "      ,{\"method\": \"bdev_nvme_start_discovery\", \"params\": {\n"
        "        \"trtype\": \"RDMA\"\n      }}\n");
    const ReadFiles spdk("app-env", {{"spdk.json", local}});
    CHECK(spdk.problems().empty());
    REQUIRE(spdk.device().jobs.size() == 1);
    CHECK(spdk.device().jobs.front().nvme_class.is(104));
}

TEST_CASE("SPDK takes no type of service in quotes")
{
    const ReadFiles quoted(
        "app-env", {{"spdk.json", spdk_configuration("        \"transport_tos\": \"104\"\n", "RDMA")}});
    REQUIRE(quoted.problems().size() == 1);
    CHECK(quoted.problems()[0].message
        == "SPDK takes transport_tos only as a number without quotes, and refuses the whole call");
    CHECK_FALSE(quoted.device().jobs.front().nvme_class.known());
}

TEST_CASE("the traffic class is corrected in JSON")
{
    EditedFiles job("app-env", {{"launch.json", "{\"env\": {\"NCCL_IB_TC\": \"0\"}}\n"}});
    CHECK(job.edit({job.change("", Property::rdma_marking, std::uint8_t{106})}) == "");
    CHECK(job.text("launch.json") == "{\"env\": {\"NCCL_IB_TC\": \"106\"}}\n");
}

}
