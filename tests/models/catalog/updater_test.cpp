// SPDX-License-Identifier: Apache-2.0
#include "models/catalog/updater.h"

#include <doctest/doctest.h>

#include <array>

namespace rocelint::testing {
namespace {

using catalog::ask_updater;
using catalog::UpdaterDevice;
using catalog::UpdaterOperation;
using catalog::UpdaterVerdict;

constexpr UpdaterDevice old_spectrum{"ACS-MSN3700", "202405", ""};
constexpr UpdaterDevice new_spectrum{"acs-msn3700", "SONiC.202511.3", ""};

TEST_CASE("the updater adds rows of PFC_WD only to an existing table")
{
    constexpr std::array<std::string_view, 2> row{"action", "detection_time"};
    CHECK(
        ask_updater(old_spectrum, {"add", "PFC_WD", "Ethernet0", "", row}).verdict == UpdaterVerdict::takes);
    CHECK(ask_updater(new_spectrum, {"add", "PFC_WD", "", "", row}).verdict == UpdaterVerdict::whole_table);
    CHECK(ask_updater(old_spectrum, {"remove", "PFC_WD", "", "", {}}).verdict == UpdaterVerdict::takes);
    constexpr std::array<std::string_view, 1> interval{"POLL_INTERVAL"};
    CHECK(
        ask_updater(old_spectrum, {"add", "PFC_WD", "GLOBAL", "", interval}).verdict == UpdaterVerdict::row);
    CHECK(ask_updater(old_spectrum, {"replace", "PFC_WD", "GLOBAL", "POLL_INTERVAL", {}}).verdict
        == UpdaterVerdict::takes);
    constexpr std::array<std::string_view, 2> more{"action", "pfc_stat_history"};
    CHECK(ask_updater(old_spectrum, {"add", "PFC_WD", "Ethernet0", "", more}).verdict == UpdaterVerdict::row);
}

TEST_CASE("the updater's refusals depend on the release, and an unknown release is the strictest")
{
    constexpr UpdaterOperation row{"add", "BUFFER_PROFILE", "mine", "", {}};
    const auto before = ask_updater(old_spectrum, row);
    CHECK(before.verdict == UpdaterVerdict::row);
    CHECK(before.since == "202511");
    CHECK(ask_updater(new_spectrum, row).verdict == UpdaterVerdict::takes);
    CHECK(ask_updater({"ACS-MSN3700", "", ""}, row).verdict == UpdaterVerdict::row);
    CHECK(ask_updater({"ACS-MSN3700", "master", ""}, row).verdict == UpdaterVerdict::takes);
    constexpr UpdaterOperation threshold{"replace", "WRED_PROFILE", "MINE", "green_max_threshold", {}};
    CHECK(ask_updater(old_spectrum, threshold).verdict == UpdaterVerdict::field);
    CHECK(ask_updater(old_spectrum, threshold).since == "202505");
    CHECK(ask_updater({"ACS-MSN3700", "202505", ""}, threshold).verdict == UpdaterVerdict::takes);
    constexpr UpdaterOperation shipped{
        "replace", "WRED_PROFILE", "AZURE_LOSSLESS", "green_max_threshold", {}};
    CHECK(ask_updater(old_spectrum, shipped).verdict == UpdaterVerdict::takes);
    // From 202511 on no validator guards the table.
    CHECK(
        ask_updater(new_spectrum, {"add", "WRED_PROFILE", "MINE", "", {}}).verdict == UpdaterVerdict::takes);
}

TEST_CASE("the updater refuses on an unknown SKU, and may accept if the SKU is not given")
{
    constexpr UpdaterOperation xoff{"replace", "BUFFER_PROFILE", "pg_lossless_100000_5m_profile", "xoff", {}};
    CHECK(ask_updater({"Made-Up-1", "202405", ""}, xoff).verdict == UpdaterVerdict::unknown_sku);
    const auto young = ask_updater({"Arista-7060X6-64PE", "202405", ""}, xoff);
    CHECK(young.verdict == UpdaterVerdict::unknown_sku);
    CHECK(young.since == "202411");
    CHECK(ask_updater({"Arista-7060X6-64PE-C256S2", "202411", ""}, xoff).verdict == UpdaterVerdict::takes);
    CHECK(ask_updater({"Force10-S6000", "202405", ""}, xoff).verdict == UpdaterVerdict::chip);
    const auto unknown = ask_updater({"", "202405", ""}, xoff);
    CHECK(unknown.verdict == UpdaterVerdict::takes);
    CHECK(unknown.depends_on_sku);
    // On Cisco switches the image identifies the chip.
    const auto cisco = ask_updater({"Cisco-8101-O32", "202405", "x86_64-8101_32fh_o-r0"}, xoff);
    CHECK(cisco.verdict == UpdaterVerdict::takes);
}

TEST_CASE("unguarded tables are free, and some take their port down")
{
    CHECK(ask_updater({}, {"add", "QUEUE", "", "", {}}).verdict == UpdaterVerdict::takes);
    CHECK(!catalog::takes_port_down("QUEUE").empty());
    CHECK(!catalog::takes_port_down("PORT_QOS_MAP").empty());
    CHECK(catalog::takes_port_down("WRED_PROFILE").empty());
    CHECK(catalog::takes_port_down("PORT").empty());
}

}
}
