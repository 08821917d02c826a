// SPDX-License-Identifier: Apache-2.0
#include "workspace/flows/flow_keys.h"

namespace rocelint::workspace::flow_keys {
namespace {

constexpr double latest_start = 1e6;
constexpr double fastest = 100'000'000;

constexpr DocumentKey top_keys[] = {
    {.name = "version",
        .kinds = a_number,
        .effect = "The version of this format.",
        .fallback = "1",
        .example = "1",
        .least = 1,
        .most = 1},
    {.name = "flows",
        .kinds = a_mapping | a_list,
        .effect = "The flows, which all go on until the end.",
        .of = &flow,
        .required = true},
};

constexpr DocumentKey flow_columns[] = {
    {.name = "from",
        .effect = "Where it comes from: a host, a port of one, or the port of a switch that leads to one.",
        .example = "\"host1:ens1f0np0\"",
        .required = true},
    {.name = "to", .effect = "Where it goes to.", .example = "host2", .required = true},
    {.name = "class",
        .kinds = a_text | a_number,
        .effect = "The RDMA class, by its name or its priority.",
        .fallback = "the only one of the fabric",
        .example = "\"3\"",
        .most = 7},
    {.name = "rate",
        .kinds = a_text | a_number,
        .effect = "What it offers: `40G`, Mb/s, a share of the line rate such as `40 %`, or `line`.",
        .fallback = "the line rate of where it comes from",
        .example = "40G",
        .least = 1,
        .most = fastest},
    {.name = "start_us",
        .kinds = a_number,
        .effect = "When it begins, in microseconds.",
        .fallback = "0",
        .example = "150",
        .most = latest_start},
};

}

const KeyTable top{.what = "a file of flows", .path = "flows.yaml", .keys = top_keys};
const KeyTable flow{.what = "a flow",
    .path = "flows[]",
    .keys = flow_columns,
    .note
    = "Ends are named as for `rocelint trace`. A host with several RDMA ports stands for all of them, first to "
      "first, and the rate is that of each."};

}
