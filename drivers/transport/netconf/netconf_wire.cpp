// SPDX-License-Identifier: Apache-2.0
// The header lists what libnetconf2 2.0.24 cannot do with real devices. This file gives its blocking calls a
// limit, and reports a missing answer as "not known whether it took effect".
#include "drivers/transport/netconf/netconf_wire.h"

#include "drivers/transport/connection.h"
#include "drivers/transport/netconf/netconf_hello.h"

#include <fmt/format.h>

#include <mutex>
#include <nc_client.h>
#include <sys/socket.h>
#include <thread>

namespace rocelint {
namespace {

// How much time a device gets to read our hello before the
// first chunked request follows; see netconf_hello.cpp.
constexpr std::chrono::milliseconds time_to_read_hello{50};

// Placeholder for an operation that the schema does not know, replaced when the request is sent.
constexpr const char* placeholder = "<raw xmlns=\"urn:ietf:params:xml:ns:netconf:base:1.0\"/>";

// The last error that the library logged on this thread. Its other log messages are dropped.
thread_local std::string last_complaint;

void take_note(const nc_session*, NC_VERB_LEVEL level, const char* text)
{
    const std::string_view line = text;
    if (level == NC_VERB_ERROR)
        last_complaint = line.substr(0, line.find('\n'));
}

void silence_library()
{
    static std::once_flag once;
    std::call_once(once, [] {
        nc_client_init();
        nc_set_print_clb_session(take_note);
        nc_verbosity(NC_VERB_ERROR);
    });
}

struct FreeRpc {
    void operator()(nc_rpc* rpc) const { nc_rpc_free(rpc); }
};

NC_DATASTORE datastore(Datastore store)
{
    switch (store) {
    case Datastore::running:
        return NC_DATASTORE_RUNNING;
    case Datastore::candidate:
        return NC_DATASTORE_CANDIDATE;
    case Datastore::startup:
        break;
    }
    return NC_DATASTORE_STARTUP;
}

NC_RPC_EDIT_DFLTOP default_operation(EditOptions::Operation operation)
{
    switch (operation) {
    case EditOptions::Operation::unstated:
        break;
    case EditOptions::Operation::merge:
        return NC_RPC_EDIT_DFLTOP_MERGE;
    case EditOptions::Operation::replace:
        return NC_RPC_EDIT_DFLTOP_REPLACE;
    case EditOptions::Operation::none:
        return NC_RPC_EDIT_DFLTOP_NONE;
    }
    return NC_RPC_EDIT_DFLTOP_UNKNOWN;
}

const char* or_null(const std::string& text) { return text.empty() ? nullptr : text.c_str(); }

// Points to the texts of the request, which must therefore outlive the result.
nc_rpc* make_rpc(const NetconfRequest& request)
{
    using Kind = NetconfRequest::Kind;
    const NC_DATASTORE store = datastore(request.store);
    switch (request.kind) {
    case Kind::lock:
        return nc_rpc_lock(store);
    case Kind::unlock:
        return nc_rpc_unlock(store);
    case Kind::get_config:
        return nc_rpc_getconfig(store, or_null(request.text), NC_WD_UNKNOWN, NC_PARAMTYPE_CONST);
    case Kind::edit_config:
        return nc_rpc_edit(store,
            default_operation(request.edit.operation),
            request.edit.test_then_set ? NC_RPC_EDIT_TESTOPT_TESTSET : NC_RPC_EDIT_TESTOPT_UNKNOWN,
            request.edit.rollback_on_error ? NC_RPC_EDIT_ERROPT_ROLLBACK : NC_RPC_EDIT_ERROPT_UNKNOWN,
            request.text.c_str(),
            NC_PARAMTYPE_CONST);
    case Kind::validate:
        return nc_rpc_validate(store, nullptr, NC_PARAMTYPE_CONST);
    case Kind::commit:
        return nc_rpc_commit(request.confirm_seconds ? 1 : 0,
            request.confirm_seconds.value_or(0),
            or_null(request.persist),
            or_null(request.persist_id),
            NC_PARAMTYPE_CONST);
    case Kind::cancel_commit:
        return nc_rpc_cancel(or_null(request.persist_id), NC_PARAMTYPE_CONST);
    case Kind::discard_changes:
        return nc_rpc_discard();
    case Kind::copy_config:
        return nc_rpc_copy(
            store, nullptr, datastore(request.source), nullptr, NC_WD_UNKNOWN, NC_PARAMTYPE_CONST);
    case Kind::raw:
        return nc_rpc_act_generic_xml(placeholder, NC_PARAMTYPE_CONST);
    case Kind::kill_session:
        break;
    }
    return nc_rpc_kill(request.session);
}

}

NetconfWire::NetconfWire(std::shared_ptr<Connection> connection) : connection_(std::move(connection)) { }

Result<std::unique_ptr<NetconfWire>> NetconfWire::open(
    std::shared_ptr<Connection> connection, const Limit& limit)
{
    silence_library();
    auto channel = Channel::open(connection, limit);
    if (!channel)
        return tl::unexpected(channel.error());
    auto hello = start_netconf(*channel, limit);
    if (!hello)
        return tl::unexpected(hello.error());
    const auto greeted = std::chrono::steady_clock::now();

    std::unique_ptr<NetconfWire> wire(new NetconfWire(std::move(connection)));
    wire->capabilities_ = std::move(hello->capabilities);
    RelayFilters filters = translate_netconf(wire->inbox_, hello->chunked);
    std::string first = hello_for_library(hello->id);
    if (!filters.to_socket(hello->rest, first))
        return fail(ErrorKind::refused,
            fmt::format("{}: starting NETCONF: no message follows the hello", wire->connection_->name));
    auto relay = Relay::of(*std::move(channel), std::move(filters), std::move(first));
    if (!relay)
        return tl::unexpected(relay.error());
    wire->relay_ = *std::move(relay);
    wire->socket_ = wire->relay_->take_socket();
    last_complaint.clear();
    const SocketWatch::Guard guard(wire->connection_->socket.get(), limit);
    wire->session_ = nc_connect_inout(wire->socket_.get(), wire->socket_.get(), wire->schema_.get());
    if (wire->session_) {
        if (hello->chunked)
            std::this_thread::sleep_until(greeted + time_to_read_hello);
        return wire;
    }
    auto error = wire->died(guard, "starting NETCONF");
    if (guard.strike() == SocketWatch::Strike::none)
        error.value() = {ErrorKind::refused,
            fmt::format("{}: starting NETCONF: {}", wire->connection_->name, last_complaint),
            {}};
    return error;
}

NetconfWire::~NetconfWire()
{
    if (session_)
        nc_session_free(session_, nullptr);
}

std::uint32_t NetconfWire::id() const { return nc_session_get_id(session_); }

// The device sees the end at once, and so does the library, whose close-session would only wait.
void NetconfWire::die()
{
    dead_ = true;
    ::shutdown(connection_->socket.get(), SHUT_RDWR);
}

// Does not ask the connection itself, which belongs to the relay's thread.
tl::unexpected<Error> NetconfWire::died(const SocketWatch::Guard& guard, std::string_view doing)
{
    die();
    const std::string& name = connection_->name;
    switch (guard.strike()) {
    case SocketWatch::Strike::timed_out:
        return fail(ErrorKind::timed_out,
            fmt::format("{}: {}: no answer in time, and whether it took effect is not known", name, doing));
    case SocketWatch::Strike::cancelled:
        return fail(ErrorKind::cancelled,
            fmt::format("{}: {}: cancelled, and whether it took effect is not known", name, doing));
    case SocketWatch::Strike::none:
        break;
    }
    {
        const std::lock_guard lock(inbox_->mutex);
        if (!inbox_->refusal.empty())
            return fail(ErrorKind::unreachable,
                fmt::format("{}: {}: its answer {}, and whether it took effect is not known",
                    name,
                    doing,
                    inbox_->refusal));
    }
    return fail(ErrorKind::unreachable,
        fmt::format("{}: {}: the connection was lost, and whether it took effect is not known", name, doing));
}

Result<NetconfAnswer> NetconfWire::call(
    const NetconfRequest& request, const Limit& limit, std::string_view doing)
{
    if (dead_)
        return fail(ErrorKind::unreachable,
            fmt::format("{}: {}: the connection was lost before", connection_->name, doing));
    // A request that is not sent has no effect.
    if (limit.cancelled()) {
        die();
        return fail(ErrorKind::cancelled,
            fmt::format("{}: {}: cancelled before it was asked for", connection_->name, doing));
    }
    const std::unique_ptr<nc_rpc, FreeRpc> rpc(make_rpc(request));
    ensure(rpc != nullptr, "a NETCONF request cannot be written");
    {
        const std::lock_guard lock(inbox_->mutex);
        inbox_->operation = request.kind == NetconfRequest::Kind::raw ? request.text : std::string();
    }
    const SocketWatch::Guard guard(connection_->socket.get(), limit);
    std::uint64_t number = 0;
    if (nc_send_rpc(session_, rpc.get(), limit.left(1 << 30), &number) != NC_MSG_RPC)
        return died(guard, doing);
    NC_MSG_TYPE type = NC_MSG_NOTIF;
    lyd_node* envelope = nullptr;
    lyd_node* data = nullptr;
    while (type == NC_MSG_NOTIF) {
        // A little longer than the guard, so that the guard times out first.
        type = nc_recv_reply(session_, rpc.get(), number, limit.left(1 << 30) + 1000, &envelope, &data);
        lyd_free_all(std::exchange(envelope, nullptr));
        lyd_free_all(std::exchange(data, nullptr));
    }
    // libyang may reject a reply that is still valid for us: we parse the text ourselves.
    if ((type == NC_MSG_REPLY || type == NC_MSG_ERROR)
        && nc_session_get_status(session_) == NC_STATUS_RUNNING) {
        const std::lock_guard lock(inbox_->mutex);
        auto answer = read_answer(schema_, inbox_->message);
        if (answer && answer->message_id == std::to_string(number))
            return *std::move(answer);
    }
    return died(guard, doing);
}

}
