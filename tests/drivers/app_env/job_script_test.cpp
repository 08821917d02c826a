// SPDX-License-Identifier: Apache-2.0
#include "tests/drivers/app_env/job_script_case.h"

namespace rocelint::tests::job_script {
namespace {

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
        "bash -c \"cat > /etc/nccl.conf\" <<'EOF'\nNCCL_IB_TC=106\nEOF\n",
        "sudo sh -c 'tee /etc/nccl.conf' <<'EOF'\nNCCL_IB_TC=106\nEOF\n",
        "sudo bash -c 'echo NCCL_IB_TC=106 >> /etc/nccl.conf'\n",
        "echo \"NCCL_IB_TC=106\" | sudo tee -a /etc/nccl.conf\n",
        "printf 'NCCL_IB_TC=106\\nNCCL_DEBUG=WARN\\n' > /etc/nccl.conf\n",
        "{\n  echo NCCL_DEBUG=WARN\n  echo NCCL_IB_TC=106\n} > ~/.nccl.conf\n",
        "echo 'export NCCL_IB_TC=106' > /etc/profile.d/nccl.sh\n",
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
    CHECK(nodes("env NCCL_IB_TC=106 mpirun -H n1,n2 ./train\n") == "n1 n2 ");
    CHECK(nodes("export NCCL_IB_TC=106\nsrun -w n1 ./train\n") == "n1 ");
    CHECK(nodes("export NCCL_IB_TC=106\nsrun -w n1 ./a\nsrun ./b\n") == "");
    CHECK(nodes("mpirun -H $HOSTS -x NCCL_IB_TC=106 ./train\n") == "");
    CHECK(nodes("#SBATCH --nodelist=r[1-2]n[1-2]\nexport NCCL_IB_TC=106\nsrun ./train\n") == "");
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
}
