// SPDX-License-Identifier: Apache-2.0
#include "rules/sm/examples.h"
#include "rules/sm/option_rule.h"

namespace rocelint::rules::sm030 {
namespace {

constexpr Example examples[] = {
    sm::example("A socket on every address",
        R"(-console off
+console socket
)",
        "console socket"),
    sm::example("A socket for the host itself", R"(-console off
+console loopback
)"),
};

std::optional<OriginId> is_open(const SubnetManager& manager)
{
    return manager.console.known() && manager.console.value == "socket"
        ? std::optional(manager.console.origin)
        : std::nullopt;
}

constexpr sm::OptionRule row{
    .option = "console",
    .wrong = is_open,
    .says = "opens a console without a password on every address of its host",
    .fix = "Set console to loopback, or to off.",
    .right = "loopback",
};

}

extern const Rule rule = {
    .code = "SM030",
    .name = "open-console",
    .severity = Severity::warning,
    .scope = Scope::device,
    .summary = "The console of the subnet manager listens on every address of its host.",
    .why = "The console asks for no password and can change routes, log levels and the master. With `socket`"
           " it listens on all addresses.",
    .source = "opensm(8) 3.3.23, --console [off | local | socket | loopback]",
    .examples = examples,
    .fix_class = FixClass::disruptive,
    .fix = "Set console to loopback, or to off.",
    .check_device = sm::check_option<row>,
};

}
