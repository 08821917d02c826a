// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/transport/ssh_session.h"

#include <optional>
#include <vector>

namespace rocelint {

enum class Datastore : std::uint8_t { running, candidate, startup };

/// What the device's hello offers (RFC 6241 section 8).
struct NetconfCapabilities {
    bool candidate = false;
    bool writable_running = false;
    bool validate = false; ///< 1.0 or 1.1
    bool confirmed_commit = false; ///< 1.0 or 1.1
    bool confirmed_commit_1_1 = false; ///< persist and cancel-commit as well; Junos does not offer it
    bool rollback_on_error = false;
    bool startup = false;
    std::vector<std::string> uris; ///< all of them, as the device wrote them
};

/// One rpc-error (RFC 6241 section 4.3). What the device left out is empty.
struct RpcError {
    std::string type;
    std::string tag; ///< "lock-denied"
    std::string severity; ///< "error" or "warning"
    std::string path;
    std::string message;
    std::string element; ///< bad-element, or the number of the session that holds a lock
};

/// What the device answered, when it did not refuse.
struct NetconfReply {
    std::string data; ///< of get_config: what is inside <data>, byte for byte; of rpc: all of the answer
    std::vector<RpcError> warnings; ///< rpc-errors of severity warning, which Junos sends beside <ok/>
};

/// How an edit meets what is there (RFC 6241 section 7.2).
struct EditOptions {
    enum class Operation : std::uint8_t { unstated, merge, replace, none };
    Operation operation = Operation::merge; ///< default-operation
    bool rollback_on_error = false; ///< refused where the device does not offer it
    bool test_then_set = false; ///< refused where the device does not offer validate
};

/// A commit that the device takes back by itself.
struct ConfirmedCommit {
    std::uint32_t seconds = 600;
    /// A word of ours by which another session can confirm; empty: the commit ends with this session. Needs 1.1.
    std::string persist;
    /// Of a persistent commit that is still waiting: this one extends it.
    std::string persist_id;
};

/// A NETCONF session over SSH. Used by one thread at a time. Errors are one sentence that begins with the endpoint's name:
/// `refused` holds the device's own words, and errors() its rpc-errors; after `unreachable`, `timed_out` and `cancelled`
/// the session is of no use, and whether the last request took effect is unknown. A timeout of 0 means the endpoint's.
///
/// When it goes, a changed candidate is discarded, locks are given back and the session is closed, as far as the
/// connection still stands; what it cannot say any more the device does by itself when it sees the connection end.
///
/// An ok is the device's word and no more: read back and compare what a commit made.
class NetconfSession {
public:
    /// Connects (see SshSession::connect) and exchanges hellos. The endpoint's port is used as it is: 830 is usual.
    [[nodiscard]] static Result<NetconfSession> connect(
        const Endpoint& endpoint, const CancelFlag* cancel = nullptr);
    /// The same on a connection that stands; it belongs to the NETCONF session from then on.
    [[nodiscard]] static Result<NetconfSession> start(
        SshSession session, std::chrono::milliseconds timeout = {});

    NetconfSession(NetconfSession&& other) noexcept;
    NetconfSession& operator=(NetconfSession&& other) noexcept;
    ~NetconfSession();

    [[nodiscard]] const NetconfCapabilities& capabilities() const;
    [[nodiscard]] std::uint32_t id() const;
    [[nodiscard]] bool alive() const;
    /// The rpc-errors of the last request that was refused.
    [[nodiscard]] const std::vector<RpcError>& errors() const;
    /// Whether a commit of this session waits for its confirmation, as far as we know.
    [[nodiscard]] bool commit_pending() const;
    /// The device says that no commit waits any more: its time was up.
    void forget_pending_commit();
    void set_timeout(std::chrono::milliseconds timeout);

    [[nodiscard]] Result<NetconfReply> lock(Datastore store);
    [[nodiscard]] Result<NetconfReply> unlock(Datastore store);
    /// The configuration; `filter` is a subtree in XML, or empty for all of it.
    [[nodiscard]] Result<NetconfReply> get_config(Datastore store, const std::string& filter = {});
    /// `xml` is what stands inside <config>: one or several elements. `invalid` where it is no well-formed XML.
    [[nodiscard]] Result<NetconfReply> edit_config(
        Datastore store, const std::string& xml, EditOptions options = {});
    /// Refused by us while a commit is pending: on Junos it would confirm it.
    [[nodiscard]] Result<NetconfReply> validate(Datastore store);
    /// Commits the candidate; confirms a commit of this session that is pending.
    [[nodiscard]] Result<NetconfReply> commit();
    [[nodiscard]] Result<NetconfReply> commit(const ConfirmedCommit& confirmed);
    /// Confirms a commit that is pending. With `persist_id` also that of another session. Without it a plain commit,
    /// which must not find anything new in the candidate.
    [[nodiscard]] Result<NetconfReply> confirm(const std::string& persist_id = {});
    /// Takes a pending commit back at once. Needs 1.1.
    [[nodiscard]] Result<NetconfReply> cancel_commit(const std::string& persist_id = {});
    [[nodiscard]] Result<NetconfReply> discard_changes();
    /// Writes what one store holds over another. Refused where the device has no such store.
    [[nodiscard]] Result<NetconfReply> copy_config(Datastore from, Datastore to);
    /// An operation of the device's own, as one XML element; `data` is then all that is inside <rpc-reply>. For questions:
    /// what it changes this session knows nothing of. `invalid` where it is no well-formed XML.
    [[nodiscard]] Result<NetconfReply> rpc(const std::string& operation, std::string_view doing);
    [[nodiscard]] Result<NetconfReply> kill_session(std::uint32_t id);
    /// Ends the session in order: discard, unlock, close. Says what of it was refused.
    [[nodiscard]] Result<void> close();

private:
    struct State;
    explicit NetconfSession(std::unique_ptr<State> state);
    std::unique_ptr<State> state_;
};

}
