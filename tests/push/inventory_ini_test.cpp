// SPDX-License-Identifier: Apache-2.0
#include "tests/push/read_inventory.h"

#include <fmt/format.h>

namespace rocelint::push {
namespace {

TEST_CASE("an INI inventory is read like a YAML one")
{
    const ReadInventory read = read_inventory_text(R"(# a comment
; and another
host1:2201 ansible_user='night shift' rail=2   # at the end
host2 ansible_host=192.0.2.2 maintenance=true

[leafs]
leaf[01:02] ansible_password="{{ lookup('env', 'LEAF') }}"
leaf9
[leafs:vars]
ansible_network_os = arista.eos.eos
role=leaf
[old]
leaf9 ansible_user=legacy
[switches:children]
leafs
old
[switches:vars]
ansible_user = "admin"
[all:vars]
ansible_port=22
)");
    REQUIRE(read.error == "");
    REQUIRE(read.inventory.devices.size() == 5);
    CHECK(device_of(read, "host1").port == 2201);
    CHECK(device_of(read, "host1").user == "night shift");
    CHECK(device_of(read, "host1").rail == 2U);
    CHECK(device_of(read, "host2").host == "192.0.2.2");
    CHECK(device_of(read, "host2").maintenance);
    CHECK(device_of(read, "host2").port == 22);
    CHECK(device_of(read, "leaf02").platform == "eos");
    CHECK(device_of(read, "leaf02").role == Role::leaf);
    CHECK(device_of(read, "leaf02").password_env == "LEAF");
    CHECK(device_of(read, "leaf02").user == "admin");
    CHECK(device_of(read, "leaf02").groups == std::vector<std::string>{"all", "switches", "leafs"});
    CHECK(device_of(read, "leaf9").user == "legacy");
}

TEST_CASE(
    "hosts in no group of an INI inventory form the group ungrouped, with variables and children like any other")
{
    const std::string text = R"(host1 rail=3
leaf1 ansible_port=2201
[ungrouped:vars]
role=host
[ungrouped:children]
lab
[lab]
lab1
[leafs]
leaf1
)";
    const ReadInventory read = read_inventory_text(text);
    REQUIRE(read.error == "");
    REQUIRE(read.inventory.devices.size() == 3);
    CHECK(device_of(read, "host1").groups == std::vector<std::string>{"all", "ungrouped"});
    CHECK(device_of(read, "host1").role == Role::host);
    CHECK(device_of(read, "host1").rail == 3U);
    CHECK(device_of(read, "lab1").groups == std::vector<std::string>{"all", "ungrouped", "lab"});
    CHECK(device_of(read, "lab1").role == Role::host);
    // The device is in a group after all, and has the variables of both places.
    CHECK(device_of(read, "leaf1").groups == std::vector<std::string>{"all", "leafs"});
    CHECK(device_of(read, "leaf1").role == Role::unknown);
    CHECK(device_of(read, "leaf1").port == 2201);
    const auto limited = read_inventory(Source(0, "inventory.yaml", text), {"ungrouped"});
    REQUIRE(limited.has_value());
    CHECK(limited->devices.size() == 2);
}

TEST_CASE("devices without a group come before all groups, as in Ansible's own file `hosts`")
{
    const Source source(0,
        "hosts",
        "lab1\nlab2\n\n[leaves]\nleaf1 ansible_network_os=arista.eos.eos\n[all:vars]\nansible_network_os=arista.eos.eos\n");
    const auto inventory = read_inventory(source);
    REQUIRE(inventory.has_value());
    CHECK(inventory->devices.size() == 3);
    CHECK(inventory->find("lab2") != nullptr);
    CHECK_FALSE(read_inventory(Source(0, "hosts", "lab1\nlab2\n")).has_value());
    CHECK(read_inventory(
        Source(0, "hosts", "all:\n  hosts:\n    leaf1: {ansible_network_os: arista.eos.eos}\n"))
              .has_value());
}

TEST_CASE("a few INI lines cannot expand to a million groups")
{
    std::string text;
    for (int level = 0; level < 40; ++level)
        text += fmt::format("[a{0}:children]\na{1}\nb{1}\n[b{0}:children]\na{1}\nb{1}\n", level, level + 1);
    text += "[a40]\nx\n[b40]\ny\n";
    CHECK(read_inventory_text(text).error.find("contain each other too often") != std::string::npos);
}

}
}
