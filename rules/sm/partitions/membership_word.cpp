// SPDX-License-Identifier: Apache-2.0
#include "rules/sm/examples.h"
#include "rules/sm/manager.h"

#include <fmt/format.h>

namespace rocelint::rules::sm039 {
namespace {

constexpr Example examples[] = {
    sm::with_file("Full in another case",
        "partitions.conf",
        R"(Default=0x7fff, ipoib, rate=7, mtu=5: ALL=full;
ai=0x8001: ALL=Full, SELF=full;
)",
        "ai=0x8001"),
    sm::with_file("An empty word",
        "partitions.conf",
        R"(Default=0x7fff, ipoib, rate=7, mtu=5: ALL=full;
ai=0x8001: 0x0002c90300a1b011=, SELF=full;
)",
        "ai=0x8001"),
    sm::with_file("A for ALL",
        "partitions.conf",
        R"(Default=0x7fff, ipoib, rate=7, mtu=5: ALL=full;
ai=0x8001: A=full;
)",
        "ai=0x8001"),
    sm::with_file("A flag that does not exist",
        "partitions.conf",
        R"(Default=0x7fff, ipoib, rate=7, mtu=5: ALL=full;
st=0x8002, ipob: ALL=full;
)",
        "st=0x8002"),
    sm::with_file("Words in full", "partitions.conf", R"(Default=0x7fff, ipoib, rate=7, mtu=5: ALL=full;
ai=0x8001, defmember=full: ALL_CAS, SELF;
)"),
};

void check(DeviceContext& context)
{
    sm::report_faults(context,
        SmFault::Kind::membership,
        Property::partitions,
        "Write full, limited or both, and ALL, ALL_CAS, ALL_SWITCHES, ALL_ROUTERS, SELF or a GUID.");
    sm::report_faults(context,
        SmFault::Kind::partition_flag,
        Property::partitions,
        "Write ipoib, rate=, mtu=, sl=, scope=, Q_Key=, TClass=, FlowLabel=, defmember= or indx0.");
}

}

extern const Rule rule = {
    .code = "SM039",
    .name = "membership-word",
    .severity = Severity::error,
    .scope = Scope::device,
    .summary = "The subnet manager reads a word of the partitions file as another word, or ignores it.",
    .why = "opensm compares with as many letters as the word has: A is ALL, N is NONE, an empty word "
           "after the equals sign is full. Letters of another case match nothing, and a member whose "
           "word matches nothing is limited. It says so only at a log level that is usually off.",
    .source = "opensm 3.3.23, opensm/osm_prtn_config.c: partition_add_port, partition_add_flag, "
              "parse_group_flag (strncmp)",
    .examples = examples,
    .fix_class = FixClass::disruptive,
    .fix
    = "Write the words in full and in their own case. `fix` does so, and leaves words that resemble none "
      "of them.",
    .check_device = check,
};

}
