// SPDX-License-Identifier: Apache-2.0
#include "models/text/sentence.h"
#include "rules/rule.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>

namespace rocelint::rules::cc003 {
namespace {

constexpr Example examples[] = {
    {.title = "The NIC cuts its rate by a changed factor",
        .files = {{{"linux-host",
            "host1",
            R"(-        DCE_TCP_G_P1                                1019                 1019                 1019
+        DCE_TCP_G_P1                                1019                 64                   64
)"}}},
        .flagged = "DCE_TCP_G_P1"},
    {.title = "The NIC sends CNPs at a different interval from the default of its firmware",
        .files = {{{"linux-host",
            "host1",
            R"(-        MIN_TIME_BETWEEN_CNPS_P1                    4                    4                    4
+        MIN_TIME_BETWEEN_CNPS_P1                    4                    32                   32
)"}}},
        .flagged = "MIN_TIME_BETWEEN_CNPS_P1"},
    {.title = "Another firmware has another interval by default",
        .files = {{{"linux-host",
            "host1",
            R"(-        MIN_TIME_BETWEEN_CNPS_P1                    4                    4                    4
+        MIN_TIME_BETWEEN_CNPS_P1                    0                    0                    0
)"}}}},
    {.title = "All parameters are as the firmware has them", .files = {{{"linux-host", "host1", ""}}}},
};

struct Default {
    std::string_view name;
    std::uint32_t value;
};

// From `mlxconfig -e query` of ConnectX-4 Lx to ConnectX-7, for queries that do not show the default.
// MIN_TIME_BETWEEN_CNPS is omitted, because it is 0, 2 or 4 depending on the firmware.
constexpr std::array defaults{Default{"CLAMP_TGT_RATE", 0},
    Default{"CLAMP_TGT_RATE_AFTER_TIME_INC", 1},
    Default{"DCE_TCP_G", 1019},
    Default{"DCE_TCP_RTT", 1},
    Default{"INITIAL_ALPHA_VALUE", 1023},
    Default{"RATE_REDUCE_MONITOR_PERIOD", 4},
    Default{"RATE_TO_SET_ON_FIRST_CNP", 0},
    Default{"RPG_AI_RATE", 5},
    Default{"RPG_BYTE_RESET", 32767},
    Default{"RPG_GD", 11},
    Default{"RPG_HAI_RATE", 50},
    Default{"RPG_MAX_RATE", 0},
    Default{"RPG_MIN_DEC_FAC", 50},
    Default{"RPG_MIN_RATE", 1},
    Default{"RPG_THRESHOLD", 1},
    Default{"RPG_TIME_RESET", 300}};

std::optional<std::uint32_t> usual_of(const DcqcnParameter& parameter)
{
    if (parameter.usual)
        return parameter.usual;
    const auto* known = std::ranges::find(defaults, parameter.name, &Default::name);
    return known == defaults.end() ? std::nullopt : std::optional(known->value);
}

void check(PortContext& context)
{
    const Nic* nic = context.nic();
    if (!context.classes.sends_cnps() || !context.on_host() || !context.is_roce() || nic == nullptr
        || context.port().kind != PortKind::physical)
        return;
    std::string changed;
    const DcqcnParameter* first = nullptr;
    for (const DcqcnParameter& parameter : nic->dcqcn) {
        const std::optional<std::uint32_t> usual = usual_of(parameter);
        if (!usual || *usual == parameter.value)
            continue;
        first = first == nullptr ? &parameter : first;
        add_item(changed, fmt::format("{} is {} instead of {}", parameter.name, parameter.value, *usual));
    }
    if (first == nullptr)
        return;
    context.report({.at = context.place(first->at),
        .message
        = fmt::format("{} runs DCQCN with changed parameters: {}", context.port_label(context.id), changed),
        .subjects = {context.subject(Property::congestion_control)},
        .fix = "Document why the parameters were changed, or reset them with mlxconfig."});
}

}

extern const Rule rule = {
    .code = "CC003",
    .name = "dcqcn-parameters-changed",
    .severity = Severity::info,
    .scope = Scope::host,
    .summary = "Parameters of DCQCN on a NIC differ from the firmware's defaults.",
    .why = "The parameters work together with one another and with the switches' marking curve. One that was "
           "changed for an experiment stays in the firmware: it survives reboots and reinstallations of the "
           "host.",
    .source
    = "NVIDIA MFT 4.33, mlxconfig (-e query: Default, Current and Next Boot of each parameter); queries of ConnectX-4 Lx, ConnectX-6 Dx and ConnectX-7 with mlxconfig (ROCE_CC_ECN), second-hand: "
      "published by their owners; Zhu et al., SIGCOMM 2015, section 5",
    .examples = examples,
    .fix_class = FixClass::manual,
    .fix = "mlxconfig -d DEVICE set NAME=VALUE, if the change has no known reason.",
    .yields = true,
    .check_port = check,
};

}
