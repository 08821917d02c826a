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

TEST_CASE("plugins in a text with escapes are read, at the line of the text")
{
    const std::string text = R"({
    "apiVersion": "k8s.cni.cncf.io/v1",
    "kind": "NetworkAttachmentDefinition",
    "metadata": {"name": "rail0"},
    "spec": {
        "config": "{\"plugins\": [{\"type\": \"sriov\", \"vlan\": 100}, {\"type\": \"tuning\", \"mtu\": 1500}, {\"type\": \"rdma\"}]}"
    }
}
)";
    const ReadFiles read("kubernetes", {{"rail0.json", text}});
    CHECK(read.all_recognised());
    CHECK(read.problems().empty());
    CHECK(read.gaps().empty());
    REQUIRE(read.port("rail0") != nullptr);
    CHECK(read.port("rail0")->ip_mtu.is(Bytes{1500}));
    CHECK(read.port("rail0")->tagged.is(true));
    CHECK(read.nic("rail0") != nullptr);
    const ReadFiles yaml(
        "kubernetes", {{"rail0.yaml", network("rail0", R"(  config: "{\"type\": \"rdma\", \"mtu\": 4220}"
)")}});
    CHECK(yaml.all_recognised());
    REQUIRE(yaml.port("rail0") != nullptr);
    CHECK(yaml.port("rail0")->ip_mtu.is(Bytes{4220}));
    const std::string broken = network("rail0", R"(  config: "{\"type\": \"rdma\", \"mtu\": }"
)");
    const Source source(0, "rail0.yaml", broken);
    const Tree tree = find_driver("kubernetes")->parse(source);
    REQUIRE(tree.problems.size() == 1);
    CHECK(source.text_at(tree.problems[0].at).find("rdma") != std::string_view::npos);
}

// A policy for virtual functions that pods get under this name, and a network of pods that takes them.
std::string policy(std::string_view name, std::string_view lines)
{
    return std::string(
        "apiVersion: sriovnetwork.openshift.io/v1\nkind: SriovNetworkNodePolicy\nmetadata:\n  name: ")
        .append(name)
        .append("\nspec:\n  isRdma: true\n  numVfs: 8\n  resourceName: rail0\n")
        .append(lines);
}

std::string network_of_functions(std::string_view resource)
{
    return std::string("---\napiVersion: sriovnetwork.openshift.io/v1\nkind: SriovNetwork\nmetadata:\n"
                       "  name: rail0-net\nspec:\n  networkNamespace: default\n  resourceName: ")
        .append(resource)
        .append("\n");
}

TEST_CASE("a network without an MTU has that of its virtual functions")
{
    const std::string network = network_of_functions("rail0");
    const ReadFiles stated("kubernetes", {{"a.yaml", policy("p", "  mtu: 4220\n") + network}});
    CHECK(stated.problems().empty());
    CHECK(stated.gaps().empty());
    REQUIRE(stated.port("rail0-net") != nullptr);
    CHECK(stated.port("rail0-net")->ip_mtu.is(Bytes{4220}));
    CHECK(stated.port("rail0-net")->kind == PortKind::physical);
    CHECK(stated.nic("rail0-net") != nullptr);
    const ReadFiles kernel("kubernetes", {{"a.yaml", policy("p", "") + network}});
    CHECK(kernel.port("rail0-net")->ip_mtu.is(Bytes{1500}));
    CHECK(kernel.port("rail0-net")->ip_mtu.origin.kind() == OriginKind::default_);
    const ReadFiles apart("kubernetes",
        {{"a.yaml", policy("p", "  mtu: 9000\n") + "---\n" + policy("q", "  mtu: 4220\n") + network}});
    CHECK_FALSE(apart.port("rail0-net")->ip_mtu.known());
    const ReadFiles alike("kubernetes",
        {{"a.yaml", policy("p", "  mtu: 9000\n") + "---\n" + policy("q", "  mtu: 9000\n") + network}});
    CHECK(alike.port("rail0-net")->ip_mtu.is(Bytes{9000}));
}

TEST_CASE("a network is joined to no policy of another resource, of InfiniBand or with a mark of a template")
{
    const std::string mtu = "  mtu: 4220\n";
    for (const std::string& text : {policy("p", mtu) + network_of_functions("rail1"),
             policy("p", mtu + "  linkType: ib\n") + network_of_functions("rail0"),
             policy("p", mtu) + network_of_functions("{{ .Values.resource }}")}) {
        CAPTURE(text);
        const ReadFiles read("kubernetes", {{"a.yaml", text}});
        REQUIRE(read.port("rail0-net") != nullptr);
        CHECK_FALSE(read.port("rail0-net")->ip_mtu.known());
        CHECK(read.nic("rail0-net") == nullptr);
    }
}

TEST_CASE("an annotation names the resource with the prefix of the device plugin")
{
    const std::string definition
        = "---\napiVersion: k8s.cni.cncf.io/v1\nkind: NetworkAttachmentDefinition\nmetadata:\n"
          "  name: rail0-net\n  annotations:\n    k8s.v1.cni.cncf.io/resourceName: openshift.io/rail0\nspec:\n"
          "  config: '{\"type\": \"sriov\"}'\n";
    const ReadFiles read("kubernetes", {{"a.yaml", policy("p", "  mtu: 4220\n") + definition}});
    REQUIRE(read.port("rail0-net") != nullptr);
    CHECK(read.port("rail0-net")->ip_mtu.is(Bytes{4220}));
}

TEST_SUITE_END();

}
}
