// SPDX-License-Identifier: Apache-2.0
#include "rules/sm/examples.h"
#include "rules/sm/manager.h"

#include <fmt/format.h>

namespace rocelint::rules::sm024 {
namespace {

constexpr Example examples[] = {
    sm::example("A comment sign inside quotes",
        R"(-console off
+log_prefix "rack #7"
)",
        "log_prefix"),
    sm::example("A comment behind a value", R"(-console off
+console off # nobody needs it
)"),
};

void check(DeviceContext& context)
{
    sm::report_faults(
        context, SmFault::Kind::long_line, Property::manager, "Keep each line within 1022 characters.");
    sm::report_faults(
        context, SmFault::Kind::quoted_comment, Property::manager, "Write the value without a comment sign.");
}

}

extern const Rule rule = {
    .code = "SM024",
    .name = "cut-line",
    .severity = Severity::warning,
    .scope = Scope::device,
    .summary
    = "A line is cut: it is longer than opensm reads at once, or a comment sign stands inside quotes.",
    .why = "opensm reads 1022 characters at a time. The rest of a longer line is read as a line of its "
           "own, even if the line is a comment. A comment sign ends the line even inside quotes.",
    .source = "opensm 3.3.23, opensm/osm_subnet.c: osm_subn_parse_conf_file (fgets with 1023, strchr for the "
              "comment)",
    .examples = examples,
    .fix_class = FixClass::manual,
    .fix = "Keep lines short, and comment signs out of values. The file does not show what a value should be "
           "without its comment sign, or where to split a long line.",
    .check_device = check,
};

}
