// SPDX-License-Identifier: Apache-2.0
// The part of RFC 6241 that a push needs. An operation that the device's hello does not offer is refused
// before it is sent, and after an error the message says whether the operation may have taken effect.
#include "drivers/transport/netconf/netconf_session.h"

#include "drivers/transport/connection.h"
#include "drivers/transport/netconf/netconf_wire.h"

#include <fmt/format.h>

#include <algorithm>

namespace rocelint {
namespace {

using Kind = NetconfRequest::Kind;

std::string_view name_of(Datastore store)
{
    switch (store) {
    case Datastore::running:
        return "running";
    case Datastore::candidate:
        return "candidate";
    case Datastore::startup:
        break;
    }
    return "startup";
}

NetconfCapabilities read_capabilities(std::vector<std::string> uris)
{
    NetconfCapabilities result;
    const auto offers = [&](std::string_view name) {
        const std::string uri = fmt::format("urn:ietf:params:netconf:capability:{}", name);
        return std::any_of(uris.begin(), uris.end(), [&](const std::string& one) {
            return one == uri || one.starts_with(uri + '?');
        });
    };
    result.candidate = offers("candidate:1.0");
    result.writable_running = offers("writable-running:1.0");
    result.validate = offers("validate:1.0") || offers("validate:1.1");
    result.confirmed_commit_1_1 = offers("confirmed-commit:1.1");
    result.confirmed_commit = result.confirmed_commit_1_1 || offers("confirmed-commit:1.0");
    result.rollback_on_error = offers("rollback-on-error:1.0");
    result.startup = offers("startup:1.0");
    result.uris = std::move(uris);
    return result;
}

std::string one_line(std::string text)
{
    std::replace_if(
        text.begin(),
        text.end(),
        [](char letter) { return letter == '\n' || letter == '\r' || letter == '\t'; },
        ' ');
    return text.substr(0, 300);
}

std::string describe(const RpcError& error)
{
    std::string text = error.message.empty() ? error.tag : error.message;
    if (!error.message.empty() && !error.tag.empty())
        text += fmt::format(" ({})", error.tag);
    if (!error.element.empty())
        text += fmt::format(", {}", error.element);
    if (!error.path.empty())
        text += fmt::format(", at {}", error.path);
    return one_line(std::move(text));
}

}

struct NetconfSession::State {
    std::string name; ///< Endpoint::name
    /// Null after the session was closed.
    std::unique_ptr<NetconfWire> wire;
    NetconfCapabilities capabilities;
    std::uint32_t id = 0;
    std::chrono::milliseconds timeout{0};
    std::vector<RpcError> errors;
    std::vector<Datastore> locks;
    bool candidate_changed = false;
    bool pending = false;

    [[nodiscard]] tl::unexpected<Error> refuse(std::string_view doing, std::string_view why) const
    {
        return fail(ErrorKind::refused, fmt::format("{}: {}: {}", name, doing, why));
    }

    [[nodiscard]] bool well_formed(const std::string& xml) const
    {
        return !wire || wire->is_well_formed(xml);
    }

    Result<NetconfReply> ask(const NetconfRequest& request, std::string_view doing)
    {
        return ask(request, doing, wire ? wire->connection().limit(timeout) : Limit{});
    }

    Result<NetconfReply> ask(const NetconfRequest& request, std::string_view doing, const Limit& limit)
    {
        errors.clear();
        if (!wire)
            return fail(ErrorKind::unreachable, fmt::format("{}: {}: the session was closed", name, doing));
        auto answer = wire->call(request, limit, doing);
        if (!answer)
            return tl::unexpected(answer.error());
        NetconfReply reply;
        reply.data = std::move(answer->data);
        for (RpcError& error : answer->errors) {
            auto& list = error.severity == "warning" ? reply.warnings : errors;
            list.push_back(std::move(error));
        }
        if (!errors.empty())
            return refuse(doing,
                describe(errors.front())
                    + (errors.size() > 1 ? fmt::format("; and {} more", errors.size() - 1) : ""));
        if (!answer->succeeded && reply.warnings.empty() && request.kind != Kind::raw)
            return refuse(doing, "the device answered neither ok nor an error");
        return reply;
    }

