// SPDX-License-Identifier: Apache-2.0
#include "rules/sm/examples.h"
#include "rules/sm/manager.h"

#include <fmt/format.h>

namespace rocelint::rules::sm041 {
namespace {

constexpr Example examples[] = {
    sm::with_file("A key of 17 bits",
        "partitions.conf",
        R"(Default=0x7fff, ipoib, rate=7, mtu=5: ALL=full;
ai=0x18001: ALL=full;
)",
        "ai=0x18001"),
    sm::with_file("An MTU that is not a code",
        "partitions.conf",
        R"(Default=0x7fff, ipoib, rate=7, mtu=5: ALL=full;
ai=0x8001, ipoib, mtu=9: ALL=full;
)",
        "ai=0x8001"),
    sm::with_file("Bytes in place of a code",
        "partitions.conf",
        R"(Default=0x7fff, ipoib, rate=7, mtu=5: ALL=full;
ai=0x8001, ipoib, mtu=4096: ALL=full;
)",
        "ai=0x8001"),
    sm::with_file("One key twice",
        "partitions.conf",
        R"(Default=0x7fff, ipoib, rate=7, mtu=5: ALL=full;
ai=0x8001: ALL=full;
st=0x8001: ALL=full;
)",
        "st=0x8001"),
    sm::with_file("Codes", "partitions.conf", R"(Default=0x7fff, ipoib, rate=7, mtu=5: ALL=full;
ai=0x8001, ipoib, mtu=5, rate=16: ALL=full;
)"),
};

void check(DeviceContext& context)
{
    sm::report_faults(context,
        SmFault::Kind::partition_value,
        Property::partitions,
        "Write a key of 16 bits, and codes: mtu 1 to 5, rate 2 to 22, sl 0 to 15.");
    sm::report_faults(context,
        SmFault::Kind::partition_repeated,
        Property::partitions,
        "Give each partition a key of its own.");
}

}

extern const Rule rule = {
    .code = "SM041",
    .name = "partition-value",
    .severity = Severity::error,
    .scope = Scope::device,
    .summary = "A number of the partitions file is truncated, is not a code, or is used for two "
               "partitions.",
    .why = "A P_Key has 16 bits, of which the highest is membership: a longer number is truncated, and "
           "names a different partition. rate and mtu are codes and not numbers: mtu=4 is 2048 bytes, "
           "rate=3 is 10 Gbit/s. No port can join a group with a code that no port has. Two rules of one "
           "key are one partition.",
    .source
    = "opensm 3.3.23, opensm/osm_prtn_config.c: partition_create, parse_group_flag; opensm/osm_prtn.c: "
      "osm_prtn_make_new; InfiniBand Architecture Specification 15.2.5.16 (codes of PathRecord)",
    .examples = examples,
    .fix_class = FixClass::disruptive,
    .fix = "Write a key of 16 bits, and codes. `fix` puts the code in the place of bytes or Gbit/s; no file "
           "shows which key was meant.",
    .check_device = check,
};

}
