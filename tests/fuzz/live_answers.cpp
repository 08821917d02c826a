// SPDX-License-Identifier: Apache-2.0
// What drivers read from the answers of live devices: how a transaction ended, links and counters, differences.
#include "drivers/junos/live/live_health.h"
#include "drivers/junos/live/live_text.h"
#include "drivers/line_cli/live/running_diff.h"
#include "drivers/linux_host/live/live_hardware.h"
#include "drivers/linux_host/live/live_health.h"
#include "drivers/linux_host/live/live_scripts.h"
#include "drivers/nvue/live/live_text.h"
#include "drivers/nxos/answers/rollback.h"
#include "drivers/sonic/live/live_dry_run.h"
#include "drivers/sonic/live/live_health.h"
#include "drivers/sonic/live/live_outcomes.h"
#include "drivers/sonic/live/live_refusals.h"
#include "drivers/sonic/tables/config_document.h"
#include "tests/fuzz/parts.h"

namespace rocelint::fuzz {
namespace {

void read_documents(std::string_view one, std::string_view other, std::string_view patch)
{
    auto from = sonic::read_document(one);
    auto to = sonic::read_document(other);
    if (!from || !to)
        return;
    const auto again = sonic::read_document(sonic::write_document(*from));
    must(again.has_value() && *again == *from, "a document that was written is read as it was");
    sonic::drop_volatile(*from);
    sonic::drop_volatile(*to);
    const std::string between = sonic::patch_between(*from, *to);
    must(between.empty() == (*from == *to), "a patch is empty where nothing differs");
    if (!between.empty()) {
        auto made = sonic::patched(*from, between);
        must(made.has_value(), "a patch of ours fits");
        sonic::drop_volatile(*made);
        must(*made == *to, "a patch makes what it was made for");
    }
    const bool differs = sonic::first_difference(*from, *to, {}).has_value();
    must(differs == !(*from == *to), "what differs is told");
    static_cast<void>(sonic::new_automatic_profiles(*from, *to));
    static_cast<void>(sonic::patched(*from, patch));
    sonic::drop_secrets(*from);
    static_cast<void>(sonic::write_document(*from));
}

}

void read_sonic_answers(std::string_view bytes)
{
    const auto [printed, one, other, patch] = parts_of<4>(bytes);
    for (const int status : {0, 1}) {
        const sonic::Answer answer = read_script_answer(printed, printed, status);
        static_cast<void>(sonic::health_of(answer));
        static_cast<void>(sonic::dry_run_of(answer, answer.find("rc").value_or("1")));
        static_cast<void>(sonic::outcome_of_commit("leaf1", "id", answer));
        static_cast<void>(sonic::outcome_of_confirmation("leaf1", answer));
        static_cast<void>(sonic::outcome_of_saving("leaf1", "id", answer));
        if (const auto left = sonic::outcome_of_return("leaf1", "id", answer))
            must(left->count() >= 0, "nothing takes less than no time");
        const auto document = sonic::read_document(one);
        static_cast<void>(
            sonic::refusal_of(answer, {}, document ? *document : sonic::Document(), {"pg_lossless"}));
    }
    read_documents(one, other, patch);
}

void read_junos_answers(std::string_view bytes)
{
    const auto [first, second] = parts_of<2>(bytes);
    const std::string answer(first);
    if (const auto commit = junos::read_commit_information(answer))
        must(commit->window.count() >= 0, "no window ends before it begins");
    static_cast<void>(junos::read_window(first));
    static_cast<void>(junos::read_clock(answer));
    static_cast<void>(junos::read_chassis_serial(answer));
    static_cast<void>(junos::has_standby_engine(answer));
    static_cast<void>(junos::commits_to_both(answer));
    static_cast<void>(junos::read_difference(answer));
    Health health;
    junos::read_interfaces(answer, health);
    static_cast<void>(junos::is_in_force(first, second));
    static_cast<void>(junos::edit_text(first, true));
    static_cast<void>(junos::edit_text(first, false));
    static_cast<void>(junos::statement_beside(first, second));
    must(!junos::statement_beside(first, first).has_value(), "a text does not differ from itself");
}

void read_host_answers(std::string_view bytes)
{
    static_cast<void>(linux_host::read_health({}, bytes));
    static_cast<void>(linux_host::read_health({"eth0", "eth1"}, bytes));
    static_cast<void>(linux_host::read_hardware(bytes));
    Transaction transaction;
    transaction.ports = {"eth0"};
    static_cast<void>(linux_host::ready_refusal(transaction, bytes));
}

void read_nxos_answers(std::string_view bytes)
{
    const auto [clock, scheduler] = parts_of<2>(bytes);
    const auto now = nxos::parse_clock(clock);
    const auto at = now.value_or(std::chrono::seconds(0));
    must(nxos::parse_clock("00:00:00 UTC Thu Jan 1 1970") == std::chrono::seconds(0), "time begins in 1970");
    must(
        nxos::minute_from(at).size() == std::string_view("2026:11:24:12:35").size(), "a time is of one form");
    const nxos::Rollback way = nxos::parse_scheduler(scheduler, at);
    must(!way.waits() || way.at.has_value(), "what never runs does not wait");
    static_cast<void>(nxos::lists_checkpoint(scheduler, clock));
    static_cast<void>(nxos::parse_deadline(scheduler, clock));
    const std::string rest = nxos::without_push(scheduler);
    must(nxos::without_push(rest) == rest, "what is left without a push holds none");
    must(nxos::parse_scheduler(rest, at).id.empty(), "a push is left out as a whole");
}

void read_nvue_answers(std::string_view bytes)
{
    const auto [revisions, printed, interfaces] = parts_of<3>(bytes);
    for (const nvue::Revision& each : nvue::revisions_of(revisions).value_or(std::vector<nvue::Revision>{}))
        must(!each.is_pending() || !each.awaits_confirmation(), "a revision is in one state");
    for (const std::string& id : nvue::created_in(printed))
        must(
            !id.empty() && id.find_first_not_of("0123456789") == std::string::npos, "a revision is a number");
    const std::string statements = nvue::statements_of(printed);
    must(nvue::statements_of(statements) == statements, "statements are statements");
    static_cast<void>(nvue::saves_by_itself(statements));
    static_cast<void>(nvue::line_beside(statements, revisions));
    must(!nvue::line_beside(statements, statements).has_value(), "a text does not differ from itself");
    static_cast<void>(nvue::hardware_of(interfaces));
    static_cast<void>(nvue::health_of(interfaces, {}));
    static_cast<void>(nvue::health_of(interfaces, {"swp1", "swp2"}));
}

void read_running_diff(std::string_view bytes)
{
    const auto [before, now, diff] = parts_of<3>(bytes);
    static_cast<void>(line_cli::line_beside_diff(before, now, diff));
    must(!line_cli::line_beside_diff(before, before, {}).has_value(), "a text does not differ from itself");
}

}
