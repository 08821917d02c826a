// SPDX-License-Identifier: Apache-2.0
// The life of one server: messages in, answers and diagnostics out. Nothing that a client sends ends it but `exit`.
#include "cli/lsp/server.h"

#include "cli/lsp/uri.h"
#include "cli/terminal/version.h"
#include "models/parallel/parallel.h"
#include "workspace/find_policy.h"
#include "workspace/path_names.h"

#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <unistd.h>

namespace rocelint::cli {
namespace {

using namespace std::chrono_literals;

// A key that is held down repeats about every 30 ms (the default of X servers and consoles).
constexpr auto typing_pause = 40ms;
// So long may a client take to say yes to a progress bar.
constexpr auto progress_patience = 300ms;

constexpr std::string_view progress_request = "\"rocelint-progress\"";
constexpr std::string_view progress_token = "rocelint-first-check";
constexpr std::string_view watch_request = "\"rocelint-watch\"";

std::string quoted(std::string_view text)
{
    JsonWriter out;
    out.string(text);
    return out.take_value();
}

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
    check_soon(0ms);
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
            fmt::format("{{\"token\": {}}}", quoted(progress_token)));
        check_soon(progress_patience);
        asked_for_progress_ = true;
    } else {
        check_soon(0ms);
    }
}

void Server::change_folders(const Node* event)
{
    const auto paths = [](const Node* list) {
        std::vector<std::string> found;
        if (list == nullptr || list->kind != Node::Kind::array)
            return found;
        for (const Node& folder : *list) {
            if (auto path = path_of_uri(text_of(find(&folder, "uri")).value_or("")))
                found.push_back(*std::move(path));
        }
        return found;
    };
    for (const std::string& gone : paths(find(event, "removed")))
        std::erase(folders_, gone);
    for (std::string& fresh : paths(find(event, "added")))
        folders_.push_back(std::move(fresh));
    set_roots();
    check_soon(0ms);
}

// A file that was opened outside of all folders brings its fabric along, or only itself.
void Server::set_roots()
{
    std::vector<std::string> roots = folders_;
    for (const auto& [uri, document] : documents_) {
        const std::string& path = document.path;
        if (path.empty() || std::ranges::any_of(folders_, [&path](const std::string& folder) {
                return workspace::is_below(path, folder);
            }))
            continue;
        std::string marked = workspace::find_topology(path);
        if (marked.empty())
            marked = workspace::find_policy(path);
        roots.push_back(marked.empty() ? path : workspace::folder_of(marked));
    }
    std::ranges::sort(roots);
    const auto repeated = std::ranges::unique(roots);
    roots.erase(repeated.begin(), repeated.end());
    if (roots != fabrics_.roots())
        fabrics_.set_roots(std::move(roots));
}

Document* Server::document_of(const Node* params)
{
    const auto uri = text_of(find(params, "textDocument", "uri"));
    const auto found = uri ? documents_.find(*uri) : documents_.end();
    return found == documents_.end() ? nullptr : &found->second;
}

void Server::open(const Node* params)
{
    const Node* item = find(params, "textDocument");
    const auto uri = text_of(find(item, "uri"));
    const auto text = text_of(find(item, "text"));
    if (!uri || !text)
        return;
    const auto path = path_of_uri(*uri);
    Document document{.uri = std::string(*uri),
        .path = path ? fabrics_.known_path(*path) : std::string(),
        .version = number_of(find(item, "version")),
        .text = std::string(*text)};
    if (path)
        fabrics_.put(document.path, document.text);
    documents_.insert_or_assign(document.uri, std::move(document));
    set_roots();
    check_soon(0ms);
}

void Server::change(const Node* params)
{
    Document* document = document_of(params);
    if (document == nullptr)
        return;
    if (!apply_changes(document->text, find(params, "contentChanges"), client_.encoding)) {
        log(fmt::format("a change of {} was malformed and is left out", document->uri));
        return;
    }
    document->version = number_of(find(params, "textDocument", "version"));
    if (!document->path.empty())
        fabrics_.put(document->path, document->text);
    check_soon(typing_pause);
}

void Server::close(const Node* params)
{
    const Document* document = document_of(params);
    if (document == nullptr)
        return;
    const std::string path = document->path;
    documents_.erase(document->uri);
    if (!path.empty())
        fabrics_.drop(path);
    set_roots();
    check_soon(0ms);
}

// What was not there before may now be part of a fabric, or make one.
void Server::save(const Node* params)
{
    const Document* document = document_of(params);
    if (document == nullptr || document->path.empty())
        return;
    const std::string name = workspace::last_name(document->path);
    if (fabrics_.fabric_of(document->path) != nullptr && name != "rocelint.yaml" && name != "topology.yaml")
        return;
    fabrics_.look_again();
    set_roots();
    check_soon(0ms);
}

void Server::files_changed(const Node* params)
{
    const Node* changes = find(params, "changes");
    if (changes == nullptr || changes->kind != Node::Kind::array)
        return;
    std::vector<std::string> paths;
    for (const Node& change : *changes) {
        if (auto path = path_of_uri(text_of(find(&change, "uri")).value_or("")))
            paths.push_back(fabrics_.known_path(*path));
    }
    fabrics_.changed_on_disk(paths);
    if (fabrics_.is_stale())
        check_soon(typing_pause);
}

