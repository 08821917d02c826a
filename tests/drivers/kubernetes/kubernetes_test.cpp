// SPDX-License-Identifier: Apache-2.0
// Objects of a cluster in all their forms, and those for virtual functions and node networks.
#include "tests/drivers/host_reading.h"
#include "tests/drivers/kubernetes/nic_template.h"

#include <doctest/doctest.h>

#include <string>

namespace rocelint {
namespace {

using tests::nic_template;
using tests::ReadFiles;

TEST_SUITE_BEGIN("kubernetes");

TEST_CASE("documents, Lists, comments of Helm and marks of templates are read")
{
    const std::string roce = "    roceOptimized:\n      enabled: true\n";
    const std::string text = "---\n# Source: nics/templates/nct.yaml\n" + nic_template("a", roce)
        + "---\n# Source: nics/templates/rest.yaml\n---\napiVersion: v1\nkind: Service\nmetadata:\n  name: s\n"
          "---\napiVersion: mellanox.com/v1alpha1\nkind: NicClusterPolicy\nspec:\n  ofedDriver: {}\n";
    const ReadFiles read("kubernetes", {{"all.yaml", text}});
    CHECK(read.all_recognised());
    CHECK(read.problems().empty());
    CHECK(read.port("nicType-1021")->pfc_tx.is(PrioritySet::of(3)));
    CHECK(read.coverage().count(CoverageState::unrecognised) == 0);
    CHECK(read.coverage().count(CoverageState::unsupported) > 0);

    const ReadFiles list("kubernetes",
        {{"list.yaml",
            "apiVersion: v1\nkind: List\nitems:\n- apiVersion: configuration.net.nvidia.com/v1alpha1\n"
            "  kind: NicConfigurationTemplate\n  metadata:\n    name: b\n  spec:\n    nicSelector:\n"
            "      nicType: a2dc\n    template:\n      numVfs: 0\n      linkType: Ethernet\n"
            "      roceOptimized:\n        enabled: true\n"}});
    CHECK(list.device().name == "b");
    CHECK(list.gaps().empty());
    CHECK(list.port("nicType-a2dc") != nullptr);

    const ReadFiles marks("kubernetes",
        {{"nct.yaml",
            "{{- if .Values.roce }}\n"
                + nic_template("a",
                    "    roceOptimized:\n      enabled: true\n      qos:\n        trust: {{ .Values.trust }}\n"
                    "        pfc: \"0,0,0,1,0,0,0,0\"\n")
                + "{{- end }}\n"}});
    REQUIRE(marks.port("nicType-1021") != nullptr);
    CHECK_FALSE(marks.port("nicType-1021")->trust.known());
    CHECK(marks.port("nicType-1021")->pfc_tx.is(PrioritySet::of(3)));
    CHECK(marks.problems().empty());
}

// What `kubectl get … -o json` prints of one object.
constexpr std::string_view template_of_json = R"({
    "apiVersion": "configuration.net.nvidia.com/v1alpha1",
    "kind": "NicConfigurationTemplate",
    "metadata": {
        "name": "cx7",
        "namespace": "nvidia-network-operator"
    },
    "spec": {
        "nicSelector": {
            "nicType": "1021"
        },
        "template": {
            "linkType": "Ethernet",
            "numVfs": 0,
            "roceOptimized": {
                "enabled": true,
                "qos": {
                    "pfc": "0,0,0,0,1,0,0,0",
                    "tos": 96,
                    "trust": "dscp"
                }
            }
        }
    }
}
)";

TEST_CASE("objects that kubectl prints as JSON are read like those of YAML")
{
    const std::string list = "{\n    \"apiVersion\": \"v1\",\n    \"items\": [\n"
        + std::string(template_of_json)
        + "    ],\n    \"kind\": \"List\",\n    \"metadata\": {\n        \"resourceVersion\": \"\"\n    }\n}\n";
    for (const std::string& text : {std::string(template_of_json), list}) {
        const ReadFiles read("kubernetes", {{"nct.json", text}});
        CHECK(read.all_recognised());
        CHECK(read.problems().empty());
        CHECK(read.gaps().empty());
        CHECK(read.device().name == "cx7");
        REQUIRE(read.port("nicType-1021") != nullptr);
        CHECK(read.port("nicType-1021")->trust.is(Trust::dscp));
        CHECK(read.port("nicType-1021")->pfc_tx.is(PrioritySet::of(4)));
        CHECK(read.nic("nicType-1021")->cm_tos.is(96));
    }
}

