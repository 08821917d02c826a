// SPDX-License-Identifier: Apache-2.0
// The keys of a policy's classes, of RDMA and of congestion notification packets.
#include "analysis/policy/policy_keys.h"
#include "models/fabric/topology_keys.h"

namespace rocelint::policy_keys {
namespace {

constexpr std::string_view pauses[] = {"everywhere", "host-links", "none"};
constexpr std::string_view trusts[] = {"dscp", "pcp"};
constexpr double last_priority = 7;
constexpr double last_dscp = 63;

constexpr DocumentKey rdma_keys[] = {
    {.name = "priority",
        .kinds = a_number,
        .effect = "The priority that PFC pauses. Needed unless `pfc` is `none`.",
        .example = "3",
        .most = last_priority},
    {.name = "dscp",
        .kinds = a_number | a_list,
        .effect = "The code points that its packets bear.",
        .example = "[26]",
        .most = last_dscp},
    {.name = "traffic_class",
        .kinds = a_number,
        .effect = "The traffic class (queue) that devices are to put it in.",
        .fallback = "as the devices have it",
        .example = "3",
        .most = last_priority},
    {.name = "lossless_priorities",
        .kinds = a_number | a_list,
        .effect
        = "Further priorities that must not lose packets. An empty list says the same as `pfc: none`.",
        .fallback = "the priority above",
        .example = "[3, 4]",
        .most = last_priority},
    {.name = "trust",
        .kinds = a_word,
        .effect = "What packets are classified by: the code point, or the priority in the VLAN tag.",
        .fallback = "dscp",
        .example = "dscp",
        .words = trusts},
    {.name = "pfc",
        .kinds = a_word,
        .effect
        = "Where PFC protects it from loss: on every link, between hosts and leaves only, or nowhere.",
        .fallback = "everywhere",
        .example = "everywhere",
        .words = pauses},
    {.name = "congestion_control",
        .kinds = a_word,
        .effect = "How its senders slow down: as above, for this class.",
        .fallback = "the `congestion_control` above",
        .example = "none",
        .words = control_words},
};

constexpr DocumentKey class_keys[] = {
    {.name = "name", .effect = "What messages call it.", .fallback = "its priority", .example = "storage"},
    {.name = "priority", .kinds = a_number, .effect = "As in `rdma`.", .example = "4", .most = last_priority},
    {.name = "dscp",
        .kinds = a_number | a_list,
        .effect = "As in `rdma`.",
        .example = "[34]",
        .most = last_dscp},
    {.name = "trust",
        .kinds = a_word,
        .effect = "As in `rdma`.",
        .fallback = "dscp",
        .example = "dscp",
        .words = trusts},
    {.name = "roles",
        .kinds = a_word | a_list,
        .effect = "The devices on which the class exists.",
        .fallback = "all",
        .example = "[storage, leaf, spine]",
        .words = topology_keys::role_words},
    {.name = "pfc",
        .kinds = a_word,
        .effect = "As in `rdma`.",
        .fallback = "everywhere",
        .example = "host-links",
        .words = pauses},
    {.name = "congestion_control",
        .kinds = a_word,
        .effect = "As in `rdma`.",
        .fallback = "the `congestion_control` above",
        .example = "rtt",
        .words = control_words},
    {.name = "traffic_class",
        .kinds = a_number,
        .effect = "As in `rdma`.",
        .fallback = "as the devices have it",
        .example = "4",
        .most = last_priority},
};

constexpr DocumentKey cnp_keys[] = {
    {.name = "priority",
        .kinds = a_number,
        .effect = "Their priority.",
        .example = "6",
        .most = last_priority},
    {.name = "dscp", .kinds = a_number, .effect = "Their code point.", .example = "48", .most = last_dscp},
    {.name = "traffic_class",
        .kinds = a_number,
        .effect = "The traffic class (queue) that devices are to put them in.",
        .fallback = "as the devices have it",
        .example = "6",
        .most = last_priority},
};

}

const KeyTable rdma{.what = "rdma", .path = "rdma", .keys = rdma_keys};
const KeyTable rdma_class{.what = "a class", .path = "classes[]", .keys = class_keys};
const KeyTable cnp{.what = "cnp", .path = "cnp", .keys = cnp_keys};

}
