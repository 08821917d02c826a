// SPDX-License-Identifier: Apache-2.0
// Which revisions of the configuration a switch holds, what they change, and which of them a push began, waits for or
// drops.
#include "drivers/nvue/live/live.h"
#include "drivers/nvue/live/live_answers.h"
#include "models/text/redact.h"

#include <fmt/format.h>

#include <algorithm>
#include <thread>

namespace rocelint::nvue {

Result<Pending> NvueDevice::pending(const Transaction& transaction)
{
    auto revisions = read_revisions();
    if (!revisions)
        return tl::unexpected(revisions.error());
    if (std::ranges::none_of(*revisions, &Revision::awaits_confirmation))
        return Pending::none;
    auto ours = revision_of(transaction);
    if (!ours)
        return tl::unexpected(ours.error());
    return std::ranges::any_of(*revisions,
               [&](const Revision& each) { return each.awaits_confirmation() && each.id == *ours; })
        ? Pending::ours
        : Pending::foreign;
}

Result<std::string> NvueDevice::difference(std::string_view old, std::string_view now)
{
    auto shown = run(fmt::format("nv config diff {} {}", old, now));
    if (!shown)
        return tl::unexpected(shown.error());
    const Difference said = shown->status == 0 ? difference_in(shown->out) : Difference::unclear;
    if (said != Difference::unclear)
        return said == Difference::none ? std::string() : shown->out;
    if (now == "pending") {
        auto revisions = read_revisions();
        if (!revisions)
            return tl::unexpected(revisions.error());
        if (std::ranges::none_of(*revisions, &Revision::is_pending))
            return std::string();
    }
    auto before = shown_as_statements(old);
    if (!before)
        return before;
    auto after = shown_as_statements(now);
    if (!after)
        return after;
    if (before->empty() || after->empty())
        return refuse(fmt::format("nv config diff {} {}: {}", old, now, redact(first_line(*shown))));
    const auto line = line_beside(*after, *before);
    return line ? *line + '\n' : std::string();
}

Result<std::string> NvueDevice::shown_as_statements(std::string_view revision)
{
    auto shown = run(revision == "pending" ? "nv config show --pending -o commands"
            : revision == "startup"        ? "nv config show --startup -o commands"
                                           : "nv config show -o commands");
    if (!shown)
        return tl::unexpected(shown.error());
    return shown->status == 0 ? statements_of(shown->out) : std::string();
}

Result<void> NvueDevice::check_timer(
    const Transaction& transaction, std::chrono::seconds window, std::chrono::steady_clock::time_point begun)
{
    auto told = run("nv config apply --confirm-status");
    if (!told)
        return tl::unexpected(told.error());
    const auto passed
        = std::chrono::duration_cast<std::chrono::seconds>(std::chrono::steady_clock::now() - begun);
    const Objection wrong
        = timer_objection(told->status == 0 ? told->out : first_line(*told), window, passed);
    if (!wrong)
        return {};
    auto back = answer(transaction, "no");
    if (!back)
        return tl::unexpected(back.error());
    auto waiting = pending(transaction);
    if (!waiting)
        return tl::unexpected(waiting.error());
    if (*waiting == Pending::ours)
        return fail(ErrorKind::invalid,
            fmt::format("{}: {}; and the change could not be rolled back: {}",
                session_.name(),
                wrong.sentence(),
                redact(first_line(*back))));
    return refuse(wrong.sentence() + ": the change is rolled back");
}

Result<std::vector<Revision>> NvueDevice::read_revisions()
{
    auto told = run("nv config revision -o json");
    if (!told)
        return tl::unexpected(told.error());
    auto revisions = told->status == 0 ? revisions_of(told->out) : std::nullopt;
    if (!revisions)
        return refuse("nv config revision -o json is not understood: " + first_line(*told));
    return *std::move(revisions);
}

Result<std::string> NvueDevice::revision_of(const Transaction& transaction)
{
    auto mark = run(mark_script(transaction.id));
    if (!mark)
        return tl::unexpected(mark.error());
    const std::vector<std::string> ids = created_in(mark->out);
    return ids.empty() ? std::string() : ids.front();
}

Result<Execution> NvueDevice::answer(const Transaction& transaction, std::string_view word)
{
    auto revision = revision_of(transaction);
    if (!revision)
        return tl::unexpected(revision.error());
    return run(fmt::format("nv config apply {} --confirm-{} --assume-yes", *revision, word), slow);
}

Result<std::vector<std::string>> NvueDevice::left_pending()
{
    auto marks = run(std::string(all_marks_script));
    if (!marks)
        return tl::unexpected(marks.error());
    auto revisions = read_revisions();
    if (!revisions)
        return tl::unexpected(revisions.error());
    std::vector<std::string> left;
    for (std::string& id : created_in(marks->out)) {
        if (std::ranges::any_of(
                *revisions, [&](const Revision& each) { return each.id == id && each.is_pending(); }))
            left.push_back(std::move(id));
    }
    return left;
}

Result<void> NvueDevice::drop(const std::string& revision)
{
    auto gone = run(drop_script(revision));
    return gone ? Result<void>{} : tl::unexpected(gone.error());
}

Result<void> NvueDevice::drop_pending(const Transaction& transaction)
{
    auto ours = revision_of(transaction);
    if (!ours)
        return tl::unexpected(ours.error());
    auto left = ours->empty() ? Result<std::vector<std::string>>() : left_pending();
    if (!left)
        return tl::unexpected(left.error());
    if (std::ranges::find(*left, *ours) != left->end())
        return drop(*ours);
    auto gone = run(unmark_script(transaction.id));
    return gone ? Result<void>{} : tl::unexpected(gone.error());
}

Result<void> NvueDevice::drop_left_behind(const Transaction& transaction)
{
    constexpr int patience = 30; // half seconds
    if (auto gone = drop_pending(transaction); !gone)
        return gone;
    auto left = left_pending();
    for (int pause = 0; pause < patience && left && !left->empty(); ++pause) {
        if (target_.cancel != nullptr && target_.cancel->load())
            return fail(ErrorKind::cancelled, fmt::format("{}: interrupted", session_.name()));
        std::this_thread::sleep_for(std::chrono::milliseconds(500));
        left = left_pending();
    }
    if (!left)
        return tl::unexpected(left.error());
    for (const std::string& revision : *left) {
        if (auto gone = drop(revision); !gone)
            return gone;
    }
    return {};
}

}
