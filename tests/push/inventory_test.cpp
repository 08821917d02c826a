// SPDX-License-Identifier: Apache-2.0
#include "tests/push/read_inventory.h"

#include <fmt/format.h>

#include <random>

namespace rocelint::push {
namespace {

TEST_CASE("two devices have two addresses")
{
    const auto two = [](const std::string& first, const std::string& second) {
        return read_inventory_text("all:\n  hosts:\n    a: {" + first + "}\n    b: {" + second + "}\n").error;
    };
    CHECK(two("ansible_host: 192.0.2.1", "ansible_host: 192.0.2.1")
        == "inventory.yaml:4:5: a and b have one address, 192.0.2.1: one of them would be mistaken for the other");
    CHECK(two("ansible_host: 192.0.2.1, ansible_port: 1", "ansible_host: 192.0.2.1, ansible_port: 2") == "");
    CHECK(two("", "ansible_host: a") != "");
}

constexpr const char* good_file = R"(all:
  vars:
    ansible_user: admin
    ansible_python_interpreter: /usr/bin/python3
  children:
    leafs:
      vars: {ansible_network_os: arista.eos.eos, role: leaf, ansible_port: 2201}
      hosts:
        leaf[01:02]:
          ansible_password: "{{ lookup('env', 'LEAF_PASSWORD') }}"
        leaf9: {ansible_host: 192.0.2.9, ansible_user: night, rail: 3, ansible_port: 22}
      children:
        old_leafs:
          vars: {ansible_user: legacy, maintenance: true}
          hosts: {leaf9: null}
    spines:
      hosts:
        spine1:
          ansible_network_os: junipernetworks.junos.junos
          ansible_ssh_private_key_file: ~/.ssh/spine
        spine2: {ansible_network_os: junos, transport: netconf}
        spine3: {ansible_network_os: sonic, transport: ssh, role: spine}
    empty:
  hosts:
    host1:
)";

TEST_CASE("an Ansible inventory is read: groups, ranges, variables of groups and of hosts")
{
    const ReadInventory read = read_inventory_text(good_file);
    REQUIRE(read.error == "");
    std::vector<std::string> names;
    for (const InventoryDevice& device : read.inventory.devices)
        names.push_back(device.name);
    CHECK(names
        == std::vector<std::string>{"host1", "leaf01", "leaf02", "leaf9", "spine1", "spine2", "spine3"});
    const InventoryDevice& leaf = device_of(read, "leaf02");
    CHECK(leaf.host == "leaf02");
    CHECK(leaf.port == 2201);
    CHECK(leaf.user == "admin");
    CHECK(leaf.platform == "eos");
    CHECK(leaf.role == Role::leaf);
    CHECK(leaf.password_env == "LEAF_PASSWORD");
    CHECK(!leaf.netconf);
    CHECK(!leaf.rail.has_value());
    CHECK(!leaf.maintenance);
    CHECK(leaf.groups == std::vector<std::string>{"all", "leafs"});
    CHECK(device_of(read, "spine1").netconf);
    CHECK(device_of(read, "spine1").key_file == "~/.ssh/spine");
    CHECK(device_of(read, "spine2").netconf);
    CHECK(device_of(read, "spine3").role == Role::spine);
    const InventoryDevice& host = device_of(read, "host1");
    CHECK(host.platform == "linux-host");
    CHECK(host.port == 0);
    CHECK(read.inventory.find("leaf03") == nullptr);
}

TEST_CASE("a host's own variables win over its groups', an inner group's over an outer one's")
{
    const ReadInventory read = read_inventory_text(good_file);
    const InventoryDevice& leaf = device_of(read, "leaf9");
    CHECK(leaf.host == "192.0.2.9");
    CHECK(leaf.user == "night");
    CHECK(leaf.port == 22);
    CHECK(leaf.rail == 3);
    CHECK(leaf.role == Role::leaf);
    CHECK(leaf.maintenance);
    CHECK(leaf.groups == std::vector<std::string>{"all", "leafs", "old_leafs"});
    // Also if the outer group comes later in the file.
    const std::string_view inner
        = "  children:\n    inner:\n      vars: {ansible_user: inner}\n      hosts: {a: }\n";
    const std::string_view outer = "  vars: {ansible_user: outer}\n  hosts: {a: }\n";
    for (const std::string& text :
        {fmt::format("all:\n{}{}", inner, outer), fmt::format("all:\n{}{}", outer, inner)})
        CHECK(device_of(read_inventory_text(text), "a").user == "inner");
}

TEST_CASE("what a YAML alias would repeat is refused, not passed over")
{
    const std::string error
        = read_inventory_text("all:\n  hosts:\n    a: &base {ansible_user: admin}\n    b: *base\n").error;
    CHECK(error
        == "inventory.yaml:4:8: this alias is of a mapping or list, which is not read in this file; write out its content");
    CHECK(
        read_inventory_text("all:\n  hosts:\n    a: &base {ansible_user: admin}\n    b: {<<: *base}\n").error
        != "");
}

TEST_CASE("every spelling of a password's environment variable is read, and nothing else")
{
    const auto variable = [](const std::string& value) {
        return device_of(read_inventory_text("all: {hosts: {a: {ansible_ssh_pass: " + value + "}}}"), "a")
            .password_env;
    };
    CHECK(variable(R"("{{ lookup('env', 'NAME') }}")") == "NAME");
    CHECK(variable(R"('{{lookup("env","NAME")}}')") == "NAME");
    CHECK(variable(R"("{{ lookup('ansible.builtin.env', 'NAME') }}")") == "NAME");
    for (const std::string value : {"hunter2",
             "\"{{ vault_password }}\"",
             "\"{{ lookup('file', '/etc/pw') }}\"",
             "\"{{ lookup('env', '') }}\"",
             "\"{{ lookup('env', 'A\"",
             "{a: b}",
             "[x]",
             "\"\""}) {
        CAPTURE(value);
        const ReadInventory read
            = read_inventory_text("all: {hosts: {a: {ansible_password: " + value + "}}}");
        CHECK(read.error.starts_with("inventory.yaml:1:"));
        CHECK(read.error.find("a password does not belong in an inventory") != std::string::npos);
        // The message must not print the secret that it complains about.
        CHECK(read.error.find("hunter2") == std::string::npos);
    }
}

TEST_CASE("each mistake is reported at its place, in one sentence")
{
    struct Row {
        std::string text;
        std::string message;
    };
    const Row rows[] = {
        {"", "inventory.yaml: the inventory names no device"},
        {"all:\n", "inventory.yaml: the inventory names no device"},
        {"all:\n  hosts:\n", "inventory.yaml: the inventory names no device"},
        {"[leafs\nleaf1\n", "inventory.yaml:1:1: '[leafs' is not a section"},
        {"[leafs:var]\nleaf1\n", "inventory.yaml:1:1: '[leafs:var]' is not a section"},
        {"[leafs]\nleaf1 leaf2\n", "inventory.yaml:2:7: after the name of a host stand variables"},
        {"[leafs]\nleaf1 role=\"leaf\n", "inventory.yaml:2:7: a quote is not closed"},
        {"[a]\nx\n[b:children]\nc\n", "inventory.yaml:4:1: 'c' is not a group"},
        {"[a:children]\nb\n[b:children]\na\n", "contains itself"},
        {"[top]\nx\n[a:children]\nb\n[b:children]\na\n", "contains itself"},
        {"[a]\nx\n[b:vars]\nrole=leaf\n", "inventory.yaml:3:2: variables of a group that is not there: 'b'"},
        {"[a]\nx\n[a:vars]\nrole\n", "inventory.yaml:4:1: a variable is written NAME=VALUE"},
        {"[a]\nx role=laef\n", "inventory.yaml:2:3: unknown role 'laef'; did you mean 'leaf'?"},
        {"[a]\nx ansible_password=secret\n",
            "inventory.yaml:2:3: a password does not belong in an inventory"},
        {"leaf1\n", "inventory.yaml:1:1: an inventory must be a mapping"},
        {"all:\n  host:\n    a:\n",
            "inventory.yaml:2:3: unknown key in a group: 'host'; did you mean 'hosts'?"},
        {"all:\n  hosts: [a, b]\n", "inventory.yaml:2:3: hosts must be a mapping"},
        {"all:\n  hosts:\n    a: 7\n", "inventory.yaml:3:5: a host must be a mapping"},
        {"all:\n  vars: x\n", "inventory.yaml:2:3: vars must be a mapping"},
        {"all:\n  children: x\n", "inventory.yaml:2:3: children must be a mapping"},
        {"all:\n  hosts:\n    leaf[1-4]:\n",
            "inventory.yaml:3:5: 'leaf[1-4]' is not a name or range of names; write leaf[01:16]"},
        {"all:\n  hosts:\n    leaf[1:1000000]:\n",
            "inventory.yaml:3:5: 'leaf[1:1000000]' is not a name or range"},
        {"all:\n  hosts:\n    a: {ansible_port: 99999}\n", "inventory.yaml:3:9:"},
        {"all:\n  hosts:\n    a: {ansible_port: ssh}\n", "inventory.yaml:3:9:"},
        {"all:\n  hosts:\n    a: {ansible_network_os: community.network.exos}\n",
            "inventory.yaml: this version can reach none of its devices: a has ansible_network_os community.network.exos; it knows "},
        {"all:\n  hosts:\n    a: {transport: netcnf}\n",
            "unknown transport 'netcnf'; did you mean 'netconf'?"},
        {"all:\n  hosts:\n    a: {transport: netconf}\n", "a is reached over SSH"},
        {"all:\n  hosts:\n    a: {rail: -1}\n", "inventory.yaml:3:9:"},
        {"all:\n  hosts:\n    a: {maintenance: perhaps}\n", "inventory.yaml:3:9:"},
        {"all:\n  hosts:\n    a: {role: laef}\n", "unknown role 'laef'; did you mean 'leaf'?"},
        {"all:\n  hosts:\n    a: {maintenence: true}\n",
            "inventory.yaml:3:9: unknown key 'maintenence'; did you mean 'maintenance'?"},
        {"all:\n  hosts:\n    a: {ansible_prot: 22}\n",
            "inventory.yaml:3:9: unknown key 'ansible_prot'; did you mean 'ansible_port'?"},
        {"all:\n  hosts:\n    a: {ansible_ssh_common_args: \"-o ProxyCommand=x\"}\n",
            "set a jump host in ~/.ssh/config"},
        {"all:\n  hosts:\n    a: 1\n   b: 2\n", "inventory.yaml:"},
        {"all:\n\thosts:\n", "inventory.yaml:"},
    };
    for (const Row& row : rows) {
        CAPTURE(row.text);
        const std::string error = read_inventory_text(row.text).error;
        CAPTURE(error);
        CHECK(error.starts_with("inventory.yaml:"));
        CHECK(error.find(row.message) != std::string::npos);
        CHECK(error.find('\n') == std::string::npos);
    }
}

TEST_CASE("Ansible variables that are not ours are left alone, although they resemble ours")
{
    const ReadInventory read
        = read_inventory_text("all: {hosts: {a: {roles: [x], rails: 4, ansible_become: true, ports: 3, "
                              "ansible_connection: network_cli, ansible_host: 192.0.2.1}}}");
    CHECK(device_of(read, "a").host == "192.0.2.1");
}

TEST_CASE("names that would need gigabytes are refused")
{
    CHECK(read_inventory_text("all: {hosts: {\"" + std::string(900, 'x') + "[1:90000]\": }}")
              .error.find("is not a name")
        != std::string::npos);
    CHECK(read_inventory_text("all: {hosts: {\"[1:300][1:300][1:300]\": }}").error.find("is not a name")
        != std::string::npos);
    std::string deep = "all:\n";
    for (int depth = 1; depth < 2000; ++depth)
        deep += std::string(static_cast<std::size_t>(depth), ' ') + (depth % 2 == 1 ? "children:\n" : "g:\n");
    CHECK(read_inventory_text(deep).error != "");
}

TEST_CASE("a device that this version cannot reach is left out, with its name")
{
    const ReadInventory read = read_inventory_text(
        "all: {hosts: {a: {ansible_network_os: community.network.exos, role: anything}, b: {}}}");
    REQUIRE(read.error == "");
    CHECK(read.inventory.devices.size() == 1);
    REQUIRE(read.inventory.skipped.size() == 1);
    CHECK(read.inventory.skipped.front().name == "a");
    CHECK(read.inventory.skipped.front().network_os == "community.network.exos");
}

TEST_CASE("a limit accepts Ansible's patterns, and devices beyond it are not looked at")
{
    const Source source(0,
        "inventory.yaml",
        "[leafs]\nleaf[1:4]\n[spines]\nspine1\nspine2 role=wrong\n[old]\nleaf4\nspine9 ansible_network_os=unknown\n");
    const auto names = [&](const std::vector<std::string>& limit) {
        const auto read = read_inventory(source, limit);
        if (!read)
            return read.error().message;
        std::string out;
        for (const InventoryDevice& device : read->devices)
            out += (out.empty() ? "" : " ") + device.name;
        return out + (read->skipped.empty() ? "" : " skipped");
    };
    CHECK(names({"leaf2"}) == "leaf2");
    CHECK(names({"leaf[2:3]"}) == "leaf2 leaf3");
    CHECK(names({"leaf[23]"}) == "leaf2 leaf3");
    CHECK(names({"leafs"}) == "leaf1 leaf2 leaf3 leaf4");
    CHECK(names({"leafs", "!old"}) == "leaf1 leaf2 leaf3");
    CHECK(names({"leafs", "&old"}) == "leaf4");
    CHECK(names({"!spine*"}) == "leaf1 leaf2 leaf3 leaf4");
    CHECK(names({"old"}) == "leaf4 skipped");
    CHECK(names({"all", "!spine2"}) == "leaf1 leaf2 leaf3 leaf4 spine1 skipped");
    CHECK(names({"spine2"}).find("unknown role 'wrong'") != std::string::npos);
    CHECK(names({"leaf7"}) == "--limit: inventory.yaml has no device 'leaf7'");
    CHECK(names({"leafs", "!laefs"}) == "--limit: inventory.yaml has no device '!laefs'");
    CHECK(names({"leafs", "!leafs"}) == "--limit: it leaves no device of inventory.yaml");
}

TEST_CASE("a mutant of a good inventory is read, or refused with its place")
{
    std::mt19937 random(7);
    const std::string good = good_file;
    const std::string letters = "[]{}:,'\"&*!|>%@`#- \n\t0a\x80\xff";
    unsigned refused = 0;
    for (int round = 0; round < 1500; ++round) {
        std::string text = good;
        for (std::size_t edits = 1 + random() % 3; edits > 0; --edits) {
            const std::size_t at = random() % text.size();
            switch (random() % 3) {
            case 0:
                text.erase(at, 1 + random() % 20);
                break;
            case 1:
                text.insert(at, 1, letters[random() % letters.size()]);
                break;
            default:
                text[at] = letters[random() % letters.size()];
            }
        }
        const ReadInventory read = read_inventory_text(text);
        refused += read.error.empty() ? 0U : 1U;
        CHECK((read.error.empty() || read.error.starts_with("inventory.yaml:")));
        CHECK(read.error.find('\n') == std::string::npos);
    }
    CHECK(refused > 100);
    CHECK(refused < 1500);
}

}
}
