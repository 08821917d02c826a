// SPDX-License-Identifier: Apache-2.0
// A whole fabric on emulators: broken, diagnosed, corrected, rolled back. One leaf and one spine of each vendor, with two hosts:
// clos-four with its twelve hosts takes minutes, since each emulated command is a process.
#include "tests/e2e/push/push_fabric.h"
#include "tests/e2e/server/junos_text.h"
#include "tests/e2e/server/netconf_server.h"

#include <algorithm>
#include <filesystem>

namespace rocelint::e2e {
namespace {

constexpr const char* fabric_yaml = R"(version: 1
policy:
  version: 1
  rdma: {priority: 3, dscp: [26]}
  cnp: {priority: 6, dscp: 48}
  cables: {host-leaf: 3}
mtu: 9000
templates:
  sonic: {platform: sonic, asic: spectrum-4, model: ACS-SN5600}
  eos: {platform: eos, asic: tomahawk5, model: DCS-7060X6-64PE}
  junos: {platform: junos, asic: tomahawk5, model: qfx5240-64od}
  host: {platform: linux-host, role: host, nic: mlx5, ports: {ens1f0np0: {rdma_device: mlx5_0}}}
devices:
  sonic-leaf1:
    template: sonic
    role: leaf
    ports:
      Ethernet24: {speed: 400G, lanes: 4, first_lane: 25, index: 4, alias: etp4}
      Ethernet[32-48/8]: {speed: 800G, lanes: 8, first_lane: 33, index: 5, alias: "etp[5-7]"}
  eos-leaf1:
    template: eos
    role: leaf
    ports:
      Ethernet4/1: {speed: 400G, lanes: 4}
      Ethernet[9-11]/1: {speed: 800G, lanes: 8}
  junos-leaf1: {template: junos, role: leaf}
  sonic-spine1:
    template: sonic
    role: spine
    ports:
      Ethernet[0-16/8]: {speed: 800G, lanes: 8, first_lane: 1, index: 1, alias: "etp[1-3]"}
  eos-spine1: {template: eos, role: spine}
  junos-spine1: {template: junos, role: spine}
  host[1-2]: {template: host}
links:
  - {a: "host1:ens1f0np0", b: "sonic-leaf1:Ethernet24"}
  - {a: "host2:ens1f0np0", b: "eos-leaf1:Ethernet4/1"}
  - {a: "sonic-leaf1:Ethernet32", b: "sonic-spine1:Ethernet0", cable_m: 30}
  - {a: "sonic-leaf1:Ethernet40", b: "eos-spine1:Ethernet1/1", cable_m: 100}
  - {a: "sonic-leaf1:Ethernet48", b: "junos-spine1:et-0/0/0", cable_m: 300}
  - {a: "eos-leaf1:Ethernet9/1", b: "sonic-spine1:Ethernet8", cable_m: 300}
  - {a: "eos-leaf1:Ethernet10/1", b: "eos-spine1:Ethernet2/1", cable_m: 30}
  - {a: "eos-leaf1:Ethernet11/1", b: "junos-spine1:et-0/0/1", cable_m: 100}
  - {a: "junos-leaf1:et-0/0/8", b: "sonic-spine1:Ethernet16", cable_m: 100, speed: 800G}
  - {a: "junos-leaf1:et-0/0/9", b: "eos-spine1:Ethernet3/1", cable_m: 300, speed: 800G}
  - {a: "junos-leaf1:et-0/0/10", b: "junos-spine1:et-0/0/2", cable_m: 30, speed: 800G}
)";

// A typical mistake on each device: PFC forgotten, a factory-default map, an MTU too small.
void break_device(const std::string& name, std::string& text)
{
    if (name == "eos-leaf1") {
        replace_in(text, "   priority-flow-control priority 3 no-drop\n", "");
        replace_in(text, "qos map dscp 26 to traffic-class 3", "qos map dscp 26 to traffic-class 0");
    } else if (name == "eos-spine1") {
        replace_in(text, "   mtu 9100\n", "   mtu 1500\n");
    } else if (name == "sonic-leaf1") {
        replace_in(text, "\"pfc_enable\": \"3\"", "\"pfc_enable\": \"\"");
        replace_in(text, "\"mtu\": \"9100\"", "\"mtu\": \"1500\"");
    } else if (name == "sonic-spine1") {
        replace_in(text, "\"26\": \"3\"", "\"26\": \"0\"");
    } else if (name == "junos-leaf1") {
        replace_in(text, "mtu 9114;", "mtu 1514;");
    } else if (name == "junos-spine1") {
        replace_in(text, "mtu 9114;", "mtu 1514;");
    }
}

// The broken twin on emulators, with one Junos device on netconfd.
class BrokenFabric {
public:
    BrokenFabric()
    {
        const std::string intent = made_.write("fabric.yaml", fabric_yaml);
        const Run rendered = rocelint({"render", intent, "-o", made_.path("twin")});
        REQUIRE_MESSAGE(rendered.code == 0, rendered.err);
        for (const auto& entry : std::filesystem::directory_iterator(made_.path("twin"))) {
            if (entry.is_directory())
                continue;
            std::string text = file_text(entry.path().string());
            break_device(entry.path().stem().string(), text);
            made_.write("twin/" + entry.path().filename().string(), text);
        }
        const std::string spine = made_.path("twin/junos-spine1.conf");
        netconfd_ = std::make_unique<NetconfServer>(
            NetconfServer::Target::candidate, NetconfServer::Framing::chunks, junos_xml(file_text(spine)));
        std::filesystem::remove(spine);
        fleet_.add_all(made_.path("twin"));
        fleet_.add_server("junos-spine1", Device::Kind::junos, netconfd_->endpoint().port);
        (void)fleet_.work().write("fabric.yaml", fabric_yaml);
        (void)fleet_.inventory();
    }
    [[nodiscard]] Run run(const std::vector<std::string>& arguments) const
    {
        return run_at(fleet_, arguments);
    }
    [[nodiscard]] std::string path(const std::string& name) const { return fleet_.work().path(name); }
    [[nodiscard]] std::string netconfd_says() const { return netconfd_->read_with_ncclient(); }

private:
    TemporaryFolder made_;
    std::unique_ptr<NetconfServer> netconfd_;
    Fleet fleet_;
};

#define REQUIRE_RUN(run, wanted)                                                                             \
    do {                                                                                                     \
        const Run done = (run);                                                                              \
        INFO(done.out);                                                                                      \
        INFO(done.err);                                                                                      \
        REQUIRE(done.code == (wanted));                                                                      \
    } while (false)

// Each file below a folder with its text, state hashes included.
std::vector<std::pair<std::string, std::string>> folder_texts(const std::string& folder)
{
    std::vector<std::pair<std::string, std::string>> texts;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
        if (entry.is_regular_file())
            texts.emplace_back(
                std::filesystem::relative(entry.path(), folder).string(), file_text(entry.path().string()));
    }
    std::ranges::sort(texts);
    return texts;
}

