// SPDX-License-Identifier: Apache-2.0
#include "rules/sm/examples.h"
#include "rules/sm/manager.h"

#include <fmt/format.h>

namespace rocelint::rules::sm037 {
namespace {

constexpr Example examples[] = {
    sm::with_file("A semicolon is missing",
        "partitions.conf",
        R"(Default=0x7fff, ipoib, rate=7, mtu=5: ALL=full
ai=0x8001: ALL=full;
)",
        "ai=0x8001"),
    sm::with_file("A member that is not a GUID",
        "partitions.conf",
        R"(Default=0x7fff, ipoib, rate=7, mtu=5: ALL=full;
ai=0x8001: host1=full;
)",
        "ai=0x8001"),
    sm::with_file("A rule over several lines", "partitions.conf", R"(Default=0x7fff, ipoib, rate=7, mtu=5:
    ALL=full,
    SELF=full;
)"),
};

void check(DeviceContext& context)
{
    sm::report_faults(context,
        SmFault::Kind::partitions_dropped,
        Property::partitions,
        "Correct the line: until then every port is a full member of the default partition, and there is "
        "no other.");
}

}

extern const Rule rule = {
    .code = "SM037",
    .name = "partitions-given-up",
    .severity = Severity::error,
    .scope = Scope::device,
    .summary = "The subnet manager rejects the partitions file as a whole.",
    .why = "At the first line that it does not accept, opensm drops the file: every port is then a full "
           "member of the default partition, and there is no other partition. What should keep tenants "
           "apart is gone, and only the log says so.",
    .source = "opensm 3.3.23, opensm/osm_prtn_config.c: parse_part_conf; opensm/osm_prtn.c: "
              "osm_prtn_make_partitions (retry with default config)",
    .examples = examples,
    .fix_class = FixClass::disruptive,
    .fix = "Correct the line. `fix` adds a semicolon that is missing before the next partition, and writes "
           "ALL and SELF as opensm expects them; no file shows what other words were meant to say.",
    .check_device = check,
};

}
