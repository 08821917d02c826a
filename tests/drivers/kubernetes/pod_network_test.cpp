// SPDX-License-Identifier: Apache-2.0
#include "tests/drivers/host_reading.h"

#include <doctest/doctest.h>

#include <string>

namespace rocelint {
namespace {

using tests::ReadFiles;

// A definition of a network for pods with this configuration of plugins, from the key on.
std::string network(std::string_view name, std::string_view config)
{
    return std::string(
        "apiVersion: k8s.cni.cncf.io/v1\nkind: NetworkAttachmentDefinition\nmetadata:\n  name: ")
        .append(name)
        .append("\n  annotations:\n    k8s.v1.cni.cncf.io/resourceName: nvidia.com/rail0\nspec:\n")
        .append(config);
}

constexpr std::string_view chain = "  config: '{\n"
                                   "      \"cniVersion\": \"0.3.1\",\n"
                                   "      \"name\": \"rail0\",\n"
                                   "      \"plugins\": [\n"
                                   "        {\"type\": \"sriov\", \"vlan\": 100,\n"
                                   "         \"vlanQoS\": 3,\n"
                                   "         \"ipam\": {\"type\": \"whereabouts\"}},\n"
                                   "        {\"type\": \"tuning\",\n"
                                   "         \"mtu\": 4220},\n"
                                   "        {\"type\": \"rdma\"}\n"
                                   "      ]\n"
                                   "    }'\n";

TEST_SUITE_BEGIN("pod_networks");

TEST_CASE("the MTU and the VLAN tag of pods' RDMA interfaces are read from their plugins")
{
    const ReadFiles read("kubernetes", {{"rail0.yaml", network("rail0", chain)}});
    CHECK(read.all_recognised());
    CHECK(read.problems().empty());
    CHECK(read.gaps() == "13 unsupported          \"vlanQoS\": 3,\n");
    CHECK(read.device().name == "rail0");
    REQUIRE(read.port("rail0") != nullptr);
    CHECK(read.port("rail0")->ip_mtu.is(Bytes{4220}));
    CHECK(read.port("rail0")->tagged.is(true));
    CHECK(read.nic("rail0") != nullptr);
}

TEST_CASE("one plugin, a block of text and several plugins of an operator's object are read alike")
{
    const ReadFiles block("kubernetes",
        {{"rail0.yaml",
            network(
                "rail0", "  config: |-\n    {\n      \"type\": \"rdma\",\n      \"mtu\": 9000\n    }\n")}});
    CHECK(block.all_recognised());
    CHECK(block.gaps().empty());
    REQUIRE(block.port("rail0") != nullptr);
    CHECK(block.port("rail0")->ip_mtu.is(Bytes{9000}));
    const ReadFiles sriov("kubernetes",
        {{"sriov.yaml",
            "apiVersion: sriovnetwork.openshift.io/v1\nkind: SriovNetwork\nmetadata:\n  name: vfs\nspec:\n"
            "  resourceName: vf\n  vlan: 0\n  metaPlugins: |\n    {\n      \"type\": \"tuning\",\n"
            "      \"sysctl\": {\n        \"net.ipv4.conf.all.arp_announce\": \"2\"\n      },\n"
            "      \"mtu\": 4220\n    },\n    {\n      \"type\": \"rdma\"\n    }\n"}});
    CHECK(sriov.all_recognised());
    CHECK(sriov.problems().empty());
    CHECK(sriov.gaps() == "12 unsupported         \"net.ipv4.conf.all.arp_announce\": \"2\"\n");
    REQUIRE(sriov.port("vfs") != nullptr);
    CHECK(sriov.port("vfs")->ip_mtu.is(Bytes{4220}));
    CHECK(sriov.port("vfs")->tagged.is(false));
    CHECK(sriov.nic("vfs") != nullptr);
}

TEST_CASE("broken plugins count as not understood, and marks of a template leave them unread")
{
    const ReadFiles broken("kubernetes",
        {{"rail0.yaml",
            network(
                "rail0", "  config: |\n    {\"type\": \"rdma\",\n     \"mtu\": 9000,\n     \"vlan\"}\n")}});
    CHECK(broken.gaps() == "8 unrecognised   config: |\n");
    CHECK_FALSE(broken.port("rail0")->ip_mtu.known());
    const ReadFiles marked("kubernetes",
        {{"rail0.yaml",
            network("rail0", "  config: |\n    {\"type\": \"rdma\",\n     \"mtu\": {{ .Values.mtu }}}\n")}});
    CHECK(marked.problems().empty());
    CHECK(marked.gaps().find("unsupported") != std::string::npos);
}

TEST_CASE("a key that stands twice in a plugin is a warning, and the last one counts")
{
    const std::string text
        = network("rail0", "  config: '{\"type\": \"rdma\", \"mtu\": 9000, \"mtu\": 4220}'\n");
    const Source source(0, "rail0.yaml", text);
    const Tree tree = find_driver("kubernetes")->parse(source);
    REQUIRE(tree.problems.size() == 1);
    CHECK(tree.problems[0].severity == SyntaxProblem::Severity::warning);
    const ReadFiles twice("kubernetes", {{"rail0.yaml", text}});
    REQUIRE(twice.port("rail0") != nullptr);
    CHECK(twice.port("rail0")->ip_mtu.is(Bytes{4220}));
}

TEST_CASE("a mistake in one network leaves those around it readable")
{
    const std::string good = network("rail0", "  config: '{\"type\": \"rdma\", \"mtu\": 9000}'\n");
    const std::string bad = network("rail1", "  config: '{\"type\": \"rdma\", \"mtu\": }'\n");
    const std::string text = good + "---\n" + bad + "---\n" + good;
    const Source source(0, "rails.yaml", text);
    const Tree tree = find_driver("kubernetes")->parse(source);
    REQUIRE(tree.problems.size() == 1);
    CHECK(tree.problems[0].at.offset == text.find("\"mtu\": }") + 7);
    const ReadFiles three("kubernetes", {{"rails.yaml", text}});
    REQUIRE(three.port("rail0") != nullptr);
    CHECK(three.port("rail0")->ip_mtu.is(Bytes{9000}));
    REQUIRE(three.port("rail1") != nullptr);
    CHECK_FALSE(three.port("rail1")->ip_mtu.known());
    REQUIRE(three.port("rail0/rail0") != nullptr);
    CHECK(three.port("rail0/rail0")->ip_mtu.is(Bytes{9000}));
}

TEST_CASE("a network of pods without RDMA is not a device")
{
    const Source bridge(
        0, "bridge.yaml", network("storage", "  config: '{\"type\": \"bridge\", \"mtu\": 1500}'\n"));
    CHECK(detect(*find_driver("kubernetes"), bridge).confidence == 0);
}

TEST_SUITE_END();

}
}