TEST_CASE("a push corrects a broken fabric of four platforms, and a rollback restores every byte of it")
{
    const BrokenFabric fabric;
    REQUIRE_RUN(fabric.run({"collect", "inventory.yaml", "-o", "before"}), 0);
    const Run found
        = fabric.run({"check", "before", "--policy", "rocelint.yaml", "--topology", "topology.yaml"});
    CHECK(found.code == 1);
    for (const char* device : {"eos-leaf1",
             "eos-spine1",
             "sonic-leaf1",
             "sonic-spine1",
             "junos-leaf1",
             "junos-spine1",
             "host1",
             "host2"}) {
        CAPTURE(device);
        CHECK(found.says(device));
    }
    const Run planned = fabric.run({"plan", "inventory.yaml", "--allow-disruptive"});
    INFO(planned.out);
    REQUIRE(planned.code == 0);
    // A plain NETCONF server does not report its ports.
    REQUIRE_RUN(fabric.run({"push", "plan.json", "--yes", "--observe", "0", "--accept-blind"}), 0);
    CHECK(holds(fabric.netconfd_says(), "<mtu>9114</mtu>"));
    CHECK(!holds(fabric.netconfd_says(), "<mtu>1514</mtu>"));
    REQUIRE_RUN(fabric.run({"collect", "inventory.yaml", "-o", "mended"}), 0);
    const Run clean
        = fabric.run({"check", "mended", "--policy", "rocelint.yaml", "--topology", "topology.yaml"});
    INFO(clean.out);
    CHECK(clean.code == 0);
    CHECK(clean.says("no findings in 8 devices"));
    // The first collection no longer matches the devices.
    const std::string few = "--limit=eos-leaf1,junos-spine1";
    CHECK(fabric.run({"drift", "before", "inventory.yaml", few}).code == 1);
    CHECK(fabric.run({"drift", "mended", "inventory.yaml", few}).code == 0);

    REQUIRE_RUN(
        fabric.run({"rollback", "plan.json.journal", "--yes", "--observe", "0", "--accept-blind"}), 0);
    REQUIRE_RUN(fabric.run({"collect", "inventory.yaml", "-o", "after"}), 0);
    const auto before = folder_texts(fabric.path("before"));
    const auto after = folder_texts(fabric.path("after"));
    REQUIRE(before.size() == after.size());
    for (std::size_t index = 0; index < before.size(); ++index) {
        CAPTURE(before[index].first);
        CHECK(before[index].first == after[index].first);
        // The comparison omits nothing: collected files contain no counters or dates of a device.
        CHECK(before[index].second == after[index].second);
    }
    CHECK(fabric.run({"drift", "before", "inventory.yaml", few}).code == 0);

    // The intent corrects the same devices as well. Without the devices they are cabled to, no traffic is moved to them.
    const std::string some = "--limit=eos-leaf1,sonic-spine1,junos-spine1";
    CHECK(fabric.run({"drift", "fabric.yaml", "inventory.yaml", some}).code == 1);
    const std::vector<std::string> by_intent{
        "plan", "inventory.yaml", "--intent", "fabric.yaml", "--allow-disruptive", "-o", "intent.json"};
    std::vector<std::string> for_some = by_intent;
    for_some.push_back(some);
    const Run limited = fabric.run(for_some);
    INFO(limited.out);
    CHECK(limited.code == 0);
    CHECK(limited.says("it would bring traffic to"));
    REQUIRE_RUN(fabric.run(by_intent), 0);
    REQUIRE_RUN(fabric.run({"push", "intent.json", "--yes", "--observe", "0", "--accept-blind"}), 0);
    REQUIRE_RUN(fabric.run({"drift", "fabric.yaml", "inventory.yaml", some}), 0);
}

}
}
