// SPDX-License-Identifier: Apache-2.0
#include "tests/drivers/host_edit.h"
#include "tests/drivers/host_reading.h"

#include <doctest/doctest.h>

#include <string>

namespace rocelint::tests {
namespace {

int class_in(const ReadFiles& read, std::size_t job = 0)
{
    REQUIRE(read.device().jobs.size() > job);
    const auto& traffic_class = read.device().jobs[job].traffic_class;
    return traffic_class.known() ? traffic_class.value : -1;
}

constexpr std::string_view head
    = "apiVersion: v1\nkind: Pod\nmetadata:\n  name: train\nspec:\n  containers:\n"
      "    - name: main\n      image: train:1\n";

std::string pod(std::string_view lines) { return std::string(head) + std::string(lines); }

}

TEST_CASE("a container's variables are read in every form of a manifest")
{
    constexpr std::string_view rows[] = {
        "      env:\n        - name: NCCL_DEBUG\n          value: WARN\n        - name: NCCL_IB_TC\n"
        "          value: \"106\"\n",
        "      env:\n      - name: NCCL_IB_TC\n        value: '106' # DSCP 26\n",
        "      env:\n        - {name: NCCL_IB_TC, value: \"106\"}\n",
        "      command: [\"bash\", \"-c\", \"export NCCL_IB_TC=106; ./train\"]\n",
        "      args: [\"-np\", \"16\", \"-x\", \"NCCL_IB_TC=106\", \"./train\"]\n",
        "      args:\n        - -x\n        - NCCL_IB_TC=106\n        - ./train\n",
        "      args: [\n          \"mpirun \\\n          -x NCCL_IB_HCA=mlx5_0,mlx5_1 \\\n"
        "          -x NCCL_IB_TC=106 \\\n          ./train\n          \",\n        ]\n",
        "      command: [bash, -c]\n      args:\n        - |\n          export NCCL_IB_TC=106\n          ./train\n"
        "      tty: true\n",
        "      args:\n        - >-\n          mpirun -np 16\n          -x NCCL_IB_TC=106\n          ./train\n",
    };
    for (const std::string_view lines : rows) {
        CAPTURE(lines);
        const std::string text = pod(lines);
        const ReadFiles read("app-env", {{"pod.yaml", text}});
        CHECK(read.all_recognised());
        CHECK(read.problems().empty());
        CHECK(read.gaps().empty());
        REQUIRE(read.device().jobs.size() == 1);
        CHECK(read.device().jobs[0].name == "pod.yaml (train)");
        CHECK(class_in(read) == 106);
    }
}

TEST_CASE("each object of a file, and of a List, is a job of its own")
{
    const std::string text = pod("      env:\n        - name: NCCL_IB_TC\n          value: \"106\"\n---\n"
                                 "apiVersion: v1\nkind: Service\nmetadata:\n  name: head\n---\n"
                                 "apiVersion: batch/v1\nkind: Job\nmetadata:\n  name: other\nspec:\n"
                                 "  template:\n    spec:\n      containers:\n      - name: c\n        env:\n"
                                 "        - name: NCCL_IB_TC\n          value: \"98\"\n");
    const ReadFiles read("app-env", {{"jobs.yaml", text}});
    REQUIRE(read.device().jobs.size() == 2);
    CHECK(class_in(read, 0) == 106);
    CHECK(class_in(read, 1) == 98);
    CHECK(read.device().jobs[1].name == "jobs.yaml (other)");
    const ReadFiles list("app-env",
        {{"list.yaml",
            "apiVersion: v1\nkind: List\nitems:\n- apiVersion: v1\n  kind: Pod\n  metadata:\n    name: a\n"
            "  spec:\n    containers:\n    - name: c\n      env:\n      - name: NCCL_IB_TC\n"
            "        value: \"106\"\n- apiVersion: v1\n  kind: Pod\n  metadata:\n    name: b\n  spec:\n"
            "    containers:\n    - name: c\n      env:\n      - name: NCCL_IB_TC\n        value: \"0\"\n"}});
    REQUIRE(list.device().jobs.size() == 2);
    CHECK(class_in(list, 0) == 106);
    CHECK(class_in(list, 1) == 0);
}

TEST_CASE("envFrom takes the variables of a ConfigMap, and env wins over them")
{
    const std::string map = "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: nccl\ndata:\n"
                            "  NCCL_IB_TC: \"98\"\n  NCCL_IB_SL: \"3\"\n---\n";
    const std::string from = "      envFrom:\n        - configMapRef:\n            name: nccl\n";
    const std::string taken = map + pod(from);
    const ReadFiles whole("app-env", {{"job.yaml", taken}});
    REQUIRE(whole.device().jobs.size() == 1);
    CHECK(class_in(whole) == 98);
    CHECK(whole.device().jobs[0].service_level.is(3));
    const std::string both
        = map + pod(from + "      env:\n        - name: NCCL_IB_TC\n          value: \"106\"\n");
    CHECK(class_in(ReadFiles("app-env", {{"job.yaml", both}})) == 106);
    const std::string absent = pod(from + "      env:\n        - name: NCCL_DEBUG\n          value: WARN\n");
    const ReadFiles elsewhere("app-env", {{"job.yaml", absent}});
    CHECK(class_in(elsewhere) == -1);
    CHECK(elsewhere.device().jobs[0].traffic_class.origin != OriginId{});
}

TEST_CASE("a ConfigMap of its own holds a part of a job, as variables or as files")
{
    const ReadFiles map("app-env",
        {{"map.yaml",
            "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: nccl\ndata:\n  nccl.conf: |\n"
            "    # for RoCE\n    NCCL_IB_SL=3\n    NCCL_IB_HCA=mlx5_0\n  NCCL_IB_TIMEOUT: \"22\"\n"}});
    CHECK(map.problems().empty());
    REQUIRE(map.device().jobs.size() == 1);
    const Job& job = map.device().jobs[0];
    CHECK(job.service_level.is(3));
    CHECK(job.devices.is("mlx5_0"));
    CHECK(job.timeout.is(22));
    CHECK_FALSE(job.traffic_class.known());
    CHECK(job.traffic_class.origin != OriginId{});
}

TEST_CASE("the runtime environment of a Ray job is read")
{
    const ReadFiles ray("app-env",
        {{"rayjob.yaml",
            "apiVersion: ray.io/v1\nkind: RayJob\nmetadata:\n  name: train\nspec:\n  runtimeEnvYAML: |\n"
            "    env_vars:\n      NCCL_IB_TC: \"106\"\n      NCCL_IB_SL: \"3\"\n  entrypoint: python train.py\n"}});
    CHECK(ray.problems().empty());
    CHECK(class_in(ray) == 106);
    CHECK(ray.device().jobs[0].service_level.is(3));
}

TEST_CASE("a value that another object holds, or that a template has yet to fill in, stays unread")
{
    const std::string secret = pod("      env:\n        - name: NCCL_IB_TC\n          valueFrom:\n"
                                   "            configMapKeyRef: {name: nccl, key: tc}\n");
    const ReadFiles other("app-env", {{"pod.yaml", secret}});
    CHECK(other.problems().empty());
    CHECK(class_in(other) == -1);
    CHECK(other.device().jobs[0].traffic_class.origin != OriginId{});
    const std::string chart
        = pod("      env:\n        - name: NCCL_IB_TC\n          value: {{ .Values.tc }}\n"
              "        - name: NCCL_IB_HCA\n          value: \"{{ .Values.hca }}\"\n");
    const ReadFiles open("app-env", {{"pod.yaml", chart}});
    CHECK(class_in(open) == -1);
    CHECK_FALSE(open.device().jobs[0].devices.known());
    REQUIRE(open.problems().size() == 2);
    CHECK(open.problems()[0].message.find("NCCL_IB_TC is {{ .Values.tc }}, which a template") == 0);
    CHECK(open.problems()[1].message.find("NCCL_IB_HCA is {{ .Values.hca }}, which a template") == 0);
}

TEST_CASE("below a statement of a template nothing is judged, and one sentence says so")
{
    const std::string chart = pod("      env:\n        {{- if .Values.roce }}\n        - name: NCCL_IB_TC\n"
                                  "          value: \"106\"\n        {{- end }}\n");
    const ReadFiles read("app-env", {{"pod.yaml", chart}});
    CHECK(class_in(read) == -1);
    CHECK(read.device().jobs[0].traffic_class.origin != OriginId{});
    REQUIRE(read.problems().size() == 1);
    CHECK(read.problems()[0].message.find("{{- if .Values.roce }} is a part of a template") == 0);
}

TEST_CASE("the encoded data of a Secret is neither judged nor shown, its plain data is read")
{
    const ReadFiles read("app-env",
        {{"secret.yaml",
            "apiVersion: v1\nkind: Secret\nmetadata:\n  name: nccl\ndata:\n  NCCL_IB_TC: MTA2\n"
            "stringData:\n  NCCL_IB_SL: \"3\"\n"}});
    CHECK(read.problems().empty());
    CHECK(class_in(read) == -1);
    CHECK(read.device().jobs[0].traffic_class.origin != OriginId{});
    CHECK(read.device().jobs[0].service_level.is(3));
}

TEST_CASE("a message quotes a statement of a template without its secrets, and not at length")
{
    const std::string chart = pod("      env:\n        {{- if .Values.roce }} password hunter2hunter2 "
        + std::string(200, 'x') + "\n        - name: NCCL_IB_TC\n          value: \"106\"\n");
    const ReadFiles read("app-env", {{"pod.yaml", chart}});
    REQUIRE(read.problems().size() == 1);
    CHECK(read.problems()[0].message.find("hunter2") == std::string::npos);
    CHECK(read.problems()[0].message.find(std::string(100, 'x')) == std::string::npos);
}

TEST_CASE("each service of Docker Compose is a job of its own")
{
    const ReadFiles read("app-env",
        {{"compose.yaml",
            "services:\n  train:\n    image: train:1\n    environment:\n      NCCL_IB_TC: ${TC:-106}\n"
            "      NCCL_IB_HCA: mlx5_0\n  serve:\n    image: serve:1\n    environment:\n"
            "      - NCCL_IB_TC=98\n  other:\n    image: web\n  last:\n    env_file: nccl.env\n"
            "    environment:\n      - NCCL_DEBUG=WARN\nvolumes:\n  data:\n"}});
    CHECK(read.all_recognised());
    CHECK(read.problems().empty());
    CHECK(read.gaps().empty());
    REQUIRE(read.device().jobs.size() == 3);
    CHECK(class_in(read, 0) == 106);
    CHECK(class_in(read, 1) == 98);
    CHECK(class_in(read, 2) == -1);
    CHECK(read.device().jobs[2].traffic_class.origin != OriginId{});
    CHECK(read.device().jobs[2].name == "compose.yaml (last)");
    CHECK(read.device().origins.look_up(read.device().jobs[0].traffic_class.origin).kind
        == OriginKind::derived);
}

TEST_CASE("the traffic class is corrected in a manifest, with its quotes")
{
    const std::string before = pod("      env:\n        - name: NCCL_IB_TC\n          value: \"98\"\n");
    const std::string after = pod("      env:\n        - name: NCCL_IB_TC\n          value: \"106\"\n");
    EditedFiles job("app-env", {{"pod.yaml", before}});
    CHECK(job.edit({job.change("", Property::rdma_marking, std::uint8_t{106})}) == "");
    CHECK(job.text("pod.yaml") == after);
}

TEST_CASE("an object that sets NICs is counted beside the jobs of its file")
{
    const std::string text
        = "apiVersion: sriovnetwork.openshift.io/v1\nkind: SriovNetworkNodePolicy\nspec:\n  mtu: 9000\n---\n"
        + pod("      env:\n        - name: NCCL_IB_TC\n          value: \"106\"\n");
    const ReadFiles read("app-env", {{"all.yaml", text}});
    CHECK(read.all_recognised());
    CHECK(class_in(read) == 106);
    CHECK(read.gaps()
        == "1 unsupported apiVersion: sriovnetwork.openshift.io/v1\n2 unsupported kind: SriovNetworkNodePolicy\n"
           "3 unsupported spec:\n4 unsupported   mtu: 9000\n");
    REQUIRE(read.problems().size() == 1);
    CHECK(read.problems()[0].message
        == "SriovNetworkNodePolicy sets NICs, and is not read in a file that also holds jobs: put it into a file of its "
           "own");
}

TEST_CASE("manifests without variables of NCCL are not jobs")
{
    const std::string plain = pod("      env:\n        - name: A\n          value: b\n");
    const Source manifest(0, "pod.yaml", plain);
    CHECK(detect(*find_driver("app-env"), manifest).confidence == 0);
    const Source commented(0, "compose.yaml", "services:\n  a:\n    # NCCL_IB_TC=1\n    image: b\n");
    CHECK(detect(*find_driver("app-env"), commented).confidence == 0);
}

}
