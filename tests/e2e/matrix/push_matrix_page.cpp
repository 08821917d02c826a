// SPDX-License-Identifier: Apache-2.0
// Writes docs/push-safety.md from the cells of the matrix that passed.
#include "tests/e2e/matrix/push_matrix.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

namespace rocelint::e2e {
namespace {

constexpr const char* head = R"(<!-- Written by ./dev push-matrix from the cells that passed. -->
# What a push does when something goes wrong

Every line of this table is a fault. `./dev push-matrix` runs every cell and writes this page; `./dev test` runs a sixth of the cells, at
least one of each line, and compares. The program itself is run, against OpenSSH's sshd with emulated EOS, Onyx, NX-OS, NVUE, OS10, SONiC,
Enterprise SONiC, AOS-CX, VRP and Linux hosts behind it, an emulated Junos (NETCONF, confirmed commits of version 1.0), netconfd, which others wrote
(NETCONF, confirmed commits of version 1.1), and a host that runs the real opensm over a simulated subnet (ibsim). No real switch took part.
After each run the whole configuration of the device was read without rocelint: what it runs, and what it would run after a reboot.

* **old**: exactly as it was before the push. *refused*: the change never took effect. *rolled back*: it may have taken effect, and no
  longer does.
* **new**: exactly as planned, confirmed, and it survives a reboot. *not saved*: a reboot would undo it.
* *unknown* is the outcome that the push reports, with exit code 4, when the device runs neither the old nor the planned configuration
  and an operator has to look. The word before it is what the device really had: *old* (with another user's change, where the row has
  one), *new*, or *neither*.
* *left* is what stays on the device until `push --resume` cleans it up, or until the other user's commit ends.
* `push` exits with 0 only if everything is done, and with 4 if a device was refused or rolled its change back.

In one sentence: whatever happens to rocelint, its machine or the network between commit and confirmation, the device restores its old
configuration on its own, because its timer runs before the change takes effect; and nothing is saved before the confirmation was read
back.

Onyx has no commit: its lines take effect as they are typed. The timer is a scheduled job of the switch, `job 4791`, which types their
undo; it is enabled, and read back as enabled, before the first line, and deleting it is the confirmation. A reboot loses the job's
state and loads the saved configuration, which is the old one. A switch that does not run a job in a rehearsal is refused.

NX-OS is pushed in the same way: its timer is a job `rocelint` of `feature scheduler`, which rolls the switch back to a checkpoint. The
schedule is read back as armed, with its time still to come, before the checkpoint is made, and the checkpoint is seen before the first
line; deleting schedule and job is the confirmation. The schedule is deleted first, and the job once the clock shows that it cannot have
begun; if the connection is lost in between, the change is kept only if the job's minute, which the checkpoint's description names, is
still to come. A job runs at a whole minute, so a window is up to 59 seconds longer. While the switch rolls back, which may take minutes,
`push` deletes nothing that the rollback uses: it keeps the job until the scheduler says that the job has ended, and the checkpoint until
the old configuration has been read. After a rollback, job, schedule and checkpoint stay until the next push or `push --resume`; they are
in no startup configuration unless a user saves them.

NVUE's timer is that of `nv config apply REVISION --confirm`. The mark that is left there is a file in the login's home that names the
revision; the next push or `push --resume` removes it.

OS10 has transactions, but no timer. Its Linux has one: a unit of systemd discards what is not committed and types the undo into the
command line. The unit is seen to be active before the transaction begins, and stopping it is the confirmation. `/run/rocelint/current`
says which push it belongs to; a restart loses both, and loads the startup configuration, which is the old one. A switch whose timer gets
no configuration from the command line in a rehearsal is refused. Enterprise SONiC is pushed to in the same way, without a transaction:
its lines take effect as they are typed; and since a warm restart keeps unsaved changes, a unit that runs at the next start does what the
timer would have done.

AOS-CX has no commit either. `checkpoint auto MINUTES` makes the switch restore what runs then unless `checkpoint auto confirm` follows; its
answer is read before the first line, and the checkpoint that the confirmation makes is seen in `show checkpoint` before the change counts
as kept. It bears the name of the push until all is saved. No command shows whether the timer runs: on a new connection `push` types no
undo, and waits until the switch has restored the old configuration. A timer that was started without a line typed under it is left to
run out, since it may be another user's by then, and so is a checkpoint `AUTO…` whose making was not seen. A reboot loads the startup
configuration, which is the old one.

VRP has the timer itself: `commit trial SECONDS persist ID`, where the ID is the name of the push. `display configuration trial status` shows
it before the change counts as in force, from any session, and `commit persist ID` is the confirmation. A system view without a second
stage is refused.

A subnet manager's files take effect and are saved at once. The timer of its host, and a unit that runs before opensm if the host starts
inside the window, put the old ones back and make opensm read them.

Before the confirmation the whole configuration is compared, not only what rules read. The expected configuration is the device's own text
with the changes made in it. Lines that a reader understands are compared by their meaning, since a device writes them in its own words;
all other lines must stay word for word. EOS, Junos and SONiC are compared twice: first what the session, the candidate or the patched
document would make, then what runs, with its secrets. On EOS the second comparison is with `running-config` from before, changed by what
`show session-config diffs` said; on Junos with the candidate, and `compare rollback 1` for what is not read; on SONiC with the patched
document, without BUFFER_PG, BUFFER_PROFILE, FLEX_COUNTER_TABLE, VERSIONS and bgpraw, which daemons of the switch write (the meaning of
the first two is compared). On NVUE first the pending revision is compared, then what is applied. On Onyx, NX-OS, OS10, AOS-CX, VRP and
Enterprise SONiC it is what runs; on a host what is read of it, since the output of its tools follows from what is set. The files of a subnet manager
are compared to the last letter, and, before they are put in place, what `opensm -c` makes of them: exactly the intended options. One gap
remains: NVUE has no lock and on EOS none is taken (its README says why), so a commit overwrites what another user changed in the milliseconds
since the last reading.
)";

constexpr const char* rests_on = R"(
## What each guarantee rests on

*Test*: the cells above, or the test named. *Source*: what the vendor or the code of the device says, cited where it is used. *Assumed*: neither;
nothing here was seen on a real device.
[What a push sends](reference/push-commands.md) lists every command with its source, and what of a rollback is verified on each device because no text is enough.

| guarantee | test | source | assumed |
|---|---|---|---|
| EOS rolls back unconfirmed changes | emulator | Arista EOS User Manual, configuration sessions, `commit timer`; Arista EOS Central, Config Session Commit Timer: the switch rolls back also after a network disruption; napalm, driver eos, for how a pending commit is reported | that the timer rolls back in spite of a `configure lock` that another user takes inside the window (a push that meets one before is refused, and one that does not see the old configuration again ends "unknown"), and that a reload inside the window starts from startup-config |
| SONiC rolls back unconfirmed changes | emulator, systemd and at | systemd-run(1), at(1); sonic-utilities `generic_config_updater` for `config replace`, `config/main.py` for `config reload` | that the updater ends within the window, of which a measured dry run gives the least length |
| A rollback that the switch will not refuse | `live_sonic`: invalid configuration, tables without a model, models that cannot be asked | sonic-utilities `config/main.py`, config_file_yang_validation (called by `reload` from 202505), read in the switch's own source | – |
| SONiC is as before after a restart inside the window | the rows about restarts; `live_sonic_restart`: warm, fast, cold, with `at`, saved by another user, changed by another user | `config_db.json` is loaded at a cold start; sonic-utilities `scripts/fast-reboot`, backup_database, and sonic-buildimage `docker_image_ctl.j2` and `finalize-warmboot.sh` for the others, which keep CONFIG_DB and save it | that `/etc/systemd/system` and `/var/lib` outlast the restart; not one into another image: then the push ends "unknown" |
| Junos rolls back unconfirmed changes | emulator, netconfd | RFC 6241 section 8.4; Junos CLI User Guide, `commit confirmed` | what a reboot inside the window does: the manuals do not say, and the row about restarts plays the worst case that is reported (napalm, pull request 1266) |
| Both routing engines of Junos change | `live_junos`: refused without `commit synchronize` | Junos OS CLI Reference, synchronize (Edit System Commit) | that a device which does not answer `get-route-engine-information` has one |
| A Linux host undoes unconfirmed changes | emulator | systemd-run(1); each command's own manual page | that a reboot restores what scripts and units of the host say |
| The host of a subnet manager goes back to its old files | the real opensm over ibsim, systemd emulated; `live_opensm`: a restart inside the window, files that opensm complains of, lines that it reads differently from what they mean | opensm 3.3.23, `opensm/main.c` (`-c`, SIGHUP), `opensm/osm_subnet.c` (options that are read only at start) and `opensm/osm_state_mgr.c` (what a sweep reads again); systemd-run(1) | that NVIDIA's opensm takes `-c` and SIGHUP in the same way; that `/var/lib` and `/etc/systemd/system` outlast a restart. `-c` reads neither partitions nor the qos policy: of these our reader judges before, and opensm's log once they are in force |
| Onyx undoes unconfirmed changes | emulator; `live_onyx`: a job that is still typing, one that is shown with another time or as not enabled, a clock that is set | NVIDIA Onyx User Manual, scheduled jobs; the switch runs one in a rehearsal first; Juniper Media Flow Manager 2.0.2 Administrator's Guide, job (a command line of the same origin), for the states of a job, and that a job waits for another one that still runs | that no other job runs for long; that a job runs at its time under load; that its local time does not change inside the window: Onyx names the zone by a city and states no date of a change |
| NX-OS rolls back unconfirmed changes | emulator; `live_nxos`: a rollback in progress, one that fails halfway, a confirmation that is late or lost halfway, a clock that is set or may be set at any moment, summer time, a schedule that is shown with another minute | Cisco Nexus 9000 Series NX-OS System Management Configuration Guide, Release 10.5(x), Configuring the Scheduler, and Configuring Rollback; in a rehearsal first, a job of the switch rolls back what has not changed | that a rollback to a checkpoint which was made under the same schedule leaves that schedule alone, and that it brings back every line of QoS (`best-effort` skips what fails) |
| NVUE rolls back unconfirmed changes | emulator | NVIDIA NVUE reference, Config Commands (`--confirm`, after which the configuration rolls back automatically, and `--confirm-status`, which is read back; what was applied and not saved does not persist after a reboot); napalm-cumulus, CumulusDriver, for seconds as the unit and for how a waiting revision is reported | that the timer outlives our session |
| OS10 undoes unconfirmed changes | emulator, systemd emulated; `live_os10`: lines that were never committed, an undo that stops halfway, a timer that gets nothing, or strikes while lines are typed | Dell SmartFabric OS10 User Guide, Release 10.6.0, CLI Basics (transactions, `system`) and Advanced CLI Tasks (`clish -B`); systemd-run(1); a timer of the switch reads the configuration in a rehearsal first | that what a timer may read it may also type; that systemd-run is there, which is asked of each switch |
| Enterprise SONiC undoes unconfirmed changes | emulator, systemd emulated; `live_sonic_cli`: restarts warm and cold, saved by another user; an undo that begins with what was never there, one that cannot be typed whole, lines that take longer than the window | sonic-buildimage, `sonic-cli`, and klish, `bin/clish.c` (`-c`, `-e`); systemd-run(1), script(1); a timer of the switch reads the configuration in a rehearsal first | that what a timer may read it may also type; that `/etc/systemd/system` and `/var/lib` outlast a restart |
| AOS-CX rolls back unconfirmed changes | emulator; `live_aoscx`: a switch that restores at the end of the session, one that restores in steps or not whole, another user's timer, a timer that is not said to run | AOS-CX 10.15 Fundamentals Guide, Checkpoint auto mode, checkpoint auto, checkpoint auto confirm, show checkpoint | that `checkpoint auto confirm` makes its checkpoint although the switch has made one of its own since the last line (a push that does not see it rolls the change back) |
| VRP rolls back unconfirmed changes | emulator; `live_vrp`: a lost session, another user's trial run, a rollback that takes time, a status without the ID, a configuration locked before and inside the window | Huawei CloudEngine 8800 and 6800 Series V300R023C00 Command Reference, commit (All views except the user view), abort trial, display configuration trial status, configuration exclusive, configuration exclusive timeout; Configuration Guide, Selecting a Mode for the Configuration to Take Effect | that the timer strikes in spite of a `configuration exclusive` that another user types inside the window (a push that meets one before is refused; one that runs aborts the change when that lock ends, and ends "unknown" if it does not see the old configuration again) |
| Exactly the planned change, and nothing else | the rows of this table about another user's edits; the contract test of drivers | – | on EOS and NVUE: that nothing is changed in the milliseconds between the last reading and the commit |
| A step called hitless takes no port down | every example and 200 planted defects (`./dev mutate`; 50 in a test run) against the updater's table; flap counters of SONiC (since 202405), EOS, Junos, Onyx, NX-OS (interface resets) and mlx5, and of any other interface of Linux the count of its lost carriers, roll the step back; where nothing counts, the push says so | `models/catalog/push_hazards.yaml` and `models/catalog/sonic_updater.yaml`, each row with file, function and branch; Linux `sysfs-class-net`, `carrier_down_count`; sonic-swss `portsorch.cpp`, setHostIntfsOperStatus | what no row names; on SONiC before 202405, that the vendor's SAI takes the carrier of the network device away with the port |
| No patch is printed that SONiC's updater refuses, without saying so | the same; some 500 planted defects, and 1200 plans about such, against SONiC's modules (`vendor_sonic_planted`, `vendor_sonic_plan`) | the same; the conditions of the modules in `drivers/sonic/model/model_table.cpp` and `model_relations.cpp` | releases after those named in the table |
| What is written is valid by the vendors' models | `vendor_junos`, `vendor_junos_planted`, `vendor_sonic`, `vendor_sonic_plan`, `vendor_sonic_planted`, `vendor_netconfd`, where the modules are at hand | Juniper's modules 23.2R1; SONiC's at sonic-buildimage 086b03bd | EOS publishes no schema of its lines |
| No traffic is brought to a neighbour that was ready when the plan was made, and is not now | neighbours changed, renamed and silent after the plan; two pushes of one user, one at either end of a cable, of which the second is refused (`push_neighbours`) | fcntl(2): locks of a process on a file below `~/.local/state`, a byte for each device | what an operator, or a push of another user or machine, changes at a neighbour while a wave runs; a neighbour that cannot be read is assumed to be as planned, and reported |
| The right device is changed | swapped addresses, entries with one address, hosts of one name, a box that was replaced | EOS, Onyx and NX-OS `show version`, Junos `show chassis hardware`, SONiC `decode-syseeprom` and DEVICE_METADATA, a host's SMBIOS UUID with the GUID of its RDMA device, or else machine-id(5) | that host names differ on devices that show none of this; that no two hosts have one machine-id where they show nothing else |
| No secret is written or printed | 200 secrets from the manuals of all platforms, planted in reads, plans, journals and `rocelint debug` | by place: everything behind `username`, `aaa`, `snmp-server`, `radius`, `crypto` and the like, whole tables of NVUE, SONiC and OS10 that hold logins; by shape: hashes, keys, tokens, long hexadecimal and base64; and the grammars of EOS, Onyx and NX-OS: of what is not read only the first words are stored | a short password in clear, behind a word that no manual uses for one |
)";

