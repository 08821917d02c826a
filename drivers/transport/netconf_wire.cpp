// SPDX-License-Identifier: Apache-2.0
#include "drivers/transport/netconf_wire.h"

#include "drivers/transport/connection.h"
#include "drivers/transport/netconf_schema.h"

#include <fmt/format.h>

#include <libssh/libssh.h>
#include <libyang/libyang.h>
#include <mutex>
#include <nc_client.h>
#include <sys/socket.h>

namespace rocelint {
namespace {

constexpr std::string_view received = "Received message:\n";

// What the library told this thread last: a message that came in, and what went wrong.
thread_local std::string last_message;
thread_local std::string last_complaint;

// The library prints nothing; of what it would print, we need the messages that came in. Nothing else is kept.
void take_note(const nc_session*, NC_VERB_LEVEL level, const char* text)
{
    const std::string_view line = text;
    if (level == NC_VERB_DEBUG && line.starts_with(received))
        last_message = line.substr(received.size());
    else if (level == NC_VERB_ERROR)
        last_complaint = line.substr(0, line.find('\n'));
}

struct FreeContext {
    void operator()(ly_ctx* context) const { ly_ctx_destroy(context); }
};
using Context = std::unique_ptr<ly_ctx, FreeContext>;

Context make_context()
{
    ly_log_options(LY_LOSTORE_LAST);
    nc_client_init();
    nc_set_print_clb_session(take_note);
    nc_verbosity(NC_VERB_DEBUG);
    ly_log_level(LY_LLERR);
    ly_ctx* context = nullptr;
    if (ly_ctx_new(nullptr, LY_CTX_NO_YANGLIBRARY, &context) != LY_SUCCESS)
        return nullptr;
    Context owner(context);
    if (lys_parse_mem(context, netconf_schema, LYS_IN_YANG, nullptr) != LY_SUCCESS)
        return nullptr;
    return owner;
}

// One for all sessions: it is only read.
ly_ctx* context()
{
    static const Context one = make_context();
    ensure(one != nullptr, "the NETCONF schema does not compile");
    return one.get();
}

struct FreeNodes {
    void operator()(lyd_node* node) const { lyd_free_all(node); }
};
using Nodes = std::unique_ptr<lyd_node, FreeNodes>;

struct FreeRpc {
    void operator()(nc_rpc* rpc) const { nc_rpc_free(rpc); }
};

Nodes parse(const char* xml)
{
    lyd_node* tree = nullptr;
    if (lyd_parse_data_mem(context(), xml, LYD_XML, LYD_PARSE_ONLY | LYD_PARSE_OPAQ, 0, &tree)
        != LY_SUCCESS) {
        lyd_free_all(tree);
        return nullptr;
    }
    return Nodes(tree);
}

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

// The texts of the request are not copied: it outlives the result.
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
    case Kind::kill_session:
        break;
    }
    return nc_rpc_kill(request.session);
}

// All of it is opaque: it was parsed without a schema for it.
std::string_view name_of(const lyd_node* node)
{
    return node->schema ? "" : reinterpret_cast<const lyd_node_opaq*>(node)->name.name;
}

std::string text_of(const lyd_node* node)
{
    std::string_view text = node->schema ? "" : reinterpret_cast<const lyd_node_opaq*>(node)->value;
    const std::size_t first = std::min(text.find_first_not_of(" \t\r\n"), text.size());
    text.remove_prefix(first);
    return std::string(text.substr(0, text.find_last_not_of(" \t\r\n") + 1));
}

RpcError read_error(const lyd_node* error)
{
    RpcError result;
    for (const lyd_node* part = lyd_child(error); part; part = part->next) {
        const std::string_view name = name_of(part);
        if (name == "error-type")
            result.type = text_of(part);
        else if (name == "error-tag")
            result.tag = text_of(part);
        else if (name == "error-severity")
            result.severity = text_of(part);
        else if (name == "error-path")
            result.path = text_of(part);
        else if (name == "error-message")
            result.message = text_of(part);
        else if (name == "error-info") {
            for (const lyd_node* info = lyd_child(part); info && result.element.empty(); info = info->next)
                result.element = text_of(info);
        }
    }
    return result;
}

// Junos puts errors and successes of its routing engines some levels down.
void read_results(const lyd_node* reply, NetconfAnswer& answer)
{
    lyd_node* node = nullptr;
    LYD_TREE_DFS_BEGIN(reply, node)
    {
        const std::string_view name = name_of(node);
        if (name == "rpc-error") {
            answer.errors.push_back(read_error(node));
            LYD_TREE_DFS_continue = 1;
        } else if (name == "ok" || name == "commit-success" || name == "commit-check-success") {
            answer.succeeded = true;
        }
        LYD_TREE_DFS_END(reply, node);
    }
}

// The start tag at or after `at`, over declarations, comments and blanks: [begin, end) without the brackets.
struct Tag {
    std::string_view name; ///< without prefix
    std::size_t end = std::string_view::npos; ///< behind its ">"
    bool empty = false; ///< <name/>
};

