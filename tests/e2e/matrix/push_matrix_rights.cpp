// SPDX-License-Identifier: Apache-2.0
// Missing permissions and missing space: refused every time, not just once.
#include "tests/e2e/matrix/push_matrix.h"

#include <fmt/format.h>

namespace rocelint::e2e {
namespace {

// The devices' messages: EOS with AAA command authorization, Onyx by the login's capability, SONiC by the TACACS+ authorization
// of its shell, NX-OS by the login's role, Junos by the permissions of a login class.
std::string denial(Road road)
{
    switch (road) {
    case Road::eos:
        return "% Authorization denied for command";
    case Road::onyx:
        return "% Insufficient privileges";
    case Road::sonic:
        return "config authorize failed by TACACS+ with given arguments, not executing";
    case Road::nxos:
        return "% Permission denied for the role";
    case Road::os10:
        return "% Error: Permission denied";
    case Road::sonic_cli:
        return "%Error: Permission denied";
    case Road::vrp:
        return "Error: You do not have permission to run the command or the command is incomplete.";
    case Road::aoscx:
        return "Cannot execute command. Command not allowed.";
    default:
        return "permission denied";
    }
}

// The outcome, and whether the device's reason was reported on one line.
CellOutcome told(const Bench& bench, int code, const std::string& reason)
{
    const std::string said = bench.said();
    const std::size_t words = reason.starts_with("% ")   ? 2
        : reason.starts_with('%')                        ? 1
        : reason.starts_with("Error: ")                  ? 7
        : reason.starts_with("Cannot execute command. ") ? 24
                                                         : 0;
    return outcome(bench, code) + (holds(said, reason.substr(words)) ? "" : ", without the reason");
}

CellOutcome denied(const Bench& bench, const std::string& command, const std::string& event = {})
{
    const std::string reason = denial(bench.road());
    bench.fault(command,
        "refuse",
        fmt::format(R"("tag": "access-denied", "text": "{}"{})",
            reason,
            event.empty() ? event : ", " + when(bench, event)));
    return told(bench, bench.push(), reason);
}

CellOutcome denied_change(const Bench& bench) { return denied(bench, words_of(bench.road()).change); }

CellOutcome denied_commit(const Bench& bench) { return denied(bench, words_of(bench.road()).commit); }

CellOutcome denied_confirmation(const Bench& bench)
{
    // Onyx uses the same command to confirm and to make room for the job beforehand.
    return denied(bench, words_of(bench.road()).confirm, bench.road() == Road::onyx ? "" : "confirming");
}

CellOutcome denied_save(const Bench& bench) { return denied(bench, words_of(bench.road()).persist); }

// The links condemn the change, and the login may not roll it back.
CellOutcome denied_rollback(const Bench& bench)
{
    bench.fault(words_of(bench.road()).read, "wait", when(bench, "committed") + R"(, "count": 1)");
    const auto push = bench.start(bench.push_words());
    if (!bench.wait_for_hang())
        return "it did not come to the commit";
    bench.control(fmt::format(
        R"("down": ["Ethernet1/1", "swp1", "100GE1/0/1"], "faults": [{{"match": "{}", "do": "refuse", "text": "{}"}}])",
        bench.road() == Road::nvue      ? "--confirm-no"
            : bench.road() == Road::vrp ? "abort trial"
                                        : " abort",
        denial(bench.road())));
    return outcome(bench, push->wait());
}

CellOutcome flash_full(const Bench& bench)
{
    bench.control(R"("full": true)");
    return told(bench, bench.push(), "No space left on device");
}

}

std::vector<Fault> faults_of_rights()
{
    using enum Road;
    return {
        {"denied-change",
            "The login may not make a part of the change",
            "Removes what was prepared, and reports the device's reason.",
            denied_change,
            cell::refused,
            {{{onyx, nxos, os10, sonic_cli, aoscx}, cell::back},
                {{linux_host, opensm}, cell::by_root},
                {{netconfd}, cell::no_rights}}},
        {"denied-commit",
            "The login may not put a change in force",
            "Removes what was prepared, and reports the device's reason.",
            denied_commit,
            cell::back,
            {{{linux_host, opensm, sonic_cli}, cell::by_root}, {{netconfd}, cell::no_rights}}},
        {"denied-confirmation",
            "The login may not confirm",
            "Rolls the change back, or lets the device do it.",
            denied_confirmation,
            cell::by_root,
            {{{eos, junos, nvue, aoscx, vrp}, cell::back},
                {{onyx}, cell::refused},
                {{nxos}, "4 taken_back old, left: job rocelint, schedule rocelint, checkpoint ours"},
                {{netconfd}, cell::no_rights}}},
        {"denied-way-back",
            "A change is found bad, and the login may not take it back",
            "Waits until the device has done so by its timer.",
            denied_rollback,
            "-it is the switch itself that takes the change back",
            {{{eos, nvue, vrp}, cell::back},
                {{nxos}, "-not played: its timer strikes as where rocelint is killed"},
                {{sonic, linux_host, opensm}, cell::by_root},
                {{netconfd}, cell::no_rights}}},
        {"denied-save",
            "The login may not save",
            "Says that a reboot would undo the change.",
            denied_save,
            cell::not_saved,
            {{{nxos, aoscx}, "4 not_saved new, not saved, left: checkpoint ours"},
                {{linux_host, opensm}, cell::by_root},
                {{junos}, cell::at_once},
                {{netconfd}, cell::no_rights},
                {{nvue}, "4 not_saved new, not saved, left: mark of ours"}}},
        {"flash-full",
            "The flash of the device is full",
            "Keeps the saved configuration whole, and says that a reboot would undo the change; where a commit needs room, it is refused.",
            flash_full,
            cell::not_saved,
            {{{nxos}, "4 not_saved new, not saved, left: checkpoint ours"},
                {{linux_host}, "-not played: units are small"},
                {{junos, aoscx}, cell::back},
                {{netconfd, opensm}, "-not played"},
                {{nvue}, "4 not_saved new, not saved, left: mark of ours"}}},
    };
}

}
