// SPDX-License-Identifier: Apache-2.0
// Code shared by the rows of the matrix, and the list of all rows.
#include "tests/e2e/matrix/push_matrix.h"
#include "tests/support/sample.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>

namespace rocelint::e2e {

const MatrixWords& words_of(Road road)
{
    static constexpr std::array<MatrixWords, road_count> words{{
        {"interface Ethernet2/1",
            "interface Ethernet2/1",
            "commit timer",
            " commit",
            "write memory",
            "running-config"},
        {"job 4791 command 2",
            "interface ethernet 1/2 mtu 4",
            "job 4791 enable",
            "no job 4791",
            "configuration write",
            "show running-config"},
        {"job rocelint rollback",
            "interface Ethernet1/2",
            "schedule rocelint time start",
            "no scheduler schedule name rocelint",
            "copy running-config startup-config",
            "show running-config"},
        {"--dry-run", "--dry-run", "config apply-patch /", "systemctl stop", "config save", "sonic-cfggen"},
        {"-t 106", "-t 106", "--trust dscp", "systemctl stop", "systemctl enable", "mlnx_qos -i"},
        {"<edit-config>", "<edit-config>", "<commit>", "<commit>", "", "<get-config>"},
        {"<edit-config>", "<edit-config>", "<commit>", "<commit>", "", "<get-config>"},
        {"qos mapping default-global dscp 26",
            "qos mapping default-global dscp 26",
            "config apply 2 --confirm ",
            "--confirm-yes",
            "config save",
            "config show -o commands"},
        {"", "", "systemd-run", "systemctl stop", "", "is-active opensm"},
        {"rocelint-rehearsal",
            "interface ethernet1/1/2",
            "commit",
            "systemctl stop",
            "copy running-configuration",
            "show running-configuration"},
        {"rocelint-rehearsal",
            "interface Eth1/2",
            "systemd-run --unit=rocelint-deadman",
            "systemctl stop",
            "write memory",
            "show running-configuration"},
        {"show checkpoint",
            "interface 1/1/2",
            "checkpoint auto",
            "auto confirm",
            "write memory",
            "show running-config"},
        {"interface 100GE1/0/2",
            "interface 100GE1/0/2",
            "commit trial",
            "commit persist",
            "save configuration",
            "display current-configuration"},
    }};
    return words[static_cast<std::size_t>(road)];
}

std::string when(const Bench& bench, const std::string& event)
{
    return fmt::format(R"("when": ["{}", "\"{}\""])", bench.journal(), event);
}

CellOutcome outcome(const Bench& bench, int code)
{
    return fmt::format("{} {} {}", code, bench.last_event(), bench.verdict());
}

CellOutcome just_push(const Bench& bench) { return outcome(bench, bench.push()); }

const char* outcome_of(const Fault& fault, Road road)
{
    for (const Fault::Other& other : fault.others) {
        if (std::ranges::find(other.roads, road) != other.roads.end())
            return other.outcome;
    }
    return fault.usual;
}

bool is_in_sample(const std::vector<Fault>& faults, std::size_t row, Road road)
{
    constexpr std::size_t one_of = 6;
    std::size_t before = 0;
    std::size_t all = 0;
    for (std::size_t column = 0; column < road_count; ++column) {
        if (outcome_of(faults[row], static_cast<Road>(column))[0] == '-')
            continue;
        before += column < static_cast<std::size_t>(road) ? 1 : 0;
        ++all;
    }
    return before % one_of
        == (row + testing::sample_seed()) % std::min(one_of, std::max<std::size_t>(all, 1));
}

std::vector<Fault> all_faults()
{
    std::vector<Fault> all;
    for (auto* part : {faults_before_commit,
             faults_of_devices,
             faults_of_rights,
             faults_of_others,
             faults_of_connections,
             faults_of_kills,
             faults_of_the_machine,
             faults_of_two_pushes})
        std::ranges::move(part(), std::back_inserter(all));
    return all;
}

}
