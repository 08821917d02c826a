// SPDX-License-Identifier: Apache-2.0
#include "drivers/transport/ssh_session.h"
#include "tests/e2e/server/device.h"
#include "tests/support/reason.h"

#include <doctest/doctest.h>

namespace rocelint::e2e {
namespace {

// An emulated device with a session on it.
struct Logged {
    explicit Logged(Device::Kind kind, const std::string& control = {})
        : device(kind, control), session(login())
    {
    }

    [[nodiscard]] SshSession login() const
    {
        auto opened = SshSession::connect(device.endpoint());
        REQUIRE_MESSAGE(opened.has_value(), testing::reason(opened));
        return *std::move(opened);
    }

    Execution exec(const std::string& command, const std::string& input = {})
    {
        auto run = session.exec(command, input);
        REQUIRE_MESSAGE(run.has_value(), testing::reason(run));
        return *std::move(run);
    }

    std::string out(const std::string& command)
    {
        const Execution run = exec(command);
        INFO(command, ": ", run.err);
        CHECK(run.status == 0);
        return run.out;
    }

    Device device;
    SshSession session;
};

constexpr const char* mtu_patch = R"([{"op": "replace", "path": "/PORT/Ethernet0/mtu", "value": "9216"},
 {"op": "add", "path": "/PFC_WD", "value": {"GLOBAL": {"POLL_INTERVAL": "200"}}}])";

TEST_CASE("SONiC: a patch is dry-run, applied and saved, and a checkpoint restores the old configuration")
{
    Logged sonic(Device::Kind::sonic);
    const std::string before = sonic.out("sonic-cfggen -d --print-data");
    const std::string patch = sonic.device.folder().path("patch.json");
    REQUIRE(sonic.session.upload(patch, mtu_patch).has_value());
    CHECK(holds(sonic.out("sudo config apply-patch --dry-run " + patch), "Patch applied successfully."));
    CHECK(sonic.out("sonic-cfggen -d --print-data") == before);
    sonic.out("sudo config checkpoint rl1");
    CHECK(holds(sonic.out("sudo config apply-patch " + patch), "Patch applied successfully."));
    CHECK(holds(sonic.out("sonic-cfggen -d --print-data"), "\"mtu\": \"9216\""));
    CHECK(holds(sonic.exec("sudo config rollback rl2").err, "Checkpoint 'rl2' does not exist"));
    sonic.out("sudo config rollback rl1");
    CHECK(sonic.out("sonic-cfggen -d --print-data") == before);
    CHECK(sonic.exec("sudo config apply-patch " + patch).status == 0);
    sonic.out("sudo config reload -y");
    CHECK(sonic.out("sonic-cfggen -d --print-data") == before);
}

TEST_CASE("SONiC: the inverse of a patch may be refused, and a patch may stop in the middle")
{
    Logged sonic(Device::Kind::sonic, R"({"gcu_refuse": [{"op": "remove", "path": "/PFC_WD/GLOBAL"}]})");
    const std::string patch = sonic.device.folder().write("patch.json", mtu_patch);
    sonic.out("sudo config checkpoint rl1");
    sonic.out("sudo config apply-patch " + patch);
    const Execution refused = sonic.exec("sudo config rollback rl1");
    CHECK(refused.status == 2);
    CHECK(holds(refused.err, "Modification of PFC_WD table is illegal"));
    sonic.device.set_control(R"({"faults": [{"match": "apply-patch", "do": "partial", "operations": 1}]})");
    const std::string half = sonic.device.folder().write("half.json",
        R"([{"op": "replace", "path": "/PORT/Ethernet0/mtu", "value": "1500"},
            {"op": "replace", "path": "/PORT/Ethernet8/mtu", "value": "1500"}])");
    CHECK(sonic.exec("sudo config apply-patch " + half).status == 2);
    const std::string after = sonic.out("sonic-cfggen -d --print-data");
    CHECK(holds(after, "\"mtu\": \"1500\""));
    CHECK(holds(after, "\"mtu\": \"9100\""));
}

