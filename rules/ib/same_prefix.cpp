// SPDX-License-Identifier: Apache-2.0
#include "rules/rule.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace rocelint::rules::ib028 {
namespace {

constexpr Example examples[] = {
    {.title = "Both subnets have the default",
        .files = {{{"ib-fabric", "rail1", R"(+# Port info: Lid 101 port 1
+GidPrefix:.......................0xfe80000000000000
)"},
            {"ib-fabric", "rail2", R"(+# Port info: Lid 101 port 1
+GidPrefix:.......................0xfe80000000000000
)"}}},
        .flagged = "GidPrefix:",
        .flagged_device = "rail2"},
    {.title = "Each has its own",
        .files = {{{"ib-fabric", "rail1", R"(+# Port info: Lid 101 port 1
+GidPrefix:.......................0xfe80000000000001
)"},
            {"ib-fabric", "rail2", R"(+# Port info: Lid 101 port 1
+GidPrefix:.......................0xfe80000000000002
)"}}}},
};

void check(FabricContext& context)
{
    std::map<std::uint64_t, std::uint32_t> first;
    for (const std::uint32_t index : context.fabric.subnets) {
        const Device& device = context.fabric.devices[index];
        const Setting<std::uint64_t>& prefix = device.subnet->prefix;
        if (!prefix.known())
            continue;
        const auto [known, fresh] = first.try_emplace(prefix.value, index);
        if (fresh)
            continue;
        const Device& other = context.fabric.devices[known->second];
        context.report({.at = device.place(prefix.origin),
            .message = fmt::format(
                "the subnets {} and {} have the same prefix {}: a host with a port in each cannot distinguish "
                "their addresses",
                other.name,
                device.name,
                guid_text(prefix.value)),
            .subjects = {{{index, Port::no_index}, Property::lids}},
            .related = {{other.place(other.subnet->prefix.origin), "the other subnet"}}});
    }
}

}

extern const Rule rule = {
    .code = "IB028",
    .name = "ib-same-subnet-prefix",
    .severity = Severity::warning,
    .scope = Scope::fabric,
    .summary = "Two InfiniBand subnets have the same subnet prefix.",
    .why
    = "The prefix is the upper half of every GID, and the only thing by which a router, or a host with a port in each subnet, knows which of them an address is in. With equal prefixes a connection may be made through the wrong port, and routing between them is impossible.",
    .source
    = "IBA 1.5 4.1.1 (subnet prefix) and 19.2 (routers); opensm man page (subnet_prefix, 0xfe80000000000000 by default)",
    .examples = examples,
    .fix_class = FixClass::manual,
    .fix = "Give each subnet a prefix of its own in subnet_prefix of its managers.",
    .check_fabric = check,
};

}
