// SPDX-License-Identifier: Apache-2.0
// A session that reconnects after a lost connection, because a commit continues without us. The owner of a
// pending commit is determined without changing anything.
#include "drivers/junos/live/live_session.h"

#include <fmt/format.h>

#include <algorithm>

namespace rocelint::junos {

tl::unexpected<Error> LiveSession::refuse(std::string_view why) const
{
    return fail(ErrorKind::refused, fmt::format("{}: {}", target_.endpoint.name, why));
}

Result<void> LiveSession::connect()
{
    if (session_ && session_->alive())
        return {};
    session_.reset();
    locked_ = false;
    auto session = NetconfSession::connect(target_.endpoint, target_.cancel);
    if (!session)
        return tl::unexpected(session.error());
    session_.emplace(*std::move(session));
    is_junos_ = std::ranges::any_of(offers().uris,
        [](const std::string& uri) { return uri.starts_with("http://xml.juniper.net/netconf/junos/"); });
    return {};
}

Result<TidyConfiguration> LiveSession::read(Datastore store)
{
    if (auto connected = connect(); !connected)
        return tl::unexpected(connected.error());
    auto reply = session_->get_config(store, live_filter());
    if (!reply)
        return tl::unexpected(reply.error());
    auto tidied = tidy(reply->data);
    if (!tidied)
        return refuse("the configuration that the device sent is not well-formed XML");
    return *std::move(tidied);
}

Result<void> LiveSession::lock()
{
    if (auto connected = connect(); !connected)
        return connected;
    if (locked_)
        return {};
    auto reply = session_->lock(Datastore::candidate);
    if (!reply)
        return tl::unexpected(reply.error());
    locked_ = true;
    return {};
}

Result<void> LiveSession::let_go()
{
    if (!locked_)
        return {};
    locked_ = false;
    auto discarded = session_->discard_changes();
    auto unlocked = session_->alive() ? session_->unlock(Datastore::candidate) : discarded;
    const auto& failed = discarded ? unlocked : discarded;
    if (!failed)
        return tl::unexpected(failed.error());
    return {};
}

Result<CommitInformation> LiveSession::newest_commit()
{
    if (auto connected = connect(); !connected)
        return tl::unexpected(connected.error());
    if (offers().confirmed_commit_1_1)
        return probe_persistent_commit();
    auto reply = session_->rpc("<get-commit-information/>", "asking for pending commits");
    if (!reply)
        return tl::unexpected(reply.error());
    auto information = read_commit_information(reply->data);
    if (!information)
        return refuse("the answer to get-commit-information is not commit information");
    return settled(*std::move(information));
}

CommitInformation LiveSession::settled(CommitInformation information)
{
    if (!information.pending)
        session_->forget_pending_commit();
    return information;
}

// RFC 6241 has no query for this. A <cancel-commit> with an ID that no commit has changes nothing, and its
// error shows the state: section 8.4.5.1 has `invalid-value` for an ID that does not match that of the
// pending commit.
Result<CommitInformation> LiveSession::probe_persistent_commit()
{
    CommitInformation information;
    auto reply = session_->cancel_commit("rocelint-asks-whether-a-commit-waits");
    if (reply)
        return refuse("the device rolled back a commit by an id that is not its own");
    if (reply.error().kind != ErrorKind::refused)
        return tl::unexpected(reply.error());
    const auto& errors = session_->errors();
    information.pending
        = std::ranges::any_of(errors, [](const RpcError& error) { return error.tag == "invalid-value"; });
    return settled(std::move(information));
}

Result<std::chrono::seconds> LiveSession::time_left(const CommitInformation& commit)
{
    auto reply = session_->rpc("<get-system-uptime-information/>", "asking for the time");
    if (!reply && reply.error().kind != ErrorKind::refused)
        return tl::unexpected(reply.error());
    const std::uint64_t now = reply ? read_clock(reply->data) : 0;
    if (now < commit.committed_at || commit.committed_at == 0)
        return commit.window;
    const auto passed = std::chrono::seconds(static_cast<std::int64_t>(now - commit.committed_at));
    return std::max(commit.window - passed, std::chrono::seconds(1));
}

}
