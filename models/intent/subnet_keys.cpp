// SPDX-License-Identifier: Apache-2.0
// The keys of an intent for subnets of InfiniBand.
#include "models/intent/intent_keys.h"

namespace rocelint::intent_keys {
namespace {

constexpr std::string_view switch_roles[] = {"leaf", "spine", "super-spine", "core", "border"};
constexpr std::string_view engines[] = {"minhop", "updn", "ftree"};
constexpr std::string_view memberships[] = {"full", "limited"};

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
