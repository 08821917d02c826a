// SPDX-License-Identifier: Apache-2.0
#include "rules/rule.h"

#include <fmt/format.h>

namespace rocelint::rules::lnk003 {
namespace {

constexpr Example examples[] = {
    {.title = "More errors than FEC corrects",
        .files = {{{"sample-nos", "leaf1", "@ p2:\n+    bit_error_rate: 5.0e-4\n"}}},
        .flagged = "bit_error_rate: 5.0e-4"},
    {.title = "More errors than a good link has",
        .files = {{{"sample-nos", "leaf1", "@ p2:\n+    bit_error_rate: 3.0e-5\n"}}},
        .flagged = "bit_error_rate: 3.0e-5"},
    {.title = "A good link", .files = {{{"sample-nos", "leaf1", "@ p2:\n+    bit_error_rate: 2.5e-8\n"}}}},
    {.title = "A NIC with RS(528,514) receives more than that code corrects",
        .files = {{{"linux-host", "host1", R"(-n_gids_found=4
+n_gids_found=4
+root@host1:~# mlxlink -d mlx5_0 -c
+Operational Info
+----------------
+State                              : Active
+FEC                                : Standard RS-FEC - RS(528,514)
+Physical Counters and BER Info
+------------------------------
+Raw Physical BER                   : 1E-4
)"}}},
        .flagged = "Raw Physical BER"},
    {.title = "A NIC on a good link", .files = {{{"linux-host", "host1", R"(-n_gids_found=4
+n_gids_found=4
+root@host1:~# mlxlink -d mlx5_0 -c
+Operational Info
+----------------
+State                              : Active
+FEC                                : Standard RS-FEC - RS(528,514)
+Physical Counters and BER Info
+------------------------------
+Raw Physical BER                   : 3E-12
)"}}}},
};

constexpr double limit[] = {2.4e-4};
constexpr double weaker_limit[] = {5e-5};
constexpr double without[] = {1e-12};
constexpr double suspicious[] = {1e-5};
constexpr Parameter parameters[] = {
    {"limit",
        limit,
        "errors per bit",
        "most bit errors before correction that RS(544,514) is made for",
        "IEEE 802.3-2022 section 124.1.1 (400GBASE-DR4: BER below 2.4e-4 with RS(544,514))"},
    {"rs528_limit",
        weaker_limit,
        "errors per bit",
        "the same for RS(528,514)",
        "IEEE 802.3-2022 section 95.1.1 (100GBASE-SR4: BER below 5e-5 with RS(528,514))"},
    {"limit_without_fec",
        without,
        "errors per bit",
        "the same for a port that is known to have no FEC",
        "IEEE 802.3-2022 sections 88.1 and 110.1 (BER of at most 1e-12 without FEC)"},
    {"suspicious",
        suspicious,
        "errors per bit",
        "bit error rate above which a link is reported, as info",
        "operational practice; good optics and cables stay orders of magnitude below"},
};

void check(PortContext& context)
{
    const Setting<float>& rate = context.port().bit_error_rate;
    if (!rate.known() || !context.is_roce() || context.port().kind != PortKind::physical)
        return;
    const Setting<Fec>& fec = context.port().fec;
    const double most = context.number(fec.is(Fec::none) ? "limit_without_fec"
            : fec.is(Fec::rs528)                         ? "rs528_limit"
                                                         : "limit");
    const bool too_many = static_cast<double>(rate.value) > most;
    if (!too_many && static_cast<double>(rate.value) <= context.number("suspicious"))
        return;
    Diagnosis diagnosis{.severity = too_many ? Severity::warning : Severity::info,
        .at = context.place(rate.origin),
        .message = fmt::format("{} receives {:.1e} wrong bits per bit before correction, {} {:.1e}: {}",
            context.port_label(context.id),
            rate.value,
            too_many ? "above the" : "still below the",
            most,
            too_many ? "not all of them are corrected, and RDMA packets are lost"
                     : "but more than on a good link"),
        .subjects = {context.subject(Property::bit_errors)},
        .fix
        = fmt::format("Clean, reseat or replace the cable or optic of {}.", context.port_label(context.id))};
    // If FEC is off although it should be on, the errors are only a consequence.
    if (fec.is(Fec::none))
        diagnosis.subjects.push_back(context.subject(Property::fec));
    context.report(std::move(diagnosis));
}

}

extern const Rule rule = {
    .code = "LNK003",
    .name = "bit-errors",
    .severity = Severity::warning,
    .other_severities = {{{Severity::info, "where the rate is suspicious but within the limit"}}},
    .scope = Scope::port,
    .summary = "A RoCE port receives more bit errors than its FEC corrects.",
    .why
    = "FEC corrects a bounded number of errors in each codeword. Beyond that the whole codeword is lost, with "
      "every packet in it, and RoCE pays each lost packet with a retransmission: of all that follows it "
      "(go-back-N), unless both NICs repeat selectively. No lossless class protects from bit errors.",
    .source = "IEEE 802.3-2022 sections 95.1.1, 124.1.1 (bit error ratio before FEC), clauses 91 and 119",
    .parameters = parameters,
    .examples = examples,
    .fix_class = FixClass::manual,
    .fix = "Clean or replace the optic or cable.",
    .check_port = check,
};

}
