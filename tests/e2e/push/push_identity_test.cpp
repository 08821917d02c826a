// SPDX-License-Identifier: Apache-2.0
// A device that is not the expected one: swapped addresses, two inventory entries for one box, replaced boxes.
#include "tests/e2e/push/one_switch.h"
#include "tests/e2e/push/sealed_plan.h"

#include <fmt/format.h>

namespace rocelint::e2e {
namespace {

TEST_CASE("two swapped addresses, and two entries with one address, are reported before anything is planned")
{
    Fleet fleet;
    fleet.add("leaf1", Device::Kind::eos, broken_switch("leaf1"));
    fleet.add("leaf2", Device::Kind::eos, broken_switch("leaf2"));
    fleet.add("leaf3", Device::Kind::eos, broken_switch("rack7-a"));
    std::string text = file_text(fleet.inventory());
    const auto planned = [&](const std::string& inventory) {
        (void)fleet.work().write("swapped.yaml", inventory);
        return run_at(fleet, {"plan", "swapped.yaml"});
    };
    CHECK(planned(text).err.find("calls itself rack7-a, which no entry of swapped.yaml does")
        != std::string::npos);
    std::string swapped = text;
    replace_in(swapped, "leaf1:", "leaf9:");
    replace_in(swapped, "leaf2:", "leaf1:");
    replace_in(swapped, "leaf9:", "leaf2:");
    const Run wrong = planned(swapped);
    INFO(wrong.err);
    CHECK(wrong.code == 4);
    CHECK(wrong.says("says that it is leaf1, which is another entry: correct the addresses in swapped.yaml"));
}

TEST_CASE("two entries that lead to one box are reported, whatever the device's name")
{
    for (const auto kind : {Device::Kind::eos,
             Device::Kind::onyx,
             Device::Kind::nxos,
             Device::Kind::sonic,
             Device::Kind::junos}) {
        Fleet fleet;
        for (const char* name : {"leaf1", "leaf2"}) {
            const std::string text = kind == Device::Kind::eos ? broken_switch(name)
                : kind == Device::Kind::onyx                   ? clean_onyx(name)
                : kind == Device::Kind::nxos                   ? clean_nxos(name)
                : kind == Device::Kind::sonic                  ? clean_sonic(name)
                                              : fmt::format("system {{\n    host-name {};\n}}\n", name);
            fleet.add(name, kind, text).set_control(R"({"serial": "JPE123"})");
        }
        (void)fleet.inventory();
        const Run twice = run_at(fleet, {"plan", "inventory.yaml"});
        INFO(twice.err);
        CHECK(twice.code == 4);
        CHECK(twice.says("leaf1 and leaf2 are one device: both show the serial number JPE123; correct "
                         "inventory.yaml"));
        fleet.device("leaf2").set_control(R"({"serial": "JPE124"})");
        CHECK(run_at(fleet, {"plan", "inventory.yaml"}).code == 0);
    }
}

TEST_CASE("two devices without a serial number are not mistaken for one because both say so")
{
    for (const char* word : {"None", "N/A"}) {
        CAPTURE(word);
        Fleet fleet;
        for (const char* name : {"leaf1", "leaf2"})
            fleet.add(name, Device::Kind::eos, broken_switch(name))
                .set_control(fmt::format(R"({{"serial": "{}"}})", word));
        (void)fleet.inventory();
        const Run planned = run_at(fleet, {"plan", "inventory.yaml"});
        INFO(planned.err);
        CHECK(planned.code == 0);
    }
}

TEST_CASE("a box that was replaced since the plan was made is neither pushed to nor rolled back")
{
    const OneSwitch one;
    const Device& leaf = one.fleet.device("leaf1");
    leaf.set_control(R"({"serial": "JPE123"})");
    REQUIRE(one.run({"collect", "inventory.yaml", "-o", "collected"}).code == 0);
    REQUIRE(one.run({"plan", "inventory.yaml", "--allow-disruptive"}).code == 0);
    CHECK(holds(file_text(one.fleet.work().path("plan.json")), R"("serial": "JPE123")"));
    const std::vector<std::string> stored{
        "plan", "inventory.yaml", "--allow-disruptive", "--from", "collected", "-o", "stored.json"};
    REQUIRE(one.run(stored).code == 0);
    leaf.set_control(R"({"serial": "JPE124"})");
    for (const char* plan : {"plan.json", "stored.json"}) {
        const Run replaced = one.run({"push", plan, "--yes", "--observe", "0"});
        CHECK(replaced.code == 4);
        CHECK(replaced.says("leaf1: it is not the device that was planned for: its serial number is "
                            "JPE124 and was JPE123"));
    }
    // If a device reports none of this, its state identifies it.
    leaf.set_control(R"({"faults": [{"match": "show version", "do": "refuse"}]})");
    REQUIRE(one.run({"push", "plan.json", "--yes", "--observe", "0", "--journal", "second"}).code == 0);
    leaf.set_control(R"({"serial": "JPE124"})");
    CHECK(one.run({"rollback", "second", "--yes", "--observe", "0"})
              .says("it is not the device that was planned for"));
    leaf.set_control(R"({"serial": "JPE123", "mac": "02:00:00:00:00:99"})");
    CHECK(one.run({"push", "--resume", "second.rollback", "--yes", "--observe", "0"})
              .says("its base MAC address is"));
}

TEST_CASE("a host with another host's name is identified by its board and its RDMA devices")
{
    Fleet fleet;
    (void)fleet.work().write(
        "rocelint.yaml", "version: 1\nrdma: {priority: 3, dscp: [26]}\ncnp: {priority: 6, dscp: 48}\n");
    for (const char* name : {"host1", "host2"}) {
        const Folder& folder = fleet.add(name, Device::Kind::linux_host).folder();
        (void)folder.write("hostname", "localhost\n");
        (void)folder.write("interfaces.json",
            R"({"ens1f0np0": {"rdma": "mlx5_0", "speed": 400000, "pfc": [0, 0, 0, 1, 0, 0, 0, 0],
 "buffer": [0, 0, 0, 1, 0, 0, 0, 0], "buffer_size": [20016, 242000, 0, 0, 0, 0, 0, 0], "mtu": 9000}, "eth0": ""})");
    }
    std::string text = file_text(fleet.inventory());
    const Run planned = run_at(fleet, {"plan", "inventory.yaml", "--allow-disruptive"});
    INFO(planned.out);
    INFO(planned.err);
    REQUIRE(planned.code == 0);
    replace_in(text, "host1:", "host9:");
    replace_in(text, "host2:", "host1:");
    replace_in(text, "host9:", "host2:");
    (void)fleet.work().write("inventory.yaml", text);
    const Run swapped = run_at(fleet, {"push", "plan.json", "--yes", "--observe", "0"});
    CHECK(swapped.code == 4);
    CHECK_MESSAGE(swapped.says("it is not the device that was planned for: its serial number is "),
        swapped.out,
        swapped.err);
}

}
}
