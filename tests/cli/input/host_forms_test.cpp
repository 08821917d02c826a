// SPDX-License-Identifier: Apache-2.0
// The files in which people keep hosts and jobs, each form with one fault: fixtures/host-forms.
#include "tests/cli/fabric_run.h"

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <filesystem>
#include <set>
#include <string>
#include <string_view>

namespace rocelint {
namespace {

const std::filesystem::path forms = std::filesystem::path(ROCELINT_SOURCE_DIR) / "fixtures" / "host-forms";

/// The one fault of a file.
struct Fault {
    std::string_view file; ///< in the folder `faulty`
    int line = 0;
    std::string_view code;
};

constexpr auto faults = std::to_array<Fault>({
    // jobs
    {"jobs/by-shape.sbatch", 10, "APP001"},
    {"jobs/config-map.yaml", 13, "APP001"},
    {"jobs/docker-compose.yml", 9, "APP001"},
    {"jobs/enroot/environ.d/60-rdma.env", 3, "APP001"},
    {"jobs/env-command.sh", 3, "APP010"},
    {"jobs/export.sh", 4, "APP001"},
    {"jobs/halo.pbs", 4, "APP008"},
    {"jobs/image/Dockerfile", 6, "APP001"},
    {"jobs/install-nccl-conf.sh", 5, "APP001"},
    {"jobs/launch.sh", 5, "APP001"},
    {"jobs/list.yaml", 25, "APP001"},
    {"jobs/mpijob.yaml", 20, "APP001"},
    {"jobs/mpirun.sh", 5, "APP002"},
    {"jobs/pod.yaml", 13, "APP008"},
    {"jobs/pytorchjob.yaml", 15, "APP001"},
    {"jobs/pyxis.sbatch", 4, "APP001"},
    {"jobs/ray-submit.sh", 3, "APP001"},
    {"jobs/rendered.yaml", 24, "APP008"},
    {"jobs/sbatch-export.sbatch", 4, "APP008"},
    {"jobs/serving.env", 2, "APP008"},
    {"jobs/srun-export.sbatch", 5, "APP001"},
    // objects of a cluster
    {"cluster/99-worker-roce.yaml", 16, "NIC002"},
    {"cluster/nics.yaml", 18, "NIC002"},
    {"cluster/nmstate.yaml", 13, "MTU001"},
    {"cluster/virtual-functions.yaml", 11, "MTU001"},
    // how hosts are set up
    {"h06/user-data", 9, "NIC004"},
    {"h07/etc/slurm/prolog.d/50-rdma.sh", 8, "QOS007"},
    {"h08/etc/rc.local", 3, "NIC002"},
    {"h09/etc/tuned/rdma-host/tuned.conf", 8, "MTU001"},
    {"h10/etc/NetworkManager/system-connections/rdma.nmconnection", 11, "NIC004"},
    {"h11/etc/systemd/network/20-rdma.network", 5, "MTU001"},
    {"h12/etc/systemd/network/10-rdma.link", 6, "NIC004"},
    {"h14/etc/udev/rules.d/70-rdma.rules", 3, "NIC002"},
    {"h21/etc/sysctl.d/90-rdma.conf", 2, "NIC030"},
    {"roles/rdma/tasks/main.yml", 3, "NIC002"},
    {"site/connections.yml", 11, "MTU001"},
    {"site/kernel.yml", 9, "NIC030"},
    {"site/link.yml", 15, "MTU001"},
    {"site/ports.yml", 10, "NIC001"},
    // what hosts show
    {"h15-sos/sos_commands/networking/ethtool_-a_ens3f0np0", 3, "NIC004"},
    {"h16/show_gids.txt", 4, "NIC011"},
    {"h17/lspci-vv.txt", 7, "NIC029"},
    {"h18/proc/net/bonding/bond0", 4, "NIC032"},
    {"h19/ip-link.txt", 4, "MTU001"},
});

/// An option by which the NIC of h13 speaks iWARP: no finding, but its port is not judged.
constexpr std::string_view not_roce = "h13/etc/modprobe.d/irdma.conf";

/// Whether a report says that the rules do not judge the NIC of h13 because it speaks iWARP.
bool says_iwarp(const nlohmann::json& report)
{
    return std::ranges::any_of(report.at("not_checked"), [](const nlohmann::json& row) {
        return row.at("code") == "NIC020" && row.value("device", "") == "h13"
            && row.at("reason").get<std::string>().find("iWARP") != std::string::npos;
    });
}

/// Copies `sound`, and over it the files of `faulty`, where asked for.
void copy_forms(const TemporaryFolder& folder, bool with_faults)
{
    using std::filesystem::copy_options;
    const std::filesystem::path to = folder.path("site");
    std::filesystem::copy(forms / "sound", to, copy_options::recursive);
    if (with_faults)
        std::filesystem::copy(
            forms / "faulty", to, copy_options::recursive | copy_options::overwrite_existing);
}

nlohmann::json checked(const TemporaryFolder& folder, int exit)
{
    const Run run = rocelint({"check", "site", "--format", "json"}, {.folder = folder.path()});
    INFO(run.err);
    CHECK(run.code == exit);
    REQUIRE(nlohmann::json::accept(run.out));
    return nlohmann::json::parse(run.out);
}

/// The findings above info, as "site/jobs/pod.yaml:13 APP008".
std::multiset<std::string> findings_of(const nlohmann::json& report)
{
    std::multiset<std::string> found;
    for (const nlohmann::json& finding : report.at("findings")) {
        if (finding.at("severity") != "info")
            found.insert(finding.value("file", "?") + ':' + std::to_string(finding.value("line", 0)) + ' '
                + finding.at("code").get<std::string>());
    }
    return found;
}

/// All files below a folder but the policy, relative to it.
std::set<std::string> files_below(const std::filesystem::path& folder)
{
    std::set<std::string> files;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
        if (entry.is_regular_file() && entry.path().filename() != "rocelint.yaml")
            files.insert(std::filesystem::relative(entry.path(), folder).string());
    }
    return files;
}

}

