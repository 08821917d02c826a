// SPDX-License-Identifier: Apache-2.0
// The files and units of a MachineConfig, which hold data URLs.
#include "tests/drivers/host_reading.h"

#include <doctest/doctest.h>

#include <string>

namespace rocelint {
namespace {

using tests::ReadFiles;

// A script that sets trust and PFC of ens1f0np0, in base64.
constexpr std::string_view script_url
    = "data:text/plain;charset=utf-8;base64,"
      "IyEvYmluL2Jhc2gKbWxueF9xb3MgLWkgZW5zMWYwbnAwIC0tdHJ1c3QgZHNjcAptbG54X3FvcyAtaSBl"
      "bnMxZjBucDAgLS1wZmMgMCwwLDAsMSwwLDAsMCwwCg==";
// A keyfile of NetworkManager with an MTU of 9000 for ens1f0np0, percent-encoded.
constexpr std::string_view keyfile_url
    = "data:,"
      "%5Bconnection%5D%0Ainterface-name%3Dens1f0np0%0A%0A%5Bethernet%5D%0Amtu%3D9000%0"
      "A";

std::string machine_config(std::string_view below_config)
{
    return std::string(
        "apiVersion: machineconfiguration.openshift.io/v1\nkind: MachineConfig\nmetadata:\n"
        "  labels:\n    machineconfiguration.openshift.io/role: worker\n  name: 99-worker-roce\n"
        "spec:\n  config:\n    ignition:\n      version: 3.2.0\n")
        .append(below_config);
}

std::string one_file(std::string_view path, std::string_view url)
{
    return std::string("        - path: ")
        .append(path)
        .append("\n          mode: 493\n          contents:\n            source: ")
        .append(url)
        .append("\n");
}

TEST_CASE("files of a MachineConfig are read in both encodings, as boot files of the host")
{
    const std::string text
        = machine_config("    storage:\n      files:\n" + one_file("/usr/local/bin/roce.sh", script_url)
            + one_file("/etc/NetworkManager/system-connections/roce.nmconnection", keyfile_url));
    const ReadFiles read("linux-host", {{"mc/99-worker-roce.yaml", text}});
    CHECK(read.all_recognised());
    CHECK(read.problems().empty());
    CHECK(read.gaps().empty());
    REQUIRE(read.port("ens1f0np0") != nullptr);
    const Port& port = *read.port("ens1f0np0");
    CHECK(port.trust.is(Trust::dscp));
    CHECK(port.pfc_tx.is(PrioritySet::of(3)));
    CHECK(port.ip_mtu.is(Bytes{9000}));
}

TEST_CASE("a MachineConfig for interfaces that a host does not have is none of its boot files")
{
    const std::string text
        = machine_config("    storage:\n      files:\n" + one_file("/usr/local/bin/roce.sh", script_url));
    const auto host_with = [&](std::string_view interface) {
        const std::string capture
            = "gpu1:~# rdma link\nlink mlx5_0/1 state ACTIVE physical_state LINK_UP netdev "
            + std::string(interface) + '\n';
        return ReadFiles("linux-host", {{"h1/capture.txt", capture}, {"mc/99-worker-roce.yaml", text}});
    };
    CHECK(host_with("ens1f0np0").device().boot_files.size() == 1);
    CHECK(host_with("ens2f0np0").device().boot_files.empty());
}

TEST_CASE("units of a MachineConfig are read where they stand")
{
    const std::string text = machine_config("    systemd:\n      units:\n        - name: roce.service\n"
                                            "          enabled: true\n          contents: |\n"
                                            "            [Service]\n            Type=oneshot\n"
                                            "            ExecStart=/usr/bin/mlnx_qos -i ens1f0np0 "
                                            "--pfc 0,0,0,0,1,0,0,0\n");
    const ReadFiles read("linux-host", {{"mc/99-worker-roce.yaml", text}});
    CHECK(read.all_recognised());
    REQUIRE(read.port("ens1f0np0") != nullptr);
    CHECK(read.port("ens1f0np0")->pfc_tx.is(PrioritySet::of(4)));
}

TEST_CASE("a compressed file of a MachineConfig counts as one that is not read")
{
    const std::string compressed = one_file("/etc/udev/rules.d/60-roce.rules", "data:;base64,H4sIAAAAAAAA");
    const std::string text = machine_config("    storage:\n      files:\n"
        + one_file("/usr/local/bin/roce.sh", script_url) + compressed + "            compression: gzip\n");
    const ReadFiles read("linux-host", {{"mc/99-worker-roce.yaml", text}});
    CHECK(read.all_recognised());
    CHECK(read.gaps() == "20 unsupported             source: data:;base64,H4sIAAAAAAAA\n");
    REQUIRE(read.port("ens1f0np0") != nullptr);
    CHECK(read.port("ens1f0np0")->trust.is(Trust::dscp));
}

TEST_CASE("a job in the file of a MachineConfig is reported as one that is not read")
{
    const std::string job
        = "---\napiVersion: v1\nkind: Pod\nmetadata:\n  name: train\nspec:\n  containers:\n"
          "    - name: train\n      env:\n        - name: NCCL_IB_TC\n          value: \"106\"\n";
    const std::string text
        = machine_config("    storage:\n      files:\n" + one_file("/usr/local/bin/roce.sh", script_url))
        + job;
    const ReadFiles read("linux-host", {{"mc/99-worker-roce.yaml", text}});
    CHECK(read.all_recognised());
    REQUIRE(read.problems().size() == 1);
    CHECK(read.problems()[0].message
        == "Pod sets variables of a job, and is not read in a file that also holds a MachineConfig: put it into a file of "
           "its own");
    CHECK(text.substr(read.problems()[0].at.offset, read.problems()[0].at.length) == "Pod");
    CHECK_FALSE(read.gaps().empty());
}

TEST_CASE("a MachineConfig that kubectl prints as JSON is read, and texts with escapes in it")
{
    const std::string text = R"({
    "apiVersion": "machineconfiguration.openshift.io/v1",
    "kind": "MachineConfig",
    "metadata": {"labels": {"machineconfiguration.openshift.io/role": "worker"}, "name": "99-worker-roce"},
    "spec": {
        "config": {
            "ignition": {"version": "3.2.0"},
            "systemd": {
                "units": [
                    {
                        "contents": "[Service]\nType=oneshot\nExecStart=/usr/bin/mlnx_qos -i ens1f0np0 --pfc 0,0,0,0,1,0,0,0\n",
                        "enabled": true,
                        "name": "roce.service"
                    }
                ]
            }
        }
    }
}
)";
    const ReadFiles read("linux-host", {{"mc/99-worker-roce.json", text}});
    CHECK(read.all_recognised());
    CHECK(read.problems().empty());
    CHECK(read.gaps().empty());
    REQUIRE(read.port("ens1f0np0") != nullptr);
    CHECK(read.port("ens1f0np0")->pfc_tx.is(PrioritySet::of(4)));
}

TEST_CASE("a MachineConfig without settings of NICs is not a host's")
{
    const std::string text = machine_config(
        "    storage:\n      files:\n" + one_file("/etc/chrony.conf", "data:,pool%20a%20iburst"));
    CHECK_FALSE(ReadFiles("linux-host", {{"mc/99-worker-chrony.yaml", text}}).all_recognised());
    const std::string broken
        = machine_config("    storage:\n      files:\n" + one_file("/etc/a.sh", "data:;base64,!mlnx_qos"));
    CHECK_FALSE(ReadFiles("linux-host", {{"mc/99-worker-broken.yaml", broken}}).all_recognised());
}

}
}
