// SPDX-License-Identifier: Apache-2.0
#include "drivers/shell/jinja.h"
#include "tests/drivers/host_reading.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

namespace rocelint::tests {
namespace {

std::string bash_script(std::string_view lines) { return "#!/bin/bash\n" + std::string(lines); }

// The traffic class of NCCL in each job; -1 where it is not known.
std::vector<int> classes_of_jobs(const ReadFiles& job)
{
    std::vector<int> found;
    for (const Job& each : job.device().jobs)
        found.push_back(each.traffic_class.known() ? each.traffic_class.value : -1);
    return found;
}

std::vector<int> classes_of_jobs(std::string_view lines, std::string_view file = "run.sh")
{
    const std::string text = bash_script(lines);
    return classes_of_jobs(ReadFiles("app-env", {{file, text}}));
}

}

TEST_CASE("a command in a branch is a job with its own variables")
{
    using Classes = std::vector<int>;
    CHECK(
        classes_of_jobs("if [ $shape = a ]; then\n  mpirun -x NCCL_IB_TC=41 ./a\nelif [ $shape = b ]; then\n"
                        "  mpirun -x NCCL_IB_TC=106 ./a\nfi\n")
        == Classes{41, 106});
    CHECK(classes_of_jobs("case $1 in\na) NCCL_IB_TC=41 srun ./a ;;\n*) env NCCL_IB_TC=106 ./a ;;\nesac\n")
        == Classes{41, 106});
    CHECK(classes_of_jobs("[ -e /x ] && mpirun -x NCCL_IB_TC=41 ./a\n") == Classes{41});
    CHECK(classes_of_jobs("if [ -e /x ]; then\n  bash -c 'export NCCL_IB_TC=41; ./a'\nfi\n") == Classes{41});
    // Within the commands of one job, a branch is as uncertain as before.
    CHECK(classes_of_jobs("bash -c 'if [ -e /x ]; then export NCCL_IB_TC=41; fi; ./a'\n") == Classes{-1});
    CHECK(classes_of_jobs("if [ -e /x ]; then\n  export NCCL_IB_TC=41\nfi\nmpirun ./a\n") == Classes{-1});
}

TEST_CASE("what a branch exports is set for what the same branch starts")
{
    using Classes = std::vector<int>;
    const std::string text
        = bash_script("if [ $shape = a ]; then\n  export NCCL_DEBUG=WARN \\\n    NCCL_IB_TC=41\n"
                      "  srun ./a\nelif [ $shape = b ]; then\n  export NCCL_IB_TC=106\n"
                      "  mpirun ./a\nfi\n");
    const ReadFiles job("app-env", {{"run.sh", text}});
    CHECK(classes_of_jobs(job) == Classes{41, 106});
    CHECK(job.gaps().empty());
    CHECK(classes_of_jobs(
              "case $1 in\na) export NCCL_IB_TC=41; srun ./a ;;\n*) export NCCL_IB_TC=106; srun ./a ;;\n"
              "esac\n")
        == Classes{41, 106});
    // Another branch, or one inside, may run without it.
    CHECK(
        classes_of_jobs("if [ -e /x ]; then\n  export NCCL_IB_TC=41\nelse\n  srun ./a\nfi\n") == Classes{-1});
    CHECK(
        classes_of_jobs("if [ -e /x ]; then\n  if [ -e /y ]; then export NCCL_IB_TC=41; fi\n  srun ./a\nfi\n")
        == Classes{-1});
    CHECK(classes_of_jobs("if [ -e /x ]; then\n  [ -e /y ] && export NCCL_IB_TC=41\n  srun ./a\nfi\n")
        == Classes{-1});
    // So may what a branch inside, or `unset`, does to the export before.
    for (const std::string_view later : {"[ -e /y ] && export NCCL_IB_TC=41",
             "if [ -e /y ]; then export NCCL_IB_TC=41; fi",
             "unset NCCL_IB_TC"}) {
        CAPTURE(later);
        const std::string lines = "if [ -e /x ]; then\n  export NCCL_IB_TC=106\n  " + std::string(later);
        CHECK(classes_of_jobs(lines + "\n  srun ./a\nfi\n") == Classes{-1});
        CHECK(classes_of_jobs(lines + "\n  export NCCL_IB_TC=72\n  srun ./a\nfi\n") == Classes{72});
    }
}

TEST_CASE("a variable is followed through branches that agree, and within each of them")
{
    using Classes = std::vector<int>;
    CHECK(classes_of_jobs(
              "if [ $a = b ]; then TC=106; X=1; else TC=106; X=2; fi\nmpirun -x NCCL_IB_TC=$TC ./a\n")
        == Classes{106});
    CHECK(classes_of_jobs("TC=0\nif [ $a = b ]; then\n  TC=106\n  mpirun -x NCCL_IB_TC=$TC ./a\nelse\n"
                          "  mpirun -x NCCL_IB_TC=$TC ./a\nfi\n")
        == Classes{106, 0});
    CHECK(
        classes_of_jobs("TC=106\nif [ $a = b ]; then TC=$(cat x); exit 1; fi\nmpirun -x NCCL_IB_TC=$TC ./a\n")
        == Classes{106});
    // In a loop, a later turn may see what an earlier one has set.
    CHECK(classes_of_jobs(
              "TC=0\nwhile read a; do\n  if [ $a = b ]; then TC=106; else mpirun -x NCCL_IB_TC=$TC ./a; fi\n"
              "done\n")
        == Classes{-1});
}

TEST_CASE("branches that differ make a job each of the command after them")
{
    using Classes = std::vector<int>;
    const std::string text
        = bash_script("if [ $shape = a ]; then\n  OPTIONS=\"-x NCCL_IB_TC=41 -x NCCL_IB_HCA=mlx5_0\"\n"
                      "elif [ $shape = b ]; then\n  OPTIONS=\"-x NCCL_IB_TC=106 -x NCCL_IB_HCA=mlx5_2\"\n"
                      "else\n  exit 1\nfi\nmpirun $OPTIONS ./a\n");
    const ReadFiles job("app-env", {{"run.sh", text}});
    CHECK(job.all_recognised());
    CHECK(job.problems().empty());
    REQUIRE(classes_of_jobs(job) == Classes{41, 106});
    CHECK(job.device().jobs[0].devices.is("mlx5_0"));
    CHECK(job.device().jobs[1].devices.is("mlx5_2"));
    CHECK(
        classes_of_jobs(
            "case $a in\nb) TC=41 ;;\nc) TC=106 ;;\n*) exit 1 ;;\nesac\nsrun --export=ALL,NCCL_IB_TC=$TC ./a\n")
        == Classes{41, 106});
    // Without `else`, TC may also be what it was before.
    CHECK(classes_of_jobs("TC=0\nif [ $a = b ]; then TC=106; fi\nmpirun -x NCCL_IB_TC=$TC ./a\n")
        == Classes{106, 0});
}

TEST_CASE("options that a script adds to a variable or an array are read")
{
    using Classes = std::vector<int>;
    CHECK(
        classes_of_jobs("ARGS=\"-np 8\"\nARGS+=\" -x NCCL_IB_TC=106\"\nmpirun $ARGS ./a\n") == Classes{106});
    CHECK(classes_of_jobs("ARGS=(-np 8)\nARGS+=(-x NCCL_IB_TC=106)\nmpirun \"${ARGS[@]}\" ./a\n")
        == Classes{106});
    CHECK(classes_of_jobs("while read a; do ARGS+=\" -x NCCL_IB_TC=106\"; done\nmpirun $ARGS ./a\n")
        == Classes{-1});
}

TEST_CASE("a text with variables that no command is seen to use is unread")
{
    const std::string text
        = bash_script("OPTIONS=\"-x NCCL_IB_TC=0\"\nexport NCCL_DEBUG=WARN\n./launch.py\n");
    const ReadFiles job("app-env", {{"run.sh", text}});
    REQUIRE(job.device().jobs.size() == 1);
    CHECK_FALSE(job.device().jobs[0].traffic_class.known());
    CHECK(job.device().jobs[0].traffic_class.origin != OriginId{});
    CHECK(job.gaps().find("2 unsupported") == 0);
}

TEST_CASE("the template of a script is read, except for what it has yet to fill in")
{
    using Classes = std::vector<int>;
    const std::string text = bash_script(
        "{% if shape == \"a\" %}\nOPTIONS=\"-x NCCL_IB_TC=41\"\n{% else %}\nOPTIONS=\"-x NCCL_IB_TC=106\"\n"
        "{% endif%}\nmpirun $OPTIONS -x NCCL_IB_GID_INDEX={{ gid }} ./a\n");
    const ReadFiles job("app-env", {{"run.sh.j2", text}});
    REQUIRE(classes_of_jobs(job) == Classes{41, 106});
    CHECK_FALSE(job.device().jobs[0].gid_index.known());
    REQUIRE(job.problems().size() == 1);
    CHECK(job.problems()[0].message
        == "a template has yet to fill in NCCL_IB_GID_INDEX; check the rendered file");
    const ReadFiles variables("app-env", {{"nccl.conf.j2", "NCCL_IB_TC={{ tc }}\nNCCL_IB_SL=3\n"}});
    CHECK(classes_of_jobs(variables) == Classes{-1});
    REQUIRE(variables.problems().size() == 1);
    CHECK(variables.device().jobs[0].service_level.is(3));
}

TEST_CASE("comments of Jinja in the template of a script are ignored")
{
    using Classes = std::vector<int>;
    const auto classes = [](std::string_view lines) { return classes_of_jobs(lines, "run.sh.j2"); };
    CHECK(classes("{# don't: export NCCL_IB_TC=0 #}\nmpirun -x NCCL_IB_TC=106 ./a\n") == Classes{106});
    CHECK(classes("{# the job's variables\nexport NCCL_IB_TC=0\nmpirun -x NCCL_IB_TC=41 ./a\n#}\n"
                  "mpirun -x NCCL_IB_TC=106 ./a\n")
        == Classes{106});
    CHECK(classes("mpirun -x NCCL_IB_TC=106 {# don't #} ./a\n") == Classes{106});
    CHECK(classes("mpirun -x NCCL_IB_TC=106{# \"old\"\n#} ./a\n") == Classes{106});
    CHECK(classes("# {# a\nexport NCCL_IB_TC=0\n#} b\nmpirun -x NCCL_IB_TC=106 ./a\n") == Classes{106});
    CHECK(classes("{#\n#SBATCH --export=ALL,NCCL_IB_TC=0\n#}\nsrun --export=ALL,NCCL_IB_TC=106 ./a\n")
        == Classes{106});
    // Within a word, the rest of the word is not known.
    CHECK(classes("mpirun -x NCCL_IB_TC=10{# x #}6 ./a\n") == Classes{-1});
    CHECK(classes("mpirun -x NCCL_IB_TC=\"106 {# x #}\" ./a\n") == Classes{-1});
    CHECK(
        classes("{% raw %}\nX=${#A[@]}\n{% endraw %}\nmpirun -x NCCL_IB_TC=106 ./a\n: #}\n") == Classes{106});
    // Not a template: the shell's own braces.
    CHECK(classes_of_jobs("X=${#A[@]}\nmpirun -x NCCL_IB_TC=106 ./a\n: #}\n") == Classes{106});
}

TEST_CASE("what statements of Jinja bring into a script is not checked")
{
    struct Row {
        std::string_view lines;
        std::string_view mark;
        std::uint32_t line = 0;
    };
    constexpr Row rows[]{
        {"export NCCL_DEBUG=WARN\n{% include 'nccl.sh' %}\nmpirun ./a\n", "{% include 'nccl.sh' %}", 3},
        {"export NCCL_DEBUG=WARN\n{%- include \"nccl.sh\" -%}\nmpirun ./a\n",
            "{%- include \"nccl.sh\" -%}",
            3},
        {"{% import 'm.j2' as m %}\nexport NCCL_DEBUG=WARN\nmpirun ./a\n", "{% import 'm.j2' as m %}", 2},
        {"{% from 'm.j2' import a %}\nexport NCCL_DEBUG=WARN\nmpirun ./a\n", "{% from 'm.j2' import a %}", 2},
        {"{% extends 'job.j2' %}\nexport NCCL_DEBUG=WARN\nmpirun ./a\n", "{% extends 'job.j2' %}", 2},
        {"export NCCL_DEBUG=WARN\n{% macro tc() %}\nexport NCCL_IB_TC=0\n{% endmacro %}\nmpirun ./a\n",
            "{% macro tc() %}",
            3},
        {"export NCCL_DEBUG=WARN\n{% block tc %}\nexport NCCL_IB_TC=0\n{% endblock %}\nmpirun ./a\n",
            "{% block tc %}",
            3},
        {"export NCCL_DEBUG=WARN\n{% call tc() %}export NCCL_IB_TC=0{% endcall %}\nmpirun ./a\n",
            "{% call tc() %}",
            3},
        {"export NCCL_DEBUG=WARN\n{% set x %}\nexport NCCL_IB_TC=0\n{% endset %}\nmpirun ./a\n",
            "{% set x %}",
            3},
        {"export NCCL_DEBUG=WARN\n{{ tc() }}\nmpirun ./a\n", "{{ tc() }}", 3},
        {"export NCCL_DEBUG=WARN\nmpirun {% if ib %}-x NCCL_IB_TC=0{% endif %} ./a\n", "{% if ib %}", 3},
        {"export NCCL_DEBUG=WARN\nmpirun -np 8 \\\n{% if ib %}\n  -x NCCL_IB_TC=0 \\\n{% endif %}\n  ./a\n",
            "{% if ib %}",
            4},
        {"export NCCL_DEBUG=WARN\nmpirun -x NCCL_IB_TC=10{% include 'x' %} ./a\n", "{% include 'x' %}", 3},
    };
    for (const Row& row : rows) {
        CAPTURE(row.lines);
        const std::string text = bash_script(row.lines);
        const ReadFiles job("app-env", {{"run.sh.j2", text}});
        REQUIRE(job.device().jobs.size() == 1);
        CHECK_FALSE(job.device().jobs[0].traffic_class.known());
        CHECK(job.device().jobs[0].traffic_class.origin != OriginId{});
        REQUIRE(job.problems().size() == 1);
        CHECK(job.problems()[0].message
            == "what " + std::string(row.mark)
                + " brings into the script is not checked, because a template has yet to fill it in");
        CHECK(text.substr(job.problems()[0].at.offset).starts_with(row.mark));
        CHECK(
            static_cast<std::uint32_t>(std::ranges::count(text.substr(0, job.problems()[0].at.offset), '\n'))
            == row.line - 1);
    }
}

TEST_CASE("statements of Jinja that bring no text leave a script as it is")
{
    for (const std::string_view lines : {"{% set tc = 106 %}\nmpirun -x NCCL_IB_TC=106 ./a\n",
             "{% with %}\nmpirun -x NCCL_IB_TC=106 ./a\n{% endwith %}\n",
             "# {{ ansible_managed }}\nmpirun -x NCCL_IB_TC=106 ./a\n",
             "{{ ansible_managed | comment }}\nmpirun -x NCCL_IB_TC=106 ./a\n"}) {
        CAPTURE(lines);
        const std::string text = bash_script(lines);
        const ReadFiles job("app-env", {{"run.sh.j2", text}});
        CHECK(classes_of_jobs(job) == std::vector<int>{106});
        CHECK(job.problems().empty());
    }
    using Classes = std::vector<int>;
    // A statement ends the word before it, and the text behind it on the line counts.
    CHECK(classes_of_jobs("{% if a %}export NCCL_IB_TC=0{% endif %}\nmpirun ./a\n", "run.sh.j2")
        == Classes{-1});
    CHECK(classes_of_jobs("TC=106\n{% if a %}TC=41{% endif %}\nmpirun -x NCCL_IB_TC=$TC ./a\n", "run.sh.j2")
        == Classes{41, 106});
    CHECK(
        classes_of_jobs("mpirun -x NCCL_IB_TC={{ tc | default(\"106\") }} -x NCCL_IB_SL=3 ./a\n", "run.sh.j2")
        == Classes{-1});
    CHECK(
        classes_of_jobs("{% if a %}\n#SBATCH --export=ALL,NCCL_IB_TC=0\n{% endif %}\nsrun ./a\n", "run.sh.j2")
        == Classes{-1});
}

TEST_CASE("the keyword of a statement of Jinja stands behind one opening")
{
    CHECK(jinja_keyword("{%- endif %}") == "endif");
    CHECK(jinja_keyword("{%+ if a %}") == "if");
    CHECK(jinja_keyword(" comment }}") == "comment");
    CHECK(jinja_keyword("{%{% endraw %}").empty());
}

}
