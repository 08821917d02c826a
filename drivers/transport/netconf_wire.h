// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/transport/netconf_session.h"
#include "drivers/transport/socket_watch.h"

struct nc_session;

namespace rocelint {

struct Connection;

/// One request.
struct NetconfRequest {
    enum class Kind : std::uint8_t {
        lock,
        unlock,
        get_config,
        edit_config,
        validate,
        commit,
        cancel_commit,
        discard_changes,
        kill_session
    };
    Kind kind = Kind::lock;
    Datastore store = Datastore::running;
    std::string text; ///< filter or configuration
    EditOptions edit;
    std::optional<std::uint32_t> confirm_seconds; ///< commit: confirmed, with this timeout
    std::string persist;
    std::string persist_id;
    std::uint32_t session = 0;
};

/// One answer, whatever it says.
struct NetconfAnswer {
    bool succeeded = false; ///< it says ok, or holds data
    std::string data;
    std::vector<RpcError> errors; ///< of any severity
};

/// The messages of a NETCONF session: hello, framing and requests are libnetconf2's. Answers are read from its text,
/// since libyang takes none that has a warning beside its <ok/>.
class NetconfWire {
public:
    [[nodiscard]] static Result<std::unique_ptr<NetconfWire>> open(
        std::shared_ptr<Connection> connection, const Limit& limit);
    ~NetconfWire();
    NetconfWire(const NetconfWire&) = delete;
    NetconfWire& operator=(const NetconfWire&) = delete;

    /// Sends a request and waits for its answer. After an error of kind other than `refused` the wire is dead.
    [[nodiscard]] Result<NetconfAnswer> call(
        const NetconfRequest& request, const Limit& limit, std::string_view doing);
    [[nodiscard]] bool alive() const { return !dead_; }
    [[nodiscard]] std::uint32_t id() const;
    [[nodiscard]] std::vector<std::string> capabilities() const;
    [[nodiscard]] const Connection& connection() const { return *connection_; }

private:
    NetconfWire(std::shared_ptr<Connection> connection, nc_session* session)
        : connection_(std::move(connection)), session_(session)
    {
    }
    tl::unexpected<Error> died(const SocketWatch::Guard& guard, std::string_view doing);

    std::shared_ptr<Connection> connection_;
    nc_session* session_;
    bool dead_ = false;
};

/// Whether this is well-formed XML: one or several elements.
[[nodiscard]] bool is_well_formed(const std::string& xml);

/// What an <rpc-reply> says. Nothing where it is no reply.
[[nodiscard]] std::optional<NetconfAnswer> read_answer(const std::string& reply);

}
