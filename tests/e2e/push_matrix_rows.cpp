// SPDX-License-Identifier: Apache-2.0
// Faults of devices and of the way to them.
#include "tests/e2e/push_matrix.h"

#include <fmt/format.h>

namespace rocelint::e2e {
namespace {

using Words = std::vector<std::string>;

CellOutcome just_push(const Bench& bench) { return outcome(bench, bench.push()); }

CellOutcome good_and_back(const Bench& bench)
{
    const CellOutcome there = outcome(bench, bench.push());
    const std::string back = bench.work().path("back");
    const int code = bench.run({"rollback",
        bench.journal(),
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
    // The lines of a switch without commits take effect as they are typed; what prepares them is a job's commands.
    bench.fault(bench.road() == Road::onyx    ? "interface ethernet 1/2 mtu 4"
            : bench.road() == Road::nxos      ? "interface Ethernet1/2"
            : bench.road() == Road::os10      ? "interface ethernet1/1/2"
            : bench.road() == Road::sonic_cli ? "interface Eth1/2"
                                              : words_of(bench.road()).stage,
        "refuse",
        R"("count": 1)");
    return just_push(bench);
}

CellOutcome half_applied(const Bench& bench)
{
    bench.fault("config apply-patch /", "partial", R"("operations": 1, "count": 1)");
    return just_push(bench);
}

CellOutcome refused_commit(const Bench& bench)
{
    bench.fault(words_of(bench.road()).commit, "refuse", R"("count": 1)");
    return just_push(bench);
}

CellOutcome refused_confirmation(const Bench& bench)
{
    bench.fault(words_of(bench.road()).confirm, "refuse", when(bench, "confirming") + R"(, "count": 1)");
    return just_push(bench);
}

CellOutcome refused_save(const Bench& bench)
{
    bench.fault(words_of(bench.road()).persist, "refuse", when(bench, "persisting"));
    return just_push(bench);
}

CellOutcome lying_commit(const Bench& bench)
{
    bench.fault(words_of(bench.road()).commit, "lie", R"("count": 1)");
    return just_push(bench);
}

CellOutcome lying_confirmation(const Bench& bench)
{
    bench.fault(words_of(bench.road()).confirm, "lie", when(bench, "confirming") + R"(, "count": 1)");
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

CellOutcome hang_after_commit(const Bench& bench)
{
    // An apply of NVUE, which reloads the switch's daemon, has ten times as long.
    bench.fault(words_of(bench.road()).commit,
        "hang_after",
        bench.road() == Road::nvue ? R"("count": 1, "seconds": 60)" : R"("count": 1, "seconds": 6)");
    return outcome(bench, bench.push({"--timeout", "4"}));
}

template <int number>
CellOutcome lost(const Bench& bench)
{
    const MatrixWords& words = words_of(bench.road());
    const char* fault = number % 2 == 0 ? "drop" : "drop_after";
    if constexpr (number < 2)
        bench.fault(words.commit, fault, R"("count": 1)");
    else if constexpr (number < 4)
        bench.fault(words.confirm, fault, when(bench, "confirming") + R"(, "count": 1)");
    else
        bench.fault(words.persist, fault, when(bench, "persisting") + R"(, "count": 1)");
    return just_push(bench);
}

// Holds the device when the change is in force, changes it, and lets it go on.
CellOutcome after_commit(
    const Bench& bench, const char* command, const std::string& control, bool host_link = false)
{
    bench.fault(command, "wait", when(bench, "committed") + R"(, "count": 1)");
    const auto push = bench.start(bench.push_words());
    if (!bench.wait_for_hang())
        return "it did not come to the commit";
    if (host_link) {
        std::string state = file_text(bench.device()->folder().path("state.json"));
        const std::string_view up = "\"down_until\": 0";
        state.replace(state.find(up), up.size(), "\"down_until\": 99999999999");
        bench.device()->folder().write("state.json.beside", state);
        ::rename(bench.device()->folder().path("state.json.beside").c_str(),
            bench.device()->folder().path("state.json").c_str());
    }
    bench.control(control);
    return outcome(bench, push->wait());
}

CellOutcome drops_grow(const Bench& bench)
{
    // What is dropped before the links are back is no trend.
    return after_commit(bench,
        words_of(bench.road()).read,
        R"("drops": {"Ethernet1/1": 900, "Eth1/1": 900, "swp1": 900, "ethernet1/1/1": 900}, "ports": {"et-0/0/0": {"drops": 900}},
 "counters": {"Ethernet0": {"SAI_PORT_STAT_IF_IN_DISCARDS": 900}, "ens1f0np0": {"rx_discards_phy": 900}})");
}

// Some millions of frames between two readings: more than any speed lets through.
CellOutcome pauses_grow(const Bench& bench)
{
    return after_commit(bench,
        words_of(bench.road()).read,
        R"("counters": {"Ethernet0": {"SAI_PORT_STAT_PFC_3_RX_PKTS": 900000000}, "ens1f0np0": {"rx_prio3_pause": 900000000}},
 "ports": {"et-0/0/0": {"pause": 900000000}}, "pauses": {"Ethernet1/1": 900000000})");
}

CellOutcome other_fec(const Bench& bench)
{
    return after_commit(bench, words_of(bench.road()).read, R"("active_fec": "BaseR")");
}

CellOutcome other_buffers(const Bench& bench)
{
    return after_commit(
        bench, words_of(bench.road()).read, R"("buffer_size": [20016, 30000, 0, 0, 0, 0, 0, 0])");
}

CellOutcome group_drops(const Bench& bench)
{
    return after_commit(bench, words_of(bench.road()).read, R"("group_drops": {"Ethernet0:3": 900})");
}

CellOutcome counters_vanish(const Bench& bench)
{
    return after_commit(bench, words_of(bench.road()).read, R"("no_counters": true)");
}

// The timer strikes when nobody waits for an answer any more.
CellOutcome hang_before_confirmation(const Bench& bench)
{
    bench.fault(
        words_of(bench.road()).confirm, "hang", when(bench, "confirming") + R"(, "count": 1, "seconds": 12)");
    return outcome(bench, bench.push({"--timeout", "4"}));
}

CellOutcome hang_after_confirmation(const Bench& bench)
{
    bench.fault(words_of(bench.road()).confirm,
        "hang_after",
        when(bench, "confirming") + R"(, "count": 1, "seconds": 6)");
    return outcome(bench, bench.push({"--timeout", "4"}));
}

constexpr const char* no_save = "-what is committed is saved";
constexpr const char* not_counted = "-it tells no pause frames, and the push says so";
constexpr const char* own_lines = "-its configuration says what it has";
constexpr const char* no_groups = "-it counts drops by port, queue or priority";
constexpr const char* no_fault = "-not played: the same code judges all platforms";
constexpr const char* no_terminal = "-no terminal is used";
constexpr const char* all_or_nothing = "-it applies a change as a whole";

}

CellOutcome link_stays_down(const Bench& bench)
{
    return after_commit(bench,
        "",
        R"("down": ["Ethernet1/1", "Eth1/1", "swp1", "ethernet1/1/1"], "down_ports": ["Ethernet0"], "ports": {"et-0/0/0": {"up": false}})",
        bench.road() == Road::linux_host);
}

const MatrixWords& words_of(Road road)
{
    static constexpr std::array<MatrixWords, road_count> words{{
        {"interface Ethernet2/1", "commit timer", " commit", "write memory", "running-config"},
        {"job 4791 command 2",
            "job 4791 enable",
            "no job 4791",
            "configuration write",
            "show running-config"},
        {"job rocelint rollback",
            "schedule rocelint time start",
            "no scheduler schedule name rocelint",
            "copy running-config startup-config",
            "show running-config"},
        {"--dry-run", "config apply-patch /", "systemctl stop", "config save", "sonic-cfggen"},
        {"-t 106", "--trust dscp", "systemctl stop", "systemctl enable", "mlnx_qos -i"},
        {"<edit-config>", "<commit>", "<commit>", "", "<get-config>"},
        {"<edit-config>", "<commit>", "<commit>", "", "<get-config>"},
        {"qos mapping default-global dscp 26",
            "config apply 2 --confirm ",
            "--confirm-yes",
            "config save",
            "config show -o commands"},
        {"", "systemd-run", "systemctl stop", "", "is-active opensm"},
        {"rocelint-rehearsal",
            "commit",
            "systemctl stop",
            "copy running-configuration",
            "show running-configuration"},
        {"rocelint-rehearsal",
            "systemd-run --unit=rocelint-deadman",
            "systemctl stop",
            "write memory",
            "show running-configuration"},
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

std::vector<Fault> faults_before_commit()
{
    using Login = Bench::Login;
    constexpr const char* none = "4 refused old";
    return {
        {"none",
            "Nothing goes wrong, and the push is rolled back later",
            "Confirms, saves; `rollback` brings back what was there before.",
            good_and_back,
            {"0 done new; rollback: 0 done old",
                "0 done new; rollback: 0 done old",
                "0 done new; rollback: 0 done old",
                "0 done new; rollback: 0 done old",
                "0 done new; rollback: 0 done old",
                "0 done new; rollback: 0 done old",
                "0 done new; rollback: 0 done old"}},
        {"wrong-key",
            "The login is refused",
            "Changes nothing.",
            just_push,
            {none, none, none, none, none, none, none},
            Login::wrong_key},
        {"unknown-host",
            "The host key is not known",
            "Sends nothing, not even a login; prints the key's fingerprint and how to add it.",
            just_push,
            {none, none, none, none, none, none, none},
            Login::unknown_host},
        {"changed-host",
            "The host key differs from the known one",
            "Sends nothing, not even a login.",
            just_push,
            {none, none, none, none, none, none, none},
            Login::changed_host},
        {"changed-since-plan",
            "Somebody changed the device since the plan was made",
            "Refuses it: the plan has to be made again.",
            changed_since,
            {none, none, none, none, none, none, none}},
        {"commit-of-somebody",
            "A commit of somebody else is awaiting confirmation",
            "Refuses the device, and leaves that commit alone.",
            commit_of_somebody,
            {"4 refused old, left: commit timer",
                "4 refused old, left: job 4791",
                "4 refused old, left: job rocelint, schedule rocelint",
                "4 refused old, left: current in /var/lib",
                "4 refused old, left: rl-other in /run",
                "4 refused old, left: commit timer",
                "4 refused old, left: lock, commit timer"}},
        {"command-refused",
            "The device refuses a command in the middle of the change",
            "Removes what was prepared. On a host, on Onyx, on NX-OS and on Enterprise SONiC the commands take effect one by one: it undoes the earlier ones.",
            refused_command,
            {none, "4 taken_back old", "4 taken_back old", none, "4 taken_back old", none, none}},
        {"half-applied",
            "A patch is applied in part, and then fails",
            "The device itself rolls it back at once.",
            half_applied,
            {all_or_nothing,
                all_or_nothing,
                all_or_nothing,
                "4 taken_back old",
                "-see the row above this",
                all_or_nothing,
                all_or_nothing}},
        {"silent",
            "A prompt, a hello or an answer that never comes",
            "Gives up after --connect-timeout or --timeout.",
            silent_device,
            {none, none, none, none, none, none, none}},
        {"slow",
            "A slow device",
            "Waits.",
            slow_device,
            {"0 done new",
                "0 done new",
                "0 done new",
                "0 done new",
                "0 done new",
                "0 done new",
                "0 done new"}},
        {"pager",
            "A pager (--More--)",
            "Switches it off, and answers it until then.",
            pager,
            {"0 done new", "0 done new", "0 done new", no_terminal, no_terminal, no_terminal, no_terminal}},
        {"banner",
            "A banner of 5000 lines",
            "Skips it.",
            banner,
            {"0 done new", "0 done new", "0 done new", no_terminal, no_terminal, no_terminal, no_terminal}},
    };
}

std::vector<Fault> faults_of_devices()
{
    constexpr const char* back = "4 taken_back old";
    constexpr const char* no_health = "-it reports nothing about its ports";
    return {
        {"commit-refused",
            "The device refuses the commit",
            "Cleans up what was prepared, and verifies that the device is as before.",
            refused_commit,
            {back, back, back, back, back, back, back}},
        {"commit-does-nothing",
            "The device says ok to the commit and changes nothing",
            "Finds out by reading back.",
            lying_commit,
            {back, back, back, back, back, back, back}},
        {"link-stays-down",
            "A link stays down after the change",
            "Waits for --settle, then rolls the change back.",
            link_stays_down,
            {back, back, back, back, back, back, no_health}},
        {"drops-grow",
            "A port drops packets after the change",
            "Rolls the change back.",
            drops_grow,
            {back, back, back, back, back, back, no_health}},
        {"pauses-grow",
            "A port is paused for good after the change",
            "Rolls the change back: more pause frames than hold its speed all the time, or than --max-pauses.",
            pauses_grow,
            {back, not_counted, back, back, back, back, no_health}},
        {"group-drops",
            "A priority group drops packets after the change, and the port's own counter stands still",
            "Rolls the change back.",
            group_drops,
            {no_groups, no_groups, no_groups, back, no_groups, no_groups, no_health}},
        {"other-fec",
            "A link comes up with another FEC than before",
            "Rolls the change back.",
            other_fec,
            {own_lines, own_lines, own_lines, own_lines, back, own_lines, own_lines}},
        {"other-buffers",
            "A NIC makes its receive buffers smaller",
            "Rolls the change back.",
            other_buffers,
            {own_lines, own_lines, own_lines, own_lines, back, own_lines, own_lines}},
        {"counters-vanish",
            "A port's counters are no longer told after the change",
            "Rolls the change back, unless --accept-blind is given.",
            counters_vanish,
            {no_fault, no_fault, no_fault, back, no_fault, no_fault, no_health}},
        {"confirmation-refused",
            "The device refuses the confirmation",
            "Rolls the change back.",
            refused_confirmation,
            {back, back, back, back, back, back, back}},
        {"confirmation-does-nothing",
            "The device says ok to the confirmation, and its timer runs on",
            "Finds out by asking, and rolls the change back.",
            lying_confirmation,
            {back, back, back, back, back, back, back}},
        {"save-refused",
            "The device refuses to save",
            "Says that a reboot would undo the change; `push --resume` tries again.",
            refused_save,
            {"4 not_saved new, not saved",
                "4 not_saved new, not saved",
                "4 not_saved new, not saved, left: checkpoint ours",
                "4 not_saved new, not saved",
                "4 not_saved new, not saved",
                no_save,
                no_save}},
    };
}

std::vector<Fault> faults_of_connections()
{
    constexpr const char* back = "4 taken_back old";
    constexpr const char* kept = "0 done new";
    return {
        {"lost-before-commit",
            "The connection is lost before the commit",
            "Connects again, cleans up, and verifies that the device is as before.",
            lost<0>,
            {back, back, back, back, back, back, back}},
        {"lost-after-commit",
            "The connection is lost after the commit",
            "Connects again and rolls the change back.",
            lost<1>,
            {back, back, back, back, back, back, back}},
        {"hang-after-commit",
            "The device commits and no longer answers",
            "Gives up after --timeout, connects again and rolls the change back.",
            hang_after_commit,
            {back, back, back, back, back, back, back}},
        {"lost-before-confirmation",
            "The connection is lost before the confirmation",
            "Connects again; what is not confirmed is rolled back.",
            lost<2>,
            {back, back, back, back, back, back, back}},
        {"hang-before-confirmation",
            "The device does not answer to the confirmation, and does not confirm",
            "Gives up after --timeout, connects again; what is not confirmed is rolled back.",
            hang_before_confirmation,
            {back, back, back, back, back, back, back}},
        {"lost-after-confirmation",
            "The connection is lost after the confirmation",
            "Connects again, reads that the change is confirmed and in force, and saves it.",
            lost<3>,
            {kept, kept, kept, kept, kept, kept, kept}},
        {"hang-after-confirmation",
            "The device confirms and no longer answers",
            "Gives up after --timeout and goes on as if the connection were lost.",
            hang_after_confirmation,
            {kept, kept, kept, kept, kept, kept, kept}},
        {"lost-before-save",
            "The connection is lost before the device has saved",
            "Connects again and saves.",
            lost<4>,
            {kept, kept, kept, kept, kept, kept, kept}},
        {"lost-after-save",
            "The connection is lost after the device has saved",
            "Connects again and saves once more.",
            lost<5>,
            {kept, kept, kept, kept, kept, kept, kept}},
    };
}

}
