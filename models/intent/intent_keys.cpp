// SPDX-License-Identifier: Apache-2.0
// Every key of an intent, stated once: for the readers, the reference page and the schema.
#include "models/intent/intent_keys.h"

#include "models/fabric/topology_keys.h"

namespace rocelint::intent_keys {
namespace {

using Word = std::string_view;

constexpr Word switch_roles[] = {"leaf", "spine", "super-spine", "core", "border"};
constexpr Word fecs[] = {"none", "base-r", "rs528", "rs544", "rs", "auto"};
constexpr Word engines[] = {"minhop", "updn", "ftree"};
constexpr Word memberships[] = {"full", "limited"};

constexpr DocumentKey top_keys[] = {
    {.name = "version",
        .kinds = a_number,
        .effect = "The version of this format.",
        .example = "1",
        .least = 1,
        .most = 1,
        .required = true},
    {.name = "policy",
        .kinds = a_text | a_mapping,
        .effect
        = "The policy that the fabric is built and checked by: a file beside this one, or its text itself (docs/reference/policy.md).",
        .fallback = "the profile lossless",
        .example = "two-classes.yaml"},
    {.name = "mtu",
        .kinds = a_number,
        .effect = "The largest IP packet of hosts, in bytes.",
        .fallback = "9000",
        .example = "9000",
        .least = 1280,
        .most = 9978},
    {.name = "switch_mtu",
        .kinds = a_number,
        .effect = "The largest IP packet of switches, in bytes.",
        .fallback = "100 more than that of hosts",
        .example = "9216",
        .least = 1280,
        .most = 9978},
    {.name = "shares",
        .kinds = a_mapping,
        .effect = "The bandwidth of the classes, in percent.",
        .fallback = "worked out",
        .of = &shares},
    {.name = "watchdog",
        .kinds = a_mapping,
        .effect = "The times of the PFC watchdog.",
        .fallback = "worked out",
        .of = &watchdog},
    {.name = "templates",
        .kinds = a_mapping,
        .effect = "What several devices have in common, by a name that `template` takes.",
        .of = &templates},
    {.name = "devices",
        .kinds = a_mapping,
        .effect = "The devices. Needed unless there is `infiniband`.",
        .of = &devices},
    {.name = "links", .kinds = a_mapping | a_list, .effect = "The cables.", .of = &link},
    {.name = "infiniband", .kinds = a_mapping, .effect = "Subnets of InfiniBand, by name.", .of = &subnets},
};

constexpr DocumentKey one_of_shares = {.name = "CLASS",
    .kinds = a_number,
    .effect = "The share of a class of the policy, or of `best-effort`: all that is in none.",
    .fallback = "worked out",
    .example = "60",
    .least = 1,
    .most = 100};

constexpr DocumentKey watchdog_keys[] = {
    {.name = "detection_ms",
        .kinds = a_number,
        .effect = "For how long a queue has to be paused.",
        .fallback = "200 ms for each 32 ports",
        .example = "400",
        .least = 10,
        .most = 60000},
    {.name = "restoration_ms",
        .kinds = a_number,
        .effect = "After how long without pause it is served again.",
        .fallback = "twice the detection time",
        .example = "800",
        .least = 10,
        .most = 60000},
    {.name = "poll_ms",
        .kinds = a_number,
        .effect = "How often the switch looks.",
        .fallback = "as often as both times need",
        .example = "100",
        .least = 10,
        .most = 60000},
};

constexpr DocumentKey one_of_templates
    = {.name = "NAME", .kinds = a_mapping, .effect = "A template.", .of = &device};

constexpr DocumentKey one_of_devices = {.name = "NAME",
    .kinds = a_mapping | a_nothing,
    .effect = "A device, or a range of them such as `leaf[1-4]`.",
    .of = &device};

constexpr DocumentKey device_keys[] = {
    {.name = "template", .effect = "The template that it begins with.", .example = "leaf"},
    {.name = "platform",
        .effect = "What it runs: the name of a platform, such as `sonic`, `eos`, `junos` or `linux-host`.",
        .example = "sonic"},
    {.name = "asic",
        .effect = "The chip of a switch, as the catalog calls it.",
        .fallback = "that of the model",
        .example = "spectrum-4"},
    {.name = "model", .effect = "The hardware, as its platform calls it.", .example = "ACS-SN5600"},
    {.name = "role",
        .kinds = a_word,
        .effect = "Its place in the fabric.",
        .example = "leaf",
        .words = topology_keys::role_words},
    {.name = "nic", .effect = "The NIC of a host, as the catalog calls it.", .example = "mlx5"},
    {.name = "version",
        .effect = "The release that it runs, where the platform writes releases differently.",
        .fallback = "any",
        .example = "202405"},
    {.name = "plane", .effect = "The plane that it belongs to.", .example = "a"},
    {.name = "rail",
        .kinds = a_number,
        .effect = "The NIC of each host that this leaf serves, from 0.",
        .example = "0",
        .most = topology_keys::last_rail},
    {.name = "ports",
        .kinds = a_mapping,
        .effect = "Its ports. A device that lists ports has no others.",
        .fallback = "those that its links name",
        .of = &ports},
};

constexpr DocumentKey one_of_ports = {.name = "PORT",
    .kinds = a_mapping | a_nothing,
    .effect = "A port, or a range of them such as `Ethernet[1-32]/1`.",
    .of = &port};

constexpr DocumentKey port_keys[] = {
    {.name = "speed",
        .kinds = a_text | a_number,
        .effect = "Its speed: `400G`, or Mb/s.",
        .fallback = "that of its cable",
        .example = "400G",
        .least = 1000,
        .most = 1600000},
    {.name = "lanes",
        .kinds = a_number,
        .effect = "How many serial lanes it has.",
        .fallback = "as many as its chip has for this speed",
        .example = "8",
        .least = 1,
        .most = 16},
    {.name = "first_lane",
        .kinds = a_number,
        .effect = "The number of its first lane; in a range it counts on.",
        .example = "0",
        .most = 65535},
    {.name = "index",
        .kinds = a_number,
        .effect = "Its number on the front panel; in a range it counts on.",
        .example = "1",
        .most = 65535},
    {.name = "alias", .effect = "Its other name, or a range of as many.", .example = "etp1"},
    {.name = "fec",
        .kinds = a_word,
        .effect = "Forward error correction.",
        .fallback = "auto",
        .example = "rs544",
        .words = fecs},
    {.name = "mtu",
        .kinds = a_number,
        .effect = "Its largest IP packet, in bytes.",
        .fallback = "that of the fabric",
        .example = "9000",
        .least = 1280,
        .most = 9978},
    {.name = "rdma",
        .kinds = a_flag,
        .effect = "Whether it carries RDMA.",
        .fallback = "true",
        .example = "false"},
    {.name = "rdma_device",
        .effect = "The RDMA device of a port of a host, or a range of as many.",
        .example = "mlx5_0"},
};

constexpr DocumentKey link_keys[] = {
    {.name = "a",
        .effect = "One end, or a range of ends.",
        .example = "\"leaf[1-4]:Ethernet1\"",
        .required = true},
    {.name = "b",
        .effect = "The other end, or a range of as many.",
        .example = "\"spine1:Ethernet[1-4]\"",
        .required = true},
    {.name = "cable_m",
        .kinds = a_number,
        .effect = "Its length in metres.",
        .fallback = "`cables` of the policy",
        .example = "30",
        .most = 200000},
    {.name = "speed",
        .kinds = a_text | a_number,
        .effect = "Its speed: `400G`, or Mb/s.",
        .fallback = "that of its ports",
        .example = "400G",
        .least = 1000,
        .most = 1600000},
    {.name = "rdma",
        .kinds = a_flag,
        .effect = "Whether it carries RDMA.",
        .fallback = "true",
        .example = "false"},
};

constexpr DocumentKey one_of_subnets
    = {.name = "NAME", .kinds = a_mapping, .effect = "A subnet.", .of = &subnet};

constexpr DocumentKey subnet_keys[] = {
    {.name = "prefix",
        .effect = "Its subnet prefix.",
        .fallback = "that of opensm",
        .example = "\"0xfe80000000000001\""},
    {.name = "routing",
        .kinds = a_word,
        .effect = "The routing engine.",
        .fallback = "that of opensm",
        .example = "ftree",
        .words = engines},
    {.name = "lanes",
        .kinds = a_number,
        .effect = "Virtual lanes for data.",
        .fallback = "as many as its classes need",
        .example = "4",
        .least = 1,
        .most = 15},
    {.name = "rate",
        .kinds = a_text | a_number,
        .effect = "The data rate of its links.",
        .example = "400G",
        .least = 2500,
        .most = 1600000},
    {.name = "mtu",
        .kinds = a_number,
        .effect = "Its largest packet, in bytes.",
        .example = "4096",
        .least = 256,
        .most = 4096},
    {.name = "folder",
        .effect = "Where the manager keeps its files.",
        .fallback = "that of opensm",
        .example = "/etc/opensm"},
    {.name = "keys",
        .effect = "A file with its keys, relative to this one; keys do not stand here.",
        .fallback = "no keys",
        .example = "keys.yaml"},
    {.name = "managers",
        .kinds = a_mapping,
        .effect = "The hosts that run a subnet manager. At least one.",
        .of = &managers,
        .required = true},
    {.name = "classes",
        .kinds = a_mapping,
        .effect = "Service levels.",
        .fallback = "one for all",
        .of = &ib_classes},
    {.name = "switches", .kinds = a_mapping, .effect = "The switches.", .of = &switches},
    {.name = "hosts", .kinds = a_mapping, .effect = "The hosts.", .of = &hosts},
    {.name = "partitions",
        .kinds = a_mapping,
        .effect = "The partitions.",
        .fallback = "the default partition",
        .of = &partitions},
};

constexpr DocumentKey one_of_managers
    = {.name = "NAME", .kinds = a_mapping, .effect = "A subnet manager.", .of = &manager};

constexpr DocumentKey manager_keys[] = {
    {.name = "guid",
        .effect = "The port that it uses.",
        .example = "\"0x0002c90300a1b001\"",
        .required = true},
    {.name = "priority",
        .kinds = a_number,
        .effect = "Which becomes master: the highest.",
        .example = "15",
        .most = 15,
        .required = true},
};

constexpr DocumentKey one_of_ib_classes = {.name = "NAME",
    .kinds = a_mapping,
    .effect = "A service level, by the name that partitions use.",
    .of = &ib_class};

constexpr DocumentKey ib_class_keys[] = {
    {.name = "sl",
        .kinds = a_number,
        .effect = "Its service level.",
        .example = "1",
        .most = 15,
        .required = true},
    {.name = "share",
        .kinds = a_number,
        .effect = "Its share of the bandwidth, in percent.",
        .example = "60",
        .least = 1,
        .most = 100},
    {.name = "first",
        .kinds = a_flag,
        .effect = "It is served before the others.",
        .fallback = "false",
        .example = "true"},
};

constexpr DocumentKey one_of_switches
    = {.name = "NAME", .kinds = a_mapping, .effect = "A switch, or a range of them.", .of = &switch_node};

constexpr DocumentKey switch_node_keys[] = {
    {.name = "role",
        .kinds = a_word,
        .effect = "Its place in the tree.",
        .example = "leaf",
        .words = switch_roles,
        .required = true},
    {.name = "guid",
        .kinds = a_text | a_list,
        .effect = "Its GUID, or those of a range in order.",
        .example = "\"0x0002c90300a1b100\"",
        .required = true},
};

constexpr DocumentKey one_of_hosts
    = {.name = "NAME", .kinds = a_mapping, .effect = "A host, or a range of them.", .of = &host_node};

constexpr DocumentKey host_node_keys[] = {
    {.name = "guids",
        .kinds = a_text | a_list,
        .effect = "The GUIDs of its ports; of a range equally many for each.",
        .example = "[\"0x0002c90300a1b200\"]",
        .required = true},
};

constexpr DocumentKey one_of_partitions = {.name = "NAME",
    .kinds = a_mapping,
    .effect = "A partition; `default` is the one that is always there.",
    .of = &partition};

constexpr DocumentKey partition_keys[] = {
    {.name = "pkey",
        .effect = "Its key. Needed but of `default`.",
        .fallback = "0x7fff of `default`",
        .example = "\"0x0010\""},
    {.name = "class", .effect = "The class of its traffic.", .fallback = "the first", .example = "storage"},
    {.name = "ipoib",
        .kinds = a_flag,
        .effect = "Whether it carries IP.",
        .fallback = "false",
        .example = "true"},
    {.name = "rate",
        .kinds = a_text | a_number,
        .effect = "The rate of its multicast group.",
        .fallback = "that of the subnet",
        .example = "400G",
        .least = 2500,
        .most = 1600000},
    {.name = "mtu",
        .kinds = a_number,
        .effect = "The packet size of its multicast group.",
        .fallback = "that of the subnet",
        .example = "4096",
        .least = 256,
        .most = 4096},
    {.name = "everybody",
        .kinds = a_word,
        .effect = "What all others are.",
        .fallback = "no members",
        .example = "limited",
        .words = memberships},
    {.name = "full",
        .kinds = a_text | a_list,
        .effect = "Hosts that are full members; ranges are allowed.",
        .example = "[host1]"},
    {.name = "limited",
        .kinds = a_text | a_list,
        .effect = "Hosts that are limited members; ranges are allowed.",
        .example = "[host2]"},
};

}

const KeyTable top{.what = "the intent", .path = "fabric.yaml", .keys = top_keys};
const KeyTable shares{.what = "shares", .path = "shares", .keys = {}, .any = &one_of_shares};
const KeyTable watchdog{.what = "watchdog", .path = "watchdog", .keys = watchdog_keys};
const KeyTable templates{.what = "templates", .path = "templates", .keys = {}, .any = &one_of_templates};
const KeyTable devices{.what = "devices", .path = "devices", .keys = {}, .any = &one_of_devices};
const KeyTable device{.what = "a device", .path = "devices.NAME", .keys = device_keys};
const KeyTable ports{.what = "ports", .path = "devices.NAME.ports", .keys = {}, .any = &one_of_ports};
const KeyTable port{.what = "a port", .path = "devices.NAME.ports.PORT", .keys = port_keys};
const KeyTable link{.what = "a link",
    .path = "links[]",
    .keys = link_keys,
    .note = "Ends are `device:port`; ranges on both sides are taken in pairs and are equally long."};
const KeyTable subnets{.what = "infiniband", .path = "infiniband", .keys = {}, .any = &one_of_subnets};
const KeyTable subnet{.what = "a subnet", .path = "infiniband.NAME", .keys = subnet_keys};
const KeyTable managers{
    .what = "managers", .path = "infiniband.NAME.managers", .keys = {}, .any = &one_of_managers};
const KeyTable manager{.what = "a manager", .path = "infiniband.NAME.managers.NAME", .keys = manager_keys};
const KeyTable ib_classes{
    .what = "classes", .path = "infiniband.NAME.classes", .keys = {}, .any = &one_of_ib_classes};
const KeyTable ib_class{.what = "a class",
    .path = "infiniband.NAME.classes.NAME",
    .keys = ib_class_keys,
    .note = "A class has a `share`, or `first: true`."};
const KeyTable switches{
    .what = "switches", .path = "infiniband.NAME.switches", .keys = {}, .any = &one_of_switches};
const KeyTable switch_node{
    .what = "a switch", .path = "infiniband.NAME.switches.NAME", .keys = switch_node_keys};
const KeyTable hosts{.what = "hosts", .path = "infiniband.NAME.hosts", .keys = {}, .any = &one_of_hosts};
const KeyTable host_node{.what = "a host", .path = "infiniband.NAME.hosts.NAME", .keys = host_node_keys};
const KeyTable partitions{
    .what = "partitions", .path = "infiniband.NAME.partitions", .keys = {}, .any = &one_of_partitions};
const KeyTable partition{
    .what = "a partition", .path = "infiniband.NAME.partitions.NAME", .keys = partition_keys};

}
