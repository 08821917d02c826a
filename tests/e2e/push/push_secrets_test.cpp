// SPDX-License-Identifier: Apache-2.0
// Secrets of devices and users appear nowhere in what the program prints or writes.
#include "drivers/driver.h"
#include "tests/e2e/planted_secrets.h"
#include "tests/e2e/push/push_fabric.h"
#include "tests/e2e/server/fault_server.h"

#include <fmt/format.h>

#include <filesystem>

namespace rocelint::e2e {
namespace {

constexpr const char* switches_yaml = R"(version: 1
policy:
  version: 1
  rdma: {priority: 3, dscp: [26]}
  cnp: {priority: 6, dscp: 48}
mtu: 9000
templates:
  sonic: {platform: sonic, asic: spectrum-4, model: ACS-SN5600}
  eos: {platform: eos, asic: tomahawk5, model: DCS-7060X6-64PE}
  junos: {platform: junos, asic: tomahawk5, model: qfx5240-64od}
devices:
  sonic1:
    template: sonic
    role: spine
    ports: {"Ethernet[0-8/8]": {speed: 800G, lanes: 8, first_lane: 1, index: 1, alias: "etp[1-2]"}}
  eos1: {template: eos, role: leaf}
  junos1: {template: junos, role: leaf}
links:
  - {a: "eos1:Ethernet9/1", b: "sonic1:Ethernet0", cable_m: 30, speed: 800G}
  - {a: "junos1:et-0/0/8", b: "sonic1:Ethernet8", cable_m: 30, speed: 800G}
)";

std::string eos_with_secrets(std::string text)
{
    replace_in(text, "end\n", "!\n" + planted_text("eos") + "!\nend\n");
    replace_in(text, "qos map dscp 26 to traffic-class 3", "qos map dscp 26 to traffic-class 0");
    return text;
}

std::string sonic_with_secrets(std::string text)
{
    replace_in(text, "{\n", "{\n  " + planted_text("sonic", ",\n  ") + ",\n");
    replace_in(text, "\"26\": \"3\"", "\"26\": \"0\"");
    return text;
}

std::string junos_with_secrets(std::string text)
{
    replace_in(text, "mtu 9114;", "mtu 1514;");
    return text + planted_text("junos");
}

class Searcher {
public:
    // Searches all output of a run.
    const Run& operator()(const Run& run)
    {
        search("the output of a command", run.out);
        search("the messages of a command", run.err);
        last_ = run;
        return last_;
    }
    // Searches every file below a folder.
    static void folder(const std::string& path)
    {
        std::size_t files = 0;
        for (const auto& entry : std::filesystem::recursive_directory_iterator(path)) {
            if (!entry.is_regular_file())
                continue;
            ++files;
            search(entry.path().string(), file_text(entry.path().string()));
        }
        CHECK(files > 10);
    }
    static void search(const std::string& where, const std::string& text)
    {
        CAPTURE(where);
        CHECK(secrets_in(text) == "");
        CHECK(!holds(text, FaultServer::password));
    }

private:
    Run last_;
};

TEST_CASE("secrets of configurations are in no output, plan, journal, collected file or comparison")
{
    const TemporaryFolder made;
    const std::string intent = made.write("fabric.yaml", switches_yaml);
    REQUIRE(rocelint({"render", intent, "-o", made.path("twin")}).code == 0);
    made.write("twin/eos1.cfg", eos_with_secrets(made.read("twin/eos1.cfg")));
    made.write("twin/sonic1.json", sonic_with_secrets(made.read("twin/sonic1.json")));
    made.write("twin/junos1.conf", junos_with_secrets(made.read("twin/junos1.conf")));
    Fleet fleet;
    fleet.add_all(made.path("twin"));
    (void)fleet.inventory();
    Searcher seen;
    REQUIRE(seen(run_at(fleet, {"collect", "inventory.yaml", "-o", "collected"})).code == 0);
    const Run planned = seen(run_at(fleet, {"plan", "inventory.yaml", "--allow-disruptive"}));
    INFO(planned.out);
    REQUIRE(planned.code == 0);
    for (const char* device : {"eos1", "sonic1", "junos1"})
        CHECK(holds(planned.out, device));
    CHECK(seen(run_at(fleet, {"plan", "show", "plan.json", "--json"})).code == 0);
    // A device that refuses a command echoes it, so the error is searched as well.
    fleet.device("eos1").set_control(
        R"({"faults": [{"match": "traffic-class 3", "count": 1, "do": "refuse", "text": "username admin secret EosUserSec01"}]})");
    const Run refused
        = seen(run_at(fleet, {"push", "plan.json", "--yes", "--observe", "0", "--journal", "refused"}));
    CHECK(refused.code == 4);
    // Plan again: the switch would refuse the name of the first transaction.
    REQUIRE(seen(run_at(fleet, {"plan", "inventory.yaml", "--allow-disruptive"})).code == 0);
    const Run pushed = seen(run_at(fleet, {"push", "plan.json", "--yes", "--observe", "0"}));
    INFO(pushed.err);
    REQUIRE(pushed.code == 0);
    CHECK(seen(run_at(fleet, {"drift", "collected", "inventory.yaml"})).code == 1);
    CHECK(seen(run_at(fleet, {"rollback", "plan.json.journal", "--yes", "--observe", "0"})).code == 0);
    Searcher::folder(fleet.work().path());
}

TEST_CASE("secrets of an Onyx switch, and in a host's output, are in nothing that is printed or stored")
{
    Fleet fleet;
    std::string text(find_driver("onyx")->base_example);
    for (std::size_t at = text.find("@NAME@"); at != std::string::npos; at = text.find("@NAME@"))
        text.replace(at, 6, "onyx1");
    replace_in(text, "dcb priority-flow-control mode on force", "flowcontrol send off force");
    fleet.add("onyx1", Device::Kind::onyx, text + planted_text("onyx"));
    // The host trusts PCP.
    fleet.add("host1", Device::Kind::linux_host)
        .folder()
        .write("interfaces.json",
            R"({"ens1f0np0": {"rdma": "mlx5_0", "speed": 400000, "trust": "pcp", "pfc": [0, 0, 0, 1, 0, 0, 0, 0],
 "buffer": [0, 0, 0, 1, 0, 0, 0, 0], "buffer_size": [20016, 242000, 0, 0, 0, 0, 0, 0], "mtu": 9000}, "eth0": ""})");
    (void)fleet.work().write("rocelint.yaml",
        "version: 1\nrdma: {priority: 3, dscp: [26]}\ncnp: {priority: 6, dscp: 48}\nprofile: lossless\n");
    (void)fleet.inventory();
    REQUIRE(secrets_in(file_text(fleet.device("onyx1").folder().path("startup-config"))) != "");
    Searcher seen;
    REQUIRE(seen(run_at(fleet, {"collect", "inventory.yaml", "-o", "collected"})).code == 0);
    const Run planned = seen(run_at(fleet, {"plan", "inventory.yaml", "--allow-disruptive"}));
    INFO(planned.out);
    REQUIRE(planned.code == 0);
    for (const char* device : {"onyx1", "host1"})
        CHECK(holds(planned.out, device));
    // A device that refuses a command echoes it together with its surroundings.
    for (const char* device : {"onyx1", "host1"}) {
        const bool host = std::string(device) == "host1";
        std::string said = host ? planted_text("linux-host") : planted_text("onyx");
        for (std::size_t at = said.find('\n'); at != std::string::npos; at = said.find('\n', at))
            said.replace(at, 1, host ? "; " : "\\n");
        for (std::size_t at = said.find('"'); at != std::string::npos; at = said.find('"', at + 2))
            said.insert(at, 1, '\\');
        fleet.device(device).set_control(
            fmt::format(R"({{"faults": [{{"match": "{}", "count": 1, "do": "refuse", "text": "{}"}}]}})",
                host ? "mlnx_qos -i ens1f0np0 --" : "mode on force",
                host ? said : "% " + said));
        const Run refused = seen(run_at(fleet,
            {"push", "plan.json", "--yes", "--observe", "0", "--journal", std::string(device) + ".refused"}));
        INFO(refused.out);
        CHECK(refused.code == 4);
        fleet.device(device).set_control("{}");
        REQUIRE(seen(run_at(fleet, {"plan", "inventory.yaml", "--allow-disruptive"})).code == 0);
    }
    const Run pushed = seen(run_at(fleet, {"push", "plan.json", "--yes", "--observe", "0", "--json"}));
    INFO(pushed.out);
    INFO(pushed.err);
    CHECK(pushed.code == 0);
    CHECK(seen(run_at(fleet, {"check", "collected", "--format", "json"})).code != 70);
    CHECK(seen(run_at(fleet, {"trace", "host1", "onyx1", "collected", "--format", "json"})).code != 70);
    CHECK(seen(run_at(fleet, {"drift", "collected", "inventory.yaml"})).code == 1);
    CHECK(seen(run_at(fleet, {"rollback", "plan.json.journal", "--yes", "--observe", "0"})).code == 0);
    Searcher::folder(fleet.work().path());
}