TEST_CASE("JSON that only names a kind of objects is not of a cluster")
{
    for (const std::string_view text :
        {R"({"kind": "NicConfigurationTemplate", "plural": "nicconfigurationtemplates"})",
            R"({"apiVersion": "v1", "names": {"kind": "NicConfigurationTemplate"}})",
            R"({"apiVersion": "v1", "note": "kind: NicConfigurationTemplate"})",
            R"({"apiVersion": "v1", "kind": {"NicConfigurationTemplate": 1}})",
            R"({"apiVersion": "v1", "kind": "Pod", "metadata": {"labels": {}, "ownerReferences": [
                {"apiVersion": "v1", "kind": "Node", "name": "gpu01"}]}})"}) {
        CAPTURE(text);
        CHECK(detect(*find_driver("kubernetes"), Source(0, "other.json", text)).confidence == 0);
    }
}

TEST_CASE("a mistake in one document leaves the others readable")
{
    const std::string roce = "    roceOptimized:\n      enabled: true\n";
    const std::string text = "kind: \"Broken\n---\n" + nic_template("a", roce) + "---\nkind: [x\n---\n"
        + nic_template("b", roce);
    const ReadFiles read("kubernetes", {{"nct.yaml", text}});
    CHECK(read.device().name == "a");
    CHECK(read.device().ports.size() == 2);
    CHECK(read.coverage().count(CoverageState::unrecognised) > 0);
}

TEST_CASE("virtual functions have the policy's MTU, and 1500 bytes without one")
{
    const std::string head
        = "apiVersion: sriovnetwork.openshift.io/v1\nkind: SriovNetworkNodePolicy\nmetadata:\n"
          "  name: rdma\nspec:\n  deviceType: netdevice\n  isRdma: true\n  linkType: eth\n"
          "  nicSelector:\n    vendor: \"15b3\"\n    pfNames: [\"ens1f0#0-7\", ens2f0]\n"
          "  numVfs: 8\n  resourceName: vfs\n";
    const ReadFiles with("kubernetes", {{"policy.yaml", head + "  mtu: 9000\n"}});
    CHECK(with.all_recognised());
    CHECK(with.gaps().empty());
    REQUIRE(with.port("ens1f0") != nullptr);
    CHECK(with.port("ens1f0")->ip_mtu.is(Bytes{9000}));
    CHECK(with.port("ens2f0")->ip_mtu.is(Bytes{9000}));
    CHECK(with.nic("ens1f0") != nullptr);
    const ReadFiles without("kubernetes", {{"policy.yaml", head}});
    CHECK(without.port("ens1f0")->ip_mtu.is(Bytes{1500}));
    CHECK(without.port("ens1f0")->ip_mtu.origin.kind() == OriginKind::default_);
}

TEST_CASE("a selector by a network of OpenStack is unsupported")
{
    const ReadFiles read("kubernetes",
        {{"policy.yaml",
            "apiVersion: sriovnetwork.openshift.io/v1\nkind: SriovNetworkNodePolicy\nmetadata:\n"
            "  name: rdma\nspec:\n  mtu: 9000\n  nicSelector:\n    vendor: \"15b3\"\n"
            "    netFilter: openstack/NetworkID:1\n  numVfs: 8\n  resourceName: vfs\n"}});
    CHECK(read.gaps() == "9 unsupported     netFilter: openstack/NetworkID:1\n");
}

TEST_CASE("the interfaces of nmstate have their MTU and link pause")
{
    const ReadFiles read("kubernetes",
        {{"nncp.yaml",
            "apiVersion: nmstate.io/v1\nkind: NodeNetworkConfigurationPolicy\nmetadata:\n  name: storage\nspec:\n"
            "  nodeSelector:\n    kubernetes.io/hostname: w1\n  desiredState:\n    interfaces:\n"
            "      - name: ens1f0\n        type: ethernet\n        state: up\n        mtu: 9000\n"
            "        ethtool:\n          pause:\n            autoneg: false\n            rx: true\n"
            "            tx: false\n      - name: bond0\n        type: bond\n        mtu: 9000\n"
            "      - name: gone\n        state: absent\n        mtu: 1500\n"}});
    CHECK(read.all_recognised());
    CHECK(read.gaps().empty());
    CHECK(read.device().name == "storage");
    REQUIRE(read.port("ens1f0") != nullptr);
    CHECK(read.port("ens1f0")->ip_mtu.is(Bytes{9000}));
    CHECK(read.port("ens1f0")->pause_rx.is(true));
    CHECK(read.port("ens1f0")->pause_tx.is(false));
    REQUIRE(read.port("bond0") != nullptr);
    CHECK(read.port("bond0")->kind == PortKind::lag);
    CHECK(read.port("gone") == nullptr);
}

TEST_SUITE_END();

}
}
