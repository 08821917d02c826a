// SPDX-License-Identifier: Apache-2.0
// When a candidate may be changed, and whose commit is pending.
#include "drivers/junos/live/live_session.h"

#include <fmt/format.h>

namespace rocelint::junos {

// Checked under the lock, so that the answers stay true. The device refuses the lock while someone else holds
// it, and while the candidate holds changes.
Result<void> LiveSession::lock_when_ready()
{
    if (auto connected = connect(); !connected)
        return connected;
    const NetconfCapabilities& offered = offers();
    if (!offered.candidate)
        return refuse("no way to undo: the device applies changes at once, since it has no candidate "
                      "configuration");
    if (!offered.confirmed_commit)
        return refuse("no way to undo: the device does not offer confirmed commits");
    if (auto locked = lock(); !locked)
        return locked;
    auto newest = newest_commit();
    if (!newest && newest.error().kind == ErrorKind::refused)
        return refuse(
            fmt::format("whether a commit is awaiting confirmation is unknown ({})", newest.error().message));
    if (!newest)
        return tl::unexpected(newest.error());
    if (newest->pending)
        return refuse(fmt::format("a commit{} is awaiting confirmation: confirm it or let it roll back first",
            newest->user.empty() ? std::string() : " of " + newest->user));
    return is_junos() ? other_engine_follows() : Result<void>();
}

// A standby engine takes over with its own configuration. A device that does not answer the first question,
// or has no standby engine, has only one engine.
Result<void> LiveSession::other_engine_follows()
{
    auto engines = session_->rpc("<get-route-engine-information/>", "asking for routing engines");
    if (!engines)
        return engines.error().kind == ErrorKind::refused ? Result<void>() : tl::unexpected(engines.error());
    if (!has_standby_engine(engines->data))
        return {};
    auto configured = session_->rpc(
        "<get-configuration inherit=\"inherit\" database=\"committed\"><configuration><system><commit/></system>"
        "</configuration></get-configuration>",
        "asking how commits are made");
    if (!configured)
        return tl::unexpected(configured.error());
    if (commits_to_both(configured->data))
        return {};
    return refuse(
        "it has two routing engines, and the one that stands by would keep the old configuration: `set system "
        "commit synchronize` first");
}

// A confirmation also commits whatever anyone put in the candidate. If we get the lock, there is nothing. For
// a server that locks out a second session while a commit is pending (netconfd), the candidate itself is
// checked.
Result<void> LiveSession::hold_clean_candidate(bool lock_may_be_refused)
{
    auto locked = lock();
    if (locked || locked.error().kind != ErrorKind::refused || !lock_may_be_refused)
        return locked;
    return candidate_is_clean();
}

Result<void> LiveSession::candidate_is_clean()
{
    auto running = read(Datastore::running);
    auto candidate = read(Datastore::candidate);
    if (!running || !candidate)
        return tl::unexpected(running ? candidate.error() : running.error());
    if (running->text != candidate->text)
        return refuse("the candidate holds changes that are not committed: commit or discard them first");
    return {};
}

Result<std::string> LiveSession::difference(unsigned number)
{
    auto reply = session_->rpc(
        fmt::format(R"(<get-configuration compare="rollback" rollback="{}" format="text"/>)", number),
        "comparing the candidate");
    if (!reply)
        return tl::unexpected(reply.error());
    return read_difference(reply->data);
}

Result<bool> LiveSession::in_force(const Transaction& transaction)
{
    auto running = read(Datastore::running);
    if (!running)
        return tl::unexpected(running.error());
    return is_in_force(transaction.netconf, running->text);
}

// A commit without an ID is identified by its user.
Result<Pending> LiveSession::whose(const CommitInformation& newest, const Transaction& transaction)
{
    if (!newest.pending)
        return Pending::none;
    const bool same_user = newest.user.empty() || newest.user == target().endpoint.user;
    const bool same_client = newest.client.empty() || newest.client == "netconf";
    if (!same_user || !same_client)
        return Pending::foreign;
    auto there = in_force(transaction);
    if (!there)
        return tl::unexpected(there.error());
    return *there ? Pending::ours : Pending::foreign;
}

}