TEST_CASE("each form in which people keep hosts and jobs is read: one fault in each is found on its line")
{
    const TemporaryFolder folder;
    copy_forms(folder, true);
    const nlohmann::json report = checked(folder, 1);
    CHECK(says_iwarp(report));
    std::multiset<std::string> found = findings_of(report);
    for (const Fault& fault : faults) {
        const std::string wanted = "site/" + std::string(fault.file) + ':' + std::to_string(fault.line) + ' '
            + std::string(fault.code);
        CAPTURE(wanted);
        CHECK(found.count(wanted) == 1);
        found.erase(wanted);
    }
    // What a file sets for the next boot differs from what the capture of its host shows.
    std::erase_if(found, [](const std::string& finding) { return finding.ends_with(" NIC028"); });
    for (const std::string& further : found)
        FAIL_CHECK(further);
}

TEST_CASE("a fault stands in each file of the forms, and nowhere else")
{
    std::set<std::string> listed{std::string(not_roce)};
    for (const Fault& fault : faults)
        listed.emplace(fault.file);
    CHECK(listed == files_below(forms / "faulty"));
    CHECK(listed.size() >= 30);
}

TEST_CASE("the same forms without their faults are clean, and every file is recognised and understood")
{
    const TemporaryFolder folder;
    copy_forms(folder, false);
    const nlohmann::json report = checked(folder, 0);
    for (const std::string& finding : findings_of(report))
        FAIL_CHECK(finding);
    CHECK_FALSE(says_iwarp(report));
    std::set<std::string> read;
    for (const nlohmann::json& file : report.at("coverage")) {
        const auto name = file.at("file").get<std::string>();
        CAPTURE(name);
        CHECK(file.at("unrecognised") == 0);
        CHECK(file.at("unsupported") == 0);
        read.insert(name.substr(name.find('/') + 1));
    }
    CHECK(read == files_below(forms / "sound"));
}

}