    // Undoes what must not be left behind, even after a cancellation, which ends only the running call.
    Result<void> tidy_up()
    {
        Result<void> result;
        if (!wire)
            return result;
        const Limit limit = Limit::in(std::chrono::seconds(3), nullptr);
        const auto note = [&](const Result<NetconfReply>& reply) {
            if (!reply && result)
                result = tl::unexpected(reply.error());
        };
        if (candidate_changed && wire->alive())
            note(ask({.kind = Kind::discard_changes}, "discarding the candidate", limit));
        candidate_changed = false;
        while (!locks.empty() && wire->alive()) {
            note(ask({.kind = Kind::unlock, .store = locks.back()},
                fmt::format("unlocking {}", name_of(locks.back())),
                limit));
            locks.pop_back();
        }
        return result;
    }
};

NetconfSession::NetconfSession(std::unique_ptr<State> state) : state_(std::move(state)) { }
NetconfSession::NetconfSession(NetconfSession&&) noexcept = default;

NetconfSession& NetconfSession::operator=(NetconfSession&& other) noexcept
{
    std::swap(state_, other.state_);
    return *this;
}

NetconfSession::~NetconfSession()
{
    if (state_)
        (void)state_->tidy_up();
}

Result<NetconfSession> NetconfSession::connect(const Endpoint& endpoint, const CancelFlag* cancel)
{
    auto session = SshSession::connect(endpoint, cancel);
    if (!session)
        return tl::unexpected(session.error());
    return start(*std::move(session), endpoint.connect_timeout);
}

Result<NetconfSession> NetconfSession::start(SshSession session, std::chrono::milliseconds timeout)
{
    if (!session.alive())
        return fail(ErrorKind::unreachable, fmt::format("{}: the connection was lost", session.name()));
    std::shared_ptr<Connection> connection = session.connection();
    const Limit limit = connection->limit(timeout);
    auto wire = NetconfWire::open(std::move(connection), limit);
    if (!wire)
        return tl::unexpected(wire.error());
    auto state = std::make_unique<State>();
    state->name = (*wire)->connection().name;
    state->wire = *std::move(wire);
    state->id = state->wire->id();
    state->capabilities = read_capabilities(state->wire->capabilities());
    return NetconfSession(std::move(state));
}

const NetconfCapabilities& NetconfSession::capabilities() const { return state_->capabilities; }
std::uint32_t NetconfSession::id() const { return state_->id; }
bool NetconfSession::alive() const { return state_->wire && state_->wire->alive(); }
const std::vector<RpcError>& NetconfSession::errors() const { return state_->errors; }
bool NetconfSession::commit_pending() const { return state_->pending; }
void NetconfSession::forget_pending_commit() { state_->pending = false; }
void NetconfSession::set_timeout(std::chrono::milliseconds timeout) { state_->timeout = timeout; }

Result<NetconfReply> NetconfSession::lock(Datastore store)
{
    auto reply = state_->ask({.kind = Kind::lock, .store = store}, fmt::format("locking {}", name_of(store)));
    // If the answer was lost the device may hold the lock; it releases the lock with the session.
    if (reply)
        state_->locks.push_back(store);
    return reply;
}

Result<NetconfReply> NetconfSession::unlock(Datastore store)
{
    auto reply
        = state_->ask({.kind = Kind::unlock, .store = store}, fmt::format("unlocking {}", name_of(store)));
    if (reply)
        std::erase(state_->locks, store);
    return reply;
}

Result<NetconfReply> NetconfSession::get_config(Datastore store, const std::string& filter)
{
    if (!filter.empty() && !state_->well_formed(filter))
        return fail(ErrorKind::invalid, fmt::format("{}: the filter is not well-formed XML", state_->name));
    return state_->ask({.kind = Kind::get_config, .store = store, .text = filter},
        fmt::format("reading {}", name_of(store)));
}

Result<NetconfReply> NetconfSession::edit_config(Datastore store, const std::string& xml, EditOptions options)
{
    const std::string doing = fmt::format("editing {}", name_of(store));
    if (xml.find_first_not_of(" \t\r\n") != xml.find('<') || !state_->well_formed(xml))
        return fail(ErrorKind::invalid,
            fmt::format("{}: {}: the configuration is not well-formed XML", state_->name, doing));
    if (store == Datastore::candidate && !state_->capabilities.candidate)
        return state_->refuse(doing, "the device has no candidate");
    if (store == Datastore::running && !state_->capabilities.writable_running)
        return state_->refuse(doing, "the device takes edits of the candidate only");
    if (options.rollback_on_error && !state_->capabilities.rollback_on_error)
        return state_->refuse(doing, "the device does not offer rollback-on-error");
    if (options.test_then_set && !state_->capabilities.validate)
        return state_->refuse(doing, "the device does not offer validate");
    // Even after an error: part of the edit may have been applied.
    state_->candidate_changed = state_->candidate_changed || store == Datastore::candidate;
    return state_->ask(
        {.kind = Kind::edit_config, .store = store, .text = xml.substr(xml.find('<')), .edit = options},
        doing);
}

Result<NetconfReply> NetconfSession::validate(Datastore store)
{
    const std::string doing = fmt::format("validating {}", name_of(store));
    if (!state_->capabilities.validate)
        return state_->refuse(doing, "the device does not offer it");
    if (state_->pending)
        return state_->refuse(
            doing, "a commit is awaiting confirmation, and some devices would take this commit for it");
    return state_->ask({.kind = Kind::validate, .store = store}, doing);
}

Result<NetconfReply> NetconfSession::commit()
{
    auto reply = state_->ask({.kind = Kind::commit}, "committing");
    if (reply) {
        state_->candidate_changed = false;
        state_->pending = false;
    }
    return reply;
}

Result<NetconfReply> NetconfSession::commit(const ConfirmedCommit& confirmed)
{
    constexpr std::string_view doing = "committing until confirmed";
    if (!state_->capabilities.confirmed_commit)
        return state_->refuse(doing, "the device does not offer it");
    if (!state_->capabilities.confirmed_commit_1_1
        && (!confirmed.persist.empty() || !confirmed.persist_id.empty()))
        return state_->refuse(doing, "the device offers it in version 1.0, which has no persist");
    if (confirmed.seconds == 0)
        return state_->refuse(doing, "no time to confirm it");
    // Set before the request: if the answer is lost, the commit may still be pending.
    state_->pending = true;
    auto reply = state_->ask({.kind = Kind::commit,
                                 .confirm_seconds = confirmed.seconds,
                                 .persist = confirmed.persist,
                                 .persist_id = confirmed.persist_id},
        doing);
    if (reply)
        state_->candidate_changed = false;
    else if (reply.error().kind == ErrorKind::refused)
        state_->pending = false;
    return reply;
}

Result<NetconfReply> NetconfSession::confirm(const std::string& persist_id)
{
    constexpr std::string_view doing = "confirming the commit";
    if (!persist_id.empty() && !state_->capabilities.confirmed_commit_1_1)
        return state_->refuse(doing, "the device offers version 1.0, which knows no persist-id");
    if (state_->candidate_changed)
        return state_->refuse(
            doing, "the candidate was changed since, which would be committed with it: discard it first");
    auto reply = state_->ask({.kind = Kind::commit, .persist_id = persist_id}, doing);
    if (reply)
        state_->pending = false;
    return reply;
}

Result<NetconfReply> NetconfSession::cancel_commit(const std::string& persist_id)
{
    constexpr std::string_view doing = "rolling the commit back";
    if (!state_->capabilities.confirmed_commit_1_1)
        return state_->refuse(
            doing, "the device does not offer cancel-commit: it rolls back when the time is up");
    auto reply = state_->ask({.kind = Kind::cancel_commit, .persist_id = persist_id}, doing);
    if (reply)
        state_->pending = false;
    return reply;
}

Result<NetconfReply> NetconfSession::discard_changes()
{
    auto reply = state_->ask({.kind = Kind::discard_changes}, "discarding the candidate");
    if (reply)
        state_->candidate_changed = false;
    return reply;
}

Result<NetconfReply> NetconfSession::copy_config(Datastore from, Datastore to)
{
    const std::string doing = fmt::format("copying {} to {}", name_of(from), name_of(to));
    state_->candidate_changed = state_->candidate_changed || to == Datastore::candidate;
    return state_->ask({.kind = Kind::copy_config, .store = to, .source = from}, doing);
}

Result<NetconfReply> NetconfSession::rpc(const std::string& operation, std::string_view doing)
{
    // Check it as it will appear in the request: in the NETCONF namespace unless it has its own.
    const std::string request
        = fmt::format("<rpc xmlns=\"urn:ietf:params:xml:ns:netconf:base:1.0\">{}</rpc>", operation);
    if (!operation.starts_with('<') || !state_->well_formed(request))
        return fail(ErrorKind::invalid,
            fmt::format("{}: {}: the operation is not well-formed XML", state_->name, doing));
    return state_->ask({.kind = Kind::raw, .text = operation}, doing);
}

Result<NetconfReply> NetconfSession::kill_session(std::uint32_t id)
{
    return state_->ask({.kind = Kind::kill_session, .session = id}, fmt::format("ending session {}", id));
}

Result<void> NetconfSession::close()
{
    auto result = state_->tidy_up();
    state_->wire.reset();
    return result;
}

}
