// SPDX-License-Identifier: Apache-2.0
#include "rules/sm/examples.h"
#include "rules/sm/manager.h"

#include <fmt/format.h>

namespace rocelint::rules::sm023 {
namespace {

constexpr Example examples[] = {
    sm::example("LMC 9 becomes 0",
        R"(-lmc 0
+lmc 9
)",
        "lmc 9"),
    sm::example("A priority in octal",
        R"(-sm_priority 14
+sm_priority 014
)",
        "sm_priority 014"),
    sm::example("A word for a number",
        R"(-max_op_vls 3
+max_op_vls 3x
-qos_sl2vl 0,1,2,3,0,0,0,0,0,0,0,0,0,0,0,0
+qos_sl2vl 0,1,2,3,0,0,0,0,0,0,0,0,0,0,0,0
)",
        "max_op_vls 3x"),
    sm::example("More lanes than there are",
        R"(-qos_max_vls 4
+qos_max_vls 99
)",
        "qos_max_vls 99"),
    sm::example("A limit that is too large",
        R"(-qos_high_limit 4
+qos_high_limit 9999
)",
        "qos_high_limit 9999"),
    sm::example("A word that the option does not take",
        R"(-part_enforce both
+part_enforce yes
)",
        "part_enforce yes"),
    sm::example("Stall counts of 0",
        R"(-vl_stall_count 7
+vl_stall_count 0
)",
        "vl_stall_count 0"),
    sm::example("Hexadecimal numbers", R"(-lmc 0
+lmc 0x0
)"),
};

bool is_misread(const SmOption& option)
{
    return option.misread == SmMisread::not_a_number || option.misread == SmMisread::octal
        || option.misread == SmMisread::out_of_range || option.misread == SmMisread::not_a_word;
}

std::string message_of(const DeviceContext& context, const SmOption& option)
{
    const std::string_view name = context.device().name;
    if (option.secret)
        return fmt::format(
            "{} does not run with the {} of this line: it is not {}", name, option.name, option.why);
    if (option.misread == SmMisread::octal)
        return fmt::format("{} runs with {} {}: {} is octal", name, option.name, option.runs, option.given);
    if (option.given == option.runs)
        return fmt::format("{} runs with {} {}, which is not {}: what that does is not defined",
            name,
            option.name,
            option.runs,
            option.why);
    return fmt::format("{} runs with {} {} instead of {}, which is not {}",
        name,
        option.name,
        option.runs.empty() ? std::string_view("of its own") : option.runs,
        option.given,
        option.why);
}

void check(DeviceContext& context, const SubnetManager& manager)
{
    for (const SmOption& option : manager.options) {
        if (!is_misread(option))
            continue;
        Diagnosis diagnosis{
            .severity = option.misread == SmMisread::octal ? Severity::warning : Severity::error,
            .at = option.at,
            .message = message_of(context, option),
            .subjects = {sm::subject(context, option)},
            .fix = option.misread == SmMisread::octal
                ? std::string("Write the number without its leading zero.")
                : fmt::format("Give {} {}.", option.name, option.why)};
        if (!option.intended.empty() && !option.overridden)
            diagnosis.changes.push_back(sm::change(context.index, option.name, std::string(option.intended)));
        context.report(std::move(diagnosis));
    }
}

}

extern const Rule rule = {
    .code = "SM023",
    .name = "misread-value",
    .severity = Severity::error,
    .other_severities = {{{Severity::warning, "for a number that is read as octal"}}},
    .scope = Scope::device,
    .summary = "An option runs with a different value from the one on its line.",
    .why = "Numbers are read as in C: a leading 0 makes them octal, and 08 is not a number. A value that "
           "is not a number, or is too large for the option, is left out or replaced, and opensm ends with "
           "exit code 0.",
    .source
    = "opensm 3.3.23, opensm/osm_subnet.c: opts_strtoul, osm_subn_verify_config; docs/opensm.md has all"
      " options, recorded from the program",
    .examples = examples,
    .fix_class = FixClass::disruptive,
    .fix = "Give the option a value that it takes. `fix` removes leading zeros from decimal numbers and "
           "corrects the case of words; no file shows which number was meant by one that is out of range.",
    .check_device = sm::check_manager<check>,
};

}