std::string state_words(std::string_view outcome)
{
    std::string words(outcome);
    for (const auto& [from, to] :
        {std::pair<std::string_view, std::string_view>{"4 refused old", "**old**, refused"},
            {"4 taken_back old", "**old**, rolled back"},
            {"0 done new", "**new**"},
            {"0 done old", "**old**"},
            {"4 not_saved new, not saved", "**new**, not saved"},
            {"4 nothing old", "**old**, refused"},
            {"4 committed old", "**old**, rolled back"},
            {"4 unknown old", "**old**, unknown"},
            {"4 unknown new", "**new**, unknown"},
            {"4 unknown NEITHER", "**neither**, unknown"},
            {"killed; then: 0 old", "**old**"},
            {"killed; then: 0 new", "**new**"},
            {"; the second: 4 refused", "; the second: refused"},
            {"; rollback:", "; after `rollback`:"},
            {"; resume:", "; after `push --resume`:"}}) {
        for (std::size_t at = words.find(from); at != std::string::npos;
             at = words.find(from, at + to.size()))
            words.replace(at, from.size(), to);
    }
    if (words.starts_with("killed ")) {
        words.erase(0, words.find(' ', 7) + 1);
        const std::size_t end = std::min(words.find_first_of(",;"), words.size());
        words = fmt::format("**{}**{}", words.substr(0, end), words.substr(end));
    }
    return words;
}

