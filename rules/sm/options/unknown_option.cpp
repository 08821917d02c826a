// SPDX-License-Identifier: Apache-2.0
#include "rules/sm/examples.h"
#include "rules/sm/manager.h"

#include <fmt/format.h>

namespace rocelint::rules::sm022 {
namespace {

constexpr Example examples[] = {
    sm::example("A misspelt option",
        R"(-sweep_interval 10
+sweep_intervall 10
)",
        "sweep_intervall 10"),
    sm::example("An equals sign",
        R"(-lmc 0
+lmc=0
)",
        "lmc=0"),
    sm::example("An option of NVIDIA's for a manager of a distribution",
        R"(-# Subnet manager sm1
+# opensm-flavour: upstream
-lmc 0
+ar_sl_mask 0xffff
)",
        "ar_sl_mask 0xffff"),
    sm::example("Options of NVIDIA's", R"(-routing_engine updn,no_fallback
+routing_engine ar_updn,no_fallback
-lmc 0
+ar_sl_mask 0xffff
+scatter_ports 8
)"),
};

void check(DeviceContext& context, const SubnetManager& manager)
{
    for (const SmOption& option : manager.options) {
        if (option.misread != SmMisread::unknown && option.misread != SmMisread::equals_sign)
            continue;
        const bool equals = option.misread == SmMisread::equals_sign;
        const std::string_view name = option.name.substr(0, option.name.find('='));
        Diagnosis diagnosis{.at = option.at,
            .message = equals
                ? fmt::format("{} reads \"{}=…\" as one unknown name: a blank separates name and value",
                    context.device().name,
                    name)
                : option.why.empty()
                ? fmt::format("{} has no option \"{}\", and ignores the line", context.device().name, name)
                : fmt::format("{} has no option \"{}\", and ignores the line: {}",
                    context.device().name,
                    name,
                    option.why),
            .subjects = {sm::subject(context, option)}};
        if (equals)
            diagnosis.fix = fmt::format("Write a blank instead of the equals sign after {}.", name);
        else if (!option.meant.empty())
            diagnosis.fix = fmt::format("Did you mean {}?", option.meant);
        else
            diagnosis.fix = "Remove the line.";
        if (!option.intended.empty() && manager.option(option.meant) == nullptr)
            diagnosis.changes.push_back(
                sm::change(context.index, option.meant, std::string(option.intended)));
        context.report(std::move(diagnosis));
    }
}

}

extern const Rule rule = {
    .code = "SM022",
    .name = "unknown-option",
    .severity = Severity::warning,
    .scope = Scope::device,
    .summary = "A line names an option that the subnet manager does not have, and has no effect.",
    .why = "opensm prints the name as unrecognised and goes on with exit code 0, so a misspelt option "
           "keeps its default. A name with an equals sign after it is a different name.",
    .source
    = "opensm 3.3.23, opensm/osm_subnet.c: osm_subn_parse_conf_file; NVIDIA opensm, osm_subnet.h (names"
      " of its options)",
    .examples = examples,
    .fix_class = FixClass::disruptive,
    .fix
    = "Write the name of an option and a blank. `fix` does so where one option alone is meant that is not a key, and no other line states it.",
    .check_device = sm::check_manager<check>,
};

}
