// SPDX-License-Identifier: Apache-2.0
// Runs checks when no message waits, and publishes only diagnostics that the client does not have yet.
#include "cli/lsp/fault_diagnostic.h"
#include "cli/lsp/server.h"
#include "cli/lsp/uri.h"

#include <fmt/format.h>

#include <algorithm>
#include <exception>

namespace rocelint::cli {

void Server::check_soon(Clock::duration delay)
{
    // The first check waits until the client has answered about the progress bar.
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
                json_string(progress_token),
                json_string(what)));
    };
    asked_for_progress_ = false;
    bool complete = false;
    try {
        complete
            = !fabrics_.is_stale() || fabrics_.refresh(stage, [this] { return connection_.edits_wait(); });
    } catch (const Bug& bug) {
        report_fault(bug.what);
        return false;
    } catch (const std::exception& error) {
        report_fault(error.what());
        return false;
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

// An internal error only loses this check; the next edit starts another.
void Server::report_fault(std::string_view what)
{
    end_progress();
    log(fmt::format("internal error: {}. Please report it to rocelint, if possible with the files", what));
}

void Server::publish_all()
{
    std::map<std::string, std::string> fresh;
    shown_.clear();
    for (const workspace::OpenFabric* fabric : fabrics_.fabrics())
        publish(*fabric, fresh);
    // Publish for an open file even if nothing was found, because of its version.
    for (const auto& [uri, document] : documents_) {
        const auto fault = fault_of_other_file(document.path, document.text);
        fresh.try_emplace(uri,
            fault ? '[' + fault_diagnostic(document.path, *fault, &document.text, client_.encoding).json + ']'
                  : "[]");
    }
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
            fmt::format(R"({{"uri": {}{}, "diagnostics": {}}})",
                json_string(uri),
                version,
                list.empty() ? "[]" : list));
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
        // A policy may apply to several fabrics.
        if (list.empty())
            list = "[";
        else
            list.back() = ',';
        const bool is_shared = !fabric.files.contains(path);
        for (const Diagnostic& diagnostic : diagnostics) {
            if (!is_shared || list.find(diagnostic.json) == std::string::npos)
                list += diagnostic.json + ',';
        }
        if (list == "[")
            list += ']';
        else
            list.back() = ']';
        // Requests about such a file are answered for only one of the fabrics.
        if (fabrics_.fabric_of(path) == &fabric)
            shown_.insert_or_assign(path, std::move(diagnostics));
    }
}

const Document* Server::document_at(const std::string& path) const
{
    const Document* last = nullptr;
    for (const auto& [uri, document] : documents_) {
        if (document.path == path && (last == nullptr || document.turn > last->turn))
            last = &document;
    }
    return last;
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
            json_string(progress_token)));
}

void Server::end_progress()
{
    if (!shows_progress_)
        return;
    shows_progress_ = false;
    notify("$/progress",
        fmt::format(R"({{"token": {}, "value": {{"kind": "end"}}}})", json_string(progress_token)));
}

}
