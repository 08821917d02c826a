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
    CHECK(two.problems()[0].message == "something has yet to fill in NCCL_IB_TC; check what is made of it");
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

TEST_CASE("the traffic class is corrected in JSON")
{
    EditedFiles job("app-env", {{"launch.json", "{\"env\": {\"NCCL_IB_TC\": \"0\"}}\n"}});
    CHECK(job.edit({job.change("", Property::rdma_marking, std::uint8_t{106})}) == "");
    CHECK(job.text("launch.json") == "{\"env\": {\"NCCL_IB_TC\": \"106\"}}\n");
}

}
