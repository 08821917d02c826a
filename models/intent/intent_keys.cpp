// SPDX-License-Identifier: Apache-2.0
// Every key of an intent, stated once: for the readers, the reference page and the schema. Those of InfiniBand subnets are
// in subnet_keys.cpp.
#include "models/intent/intent_keys.h"

#include "models/fabric/topology_keys.h"

namespace rocelint::intent_keys {
namespace {

constexpr std::string_view fecs[] = {"none", "base-r", "rs528", "rs544", "rs", "auto"};

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

}
