// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/transport/ssh_session.h"

#include <optional>
#include <vector>

namespace rocelint {

enum class Datastore : std::uint8_t { running, candidate, startup };

/// What the device offers in its hello (RFC 6241 section 8).
struct NetconfCapabilities {
    bool candidate = false;
    bool writable_running = false;
    bool validate = false; ///< 1.0 or 1.1
    bool confirmed_commit = false; ///< 1.0 or 1.1
    /// Version 1.1, which adds `persist` and `cancel-commit`; Junos does not support it.
    bool confirmed_commit_1_1 = false;
    bool rollback_on_error = false;
    bool startup = false;
    /// All capabilities, as the device wrote them.
    std::vector<std::string> uris;
};

/// One rpc-error (RFC 6241 section 4.3). Parts that the device left out are empty.
struct RpcError {
    std::string type;
    std::string tag; ///< "lock-denied"
    std::string severity; ///< "error" or "warning"
    std::string path;
    std::string message;
    std::string element; ///< bad-element, or the number of the session that holds a lock
};

/// The device's answer to a request that it did not refuse.
struct NetconfReply {
    /// For get_config the content of <data>, byte for byte; for rpc the whole answer.
    std::string data;
    /// rpc-errors of severity warning, which Junos sends along with <ok/>.
    std::vector<RpcError> warnings;
};

/// How an edit combines with the existing configuration (RFC 6241 section 7.2).
struct EditOptions {
    enum class Operation : std::uint8_t { unstated, merge, replace, none };
    Operation operation = Operation::merge; ///< default-operation
    bool rollback_on_error = false; ///< refused if the device does not offer it
    bool test_then_set = false; ///< refused if the device does not offer validate
};

/// A commit that the device rolls back by itself unless it is confirmed.
struct ConfirmedCommit {
    std::uint32_t seconds = 600;
    /// A token of ours with which another session can confirm;
    /// empty: the commit ends with this session. Needs 1.1.
    std::string persist;
    /// Token of a pending persistent commit that this commit extends.
    std::string persist_id;
};

/// A NETCONF session over SSH. Used by one thread at a time. An error is one sentence that begins with the
/// endpoint's name: `refused` contains the device's own words, and errors() its rpc-errors. After
/// `unreachable`, `timed_out` and `cancelled` the session is unusable, and it is unknown whether the last
/// request took effect. A timeout of 0 means the endpoint's.
///
/// The destructor discards a changed candidate, releases locks and closes the session, as far as the
/// connection is still up. The device does the rest by itself when it sees the connection end.
///
/// An ok from the device proves nothing: read the configuration back and compare.
class NetconfSession {
public:
    /// Connects (see SshSession::connect) and exchanges hellos.
    /// Uses the endpoint's port as it is: 830 is usual.
    [[nodiscard]] static Result<NetconfSession> connect(
        const Endpoint& endpoint, const CancelFlag* cancel = nullptr);
    /// The same over an existing connection, which then belongs to the NETCONF session.
    [[nodiscard]] static Result<NetconfSession> start(
        SshSession session, std::chrono::milliseconds timeout = {});

    NetconfSession(NetconfSession&& other) noexcept;
    NetconfSession& operator=(NetconfSession&& other) noexcept;
    ~NetconfSession();

    [[nodiscard]] const NetconfCapabilities& capabilities() const;
    [[nodiscard]] std::uint32_t id() const;
    [[nodiscard]] bool alive() const;
    /// The rpc-errors of the last refused request.
    [[nodiscard]] const std::vector<RpcError>& errors() const;
    /// Whether a commit of this session is waiting for confirmation, as far as we know.
    [[nodiscard]] bool commit_pending() const;
    /// Call when the device reports that no commit is pending because its time ran out.
    void forget_pending_commit();
    void set_timeout(std::chrono::milliseconds timeout);

    [[nodiscard]] Result<NetconfReply> lock(Datastore store);
    [[nodiscard]] Result<NetconfReply> unlock(Datastore store);
    /// Returns the configuration; `filter` is an XML subtree, or empty for everything.
    [[nodiscard]] Result<NetconfReply> get_config(Datastore store, const std::string& filter = {});
    /// `xml` is the content of <config>: one or several elements. `invalid` if it is not well-formed XML.
    [[nodiscard]] Result<NetconfReply> edit_config(
        Datastore store, const std::string& xml, EditOptions options = {});
    /// Refused here while a commit is pending: Junos would treat it as the confirmation.
    [[nodiscard]] Result<NetconfReply> validate(Datastore store);
    /// Commits the candidate; confirms this session's pending commit.
    [[nodiscard]] Result<NetconfReply> commit();
    [[nodiscard]] Result<NetconfReply> commit(const ConfirmedCommit& confirmed);
    /// Confirms a pending commit; with `persist_id` also one of another session. Refused if the candidate was
    /// changed since, because the confirmation would commit that too.
    [[nodiscard]] Result<NetconfReply> confirm(const std::string& persist_id = {});
    /// Rolls a pending commit back at once. Needs 1.1.
    [[nodiscard]] Result<NetconfReply> cancel_commit(const std::string& persist_id = {});
    [[nodiscard]] Result<NetconfReply> discard_changes();
    /// Overwrites one datastore with another. Refused if the device has no such datastore.
    [[nodiscard]] Result<NetconfReply> copy_config(Datastore from, Datastore to);
    /// Sends an operation of the device's own, as one XML element; `data` is then
    /// the whole content of <rpc-reply>. Meant for queries: the session does not
    /// track what the operation changes. `invalid` if it is not well-formed XML.
    [[nodiscard]] Result<NetconfReply> rpc(const std::string& operation, std::string_view doing);
    [[nodiscard]] Result<NetconfReply> kill_session(std::uint32_t id);
    /// Ends the session in order: discard, unlock, close. The error says which of these was refused.
    [[nodiscard]] Result<void> close();

private:
    struct State;
    explicit NetconfSession(std::unique_ptr<State> state);
    std::unique_ptr<State> state_;
};

}
