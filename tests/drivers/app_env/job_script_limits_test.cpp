// SPDX-License-Identifier: Apache-2.0
// Scripts that are too large, incomplete, or leave variables to something else.
#include "tests/drivers/app_env/job_script_case.h"

namespace rocelint::tests::job_script {
namespace {

TEST_CASE("a script that names too many hosts in all is as one that names none")
{
    const auto count = [](std::string_view lines) {
        const std::string text = script(lines);
        const ReadFiles job("app-env", {{"run.sh", text}});
        REQUIRE(job.device().jobs.size() == 1);
        return job.device().jobs[0].nodes.size();
    };
    const std::string once = "export NCCL_IB_TC=106\nsrun -w n[1-30000] ./a\n";
    CHECK(count(once) == 30000);
    CHECK(count(once + "srun -w m[1-30000] ./b\n") == 60000);
    CHECK(count(once + "srun -w m[1-30000] ./b\nsrun -w o[1-30000] ./c\n") == 0);
    CHECK(count("export NCCL_IB_TC=106\nsrun -w n[1-65536] ./a\n") == 65536);
    CHECK(count("export NCCL_IB_TC=106\nsrun -w n[1-65537] ./a\n") == 0);
}

TEST_CASE("a text that nests or grows without end is unknown, and is given up in time")
{
    constexpr int many = 20000;
    std::string defaults = "export NCCL_IB_TC=";
    std::string devices = "export NCCL_IB_HCA=";
    std::string braces = "export NCCL_IB_HCA=";
    for (int index = 0; index < many; ++index) {
        defaults += "${A:-";
        devices += "$(ls /sys/class/net/";
        braces += '{';
    }
    defaults += "106" + std::string(many, '}');
    devices += "eth0";
    for (int index = 0; index < many; ++index)
        devices += "/device/infiniband)";
    std::string growing = "V=0123456789\n";
    for (int index = 0; index < 12; ++index)
        growing += "V=$V$V$V$V$V$V$V$V$V$V\n";
    growing += "export NCCL_IB_TC=$V";
    for (const std::string& line : {defaults, devices, braces, growing}) {
        const std::string text = script(line + "\nsrun ./train\n");
        const ReadFiles job("app-env", {{"run.sh", text}});
        CHECK(class_of(job) == -1);
    }
}

TEST_CASE("a list in a variable that makes too many words ends what is read")
{
    std::string text = script("L='a");
    for (int index = 0; index < 10000; ++index)
        text += " a";
    text += "'\nexport NCCL_IB_SL=3\ntrue";
    for (int index = 0; index < 100; ++index)
        text += " $L";
    text += "\nexport NCCL_DEBUG=WARN\nsrun ./train\n";
    const ReadFiles job("app-env", {{"run.sh", text}});
    CHECK(class_of(job) == -1);
    CHECK(job.device().jobs[0].traffic_class.origin != OriginId{});
    CHECK(job.device().jobs[0].service_level.is(3));
}

TEST_CASE("scripts inside quotes are read up to one budget, and what is left unread may set variables")
{
    const std::string many = script(
        "srun bash -c 'for i in 1 2 3 4 5 6 7 8 9; do "
        "for j in 1 2 3 4 5 6 7 8 9; do for k in 1 2 3 4 5 6 7 8 9; do for l in 1 2 3 4 5 6 7 8 9; do "
        "NCCL_DEBUG=WARN true; done; done; done; done'\nsrun ./train\n");
    const ReadFiles long_one("app-env", {{"run.sh", many}});
    CHECK(class_of(long_one) == -1);
    CHECK(long_one.device().jobs[0].traffic_class.origin != OriginId{});
    const std::string escaped = script("ssh host \"echo \\\"x\\\"; NCCL_IB_TC=98 ./train\"\n");
    const ReadFiles unread("app-env", {{"run.sh", escaped}});
    CHECK(class_of(unread) == -1);
    CHECK(unread.device().jobs[0].traffic_class.origin != OriginId{});
    const std::string outer = script("TC=106\nssh host \"NCCL_IB_TC=${TC:-0} ./train\"\n");
    const ReadFiles expanded("app-env", {{"run.sh", outer}});
    CHECK(expanded.problems().empty());
    CHECK(class_of(expanded) == -1);
}

TEST_CASE("a variable that is not exported is reported, since the job does not see it")
{
    const std::string text = script("NCCL_HOME=/opt/nccl\nNCCL_IB_TC=106\nmpirun ./train\n");
    const ReadFiles job("app-env", {{"run.sh", text}});
    CHECK(class_of(job) == -1);
    REQUIRE(job.problems().size() == 1);
    CHECK(job.problems()[0].severity == SyntaxProblem::Severity::warning);
    CHECK(job.problems()[0].message.find("NCCL_IB_TC is set but not exported") == 0);
}

TEST_CASE("a variable that srun does not pass on is reported")
{
    const auto warned = [](std::string_view lines) {
        const std::string text = script(lines);
        const ReadFiles job("app-env", {{"run.sh", text}});
        return job.problems().empty() ? std::string() : job.problems().front().message;
    };
    CHECK(warned("export NCCL_IB_TC=106\nsrun --export=NONE ./train\n").find("does not see NCCL_IB_TC;")
        != std::string::npos);
    CHECK(warned("export NCCL_IB_TC=106\nsrun --export=NCCL_IB_SL=3 ./train\n").find("NCCL_IB_TC")
        != std::string::npos);
    CHECK(warned("export NCCL_IB_TC=106\nsrun --export=NCCL_IB_TC ./train\n") == "");
    CHECK(warned("export NCCL_IB_TC=106\nsrun --export=ALL,NCCL_IB_SL=3 ./train\n") == "");
    CHECK(warned("export NCCL_IB_TC=106\nsrun --export ALL ./train\n") == "");
}

TEST_CASE("a script that runs another file may set there what it does not set itself")
{
    const std::string text = script("source ./site.env\nexport NCCL_DEBUG=WARN\nsrun ./train\n");
    const ReadFiles job("app-env", {{"run.sh", text}});
    CHECK(class_of(job) == -1);
    CHECK(job.device().jobs[0].traffic_class.origin != OriginId{});
}

TEST_CASE("a script that the shell would not understand is read up to there")
{
    const std::string text = script("export NCCL_IB_TC=106\ndone\nexport NCCL_IB_SL=3\nsrun ./train\n");
    const ReadFiles job("app-env", {{"run.sh", text}});
    CHECK(class_of(job) == 106);
    REQUIRE(job.problems().size() == 1);
    CHECK(job.problems()[0].message.find("would not understand") != std::string::npos);
}

TEST_CASE("the instructions ENV of an image are read, and what they lack may be set elsewhere")
{
    const ReadFiles image("app-env",
        {{"Dockerfile",
            "# syntax=docker/dockerfile:1\nFROM base\nRUN make\nENV NCCL_IB_HCA=mlx5 \\\n    NCCL_IB_TC=\"106\"\n"
            "ENV NCCL_IB_SL 3\n"}});
    CHECK(image.all_recognised());
    CHECK(image.problems().empty());
    CHECK(image.gaps().empty());
    CHECK(class_of(image) == 106);
    CHECK(image.device().jobs[0].service_level.is(3));
    CHECK(image.says("devices: mlx5 (explicit Dockerfile:4)"));
    const ReadFiles partial("app-env", {{"Dockerfile", "FROM base\nENV NCCL_DEBUG=WARN\n"}});
    CHECK(class_of(partial) == -1);
    CHECK(partial.device().jobs[0].traffic_class.origin != OriginId{});
}

TEST_CASE("a stage of an image has the variables of another stage only if it is built from it")
{
    constexpr std::string_view build = "FROM base AS build\nENV NCCL_IB_TC=98\nRUN make\n";
    const std::string other = std::string(build) + "FROM base\nCOPY --from=build /a /a\nENV NCCL_IB_SL=3\n";
    const ReadFiles apart("app-env", {{"Dockerfile", other}});
    CHECK(class_of(apart) == -1);
    CHECK(apart.device().jobs[0].service_level.is(3));
    const std::string same
        = std::string(build) + "FROM --platform=linux/amd64 build AS run\nENV NCCL_IB_SL=3\n";
    const ReadFiles built("app-env", {{"Dockerfile", same}});
    CHECK(class_of(built) == 98);
    CHECK(built.device().jobs[0].service_level.is(3));
}

TEST_CASE("commands that set up a NIC inside a job's script are counted, not ignored")
{
    const std::string text
        = script("srun hostname\nmlnx_qos -i eth0 --trust dscp\nexport NCCL_IB_TC=106\nsrun ./train\n");
    const ReadFiles job("app-env", {{"run.sh", text}});
    CHECK(job.gaps() == "3 unsupported mlnx_qos -i eth0 --trust dscp\n");
}

}
}