void Server::check_soon(Clock::duration delay)
{
    // The first check waits for the client's word on its progress bar.
    if (!asked_for_progress_)
        due_ = Clock::now() + delay;
}

bool Server::check()
{
    const auto stage = [this](const char* what) {
        if (!shows_progress_)
            return;
        notify("$/progress",
            fmt::format(R"({{"token": {}, "value": {{"kind": "report", "message": {}}}}})",
                quoted(progress_token),
                quoted(what)));
    };
    asked_for_progress_ = false;
    bool complete = false;
    try {
        complete
            = !fabrics_.is_stale() || fabrics_.refresh(stage, [this] { return connection_.edits_wait(); });
    } catch (const Bug& bug) {
        log(fmt::format("internal fault: {}", bug.what));
    } catch (const std::exception& error) {
        log(fmt::format("internal fault: {}", error.what()));
    }
    if (!complete) {
        check_soon(typing_pause);
        return false;
    }
    loaded_ = true;
    end_progress();
    publish_all();
    return true;
}

void Server::publish_all()
{
    std::map<std::string, std::string> fresh;
    shown_.clear();
    for (const workspace::OpenFabric* fabric : fabrics_.fabrics())
        publish(*fabric, fresh);
    // A file that is open is told of even where nothing was found, for its version.
    for (const auto& [uri, document] : documents_)
        fresh.try_emplace(uri, "[]");
    for (const auto& [uri, list] : published_) {
        if (!fresh.contains(uri))
            fresh.emplace(uri, std::string());
    }
    for (auto& [uri, list] : fresh) {
        const auto open = documents_.find(uri);
        std::string version;
        if (open != documents_.end() && open->second.version && client_.versions)
            version = fmt::format(", \"version\": {}", *open->second.version);
        const std::string state = list + version;
        const auto before = published_.find(uri);
        if (before != published_.end() && before->second == state)
            continue;
        if (before == published_.end() && list.empty())
            continue;
        notify("textDocument/publishDiagnostics",
            fmt::format(
                R"({{"uri": {}{}, "diagnostics": {}}})", quoted(uri), version, list.empty() ? "[]" : list));
        if (list.empty())
            published_.erase(uri);
        else
            published_.insert_or_assign(uri, state);
    }
}

void Server::publish(const workspace::OpenFabric& fabric, std::map<std::string, std::string>& fresh)
{
    auto found = diagnostics_of(
        fabric,
        client_,
        [this](const std::string& path) { return uri_of(path); },
        [this](const std::string& path) -> const std::string* {
            const Document* document = document_at(path);
            return document == nullptr ? nullptr : &document->text;
        });
    for (auto& [path, diagnostics] : found) {
        std::string& list = fresh[uri_of(path)];
        // A policy may be in force in several fabrics.
        if (list.empty())
            list = "[";
        else
            list.back() = ',';
        for (const Diagnostic& diagnostic : diagnostics)
            list += diagnostic.json + ',';
        list.back() = ']';
        // What is asked about such a file is answered for one of them.
        if (fabrics_.fabric_of(path) == &fabric)
            shown_.insert_or_assign(path, std::move(diagnostics));
    }
}

const Document* Server::document_at(const std::string& path) const
{
    const auto found = std::ranges::find_if(
        documents_, [&path](const auto& document) { return document.second.path == path; });
    return found == documents_.end() ? nullptr : &found->second;
}

std::string Server::uri_of(const std::string& path) const
{
    const Document* document = document_at(path);
    return document == nullptr ? uri_of_path(path) : document->uri;
}

void Server::begin_progress()
{
    if (shows_progress_)
        return;
    shows_progress_ = true;
    notify("$/progress",
        fmt::format(R"({{"token": {}, "value": {{"kind": "begin", "title": "rocelint: first check"}}}})",
            quoted(progress_token)));
}

void Server::end_progress()
{
    if (!shows_progress_)
        return;
    shows_progress_ = false;
    notify(
        "$/progress", fmt::format(R"({{"token": {}, "value": {{"kind": "end"}}}})", quoted(progress_token)));
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
        quoted(why)));
}

void Server::notify(std::string_view method, std::string_view params)
{
    connection_.send(
        fmt::format(R"({{"jsonrpc": "2.0", "method": {}, "params": {}}})", quoted(method), params));
}

void Server::request(std::string_view id, std::string_view method, std::string_view params)
{
    connection_.send(fmt::format(
        R"({{"jsonrpc": "2.0", "id": {}, "method": {}, "params": {}}})", id, quoted(method), params));
}

void Server::log(std::string_view sentence)
{
    notify("window/logMessage", fmt::format(R"({{"type": 2, "message": {}}})", quoted(sentence)));
}

ExitCode run_lsp(const LspOptions& options)
{
    set_threads(options.jobs);
    Connection connection(STDIN_FILENO, STDOUT_FILENO);
    return Server(connection, options).run();
}

}
