// SPDX-License-Identifier: Apache-2.0
// Every inventory key that is read, listed once: the reference page and the schema use this table.
#include "push/inventory/inventory_keys.h"

#include "models/fabric/topology_keys.h"

#include <algorithm>

namespace rocelint::push::inventory_keys {
namespace {

constexpr std::string_view transports[] = {"ssh", "netconf"};

constexpr DocumentKey one_group
    = {.name = "GROUP", .kinds = a_mapping | a_nothing, .effect = "A group, such as `all`.", .of = &group};

constexpr DocumentKey group_keys[] = {
    {.name = "hosts", .kinds = a_mapping | a_nothing, .effect = "Its devices.", .of = &hosts},
    {.name = "vars",
        .kinds = a_mapping | a_nothing,
        .effect
        = "Variables of all devices in the group. Those of a child group win over these, those of a device over all.",
        .of = &variables},
    {.name = "children", .kinds = a_mapping | a_nothing, .effect = "Groups in this one.", .of = &children},
};

constexpr DocumentKey one_host = {.name = "NAME",
    .kinds = a_mapping | a_nothing,
    .effect = "A device, or a range of them such as `leaf[01:16]`.",
    .of = &variables};

constexpr std::string_view no_password = "\"{{ lookup('env', 'SWITCH_PASSWORD') }}\"";

constexpr DocumentKey variable_keys[] = {
    {.name = "ansible_host", .effect = "Its address.", .fallback = "its name", .example = "192.0.2.11"},
    {.name = "ansible_ssh_host",
        .effect = "As `ansible_host`.",
        .fallback = "its name",
        .example = "192.0.2.11"},
    {.name = "ansible_port",
        .kinds = a_number,
        .effect = "Its port.",
        .fallback = "what ~/.ssh/config says, else 22 or 830",
        .example = "2222",
        .least = 1,
        .most = 65535},
    {.name = "ansible_ssh_port",
        .kinds = a_number,
        .effect = "As `ansible_port`.",
        .fallback = "what ~/.ssh/config says, else 22 or 830",
        .example = "2222",
        .least = 1,
        .most = 65535},
    {.name = "ansible_user",
        .effect = "The user to log in as.",
        .fallback = "what ~/.ssh/config says",
        .example = "admin"},
    {.name = "ansible_ssh_user",
        .effect = "As `ansible_user`.",
        .fallback = "what ~/.ssh/config says",
        .example = "admin"},
    {.name = "ansible_ssh_private_key_file",
        .effect = "The key to log in with.",
        .fallback = "what ~/.ssh/config says, then the SSH agent",
        .example = "~/.ssh/fabric"},
    {.name = "ansible_private_key_file",
        .effect = "As `ansible_ssh_private_key_file`.",
        .fallback = "what ~/.ssh/config says, then the SSH agent",
        .example = "~/.ssh/fabric"},
    {.name = "ansible_password",
        .effect = "The environment variable that holds the password. A password itself is refused.",
        .fallback = "a key, else a prompt on the terminal",
        .example = no_password},
    {.name = "ansible_ssh_pass",
        .effect = "As `ansible_password`.",
        .fallback = "a key, else a prompt on the terminal",
        .example = no_password},
    {.name = "ansible_ssh_password",
        .effect = "As `ansible_password`.",
        .fallback = "a key, else a prompt on the terminal",
        .example = no_password},
    {.name = "ansible_network_os",
        .effect = "What it runs, by Ansible's name of it.",
        .fallback = "a Linux host",
        .example = "arista.eos.eos"},
    {.name = "ansible_ssh_common_args",
        .effect = "Ignored, except for a jump host, which is refused: it belongs into ~/.ssh/config.",
        .example = "\"-o ServerAliveInterval=30\""},
    {.name = "ansible_ssh_extra_args",
        .effect = "As `ansible_ssh_common_args`.",
        .example = "\"-o ServerAliveInterval=30\""},
    {.name = "transport",
        .kinds = a_word,
        .effect = "How it is reached. NETCONF is spoken with Junos only, and always.",
        .fallback = "what its platform needs",
        .example = "ssh",
        .words = transports},
    {.name = "rail",
        .kinds = a_number,
        .effect = "The NIC of each host that this leaf serves; leaves of one rail are never pushed together.",
        .example = "0",
        .most = topology_keys::last_rail},
    {.name = "maintenance",
        .kinds = a_flag,
        .effect = "It carries no jobs now: steps that drop packets or take links down are permitted.",
        .fallback = "false",
        .example = "true"},
    {.name = "role",
        .kinds = a_word,
        .effect = "Its place in the fabric.",
        .fallback = "worked out from its links",
        .example = "leaf",
        .words = topology_keys::role_words},
};

}

const KeyTable top{.what = "an inventory", .path = "inventory", .keys = {}, .any = &one_group};
const KeyTable group{.what = "a group", .path = "GROUP", .keys = group_keys};
const KeyTable hosts{.what = "hosts", .path = "GROUP.hosts", .keys = {}, .any = &one_host};
const KeyTable children{.what = "children", .path = "GROUP.children", .keys = {}, .any = &one_group};
const KeyTable variables{.what = "variables",
    .path = "variables of a device or group",
    .keys = variable_keys,
    .note = "Other variables are Ansible's and are ignored, unless they are misspellings of these."};

bool is_read(std::string_view variable)
{
    return std::ranges::find(variable_keys, variable, &DocumentKey::name) != std::end(variable_keys);
}

}