TEST_CASE("secrets of an NX-OS switch are in nothing that is printed or stored")
{
    Fleet fleet;
    std::string text(find_driver("nxos")->base_example);
    replace_in(text, "@NAME@", "nxos1");
    replace_in(text, "feature lldp", "feature lldp\nfeature scheduler");
    replace_in(text, "no switchport\n  mtu 9216", "no switchport\n  mtu 1500");
    fleet.add("nxos1", Device::Kind::nxos, text + planted_text("nxos"));
    (void)fleet.work().write("rocelint.yaml",
        "version: 1\nrdma: {priority: 3, dscp: [26]}\ncnp: {priority: 6, dscp: 48}\nprofile: lossless\n");
    (void)fleet.inventory();
    REQUIRE(secrets_in(file_text(fleet.device("nxos1").folder().path("startup-config"))) != "");
    Searcher seen;
    REQUIRE(seen(run_at(fleet, {"collect", "inventory.yaml", "-o", "collected"})).code == 0);
    CHECK(holds(file_text(fleet.work().path("collected/nxos1.cfg")), "\nsnmp-server "));
    REQUIRE(seen(run_at(fleet, {"plan", "inventory.yaml", "--allow-disruptive"})).code == 0);
    // A device that refuses a command echoes it together with its surroundings.
    std::string said = planted_text("nxos");
    for (std::size_t at = said.find('"'); at != std::string::npos; at = said.find('"', at + 2))
        said.insert(at, 1, '\\');
    for (std::size_t at = said.find('\n'); at != std::string::npos; at = said.find('\n', at))
        said.replace(at, 1, "\\n");
    fleet.device("nxos1").set_control(fmt::format(
        R"({{"faults": [{{"match": "mtu", "count": 1, "do": "refuse", "text": "ERROR: {}"}}]}})", said));
    const Run refused
        = seen(run_at(fleet, {"push", "plan.json", "--yes", "--observe", "0", "--journal", "refused"}));
    INFO(refused.out);
    INFO(refused.err);
    CHECK(refused.code == 4);
    fleet.device("nxos1").set_control("{}");
    REQUIRE(seen(run_at(fleet, {"plan", "inventory.yaml", "--allow-disruptive"})).code == 0);
    const Run pushed = seen(run_at(fleet, {"push", "plan.json", "--yes", "--observe", "0", "--json"}));
    INFO(pushed.out);
    INFO(pushed.err);
    CHECK(pushed.code == 0);
    CHECK(seen(run_at(fleet, {"drift", "collected", "inventory.yaml"})).code == 1);
    CHECK(seen(run_at(fleet, {"rollback", "plan.json.journal", "--yes", "--observe", "0"})).code == 0);
    Searcher::folder(fleet.work().path());
}