std::string row_text(const Fault& fault, const std::array<CellOutcome, road_count>& passed)
{
    std::string text = fmt::format("| {} | {} |", fault.what, fault.answer);
    for (std::size_t road = 0; road < road_count; ++road) {
        const std::string_view wanted = outcome_of(fault, static_cast<Road>(road));
        text += wanted.starts_with('-') ? fmt::format(" ({}) |", wanted.substr(1))
            : passed[road].empty()      ? std::string(" not shown |")
                                        : fmt::format(" {} |", state_words(passed[road]));
    }
    return text + '\n';
}

std::string results_file(Road road)
{
    std::string name = name_of(road);
    std::ranges::replace(name, ' ', '-');
    return fmt::format("{}/{}.txt", ROCELINT_MATRIX_RESULTS, name);
}

}

void keep_passed(Road road, const std::vector<std::pair<std::string, CellOutcome>>& cells)
{
    std::filesystem::create_directories(ROCELINT_MATRIX_RESULTS);
    std::ofstream file(results_file(road));
    for (const auto& [id, cell] : cells)
        file << id << '\t' << cell << '\n';
}

PassedCells read_passed(const std::vector<Fault>& faults)
{
    PassedCells passed(faults.size());
    for (std::size_t road = 0; road < road_count; ++road) {
        std::ifstream file(results_file(static_cast<Road>(road)));
        for (std::string line; std::getline(file, line);) {
            const std::size_t tab = line.find('\t');
            for (std::size_t row = 0; row < faults.size(); ++row) {
                if (tab != std::string::npos && line.substr(0, tab) == faults[row].id)
                    passed[row][road] = line.substr(tab + 1);
            }
        }
    }
    return passed;
}

void fill_outside_of_sample(const std::vector<Fault>& faults, PassedCells& passed)
{
    for (std::size_t row = 0; row < faults.size(); ++row) {
        for (std::size_t road = 0; road < road_count; ++road) {
            if (!is_in_sample(faults, row, static_cast<Road>(road)))
                passed[row][road] = outcome_of(faults[row], static_cast<Road>(road));
        }
    }
}

std::string push_safety_page(const std::vector<Fault>& faults, const PassedCells& passed)
{
    std::string page = head;
    page
        += "\n| What goes wrong | What rocelint does | EOS | Onyx | NX-OS | SONiC | Linux host | Junos | NETCONF 1.1 | NVUE | Subnet manager | OS10 | Enterprise SONiC | AOS-CX | VRP |\n|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|\n";
    for (std::size_t row = 0; row < faults.size(); ++row)
        page += row_text(faults[row], passed[row]);
    page
        += "\nA NETCONF server that applies changes at once, because it has a running configuration only, is refused when the plan is "
           "made: its\nchanges cannot be undone.\n";
    page += rests_on;
    return page;
}

}
