// SPDX-License-Identifier: Apache-2.0
#include "tests/drivers/host_edit.h"
#include "tests/drivers/host_reading.h"

#include <doctest/doctest.h>

#include <string>

namespace rocelint::tests {
namespace {

std::string script(std::string_view lines) { return "#!/bin/bash\n" + std::string(lines); }

int class_of(const ReadFiles& job)
{
    REQUIRE(job.device().jobs.size() == 1);
    const auto& traffic_class = job.device().jobs[0].traffic_class;
    return traffic_class.known() ? traffic_class.value : -1;
}

std::string edited(std::string_view lines)
{
    EditedFiles job("app-env", {{"run.sh", script(lines)}});
    CHECK(job.edit({job.change("", Property::rdma_marking, std::uint8_t{106})}) == "");
    return job.text("run.sh").substr(script("").size());
}

}

TEST_CASE("a variable is read in every form in which a script gives it to a job")
{
    constexpr std::string_view rows[] = {
        "export NCCL_IB_TC=106\nsrun ./train\n",
        "export NCCL_DEBUG=WARN NCCL_IB_TC='106' # DSCP 26\nsrun ./train\n",
        "declare -x NCCL_IB_TC=106\nsrun ./train\n",
        "NCCL_IB_TC=106\nexport NCCL_IB_TC\nsrun ./train\n",
        "set -a\nNCCL_IB_TC=106\nset +a\nsrun ./train\n",
        "NCCL_IB_TC=106 srun ./train\n",
        "env NCCL_DEBUG=INFO NCCL_IB_TC=106 ./train\n",
        "mpirun -np 16 -x NCCL_IB_TC=106 ./train\n",
        "mpirun -np 16 \\\n  -x NCCL_DEBUG \\\n  -x NCCL_IB_TC=\"106\" \\\n  ./train\n",
        "mpirun -x \"NCCL_IB_TC=106\" ./train\n",
        "mpiexec.hydra -genv NCCL_IB_TC 106 ./train\n",
        "mpiexec -genv NCCL_IB_TC=106 ./train\n",
        "srun --export=ALL,NCCL_IB_TC=106 ./train\n",
        "srun --export \"ALL,NCCL_IB_TC=106\" ./train\n",
        "#SBATCH --export=ALL,NCCL_IB_TC=106\nsrun ./train\n",
        "#PBS -v NCCL_DEBUG=INFO,NCCL_IB_TC=106\nmpirun ./train\n",
        "#SBATCH --export=ALL,NCCL_IB_TC=106 --nodes=2\nsrun ./train\n",
        "#SBATCH --export='ALL,NCCL_IB_TC=106'\nsrun ./train\n",
        "#PBS -v NCCL_IB_TC=106 -l select=2\nmpirun ./train\n",
        "#BSUB -env \"all, NCCL_IB_TC=106\"\nmpirun ./train\n",
        "qsub -v NCCL_IB_TC=106,NCCL_DEBUG=INFO job.pbs\n",
        "docker run --gpus all -e NCCL_IB_TC=106 image ./train\n",
        "enroot start --env NCCL_IB_TC=106 image ./train\n",
        "singularity exec --env NCCL_DEBUG=INFO,NCCL_IB_TC=106 image.sif ./train\n",
        "bash -c 'export NCCL_IB_TC=106; ./train'\n",
        "srun bash -c \"NCCL_IB_TC=106 torchrun train.py\"\n",
        "OPTIONS=\"-np 16 -x NCCL_IB_TC=106\"\nmpirun $OPTIONS ./train\n",
        "TC=106\nexport NCCL_IB_TC=$TC\nsrun ./train\n",
        "setenv NCCL_IB_TC 106\nsrun ./train\n",
        "ray job submit --runtime-env-json='{\"env_vars\": {\"NCCL_IB_TC\": \"106\"}}' -- python train.py\n",
        "export NCCL_IB_TC=98\nexport NCCL_IB_TC=106\nsrun ./train\n",
        "export NCCL_DEBUG=WARN && export NCCL_IB_TC=106\nsrun ./train\n",
        "TC=106 && export NCCL_IB_TC=$TC\nsrun ./train\n",
        "export NCCL_IB_TC=106\nmpirun -np 16 -x NCCL_IB_TC ./train\n",
        "export NCCL_IB_TC=106\nlog_info \"NCCL_IB_TC=0\"\nlog \"set NCCL_IB_TC=0 here\"\nsrun ./train\n",
        "export NCCL_IB_TC=106\ncat <<EOF\nexport NCCL_IB_TC=0\nEOF\nsrun ./train\n",
        "cat > job.env <<EOF\nNCCL_IB_TC=106\nEOF\ndocker run image ./train\n",
        "cat <<'EOF' | sudo tee /etc/nccl.conf\nNCCL_IB_TC=106\nEOF\nsrun ./train\n",
        "cat > env.sh <<-EOF\n\texport NCCL_IB_TC=106\n\ttrue\n\tEOF\nsource env.sh\nsrun ./train\n",
        "sbatch <<EOF\n#!/bin/bash\nexport NCCL_IB_TC=106\nsrun ./train\nEOF\n",
        "sbatch -N 2 --wrap=\"NCCL_IB_TC=106 srun ./train\"\n",
        "sbatch -N 2 --wrap 'NCCL_IB_TC=106 srun ./train'\n",
        "eval 'export NCCL_IB_TC=106'\nsrun ./train\n",
        "srun --export=ALL,NCCL_IB_TC=106 --container-image=train.sqsh --container-env=NCCL_IB_TC ./train\n",
        "srun env NCCL_IB_TC=106 ./train\n",
        "for n in 2 4; do\n  mpirun -np $n -x NCCL_IB_TC=106 ./train\ndone\n",
        "mpirun hostname\nmpirun -x NCCL_IB_TC=106 ./train\n",
        "setup() {\n  export NCCL_IB_TC=106\n}\nsetup\nsrun ./train\n",
        "train() {\n  mpirun \"$@\" ./train\n}\ntrain -x NCCL_IB_TC=106\n",
    };
    for (const std::string_view lines : rows) {
        CAPTURE(lines);
        const std::string text = script(lines);
        const ReadFiles job("app-env", {{"run.sh", text}});
        CHECK(job.all_recognised());
        CHECK(job.problems().empty());
        CHECK(job.gaps().empty());
        CHECK(class_of(job) == 106);
    }
}

TEST_CASE("a function that another program runs gets what the script has set before it")
{
    const std::string text = script(
        "export NCCL_IB_TC=106\nrun() {\n  NCCL_IB_HCA=mlx5_0 ./train\n}\nexport -f run\nsrun bash -c run\n");
    CHECK(class_of(ReadFiles("app-env", {{"run.sh", text}})) == 106);
}

TEST_CASE("what only the running shell knows stays unread")
{
    constexpr std::string_view rows[] = {
        "export NCCL_DEBUG=WARN\nmpirun -x NCCL_IB_TC ./train\n",
        "export NCCL_DEBUG=WARN\nsrun --export=ALL,NCCL_IB_TC ./train\n",
        "export NCCL_DEBUG=WARN\ndocker run -e NCCL_IB_TC image ./train\n",
        "TC=106\nsbatch <<EOF\nexport NCCL_IB_TC=$TC\nsrun ./train\nEOF\n",
        "docker run --env-file job.env -e NCCL_IB_SL=3 image ./train\n",
        "OPTIONS+=\" -x NCCL_IB_TC=106\"\nmpirun $OPTIONS ./train\n",
        "COMMAND=\"NCCL_IB_TC=106 ./train\"\nsrun bash -c \"$COMMAND\"\n",
        "COMMAND=\"mpirun -x NCCL_IB_TC=106 ./train\"\neval \"$COMMAND\"\n",
        "run_all \"NCCL_IB_TC=106 mpirun ./train\"\n",
        "export NCCL_IB_TC=$(cat tc)\nsrun ./train\n",
        "mpirun -x NCCL_IB_TC=$TC ./train\n",
        "srun --export=ALL,NCCL_IB_TC=$TC ./train\n",
        "if [ \"$FABRIC\" = roce ]; then\n  export NCCL_IB_TC=106\nfi\nsrun ./train\n",
    };
    for (const std::string_view lines : rows) {
        CAPTURE(lines);
        const std::string text = script(lines);
        const ReadFiles job("app-env", {{"run.sh", text}});
        CHECK(job.problems().empty());
        CHECK(class_of(job) == -1);
        CHECK(job.device().jobs[0].traffic_class.origin != OriginId{});
    }
}

TEST_CASE("what a script removes, prints or leaves to a branch that repeats it counts for what it is")
{
    const std::string removed = script("export NCCL_IB_TC=106\nunset NCCL_IB_TC\nsrun ./train\n");
    const std::string printed = script("export NCCL_DEBUG=WARN\necho NCCL_IB_TC=106\nsrun ./train\n");
    const std::string same
        = script("export NCCL_IB_TC=106\nif true; then export NCCL_IB_TC=106; fi\nsrun ./train\n");
    CHECK(ReadFiles("app-env", {{"run.sh", removed}}).device().jobs[0].traffic_class.origin == OriginId{});
    CHECK(ReadFiles("app-env", {{"run.sh", printed}}).device().jobs[0].traffic_class.origin == OriginId{});
    CHECK(class_of(ReadFiles("app-env", {{"run.sh", same}})) == 106);
}

TEST_CASE("what is set for one command holds for that command alone")
{
    const std::string text = script("export NCCL_IB_TC=106\nNCCL_IB_TC=0 ./probe\nsrun ./train\n");
    const ReadFiles two("app-env", {{"run.sh", text}});
    CHECK(two.problems().empty());
    REQUIRE(two.device().jobs.size() == 2);
    CHECK(two.device().jobs[0].traffic_class.is(106));
    CHECK(two.device().jobs[0].name == "run.sh");
    CHECK(two.device().jobs[1].traffic_class.is(0));
    CHECK(two.device().jobs[1].name == "run.sh (line 3)");
    const std::string sweep
        = script("export NCCL_IB_SL=3\nmpirun -x NCCL_IB_TC=41 ./a\nmpirun -x NCCL_IB_TC=106 ./b\n");
    const ReadFiles commands("app-env", {{"run.sh", sweep}});
    REQUIRE(commands.device().jobs.size() == 2);
    CHECK(commands.device().jobs[0].traffic_class.is(41));
    CHECK(commands.device().jobs[1].traffic_class.is(106));
    CHECK(commands.device().jobs[1].service_level.is(3));
    const std::string later = script("mpirun -x NCCL_IB_SL=3 ./a\nexport NCCL_IB_TC=98\nmpirun ./b\n");
    const ReadFiles after("app-env", {{"run.sh", later}});
    REQUIRE(after.device().jobs.size() == 2);
    CHECK(after.device().jobs[0].traffic_class.is(98));
    CHECK_FALSE(after.device().jobs[1].traffic_class.known());
}

TEST_CASE("the hosts that a script names are those of its jobs")
{
    const auto nodes = [](std::string_view lines) {
        const std::string text = script(lines);
        const ReadFiles job("app-env", {{"run.sh", text}});
        REQUIRE(job.device().jobs.size() == 1);
        std::string joined;
        for (const std::string_view node : job.device().jobs[0].nodes)
            joined += std::string(node) + ' ';
        return joined;
    };
    CHECK(nodes("#SBATCH --nodelist=gpu[01-02,10],login\nexport NCCL_IB_TC=106\nsrun ./train\n")
        == "gpu01 gpu02 gpu10 login ");
    CHECK(nodes("#SBATCH -N 2 -w n1,n2\nexport NCCL_IB_TC=106\nsrun ./train\n") == "n1 n2 ");
    CHECK(nodes("mpirun -H n1:8,n2:8 -x NCCL_IB_TC=106 ./train\n") == "n1 n2 ");
    CHECK(nodes("export NCCL_IB_TC=106\nsrun -w n1 ./train\n") == "n1 ");
    CHECK(nodes("export NCCL_IB_TC=106\nsrun -w n1 ./a\nsrun ./b\n") == "");
    CHECK(nodes("mpirun -H $HOSTS -x NCCL_IB_TC=106 ./train\n") == "");
    CHECK(nodes("#SBATCH --nodelist=r[1-2]n[1-2]\nexport NCCL_IB_TC=106\nsrun ./train\n") == "");
}

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

TEST_CASE("what is no longer exported is not set, and a branch is named by its line")
{
    const std::string text = script("set -a\nNCCL_IB_SL=3\nset +a\nNCCL_IB_TC=106\nsrun ./train\n");
    const ReadFiles job("app-env", {{"run.sh", text}});
    REQUIRE(job.device().jobs.size() == 1);
    CHECK(job.device().jobs[0].service_level.is(3));
    CHECK_FALSE(job.device().jobs[0].traffic_class.known());
    REQUIRE(job.problems().size() == 1);
    CHECK(job.problems()[0].message.find("NCCL_IB_TC is set but not exported") == 0);
    const std::string branch = script("if [ -e /x ]; then\n  export NCCL_IB_TC=106\nfi\nsrun ./train\n");
    const ReadFiles doubtful("app-env", {{"run.sh", branch}});
    REQUIRE(doubtful.device().jobs.size() == 1);
    const Origin origin = doubtful.device().origins.look_up(doubtful.device().jobs[0].traffic_class.origin);
    CHECK(origin.note == "line 3 sets it in a branch or a function, or only after a test");
}

TEST_CASE("what a prolog prints for Slurm, and a hook of enroot adds, is set; any other print is not a job")
{
    const std::string prolog = script("echo \"export NCCL_IB_TC=106\"\necho export NCCL_IB_SL=3\n");
    const ReadFiles slurm("app-env", {{"task_prolog.sh", prolog}});
    CHECK(class_of(slurm) == 106);
    CHECK(slurm.device().jobs[0].service_level.is(3));
    const std::string hook = script("set -eu\necho \"NCCL_IB_TC=106\" >> \"${ENROOT_ENVIRON}\"\n");
    CHECK(class_of(ReadFiles("app-env", {{"90-nccl.sh", hook}})) == 106);
    const std::string hint = script("echo \"run it with NCCL_IB_TC=106\"\nls\n");
    CHECK(ReadFiles("app-env", {{"hint.sh", hint}}).device().jobs.empty());
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

TEST_CASE("a script of nothing but assignments before a command, or of exports with defaults, is a script")
{
    const ReadFiles before("app-env", {{"run.sh", "NCCL_IB_TC=106 NCCL_IB_GID_INDEX=3 srun ./train\n"}});
    CHECK(before.problems().empty());
    CHECK(class_of(before) == 106);
    CHECK(before.device().jobs[0].gid_index.is(3));
    const ReadFiles exports("app-env", {{"job.env", "export NCCL_IB_TC=${NCCL_IB_TC:-106}\n"}});
    CHECK(exports.problems().empty());
    CHECK(class_of(exports) == 106);
}

TEST_CASE("the default of a variable of the shell is read, and called a default")
{
    const std::string text = script("export NCCL_IB_TC=${NCCL_IB_TC:-106}\nsrun ./train\n");
    const ReadFiles job("app-env", {{"run.sh", text}});
    CHECK(class_of(job) == 106);
    const Origin origin = job.device().origins.look_up(job.device().jobs[0].traffic_class.origin);
    CHECK(origin.kind == OriginKind::derived);
    CHECK(origin.note.find("a default") != std::string_view::npos);
    const std::string set = script("TC=98\nexport NCCL_IB_TC=${TC:-106}\nsrun ./train\n");
    CHECK(class_of(ReadFiles("app-env", {{"run.sh", set}})) == 98);
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

TEST_CASE("the traffic class is corrected where a script sets it")
{
    CHECK(edited("export NCCL_IB_TC=98\nsrun ./train\n") == "export NCCL_IB_TC=106\nsrun ./train\n");
    CHECK(edited("mpirun -x NCCL_IB_TC=\"98\" ./train\n") == "mpirun -x NCCL_IB_TC=\"106\" ./train\n");
    CHECK(edited("srun --export=ALL,NCCL_IB_TC=98,A=1 ./train\n")
        == "srun --export=ALL,NCCL_IB_TC=106,A=1 ./train\n");
    CHECK(edited("mpiexec -genv NCCL_IB_TC 98 ./train\n") == "mpiexec -genv NCCL_IB_TC 106 ./train\n");
    CHECK(edited("export NCCL_IB_TC=${NCCL_IB_TC:-98}\nsrun ./train\n")
        == "export NCCL_IB_TC=${NCCL_IB_TC:-106}\nsrun ./train\n");
    CHECK(edited("export NCCL_IB_TC=98\nmpirun -x NCCL_IB_SL=1 ./a\nmpirun -x NCCL_IB_SL=2 ./b\n")
        == "export NCCL_IB_TC=106\nmpirun -x NCCL_IB_SL=1 ./a\nmpirun -x NCCL_IB_SL=2 ./b\n");
    EditedFiles missing("app-env", {{"run.sh", script("export NCCL_DEBUG=WARN\nsrun ./train\n")}});
    CHECK(missing.edit({missing.change("", Property::rdma_marking, std::uint8_t{106})})
        == "this file does not set NCCL_IB_TC; set it before the command that starts the job\n");
}

}