TEST_CASE("a dead-man fires unless it is stopped, even if its session is gone")
{
    Logged left(Device::Kind::sonic);
    Logged stopped(Device::Kind::sonic);
    std::string before;
    for (Logged* sonic : {&left, &stopped}) {
        before = sonic->out("sonic-cfggen -d --print-data");
        const std::string patch = sonic->device.folder().write("patch.json", mtu_patch);
        sonic->out("sudo config checkpoint rl1");
        sonic->out("sudo systemd-run --unit=rocelint-rl1 --on-active=600 config rollback rl1");
        CHECK(sonic->exec("sudo systemd-run --unit=rocelint-rl1 --on-active=600 true").status == 1);
        sonic->out("sudo config apply-patch " + patch);
        sonic->session = sonic->login();
    }
    CHECK(left.out("systemctl is-active rocelint-rl1.timer") == "active\n");
    stopped.out("sudo systemctl stop rocelint-rl1.timer");
    left.device.set_control(R"({"hurry": true})");
    stopped.device.set_control(R"({"hurry": true})");
    CHECK(wait_for([&] { return left.exec("systemctl is-active rocelint-rl1.timer").status == 3; }));
    CHECK(wait_for([&] { return left.out("sonic-cfggen -d --print-data") == before; }));
    CHECK(stopped.exec("systemctl is-active rocelint-rl1.timer").status == 3);
    CHECK(stopped.out("sonic-cfggen -d --print-data") != before);
}

TEST_CASE("a host's port flaps when PFC changes, and shows the new settings")
{
    Logged host(Device::Kind::linux_host, R"({"link_seconds": 600})");
    CHECK(holds(host.out("mlnx_qos -i ens1f0np0"), "Priority trust state: pcp"));
    CHECK(holds(host.out("rdma link"), "link mlx5_0/1 state ACTIVE"));
    CHECK(holds(host.out("sudo mlnx_qos -i ens1f0np0 --trust dscp --pfc 0,0,0,1,0,0,0,0"),
        "enabled     0   0   0   1   0   0   0   0   \n"));
    CHECK(holds(host.out("ethtool ens1f0np0"), "Link detected: no"));
    CHECK(holds(host.out("rdma link"), "link mlx5_0/1 state DOWN"));
    host.device.set_control(R"({"hurry": true})");
    CHECK(holds(host.out("rdma link"), "link mlx5_0/1 state ACTIVE"));
    host.out("ip link set dev ens1f0np0 mtu 9000");
    CHECK(holds(host.out("ip -json link show dev ens1f0np0"), "\"mtu\": 9000"));
    host.out("ethtool -A ens1f0np0 rx on tx off");
    CHECK(holds(host.out("ethtool -a ens1f0np0"), "RX:\t\ton\nTX:\t\toff"));
    CHECK(host.exec("mlnx_qos -i nowhere").status == 1);
    CHECK(host.exec("mlnx_qos -i ens1f0np0 --pfc 0,0,0,2,0,0,0,0").status == 1);
}

TEST_CASE("the n-th command is refused, lied about or dropped, as a test asks")
{
    Logged host(Device::Kind::linux_host,
        R"({"faults": [{"match": "trust", "nth": 2, "do": "lie"}, {"match": "trust", "nth": 3, "do": "refuse", "text": "busy"},
                       {"match": "--pfc", "do": "drop_after"}]})");
    host.out("mlnx_qos -i ens1f0np0 --trust dscp");
    host.out("mlnx_qos -i ens1f0np0 --trust pcp");
    const Execution refused = host.exec("mlnx_qos -i ens1f0np0 --trust pcp");
    CHECK(refused.status == 1);
    CHECK(refused.err == "busy\n");
    CHECK(holds(host.out("mlnx_qos -i ens1f0np0"), "trust state: dscp"));
    const auto dropped = host.session.exec("mlnx_qos -i ens1f0np0 --pfc 0,0,0,1,0,0,0,0");
    REQUIRE(!dropped.has_value());
    CHECK(dropped.error().kind == ErrorKind::unreachable);
    host.session = host.login();
    CHECK(holds(host.out("mlnx_qos -i ens1f0np0"), "enabled     0   0   0   1"));
    CHECK(holds(host.device.commands(), "mlnx_qos -i ens1f0np0 --trust pcp\n"));
}

}
}