TEST_CASE("a password from the environment opens a device and is in nothing that is printed about it")
{
    const FaultServer server(FaultServer::Play::password);
    Fleet fleet;
    fleet.add_server("leaf1", Device::Kind::eos, server.port());
    fleet.say("leaf1", "ansible_password: \"{{ lookup('env', 'LEAF_PASSWORD') }}\"");
    (void)fleet.inventory();
    const std::vector<std::string> collect{"collect",
        "inventory.yaml",
        "-o",
        "collected",
        "--retries",
        "0",
        "--timeout",
        "1",
        "--connect-timeout",
        "60"};
    const std::string secret = std::string("LEAF_PASSWORD=") + FaultServer::password;
    // The server accepts the login but does not behave like a device.
    const Run let_in = run_at(fleet, collect, {secret});
    CHECK(let_in.code == 4);
    CHECK(server.passwords() == 1);
    Searcher::search("the output", let_in.out + let_in.err);
    const Run wrong = run_at(fleet, collect, {"LEAF_PASSWORD=WrongPassword7x"});
    CHECK(wrong.code == 4);
    CHECK(server.passwords() == 2);
    CHECK(!wrong.says("WrongPassword7x"));
    // Without it and without a terminal, nobody is asked and nothing is sent.
    const Run none = run_at(fleet, collect);
    CHECK(none.code == 4);
    CHECK(none.err.starts_with("leaf1: "));
    CHECK(server.passwords() == 2);
    for (const auto& entry : std::filesystem::recursive_directory_iterator(fleet.work().path())) {
        if (entry.is_regular_file())
            Searcher::search(entry.path().string(), file_text(entry.path().string()));
    }
}

}
}
