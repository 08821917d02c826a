// SPDX-License-Identifier: Apache-2.0
#include "analysis/facts/boards.h"
#include "models/text/sentence.h"
#include "rules/blame.h"
#include "rules/rule.h"

#include <fmt/format.h>

#include <array>

namespace rocelint::rules::nic018 {
namespace {

constexpr Example examples[] = {
    {.title = "One host's NIC retransmits after the job's timeout, the others after their own",
        .files = {{{"linux-host", "host1", ""},
            {"linux-host", "host2", ""},
            {"linux-host", "host3", R"(-roce_adp_retrans_en                            | 0x00000001
+roce_adp_retrans_en                            | 0x00000000
)"}}},
        .flagged = "roce_adp_retrans_en",
        .flagged_device = "host3"},
    {.title = "One host's NIC restarts at full rate after a loss",
        .files = {{{"linux-host", "host1", ""},
            {"linux-host", "host2", ""},
            {"linux-host", "host3", R"(-roce_slow_restart_en                           | 0x00000001
+roce_slow_restart_en                           | 0x00000000
)"}}},
        .flagged = "roce_slow_restart_en",
        .flagged_device = "host3"},
    {.title = "One host's NIC repeats only what was lost, the others all that followed it",
        .files = {{{"linux-host", "host1", R"(-roce_slow_restart_en                           | 0x00000001
+roce_slow_restart_en                           | 0x00000001
+selective_repeat_forced_en                     | 0x00000000
)"},
            {"linux-host", "host2", R"(-roce_slow_restart_en                           | 0x00000001
+roce_slow_restart_en                           | 0x00000001
+selective_repeat_forced_en                     | 0x00000000
)"},
            {"linux-host", "host3", R"(-roce_slow_restart_en                           | 0x00000001
+roce_slow_restart_en                           | 0x00000001
+selective_repeat_forced_en                     | 0x00000001
)"}}},
        .flagged = "selective_repeat_forced_en",
        .flagged_device = "host3"},
    {.title = "One host's NIC limits what is sent without an acknowledgement",
        .files = {{{"linux-host", "host1", ""},
            {"linux-host", "host2", ""},
            {"linux-host", "host3", R"(-roce_tx_window_en                              | 0x00000000
+roce_tx_window_en                              | 0x00000001
)"}}},
        .flagged = "roce_tx_window_en",
        .flagged_device = "host3"},
    {.title = "All NICs retransmit alike",
        .files = {{{"linux-host", "host1", ""}, {"linux-host", "host2", ""}}}},
};

struct Feature {
    std::string_view words;
    Setting<bool> Nic::*setting;
};
constexpr std::array features{
    Feature{"adaptive retransmission", &Nic::adaptive_retransmission},
    Feature{"slow restart", &Nic::slow_restart},
    Feature{"slow restart after idle times", &Nic::slow_restart_idle},
    Feature{"the send window", &Nic::send_window},
    Feature{"selective repeat", &Nic::selective_repeat},
};

void check_feature(
    FabricContext& context, std::string_view board, const std::vector<BoardNic>& nics, const Feature& feature)
{
    std::vector<ComparedValue> said;
    for (const BoardNic& at : nics) {
        const Setting<bool>& setting = at.nic->*feature.setting;
        if (setting.known())
            said.push_back({at.port,
                setting.value ? "on" : "off",
                context.fabric.device(at.port).place(setting.origin, &context.fabric.port(at.port))});
    }
    for (const Outliers& group : outliers(said)) {
        Diagnosis diagnosis{.at = group.odd.front().at,
            .message = fmt::format("{} has {} {}, but {}, {} it {}: they treat lost packets differently",
                odd_ones(context, group),
                feature.words,
                group.odd.front().value,
                usual_ones(context, group, board),
                one_or_many(group.others, "has", "have"),
                group.usual.value)};
        blame_odd_ones(group,
            Property::transport,
            fmt::format("{} here", group.usual.value),
            "Set the register ROCE_ACCL alike on all NICs of one board, at boot.",
            diagnosis);
        context.report(std::move(diagnosis));
    }
}

void check(FabricContext& context)
{
    for (const auto& [board, nics] : boards(context.analysis)) {
        for (const Feature& feature : features)
            check_feature(context, board, nics, feature);
    }
}

}

extern const Rule rule = {
    .code = "NIC018",
    .name = "retransmission-differs",
    .severity = Severity::warning,
    .scope = Scope::fabric,
    .summary = "NICs of one board differ in how they retransmit after a loss.",
    .why
    = "With adaptive retransmission the NIC uses timeouts of its own in addition to the job's, and slow "
      "restart makes it begin again at a low rate. Which is right depends on the fabric; but the ends of "
      "one connection must never differ: otherwise a job fails, or slows down, depending on the hosts "
      "that it happens to run on. The register is volatile, so one host that missed its script is enough.",
    .source
    = "Mellanox/mstflint adb, register ROCE_ACCL (roce_adp_retrans_en, roce_tx_window_en, roce_slow_restart_en, "
      "roce_slow_restart_idle_en, selective_repeat_forced_en); "
      "NVIDIA/doroce-linux doRoCE.sh (one setting for all hosts of a fabric)",
    .examples = examples,
    .fix_class = FixClass::manual,
    .fix = "mlxreg -d DEVICE --reg_name ROCE_ACCL --set … on every host, at boot.",
    .check_fabric = check,
};

}