Tag next_tag(std::string_view text, std::size_t at)
{
    while (at < text.size()) {
        at = text.find('<', at);
        if (at == std::string_view::npos)
            return {};
        if (text.substr(at).starts_with("<!--")) {
            at = text.find("-->", at);
            continue;
        }
        if (text.substr(at).starts_with("<?")) {
            at = text.find("?>", at);
            continue;
        }
        break;
    }
    if (at >= text.size())
        return {};
    char quote = 0;
    std::size_t end = at + 1;
    for (; end < text.size() && (quote || text[end] != '>'); ++end) {
        if (quote ? text[end] == quote : text[end] == '"' || text[end] == '\'')
            quote = quote ? 0 : text[end];
    }
    if (end >= text.size())
        return {};
    std::string_view name = text.substr(at + 1, end - at - 1);
    const bool empty = name.ends_with('/');
    name = name.substr(0, name.find_first_of(" \t\r\n/"));
    if (const std::size_t colon = name.find(':'); colon != std::string_view::npos)
        name.remove_prefix(colon + 1);
    return {name, end + 1, empty};
}

}

bool is_well_formed(const std::string& xml) { return parse(xml.c_str()) != nullptr; }

std::optional<NetconfAnswer> read_answer(const std::string& reply)
{
    const std::string_view text = reply;
    const Tag root = next_tag(text, 0);
    if (root.name != "rpc-reply")
        return std::nullopt;
    NetconfAnswer answer;
    const Tag first = root.empty ? Tag{} : next_tag(text, root.end);
    if (first.name == "data") {
        answer.succeeded = true;
        if (first.empty)
            return answer;
        // The last end tags are those of rpc-reply and data; in between nothing is touched, so that it can be compared.
        std::size_t end = text.rfind("</");
        end = end == std::string_view::npos || end == 0 ? end : text.rfind("</", end - 1);
        if (end == std::string_view::npos || end < first.end)
            return std::nullopt;
        answer.data = text.substr(first.end, end - first.end);
        return answer;
    }
    const Nodes tree = parse(reply.c_str());
    if (!tree)
        return std::nullopt;
    read_results(tree.get(), answer);
    return answer;
}

Result<std::unique_ptr<NetconfWire>> NetconfWire::open(
    std::shared_ptr<Connection> connection, const Limit& limit)
{
    ly_ctx* schema = context();
    last_complaint.clear();
    const SocketWatch::Guard guard(connection->socket.get(), limit);
    // The library waits by itself, in steps, and frees the SSH session in any case.
    ssh_set_blocking(connection->handle, 0);
    nc_session* session = nc_connect_libssh(std::exchange(connection->handle, nullptr), schema);
    if (session)
        return std::unique_ptr<NetconfWire>(new NetconfWire(std::move(connection), session));
    connection->close_library_socket();
    auto error = connection->failure(guard, "starting NETCONF");
    if (error.value().kind == ErrorKind::unreachable && !last_complaint.empty())
        error.value().message = fmt::format("{}: starting NETCONF: {}", connection->name, last_complaint);
    return error;
}

NetconfWire::~NetconfWire()
{
    // A farewell over a dead connection would only wait.
    if (dead_)
        ::shutdown(connection_->socket.get(), SHUT_RDWR);
    {
        const SocketWatch::Guard guard(
            connection_->socket.get(), Limit::in(std::chrono::seconds(2), nullptr));
        nc_session_free(session_, nullptr);
    }
    connection_->close_library_socket();
}

std::uint32_t NetconfWire::id() const { return nc_session_get_id(session_); }

std::vector<std::string> NetconfWire::capabilities() const
{
    std::vector<std::string> list;
    for (const char* const* uri = nc_session_get_cpblts(session_); uri && *uri; ++uri)
        list.emplace_back(*uri);
    return list;
}

tl::unexpected<Error> NetconfWire::died(const SocketWatch::Guard& guard, std::string_view doing)
{
    dead_ = true;
    auto error = connection_->failure(guard, doing);
    if (guard.strike() == SocketWatch::Strike::none)
        error.value() = {ErrorKind::unreachable,
            fmt::format("{}: {}: the connection was lost, and whether it took effect is not known",
                connection_->name,
                doing),
            {}};
    return error;
}

Result<NetconfAnswer> NetconfWire::call(
    const NetconfRequest& request, const Limit& limit, std::string_view doing)
{
    if (dead_)
        return fail(ErrorKind::unreachable,
            fmt::format("{}: {}: the connection was lost before", connection_->name, doing));
    const std::unique_ptr<nc_rpc, FreeRpc> rpc(make_rpc(request));
    ensure(rpc != nullptr, "a NETCONF request cannot be written");
    const SocketWatch::Guard guard(connection_->socket.get(), limit);
    std::uint64_t number = 0;
    if (nc_send_rpc(session_, rpc.get(), limit.left(1 << 30), &number) != NC_MSG_RPC)
        return died(guard, doing);
    NC_MSG_TYPE type = NC_MSG_NOTIF;
    lyd_node* envelope = nullptr;
    lyd_node* data = nullptr;
    while (type == NC_MSG_NOTIF) {
        last_message.clear();
        // A little longer than the guard, so that the guard is who strikes.
        type = nc_recv_reply(session_, rpc.get(), number, limit.left(1 << 30) + 1000, &envelope, &data);
        lyd_free_all(std::exchange(envelope, nullptr));
        lyd_free_all(std::exchange(data, nullptr));
    }
    // A reply that libyang does not like is a reply still: we read it ourselves.
    if ((type == NC_MSG_REPLY || type == NC_MSG_ERROR)
        && nc_session_get_status(session_) == NC_STATUS_RUNNING) {
        if (auto answer = read_answer(last_message))
            return *std::move(answer);
    }
    return died(guard, doing);
}

}
