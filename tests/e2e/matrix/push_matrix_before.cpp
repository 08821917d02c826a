// SPDX-License-Identifier: Apache-2.0
// Faults before anything is in force.
#include "tests/e2e/matrix/push_matrix.h"

#include <fmt/format.h>

namespace rocelint::e2e {
namespace {

CellOutcome good_and_back(const Bench& bench)
{
    const CellOutcome there = outcome(bench, bench.push());
    const std::string back = bench.work().path("back");
    const int code = bench.run({"rollback",
        bench.journal(),
        "--yes",
        "--inventory",
        bench.work().path("inventory.yaml"),
        "--journal",
        back,
        "--observe",
        "0"});
    return fmt::format("{}; rollback: {} {} {}", there, code, bench.last_event(back), bench.verdict());
}

CellOutcome changed_since(const Bench& bench)
{
    bench.change_by_somebody();
    return just_push(bench);
}

CellOutcome commit_of_somebody(const Bench& bench)
{
    bench.leave_commit_of_somebody();
    return just_push(bench);
}

CellOutcome refused_command(const Bench& bench)
{
    bench.fault(words_of(bench.road()).change, "refuse", R"("count": 1)");
    return just_push(bench);
}

CellOutcome half_applied(const Bench& bench)
{
    bench.fault("config apply-patch /", "partial", R"("operations": 1, "count": 1)");
    return just_push(bench);
}

CellOutcome slow_device(const Bench& bench)
{
    bench.control(R"("slow": 0.05)");
    return just_push(bench);
}

CellOutcome silent_device(const Bench& bench)
{
    bench.control(R"("no_prompt": true, "no_hello": true, "faults": [{"do": "hang", "count": 1}])");
    return outcome(bench, bench.push({"--connect-timeout", "1", "--timeout", "1"}));
}

CellOutcome pager(const Bench& bench)
{
    bench.control(R"("page": 10)");
    return just_push(bench);
}

CellOutcome banner(const Bench& bench)
{
    bench.control(R"("banner_lines": 5000)");
    return just_push(bench);
}

}

std::vector<Fault> faults_before_commit()
{
    using enum Road;
    using Login = Bench::Login;
    return {
        {"none",
            "Nothing goes wrong, and the push is rolled back later",
            "Confirms, saves; `rollback` brings back what was there before.",
            good_and_back,
            "0 done new; rollback: 0 done old"},
        {"wrong-key",
            "The login is refused",
            "Changes nothing.",
            just_push,
            cell::refused,
            {},
            Login::wrong_key},
        {"unknown-host",
            "The host key is not known",
            "Sends nothing, not even a login; prints the key's fingerprint and how to add it.",
            just_push,
            cell::refused,
            {},
            Login::unknown_host},
        {"changed-host",
            "The host key differs from the known one",
            "Sends nothing, not even a login.",
            just_push,
            cell::refused,
            {},
            Login::changed_host},
        {"changed-since-plan",
            "The device was changed since the plan was made",
            "Refuses it: the plan has to be made again.",
            changed_since,
            cell::refused},
        {"commit-of-somebody",
            "A commit of another user is awaiting confirmation",
            "Refuses the device, and leaves that commit alone.",
            commit_of_somebody,
            "4 refused old, left: commit timer",
            {{{onyx}, "4 refused old, left: job 4791"},
                {{nxos}, "4 refused old, left: job rocelint, schedule rocelint"},
                {{sonic}, "4 refused old, left: current in /var/lib"},
                {{linux_host}, "4 refused old, left: rl-other in /run"},
                {{netconfd}, "4 refused old, left: lock, commit timer"},
                {{opensm}, "4 refused old, left: rl-other in /var/lib"},
                {{os10}, "4 refused old, left: current in /run, rl-other in /run"},
                {{sonic_cli}, "4 refused old, left: current in /var/lib, rl-other in /var/lib"}}},
        {"command-refused",
            "The device refuses a command in the middle of the change",
            "Removes what was prepared. On a host, on Onyx, on NX-OS, on Enterprise SONiC and on AOS-CX the commands take effect one by one: it undoes the earlier ones.",
            refused_command,
            cell::refused,
            {{{onyx, nxos, linux_host, os10, sonic_cli, aoscx}, cell::back}, {{opensm}, cell::whole_files}}},
        {"half-applied",
            "A patch is applied in part, and then fails",
            "The device itself rolls it back at once.",
            half_applied,
            "-it applies a change as a whole",
            {{{sonic}, cell::back},
                {{linux_host, sonic_cli, aoscx}, "-see the row above this"},
                {{opensm}, cell::whole_files}}},
        {"silent",
            "A prompt, a hello or an answer that never comes",
            "Gives up after --connect-timeout or --timeout.",
            silent_device,
            cell::refused},
        {"slow", "A slow device", "Waits.", slow_device, cell::done},
        {"pager",
            "A pager (--More--)",
            "Switches it off, and answers it until then.",
            pager,
            cell::no_terminal,
            {{{eos, onyx, nxos, os10, sonic_cli, aoscx, vrp}, cell::done}}},
        {"banner",
            "A banner of 5000 lines",
            "Skips it.",
            banner,
            cell::no_terminal,
            {{{eos, onyx, nxos, os10, sonic_cli, aoscx, vrp}, cell::done}}},
    };
}

}
