// SPDX-License-Identifier: Apache-2.0
// Rolls a change back to its checkpoint, unless the switch's own job is doing that. Nothing that a rollback needs
// is deleted before the old configuration was read again.
#include "drivers/nxos/live.h"
#include "models/text/digest.h"

#include <fmt/format.h>

#include <thread>

namespace rocelint::nxos {

Result<std::chrono::seconds> NxosDevice::abandon(const Transaction& transaction)
{
    auto way = read_rollback();
    if (!way)
        return tl::unexpected(way.error());
    // Without the checkpoint nothing was in force.
    auto there = has_checkpoint(transaction.id);
    if (!there)
        return tl::unexpected(there.error());
    const auto runs = [&] { return way->id == transaction.id && way->runs(); };
    const bool foreign = way->id != transaction.id && (way->waits() || way->runs());
    if (runs())
        return way->time_to_end();
    auto same = is_as_before(transaction);
    if (!same)
        return tl::unexpected(same.error());
    if (*there && !*same && !foreign && (way->waits() || !transaction.before.empty())) {
        const bool was_armed = way->scheduled;
        if (auto back = roll_back(transaction); !back)
            return tl::unexpected(back.error());
        // The job may have struck meanwhile.
        way = read_rollback();
        same = is_as_before(transaction);
        if (!way || !same)
            return tl::unexpected(way ? same.error() : way.error());
        // A schedule that was deleted comes back with the checkpoint, and does not run in the past.
        if (was_armed && runs())
            return way->time_to_end();
        if (!*same && !transaction.before.empty())
            return refuse(
                fmt::format("it was rolled back, but its configuration is not as before: its checkpoint "
                            "is kept, and `rollback running-config checkpoint {}` tries again",
                    transaction.id));
    }
    // A rehearsal that was interrupted left its job armed; while another push's job waits or runs, it is that push's.
    const bool rehearses = (way->tries_job || way->tries_schedule) && !foreign;
    if (way->id == transaction.id || rehearses) {
        Rollback left = *way;
        if (left.id != transaction.id) {
            left.id.clear();
            left.scheduled = false;
        }
        if (auto deleted = delete_rollback(left); !deleted)
            return tl::unexpected(deleted.error());
    }
    if (*same) {
        if (auto deleted = delete_checkpoint(transaction.id); !deleted)
            return tl::unexpected(deleted.error());
    }
    if (auto deleted = delete_checkpoint(try_name); !deleted)
        return tl::unexpected(deleted.error());
    auto after = read_rollback();
    if (!after)
        return tl::unexpected(after.error());
    return after->id != transaction.id ? Result<std::chrono::seconds>(std::chrono::seconds(0))
                                       : refuse("the change was undone, but its job could not be deleted");
}

Result<bool> NxosDevice::is_as_before(const Transaction& transaction)
{
    auto text = running();
    return text ? Result<bool>(state_hash(target().state_key, *text) == transaction.before)
                : tl::unexpected(text.error());
}

Result<void> NxosDevice::roll_back(const Transaction& transaction)
{
    auto back = terminal().run(
        fmt::format("rollback running-config checkpoint {} best-effort", transaction.id), longest_rollback);
    return back ? Result<void>{} : tl::unexpected(back.error());
}

// Waits for a job that is rolling back, and then makes sure that nothing of the change is left. `again`: also while
// the switch refuses, since only one rollback can run at a time.
Result<void> NxosDevice::roll_back_now(const Transaction& transaction, bool again)
{
    const auto until = std::chrono::steady_clock::now() + longest_rollback;
    while (true) {
        auto left = abandon(transaction);
        const bool busy = again && !left && left.error().kind == ErrorKind::refused;
        const bool late = std::chrono::steady_clock::now() >= until;
        if (!left && !(busy && !late))
            return tl::unexpected(left.error());
        if (left && left->count() == 0)
            return {};
        if (late)
            return fail(ErrorKind::timed_out,
                fmt::format("{}: its job has not rolled the change back yet", target().endpoint.name));
        std::this_thread::sleep_for(std::chrono::milliseconds(500));
    }
}

}
