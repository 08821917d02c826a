// SPDX-License-Identifier: Apache-2.0
// Every key of a topology, stated once: for the reader, the reference page and the schema.
#include "models/fabric/topology_keys.h"

#include <cmath>

namespace rocelint::topology_keys {
namespace {

constexpr DocumentKey top_keys[] = {
    {.name = "version",
        .kinds = a_number,
        .effect = "The version of this format.",
        .fallback = "1",
        .example = "1",
        .least = 1,
        .most = 1},
    {.name = "devices",
        .kinds = a_mapping,
        .effect = "The devices of the fabric, by name. One whose files are missing is TOP010.",
        .of = &devices},
    {.name = "links",
        .kinds = a_mapping | a_list,
        .effect
        = "The cables. They win over LLDP, neighbour tables and descriptions; what disagrees is TOP004.",
        .fallback = "what the devices show about their neighbours",
        .of = &link},
};

constexpr DocumentKey one_device = {.name = "NAME",
    .kinds = a_mapping | a_nothing,
    .effect = "A device by the name that it calls itself.",
    .of = &device};

constexpr DocumentKey device_keys[] = {
    {.name = "role",
        .kinds = a_word,
        .effect = "Its place in the fabric.",
        .fallback = "worked out from its links",
        .example = "leaf",
        .words = role_words},
    {.name = "asic",
        .effect
        = "Its chip, for headroom, memory and thresholds. One that is spelt almost like a known one is refused.",
        .fallback = "what its files state",
        .example = "tomahawk4"},
    {.name = "file",
        .effect = "Its configuration, relative to this file; a folder ends in `/`.",
        .fallback = "found by content",
        .example = "leaf1.cfg"},
    {.name = "plane",
        .effect = "The plane that it belongs to; planes are compared among themselves only.",
        .example = "a"},
    {.name = "rail",
        .kinds = a_number,
        .effect = "The NIC of each host that this leaf serves, for rail-optimised fabrics.",
        .example = "0",
        .most = last_rail},
};

constexpr DocumentKey link_keys[] = {
    {.name = "a", .effect = "One end.", .example = "\"leaf1:Ethernet1/1\"", .required = true},
    {.name = "b", .effect = "The other end.", .example = "\"host1:ens1f0np0\"", .required = true},
    {.name = "cable_m",
        .kinds = a_number,
        .effect = "Its length in metres, such as 2.5. Headroom counts parts of a metre as a whole one.",
        .fallback = "what the devices are configured with",
        .example = "3",
        .most = longest_cable},
    {.name = "speed",
        .kinds = a_text | a_number,
        .effect = "The speed that it should have: `400G`, or Mb/s.",
        .fallback = "that of its ports",
        .example = "400G",
        .least = 1,
        .most = 100'000'000},
};

}

const KeyTable top{.what = "the topology", .path = "topology.yaml", .keys = top_keys};
const KeyTable devices{.what = "devices", .path = "devices", .keys = {}, .any = &one_device};
const KeyTable device{.what = "a device", .path = "devices.NAME", .keys = device_keys};
const KeyTable link{.what = "a link",
    .path = "links[]",
    .keys = link_keys,
    .note = "Ends are `device:port`. Names of ports match without regard to case, in short and long forms "
            "(`Ethernet1/1`, `Et1/1`), by SONiC name or alias, and by breakout."};

}
