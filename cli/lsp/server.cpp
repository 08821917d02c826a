// SPDX-License-Identifier: Apache-2.0
// The main loop of a server: it receives messages and sends answers and diagnostics. Only `exit` and a lost
// connection end it.
#include "cli/lsp/server.h"

#include "cli/lsp/uri.h"
#include "cli/terminal/terminal.h"
#include "cli/terminal/version.h"
#include "models/parallel/parallel.h"
#include "workspace/check/known_codes.h"
#include "workspace/files/path_names.h"
#include "workspace/find/find_policy.h"

#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <unistd.h>

namespace rocelint::cli {
namespace {

// How long a client may take to accept a progress bar.
constexpr std::chrono::milliseconds progress_patience{300};

constexpr std::string_view progress_request = "\"rocelint-progress\"";
constexpr std::string_view watch_request = "\"rocelint-watch\"";

std::string initialize_result(const ClientAbilities& client)
{
    JsonWriter out;
    out.begin_object();
    out.key("capabilities").begin_object();
    out.text("positionEncoding", name_of(client.encoding));
    out.key("textDocumentSync").begin_object();
    out.key("openClose").boolean(true);
    out.count("change", 2); // incremental
    out.key("save").boolean(true);
    out.end();
    out.key("hoverProvider").boolean(true);
    out.key("definitionProvider").boolean(true);
    out.key("codeActionProvider").begin_object();
    out.key("codeActionKinds").begin_array();
    out.string("quickfix");
    out.string("source.fixAll.rocelint");
    out.end();
    out.end();
    out.key("workspace").begin_object();
    out.key("workspaceFolders").begin_object();
    out.key("supported").boolean(true);
    out.key("changeNotifications").boolean(true);
    out.end();
    out.end();
    out.end();
    out.key("serverInfo").begin_object();
    out.text("name", "rocelint");
    out.text("version", version);
    out.end();
    out.end();
    return out.take_value();
}

}

ExitCode Server::run()
{
    while (!exit_) {
        const auto message = connection_.take(due_);
        if (message) {
            try {
                handle(*message);
            } catch (const Bug& bug) {
                refuse(message->id, RpcError::internal_error, bug.what);
            } catch (const std::exception& error) {
                refuse(message->id, RpcError::internal_error, error.what());
            }
            continue;
        }
        if (connection_.closed())
            break;
        if (due_ && Clock::now() >= *due_) {
            due_.reset();
            static_cast<void>(check());
        }
    }
    return shut_down_ ? ExitCode::good : ExitCode::findings;
}

void Server::handle(const Message& message)
{
    if (message.error) {
        refuse(message.id, *message.error, message.fault);
        return;
    }
    if (message.method.empty())
        handle_response(message);
    else if (message.is_request())
        handle_request(message);
    else
        handle_notification(message);
}

void Server::handle_request(const Message& message)
{
    if (connection_.take_cancelled(message.id)) {
        refuse(message.id, RpcError::request_cancelled, "cancelled");
        return;
    }
    const std::string& method = message.method;
    if (shut_down_)
        refuse(message.id, RpcError::invalid_request, "the server is shut down");
    else if (method == "initialize")
        initialize(message);
    else if (!initialized_)
        refuse(message.id, RpcError::server_not_initialized, "initialize comes first");
    else if (method == "shutdown") {
        shut_down_ = true;
        due_.reset();
        answer(message, "null");
    } else if (method == "textDocument/hover")
        hover(message);
    else if (method == "textDocument/definition")
        definition(message);
    else if (method == "textDocument/codeAction")
        code_actions(message);
    else
        refuse(message.id, RpcError::method_not_found, fmt::format("{} is not known here", method));
}

void Server::handle_notification(const Message& message)
{
    const std::string& method = message.method;
    if (method == "exit") {
        exit_ = true;
        return;
    }
    if (!initialized_ || shut_down_)
        return;
    if (method == "initialized")
        initialized();
    else if (method == "textDocument/didOpen")
        open(message.params);
    else if (method == "textDocument/didChange")
        change(message.params);
    else if (method == "textDocument/didClose")
        close(message.params);
    else if (method == "textDocument/didSave")
        save(message.params);
    else if (method == "workspace/didChangeWatchedFiles")
        files_changed(message.params);
    else if (method == "workspace/didChangeWorkspaceFolders")
        change_folders(find(message.params, "event"));
}

void Server::handle_response(const Message& message)
{
    if (message.id != progress_request || !asked_for_progress_)
        return;
    asked_for_progress_ = false;
    if (!message.failed)
        begin_progress();
    check_soon(Clock::duration::zero());
}

void Server::initialize(const Message& message)
{
    if (initialized_) {
        refuse(message.id, RpcError::invalid_request, "initialize comes once");
        return;
    }
    client_ = read_abilities(message.params);
    const Node* folders = find(message.params, "workspaceFolders");
    const auto add = [this](std::optional<std::string> path) {
        if (path)
            folders_.push_back(*std::move(path));
    };
    if (folders != nullptr && folders->kind == Node::Kind::array) {
        for (const Node& folder : *folders)
            add(path_of_uri(text_of(find(&folder, "uri")).value_or("")));
    } else if (const auto root = text_of(find(message.params, "rootUri"))) {
        add(path_of_uri(*root));
    } else if (const auto path = text_of(find(message.params, "rootPath"))) {
        add(workspace::absolute_path(std::string(*path)));
    }
    initialized_ = true;
    set_roots();
    answer(message, initialize_result(client_));
}

void Server::initialized()
{
    if (client_.watches_files) {
        request(watch_request,
            "client/registerCapability",
            R"({"registrations": [{"id": "rocelint-files", "method": "workspace/didChangeWatchedFiles", )"
            R"("registerOptions": {"watchers": [{"globPattern": "**/*"}]}}]})");
    }
    if (client_.progress && !folders_.empty()) {
        request(progress_request,
            "window/workDoneProgress/create",
            fmt::format("{{\"token\": {}}}", json_string(progress_token)));
        check_soon(progress_patience);
        asked_for_progress_ = true;
    } else {
        check_soon(Clock::duration::zero());
    }
}

void Server::answer(const Message& message, std::string_view result)
{
    connection_.send(fmt::format(R"({{"jsonrpc": "2.0", "id": {}, "result": {}}})", message.id, result));
}

void Server::refuse(const std::string& id, RpcError error, std::string_view why)
{
    connection_.send(fmt::format(R"({{"jsonrpc": "2.0", "id": {}, "error": {{"code": {}, "message": {}}}}})",
        id.empty() ? "null" : id,
        static_cast<int>(error),
        json_string(why)));
}

void Server::notify(std::string_view method, std::string_view params)
{
    connection_.send(
        fmt::format(R"({{"jsonrpc": "2.0", "method": {}, "params": {}}})", json_string(method), params));
}

void Server::request(std::string_view id, std::string_view method, std::string_view params)
{
    connection_.send(fmt::format(
        R"({{"jsonrpc": "2.0", "id": {}, "method": {}, "params": {}}})", id, json_string(method), params));
}

void Server::log(std::string_view sentence)
{
    notify("window/logMessage", fmt::format(R"({{"type": 2, "message": {}}})", json_string(sentence)));
}

ExitCode run_lsp(const LspOptions& options)
{
    workspace::InputOptions here;
    here.paths = {"."};
    here.policy = options.policy;
    if (!options.policy.empty()) {
        if (const auto policy = Source::read_named(no_source, options.policy); !policy) {
            print_failure(policy.error());
            return ExitCode::usage;
        }
    }
    for (const auto& [option, codes] : {std::pair("--select", &options.selection.select),
             std::pair("--ignore", &options.selection.ignore)}) {
        const auto known = workspace::check_codes(*codes, option, here);
        // A policy that cannot be read is reported in the editor, where the user can fix it.
        if (!known && known.error().kind == ErrorKind::usage) {
            print_failure(known.error());
            return ExitCode::usage;
        }
    }
    set_threads(options.jobs);
    Connection connection(STDIN_FILENO, STDOUT_FILENO);
    return Server(connection, options).run();
}

}
